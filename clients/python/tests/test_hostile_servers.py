"""`pagerd-mqtt` and `pagerd-nats` survive hostile servers, and then work with right ones."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from broker import Broker, Home, free_port
from fake_nats import FakeNats
from hostile import (
    LOG, MEMORY, SEED, Attacked, Impostor, Treat, attacked, endless, one_byte_a_time, random_bytes, said,
    stalled,
)
from paho.mqtt.enums import CallbackAPIVersion
from program import Program

from pagerd_client import Pager
from pagerd_client.bridges.nats import BadServer, valid

SLOW_MQTT, SLOW_NATS = one_byte_a_time(b"\x20\x03\x00\x00\x00"), one_byte_a_time(b"INFO {")
#: Those with which a client stays until its own timeout: one visit is enough.
SILENT = {stalled, SLOW_MQTT, SLOW_NATS}
AVAILABILITY = "pagerd/test/availability"
CONNACK = b"\x20\x03\x00\x00\x00"
MQTT: dict[str, Treat] = {
    "stalled": stalled,
    "stalled after the connection": said(CONNACK),
    "random bytes": random_bytes(),
    "random bytes after the connection": random_bytes(CONNACK),
    "one byte a time": SLOW_MQTT,
    "a huge packet": endless(CONNACK + b"\x30\xff\xff\xff\x7f", b"a" * (1 << 20)),
    "an endless length": said(CONNACK, b"\x30" + b"\xff" * 100),
    "bad UTF-8": said(CONNACK, b"\x30\x07\x00\x02\xff\xfe\x00ab"),
    "a refusal": said(b"\x20\x03\x00\x87\x00"),
}


def test_mqtt_survives_hostile_brokers(pager: Pager, runtime: Path) -> None:
    def attack(treat: Treat) -> Attacked:
        port = free_port()
        arguments = ["--name", "test", "--host", "127.0.0.1", "--port", str(port)]
        return Attacked(port, treat, 1 if treat in SILENT else 2, "bridges.mqtt", *arguments)

    with attacked({name: attack(treat) for name, treat in MQTT.items()}) as attacks:
        for name, one in attacks.items():
            (runtime / name).mkdir()
            broker = Broker(runtime / name, one.port).start()
            home = Home(broker.port)
            try:
                home.until(lambda topics: topics.get(AVAILABILITY) == "online", name)
            finally:
                home.close()
                broker.stop()


INFO = b'INFO {"server_id":"a","version":"2.9.10","headers":true,"max_payload":1048576}\r\n'
NATS: dict[str, Treat] = {
    "stalled": stalled,
    "stalled after INFO": said(INFO),
    "random bytes": random_bytes(),
    "random bytes after INFO": random_bytes(INFO + b"PONG\r\n"),
    "one byte a time": SLOW_NATS,
    "an endless line": endless(b"INFO ", b"a" * (1 << 20)),
    "a huge message": endless(INFO + b"PONG\r\nMSG a 1 2000000000\r\n", b"a" * (1 << 20)),
    "a deep INFO": said(b"INFO " + b'{"a":' * 5000 + b"\r\n"),
    "INFO that is no object": said(b"INFO []\r\n"),
    "bad UTF-8": said(b"INFO \xff\xfe\r\n"),
    "an error": said(INFO, b"PONG\r\n-ERR 'Unknown \x1b[31m'\r\n"),
    "an error without a text": said(INFO, b"-ERR \r\n"),
}


def test_nats_survives_hostile_servers(pager: Pager) -> None:
    def attack(treat: Treat) -> Attacked:
        port = free_port()
        arguments = ["--name", "test", "--server", f"nats://127.0.0.1:{port}"]
        return Attacked(port, treat, 1 if treat in SILENT else 2, "bridges.nats", *arguments)

    with attacked({name: attack(treat) for name, treat in NATS.items()}) as attacks:
        servers = [FakeNats(one.port) for one in attacks.values()]
        try:
            for one in attacks.values():
                one.program.until("publishing events to the stream")
            pager.controllers.create("view", "home")
            for server in servers:
                assert server.until(1)[-1]["subject"] == "home"
        finally:
            for server in servers:
                server.close()


def claim(server: FakeNats, history: str, seq: object) -> None:
    """Adds a message that claims to be an event of the daemon."""
    event = {"seq": seq, "category": "view", "subject": "a", "event": "created"}
    server.messages.append(
        ("pagerd.test.view.a.created", {"Nats-Msg-Id": f"{history}:{seq}"}, json.dumps(event).encode())
    )


SEQS = ["abc", float("inf"), 10**30, 2**63, 1.5, True, -1, 0, None, [1]]


def test_nats_publishes_although_messages_have_no_number_of_an_event(pager: Pager) -> None:
    server = FakeNats(free_port())
    for history in ("H", pager.server.hello().history):
        for seq in SEQS:
            claim(server, history, seq)
    bridge = Program("bridges.nats", "--name", "test", "--server", f"nats://127.0.0.1:{server.port}")
    try:
        bridge.until("publishing events to the stream")
        pager.controllers.create("view", "home")
        assert server.until(2 * len(SEQS) + 1)[-1]["subject"] == "home"
        assert "Traceback" not in bridge.log
    finally:
        assert bridge.stop() == 0, bridge.log
        server.close()


def test_messages_of_others_hide_no_events_from_nats(pager: Pager) -> None:
    """More messages than the bridge looks at claim the daemon's latest number."""
    pager.controllers.create("view", "hidden")
    server = FakeNats(free_port())
    for _ in range(1_001):
        claim(server, pager.server.hello().history, pager.server.hello().seq)
    bridge = Program("bridges.nats", "--name", "test", "--server", f"nats://127.0.0.1:{server.port}")
    try:
        published = server.until(1_002)
        assert published[1_001]["subject"] == "hidden", bridge.log
    finally:
        assert bridge.stop() == 0, bridge.log
        server.close()


def test_nats_stores_an_event_once_although_its_acknowledgement_was_lost(pager: Pager) -> None:
    """The server has forgotten the id when the bridge is connected again."""
    server = FakeNats(free_port())
    pager.controllers.create("view", "first")
    bridge = Program("bridges.nats", "--name", "test", "--server", f"nats://127.0.0.1:{server.port}")
    try:
        server.until(1)
        server.fails_once = True
        pager.controllers.create("view", "second")
        server.until(2)
        pager.controllers.create("view", "third")
        published = [event["subject"] for event in server.until(3)]
        assert published == ["first", "second", "third"], bridge.log
    finally:
        assert bridge.stop() == 0, bridge.log
        server.close()


def test_a_reply_of_nats_with_a_deep_text_is_malformed() -> None:
    async def deep() -> object:
        return json.loads("[" * 100_000)

    with pytest.raises(BadServer, match="an invalid reply"):
        asyncio.run(valid(deep()))


PUBLISH = b"".join(
    b"\x34\x0c\x00\x05topic" + bytes([number // 256, number % 256]) + b"\x00ab"
    for number in range(1, 200)
)


def test_mqtt_ends_a_connection_whose_messages_are_never_released() -> None:
    """A broker sends messages of quality 2, and releases none."""
    port = free_port()
    fake = Impostor(port, said(CONNACK, PUBLISH))
    bridge = Program("bridges.mqtt", "--name", "test", "--host", "127.0.0.1", "--port", str(port))
    try:
        fake.until(2)
        bridge.until("more than 20 messages that the broker has not released")
    finally:
        fake.close()
        assert bridge.stop() == 0, bridge.log


def junk(rng: random.Random) -> Iterator[tuple[str, bytes, bool]]:
    """Yields messages of a hostile publisher: topic, payload, and whether it is retained."""
    command = "pagerd/test/pager/book/turn/set"
    for text in ("\x1b[31m", "\n", "\u202e", "pagerd-mqtt: forged", '{"value":"\ud83d"}', "{", "[" * 4000):
        yield command, text.encode(errors="surrogatepass"), False
        yield command, b'{"value": "next", "id": ' + json.dumps(text).encode() + b"}", True
    for payload in (b'{"value": "\\ud800"}', b'{"value":' * 900, b'{"value": "%s"}' % (b"x" * 4000)):
        for what in ("page", "turn", "autoplay"):
            yield f"pagerd/test/pager/book/{what}/set", payload, False
    for _ in range(50):
        yield command, b"x" * (4 << 20), False
        yield "pagerd/test/pager/huge", b"x" * (4 << 20), True
    for _ in range(5000):
        yield command, rng.randbytes(rng.randrange(100)), False


#: Levels of topics. mosquitto disconnects a client that sends control characters.
NAMES = ("\u2028", "\u202etxt", "x" * 1000, "é", "\x1b]0;title\x07", "a\nb")


def test_mqtt_survives_hostile_publishers(pager: Pager, runtime: Path) -> None:
    print(f"PAGERD_SEED={SEED}")
    pages = [pager.controllers.create("view", id) for id in ("home", "menu")]
    pager.controllers.create("pager", "book")
    pager["book"].set_pages(pages)
    broker = Broker(runtime).start()
    program = Program(
        "bridges.mqtt", "--name", "test", "--host", "127.0.0.1", "--port", str(broker.port)
    )
    hostile = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    try:
        program.until("connected to the daemon")
        before = program.memory
        hostile.connect("127.0.0.1", broker.port)
        hostile.loop_start()
        for topic, payload, is_retained in junk(random.Random(SEED)):
            hostile.publish(topic, payload, qos=0, retain=is_retained)
        hostile.publish("pagerd/test/end", "", qos=1).wait_for_publish(60)
        for name in NAMES:
            hostile.publish(f"pagerd/test/pager/{name}/page/set", b"home")
            hostile.publish(f"pagerd/test/pager/{name}", b"retained", retain=True)
        home = Home(broker.port)
        # A full queue drops messages; the bridge carries out one that arrives afterwards.
        while pager["book"].get().selected != "menu":
            assert program.process.poll() is None, program.log
            home.publish("pagerd/test/pager/book/page/set", "menu")
        home.close()
        assert program.memory - before < MEMORY
        assert len(program.log) < LOG
        assert "Traceback" not in program.log
        for line in program.log.splitlines():
            assert line.startswith("pagerd-mqtt: ") and line.isprintable(), repr(line)
            assert not line.startswith("pagerd-mqtt: forged")
    finally:
        hostile.loop_stop()
        assert program.stop() == 0, program.log
        broker.stop()
