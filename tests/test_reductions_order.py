"""Equal pieces in one order only: the secondary items, and the labels put back."""

from __future__ import annotations

import tracemalloc
from itertools import islice, permutations, product
from math import perm, prod

import pytest
from hypothesis import assume, given, settings, strategies as st

from reductions import Placement
from reductions.order import Labelings, order_items

quick = settings(deadline=None, max_examples=60)


@pytest.mark.parametrize("places", range(1, 34))
def test_two_pieces_share_an_item_just_if_the_first_lies_behind(places):
    items = order_items(["a", "b"], places)
    for one, other in product(range(places), repeat=2):
        if one != other:
            shared = {*items["a", one]} & {*items["b", other]}
            assert bool(shared) == (one > other)


@pytest.mark.parametrize("places", [3, 4, 5, 7])
def test_of_all_orders_of_three_pieces_the_increasing_one_is_left(places):
    names = ["a", "b", "c"]
    items = order_items(names, places)
    for spots in permutations(range(places), 3):
        used = [item for pair in zip(names, spots) for item in items[pair]]
        assert (len(set(used)) == len(used)) == (list(spots) == sorted(spots))


@pytest.mark.parametrize(("places", "most"), [(2, 1), (8, 3), (9, 4), (1000, 10)])
def test_a_piece_needs_few_items_however_many_the_places(places, most):
    items = order_items(["a", "b"], places)
    assert max(map(len, items.values())) <= most
    names = {item for used in items.values() for item in used}
    assert len(names) < 2**most


def test_a_piece_alone_needs_no_items():
    assert order_items(["a"], 3) == {("a", 0): [], ("a", 1): [], ("a", 2): []}


def test_pieces_of_two_groups_share_no_items():
    one = order_items(["a", "b"], 9).values()
    other = order_items(["c", "d"], 9).values()
    assert not {i for items in one for i in items} & {i for o in other for i in o}


def test_no_names_make_pieces_of_two_groups_share_items():
    def items(*group):
        return {item for used in order_items(group, 9).values() for item in used}

    names = ["a", "b", "a before b", "b before c", "c", "'", "' before '", "a: 0"]
    for one, other, third, fourth in permutations(names, 4):
        assert not items(one, other) & items(third, fourth)


def laid(*names: str) -> tuple[Placement, ...]:
    """Return a layout with the pieces side by side."""
    return tuple(Placement(name, ((0, k),)) for k, name in enumerate(names))


def labelings(groups, names, width) -> Labelings:
    everywhere = [Placement(name, ((0, k),)) for name in names for k in range(width)]
    return Labelings(groups, everywhere, lambda placement: placement.cells)


@quick
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(0, 2))
def test_each_labeling_comes_once_and_they_are_as_many_as_counted(sizes, spare):
    number = prod(perm(size + spare, size) for size in sizes)
    assume(number < 3000)
    groups = [
        tuple(f"{k}{letter}" for letter in "pqrstu"[: size + spare])
        for k, size in enumerate(sizes)
    ]
    names = [name for group in groups for name in group] + ["x"]
    layout = laid("x", *(n for g, size in zip(groups, sizes) for n in g[:size]))
    label = labelings(groups, names, len(layout))
    found = list(label.each(layout))
    assert len(set(found)) == len(found) == label.count(layout)
    assert len(found) == number
    for labeled in found:
        assert {p.cells for p in labeled} == {p.cells for p in layout}
        assert len({p.piece for p in labeled}) == len(layout)
        by_cell = {p.cells: p.piece for p in labeled}
        for placement in layout:
            group = next((g for g in groups if placement.piece in g), ("x",))
            assert by_cell[placement.cells] in group
    assert found[0] == layout


def test_of_spare_pieces_the_first_are_used():
    label = labelings([("a", "b", "c")], "abcx", 3)
    assert label.count(laid("a", "b", "x")) == 6
    assert label.count(laid("a", "x")) == 3
    assert label.count(laid("x")) == 1
    for wrong in ("a", "c"), ("b", "c"), ("b",), ("c", "x"):
        assert label.count(laid(*wrong)) == 0


def test_labelings_are_made_one_by_one():
    names = [f"t{k}" for k in range(18)]
    label = labelings([tuple(names[:9]), tuple(names[9:])], names, 18)
    layout = laid(*names)
    tracemalloc.start()
    try:
        some = list(islice(label.each(layout), 1000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(set(some)) == 1000
    assert peak < 10e6
    assert label.count(layout) == perm(9) ** 2


def test_without_equal_pieces_there_is_one_labeling():
    label = labelings([], "ab", 2)
    assert list(label.each(laid("a", "b"))) == [laid("a", "b")]
    assert label.count(laid("a", "b")) == 1
