"""Compare cube actions with gnubg's: ``python scripts/compare_cube.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
