"""How far a transition is that the daemon's clock moves: no event tells it."""

from __future__ import annotations

from .records import TransitionRecord

#: The control points of CSS's curves of the same names, (0, 0) and (1, 1) at their ends.
_CURVES = {"easeInOut": (0.42, 0.58), "easeIn": (0.42, 1.0), "easeOut": (0.0, 0.58)}


def progress_at(transition: TransitionRecord, time: float) -> float:
    """The progress, 0 to 1, of a transition's record at a daemon's time in seconds.

    The record is that of a snapshot or a mirror; the time is that of a snapshot, an event or a
    heartbeat, and goes on as the client's own clock. An interactive transition is where it was
    moved last.
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
    """Where a curve is that bends in x alone: its parameter is found for x, y follows from it."""
    low, high = 0.0, 1.0
    for _ in range(52):
        middle = (low + high) / 2
        rest = 1 - middle
        x = 3 * rest * middle * (rest * x1 + middle * x2) + middle**3
        low, high = (middle, high) if x < part else (low, middle)
    return low * low * (3 - 2 * low)
