"""10 to 100,000 pages in one pager."""

from __future__ import annotations

from ..daemon import NEXT, bare, daemon
from ..figures import Row, Rows
from ..workplace import Workplace
from .curves import Curves
from .scene import create, run_all, short_name, time_of


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """Measures a client's page change on one core, and the memory of a page's place."""
    core = place.cores[0]
    curve = curves.new("pages", "pager.next with its reply, one core", "pages", "microseconds")
    for count in place.effort.pages:
        with daemon(place, "--retain", "1", core=core) as ours:
            run_all(ours, create(short_name(number) for number in range(count)))
            created = ours.program.anonymous()
            ours.ask("window.create", id="w")
            ours.ask("controller.create", id="book", kind="pager", wrap=True)
            ours.ask("pager.setPages", id="book", pages=[short_name(n) for n in range(count)])
            ours.ask("window.setRoot", id="w", controller="book")
            placed = ours.program.anonymous()
            curve.add("pagerd", count, time_of(place, ours.command, NEXT, core))
            with bare(place, ours.note(NEXT), core=core) as base:
                curve.add("bare libzmq, same frames", count,
                          time_of(place, base.command, NEXT, core))  # fmt: skip
    name = f"memory of a page's place in the pager, {count:,}"
    rows.add(Row("memory.place", name, "bytes", [(placed - created) / count]))
