"""Let other programs use the engine; ``--help`` lists the ways."""

from engine.cli.serve import main

if __name__ == "__main__":
    raise SystemExit(main())
