"""Curves, which are printed and saved with the rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Curve:
    """One or more lines over the same sizes."""

    key: str
    title: str
    x: str
    y: str
    lines: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def add(self, line: str, x: float, y: float) -> None:
        """Adds a point to a line."""
        self.lines.setdefault(line, []).append((x, y))

    def as_json(self) -> dict[str, Any]:
        """Returns the curve for the file of the run."""
        return {"key": self.key, "title": self.title, "x": self.x, "y": self.y,
                "lines": self.lines}  # fmt: skip


class Curves:
    """Curves in the order of their creation."""

    def __init__(self) -> None:
        self.all: list[Curve] = []

    def new(self, key: str, title: str, x: str, y: str) -> Curve:
        """Adds an empty curve."""
        self.all.append(Curve(key, title, x, y))
        return self.all[-1]
