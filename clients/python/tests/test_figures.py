"""The figures of SEMANTICS.md match the order table and the behavior of a daemon."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from conftest import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "clients" / "python"))
from generator import figures  # noqa: E402

from pagerd_client import Pager  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"


@pytest.fixture
def watched() -> Iterator[Pager]:
    with figures.daemon(PROGRAM) as pager:
        yield pager


def test_the_figures_are_up_to_date() -> None:
    for name, svg in figures.figures(PROGRAM).items():
        assert (PICTURES / name).read_text() == svg, f"{name}: run make docs"


def test_each_state_of_appearance_has_three_calls(watched: Pager) -> None:
    arrows = figures.appearance_arrows(watched)
    assert len(arrows) == 12
    assert ("disappeared", "appearing", "begin(true): viewWillAppear") in arrows
    assert ("appearing", "disappearing", "begin(false): viewWillDisappear") in arrows
    assert ("appeared", "appeared", "end: logged") in arrows


def test_every_outcome_of_a_transition_is_in_its_figure(watched: Pager) -> None:
    reached = {after for _, after, _ in figures.transition_arrows(watched)}
    events = watched.call("server.describe")["events"]
    (ended,) = [e for e in events if (e["category"], e["event"]) == ("transition", "ended")]
    (outcome,) = [field for field in ended["fields"] if field["name"] == "outcome"]
    assert reached == set(figures.TRANSITION_PLACES) - {"start"}
    assert reached >= set(outcome["type"]["oneOf"])


def test_the_order_table_is_read_as_it_is_written() -> None:
    rows = {row.name: row for row in figures.orders(figures.TABLE.read_text())}
    assert rows["push"].will == rows["push"].did == "leaving"
    assert (rows["pageCurl"].will, rows["pageCurl"].did) == ("entering", "leaving")
    assert rows["pageScroll"].cancel[0] == ("leaving", "will")


def test_every_figure_is_shown() -> None:
    text = (ROOT / "docs" / "explanation" / "SEMANTICS.md").read_text()
    for name in figures.figures(PROGRAM):
        assert f"../pictures/{name})" in text
