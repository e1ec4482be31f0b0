"""Computes the progress of transitions that follow the daemon's clock; no event reports it."""

from __future__ import annotations

from .records import TransitionRecord

#: The x of the two control points of the CSS curves with these names. Their y are 0 and 1.
_CURVES = {"easeInOut": (0.42, 0.58), "easeIn": (0.42, 1.0), "easeOut": (0.0, 0.58)}


def progress_at(transition: TransitionRecord, time: float) -> float:
    """Returns the progress, 0 to 1, of a transition at a time in seconds on the daemon's clock.

    Take the record from a snapshot or a mirror, and the time from a snapshot, an event or a
    heartbeat, plus the time that has passed on the client's own clock since then. An interactive
    transition has the progress that was last set.
    """
    if transition.interactive:
        return float(transition.progress)
    duration = transition.duration
    if duration <= 0:
        return 1.0
    part = min(1.0, max(0.0, (time - transition.began) / duration))
    controls = _CURVES.get(transition.curve)
    return part if controls is None or part in (0, 1) else _bent(part, *controls)


def _bent(part: float, x1: float, x2: float) -> float:
    """Returns the y at x = `part` of a Bézier curve with the control points (x1, 0) and (x2, 1)."""
    low, high = 0.0, 1.0
    for _ in range(52):
        middle = (low + high) / 2
        rest = 1 - middle
        x = 3 * rest * middle * (rest * x1 + middle * x2) + middle**3
        low, high = (middle, high) if x < part else (low, middle)
    return low * low * (3 - 2 * low)
