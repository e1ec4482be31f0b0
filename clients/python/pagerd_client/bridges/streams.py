"""Sends the events of a daemon to an HTTP client as server-sent events."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from aiohttp import web

from ..aio_stream import AsyncEventStream
from ..errors import Discontinued, NoDaemon

#: Seconds without an event after which a comment shows that the connection is alive.
_PAUSE = 10.0
_PLACE = re.compile(r"([0-9]{1,16})(?::([0-9a-f]{1,64}):([0-9a-f]{1,64}))?")


@dataclass(frozen=True)
class Place:
    """The event after which a stream begins.

    `history` and `boot` show whether the daemon's log still has the same event with this seq.
    """

    seq: int
    history: str | None
    boot: str | None


def parse(text: str) -> Place | None:
    """Parses `SEQ` or `SEQ:HISTORY:BOOT`, the id of a message. Returns None for other text."""
    found = _PLACE.fullmatch(text)
    return Place(int(found[1]), found[2], found[3]) if found else None


async def send(stream: AsyncEventStream, response: web.StreamResponse) -> None:
    """Sends events until the client disconnects. Raises Discontinued."""
    while True:
        try:
            event = await stream.get(_PAUSE)
        except NoDaemon:
            await response.write(b": the daemon does not answer\n\n")
            continue
        if event is None:
            await response.write(b": alive\n\n")
            continue
        data = json.dumps(event.payload, ensure_ascii=False, separators=(",", ":"))
        place = f"{event.seq}:{stream.history}:{stream.boot}"
        await response.write(f"id: {place}\ndata: {data}\n\n".encode())


def last_message(error: Discontinued) -> bytes:
    """Returns the last message of a stream that has lost events.

    The message has an empty id, so a client that reconnects gets only events from then on.
    """
    said = json.dumps({"reason": error.reason, "message": str(error)})
    return f"event: discontinued\nid:\ndata: {said}\n\n".encode()
