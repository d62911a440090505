"""The compiled inner loops of `dlx.engines.words`.

The names and the shapes of the arrays are those of `dlx.engines.words.Words`.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

Array = Any

# How a slice ends.
PAUSED, FULL, DONE = 0, 1, 2


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    """Return how many bits of a word are set."""
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])
    return types.uint64(types.uint64), build


@intrinsic
def lowest(typing_context: Any, word: Any) -> Any:
    """Return the place of the lowest bit of a word that is not zero."""
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
    return types.uint64(types.uint64), build


@numba.njit(cache=True, boundscheck=False)
def enter(option: int, depth: int, first: Array, members: Array, keep: Array,
          covered: Array, lanes: Array, open_items: Array, branch: Array,
          left: Array) -> int:
    """Take an option at a level; return how many options the next item has.

    -1 if nothing is left to cover.  With 0 the next level is not filled in.
    """
    below = depth + 1
    fewest = 1 << 30
    best = -1
    for v in range(open_items.shape[1]):
        still = open_items[depth, v] & ~covered[option, v]
        open_items[below, v] = still
        while still and fewest > 1:
            item = 64 * v + lowest(still)
            still &= still - np.uint64(1)
            size = 0
            for w in range(first[item], first[item + 1]):
                size += popcount(lanes[depth, w] & keep[option, w])
            if size < fewest:
                fewest = size
                best = item
    if best < 0:
        return -1
    branch[below] = best
    if fewest > 0:
        for w in range(lanes.shape[1]):
            lanes[below, w] = lanes[depth, w] & keep[option, w]
        for w in range(first[best], first[best + 1]):
            left[below, w - first[best]] = lanes[below, w]
    return fewest


@numba.njit(cache=True, boundscheck=False)
def search_slice(state: Array, room: int, budget: int, first: Array, members: Array,
                 keep: Array, covered: Array, lanes: Array, open_items: Array,
                 branch: Array, left: Array, path: Array, tried: Array, width: Array,
                 covers: Array, positions: Array, sizes: Array, counts: Array) -> int:
    """Search on until a slice is full; return how it ended.

    ``state`` is the level, the nodes so far, and the covers found in this slice.
    """
    depth = state[0]
    nodes = state[1]
    end = nodes + budget
    found = 0
    how = PAUSED
    while nodes < end:
        item = branch[depth]
        words = first[item + 1] - first[item]
        w = 0
        while w < words and left[depth, w] == 0:
            w += 1
        if w == words:
            if depth == 0:
                how = DONE
                break
            depth -= 1
            continue
        word = left[depth, w]
        left[depth, w] = word & (word - np.uint64(1))
        option = members[first[item] + w, lowest(word)]
        path[depth] = option
        tried[depth] += 1
        nodes += 1
        size = enter(option, depth, first, members, keep, covered, lanes, open_items,
                     branch, left)
        if size > 0:
            depth += 1
            tried[depth] = 0
            width[depth] = size
        elif size < 0:
            for level in range(depth + 1):
                covers[found, level] = path[level]
                positions[found, level] = tried[level]
                sizes[found, level] = width[level]
            counts[found, 0] = depth + 1
            counts[found, 1] = nodes
            found += 1
            if found == room:
                how = FULL
                break
    state[0] = depth
    state[1] = nodes
    state[2] = found
    return how


@numba.njit(cache=True, boundscheck=False)
def fill(starts: Array, item: Array, pair: Array, pair_item: Array, pair_color: Array,
         first: Array, items: int, words: int) -> tuple[Array, Array, Array, Array]:
    """Return members, covered, keep, and all lanes."""
    options, primary = len(starts) - 1, len(first) - 1
    members = np.zeros((words, 64), np.int32)
    covered = np.zeros((max(options, 1), (primary + 63) // 64), np.uint64)
    everything = np.zeros(words, np.uint64)
    place = np.full(len(item), -1, np.int64)
    size = np.zeros(primary, np.int64)
    for option in range(options):
        for e in range(starts[option], starts[option + 1]):
            i = item[e]
            if i < primary:
                covered[option, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
                place[e] = 64 * first[i] + size[i]
                size[i] += 1
                members[place[e] >> 6, place[e] & 63] = option
                everything[place[e] >> 6] |= np.uint64(1) << np.uint64(place[e] & 63)
    # The options that use an item in one color, and those that use it at all.
    using = np.zeros((len(pair_item), words), np.uint64)
    for option in range(options):
        for e in range(starts[option], starts[option + 1]):
            for f in range(starts[option], starts[option + 1]):
                if place[f] >= 0:
                    using[pair[e], place[f] >> 6] |= (
                        np.uint64(1) << np.uint64(place[f] & 63))
    users = np.zeros((items, words), np.uint64)
    for q in range(len(pair_item)):
        users[pair_item[q]] |= using[q]
    keep = np.empty((max(options, 1), words), np.uint64)
    for option in range(options):
        keep[option] = everything
        for e in range(starts[option], starts[option + 1]):
            q = pair[e]
            for w in range(words):
                left = everything[w] & ~users[pair_item[q], w]
                if pair_color[q]:
                    left |= using[q, w]
                keep[option, w] &= left
    return members, covered, keep, everything
