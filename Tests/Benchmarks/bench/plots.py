"""Curves as SVG with logarithmic axes, readable on light and dark backgrounds."""

from __future__ import annotations

import math
from html import escape

from .scale.curves import Curve

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 76, 40, 44, 84
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 15px; font-weight: 600; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .line { fill: none; stroke-width: 2; }
  .s0 { stroke: #0969da; } .d0 { fill: #0969da; }
  .s1 { stroke: #bc4c00; stroke-dasharray: 6 3; } .d1 { fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .grid { stroke: #3d444d; }
    .s0 { stroke: #58a6ff; } .d0 { fill: #58a6ff; }
    .s1 { stroke: #f0883e; } .d1 { fill: #f0883e; }
  }
"""


class Axis:
    """A logarithmic axis in whole decades that contains all values."""

    def __init__(self, values: list[float], begin: float, end: float) -> None:
        self._first = math.floor(math.log10(min(values)))
        self._last = max(self._first + 1, math.ceil(math.log10(max(values))))
        self._begin, self._end = begin, end

    def place(self, value: float) -> float:
        """Returns the position of a value."""
        part = (math.log10(value) - self._first) / (self._last - self._first)
        return self._begin + part * (self._end - self._begin)

    @property
    def ticks(self) -> list[float]:
        """Returns the decades."""
        return [10.0**power for power in range(self._first, self._last + 1)]


def svg(curve: Curve) -> str:
    """Returns the whole picture."""
    points = [point for line in curve.lines.values() for point in line]
    x = Axis([point[0] for point in points], LEFT, WIDTH - RIGHT)
    y = Axis([point[1] for point in points], HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(curve.title)}</title>",
        f"<style>{STYLE}</style>",
        _text(LEFT, 24, curve.title, "start", "title"),
        *_grid(x, y),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 40, curve.x, "middle"),
        f'<g transform="rotate(-90 18 {(HEIGHT - BOTTOM + TOP) / 2:g})">'
        + _text(18, (HEIGHT - BOTTOM + TOP) / 2, curve.y, "middle")
        + "</g>",
    ]
    for index, (name, line) in enumerate(curve.lines.items()):
        parts += _line(index, line, x, y)
        parts += _legend(index, name)
    return "\n".join([*parts, "</svg>", ""])


def _grid(x: Axis, y: Axis) -> list[str]:
    """Returns a line and a number for each decade."""
    parts = []
    for value in x.ticks:
        at = x.place(value)
        parts.append(_rule(at, TOP, at, HEIGHT - BOTTOM))
        parts.append(_text(at, HEIGHT - BOTTOM + 20, _decade(value), "middle"))
    for value in y.ticks:
        at = y.place(value)
        parts.append(_rule(LEFT, at, WIDTH - RIGHT, at))
        parts.append(_text(LEFT - 8, at + 4, _decade(value), "end"))
    return parts


def _decade(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _line(index: int, line: list[tuple[float, float]], x: Axis, y: Axis) -> list[str]:
    places = [(x.place(a), y.place(b)) for a, b in sorted(line)]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
    dots = [f'<circle class="d{index}" cx="{a:.1f}" cy="{b:.1f}" r="3.5"/>' for a, b in places]
    return [f'<polyline class="line s{index}" points="{path}"/>', *dots]


def _legend(index: int, name: str) -> list[str]:
    left = LEFT + index * (WIDTH - LEFT - RIGHT) / 2
    at = HEIGHT - 18
    return [
        f'<line class="line s{index}" x1="{left:g}" y1="{at}" x2="{left + 28:g}" y2="{at}"/>',
        _text(left + 36, at + 4, name, "start"),
    ]


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="grid" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str, style: str = "") -> str:
    named = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(text)}</text>'
