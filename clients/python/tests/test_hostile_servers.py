"""`pagerd-mqtt` and `pagerd-nats` survive hostile servers, and then work with right ones."""

from __future__ import annotations

from pathlib import Path

from broker import Broker, Home, free_port
from fake_nats import FakeNats
from hostile import (
    Attacked, Treat, attacked, endless, one_byte_a_time, random_bytes, said, stalled,
)

from pagerd_client import Pager


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
