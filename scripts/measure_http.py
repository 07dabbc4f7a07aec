"""Measure the HTTP server with many clients at once: ``python scripts/measure_http.py --help``."""

from engine.cli.main import run_script

if __name__ == "__main__":
    raise SystemExit(run_script(__file__))
