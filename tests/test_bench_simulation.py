"""The simulation of a cluster: small ones, against what can be worked out by hand."""

from __future__ import annotations

from random import Random

import pytest
from bench.simulate_cluster import (
    Pattern,
    Settings,
    main,
    measure,
    replay,
    simulate,
    store,
)

from oracle import queens


@pytest.fixture(scope="module")
def measured():
    """Return jobs of a tiny problem, with times that do not differ from run to run."""
    return [
        entry._replace(seconds=(1 + entry.nodes) * 1e-5)
        for entry in measure(queens(7), 60)
    ]


def test_measuring_searches_every_job(measured):
    assert len(measured) >= 60
    assert sum(entry.job.share for entry in measured) == pytest.approx(1)
    assert all(entry.nodes >= 0 for entry in measure(queens(5), 10))


def test_a_cut_at_the_top_keeps_what_is_under_the_present_option(measured):
    pattern = Pattern(measured)
    cuts = 0
    for (job, _, _), begin in zip(measured, pattern.work):
        after = after_present_option(job)
        if after is None:
            continue
        first, second = pattern.cut((begin, 1.0))
        place = pattern.positions.index(second_job(measured, after))
        assert first == (begin, pattern.work[place])
        assert second == (pattern.work[place], 1.0)
        cuts += 1
    assert cuts > 30


def after_present_option(job):
    """Return the position of the next option at the first level that has another."""
    for level, (place, width) in enumerate(zip(job.position[:-1], job.widths)):
        if place + 1 < width:
            return (*job.position[:level], place + 1)
    return None


def second_job(measured, position):
    """Return the position of the first job from that position on."""
    return next(job.position for job, _, _ in measured if job.position >= position)


def test_parts_are_cut_anywhere_and_make_up_the_whole(measured):
    pattern, random = Pattern(measured), Random(1)
    for _ in range(300):
        begin, end = sorted((random.random(), random.random()))
        for cut in (pattern.cut, pattern.halve):
            first, second = cut((begin, end))
            assert begin == first[0] < first[1] == second[0] < second[1] == end
        low, middle, high = map(pattern.shared, (begin, first[1], end))
        assert low <= middle <= high
    assert (pattern.shared(0), pattern.shared(1)) == (0, pytest.approx(1))


def test_one_worker_takes_as_long_as_its_slices_and_what_goes_with_them(measured):
    settings = Settings(seconds=3, slice=1, start=2, cost=0.5, latency=0.25, overhead=1)
    alone = simulate(Pattern(measured), 1, settings)
    assert alone.seconds == pytest.approx(2 + 0.5 + 3 * (1 + 1 + 2 * 0.25 + 0.5))
    assert (alone.results, alone.cuts, alone.lost) == (3, 0, 0)


@pytest.mark.parametrize("middle", [0, 1])
def test_all_workers_are_kept_busy_and_the_work_is_done(measured, middle):
    settings = Settings(seconds=30, middle=middle)
    outcome = simulate(Pattern(measured), 20, settings)
    assert outcome == simulate(Pattern(measured), 20, settings)
    assert 0.7 < outcome.efficiency < 1
    assert outcome.cuts >= 19 and outcome.results >= 20 * 30 / 0.15


def test_what_a_dead_worker_had_is_searched_again(measured):
    settings = Settings(seconds=30, deaths=200, notice=1)
    outcome = simulate(Pattern(measured), 10, settings)
    assert outcome.lost > 3
    calm = simulate(Pattern(measured), 10, settings._replace(deaths=0))
    assert outcome.seconds > calm.seconds and calm.lost == 0


def test_stored_times_are_replayed_to_the_same_table(measured, tmp_path, capsys):
    path = tmp_path / "times.json"
    store(measured, path)
    assert replay(path) == measured
    tables = []
    for _ in range(2):
        assert (
            main(["--replay", str(path), "--workers", "2", "9", "--seconds", "3"]) == 0
        )
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
    assert [line.split()[0] for line in tables[0].splitlines()[3:]] == ["2", "9"]
    assert main(["queens-8", "--parts", "9", "--workers", "3", "--seconds", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[0] == "3"
