"""A daemon's sockets in memory: replies and events of FakeDaemon arrive at once."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any, Protocol

from ..aio import AsyncPager
from ..core.message import decode
from ..core.requests import Exchange
from ..endpoints import Endpoint
from ..pager import Pager

ADDRESS = "memory://pagerd"
#: Seconds between two checks for a message.
_PAUSE = 0.001


class Service(Protocol):
    """The interface of a fake daemon."""

    #: Whether the fake daemon answers and publishes.
    is_running: bool

    def answer(self, message: bytes) -> bytes:
        """Returns the reply to a request."""
        ...

    def attach(self, channel: MemoryChannel) -> None:
        """Publishes to this channel from now on."""

    def welcome(self, prefix: bytes) -> bytes:
        """Returns the message that answers a subscription."""
        ...

    def heartbeat(self) -> tuple[bytes, bytes]:
        """Returns the topic and payload of a heartbeat."""
        ...


class MemoryChannel:
    """A subscriber's end of the events socket."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._prefixes: list[bytes] = []
        self._come: deque[tuple[bytes, bytes]] = deque()
        self._heard = time.monotonic()
        self.is_closed = False
        service.attach(self)

    def publish(self, topic: bytes, payload: bytes) -> None:
        """Queues a message if it matches a subscription."""
        if any(topic.startswith(prefix) for prefix in self._prefixes):
            self._come.append((topic, payload))

    def subscribe(self, prefix: bytes) -> None:
        """Adds a subscription, which a running daemon answers with a welcome message."""
        self._prefixes.append(prefix)
        if self._service.is_running:
            self._come.append((prefix, self._service.welcome(prefix)))

    def unsubscribe(self, prefix: bytes) -> None:
        """Removes one subscription."""
        if prefix in self._prefixes:
            self._prefixes.remove(prefix)

    def receive(self) -> tuple[bytes, bytes] | None:
        """Returns the next message, or None."""
        return self._come.popleft() if self._come else None

    def wait(self, seconds: float) -> bool:
        """Waits for a message for at most `seconds`. Returns whether there is one."""
        end = time.monotonic() + seconds
        while not self._has_come() and time.monotonic() < end:
            time.sleep(_PAUSE)
        return bool(self._come)

    async def awaited(self, seconds: float) -> bool:
        """Waits as `wait` does, in asyncio."""
        end = time.monotonic() + seconds
        await asyncio.sleep(0)
        while not self._has_come() and time.monotonic() < end:
            await asyncio.sleep(_PAUSE)
        return bool(self._come)

    def _has_come(self) -> bool:
        now = time.monotonic()
        if self._service.is_running and not self._come and now >= self._heard + 1:
            self.publish(*self._service.heartbeat())
        if self._come:
            self._heard = now
        return bool(self._come)

    def fileno(self) -> int:
        """Raises ValueError, because there is no descriptor."""
        raise ValueError("a stream in memory has no descriptor")

    def close(self) -> None:
        """Closes the channel."""
        self.is_closed = True


class _Sender:
    def __init__(self, service: Service) -> None:
        self._service = service

    def request(self, exchange: Exchange) -> dict[str, Any]:
        """Returns the result of a request. Raises Refused, NoDaemon, BadReply."""
        if not self._service.is_running:
            raise exchange.failure()
        exchange.sent += 1
        reply = decode(self._service.answer(exchange.message), Endpoint(ADDRESS))
        result = exchange.result(reply)
        assert result is not None, "the reply has the request's id"
        return result

    def close(self) -> None:
        """Does nothing, because there is nothing to close."""


class _AsyncSender(_Sender):
    async def request(self, exchange: Exchange) -> dict[str, Any]:  # type: ignore[override]
        """Returns the result of a request, in asyncio. Raises Refused, NoDaemon, BadReply."""
        await asyncio.sleep(0)
        return super().request(exchange)


class MemoryPager(Pager):
    """A Pager without sockets."""

    def __init__(self, service: Service, timeout: float) -> None:
        super().__init__(command=ADDRESS, events=ADDRESS, timeout=timeout,
                         channel=lambda endpoint: MemoryChannel(service))
        self._requester = _Sender(service)


class AsyncMemoryPager(AsyncPager):
    """An AsyncPager without sockets."""

    def __init__(self, service: Service, timeout: float) -> None:
        super().__init__(command=ADDRESS, events=ADDRESS, timeout=timeout,
                         channel=lambda endpoint: MemoryChannel(service))
        self._requester = _AsyncSender(service)
