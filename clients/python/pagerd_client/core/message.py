"""What a message holds."""

from __future__ import annotations

import json
from typing import Any

from ..endpoints import Endpoint
from ..errors import BadReply
from . import nesting
from .forms import is_object

# json.loads looks for an encoding, and for blanks before and after; none of these is there.
_decode = json.JSONDecoder().raw_decode


def decode(message: bytes, endpoint: Endpoint) -> dict[str, Any]:
    """The JSON object of a message. Raises BadReply."""
    try:
        text = message.decode()
        try:
            value, end = _decode(text)
        except RecursionError:
            # Python's own reader takes about a thousand levels, less those of its callers.
            value, end = nesting.decode(text)
    except ValueError:
        raise BadReply(endpoint.address, shown(message)) from None
    if not is_object(value) or end != len(text):
        raise BadReply(endpoint.address, shown(message))
    return value


def shown(message: bytes | dict[str, Any]) -> str:
    """The beginning of a message, for a text."""
    if isinstance(message, dict):
        return "an object of " + ", ".join(sorted(message))[:80]
    return message[:80].decode(errors="replace")
