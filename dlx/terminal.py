"""What every command line owes its user: streams, exit codes, no traceback."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, Protocol

from .errors import DlxError, Stopped, shown, suggestion

# What a command exits with.
FOUND, NONE, BAD_INPUT, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, without what argparse loads to find that out.

    A formatter is made for every argument that is added, so this is felt at each start.
    """

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size(sys.stdout.fileno()).columns
        except (OSError, ValueError, AttributeError):
            width = 80
        super().__init__(prog, width=max(width, 40) - 2)


class Parser(argparse.ArgumentParser):
    """A parser of arguments whose errors are one line, with a near miss."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Formatter, **settings)

    def error(self, message: str) -> NoReturn:
        wrong = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        if wrong:
            message += suggestion(wrong[1], re.findall(r"[\w-]+", wrong[2]))
        elif message.startswith("unrecognized arguments: -"):
            wrong_option, known = message.split()[2], self._options()
            if wrong_option not in known:
                message += suggestion(wrong_option, known)
        say(f"{self.prog}: {message}; {self.prog} --help tells more")
        sys.exit(BAD_INPUT)

    def _options(self) -> list[str]:
        """Return the options of this parser and of its commands."""
        found: list[str] = []
        for action in self._actions:
            found += action.option_strings
            if isinstance(action, argparse._SubParsersAction):
                for command in action.choices.values():
                    found += command._options()
        return found


def run(command: Callable[[], int], program: str) -> int:
    """Run a command and return its exit code, whatever happens on the way.

    Errors that a user can cause become one line on standard error; a closed pipe ends
    the command quietly; warnings lose their file and line of code.
    """
    # Cycles are few here.  To look for them seldom, and not at exit when all memory
    # goes back at once, saves a tenth of the time of a small puzzle.
    gc.enable()
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)

    def warned(message: Any, *_: Any, **__: Any) -> None:
        say(f"{program}: note: {message}")

    def flushed() -> int:
        code = command()
        if sys.stdout is not None:  # None where it was closed from the start
            sys.stdout.flush()
        return code

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = warned
            with _breakable():
                return _answered(flushed, program)
    except BrokenPipeError:
        # The reader has gone: nothing more to say, and nowhere to say it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND


class _Terminated(BaseException):
    """This process is asked to end."""


class _BreakOff:
    """Break off what goes on when a signal arrives.

    It is remembered, too: the exception is lost if it comes where a library minds none,
    as in the midst of compiling.
    """

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error
        self.received = 0

    def __call__(self, received: int, _: object) -> None:
        self.received = received
        raise self.error


@contextmanager
def _breakable() -> Iterator[None]:
    """Let Ctrl-C, and the signal to terminate, break off what goes on."""
    with _handlers({signal.SIGINT: _BreakOff(KeyboardInterrupt),
                    signal.SIGTERM: _BreakOff(_Terminated)}):
        yield


@contextmanager
def _handlers(handlers: dict[int, Any]) -> Iterator[dict[int, Any]]:
    """Handle signals in that way; give the handlers that they had before."""
    before: dict[int, Any] = {}
    try:
        for number, handler in handlers.items():
            before[number] = signal.signal(number, handler)
    except ValueError:  # not in the main thread, where no signal arrives either
        pass
    try:
        yield before
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _answered(command: Callable[[], int], program: str) -> int:
    try:
        return command()
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        say(f"{program}: interrupted")
        return INTERRUPTED
    except _Terminated:
        say(f"{program}: stopped by termination")
        return STOPPED
    except Stopped as stopped:
        say(f"{program}: {stopped}")
        return STOPPED
    except (DlxError, ValueError) as error:
        say(f"{program}: {error}")
        return BAD_INPUT
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        say(f"{program}: {place}{error.strerror or error}")
        return BAD_INPUT
    except ModuleNotFoundError as error:
        say(f"{program}: this needs the package {error.name}: pip install {error.name}")
        return BAD_INPUT
    except MemoryError:
        say(f"{program}: this needs more memory than there is")
        return STOPPED


class Stoppable(Protocol):
    """What `interruptible` asks of a search."""

    def stop(self, reason: str) -> None:
        """Let the search stop soon, for that reason."""


@contextmanager
def interruptible(search: Stoppable) -> Iterator[None]:
    """Let a first Ctrl-C stop the search where it can go on, a second one all.

    The signal to terminate does the same.
    """
    def stop(received: int, _: object) -> None:
        for number, handler in before.items():
            signal.signal(number, handler)
        search.stop("interrupt" if received == signal.SIGINT else "termination")

    with _handlers({signal.SIGINT: stop, signal.SIGTERM: stop}) as before:
        for handler in before.values():
            if received := getattr(handler, "received", 0):  # and it was lost
                stop(received, None)
        yield


def clear_bars() -> None:
    """Take progress bars off the terminal, so that something else can be written.

    Those of what goes on are soon drawn again.
    """
    library = sys.modules.get("tqdm")  # if it was not loaded, there is no bar
    for bar in list(getattr(getattr(library, "tqdm", None), "_instances", ())):
        bar.clear()


def say(line: str) -> None:
    """Write a line about the run to standard error."""
    if sys.stderr is None:  # which `print` would take for standard output
        return
    clear_bars()
    try:
        print(plain(line), file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def decimal(number: int) -> str:
    """Return a number in digits, however many they are.

    Python refuses numbers of more than 4300 digits, since reading or writing them could
    be an attack; this one is an answer.
    """
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(most)


def plain(text: str) -> str:
    """Return `text` on one line, with nothing in it that could drive a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode()
                   for c in text)


def seconds(text: str) -> float:
    """Read the number of seconds of an option ``--timeout``."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{shown(text)}; want seconds, at least 0")
    return value


def number(text: str) -> int:
    """Read the number of an option such as ``--limit``."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if value < 0:
        raise argparse.ArgumentTypeError(
            f"{shown(text)}; want a whole number, at least 0"
        )
    return value
