"""Make a suite of decisions by rollouts: ``python scripts/make_suite.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
