"""The journal: commands compared with those of a daemon without one, starts, and restores."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from ..blocks import alternate, lone
from ..daemon import NEXT, Daemon, daemon, request
from ..figures import Row, Rows
from ..processes import BenchFailure, running
from ..scale.scene import create, run_all
from ..workplace import Workplace

UPDATE = request("controller.update", id="p0", title="the same title")
STARTS = 5
"""The maximum number of starts from each file. They take long."""


def measure(place: Workplace, rows: Rows) -> None:
    """Measures the cost of the journal for commands and restarts."""
    _commands(place, rows)
    _restarts(place, rows)


def _commands(place: Workplace, rows: Rows) -> None:
    trip, core = place.driver("trip"), place.cores[0]
    for _ in range(place.effort.runs):
        path = str(place.folder / place.new_name())
        with daemon(place, journal=path, core=core) as ours, daemon(place, core=core) as without:
            for one in (ours, without):
                one.show_book()
                one.turn_pages(place.effort.warm_up)
            for key, name, message in (
                ("next", "pager.next with a journal, one core", NEXT),
                ("update", "controller.update with a journal, one core", UPDATE),
            ):
                with running(trip, ours.command, message, core=core) as mine:
                    with running(trip, without.command, message, core=core) as other:
                        _, a, b = alternate(place.effort, lone(mine), lone(other))
                rows.add_times(f"journal.{key}", name, "without a journal", a, b)


def _restarts(place: Workplace, rows: Rows) -> None:
    """Restarts a large scene after a shutdown and after a kill, from copies of its file."""
    count = place.effort.restored
    path = place.folder / place.new_name()
    with daemon(place, "--clock", "manual", journal=str(path)) as ours:
        run_all(ours, create(f"c{number}" for number in range(count)))
        # The end of this block kills the daemon.
    _starts(place, rows, path, "killed", f"start after kill -9 with {count} controllers")
    with daemon(place, "--clock", "manual", journal=str(path)) as ours:
        _reads(place, rows, ours, count)
        ours.program.process.terminate()
        ours.program.process.wait(60)
    _starts(place, rows, path, "ended", f"start after a shutdown with {count} controllers")


def _starts(place: Workplace, rows: Rows, path: Path, key: str, name: str) -> None:
    times: list[float] = []
    for _ in range(min(STARTS, place.effort.starts)):
        copy = place.folder / place.new_name()
        shutil.copy(path, copy)
        begin = time.monotonic()
        with daemon(place, "--clock", "manual", journal=str(copy)) as ours:
            times.append((ours.ready - begin) * 1e3)
            if ours.ask("server.stats")["controllers"] != place.effort.restored:
                raise BenchFailure(f"the start did not restore {place.effort.restored} controllers")
        copy.unlink()
    rows.add(Row(f"journal.restore.{key}", name, "ms", times))


def _reads(place: Workplace, rows: Rows, ours: Daemon, count: int) -> None:
    times = []
    for _ in range(STARTS):
        begin = time.monotonic()
        for _ in ours.replay(limit=count):
            pass
        times.append((time.monotonic() - begin) * 1e3)
    rows.add(Row("journal.replay", f"events.replay of {count} events", "ms", times))
