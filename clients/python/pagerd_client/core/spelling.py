"""Converts names between Python's spelling and that of the protocol."""

from __future__ import annotations

import keyword
import re
from functools import lru_cache

_BREAK = re.compile(r"_([a-z0-9])")
_CAPITAL = re.compile(r"(?<=[a-z0-9])[A-Z]")


@lru_cache(maxsize=None)
def wire_name(name: str) -> str:
    """Converts a name: `is_moving_to_parent` to `isMovingToParent`, `from_` to `from`."""
    plain = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
    return _BREAK.sub(lambda found: found[1].upper(), plain)


def snake(name: str) -> str:
    """Returns a name in snake case: `view_will_appear` for `viewWillAppear`."""
    return _CAPITAL.sub(lambda found: "_" + found[0], name).lower()
