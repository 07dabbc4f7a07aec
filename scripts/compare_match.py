"""Compare the analysis of a match with gnubg's: ``python scripts/compare_match.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
