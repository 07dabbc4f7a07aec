"""Print the signatures of the engine's results: ``python scripts/signature.py --help``."""

import sys

from training.cli.signature import main

if __name__ == "__main__":
    sys.exit(main())
