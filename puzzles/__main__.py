"""Run the command line as ``python -m puzzles``."""

import sys

from .command import main

sys.exit(main())
