"""Parts of a search, and how large they are.

A `Job` is a position and, for the top levels, how many options to try: what is left of
a search, or one part of that.  Jobs are small, can be stored and sent, mean the same to
every engine, and can be split at any time; those of one search, sorted by position, are
in the order of the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .tree import Tree

__all__ = ["Job", "ROOT", "done_share", "split"]


class Job(NamedTuple):
    """A part of a search that is still to be done.

    Attributes
    ----------
    position : tuple of int
        Where it begins (see `dlx.engines`).
    widths : tuple of int
        How many options there are at each level of the position.
    stops : tuple of int
        How many of them are to be tried, at the first levels; all, where none is given.
    """

    position: tuple[int, ...]
    widths: tuple[int, ...]
    stops: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        """How large a part of the whole search this is, if every branch is alike.

        >>> Job((1, 2), (4, 5)).share  # 3 of the 5 under one of 4, and 2 of 4
        0.65
        """
        share, scale = 0.0, 1.0
        last = len(self.position) - 1
        for level, (place, width) in enumerate(zip(self.position, self.widths)):
            scale /= max(width, 1)
            stop = self.stops[level] if level < len(self.stops) else width
            share += scale * (stop - place - (level < last))
        return share

    def divided(self) -> tuple[Job, Job] | None:
        """Return two jobs that make up this one, about halves by their shares.

        None, where everything is under one option.

        >>> Job((1, 2, 0), (2, 6, 3)).divided()
        (Job(position=(1, 2, 0), widths=(2, 6, 3), stops=(2, 4)), \
Job(position=(1, 4), widths=(2, 6), stops=(2, 6)))
        """
        position, widths = self.position, self.widths
        for level in range(max(0, len(self.stops) - 1), len(position) - 1):
            stop = self.stops[level] if level < len(self.stops) else widths[level]
            after = position[level] + 1
            if after < stop:
                middle = (after + stop) // 2
                above = tuple([place + 1 for place in position[:level]])
                return (self._replace(stops=(*above, middle)),
                        Job((*position[:level], middle), widths[:level + 1],
                            (*above, stop)))
        return None


#: The whole search, before it begins; its width does not matter to its share.
ROOT = Job((0,), (1,))


def done_share(jobs: list[Job]) -> float:
    """Return how much of a search is done, 0 to 1, when these jobs are left.

    Examples
    --------
    >>> done_share([Job((3,), (4,))])
    0.75
    """
    return max(0.0, 1 - sum(sorted(job.share for job in jobs)))


def split(tree: Tree, job: Job, parts: int) -> tuple[list[Job], int]:
    """Return jobs that make up `job`, and how many options were chosen to find them.

    Parameters
    ----------
    tree : Tree
        Of the problem, at its root; it is there again in the end.
    job : Job
    parts : int
        How many jobs are wanted; there are fewer where the tree has not so many nodes,
        and more where it is wide.

    Returns
    -------
    jobs : list of Job
        In the order of the search.
    nodes : int

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.tree import tree
    >>> problem = Problem(["ab", "a", "b", "c", "c"])
    >>> jobs, _ = split(tree(problem), ROOT, 2)
    >>> for job in jobs:
    ...     print(job.position, job.stops)
    (0, 0) (1, 2)
    (1, 0) (2, 1)
    """
    if tree.covered:  # at the root: there is nothing to split
        return [job], 0
    if not job.stops and job.position == (0,):
        job = Job((0,), (tree.width,), (tree.width,))
    runs = _runs(job)
    whole: list[Job] = []  # those that cannot be split
    nodes = 0
    while runs and len(runs) + len(whole) < parts:
        largest = max(runs, key=lambda run: run.share)
        runs.remove(largest)
        pieces = _under(tree, largest)
        if len(pieces) == 1 and len(pieces[0].position) == len(largest.position):
            whole += pieces
        else:
            runs += pieces
            nodes += sum(len(run.position) > len(largest.position) for run in pieces)
    return sorted(runs + whole), nodes


def _runs(job: Job) -> list[Job]:
    """Return `job` as runs: jobs that each try options of one item, from some place."""
    runs = []
    position, widths, stops = job
    for level in reversed(range(len(position))):
        first = position[level] + (level + 1 < len(position))
        stop = stops[level] if level < len(stops) else widths[level]
        if first < stop:
            above = tuple([place + 1 for place in position[:level]])
            runs.append(Job((*position[:level], first), widths[:level + 1],
                            (*above, stop)))
    return runs


def _under(tree: Tree, run: Job) -> list[Job]:
    """Return the runs one level below a run; options that end there stay together."""
    *above, first = run.position
    for place in above:
        tree.descend(place)
    pieces: list[Job] = []
    for place in range(first, run.stops[-1]):
        tree.descend(place)
        if tree.covered or not tree.width:
            last = pieces[-1] if pieces else None
            if last and len(last.position) == len(run.position):
                pieces[-1] = last._replace(stops=(*last.stops[:-1], place + 1))
            else:
                pieces.append(Job((*above, place), run.widths,
                                  (*run.stops[:-1], place + 1)))
        else:
            pieces.append(Job((*above, place, 0), (*run.widths, tree.width),
                              (*run.stops[:-1], place + 1, tree.width)))
        tree.ascend()
    for _ in above:
        tree.ascend()
    return pieces
