"""Play in the terminal; ``--help`` lists the options."""

from engine.cli.play import main

if __name__ == "__main__":
    raise SystemExit(main())
