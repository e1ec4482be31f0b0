"""Many concurrent commands, compared with bare DEALER and REP sockets and the same frames."""

from __future__ import annotations

from contextlib import ExitStack

from ..blocks import alternate, heard, lone
from ..daemon import NEXT, PING, Daemon, Traffic, bare, daemon
from ..figures import Rows
from ..processes import BenchFailure, running
from ..workplace import Workplace
from .round_trips import PLACES


def measure(place: Workplace, rows: Rows) -> None:
    """Measures commands per second. `pager.next` counts once all its events are delivered."""
    for key, where in PLACES:
        core = place.cores[0] if key == "one-core" else None
        for _ in range(place.effort.runs):
            with daemon(place, core=core) as ours:
                ours.show_book()
                ours.turn_pages(place.effort.warm_up)
                _ping(place, rows, ours, key, where, core)
                _next(place, rows, ours, key, where, core)


def _ping(
    place: Workplace, rows: Rows, ours: Daemon, key: str, where: str, core: int | None
) -> None:
    pipeline = place.driver("pipeline")
    traffic = ours.note(PING)
    for width in place.effort.in_flight:
        row = f"pipelined.ping.{width}.{key}"
        if row in rows.failures:
            continue
        try:
            with bare(place, traffic, core=core) as base:
                with running(pipeline, ours.command, str(width), PING, core=core) as mine:
                    with running(pipeline, base.command, str(width), PING, core=core) as other:
                        _, a, b = alternate(place.effort, lone(mine), lone(other))
        except BenchFailure as failure:
            rows.fail(row, str(failure))
            continue
        name = f"server.ping, {width} in flight, {where}"
        rows.add_rates(row, name, "commands/s", "bare DEALER to REP", a, b)


def _next(
    place: Workplace, rows: Rows, ours: Daemon, key: str, where: str, core: int | None
) -> None:
    traffic = ours.note(NEXT)
    for width in place.effort.in_flight:
        row = f"pipelined.next.{width}.{key}"
        if row in rows.failures:
            continue
        try:
            a, b = _all_delivered(place, ours, traffic, width, core)
        except BenchFailure as failure:
            rows.fail(row, str(failure))
            continue
        name = f"pager.next, {width} in flight, all events delivered, {where}"
        baseline = f"bare DEALER to REP + PUB of {len(traffic.frames)}"
        rows.add_rates(row, name, "commands/s", baseline, a, b)


def _all_delivered(
    place: Workplace, ours: Daemon, traffic: Traffic, width: int, core: int | None
) -> tuple[list[float], list[float]]:
    """Returns the seconds of a command until a subscriber has all events, for both sides."""
    pipeline, subscriber = place.driver("pipeline"), place.driver("subscriber")
    each, mark = len(traffic.frames), ours.high_water_mark
    with ExitStack() as stack:
        base = stack.enter_context(bare(place, traffic, mark=mark, subscribers=1, core=core))
        words = [
            [subscriber, "1", ours.events, "", "welcomed"],
            [subscriber, "1", base.events, "", "silent"],
            [pipeline, ours.command, str(width), NEXT],
            [pipeline, base.command, str(width), NEXT],
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
