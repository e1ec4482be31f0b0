"""The memory of events that are kept for replays."""

from __future__ import annotations

from ..daemon import NEXT, PAGES, Daemon, daemon
from ..figures import Row, Rows
from ..processes import Program, running
from ..workplace import Workplace
from .curves import Curves

PIECE = 500
"""The number of page changes between two waits for the subscriber, whose queue holds the events."""


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """Measures an event's memory after a subscriber has it, and the daemon's own count of it."""
    with daemon(place) as ours:
        each, counted = _each(place, ours)
    name = "memory of a retained event that a subscriber received"
    rows.add(Row("memory.event", name, "bytes", [each], [counted], "its own bytes"))


def _each(place: Workplace, ours: Daemon) -> tuple[float, float]:
    """Returns the bytes of memory for each event, as measured and as the daemon counts them."""
    ours.show_book()
    # Each view loads once, which causes additional events.
    ours.turn_pages(PAGES)
    events = len(ours.note(NEXT).frames)
    with running(place.driver("subscriber"), "1", ours.events, "", "welcomed") as subscriber:
        # This allocates the memory that every batch needs.
        _turn(ours, subscriber, events)
        first = ours.ask("server.stats")
        before = ours.program.anonymous()
        for _ in range(0, place.effort.warm_up, PIECE):
            _turn(ours, subscriber, events)
        stats = ours.ask("server.stats")
        after = ours.program.anonymous()
    more = stats["retainedEvents"] - first["retainedEvents"]
    return (after - before) / more, (stats["retainedBytes"] - first["retainedBytes"]) / more


def _turn(ours: Daemon, subscriber: Program, events: int) -> None:
    """Changes PIECE pages and waits until the subscriber has received the events."""
    subscriber.tell(str(PIECE * events))
    ours.turn_pages(PIECE)
    subscriber.line()
