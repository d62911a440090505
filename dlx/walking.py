"""Walking through all covers without listing them: equal states are looked at once.

A *state* is which items are still to be covered and which options are live.  Both are
held in one integer (`dlx.engines.lanes`), and integers are compared whole, so that two
states are taken for equal only if they are.  What is found in a state is remembered.  A
state that falls into independent parts has what its parts have, put together.

This is the method of M. Nishino, N. Yasuda, S. Minato and M. Nagata, Dancing with
Decision Diagrams, AAAI 2017; the parts are an addition, as in Fang et al., A Parallel
Approach to Counting Exact Covers Based on Decomposability Property, SAT 2026.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .engines.bits import PULSE
from .engines.lanes import LaneTable, table_bytes
from .problem import Problem

__all__ = ["Walk"]

Value = TypeVar("Value")

#: A state is tried for independent parts if so many items are open in it, ...
MANY_ITEMS = 8

#: ... always while that succeeds once in so many times, else once in so many times.
RARE = 32


class Walk(Generic[Value]):
    """Find what the covers of a problem amount to, for some kind of value.

    Parameters
    ----------
    problem : Problem
    none, empty : value
        Of a state without covers, and of one with nothing to cover.
    join : function (item, list of (option, value)) -> value
        Of a state that branches on an item: for each option the value of what is left.
    product : function (list of values) -> value
        Of independent parts together.
    memory : int
        How many bytes may be taken, about.
    met : function (value), optional
        Called with what is known of a state each time that it is met again.

    Attributes
    ----------
    nodes : int
        How many options were chosen.
    known : dict
        The values of states; a state is its lanes with the guards of open items out.
    """

    def __init__(
        self, problem: Problem, none: Value, empty: Value,
        join: Callable[[int, list[tuple[int, Value]]], Value],
        product: Callable[[list[Value]], Value], memory: int,
        met: Callable[[Value], None] = lambda value: None,
    ) -> None:
        self.none, self.empty, self.join, self.product = none, empty, join, product
        self.met = met
        self.table = problem.table or LaneTable(problem)
        self.memory = memory - table_bytes(problem)
        self.nodes = 0
        self.known: dict[int, Value] = {}
        self.tries = self.splits = 0
        self.stack: list[_Branch[Value] | _Parts[Value]] = []

    def run(self) -> Iterator[Value | None]:
        """Yield None now and then, so that the reader can stop; at last the value."""
        stack = self.stack
        value = self._begin(self.table.guards, self.table.lanes, stack)
        pulse = PULSE
        while stack:
            if value is not None:
                stack[-1].add(value)
            state = stack[-1].next()
            if state is None:
                done = stack.pop()
                value = done.value()
                self._remember(done.key, value)
            else:
                self.nodes += isinstance(stack[-1], _Branch)
                value = self._begin(*state, stack)
                if self.nodes >= pulse:
                    pulse += PULSE
                    yield None
        yield value

    def finished(self) -> Iterator[Value]:
        """Yield the values of the states that are finished, no two of which overlap."""
        for frame in self.stack:
            if isinstance(frame, _Parts):
                return  # what it has depends on parts that are not finished
            for _, value in frame.found:
                yield value

    @property
    def done(self) -> float:
        """How much of the walk is done, 0 to 1, if every branch and part is alike."""
        share, scale = 0.0, 1.0
        for frame in self.stack:
            scale /= frame.width
            share += scale * frame.done
        return share

    @property
    def in_parts(self) -> bool:
        """Whether the walk is inside one of several independent parts."""
        return any(isinstance(frame, _Parts) for frame in self.stack)

    def _begin(self, guards: int, lanes: int,
               stack: list[_Branch[Value] | _Parts[Value]]) -> Value | None:
        """Return the value of a state, or None when it has been put on the stack."""
        if not guards:
            return self.empty
        key = lanes ^ guards
        if key in self.known:
            self.met(self.known[key])
            return self.known[key]
        if (lanes - self.table.ones) & guards != guards:
            return self.none  # an item without options
        parts = self._parts(guards, lanes)
        if parts:
            stack.append(_Parts(self, key, parts))
        else:
            stack.append(_Branch(self, key, guards, lanes))
        return None

    def _remember(self, key: int, value: Value) -> None:
        if self.memory > 0:
            self.memory -= 150 + key.bit_length() // 7
            self.known[key] = value

    def _parts(self, guards: int, lanes: int) -> list[tuple[int, int]]:
        """Return the independent parts of a state, if there are several."""
        if guards.bit_count() < MANY_ITEMS:
            return []
        self.tries += 1
        if self.tries > RARE * (self.splits + 1) and self.tries % RARE:
            return []
        live = left = lanes ^ self.table.guards
        parts = []
        while left:
            part = self._part(live, left)
            if part == live:
                return []
            left ^= part
            lanes = part | self.table.guards
            parts.append((guards & lanes - self.table.ones, lanes))
        self.splits += 1
        return parts

    def _part(self, live: int, left: int) -> int:
        """Return the lanes of the options that the last option of `left` leads to.

        One option leads to another if the two cannot both be chosen.
        """
        keep, places = self.table.keep, self.table.places
        part = done = 0
        ahead = left
        while ahead:
            option = self.table.option_at[ahead.bit_length() - 1]
            done |= places[option]
            part |= live ^ live & keep[option]
            if part == live:
                break
            ahead = part & ~done
        return part


class _Branch(Generic[Value]):
    """A state that branches on an item."""

    def __init__(self, walk: Walk[Value], key: int, guards: int, lanes: int) -> None:
        self.walk = walk
        self.key = key
        self.found: list[tuple[int, Value]] = []
        self.option = -1
        self.guards, self.lanes = guards, lanes
        self.item = walk.table.smallest(guards, lanes)
        self.options = walk.table.members[self.item]
        self.left = walk.table.lane(self.item, lanes)
        self.width = self.left.bit_count()

    @property
    def done(self) -> int:
        """How many options are done with, but for the one that was chosen last."""
        return max(0, self.width - self.left.bit_count() - 1)

    def next(self) -> tuple[int, int] | None:
        """Choose the next option and return the state that is left."""
        if not self.left:
            return None
        top = self.left.bit_length() - 1
        self.left ^= 1 << top
        self.option = self.options[top]
        table = self.walk.table
        return (self.guards ^ table.covered[self.option],
                self.lanes & table.keep[self.option])

    def add(self, value: Value) -> None:
        """Take the value of what was left when the last option was chosen."""
        if value != self.walk.none:
            self.found.append((self.option, value))

    def value(self) -> Value:
        if not self.found:
            return self.walk.none
        return self.walk.join(self.item, self.found)


class _Parts(Generic[Value]):
    """A state that falls into independent parts."""

    def __init__(self, walk: Walk[Value], key: int,
                 parts: list[tuple[int, int]]) -> None:
        self.walk = walk
        self.key = key
        self.left = parts[::-1]
        self.width = len(parts)
        self.found: list[Value] = []

    @property
    def done(self) -> int:
        """How many parts are done with."""
        return len(self.found)

    def next(self) -> tuple[int, int] | None:
        """Return the next part, unless one before had nothing."""
        return self.left.pop() if self.left else None

    def add(self, value: Value) -> None:
        """Take the value of the last part."""
        self.found.append(value)
        if value == self.walk.none:
            self.left = []

    def value(self) -> Value:
        if self.found[-1] == self.walk.none:
            return self.walk.none
        return self.walk.product(self.found)
