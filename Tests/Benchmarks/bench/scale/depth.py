"""Depth 1 to 500: nested controllers with a pager in the innermost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..daemon import NEXT, daemon
from ..figures import Rows
from ..workplace import Workplace
from .curves import Curves
from .scene import create, run_all, time_of


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """Measures a page change at the bottom."""
    core = place.cores[0]
    curve = curves.new("depth", "Deep hierarchies, one core", "depth", "microseconds")
    for count in place.effort.depths:
        with daemon(place, core=core) as ours:
            ours.show_book()
            run_all(ours, create(f"d{number}" for number in range(count)))
            ours.ask("window.setRoot", id="w", controller="d0")
            run_all(ours, _nested([*(f"d{number}" for number in range(count)), "book"]))
            ours.turn_pages(place.effort.warm_up // 10)
            curve.add("pager.next at the bottom", count, time_of(place, ours.command, NEXT, core))


def _nested(names: list[str]) -> Iterator[dict[str, Any]]:
    """Yields commands that put each controller and its view into the previous one."""
    for parent, child in zip(names, names[1:]):
        params = {"parent": parent, "child": child}
        yield {"method": "controller.addChild", "params": params}
        yield {"method": "view.addSubview", "params": {"view": child, "to": parent}}
