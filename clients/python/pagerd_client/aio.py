"""The same daemon for asyncio: every method is awaited, streams are read by `async for`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from types import TracebackType
from typing import Any, Callable
from weakref import WeakSet

import zmq
import zmq.asyncio

from .aio_stream import AsyncEventStream, AsyncMirror, AsyncStream
from .core.ending import PREFIXES, ending, lateness, seconds, traced
from .core.message import decode, shown
from .core.requests import SMALL, Exchange, Requests
from .core.subscription import Search
from .endpoints import Endpoint, resolve
from .errors import BadReply, PagerError
from .event import Event
from .keys import Keys
from .methods import Daemon, EventsMethods
from .wire import Presence, connect, requester, send

Result = dict[str, Any]


class AsyncPager(Daemon[Awaitable[Result]]):
    """A daemon, as one event loop sees it; what `Pager` does, awaited.

        async with AsyncPager("wall") as wall:
            await wall.pager.next(id="book")
            async for event in wall.events("lifecycle."):
                print(event)

    Many requests may be under way at a time; the daemon carries them out in their order.
    """

    #: How often a request is sent within its time, at the most.
    tries = 1000

    def __init__(
        self,
        name: str | None = None,
        command: str | None = None,
        events: str | None = None,
        timeout: float = 5.0,
        client: str | None = None,
        keys: Keys | None = None,
    ) -> None:
        """As Pager."""
        super().__init__(self.call, self._call_and_follow)
        self.timeout = timeout
        self._name = name
        self._events = events
        self._keys = keys
        self._command = resolve("command", command, name, keys)
        self._command.check()
        self._requests = Requests(self._command, client)
        self._plain: zmq.Socket[bytes] | None = None
        self._presence: Presence | None = None
        self._socket: zmq.asyncio.Socket | None = None
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._outbox: dict[str, Exchange] = {}
        self._waiting: dict[str, asyncio.Future[Result]] = {}
        self._streams: WeakSet[AsyncStream[Any]] = WeakSet()
        self.events: AsyncEvents = AsyncEvents(self)

    @property
    def client(self) -> str:
        """What its requests are known by."""
        return self._requests.client

    @property
    def command_endpoint(self) -> Endpoint:
        """Where commands go."""
        return self._command

    @property
    def events_endpoint(self) -> Endpoint:
        """Where events come from. Raises ValueError for what is no name."""
        return resolve("events", self._events, self._name, self._keys)

    async def call(self, method: str, /, **params: Any) -> Result:
        """The result of a method by its name. Raises Refused, NoDaemon, BadReply, UnsafeDirectory.

        A request that is cancelled after it was sent may have been carried out.
        """
        exchange = self._requests.new(method, params, self.tries, self.timeout)
        if len(exchange.message) > SMALL:
            exchange.check((await self.call("server.hello"))["limits"])
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting[exchange.id] = reply
        try:
            for deadline in exchange.deadlines(time.monotonic()):
                self._post(exchange)
                await asyncio.wait([reply], timeout=max(0.0, deadline - time.monotonic()))
                if reply.done():
                    result = exchange.result(reply.result())
                    assert result is not None, "the reply was taken by its id"
                    return result
        finally:
            del self._waiting[exchange.id]
            self._outbox.pop(exchange.id, None)
        if not self._waiting:
            self._disconnect()
        raise exchange.failure()

    def _post(self, exchange: Exchange) -> None:
        """Sends in the order of the calls, now or as soon as somebody takes it."""
        socket, presence = self._connected()
        self._command.check()
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
            self._command.check()
            plain = requester(zmq.Context.instance())
            self._presence = Presence(plain)
            connect(plain, self._command)
            self._plain = plain
            self._socket = zmq.asyncio.Socket.from_socket(plain)
            self._reader = asyncio.ensure_future(self._read(self._socket))
        return self._socket, self._presence

    async def _read(self, socket: zmq.asyncio.Socket) -> None:
        """Gives each reply to who waits for it; what is late finds nobody."""
        while True:
            frames = await socket.recv_multipart()
            try:
                reply = decode(frames[-1], self._command)
                number = reply.get("id")
                if not isinstance(number, str):
                    raise BadReply(self._command.address, shown(reply))
            except BadReply as error:
                for future in self._waiting.values():
                    if not future.done():
                        future.set_exception(error)
                continue
            waiting = self._waiting.get(number)
            if waiting is not None and not waiting.done():
                waiting.set_result(reply)

    async def _call_and_follow(self, method: str, said: dict[str, Any], wait: bool | float) -> Result:
        """The result of a method when what it has started has ended. Raises as `events` as well."""
        timeout = seconds(wait)
        async with self.events(*PREFIXES) as stream:
            result = await self.call(method, **traced(said))
            end = time.monotonic() + timeout
            steps = ending(result, said)
            try:
                step = next(steps)
                while True:
                    if step is None:
                        event = await stream.get(max(0.0, end - time.monotonic()))
                        if event is None:
                            raise lateness(result, timeout)
                        step = steps.send(event)
                        continue
                    try:
                        found = await self.call(step.method, **step.params)
                    except PagerError as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(found)
            except StopIteration as last:
                done: Result = last.value
                return done

    async def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        since: int | None = None,
    ) -> Event:
        """The first event with this name, topic or property, from now on or after a seq.

        With `since` taken from a reply's `seq` nothing that follows the reply can be missed.
        Raises TimeoutError after `timeout` seconds (the pager's own by default), NoDaemon,
        HistoryChanged, EventsLost.
        """
        limit = self.timeout if timeout is None else timeout
        search = Search(self.events_endpoint, what, limit)
        async with self.events(search.prefix, since=since) as stream:
            return await stream.find(search)

    def mirror(self) -> AsyncMirror:
        """A copy of the daemon's state that its events keep exact."""
        mirror = AsyncMirror(self)
        self._streams.add(mirror)
        return mirror

    def close(self) -> None:
        """Closes its socket and its streams; the next call opens the socket again."""
        for stream in list(self._streams):
            stream.close()
        self._disconnect()

    def _disconnect(self) -> None:
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

    async def __aenter__(self) -> AsyncPager:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncEvents(EventsMethods[Awaitable[Result]]):
    """`pager.events(PREFIX...)`, and the methods of `events.*`."""

    def __init__(self, pager: AsyncPager) -> None:
        super().__init__(pager.call)
        self._pager = pager

    def __call__(
        self,
        *prefixes: str,
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        until_shutdown: bool = False,
    ) -> AsyncEventStream:
        """All events from now on, or after the seq `since`, whose topic has one of the prefixes.

        From now on is from the beginning of `async with` or `async for`. Without prefixes: all.
        Raises ValueError for what cannot begin a topic.
        """
        stream = AsyncEventStream(
            self._pager,
            prefixes,
            since=since,
            history=history,
            boot=boot,
            until_shutdown=until_shutdown,
        )
        self._pager._streams.add(stream)
        return stream
