"""`progress_at` returns the daemon's progress of a transition that the clock drives."""

from __future__ import annotations

import pytest
from conftest import show_book

from pagerd_client import Pager, progress_at
from pagerd_client.core.typed import read
from pagerd_client.records import TransitionRecord

CURVES = ("easeInOut", "easeIn", "easeOut", "linear")


@pytest.mark.parametrize("curve", CURVES)
def test_the_progress_equals_that_of_the_daemon_at_each_time(pager: Pager, curve: str) -> None:
    show_book(pager, "ab")
    pager.call("clock.advance", seconds=0.7)
    pager.call("pager.next", id="book", animated=True, duration=2, curve=curve)
    (began,) = pager.state.snapshot().transitions
    assert progress_at(began, began.began) == 0
    for _ in range(7):
        pager.call("clock.advance", seconds=0.25)
        snapshot = pager.state.snapshot()
        (now,) = snapshot.transitions
        assert progress_at(began, snapshot.time) == pytest.approx(now.progress, abs=1e-9)
        assert 0 < now.progress < 1
    assert progress_at(began, began.began + 3) == 1


def test_an_interactive_transition_keeps_its_set_progress(pager: Pager) -> None:
    moved = {
        "interactive": True,
        "progress": 0.25,
        "duration": 0.3,
        "began": 0,
        "curve": "linear",
    }
    assert progress_at(read(TransitionRecord, moved), 100) == 0.25
