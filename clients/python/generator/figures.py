"""The figures of docs/explanation/SEMANTICS.md, as SVG.

    python -m generator.figures PAGERD ../../docs/pictures

The two state diagrams show what a daemon did when each command was sent in each state. The order
of callbacks is the table in Sources/PagerModel/Controllers/AppearanceOrder.swift.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from pagerd_client import Pager, Refused
from pagerd_client.testing import PrivateDaemon

SOURCES = Path(__file__).resolve().parents[3] / "Sources"
TABLE = SOURCES / "PagerModel" / "Controllers" / "AppearanceOrder.swift"
#: An arrow: the state before, the state after, and what caused the change.
Arrow = tuple[str, str, str]
INK, PAPER, LINE = "#1a202c", "#ffffff", "#4a5568"
SHORT = {"leaving": "leav.", "entering": "enter."}
FILLS = {"leaving": "#fde2c8", "entering": "#cfe3fb"}


# Observing a daemon


@contextmanager
def daemon(program: str) -> Generator[Pager, None, None]:
    """Runs a daemon with a manual clock and without a journal."""
    with PrivateDaemon(program=program) as running, running.pager(timeout=60) as pager:
        yield pager


def appearance_arrows(pager: Pager) -> list[Arrow]:
    """Calls both appearance methods in each appearance state; returns the arrows."""
    ways: dict[str, list[bool | None]] = {
        "disappeared": [],
        "appearing": [True],
        "appeared": [True, None],
        "disappearing": [True, None, False],
    }
    found: list[Arrow] = []
    for state, way in ways.items():
        for call in (True, False, None):
            id = f"{state}-{call}"
            pager.call("controller.create", id=id, kind="view")
            for step in way:
                drive(pager, id, step)
            assert pager.call("controller.get", id=id)["appearance"] == state
            reply = drive(pager, id, call)
            sent = [event["event"] for event in reply["events"] if is_callback(event)]
            after = pager.call("controller.get", id=id)["appearance"]
            name = "end" if call is None else f"begin({str(call).lower()})"
            if after != state:
                found.append((state, after, f"{name}: {', '.join(sent)}"))
            else:
                logged = any(event["category"] == "diagnostic" for event in reply["events"])
                found.append((state, state, name + (": logged" if logged else "")))
    return found


def is_callback(event: dict[str, Any]) -> bool:
    return event["event"] in {f"view{a}{b}" for a in ("Will", "Did") for b in ("Appear", "Disappear")}


def drive(pager: Pager, id: str, appearing: bool | None) -> Any:
    """Begins an appearance transition, or ends it if `appearing` is None; returns the reply."""
    if appearing is None:
        return pager.call("controller.endAppearanceTransition", id=id, trace=True)
    return pager.call(
        "controller.beginAppearanceTransition",
        id=id, appearing=appearing, animated=False, trace=True,
    )  # fmt: skip


class Transitions:
    """A pager with four pages, in which transitions are started and observed."""

    def __init__(self, pager: Pager) -> None:
        self.pager = pager
        for id in "abcd":
            pager.call("controller.create", id=id, kind="view")
        pager.call("controller.create", id="book", kind="pager")
        pager.call("pager.setPages", id="book", pages=list("abcd"))
        pager.call("window.create", id="main")
        pager.call("window.setRoot", id="main", controller="book")

    def start(self, method: str, **params: Any) -> tuple[str, str]:
        """Sends a command; returns its transition and the state, or "queued" for both."""
        reply = self.pager.call(method, id="book", trace=True, **params)
        if reply["transition"] is None:
            (queued,) = [e for e in reply["events"] if e["event"] == "queued"]
            return queued["event"], "queued"
        return reply["transition"], self.state(reply["transition"])

    def state(self, transition: str) -> str:
        record = self.pager.call("transition.get", id=transition)
        moving = "interactive" if record["interactive"] else "running"
        return record.get("outcome") or moving

    def advance(self) -> list[str]:
        """Advances the clock by one second; returns the names of the transition events."""
        reply = self.pager.call("clock.advance", seconds=1, trace=True)
        return [e["event"] for e in reply["events"] if e["category"] == "transition"]

    def rest(self) -> None:
        while self.advance():
            pass
        self.pager.call("pager.select", id="book", page="a", animated=False)


def transition_arrows(pager: Pager) -> list[Arrow]:
    """Returns the arrows of transitions, from a command to the end of its transition."""
    book = Transitions(pager)
    found: list[Arrow] = []

    def passes(before: str, transition: str, cause: str) -> None:
        found.append((before, book.state(transition), cause))

    running, state = book.start("pager.next")
    found.append(("start", state, "a command"))
    book.advance()
    passes(state, running, "its duration has passed")
    book.rest()
    found.append(("start", book.start("pager.next", animated=False)[1], "a command without animation"))
    book.rest()
    for verb in ("finish", "cancel"):
        hand, state = book.start("pager.next", interactive=True)
        found.append(("start", state, "an interactive command"))
        pager.call("transition.update", id=hand, progress=0.5)
        passes(state, hand, "transition.update")
        pager.call(f"transition.{verb}", id=hand)
        passes(state, hand, f"transition.{verb}")
        book.rest()
    for kind in (False, True):
        first, state = book.start("pager.next", interactive=kind)
        book.start("pager.next", interruption="replace")
        passes(state, first, "another command replaces it")
        book.rest()
    book.start("pager.next")
    try:
        book.start("pager.next", interruption="reject")
    except Refused as error:
        assert error.name == "transitionInProgress"
        found.append(("start", "refused", "during another one, interruption: reject"))
    _, state = book.start("pager.select", page="d", interruption="queue")
    found.append(("start", state, "during another one, interruption: queue"))
    assert book.advance() == ["completion", "ended", "began"]
    found.append((state, "running", "the other one has ended"))
    book.rest()
    book.start("pager.next")
    _, state = book.start("pager.select", page="d", interruption="queue")
    pager.call("pager.remove", id="book", page="d")
    if "dropped" in book.advance():
        found.append((state, "dropped", "it has become impossible"))
    return found


# Reading the table


@dataclass
class Order:
    """A row of the order table: the side that is first in each phase, and a cancel's callbacks."""

    name: str
    doc: str
    will: str = ""
    did: str = ""
    cancel: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def columns(self) -> list[list[tuple[str, str]]]:
        other = {"leaving": "entering", "entering": "leaving"}
        return [
            [(self.will, "will"), (other[self.will], "will")],
            [(self.did, "did"), (other[self.did], "did")],
            self.cancel,
        ]


def orders(source: str) -> list[Order]:
    """Returns the rows of `AppearanceOrder`, in the order of its cases."""
    lists = {
        name: re.findall(r"CancelStep\(\.(\w+), \.(\w+)\)", body)
        for name, body in re.findall(r"let (\w+) = \[(.*?)\]", source, re.DOTALL)
    }
    rows = {
        name: rest
        for name, *rest in re.findall(
            r"let (\w+)Row = Row\(\s*will: \.(\w+), did: \.(\w+), cancel: (\w+)\)", source
        )
    }
    enumeration = source.split("public enum AppearanceOrder")[1].split("public struct Row")[0]
    cases = re.findall(r"((?: *///.*\n)+) *case (\w+)\n", enumeration)
    found: list[Order] = []
    for doc, name in cases:
        will, did, cancel = rows[name]
        words = re.sub(r" *///|`", "", doc).replace("\n", " ")
        words = re.sub(r" \[[\d.]+\]", "", words).strip().rstrip(".")
        found.append(Order(name, words, will, did, lists[cancel]))
    assert len(found) == len(rows) > 0, "the table has another form"
    return found


# Drawing


def page(width: int, height: int, title: str, *parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="DejaVu Sans, sans-serif" font-size="13">\n'
        f"  <title>{escape(title)}</title>\n"
        '  <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        f'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="{LINE}"/></marker></defs>\n'
        f'  <rect width="{width}" height="{height}" fill="{PAPER}"/>\n' + "".join(parts) + "</svg>\n"
    )


def text(x: float, y: float, words: str, anchor: str = "middle", **attributes: str) -> str:
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return (
        f'  <text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{INK}"{more}>'
        f"{escape(words)}</text>\n"
    )


def box(x: float, y: float, width: float, height: float, fill: str, words: str) -> str:
    return (
        f'  <rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" '
        f'fill="{fill}" stroke="{LINE}"/>\n' + text(x + width / 2, y + height / 2 + 5, words)
    )


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'  <path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{LINE}" fill="none" '
        'marker-end="url(#arrow)"/>\n'
    )


def order_figure(rows: list[Order]) -> str:
    """Draws the order table: a row for each type of transition, with time from left to right."""
    lefts, width, step = (320, 520, 720), 86, 46
    parts = [text(20, 30, "transition", "start", font_weight="bold")]
    for left, words in zip(lefts, ("will phase", "did phase", "if it is cancelled"), strict=True):
        parts.append(text(left, 30, words, "start", font_weight="bold"))
    for index, row in enumerate(rows):
        y = 46 + index * step
        parts.append(text(20, y + 15, row.name, "start", font_weight="bold"))
        parts.append(text(20, y + 31, row.doc, "start", font_size="9"))
        for left, callbacks in zip(lefts, row.columns, strict=True):
            for place, (side, phase) in enumerate(callbacks):
                words = side if left != lefts[2] else f"{SHORT[side]} {phase}"
                x = left + place * (width + 6)
                parts.append(box(x, y + 4, width, 28, FILLS[side], words))
    y = 46 + len(rows) * step + 14
    parts.append(text(20, y, NOTE, "start", font_size="11"))
    return page(1100, y + 16, "Which side of a transition receives its callbacks first", *parts)


NOTE = (
    "Leaving: the controller that goes off screen. Entering: the one that comes on screen. "
    "A cancelled transition sends the opposite callbacks."
)


def grouped(arrows: list[Arrow]) -> dict[tuple[str, str], list[str]]:
    """Returns the causes of each change of state, without duplicates."""
    found: dict[tuple[str, str], list[str]] = {}
    for before, after, cause in arrows:
        causes = found.setdefault((before, after), [])
        if cause not in causes:
            causes.append(cause)
    return found


#: The centres of the boxes of a diagram, x and y.
APPEARANCE_PLACES = {
    "disappeared": (150, 100), "appearing": (750, 100),
    "appeared": (750, 330), "disappearing": (150, 330),
}  # fmt: skip
TRANSITION_PLACES = {
    "start": (90, 200), "refused": (90, 460), "queued": (420, 360), "dropped": (420, 460),
    "running": (420, 250), "interactive": (420, 60),
    "completed": (860, 160), "cancelled": (860, 60), "superseded": (860, 340),
}  # fmt: skip


#: The attributes of a label that hides the line below it.
HALO = {"paint_order": "stroke", "stroke": PAPER, "stroke_width": "5"}


def diagram(
    title: str, size: tuple[int, int], places: dict[str, tuple[int, int]], arrows: list[Arrow],
    place: Callable[[str, str], tuple[float, float, str]],
) -> str:  # fmt: skip
    """Draws a state diagram. `place` returns the position and the anchor of an arrow's text."""
    lines: list[str] = []
    labels: list[str] = []
    parts: list[str] = []
    changes = grouped(arrows)
    for (before, after), causes in changes.items():
        x, y, anchor = place(before, after)
        if before == after:
            causes = ["stays: " + ", ".join(causes)]
        else:
            lines.append(line(*ends(places[before], places[after], (after, before) in changes)))
        for index, cause in enumerate(causes):
            labels.append(text(x, y + 14 * index, cause, anchor, font_size="11", **HALO))
    for name, (x, y) in places.items():
        parts.append(box(x - 65, y - 18, 130, 36, "#dbeafe" if name != "start" else PAPER, name))
    return page(*size, title, *lines, *parts, *labels)


def ends(
    a: tuple[int, int], b: tuple[int, int], is_pair: bool
) -> tuple[float, float, float, float]:
    """Returns the ends of an arrow between two boxes, shifted beside its reverse if `is_pair`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    scale = min(65 / abs(dx) if dx else 9, 18 / abs(dy) if dy else 9)
    shift = 9 if is_pair else 0
    length = (dx * dx + dy * dy) ** 0.5
    sx, sy = -dy / length * shift, dx / length * shift
    return (
        a[0] + dx * scale + sx, a[1] + dy * scale + sy,
        b[0] - dx * scale + sx, b[1] - dy * scale + sy,
    )  # fmt: skip


def appearance_figure(arrows: list[Arrow]) -> str:
    def place(before: str, after: str) -> tuple[float, float, str]:
        (ax, ay), (bx, by) = APPEARANCE_PLACES[before], APPEARANCE_PLACES[after]
        if before == after:
            return ax, ay - 26 if ay < 200 else ay + 36, "middle"
        if ay == by:
            return (ax + bx) / 2, ay - 10 if ay < 200 else ay + 22, "middle"
        if ax == bx:
            return ax + (10 if ax < 400 else -10), 215, "start" if ax < 400 else "end"
        return (560, 161, "middle") if by > ay else (340, 276, "middle")

    title = "The four appearance states of a controller, and what begin and end do in each"
    return diagram(title, (920, 400), APPEARANCE_PLACES, arrows, place)


def transition_figure(arrows: list[Arrow]) -> str:
    def place(before: str, after: str) -> tuple[float, float, str]:
        (ax, ay), (bx, by) = TRANSITION_PLACES[before], TRANSITION_PLACES[after]
        if before == after:
            return ax, ay - 26, "middle"
        if before == "start" and after == "refused":
            return ax + 8, 420, "start"
        if ax == bx:
            return ax + 8, (ay + by) / 2 + 5, "start"
        share = {"completed": 0.6, "superseded": 0.2 if before == "interactive" else 0.4}.get(after, 0.5)
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        return x, y + 4, "middle"

    title = "A transition from its command to its end"
    return diagram(title, (960, 500), TRANSITION_PLACES, arrows, place)


def figures(program: str) -> dict[str, str]:
    """Returns the pictures by their file names. Runs a daemon for each state diagram."""
    with daemon(program) as pager:
        appearance = appearance_arrows(pager)
    with daemon(program) as pager:
        transition = transition_arrows(pager)
    return {
        "appearance-states.svg": appearance_figure(appearance),
        "transition-states.svg": transition_figure(transition),
        "appearance-order.svg": order_figure(orders(TABLE.read_text())),
    }


if __name__ == "__main__":
    for file, svg in figures(sys.argv[1]).items():
        (Path(sys.argv[2]) / file).write_text(svg)
