"""Run the command line as ``python -m dlx``."""

import sys

from .command import main

sys.exit(main())
