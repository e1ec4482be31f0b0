"""Decodes messages."""

from __future__ import annotations

import json
from typing import Any

from ..endpoints import Endpoint
from ..errors import BadReply
from . import nesting
from .forms import is_object

# json.loads also looks for an encoding and for spaces around the value, which messages lack.
_decode = json.JSONDecoder().raw_decode
#: The bytes of a message, at least twice as many as a daemon sends. Longer ones are not decoded.
MOST_BYTES = 64 << 20
#: The commas, between values and in texts, of a message. Small values take far more memory than
#: their text.
_MOST_COMMAS = 8 << 20


def decode(message: bytes, endpoint: Endpoint) -> dict[str, Any]:
    """Returns the JSON object of a message. Raises BadReply."""
    if len(message) > MOST_BYTES:
        raise BadReply(endpoint.address, f"a message of {len(message)} bytes, above {MOST_BYTES}")
    if len(message) > _MOST_COMMAS and message.count(b",") > _MOST_COMMAS:
        raise BadReply(endpoint.address, f"a message with more than {_MOST_COMMAS} values")
    try:
        text = message.decode()
        try:
            value, end = _decode(text)
        except RecursionError:
            # Python's JSON reader supports about 1000 levels, less the depth of the call stack.
            value, end = nesting.decode(text)
    except ValueError:
        raise BadReply(endpoint.address, shown(message)) from None
    if not is_object(value) or end != len(text):
        raise BadReply(endpoint.address, shown(message))
    return value


def shown(message: bytes | dict[str, Any]) -> str:
    """Returns the beginning of a message, for an error message."""
    if isinstance(message, dict):
        return "an object of " + ", ".join(sorted(message))[:80]
    return message[:80].decode(errors="replace")
