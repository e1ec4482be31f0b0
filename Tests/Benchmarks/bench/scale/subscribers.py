"""1 to 1,000 subscribers to everything."""

from __future__ import annotations

import time

from ..daemon import Traffic, bare, daemon
from ..figures import Row, Rows
from ..processes import Program, running
from ..rows.fan_out import fan
from ..workplace import Workplace
from .curves import Curves


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """Measures the time of a delivered event against bare PUB, and the memory of a subscriber."""
    curve = curves.new("subscribers", "One event delivered to one of the subscribers",
                       "subscribers", "nanoseconds")  # fmt: skip
    for count in place.effort.subscriber_counts:
        with daemon(place) as ours:
            ours.show_book()
            ours.turn_pages(place.effort.warm_up)
            a, b, each = fan(place, ours, count, None)
        curve.add("pagerd", count, min(a) / each / count * 1e9)
        curve.add("bare PUB, same frames", count, min(b) / each / count * 1e9)
    _memory(place, rows, place.effort.subscriber_counts[-1])


def _memory(place: Workplace, rows: Rows, count: int) -> None:
    """Measures a connection that has received one message: the welcome or an event."""
    subscriber = place.driver("subscriber")
    with daemon(place) as ours:
        before = ours.program.anonymous()
        with running(subscriber, str(count), ours.events, "", "welcomed"):
            mine = (_settled(ours.program) - before) / count
    with bare(place, Traffic("{}", 1, [("x", 100)]), subscribers=count) as base:
        before = base.program.anonymous()
        with running(subscriber, str(count), base.events, "", "silent"):
            with running(place.driver("trip"), base.command, "{}") as trip:
                trip.numbers(1)
                other = (_settled(base.program) - before) / count
    name = f"memory of a subscriber, {count:,} of them"
    rows.add(Row("memory.subscriber", name, "bytes", [mine], [other], "bare XPUB"))


def _settled(program: Program) -> int:
    """Waits until the memory has stopped growing, and returns it in bytes."""
    known = -1
    while (size := program.anonymous()) != known:
        known = size
        time.sleep(0.2)
    return size
