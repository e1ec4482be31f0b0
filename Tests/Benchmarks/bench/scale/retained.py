"""Events that are kept for replay."""

from __future__ import annotations

from ..daemon import daemon
from ..figures import Row, Rows
from ..workplace import Workplace
from .curves import Curves


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """The memory of one, when as many are kept as ever will be, beside its bytes as published."""
    with daemon(place) as ours:
        ours.show_book()
        # Views are loaded first, and what a batch takes is there.
        ours.turn_pages(1_000)
        first = ours.ask("server.stats")
        before = ours.program.anonymous()
        ours.turn_pages(place.effort.warm_up)
        stats = ours.ask("server.stats")
        after = ours.program.anonymous()
    more = stats["retainedEvents"] - first["retainedEvents"]
    size = (stats["retainedBytes"] - first["retainedBytes"]) / more
    name = f"memory of a retained event, {stats['retainedEvents']:,} of them"
    rows.add(Row("memory.event", name, "bytes", [(after - before) / more], [size], "its own bytes"))
