"""Build the bear-off tables; ``--help`` lists the options."""

from engine.cli.build_bearoff import main

if __name__ == "__main__":
    raise SystemExit(main())
