"""1 to 100,000 controllers in one scene."""

from __future__ import annotations

import json
import time

from ..daemon import NEXT, Daemon, daemon
from ..figures import Row, Rows
from ..workplace import Workplace
from .curves import Curves
from .scene import create, run_all, time_of


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """Measures a page change, creating and reading all controllers, and their memory."""
    core = place.cores[0]
    single = curves.new("controllers", "One command among many controllers, one core",
                        "controllers", "microseconds")  # fmt: skip
    whole = curves.new("snapshot", "All controllers at once, by a client, one core",
                       "controllers", "milliseconds")  # fmt: skip
    for count in place.effort.controllers:
        with daemon(place, "--retain", "1", core=core) as ours:
            before = ours.program.anonymous()
            began = time.monotonic()
            run_all(ours, create(f"c{number}" for number in range(count)))
            whole.add("controller.create of each, in batches", count,
                      (time.monotonic() - began) * 1e3)  # fmt: skip
            after = ours.program.anonymous()
            ours.show_book()
            single.add("pager.next", count, time_of(place, ours.command, NEXT, core))
            whole.add("state.snapshot, all its pages", count, _snapshot(ours) * 1e3)
    name = f"memory of a controller, {count:,} in the scene"
    rows.add(Row("memory.controller", name, "bytes", [(after - before) / count]))


def _snapshot(ours: Daemon) -> float:
    """Returns the seconds until a client has read all pages of a snapshot."""
    began = time.monotonic()
    for page in ours.snapshot():
        json.loads(page)
    return time.monotonic() - began
