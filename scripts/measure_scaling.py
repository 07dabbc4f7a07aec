"""Measure how training scales with processes: ``python scripts/measure_scaling.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
