"""Events that are kept for replays."""

from __future__ import annotations

from contextlib import ExitStack

from ..daemon import NEXT, PAGES, Daemon, daemon
from ..figures import Row, Rows
from ..processes import Program, running
from ..workplace import Workplace
from .curves import Curves

PIECE = 500
"""The number of page changes whose events the subscriber's queue holds."""


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """Measures an event's memory, encoded and not, compared with the daemon's own count."""
    for key, name, heard in (
        ("memory.event", "memory of a retained event that somebody heard", True),
        ("memory.event.unheard", "memory of a retained event that no one received", False),
    ):
        with daemon(place) as ours:
            each, counted = _each(place, ours, heard)
        rows.add(Row(key, name, "bytes", [each], [counted], "its own bytes"))


def _each(place: Workplace, ours: Daemon, heard: bool) -> tuple[float, float]:
    """Returns the memory when the maximum number of events is kept."""
    ours.show_book()
    # Each view loads once, which causes additional events.
    ours.turn_pages(PAGES)
    events = len(ours.note(NEXT).frames)
    with ExitStack() as stack:
        subscriber = None
        if heard:
            words = [place.driver("subscriber"), "1", ours.events, "", "welcomed"]
            subscriber = stack.enter_context(running(*words))
        # The memory that a batch needs has been allocated.
        _turn(ours, subscriber, events)
        first = ours.ask("server.stats")
        before = ours.program.anonymous()
        for _ in range(0, place.effort.warm_up, PIECE):
            _turn(ours, subscriber, events)
        stats = ours.ask("server.stats")
        after = ours.program.anonymous()
    more = stats["retainedEvents"] - first["retainedEvents"]
    return (after - before) / more, (stats["retainedBytes"] - first["retainedBytes"]) / more


def _turn(ours: Daemon, subscriber: Program | None, events: int) -> None:
    """Changes some pages and waits until the subscriber has the events."""
    if subscriber:
        subscriber.tell(str(PIECE * events))
    ours.turn_pages(PIECE)
    if subscriber:
        subscriber.line()
