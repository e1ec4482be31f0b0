"""The socket of commands for asyncio: many requests may wait for their replies."""

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
from .wire import Presence, connect, requester, send, shadow_of, shared_context

Result = dict[str, Any]


class AsyncRequester:
    """Sends requests in the order of the calls, and gives each reply to its caller."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._plain: zmq.Socket[bytes] | None = None
        self._presence: Presence | None = None
        self._socket: zmq.asyncio.Socket | None = None
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None
        # When the present address was chosen.
        self._began = 0.0
        self._outbox: dict[str, Exchange] = {}
        self._waiting: dict[str, asyncio.Future[Result]] = {}

    async def request(self, exchange: Exchange) -> Result:
        """The result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory.

        A request that is cancelled after it was sent may have been carried out.
        """
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting[exchange.id] = reply
        try:
            asked = time.monotonic()
            for deadline in exchange.deadlines(asked):
                self._post(exchange)
                await asyncio.wait([reply], timeout=max(0.0, deadline - time.monotonic()))
                if reply.done():
                    result = exchange.result(reply.result())
                    assert result is not None, "the reply was taken by its id"
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
        """Leaves an address that has not answered until then. Each waiting request goes to the
        next one with its next try."""
        if time.monotonic() < time_limit:
            return
        self.close()
        self._endpoint = self._endpoint.following
        self._began = time.monotonic()

    def _post(self, exchange: Exchange) -> None:
        """Sends in the order of the calls, now or as soon as a daemon takes it."""
        socket, presence = self._connected()
        self._endpoint.check()
        self._outbox[exchange.id] = exchange
        if self._writer is None and not self._flush():
            self._writer = asyncio.ensure_future(self._write(socket, presence))

    def _flush(self) -> bool:
        """Whether all has been sent."""
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
            # Sending may have taken the sign that a reply is there; looking gives it back.
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
            plain = requester(shared_context())
            self._presence = Presence(plain)
            connect(plain, self._endpoint)
            self._plain = plain
            self._socket = shadow_of(plain)
            self._reader = asyncio.ensure_future(self._read(self._socket))
        return self._socket, self._presence

    async def _read(self, socket: zmq.asyncio.Socket) -> None:
        """Gives each reply to its caller; a late one has none any more."""
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
        for task in (self._reader, self._writer):
            if task is not None:
                task.cancel()
        self._reader = self._writer = None
        if self._presence is not None:
            self._presence.close()
        if self._socket is not None and self._plain is not None:
            self._socket.close(linger=0)
            self._plain.close(linger=0)
        self._socket = self._plain = self._presence = None
