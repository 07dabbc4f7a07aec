"""Rank plays or give the cube verdict of a position; ``--help`` lists the options."""

from engine.cli.analyse import main

if __name__ == "__main__":
    raise SystemExit(main())
