"""`pagerd-mqtt`: publishes the pagers of a daemon to an MQTT broker and Home Assistant."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from ..aio import AsyncPager
from ..aio_stream import AsyncMirror
from ..core.follow import News
from ..errors import NoDaemon, PagerError, Refused
from ..event import Event
from ..records import PagerRecord
from ..state import State
from . import discovery, secret
from .instruction import BadInstruction, RecentIds, parse
from .program import ClientParser, instance, run, together
from .topics import Topics

log = logging.getLogger(__name__)
#: Seconds before the bridge tries to connect again.
_PAUSE = 1.0
#: Seconds to wait for the broker's answer.
_ANSWER = 5.0
#: The maximum number of changes read from the mirror before the state is published.
_MOST_NEWS = 1000
#: The limits of what the broker may send: the bytes of a packet, the messages that are not
#: acknowledged, and those that wait until the bridge has carried out earlier ones.
_MOST_BYTES = 256 << 10
_MOST_UNANSWERED = 20
_MOST_QUEUED = 200
_CHANGING = {"pager", "controller"}
_ONLINE, _OFFLINE = "online", "offline"


@dataclass(frozen=True)
class Broker:
    """The address of the broker, and the credentials for it."""

    host: str
    port: int
    username: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None

    def client(self, topics: Topics) -> aiomqtt.Client:
        """Returns a client whose last will publishes `offline`."""
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = _MOST_BYTES
        limits.ReceiveMaximum = _MOST_UNANSWERED
        client = aiomqtt.Client(
            self.host,
            self.port,
            username=self.username,
            password=self.password,
            tls_context=self.tls,
            protocol=aiomqtt.ProtocolVersion.V5,
            # The broker must not deliver commands that were published while the bridge was
            # disconnected.
            clean_start=True,
            keepalive=10,
            timeout=_ANSWER,
            max_queued_incoming_messages=_MOST_QUEUED,
            properties=limits,
            will=aiomqtt.Will(topics.availability, _OFFLINE, qos=1, retain=True),
        )
        receive = client._client._sock_recv

        def bounded(size: int) -> bytes:
            # paho asks for the whole rest of a packet, and would keep any that a broker sends.
            if size > _MOST_BYTES:
                raise OSError(f"a packet of {size} bytes; the limit is {_MOST_BYTES} bytes")
            # It keeps each message until the broker releases it, however many there are.
            if len(client._client._in_messages) > _MOST_UNANSWERED:
                raise OSError(f"more than {_MOST_UNANSWERED} messages that the broker has not released")
            return receive(size)

        setattr(client._client, "_sock_recv", bounded)
        return client


class Bridge:
    """A bridge that publishes the state of every pager and carries out commands from MQTT."""

    def __init__(self, wall: AsyncPager, broker: Broker, topics: Topics) -> None:
        self._wall = wall
        self._broker = broker
        self._topics = topics
        self._published: dict[str, str] = {}
        self._recent = RecentIds()
        self._is_online: bool | None = None

    async def run(self) -> int:
        """Runs until it is cancelled. Reconnects after a restart of the broker or the daemon."""
        where = f"{self._broker.host}:{self._broker.port}"
        problem = ""
        while True:
            self._published, self._is_online = {}, None
            try:
                async with self._broker.client(self._topics) as client:
                    log.info("connected to the broker at %s", where)
                    problem = ""
                    await self._serve(client)
            except aiomqtt.MqttError as error:
                if str(error) != problem:
                    problem = str(error)
                    log.warning(
                        "no connection to the broker at %s (%s); trying again every %g s",
                        where, problem, _PAUSE,
                    )
            await asyncio.sleep(_PAUSE)

    async def _serve(self, client: aiomqtt.Client) -> None:
        try:
            await client.subscribe(self._topics.commands, qos=2)
            await together(self._publish(client), self._listen(client))
        except asyncio.CancelledError:
            # The broker publishes the last will only after a lost connection, so publish `offline`
            # here.
            await client.publish(self._topics.availability, _OFFLINE, qos=1, retain=True)
            raise

    # From the daemon to the broker.

    async def _publish(self, client: aiomqtt.Client) -> None:
        while True:
            try:
                async with self._wall.mirror() as mirror:
                    await self._follow(client, mirror)
            except PagerError as error:
                await self._tell(client, False, f"the daemon cannot be reached: {error}")
                # NoDaemon is raised only after a timeout, so no pause is needed.
                await asyncio.sleep(0 if isinstance(error, NoDaemon) else _PAUSE)

    async def _follow(self, client: aiomqtt.Client, mirror: AsyncMirror) -> None:
        await self._show(client, mirror.state)
        for filter in self._topics.retained:
            # The broker now sends the messages that earlier runs retained. `_listen` deletes those
            # that this run does not publish.
            await client.subscribe(filter)
        await self._tell(client, True, "connected to the daemon")
        while True:
            news = await mirror.get()
            is_changed = news is not None and _changes(news)
            for _ in range(_MOST_NEWS):
                more = await mirror.get(0)
                if more is None:
                    break
                is_changed = is_changed or _changes(more)
            if is_changed:
                await self._show(client, mirror.state)

    async def _show(self, client: aiomqtt.Client, state: State) -> None:
        """Publishes changed messages, and deletes those of removed pagers."""
        pagers = pagers_of(state)
        wanted = {self._topics.state(one.id): description(one, state) for one in pagers}
        if self._topics.discovery:
            wanted = {**discovery.messages(self._topics, pagers), **wanted}
        gone = dict.fromkeys(self._published.keys() - wanted.keys(), "")
        before, self._published = self._published, wanted
        for topic, payload in {**gone, **wanted}.items():
            if before.get(topic) != payload:
                await client.publish(topic, payload, qos=1, retain=True)

    async def _tell(self, client: aiomqtt.Client, is_online: bool, why: str) -> None:
        if self._is_online is not is_online:
            self._is_online = is_online
            log.info("%s", why)
            text = _ONLINE if is_online else _OFFLINE
            await client.publish(self._topics.availability, text, qos=1, retain=True)

    # From the broker to the daemon.

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            topic = str(message.topic)
            command = self._topics.parse(topic)
            if command is not None:
                await self._take(command, message)
            elif message.retain and message.payload and topic not in self._published:
                log.info("deleted a message that an earlier run retained at %s", topic)
                await client.publish(topic, "", qos=1, retain=True)

    async def _take(self, command: tuple[str, str], message: aiomqtt.Message) -> None:
        if message.retain:
            log.warning(
                "ignored a retained command at %s: it may be old; publish commands without retain",
                message.topic,
            )
            return
        try:
            instruction = parse(message.payload)
            if not self._recent.add(instruction.id):
                log.info(
                    "ignored another copy of command %r at %s", instruction.id, message.topic
                )
                return
            await self._carry_out(*command, instruction.value)
        except ValueError as error:
            # It is no instruction, or has text that cannot be sent to the daemon.
            log.warning("ignored a message at %s: %s", message.topic, error)
        except Refused as error:
            log.warning("the daemon refused a command at %s: %s", message.topic, error)
        except PagerError as error:
            log.warning("a command at %s was not carried out: %s", message.topic, error)

    async def _carry_out(self, pager: str, what: str, value: str) -> None:
        book = self._wall[pager]
        if what == "page":
            await book.show(value)
        elif (what, value) == ("turn", "next"):
            await book.next()
        elif (what, value) == ("turn", "previous"):
            await book.previous()
        elif (what, value) == ("autoplay", "ON"):
            await book.resume()
        elif (what, value) == ("autoplay", "OFF"):
            await book.pause()
        else:
            words = {"turn": "next or previous", "autoplay": "ON or OFF"}[what]
            raise BadInstruction(f"{what} must be {words}, got {value!r}")


def pagers_of(state: State) -> list[PagerRecord]:
    """Returns the pagers in the order of their creation, without those of `pagerctl alarm`."""
    ids = [one["id"] for one in state.records.controllers if one["kind"] == "pager"]
    found = (state.controller(id) for id in ids)
    return [one for one in found if isinstance(one, PagerRecord) and not _is_alarm(one)]


def _is_alarm(pager: PagerRecord) -> bool:
    content: object = pager.content
    return (
        pager.id.startswith("alarm-")
        and isinstance(content, dict)
        and cast("dict[str, object]", content).get("alarm") is True
    )


def description(pager: PagerRecord, state: State) -> str:
    """Returns the state of a pager as JSON.

    `page`, `index` and `title` are null if the pager has no pages.
    """
    selected = state.controller(pager.selected) if pager.selected else None
    is_playing = pager.auto_advance is not None and not pager.paused
    return json.dumps(
        {
            "page": pager.selected,
            "title": selected.title if selected else None,
            "index": pager.index,
            "count": len(pager.pages),
            "autoplay": "ON" if is_playing else "OFF",
        }
    )


def _changes(news: News) -> bool:
    """Returns whether the news may change a published message."""
    return not isinstance(news, Event) or news.category in _CHANGING


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until SIGTERM or SIGINT and returns 0. Wrong usage ends the program with 64."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.ca_file and not options.tls:
        parser.error("--ca-file: add --tls; without it the connection is not encrypted")
    try:
        password = secret.read(options.password_file) if options.password_file else None
        tls = ssl.create_default_context(cafile=options.ca_file) if options.tls else None
    except (secret.BadSecret, OSError) as error:
        parser.error(str(error))
    for option in ("prefix", "discovery"):
        if any(letter in vars(options)[option] for letter in "+#\0"):
            parser.error(f"--{option}: a topic cannot contain + or #")
    port = options.port or (8883 if options.tls else 1883)
    broker = Broker(options.host, port, options.username, password, tls)
    topics = Topics(options.prefix, instance(options), options.discovery)
    return run(parser.prog, _main(parser.pager(options), broker, topics))


async def _main(wall: AsyncPager, broker: Broker, topics: Topics) -> int:
    async with wall:
        return await Bridge(wall, broker, topics).run()


def _parser() -> ClientParser:
    parser = ClientParser("pagerd-mqtt", "Publishes the pagers of a daemon to an MQTT broker.")
    broker = parser.add_argument_group("the broker")
    broker.add_argument("--host", default="localhost", help="the broker's host (default localhost)")
    broker.add_argument("--port", type=_port, help="its port (default 1883, or 8883 with --tls)")
    broker.add_argument("--username", help="the name to log in with")
    broker.add_argument(
        "--password-file", metavar="FILE", help="a file of mode 600 with the password"
    )
    broker.add_argument("--tls", action="store_true", help="connect over TLS")
    broker.add_argument(
        "--ca-file", metavar="FILE", help="CA certificates to trust (default those of the system)"
    )
    broker.add_argument("--prefix", default="pagerd", help="first level of topics (default pagerd)")
    broker.add_argument(
        "--discovery",
        default="homeassistant",
        metavar="PREFIX",
        help='prefix of Home Assistant\'s topics (default homeassistant); "" turns them off',
    )
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 < port < 65536:
        raise argparse.ArgumentTypeError(f"{text}: must be between 1 and 65535")
    return port


if __name__ == "__main__":
    raise SystemExit(main())
