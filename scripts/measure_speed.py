"""Measure speed beside other programs; ``--help`` lists the options."""

from training.commands.measure_speed import main

if __name__ == "__main__":
    raise SystemExit(main())
