"""Train a network by self-play: ``python scripts/train.py --help``."""

import sys

from training.cli.train import main

if __name__ == "__main__":
    sys.exit(main())
