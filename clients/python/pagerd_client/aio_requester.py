"""The command socket for asyncio: several requests may wait for their replies at a time."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import zmq
import zmq.asyncio

from .core.message import decode, shown
from .core.requests import SILENCE, Exchange
from .endpoints import Endpoint
from .errors import BadReply
from .wire import Origin, Presence, connect, requester, send, shadow_of

Result = dict[str, Any]


class AsyncRequester:
    """Sends requests in the order of the calls, and gives each reply to its caller."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._plain: zmq.Socket[bytes] | None = None
        self._presence: Presence | None = None
        self._socket: zmq.asyncio.Socket | None = None
        self._origin = Origin()
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None
        # The time at which the current address was chosen.
        self._began = 0.0
        self._outbox: dict[str, Exchange] = {}
        self._waiting: dict[str, asyncio.Future[Result]] = {}

    async def request(self, exchange: Exchange) -> Result:
        """Sends a request and returns its result.

        Raises Refused, NoDaemon, BadReply, UnsafeDirectory; in a forked child, until `close`,
        WrongThread.

        A request that is cancelled after it was sent may have been carried out.
        """
        self._origin.check(self._endpoint.address, "an AsyncPager")
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting[exchange.id] = reply
        try:
            asked = time.monotonic()
            for deadline in exchange.deadlines(asked):
                self._post(exchange)
                await asyncio.wait([reply], timeout=max(0.0, deadline - time.monotonic()))
                if reply.done():
                    result = exchange.result(reply.result())
                    assert result is not None, "the reply has the id of the request"
                    return result
                if self._endpoint.others:
                    self._go_on(max(asked, self._began) + SILENCE)
        finally:
            del self._waiting[exchange.id]
            self._outbox.pop(exchange.id, None)
        if not self._waiting:
            self.close()
        raise exchange.failure()

    def _go_on(self, time_limit: float) -> None:
        """Switches to the next address once the time limit has passed.

        Waiting requests are sent to the new address with their next attempts.
        """
        if time.monotonic() < time_limit:
            return
        self.close()
        self._endpoint = self._endpoint.following
        self._began = time.monotonic()

    def _post(self, exchange: Exchange) -> None:
        """Queues a request, and sends it after the earlier ones, as soon as a daemon accepts it."""
        socket, presence = self._connected()
        self._endpoint.check()
        self._outbox[exchange.id] = exchange
        if self._writer is None and not self._flush():
            self._writer = asyncio.ensure_future(self._write(socket, presence))

    def _flush(self) -> bool:
        """Sends the queued requests; returns whether all of them were sent."""
        assert self._socket is not None and self._plain is not None
        assert self._presence is not None
        try:
            while self._outbox:
                if not self._presence.look():
                    return False
                exchange = next(iter(self._outbox.values()))
                send(self._plain, exchange.message)
                exchange.sent += 1
                del self._outbox[exchange.id]
        except zmq.Again:
            return False
        finally:
            # Sending may have consumed the signal for a reply; reading EVENTS restores it.
            self._socket.get(zmq.EVENTS)
        return True

    async def _write(self, socket: zmq.asyncio.Socket, presence: Presence) -> None:
        room, news = zmq.asyncio.Poller(), zmq.asyncio.Poller()
        room.register(socket, zmq.POLLOUT)
        news.register(presence.fileno(), zmq.POLLIN)
        while not self._flush():
            await (room if presence.look() else news).poll()
        self._writer = None

    def _connected(self) -> tuple[zmq.asyncio.Socket, Presence]:
        if self._socket is None or self._presence is None:
            self._endpoint.check()
            plain = requester(self._endpoint)
            self._presence = Presence(plain)
            connect(plain, self._endpoint)
            self._plain = plain
            self._socket = shadow_of(plain)
            self._reader = asyncio.ensure_future(self._read(self._socket))
        return self._socket, self._presence

    async def _read(self, socket: zmq.asyncio.Socket) -> None:
        """Gives each reply to its caller; drops a late reply, whose caller no longer waits."""
        while True:
            frames = await socket.recv_multipart()
            try:
                reply = decode(frames[-1], self._endpoint)
                number = reply.get("id")
                if not isinstance(number, str):
                    raise BadReply(self._endpoint.address, shown(reply))
            except BadReply as error:
                for future in self._waiting.values():
                    if not future.done():
                        future.set_exception(error)
                continue
            waiting = self._waiting.get(number)
            if waiting is not None and not waiting.done():
                waiting.set_result(reply)

    def close(self) -> None:
        """Closes the socket; the next request opens it again."""
        if self._origin.is_here:
            for task in (self._reader, self._writer):
                if task is not None:
                    task.cancel()
            if self._presence is not None:
                self._presence.close()
            if self._socket is not None and self._plain is not None:
                self._socket.close(linger=0)
                self._plain.close(linger=0)
        self._reader = self._writer = None
        self._socket = self._plain = self._presence = None
        self._origin = Origin()
