"""The command line, as ``python -m puzzles`` and as the program ``puzzles``."""

import gc
import sys

__all__ = ["main"]


def main() -> int:
    """Run the command line and return its exit code.

    Loading it takes a while; Ctrl-C in that time ends it as quietly as later.
    """
    gc.disable()  # what is loaded is no garbage; `run` enables it
    try:
        from .command import main as run

        return run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("puzzles: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
