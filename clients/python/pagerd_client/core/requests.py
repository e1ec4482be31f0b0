"""Requests: their ids, their repetition, and their replies."""

from __future__ import annotations

import itertools
import json
import os
import re
import secrets
from collections.abc import Iterator
from typing import Any, Protocol

from ..endpoints import Endpoint
from ..errors import BadReply, NoDaemon, Refused
from .forms import is_list, is_object, problem
from .message import shown
from .replies import ERROR, problem_of

_CLIENT = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_encode = json.JSONEncoder(allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode
#: Methods that only read. They may run twice, so the daemon need not keep their replies.
_READING = {
    *("server.hello", "server.ping", "server.stats", "server.describe"),
    *("state.snapshot", "events.replay"),
}
#: The first and the longest pause, in seconds, until a request is sent again. Each pause is twice
#: as long as the one before.
_PAUSES = (0.1, 0.4)
#: The seconds without an answer after which the next address is tried, if there are several.
SILENCE = 1.0
#: The limit of member names in a message (`limits.messageMembers`).
_MOST_MEMBERS = 200_000
#: The number of bytes that every daemon accepts in a message. Before it sends a longer message, the
#: client requests the daemon's limit.
SMALL = 1 << 20


class Requests:
    """Creates requests.

    Each has the client's name and a unique id, so that the daemon executes it only once, even if it
    receives it several times.
    """

    def __init__(self, endpoint: Endpoint, client: str | None) -> None:
        """Takes the client's name, or None for a random one. Raises ValueError if it is invalid."""
        if client is not None and not _CLIENT.fullmatch(client):
            raise ValueError(
                f"a client is 1 to 64 characters of A-Z a-z 0-9 _ - . and :, not {client!r}"
            )
        self._endpoint = endpoint
        self._name = client
        self._begin()

    def _begin(self) -> None:
        """Begins to count.

        Ids are unique across all runs of a client, because the daemon keeps ids after a run has
        ended, and across forked processes, because the daemon executes only one request of an id.
        """
        self._pid = os.getpid()
        self._run = secrets.token_hex(8)
        self._numbers = itertools.count(1)

    @property
    def client(self) -> str:
        """The client's name."""
        if os.getpid() != self._pid:
            self._begin()
        return f"python-{self._run}" if self._name is None else self._name

    def new(self, method: str, params: dict[str, Any], tries: int, timeout: float) -> Exchange:
        """Creates a request. Raises TypeError or ValueError if a parameter is not JSON."""
        name = self.client
        number = f"{self._run}-{next(self._numbers)}"
        client = "" if method in _READING else f'"client":"{name}",'
        message = (
            f'{{"jsonrpc":"2.0","id":"{number}",{client}'
            f'"method":{_encode(method)},"params":{_encode(params) if params else "{}"}}}'
        )
        data = _checked_bytes(message, params)
        # A second request would stop the next daemon, so send this one only once.
        tries = 1 if method == "server.shutdown" else tries
        return Exchange(self._endpoint, number, method, params, data, tries, timeout)


def _checked_bytes(message: str, params: dict[str, Any]) -> bytes:
    """Returns the message in UTF-8. Raises ValueError if no daemon could read it."""
    try:
        data = message.encode()
    except UnicodeEncodeError as error:
        lone = ord(message[error.start])
        raise ValueError(
            f"a text contains \\u{lone:04x}, half of a surrogate pair, which UTF-8 cannot encode"
        ) from None
    # This is at least the number of members, as a text may contain `":`, too.
    if message.count('":') > _MOST_MEMBERS and _members(params) > _MOST_MEMBERS - 5:
        raise ValueError(f"a message has at most {_MOST_MEMBERS} member names, this one has more")
    return data


def _members(value: object) -> int:
    """Returns the number of member names in a value."""
    if is_object(value):
        return len(value) + sum(map(_members, value.values()))
    return sum(map(_members, value)) if is_list(value) else 0


class Exchange:
    """One request, until its reply or its timeout."""

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
        #: The number of times that the request was sent.
        self.sent = 0
        self._endpoint = endpoint
        self._method = method
        self._params = params
        self._tries = tries
        self._timeout = timeout

    def deadlines(self, now: float) -> Iterator[float]:
        """Yields the time at which each attempt ends.

        The pauses between attempts grow; the last attempt ends at the timeout.
        """
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
        """Returns the result; None if the reply is to another request. Raises Refused, BadReply."""
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
        """Raises Refused if the message is longer than the daemon accepts.

        Raises BadReply if `limits` does not contain the accepted length.
        """
        most = limits.get("messageBytes")
        if most is None:
            problem = "server.hello returned limits.messageBytes: must be an integer, got None"
            raise BadReply(self._endpoint.address, problem)
        if len(self.message) > most:
            text = f"a message has at most {most} bytes, this one has {len(self.message)}"
            raise Refused(-32000, text, {"name": "tooLarge"})

    def failure(self) -> NoDaemon:
        """Returns the error to raise after the last attempt: which socket, and what was tried."""
        addresses = " or ".join(one.address for one in (self._endpoint, *self._endpoint.others))
        if not self.sent:
            return NoDaemon(
                addresses,
                f"could not connect for {self._method} within {self._timeout:g} s, "
                f"nothing was sent; {self._endpoint.advice}",
            )
        times = f"{self.sent} times" if self.sent > 1 else "once"
        return NoDaemon(
            addresses,
            f"{self._method} was sent {times} without a reply in {self._timeout:g} s; "
            "it may or may not have been carried out",
        )


class Sender(Protocol):
    """Sends requests to a daemon and returns their results."""

    def request(self, exchange: Exchange) -> dict[str, Any]:
        """Sends a request and returns its result.

        Raises Refused, NoDaemon, BadReply, UnsafeDirectory.
        """
        ...

    def close(self) -> None:
        """Closes the connection; the next request opens it again."""


class AsyncSender(Protocol):
    """Sends requests to a daemon and returns their results, for asyncio."""

    async def request(self, exchange: Exchange) -> dict[str, Any]:
        """Sends a request and returns its result.

        Raises Refused, NoDaemon, BadReply, UnsafeDirectory.
        """
        ...

    def close(self) -> None:
        """Closes the connection; the next request opens it again."""


def checked(
    method: str, params: dict[str, Any], reply: dict[str, Any], endpoint: Endpoint
) -> dict[str, Any]:
    """Returns the result of a reply. Raises BadReply if it does not follow the protocol."""
    result = reply.get("result")
    if not is_object(result):
        raise BadReply(endpoint.address, shown(reply))
    wrong = problem_of(method, params, result)
    if wrong is not None:
        raise BadReply(endpoint.address, f"{method} returned {wrong}")
    return result


def refused(error: dict[str, Any], endpoint: Endpoint) -> Refused:
    """Returns the Refused for a reply with an error. Raises BadReply if the error is invalid."""
    wrong = problem(error, ERROR, "error")
    if wrong is not None:
        raise BadReply(endpoint.address, wrong)
    return Refused(error["code"], error["message"], error.get("data") or {})
