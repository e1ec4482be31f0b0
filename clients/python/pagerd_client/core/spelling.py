"""Converts names from Python's spelling to that of the protocol."""

from __future__ import annotations

import keyword
import re
from functools import lru_cache

_BREAK = re.compile(r"_([a-z0-9])")


@lru_cache(maxsize=None)
def wire_name(name: str) -> str:
    """Converts a name: `is_moving_to_parent` to `isMovingToParent`, `from_` to `from`."""
    plain = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
    return _BREAK.sub(lambda found: found[1].upper(), plain)
