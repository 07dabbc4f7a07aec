"""Measure the strength of kept networks; ``--help`` lists the options."""

from training.cli.ladder import main

if __name__ == "__main__":
    raise SystemExit(main())
