"""Many concurrent commands, compared with bare DEALER and REP sockets and the same frames."""

from __future__ import annotations

from contextlib import ExitStack

from ..blocks import alternate, heard
from ..daemon import NEXT, Daemon, Traffic, bare, daemon
from ..figures import Rows
from ..processes import BenchFailure, running
from ..workplace import Workplace
from .round_trips import PLACES

WIDTH = 64
"""The number of commands in flight."""


def measure(place: Workplace, rows: Rows) -> None:
    """Measures commands per second. `pager.next` counts once all its events are delivered."""
    for key, where in PLACES:
        core = place.cores[0] if key == "one-core" else None
        for _ in range(place.effort.runs):
            with daemon(place, core=core) as ours:
                ours.show_book()
                ours.turn_pages(place.effort.warm_up)
                _next(place, rows, ours, key, where, core)


def _next(
    place: Workplace, rows: Rows, ours: Daemon, key: str, where: str, core: int | None
) -> None:
    traffic = ours.note(NEXT)
    row = f"pipelined.next.{WIDTH}.{key}"
    try:
        a, b = _all_delivered(place, ours, traffic, core)
    except BenchFailure as failure:
        rows.fail(row, str(failure))
        return
    name = f"pager.next, {WIDTH} in flight, all events delivered, {where}"
    baseline = f"bare DEALER to REP + PUB of {len(traffic.frames)}"
    rows.add_rates(row, name, "commands/s", baseline, a, b)


def _all_delivered(
    place: Workplace, ours: Daemon, traffic: Traffic, core: int | None
) -> tuple[list[float], list[float]]:
    """Returns the seconds of a command until a subscriber has all events, for both sides."""
    pipeline, subscriber = place.driver("pipeline"), place.driver("subscriber")
    each, mark = len(traffic.frames), ours.high_water_mark
    with ExitStack() as stack:
        base = stack.enter_context(bare(place, traffic, mark=mark, subscribers=1, core=core))
        words = [
            [subscriber, "1", ours.events, "", "welcomed"],
            [subscriber, "1", base.events, "", "silent"],
            [pipeline, ours.command, str(WIDTH), NEXT],
            [pipeline, base.command, str(WIDTH), NEXT],
        ]
        all_of_ours, all_of_base, mine, other = (
            stack.enter_context(running(*one, core=core)) for one in words
        )
        # No event is dropped: libzmq reports read messages only after half of the high-water mark.
        _, a, b = alternate(
            place.effort, heard(mine, all_of_ours, each), heard(other, all_of_base, each),
            most=mark // 2 // each,
        )  # fmt: skip
    return a, b
