"""Measure the HTTP server under many clients; ``--help`` lists the options."""

from training.cli.measure_http import main

if __name__ == "__main__":
    raise SystemExit(main())
