"""``puzzles solve --best``: the most that matches, for puzzles without a layout."""

from __future__ import annotations

import argparse
import os
import sys
from json import dumps
from typing import IO

from dlx.terminal import interruptible, plain, say
from reductions import check, kind_of
from reductions.best import Best

from ..files import PuzzleFile
from . import picture, placement_data, read, until_stopped
from .progress import progress

__all__ = ["run", "save"]


def run(arguments: argparse.Namespace) -> int:
    """Find better and better boards, and return the exit code."""
    file = read(arguments)
    if file.puzzle.kind != "edge-matching":
        raise ValueError(
            f"{file.name}: --best is for edge matching; this is {file.puzzle.kind}"
        )
    if arguments.link:
        from ..formats.viewer import notes

        for note in notes(file):
            say(f"puzzles: {file.name}: {note}")
    best = Best(
        file.puzzle,  # type: ignore[arg-type]
        seed=arguments.seed or 0,
        timeout=arguments.timeout,
    )
    write = _link if arguments.link else _json if arguments.json else _text

    def improve() -> None:
        with progress("looking for a better board") as bar:
            for _, score in best:
                with bar.aside():
                    say(
                        f"puzzles: {file.name}: {score} of {best.possible} inner sides "
                        f"match, after {best.seconds:.1f} s"
                    )
                if arguments.out:
                    save(arguments.out, write(file, best))

    with interruptible(best):
        code = until_stopped(improve)
    final = write(file, best, sys.stdout if arguments.out is None else None)
    if arguments.out:
        save(arguments.out, final)
    else:
        print(final, end="")
    _summarize(file, best)
    return code


def save(path: str, text: str) -> None:
    """Write a file anew, in one step, so that a break leaves the old one or the new."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):  # a device, a pipe
        with open(path, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        return
    folder, name = os.path.split(path)
    new = os.path.join(folder, f".{name}.{os.getpid()}.new")
    try:
        with open(new, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(new, path)
    except BaseException:
        if os.path.exists(new):
            os.unlink(new)
        raise


def _text(file: PuzzleFile, best: Best, out: IO[str] | None = None) -> str:
    """Return the picture of the best board, its score, and what does not match."""
    board = picture(file.puzzle, best.layout, out)
    score = f"{best.score} of {best.possible} inner sides match{_proof(best)}"
    faults = [plain(fault) for fault in check(file.puzzle, best.layout)]
    return "\n".join([board, score, *faults]) + "\n"


def _link(file: PuzzleFile, best: Best, out: IO[str] | None = None) -> str:
    from ..formats.viewer import write_layout

    return write_layout(file, best.layout) + "\n"


def _json(file: PuzzleFile, best: Best, out: IO[str] | None = None) -> str:
    return (
        dumps(
            {
                "puzzle": file.name,
                "kind": file.puzzle.kind,
                "score": best.score,
                "possible": best.possible,
                "most": best.most,
                "proved": best.proved,
                "seed": best.seed,
                "seconds": round(best.seconds, 6),
                "layout": [placement_data(placement) for placement in best.layout],
                "faults": check(file.puzzle, best.layout),
            }
        )
        + "\n"
    )


def _proof(best: Best) -> str:
    if best.proved:
        return "" if best.score == best.possible else "; no board has more"
    if best.most == best.possible:
        return "; whether that is the most is not known"
    return f"; whether that is the most is not known, at most {best.most} can"


def _summarize(file: PuzzleFile, best: Best) -> None:
    parts = [
        f"best: {best.score} of {best.possible}{_proof(best)}",
        kind_of(file.puzzle).moves(file.puzzle),
        f"seed {best.seed}",
        f"{best.seconds:.2f} s",
    ]
    say(f"puzzles: {file.name}: " + "; ".join(parts))
