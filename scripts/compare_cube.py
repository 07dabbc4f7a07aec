"""Compare cube decisions with GNU Backgammon's; ``--help`` lists the options."""

from training.cli.compare_cube import main

if __name__ == "__main__":
    raise SystemExit(main())
