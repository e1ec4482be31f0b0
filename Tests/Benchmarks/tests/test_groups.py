"""Runs each group and curve briefly and checks that they are complete and plausible."""

from __future__ import annotations

import math
import os
import re
import shutil

import pytest

from bench.figures import Row, Rows
from bench.goals import GOALS
from bench.rows import GROUPS
from bench.scale import PARTS
from bench.scale.curves import Curves
from bench.table import HEADING, cells, points
from bench.workplace import Workplace

SCALES = {"memory.controller", "memory.event"}

# These figures may be 0 in a tiny run, and a takeover can be over before its lease. Lines through
# two small numbers of subscribers may even fall.
MAY_BE_NOTHING = ("memory.", "engine.allocations", "plugins.callback",
                  "takeovers.longest", "nats.delivery", "nats.connection")  # fmt: skip


def is_plausible(row: Row) -> bool:
    """Whether a row is finite and, if required, positive."""
    samples = row.ours + row.base
    if not samples or not all(math.isfinite(sample) for sample in samples):
        return False
    return row.key.startswith(MAY_BE_NOTHING) or min(samples) > 0


@pytest.mark.parametrize("name", GROUPS)
def test_every_group_measures_all_its_rows(name: str, place: Workplace) -> None:
    if name == "tmux" and not shutil.which("tmux"):
        pytest.skip("there is no tmux")
    if name == "nats" and not shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin"):
        pytest.skip("there is no nats-server")
    rows = Rows()
    GROUPS[name](place, rows)
    assert rows.all and rows.failures == {}
    assert [row.key for row in rows.all if not is_plausible(row)] == []
    assert all(len(row.base) in (0, len(row.ours)) for row in rows.all)
    assert all(bool(row.base) == bool(row.baseline) for row in rows.all)
    assert all(len(cells(row)) == len(HEADING) for row in rows.all)
    expected = {
        general(key) for key in GOALS if group_of(key) == name and can_be_measured(key)
    }  # fmt: skip
    assert expected <= {general(row.key) for row in rows.all}


@pytest.mark.parametrize("name", PARTS)
def test_every_scale_benchmark_measures_and_prints_each_size(name: str, place: Workplace) -> None:
    rows, curves = Rows(), Curves()
    PARTS[name](place, curves, rows)
    assert all(math.isfinite(row.figure.median) for row in rows.all)
    assert curves.all or name == "retained"
    for curve in curves.all:
        assert all(len(line) == 2 and min(y for _, y in line) > 0 for line in curve.lines.values())
        title, _, heading, _, *sizes = points(curve)
        assert curve.title in title and curve.y in title
        assert all(text in heading for text in (curve.x, *curve.lines))
        assert len(sizes) == 2


def test_every_goal_belongs_to_a_group() -> None:
    assert all(group_of(key) in GROUPS for key in GOALS if key not in SCALES)


def general(key: str) -> str:
    """Returns the key without its size."""
    return re.sub(r"\d+", "#", key)


def can_be_measured(key: str) -> bool:
    """Whether valgrind is available for rows that count allocations."""
    return key not in SCALES and (key != "engine.allocations" or bool(shutil.which("valgrind")))


def group_of(key: str) -> str:
    """Returns the group that has a row with this key."""
    first = key.partition(".")[0]
    groups = {
        "ping": "round-trips", "next": "round-trips", "start": "starts", "once": "starts",
        "hold": "holds",
    }  # fmt: skip
    return groups.get(first, first)
