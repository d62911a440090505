"""Checkpoints: what is left of a search, and what was found, in one SQLite file.

The file can be read by hand.  Table ``about`` says which search it belongs to and how
far that is; ``jobs`` has the parts that are still to be done, ``found`` the covers that
belong to parts that are done, both by position (see `dlx.engines`), written so that
texts sort as positions do.  Everything is written in transactions: after a crash the
file holds what the last one left.  A digest over all of it tells a damaged file.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from .errors import DlxError
from .jobs import ROOT, Job
from .problem import Problem

__all__ = ["Batch", "Checkpoint", "CheckpointError", "State", "fingerprint", "status"]

#: Marks a file as one of ours: "dlx1" in ASCII.
APPLICATION = 0x646C7831

#: The form of the tables; a file of another form is refused.
VERSION = 1

#: How many seconds a run waits to see whether a file belongs to another one.
PAUSE = 0.05

TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE jobs (position TEXT PRIMARY KEY, widths TEXT NOT NULL, stops TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE found (position TEXT PRIMARY KEY, covers TEXT NOT NULL) WITHOUT ROWID;
"""


class CheckpointError(DlxError):
    """A checkpoint that cannot be used: damaged, in use, or of another search."""


class State(NamedTuple):
    """How far a search is.

    Attributes
    ----------
    jobs : tuple of Job
        What is left, in the order of the search.
    covers : int
        How many covers were found.
    nodes : int
    seconds : float
    tallies : tuple of (name, number)
        What the reader of the covers counts, of those that are not in ``found``.
    """

    jobs: tuple[Job, ...] = (ROOT,)
    covers: int = 0
    nodes: int = 0
    seconds: float = 0.0
    tallies: tuple[tuple[str, int], ...] = ()


class Batch(NamedTuple):
    """Covers of one part of a search, as option numbers, in its order."""

    position: tuple[int, ...]
    covers: list[tuple[int, ...]]


def fingerprint(problem: Problem, lookahead: bool = False) -> str:
    """Return a text that problems share if their covers have the same numbers.

    Examples
    --------
    >>> from dlx import Problem
    >>> fingerprint(Problem(["ab", "a"])) == fingerprint(Problem(["xy", "x"]))
    True
    >>> fingerprint(Problem(["ab", "a"])) == fingerprint(Problem(["ab", "b"]))
    False
    """
    places = {item: place for place, item in enumerate(problem.primary)}
    bounds = sorted((places[item], bound) for item, bound in problem.bounds.items())
    digest = hashlib.sha256(repr((len(problem.primary), len(problem.secondary), bounds,
                                  lookahead)).encode())
    for pairs in problem.entries:
        digest.update(repr(pairs).encode())
    return digest.hexdigest()


class Checkpoint:
    """The file of one search, open for writing; no other run can have it meanwhile.

    Parameters
    ----------
    path : path
        It is made if there is none.
    problem : Problem
    title : str
        What is searched for, in words; a file with another title is refused.
    lookahead : bool
        The rule of the search: positions of one mean nothing to another.
    keeps : {"covers", "numbers"}
        Whether covers are written, or only numbers: how many, or what a reader counts.

    Attributes
    ----------
    state : State
        What the file says; where it is new, the beginning of a search.

    Raises
    ------
    CheckpointError
        If the file is of another search, damaged, in use, or cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> from dlx import Problem
    >>> path = os.path.join(tempfile.mkdtemp(), "run.sqlite")
    >>> problem = Problem(["ab", "a", "b"])
    >>> checkpoint = Checkpoint(path, problem, "covers of an example")
    >>> checkpoint.write(State((), covers=2), [Batch((0,), [(0,), (1, 2)])])
    >>> checkpoint.close()
    >>> again = Checkpoint(path, problem, "covers of an example")
    >>> again.state.covers, list(again.batches())
    (2, [Batch(position=(0,), covers=[(0,), (1, 2)])])
    >>> again.close()
    """

    def __init__(self, path: str | Path, problem: Problem, title: str,
                 lookahead: bool = False, keeps: str = "covers") -> None:
        self.path = str(path)
        self._place = os.path.abspath(path)
        # A title may name a file whose name is no text.
        title = title.encode("utf-8", "backslashreplace").decode("utf-8")
        self._about = {"title": title, "problem": repr(problem),
                       "rule": "look-ahead" if lookahead else "default", "keeps": keeps,
                       "fingerprint": fingerprint(problem, lookahead)}
        self._sum = 0  # of the check sums of the batches in the file
        self._digest = ""  # of all that is in the file
        self._database = _connected(self.path, "rwc")
        try:
            with _explained(self.path):
                self._take()
                self._files = self._identities()
                if _is_empty(self._database):
                    self._create()
                self.state = self._load()
        except BaseException:
            self._database.close()
            raise

    def _take(self) -> None:
        """Take possession of the file.

        A run lets go of it for a moment each time that it has written.  So it belongs
        to nobody only if it is there to take a second time.
        """
        self._begin()
        if not _is_empty(self._database):
            self._database.rollback()
            time.sleep(PAUSE)
            self._database.execute("PRAGMA busy_timeout = 0")
            self._begin()
            self._database.execute("PRAGMA busy_timeout = 200")

    def _begin(self) -> None:
        """Begin the next transaction at once: so no other run can write in between."""
        self._database.execute("BEGIN IMMEDIATE")

    def _identities(self) -> list[tuple[int, int]]:
        """Return what tells the files that are written to from others of their names.
        """
        found = [os.stat(path) for path in (self._place, self._place + "-wal")]
        return [(file.st_dev, file.st_ino) for file in found]

    def _check_own(self) -> None:
        """Refuse to write to files that are gone, or not as this run has left them."""
        if self._identities() != self._files:
            raise CheckpointError(f"{self.path}: there is another file in its place")
        row = self._database.execute("SELECT value FROM about WHERE key = 'digest'"
                                     ).fetchone()
        if row != (self._digest,):
            raise CheckpointError(f"{self.path}: another run has written to it")

    def _create(self) -> None:
        for statement in TABLES.split(";")[:-1]:
            self._database.execute(statement)
        self._database.execute(f"PRAGMA application_id = {APPLICATION}")
        self._database.execute(f"PRAGMA user_version = {VERSION}")
        self._database.executemany("INSERT INTO about VALUES (?, ?)",
                                   self._about.items())
        self._database.execute("INSERT INTO about VALUES ('digest', '')")
        self.write(State(), [])

    def _load(self) -> State:
        about, state, self._sum, self._digest = _checked(self._database)
        if any(about[key] != value for key, value in self._about.items()):
            own, other = _described(self._about), _described(about)
            if own == other:
                own = "another problem of that size"
            raise CheckpointError(f"{self.path}: this is a checkpoint of {other}, "
                                  f"not of {own}; give another file")
        for job in state.jobs:
            if len(job.position) != len(job.widths):
                raise CheckpointError(f"{self.path}: damaged: no job {job}")
        return state

    def batches(self) -> Iterator[Batch]:
        """Yield what was found, in the order of the search."""
        after = ""
        while True:
            with _explained(self.path):
                row = self._database.execute(
                    "SELECT position, covers FROM found WHERE position > ? "
                    "ORDER BY position LIMIT 1", (after,)).fetchone()
                if row is None:
                    return
                after, covers = row
                batch = Batch(_numbers(after), list(map(tuple, json.loads(covers))))
            yield batch

    def write(self, state: State, new: list[Batch],
              old: list[Batch] | None = None) -> None:
        """Write how far the search is, in one transaction.

        Parameters
        ----------
        state : State
        new : list of Batch
            What was found since the last time.
        old : list of Batch, optional
            What is in the file and is not wanted there any more.

        Raises
        ------
        CheckpointError
            If it cannot be written; then the file is as it was before.
        """
        with _explained(self.path):
            if not self._database.in_transaction:
                self._begin()
            try:
                self._check_own()
                total = self._sum
                for batch in new:
                    row = _text(batch.position), json.dumps(batch.covers,
                                                            separators=(",", ":"))
                    self._database.execute("INSERT INTO found VALUES (?, ?)", row)
                    total += crc32("\n".join(row).encode())
                for batch in old or ():
                    key = (_text(batch.position),)
                    row = self._database.execute(
                        "SELECT position, covers FROM found WHERE position = ?",
                        key).fetchone()
                    self._database.execute("DELETE FROM found WHERE position = ?", key)
                    total -= crc32("\n".join(row).encode())
                digest = self._write_state(state, total)
                self._database.commit()
                self._sum, self._digest = total, digest
            except BaseException:
                self._database.rollback()
                raise
        with suppress(sqlite3.OperationalError):  # it is written; the next time tells
            self._begin()

    def _write_state(self, state: State, total: int) -> str:
        self._database.execute("DELETE FROM jobs")
        self._database.executemany(
            "INSERT INTO jobs VALUES (?, ?, ?)",
            [(_text(job.position), _text(job.widths), _text(job.stops))
             for job in state.jobs])
        far = {"complete": "no" if state.jobs else "yes", "covers": state.covers,
               "nodes": state.nodes, "seconds": state.seconds,
               "tallies": json.dumps(dict(state.tallies)), "found": total}
        about = {**self._about, **{key: str(value) for key, value in far.items()}}
        about["digest"] = _digest(about, state.jobs)
        self._database.executemany(
            "INSERT INTO about VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value", about.items())
        return about["digest"]

    def close(self) -> None:
        """Close the file; what `write` wrote stays."""
        self._database.close()


class Status(NamedTuple):
    """What a checkpoint says, to be shown."""

    title: str
    problem: str
    state: State
    batches: int

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return not self.state.jobs


def status(path: str | Path) -> Status:
    """Read a checkpoint without changing it, while a search uses it, too.

    Raises
    ------
    CheckpointError
        If the file is none, or damaged.

    Returns
    -------
    Status

    Examples
    --------
    >>> import os, tempfile
    >>> from dlx import Problem
    >>> path = os.path.join(tempfile.mkdtemp(), "run.sqlite")
    >>> Checkpoint(path, Problem(["ab"]), "covers of an example").close()
    >>> status(path).title, status(path).complete
    ('covers of an example', False)
    """
    database = _connected(str(path), "ro")
    try:
        with _explained(str(path)):
            database.execute("BEGIN")
            if _is_empty(database):
                raise CheckpointError(f"{path}: there is nothing in it")
            about, state, _, _ = _checked(database)
            number, = database.execute("SELECT count(*) FROM found").fetchone()
    finally:
        database.close()
    return Status(about["title"], about["problem"], state, number)


def _connected(path: str, mode: str) -> sqlite3.Connection:
    """Open a database, and see to it that it is not of another program."""
    place = Path(path).absolute().as_uri()
    if not path:
        raise CheckpointError("a checkpoint needs the name of a file")
    if os.path.exists(path) and not os.path.isfile(path):
        raise CheckpointError(f"{path}: this is no file")
    if mode == "ro" and not os.path.exists(path):
        raise CheckpointError(f"{path}: there is no such file")
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        raise CheckpointError(f"{path}: there is no folder {folder}")
    if mode == "ro" and not os.path.exists(f"{path}-wal"):
        mode = "ro&immutable=1"  # nobody has it open, and no files come to stand beside
    with _explained(path):
        database = sqlite3.connect(f"{place}?mode={mode}", uri=True, timeout=0.2,
                                   isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA trusted_schema = OFF")
            if not _is_empty(database):
                _check_ours(database)
            if mode == "rwc":
                database.execute("PRAGMA journal_mode = WAL")
                # A commit is safe from a crash of this process, if not of the machine.
                database.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            database.close()
            raise
    return database


class _explained:
    """Say in one line what is wrong with the file, whatever SQLite says."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, sqlite3.OperationalError):
            told = str(error)
            if "locked" in told:
                told = "another run is using it"
            elif told.startswith("no such"):
                told = f"damaged, or no checkpoint: {told}"
            raise CheckpointError(f"{self.path}: {told}") from None
        if isinstance(error, sqlite3.DatabaseError):
            raise CheckpointError(f"{self.path}: damaged, or no checkpoint: {error}"
                                  ) from None
        if isinstance(error, OSError):
            raise CheckpointError(f"{self.path}: {error.strerror}") from None
        if isinstance(error, (KeyError, ValueError, TypeError, AttributeError)):
            raise CheckpointError(f"{self.path}: damaged: {error}") from None


def _is_empty(database: sqlite3.Connection) -> bool:
    number, = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not number and not _pragma(database, "application_id")


def _pragma(database: sqlite3.Connection, name: str) -> Any:
    return database.execute(f"PRAGMA {name}").fetchone()[0]


def _check_ours(database: sqlite3.Connection) -> None:
    if _pragma(database, "application_id") != APPLICATION:
        raise sqlite3.DatabaseError("it is the database of another program")
    if (version := _pragma(database, "user_version")) != VERSION:
        raise sqlite3.DatabaseError(f"it is of version {version} of these files, and "
                                    f"this program writes version {VERSION}")


def _described(about: dict[str, str]) -> str:
    """Return what a checkpoint is of, in words."""
    rule = ", with look-ahead" if about["rule"] != "default" else ""
    keeps = ", only counted" if about["keeps"] != "covers" else ""
    return f"{about['title']} ({about['problem']}{rule}{keeps})"


def _checked(database: sqlite3.Connection) -> tuple[dict[str, str], State, int, str]:
    """Return the contents of a file that is whole.

    What is said about it, the state, the sum of the batches, and the digest.
    """
    _check_ours(database)
    if (verdict := _pragma(database, "quick_check")) != "ok":
        raise sqlite3.DatabaseError(verdict.splitlines()[-1])
    about = dict(database.execute("SELECT key, value FROM about"))
    jobs = tuple([Job(*map(_numbers, row)) for row in database.execute(
        "SELECT position, widths, stops FROM jobs ORDER BY position")])
    digest = about.pop("digest")
    total = 0
    for row in database.execute("SELECT position, covers FROM found"):
        total += crc32("\n".join(row).encode())
    if digest != _digest(about, jobs) or str(total) != about["found"]:
        raise sqlite3.DatabaseError("the contents are not what was written")
    state = State(jobs, int(about["covers"]), int(about["nodes"]),
                  float(about["seconds"]), tuple(json.loads(about["tallies"]).items()))
    return about, state, total, digest


def _digest(about: dict[str, str], jobs: tuple[Job, ...]) -> str:
    text = json.dumps([sorted(about.items()), sorted(jobs)])
    return hashlib.sha256(text.encode()).hexdigest()


def _text(numbers: tuple[int, ...]) -> str:
    """Return numbers as a text; such texts sort as the numbers do."""
    return " ".join([f"{number:07}" for number in numbers])


def _numbers(text: str) -> tuple[int, ...]:
    """Undo `_text`."""
    return tuple([int(number) for number in text.split()])
