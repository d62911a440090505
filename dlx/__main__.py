"""The command line, as ``python -m dlx`` and as the program ``dlx``."""

import sys

__all__ = ["main"]


def main() -> int:
    """Run the command line and return its exit code.

    Loading it takes a while; Ctrl-C in that time ends it as quietly as later.
    """
    try:
        from .command import main as run

        return run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("dlx: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
