"""Analyse a position or a match file: ``python scripts/analyse.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
