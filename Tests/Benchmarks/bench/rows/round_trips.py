"""Sequential commands, compared with bare REQ and REP sockets and the same frames."""

from __future__ import annotations

from ..blocks import alternate, lone
from ..daemon import NEXT, PING, Daemon, Traffic, bare, daemon
from ..figures import Rows
from ..processes import running
from ..workplace import Workplace

PLACES = (("one-core", "one core"), ("free", "free"))


def measure(place: Workplace, rows: Rows) -> None:
    """Measures `server.ping`, and `pager.next` without and with a subscriber to everything."""
    for key, where in PLACES:
        core = place.cores[0] if key == "one-core" else None
        for _ in range(place.effort.runs):
            with daemon(place, core=core) as ours:
                ours.show_book()
                ours.turn_pages(place.effort.warm_up)
                ping, turn = ours.note(PING), ours.note(NEXT)
                _alone(place, rows, ours, ping, f"ping.{key}", f"server.ping, {where}", core)
                name = f"pager.next, without subscribers, {where}"
                _alone(place, rows, ours, turn, f"next.alone.{key}", name, core)
                name = f"pager.next, reply and all events, {where}"
                _heard(place, rows, ours, turn, f"next.heard.{key}", name, core)


def _alone(
    place: Workplace, rows: Rows, ours: Daemon, traffic: Traffic, key: str, name: str,
    core: int | None,
) -> None:  # fmt: skip
    trip = place.driver("trip")
    with bare(place, traffic, mark=ours.high_water_mark, core=core) as base:
        with running(trip, ours.command, traffic.request, core=core) as mine:
            with running(trip, base.command, traffic.request, core=core) as other:
                _, a, b = alternate(place.effort, lone(mine), lone(other))
    frames = f" + PUB of {len(traffic.frames)}" if traffic.frames else ""
    rows.add_times(key, name, f"bare REP{frames}", a, b)


def _heard(
    place: Workplace, rows: Rows, ours: Daemon, traffic: Traffic, key: str, name: str,
    core: int | None,
) -> None:  # fmt: skip
    trip = place.driver("trip")
    each = traffic.count("")
    with bare(place, traffic, mark=ours.high_water_mark, subscribers=1, core=core) as base:
        words = [trip, ours.command, traffic.request, ours.events, "", str(each), "welcomed"]
        with running(*words, core=core) as mine:
            words = [trip, base.command, traffic.request, base.events, "", str(each), "silent"]
            with running(*words, core=core) as other:
                _, a, b = alternate(place.effort, lone(mine, each), lone(other, each))
    rows.add_times(key, name, f"bare REP + PUB of {each}", a, b)
