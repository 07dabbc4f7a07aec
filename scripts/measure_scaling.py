"""Measure how training speeds up with ranks; ``--help`` lists the options."""

from training.cli.measure_scaling import main

if __name__ == "__main__":
    raise SystemExit(main())
