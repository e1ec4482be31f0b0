"""The memory of an idle daemon."""

from __future__ import annotations

from ..daemon import PING, bare, daemon
from ..figures import Row, Rows
from ..processes import running
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures the resident memory after one command, compared with bare libzmq."""
    for _ in range(place.effort.runs):
        with daemon(place) as ours:
            traffic = ours.note(PING)
            with bare(place, traffic) as base:
                with running(place.driver("trip"), base.command, PING) as trip:
                    trip.numbers(1)
                resident = ours.program.resident() / 1e6, base.program.resident() / 1e6
        rows.add(
            Row("memory.idle", "idle daemon, resident", "MB", [resident[0]], [resident[1]], "bare REP")
        )
