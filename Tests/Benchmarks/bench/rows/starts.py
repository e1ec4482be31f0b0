"""Programs from their start until they are ready or ended, compared with bare C programs."""

from __future__ import annotations

from ..daemon import NEXT, bare, daemon
from ..figures import Row, Rows
from ..processes import Program, running
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures the daemon until it is ready, and `pagerctl next` until it ends."""
    _ready(place, rows)
    _once(place, rows)


def _ready(place: Workplace, rows: Rows) -> None:
    launch, replier = place.driver("launch"), place.driver("replier")
    name = place.new_name()
    words = [launch, "ready", place.pagerd, "--name", name, "--journal", "none"]
    with running(*words) as mine:
        with running(launch, "ready", replier, place.endpoint(), "100") as other:
            _add(place, rows, "start.ready", "pagerd until ready, no journal", "bare REP", mine, other)


def _once(place: Workplace, rows: Rows) -> None:
    launch = place.driver("launch")
    with daemon(place) as ours:
        ours.show_book()
        ours.turn_pages(place.effort.warm_up)
        words = [launch, "end", place.pagerctl, "--name", ours.name, "next", "--no-animated"]
        with running(*words) as mine, bare(place, ours.note(NEXT)) as base:
            with running(launch, "end", place.driver("once"), base.command, NEXT) as other:
                _add(place, rows, "once.next", "pagerctl next", "bare C one-shot", mine, other)


def _add(
    place: Workplace, rows: Rows, key: str, name: str, baseline: str, mine: Program, other: Program
) -> None:
    """Runs the programs in turn. The first start of each, with cold files, does not count."""
    mine.numbers(1)
    other.numbers(1)
    ours: list[float] = []
    base: list[float] = []
    for _ in range(place.effort.starts):
        base += other.numbers(1)
        ours += mine.numbers(1)
    rows.add(Row(key, name, "ms", [t * 1e3 for t in ours], [t * 1e3 for t in base], baseline))
