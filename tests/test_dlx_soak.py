"""Some rounds of the soak; ``tests/bench/soak.py`` runs for as long as is wanted."""

from __future__ import annotations

from unittest import mock

from bench.soak import Soak


def test_some_rounds_of_random_problems_and_ways_to_search_agree(tmp_path):
    soak = Soak(20, tmp_path)
    for number in range(30):
        soak.round(number)
    assert soak.faults == []
    assert soak.counts["problems"] == 30 and soak.counts["covers compared"] > 1000
    assert min(soak.counts["interruptions"], soak.counts["resumptions"]) > 30


def test_a_soak_tells_of_a_disagreement_and_how_to_repeat_it(tmp_path):
    soak = Soak(20, tmp_path)
    with mock.patch("dlx.engines.links.Links.cover_found", return_value=(0,)):
        soak.round(4)
    assert soak.faults and soak.faults[0].startswith("--seed 20 --round 4: ")
