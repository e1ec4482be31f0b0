"""Computes safe areas from the window, the frames and the options of controllers."""

from __future__ import annotations

from typing import Any

from .forms import is_object
from .records import Record

SIDES = ("top", "left", "bottom", "right")

Insets = dict[str, float]


def safe_area(window: Record, path: list[Record]) -> Insets | None:
    """Returns the safe area insets of a view in a window; None if all are 0.

    `path` has the records of the views from the window's subview down to that view.
    """
    insets = _insets(window.get("safeAreaInsets"))
    size = window.get("size")
    for record in path:
        frame = record.get("frame")
        width, height = _numbers(size, "width", "height")
        x, y, own_width, own_height = _numbers(frame, "x", "y", "width", "height")
        gaps = (y, x, height - y - own_height, width - x - own_width)
        more = _insets(record.get("additionalSafeAreaInsets"))
        insets = {
            side: max(0, max(0, min(insets[side], insets[side] - gap)) + more[side])
            for side, gap in zip(SIDES, gaps)
        }
        size = frame
    return insets if any(insets.values()) else None


def _numbers(record: Any, *names: str) -> list[float]:
    values = [record.get(name) if is_object(record) else None for name in names]
    return [value if isinstance(value, (int, float)) else 0 for value in values]


def _insets(value: Any) -> Insets:
    return dict(zip(SIDES, _numbers(value, *SIDES)))
