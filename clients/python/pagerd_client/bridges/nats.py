"""`pagerd-nats`: publishes the events of a daemon to a stream of NATS JetStream."""

# nats-py leaves some parameters without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import StreamConfig
from nats.js.errors import NotFoundError

from ..aio import AsyncPager
from ..aio_stream import AsyncEventStream
from ..errors import Discontinued, PagerError
from ..event import Event
from . import secret
from .program import ClientParser, instance, run, seconds

log = logging.getLogger(__name__)
_PAUSE = 1.0
_MOST_PROBLEMS = 100
_BOOT = "Pagerd-Boot"
_MESSAGE_ID = "Nats-Msg-Id"


@dataclass(frozen=True)
class Place:
    """The position of the last event in the stream."""

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

    async def run(self, client: Client) -> None:
        """Runs until it is cancelled. Reconnects after a restart of the server or the daemon."""
        stream = client.jetstream()
        while True:
            try:
                await self._create(stream)
                await self._follow(stream, await self._last(stream))
            except Discontinued as error:
                log.warning("events are missing in the stream %s: %s", self._stream, error)
                await self._follow_from_now(stream)
            except (NatsError, asyncio.TimeoutError, OSError) as error:
                self.log_once(f"the NATS server accepts no event or has no stream: {error!r}")
            except PagerError as error:
                self.log_once(f"the daemon cannot be reached: {error}")
            await asyncio.sleep(_PAUSE)

    async def _create(self, stream: JetStreamContext) -> None:
        """Creates the stream if it does not exist. An existing one keeps its configuration."""
        try:
            await stream.stream_info(self._stream)
        except NotFoundError:
            await stream.add_stream(
                StreamConfig(
                    name=self._stream, subjects=[f"{self._subject}.>"], max_age=self._keep
                )
            )
            log.info("created the stream %s, which keeps events %g s", self._stream, self._keep)

    async def _last(self, stream: JetStreamContext) -> Place | None:
        """Returns the last event of the stream, or None if it is empty. Raises NatsError."""
        try:
            message = await stream.get_last_msg(self._stream, f"{self._subject}.>")
        except NotFoundError:
            return None
        headers: dict[str, str] = message.headers or {}
        history, _, seq = headers.get(_MESSAGE_ID, "").partition(":")
        if not seq.isdecimal():
            return None
        return Place(int(seq), history, headers.get(_BOOT, ""))

    async def _follow(self, stream: JetStreamContext, place: Place | None) -> None:
        """Publishes the events after `place`. Raises Discontinued if some of them are lost."""
        if place is None:
            await self._follow_from_now(stream)
            return
        events = self._wall.events(
            *self._prefixes, since=place.seq, history=place.history, boot=place.boot or None
        )
        await self._publish_all(stream, events)

    async def _follow_from_now(self, stream: JetStreamContext) -> None:
        try:
            await self._publish_all(stream, self._wall.events(*self._prefixes))
        except Discontinued:
            # The next iteration of the loop in `run` finds the gap and logs it.
            return

    async def _publish_all(self, stream: JetStreamContext, events: AsyncEventStream) -> None:
        async with events:
            log.info("publishing events to the stream %s", self._stream)
            self._problems.clear()
            async for event in events:
                await self._publish(stream, events, event)

    async def _publish(
        self, stream: JetStreamContext, events: AsyncEventStream, event: Event
    ) -> None:
        data = json.dumps(event.payload, ensure_ascii=False, separators=(",", ":")).encode()
        headers = {_MESSAGE_ID: f"{events.history}:{event.seq}", _BOOT: events.boot}
        subject = f"{self._subject}.{event.topic}"
        while True:
            try:
                await stream.publish(subject, data, stream=self._stream, headers=headers)
                if self._problems:
                    log.info("the NATS server accepts events again")
                    self._problems.clear()
                return
            except (NatsError, asyncio.TimeoutError, OSError) as error:
                # If the event did arrive, the server drops the second copy by its message id.
                self.log_once(f"the NATS server did not accept {subject}: {error!r}; trying again")
                await asyncio.sleep(_PAUSE)

    def log_once(self, problem: str) -> None:
        """Logs a problem, unless it was logged since the server last accepted events."""
        if problem not in self._problems and len(self._problems) < _MOST_PROBLEMS:
            self._problems.add(problem)
            log.warning("%s", problem)


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


async def _main(
    wall: AsyncPager, bridge: Bridge, servers: list[str], credentials: str | None,
    user: str | None, password: str | None,
) -> int:
    async def failed(error: Exception) -> None:
        bridge.log_once(f"error from the NATS server: {error}")

    async def lost() -> None:
        log.warning("no connection to the NATS server; trying again")

    async def back() -> None:
        log.info("connected to the NATS server again")

    client = Client()
    while not client.is_connected:
        try:
            await client.connect(
                servers, error_cb=failed, disconnected_cb=lost, reconnected_cb=back,
                max_reconnect_attempts=-1, allow_reconnect=True, reconnect_time_wait=1,
                user_credentials=credentials, user=user, password=password,
            )
        except (NatsError, asyncio.TimeoutError, OSError) as error:
            log.warning("no connection to the NATS server: %s", error)
            await asyncio.sleep(_PAUSE)
    try:
        async with wall:
            await bridge.run(client)
    finally:
        await client.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
