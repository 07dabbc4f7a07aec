"""Print one number for each part's results: ``python scripts/signature.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
