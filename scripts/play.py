"""Play against the engine in the terminal: ``python scripts/play.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
