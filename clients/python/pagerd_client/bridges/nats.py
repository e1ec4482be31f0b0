"""`pagerd-nats`: publishes the events of a daemon to a stream of NATS JetStream."""

# nats-py leaves some parameters without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nats.aio.client import Client
from nats.aio.transport import TcpTransport
from nats.errors import Error as NatsError
from nats.errors import ProtocolError
from nats.js import JetStreamContext
from nats.js.api import PubAck, RawStreamMsg, StreamConfig
from nats.js.errors import NotFoundError
from nats.protocol.parser import Parser

from ..aio import AsyncPager
from ..aio_stream import AsyncEventStream
from ..core.arguments import seconds
from ..core.forms import is_object
from ..errors import Discontinued, PagerError
from ..event import Event
from . import secret
from .program import ClientParser, instance, run, together

log = logging.getLogger(__name__)
_PAUSE = 1.0
#: Seconds to connect to the server, to close a connection, and between two tests of a silent one.
_CONNECTING, _CLOSING, _PING = 10.0, 2.0, 10
#: The limit of bytes of a message of the server, which has 1 MiB for a message by default.
_MOST_BYTES = 8 << 20
_MOST_PROBLEMS = 100
#: The limit of messages that are read to find the last one of this daemon.
_MOST_STEPS = 1000
#: The greatest number that JSON keeps exactly everywhere.
_MOST_SEQ = (1 << 53) - 1
#: How many ids an event gets that the server takes for copies of other messages.
_MOST_IDS = 4
_BOOT = "Pagerd-Boot"
_MESSAGE_ID = "Nats-Msg-Id"
#: What nats-py raises for a reply that is not JSON, or has not the form that it expects.
_MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
T = TypeVar("T")


class BadServer(Exception):
    """The NATS server sent an invalid reply."""


class Refusal(BadServer):
    """The NATS server has not stored an event."""


_FAILURES = (NatsError, BadServer, asyncio.TimeoutError, OSError)


@dataclass(frozen=True)
class Place:
    """An event, by its number in a log of the daemon."""

    seq: int
    history: str
    boot: str


class Bridge:
    """A bridge that publishes each event once, with the subject `pagerd.NAME.TOPIC`."""

    def __init__(self, wall: AsyncPager, name: str, prefixes: Sequence[str], keep: float) -> None:
        """`keep` is the time for which a newly created stream keeps an event, in seconds."""
        self._wall = wall
        self._subject = f"pagerd.{name}"
        self._stream = f"pagerd_{name}"
        self._prefixes = prefixes
        self._keep = keep
        #: The problems that were logged since the server last accepted events.
        self._problems: set[str] = set()
        #: The last event that the stream has, or the one before the first that it must get.
        self._place: Place | None = None
        self._is_publishing = False
        #: Whether this bridge has created the stream.
        self._is_new = False

    async def run(self, client: Client) -> None:
        """Publishes events until the connection to the server fails. Raises the _FAILURES."""
        stream = client.jetstream()
        await self._create(stream)
        # The stream may have an event whose acknowledgement was lost with the last connection, and
        # the server remembers its id only for a while.
        is_unsure = self._place is not None
        while True:
            try:
                if self._place is None:
                    self._place = await self._last(stream) or await self._now()
                elif is_unsure:
                    self._place = await self._later(stream, self._place)
                is_unsure = False
                await self._publish_all(stream, self._place)
            except Discontinued as error:
                log.warning("events are missing in the stream %s: %s", self._stream, error)
                self._place, self._is_publishing = None, False
                await self._go_on()
            except PagerError as error:
                self.log_once(f"the daemon cannot be reached: {error}")
                await asyncio.sleep(_PAUSE)

    async def _go_on(self) -> None:
        """Continues with the events from now on, as earlier ones are lost."""
        while self._place is None:
            try:
                self._place = await self._now()
            except PagerError as error:
                self.log_once(f"the daemon cannot be reached: {error}")
                await asyncio.sleep(_PAUSE)

    async def _now(self) -> Place:
        """Returns the latest event of the daemon. Raises PagerError."""
        reply = await self._wall.call("events.replay", since=0, limit=1)
        return Place(reply["latest"], reply["history"], reply["boot"])

    async def _create(self, stream: JetStreamContext) -> None:
        """Creates the stream if it does not exist. An existing one keeps its configuration."""
        try:
            await valid(stream.stream_info(self._stream))
        except NotFoundError:
            await valid(stream.add_stream(
                StreamConfig(
                    name=self._stream, subjects=[f"{self._subject}.>"], max_age=self._keep
                )
            ))
            self._is_new = True
            log.info("created the stream %s, which keeps events %g s", self._stream, self._keep)

    async def _last(self, stream: JetStreamContext) -> Place | None:
        """Returns the last event of the stream, or None if it is new. Raises the _FAILURES.

        Others can publish to the stream, too. So only a message that is equal to an event in the
        daemon's log counts. If there is none, for example because the daemon has begun a new
        history, this is the last message that could be an event.
        """
        last = await self._message(stream, None)
        if last is None:
            # The messages of an older stream have been removed since, and the daemon may have later
            # events.
            return None if self._is_new else await self._oldest()
        newest, strangers = last.seq or 0, 0
        possible: Place | None = None
        history = (await self._now()).history
        for number in range(newest, max(0, newest - _MOST_STEPS), -1):
            message = last if number == newest else await self._message(stream, number)
            if message is None:
                continue
            found = self._claimed(message)
            place = found and await self._verified(found, json.loads(message.data or b""))
            if place is not None:
                self._report(strangers, place)
                return place
            strangers += 1
            # What claims to be an event of this history and is none is no place to continue at.
            if found is not None and found.history != history:
                possible = possible or found
        if possible is not None:
            return possible
        log.warning(
            "the last %d messages of the stream %s are no events of this daemon; publishing all "
            "events that it still has", min(_MOST_STEPS, newest), self._stream,
        )
        return await self._oldest()

    async def _later(self, stream: JetStreamContext, place: Place) -> Place:
        """Returns the event after `place` if the stream ends with it, or else `place`."""
        last = await self._message(stream, None)
        found = self._claimed(last) if last is not None else None
        if last is None or found is None or found.history != place.history or found.seq <= place.seq:
            return place
        return await self._verified(found, json.loads(last.data or b"")) or place

    def _report(self, strangers: int, place: Place) -> None:
        if strangers:
            log.warning(
                "the stream %s has %d messages after the event %d that are no events of this "
                "daemon: somebody else publishes there, or the journal was restored from a copy",
                self._stream, strangers, place.seq,
            )

    async def _message(self, stream: JetStreamContext, number: int | None) -> RawStreamMsg | None:
        """Returns a message of the stream, or with None its last one; None if it is not there."""
        try:
            if number is None:
                return await valid(stream.get_last_msg(self._stream, f"{self._subject}.>"))
            return await valid(stream.get_msg(self._stream, number))
        except NotFoundError:
            return None

    def _claimed(self, message: RawStreamMsg) -> Place | None:
        """Returns which event a message could be, or None if it is none."""
        headers: dict[str, str] = message.headers or {}
        history, _, rest = headers.get(_MESSAGE_ID, "").partition(":")
        seq = rest.partition(":")[0]
        try:
            event = json.loads(message.data or b"")
        except (ValueError, RecursionError):
            return None
        if not is_object(event) or not _is_seq(event.get("seq")) or str(event["seq"]) != seq:
            return None
        topic = f"{event.get('category')}.{event.get('subject')}.{event.get('event')}"
        if message.subject != f"{self._subject}.{topic}":
            return None
        return Place(event["seq"], history, headers.get(_BOOT, ""))

    async def _verified(self, place: Place, event: object) -> Place | None:
        """Returns the place of an event in the daemon's log, or None if it is not there."""
        reply = await self._wall.call("events.replay", since=max(0, place.seq - 1), limit=1)
        if reply["history"] != place.history or reply["events"] != [event]:
            return None
        return Place(place.seq, reply["history"], reply["boot"])

    async def _oldest(self) -> Place:
        """Returns the place before the oldest event that the daemon has."""
        reply = await self._wall.call("events.replay", since=0, limit=1)
        return Place(max(0, reply["oldest"] - 1), reply["history"], reply["boot"])

    async def _publish_all(self, stream: JetStreamContext, place: Place) -> None:
        """Publishes the events after `place`. Raises Discontinued if some of them are lost."""
        events = self._wall.events(
            *self._prefixes, since=place.seq, history=place.history, boot=place.boot or None
        )
        async with events:
            if not self._is_publishing:
                self._is_publishing = True
                log.info("publishing events to the stream %s", self._stream)
            async for event in events:
                await self._publish(stream, events, event)
                self._place = Place(event.seq, events.history, events.boot)
                if self._problems:
                    log.info("the NATS server accepts events again")
                    self._problems.clear()

    async def _publish(
        self, stream: JetStreamContext, events: AsyncEventStream, event: Event
    ) -> None:
        data = json.dumps(event.payload, ensure_ascii=False, separators=(",", ":")).encode()
        headers = {_MESSAGE_ID: f"{events.history}:{event.seq}", _BOOT: events.boot}
        subject = f"{self._subject}.{event.topic}"
        for _ in range(_MOST_IDS):
            # If an earlier attempt did arrive, the server drops this copy by its message id.
            try:
                ack = await valid(
                    stream.publish(subject, data, stream=self._stream, headers=dict(headers))
                )
                if await self._is_stored(stream, ack, subject, data):
                    return
            except _FAILURES as error:
                raise Refusal(
                    f"the NATS server did not accept {subject}: {error!r}; trying again"
                ) from None
            log.warning(
                "the id %s of the event %s is in the stream already, with another message: "
                "somebody else publishes there; publishing it under another id",
                headers[_MESSAGE_ID], event.topic,
            )
            headers[_MESSAGE_ID] = f"{events.history}:{event.seq}:{secrets.token_hex(8)}"
        raise Refusal(f"the NATS server takes {subject} for a copy under each id; trying again")

    async def _is_stored(
        self, stream: JetStreamContext, ack: PubAck, subject: str, data: bytes
    ) -> bool:
        """Returns whether the server has stored the event, and not another message of this id."""
        if ack.stream != self._stream:
            raise BadServer(f"the acknowledgement is of the stream {ack.stream!r}")
        if not ack.duplicate:
            return True
        stored = await self._message(stream, ack.seq)
        return stored is not None and (stored.subject, stored.data) == (subject, data)

    def log_once(self, problem: str) -> None:
        """Logs a problem, unless it was logged since the server last accepted events."""
        if problem not in self._problems and len(self._problems) < _MOST_PROBLEMS:
            self._problems.add(problem)
            log.warning("%s", problem)


def _is_seq(value: object) -> bool:
    """Returns whether a value can be the number of an event."""
    return type(value) is int and 0 < value <= _MOST_SEQ


async def valid(reply: Awaitable[T]) -> T:
    """Returns a reply of the NATS server. Raises BadServer if it is malformed."""
    try:
        return await reply
    except _MALFORMED as error:
        raise BadServer(f"an invalid reply, {error!r}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until SIGTERM or SIGINT and returns 0. Wrong usage ends the program with 64."""
    parser = ClientParser("pagerd-nats", "Publishes the events of a daemon to NATS JetStream.")
    server = parser.add_argument_group("the server")
    server.add_argument("--server", action="append", metavar="URL",
                        help="its URL (default nats://127.0.0.1:4222); may be repeated")
    server.add_argument("--credentials", metavar="FILE", help="a .creds file of NATS")
    server.add_argument("--user", help="the name to log in with")
    server.add_argument("--password-file", metavar="FILE",
                        help="a file of mode 600 with the password")
    server.add_argument("--keep", type=seconds, default=86_400.0, metavar="SECONDS",
                        help="how long a newly created stream keeps events (default 86400)")
    parser.add_argument("--prefix", action="append", default=[], metavar="PREFIX",
                        help="publish only topics that begin with PREFIX, such as pager.; "
                        "may be repeated")
    options = parser.parse_args(arguments)
    try:
        password = secret.read(options.password_file) if options.password_file else None
    except secret.BadSecret as error:
        parser.error(str(error))
    servers = options.server or ["nats://127.0.0.1:4222"]
    wall = parser.pager(options)
    bridge = Bridge(wall, instance(options), options.prefix, options.keep)
    return run(
        parser.prog, _main(wall, bridge, servers, options.credentials, options.user, password)
    )


class _Bounded(Parser):
    """A parser of NATS's protocol that refuses what the server may not send."""

    async def parse(self, data: bytes = b"") -> None:
        """Parses the next bytes of the server. Raises ProtocolError."""
        try:
            await super().parse(data)
        except _MALFORMED:
            raise ProtocolError("invalid message") from None
        if len(self.buf) > _MOST_BYTES:
            raise ProtocolError(f"a message of more than {_MOST_BYTES} bytes")


async def _main(
    wall: AsyncPager, bridge: Bridge, servers: list[str], credentials: str | None,
    user: str | None, password: str | None,
) -> int:
    """Runs until it is cancelled. Connects anew after each failure of the server.

    nats-py could reconnect by itself, but stops forever after some errors of the server.
    """
    async def failed(error: Exception) -> None:
        bridge.log_once(f"error from the NATS server: {error}")

    async with wall:
        while True:
            client, closed = Client(), asyncio.Event()
            client._ps = _Bounded(client)

            async def close(closed: asyncio.Event = closed) -> None:
                closed.set()

            try:
                await asyncio.wait_for(valid(client.connect(
                    servers, error_cb=failed, closed_cb=close, allow_reconnect=False,
                    ping_interval=_PING, user_credentials=credentials, user=user,
                    password=password,
                )), _CONNECTING)
                await together(bridge.run(client), closed.wait())
                bridge.log_once("no connection to the NATS server: it was closed")
            except Refusal as error:
                bridge.log_once(str(error))
            except _FAILURES as error:
                bridge.log_once(f"no connection to the NATS server: {error!r}")
            finally:
                await _close(client)
            await asyncio.sleep(_PAUSE)


async def _close(client: Client) -> None:
    """Closes the connection, also if the server does not read."""
    try:
        await asyncio.wait_for(valid(client.close()), _CLOSING)
    except _FAILURES:
        if isinstance(client._transport, TcpTransport) and client._transport._io_writer:
            client._transport._io_writer.transport.abort()


if __name__ == "__main__":
    raise SystemExit(main())
