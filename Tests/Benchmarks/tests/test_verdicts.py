"""Tests of spreads, goals, verdicts and files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench import saved
from bench.blocks import heard
from bench.compare import verdicts
from bench.daemon import Traffic, bare, daemon, request
from bench.figures import Row, Rows, Spread
from bench.goals import Goal
from bench.machine import ROOT
from bench.processes import BenchFailure, running
from bench.workplace import Workplace


def row(*ours: float, base: float = 0, more_is_better: bool = False) -> Row:
    bases = [base] * len(ours) if base else []
    return Row("key", "name", "us", list(ours), bases, "bare" if base else "", more_is_better)


def test_a_spread_has_the_median_and_the_quartiles() -> None:
    assert Spread.of([5, 1, 4, 2, 3]) == Spread(3, 2, 4)
    assert Spread.of([7]) == Spread(7, 7, 7)


def test_the_ratio_is_computed_for_each_block() -> None:
    one = Row("key", "name", "us", [10, 40], [5, 20])
    assert one.ratio == Spread(2, 2, 2)


def test_a_second_run_adds_its_samples_to_the_row() -> None:
    rows = Rows()
    rows.add_times("a", "a", "bare", [1e-6], [2e-6])
    rows.add_times("a", "a", "bare", [3e-6], [4e-6])
    assert [(one.ours, one.base) for one in rows.all] == [([1.0, 3.0], [2.0, 4.0])]


def test_a_row_that_failed_once_is_not_shown() -> None:
    rows = Rows()
    rows.add(row(1))
    rows.fail("key", "a reply is missing")
    rows.add(row(2))
    assert rows.all == []
    assert rows.failures == {"key": "a reply is missing"}


def test_a_goal_limits_the_ratio_or_the_figure() -> None:
    assert Goal(2).is_met(row(20, base=10))
    assert not Goal(1.9).is_met(row(20, base=10))
    assert not Goal(2).is_met(row(1))
    assert Goal(20, of_ratio=False).is_met(row(20))
    assert not Goal(21, at_least=True, of_ratio=False).is_met(row(20))


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        (row(100, 101, 99, base=100), row(103, 104, 102, base=100), "same"),
        (row(100, 101, 99, base=100), row(110, 111, 109, base=100), "worse"),
        (row(100, 101, 99, base=100), row(90, 91, 89, base=100), "better"),
        (row(100, 130, 70, base=100), row(110, 140, 80, base=100), "same"),
        (row(100, base=100), row(300, base=300), "same"),
        (row(100, more_is_better=True), row(70, more_is_better=True), "worse"),
        (row(100), row(120), "same"),
    ],
)
def test_a_verdict_depends_on_the_spreads(before: Row, after: Row, word: str) -> None:
    assert [one.word for one in verdicts([before], [after])] == [word]


def test_a_row_with_free_process_placement_tolerates_a_larger_change() -> None:
    before = Row("a.free", "a", "us", [100], [100])
    assert verdicts([before], [Row("a.free", "a", "us", [120], [100])])[0].word == "same"
    assert verdicts([before], [Row("a.free", "a", "us", [130], [100])])[0].word == "worse"


def test_memory_is_judged_without_a_baseline() -> None:
    before = Row("memory.a", "a", "bytes", [100])
    assert verdicts([before], [Row("memory.a", "a", "bytes", [110])])[0].word == "worse"


def test_a_run_is_compared_with_a_saved_one(tmp_path: Path) -> None:
    head = {"commit": "c", "machine": "m"}
    saved.write(tmp_path / "before", head, [row(100)])
    saved.write(tmp_path / "same", head, [row(101)])
    saved.write(tmp_path / "worse", head, [row(150)])
    assert saved.read(tmp_path / "before") == (head, [row(100)])
    assert compared(tmp_path, "same") == 0
    assert compared(tmp_path, "worse") == 1


def compared(folder: Path, after: str) -> int:
    words = [sys.executable, "-m", "bench", "compare", str(folder / "before"), str(folder / after)]
    done = subprocess.run(
        words, cwd=ROOT / "Tests" / "Benchmarks", capture_output=True, timeout=30, check=False
    )
    return done.returncode


def test_a_measurement_fails_if_a_subscriber_missed_events(place: Workplace) -> None:
    traffic = Traffic("{}", 10, [("heard.", 40), ("missed.", 40)])
    with bare(place, traffic, subscribers=1) as base:
        with running(place.driver("subscriber"), "1", base.events, "heard.", "silent") as some:
            with running(place.driver("trip"), base.command, "{}") as trip:
                assert heard(trip, some, 1, all_events=False)(5) > 0
                with pytest.raises(BenchFailure, match="some are missing"):
                    heard(trip, some, 1)(5)


def test_a_measurement_fails_if_a_command_is_refused(place: Workplace) -> None:
    with daemon(place) as ours:
        refused = request("pager.next", id="nobody")
        with running(place.driver("trip"), ours.command, refused) as trip:
            with pytest.raises(BenchFailure, match="controllerNotFound"):
                trip.numbers(1)
