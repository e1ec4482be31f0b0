"""Cost against size: curves, and memory per object."""

from __future__ import annotations

from collections.abc import Callable

from ..figures import Rows
from ..workplace import Workplace
from . import controllers, depth, pages, retained, subscribers
from .curves import Curves

Part = Callable[[Workplace, Curves, Rows], None]

PARTS: dict[str, Part] = {
    "pages": pages.measure,
    "controllers": controllers.measure,
    "depth": depth.measure,
    "subscribers": subscribers.measure,
    "retained": retained.measure,
}
