"""Compare our analysis of a match with GNU Backgammon's; ``--help`` lists the options."""

from training.cli.compare_match import main

if __name__ == "__main__":
    raise SystemExit(main())
