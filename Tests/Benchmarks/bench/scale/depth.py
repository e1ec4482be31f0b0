"""Depth 1 to 500: controllers in one another, a pager in the innermost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..daemon import NEXT, daemon, request
from ..figures import Rows
from ..workplace import Workplace
from .curves import Curves
from .scene import create, run_all, time_of

SWAP = request("batch", commands=[
    {"method": "window.setRoot", "params": {"id": "w", "controller": "other"}},
    {"method": "window.setRoot", "params": {"id": "w", "controller": "d0"}},
])  # fmt: skip


def measure(place: Workplace, curves: Curves, rows: Rows) -> None:
    """A switch at the bottom, and the whole chain going out of the window and back."""
    core = place.cores[0]
    curve = curves.new("depth", "Deep hierarchies, one core", "depth", "microseconds")
    for count in place.effort.depths:
        with daemon(place, core=core) as ours:
            ours.show_book()
            run_all(ours, create(f"d{number}" for number in range(count)))
            ours.ask("controller.create", id="other", kind="view")
            ours.ask("window.setRoot", id="w", controller="d0")
            run_all(ours, _nested([*(f"d{number}" for number in range(count)), "book"]))
            ours.turn_pages(place.effort.warm_up // 10)
            curve.add("pager.next at the bottom", count, time_of(place, ours.command, NEXT, core))
            curve.add("the chain out of its window and back", count,
                      time_of(place, ours.command, SWAP, core))  # fmt: skip


def _nested(names: list[str]) -> Iterator[dict[str, Any]]:
    """Each contains the next, with its view."""
    for parent, child in zip(names, names[1:]):
        params = {"parent": parent, "child": child}
        yield {"method": "controller.addChild", "params": params}
        yield {"method": "view.addSubview", "params": {"view": child, "to": parent}}
