"""Requests: their ids, when they are sent again, and what a reply means."""

from __future__ import annotations

import itertools
import json
import re
import secrets
from collections.abc import Iterator
from typing import Any, Protocol

from ..endpoints import Endpoint
from ..errors import BadReply, NoDaemon, Refused
from .forms import is_object, problem
from .message import shown
from .replies import ERROR, problem_of

_CLIENT = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
#: Reading twice changes nothing: the daemon need not remember what it answered.
_READING = {
    *("server.hello", "server.ping", "server.stats", "server.describe"),
    *("state.snapshot", "events.replay"),
}
#: Seconds until a request is sent again, at first and at the most: twice as long each time.
_PAUSES = (0.1, 0.4)
#: Seconds without an answer after which the next address is tried, if there are several.
SILENCE = 1.0
#: The daemon's limit is never under this; of what is longer, it is asked.
SMALL = 1 << 20


class Requests:
    """Numbers requests. Each carries the client's name and an id that no other request has, so
    that the daemon carries it out once however often it comes."""

    def __init__(self, endpoint: Endpoint, client: str | None) -> None:
        """Raises ValueError for what is no client's name; without one it makes one up."""
        run = secrets.token_hex(8)
        self.client = f"python-{run}" if client is None else client
        if not _CLIENT.fullmatch(self.client):
            raise ValueError(
                f"a client is 1 to 64 characters of A-Z a-z 0-9 _ - . and :, not {client!r}"
            )
        self._endpoint = endpoint
        # Unique over all runs of a client: the daemon remembers ids longer than a process lives.
        self._run = run
        self._numbers = itertools.count(1)

    def new(self, method: str, params: dict[str, Any], tries: int, timeout: float) -> Exchange:
        """Raises TypeError or ValueError for what is not JSON."""
        number = f"{self._run}-{next(self._numbers)}"
        client = "" if method in _READING else f'"client":"{self.client}",'
        message = (
            f'{{"jsonrpc":"2.0","id":"{number}",{client}'
            f'"method":{_encode(method)},"params":{_encode(params) if params else "{}"}}}'
        )
        # The end of a daemon is asked for once: the next daemon would take a second request.
        tries = 1 if method == "server.shutdown" else tries
        return Exchange(self._endpoint, number, method, params, message.encode(), tries, timeout)


class Exchange:
    """One request, until its reply or the end of its time."""

    __slots__ = ("_endpoint", "_method", "_params", "_timeout", "_tries", "id", "message", "sent")

    def __init__(
        self,
        endpoint: Endpoint,
        id: str,
        method: str,
        params: dict[str, Any],
        message: bytes,
        tries: int,
        timeout: float,
    ) -> None:
        self.id = id
        self.message = message
        #: How often it went out.
        self.sent = 0
        self._endpoint = endpoint
        self._method = method
        self._params = params
        self._tries = tries
        self._timeout = timeout

    def deadlines(self, now: float) -> Iterator[float]:
        """When each try ends: after growing pauses, and the last one with the time."""
        first, longest = _PAUSES
        pause = end = min(first, self._timeout / 7)
        for _ in range(1, self._tries):
            if end > self._timeout * 0.99:
                break
            yield now + end
            pause = min(pause * 2, longest)
            end += pause
        yield now + self._timeout

    def result(self, reply: dict[str, Any]) -> dict[str, Any] | None:
        """The result; None for the reply to another request. Raises Refused, BadReply."""
        number = reply.get("id")
        if number != self.id:
            if isinstance(number, str):
                return None
            raise BadReply(self._endpoint.address, shown(reply))
        error = reply.get("error")
        if is_object(error):
            raise refused(error, self._endpoint)
        return checked(self._method, self._params, reply, self._endpoint)

    def check(self, limits: dict[str, Any]) -> None:
        """Raises Refused where the daemon would drop the connection because of the length, and
        BadReply for limits that do not say."""
        most = limits.get("messageBytes")
        if most is None:
            problem = "server.hello returned limits.messageBytes: must be an integer, got None"
            raise BadReply(self._endpoint.address, problem)
        if len(self.message) > most:
            text = f"a message has at most {most} bytes, this one has {len(self.message)}"
            raise Refused(-32000, text, {"name": "tooLarge"})

    def failure(self) -> NoDaemon:
        """What to raise when all tries have ended: which socket, and what was tried."""
        addresses = " or ".join((self._endpoint.address, *self._endpoint.others))
        if not self.sent:
            return NoDaemon(
                addresses,
                f"tried to connect for {self._method}, {self._timeout:g} s, "
                f"nothing was sent; {self._endpoint.advice}",
            )
        times = f"{self.sent} times" if self.sent > 1 else "once"
        return NoDaemon(
            addresses,
            f"{self._method} was sent {times} without a reply, {self._timeout:g} s; "
            "it may or may not have been carried out",
        )


class Sender(Protocol):
    """Takes requests to a daemon and brings results back."""

    def request(self, exchange: Exchange) -> dict[str, Any]:
        """The result. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        ...

    def close(self) -> None:
        """Closes what it has opened; the next request opens it again."""


class AsyncSender(Protocol):
    """The same for asyncio."""

    async def request(self, exchange: Exchange) -> dict[str, Any]:
        """The result. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        ...

    def close(self) -> None:
        """Closes what it has opened; the next request opens it again."""


def checked(
    method: str, params: dict[str, Any], reply: dict[str, Any], endpoint: Endpoint
) -> dict[str, Any]:
    """The result of a reply that is no refusal. Raises BadReply for one of another form."""
    result = reply.get("result")
    if not is_object(result):
        raise BadReply(endpoint.address, shown(reply))
    wrong = problem_of(method, params, result)
    if wrong is not None:
        raise BadReply(endpoint.address, f"{method} returned {wrong}")
    return result


def refused(error: dict[str, Any], endpoint: Endpoint) -> Refused:
    """The refusal that a reply's `error` tells of. Raises BadReply for one of another form."""
    wrong = problem(error, ERROR, "error")
    if wrong is not None:
        raise BadReply(endpoint.address, wrong)
    return Refused(error["code"], error["message"], error.get("data") or {})
