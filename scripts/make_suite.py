"""Make a decision suite from our own games and rollouts; ``--help`` lists the options."""

from training.cli.make_suite import main

if __name__ == "__main__":
    raise SystemExit(main())
