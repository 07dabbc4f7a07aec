"""Measure players by games or benchmarks; ``--help`` lists the options."""

from training.cli.evaluate import main

if __name__ == "__main__":
    raise SystemExit(main())
