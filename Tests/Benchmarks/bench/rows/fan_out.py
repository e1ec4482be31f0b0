"""Events to many subscribers, compared with a bare PUB socket and the same frames."""

from __future__ import annotations

from ..blocks import alternate, heard
from ..daemon import Daemon, bare, daemon, request
from ..figures import Rows
from ..processes import running
from ..workplace import Workplace
from .round_trips import PLACES

DELIVERIES = 300_000
"""The maximum number of events in a block, which wait in memory until they are read."""

# Fewer events than the high-water mark for a thousand subscribers.
TURNS = request(
    "batch",
    commands=[{"method": "pager.next", "params": {"id": "book", "animated": False}}] * 40,
)


def measure(place: Workplace, rows: Rows) -> None:
    """Measures events per second over all subscribers; forty page changes are one request."""
    for key, where in PLACES:
        core = place.cores[0] if key == "one-core" else None
        for _ in range(place.effort.runs):
            for count in place.effort.subscribers:
                with daemon(place, core=core) as ours:
                    ours.show_book()
                    ours.turn_pages(place.effort.warm_up)
                    a, b, each = fan(place, ours, count, core)
                rows.add_rates(
                    f"fan-out.{count}.{key}",
                    f"events to {count} subscriber{'s' if count > 1 else ''}, {where}",
                    "events/s", "bare PUB", a, b, each * count,
                )  # fmt: skip


def fan(
    place: Workplace, ours: Daemon, count: int, core: int | None
) -> tuple[list[float], list[float], int]:
    """Returns the seconds of a request for the daemon and for bare libzmq, and its events."""
    trip, subscriber = place.driver("trip"), place.driver("subscriber")
    traffic = ours.note(TURNS)
    each = len(traffic.frames)
    words = [subscriber, str(count), ours.events, "", "welcomed"]
    with running(*words, core=core) as all_of_ours:
        mark = ours.high_water_mark
        with bare(place, traffic, mark=mark, subscribers=count, core=core) as base:
            words = [subscriber, str(count), base.events, "", "silent"]
            with running(*words, core=core) as all_of_base:
                with running(trip, ours.command, TURNS, core=core) as mine:
                    with running(trip, base.command, TURNS, core=core) as other:
                        most = min(mark // 2 // each, DELIVERIES // each // count)
                        _, a, b = alternate(
                            place.effort, heard(mine, all_of_ours, each),
                            heard(other, all_of_base, each), most=max(1, most),
                        )  # fmt: skip
    return a, b, each
