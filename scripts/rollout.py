"""Roll a position out; ``--help`` lists the options."""

from engine.cli.rollout import main

if __name__ == "__main__":
    raise SystemExit(main())
