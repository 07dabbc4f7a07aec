"""Measure speed beside other programs; ``--help`` lists the options."""

from training.cli.measure_speed import main

if __name__ == "__main__":
    raise SystemExit(main())
