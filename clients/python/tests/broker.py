"""A real mosquitto for a test, and a client that remembers the messages it receives."""

from __future__ import annotations

import json
import random
import shutil
import socket
import subprocess
import threading
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Callable

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

_PATIENCE = 60.0


#: Each call takes another port, and the tests of other languages take those from 18,000. Several
#: processes may run these tests, so each begins anywhere.
_PORTS = cycle(random.sample(range(10_000, 18_000), 8_000))


def free_port() -> int:
    """Returns a port of loopback at which no program listens.

    The system gives such a port to no program by itself, so it stays free.
    """
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        with suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", next(_PORTS) if first > 18_000 else 0))
            port: int = one.getsockname()[1]
            return port


def await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until a program listens at the port."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert process.poll() is None, f"the program ended with {process.returncode}"
            assert time.monotonic() < end, f"nothing listens at {port} after {_PATIENCE:g} s"
            time.sleep(0.02)


class Broker:
    """mosquitto at its own port. It keeps retained messages when it is restarted."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        (folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
            f"persistence true\npersistence_location {folder}/\nuser root\n"
        )

    def start(self) -> Broker:
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.process = subprocess.Popen(
            [program, "-c", str(self.folder / "mosquitto.conf")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        await_port(self.port, self.process)
        return self

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(_PATIENCE)
            self.process = None


class Home:
    """A client that subscribes to all topics, as a home automation system does."""

    def __init__(self, port: int) -> None:
        self._changed = threading.Condition()
        #: The last payload of each topic.
        self.topics: dict[str, str] = {}
        #: Every message: its topic and payload.
        self.messages: list[tuple[str, str]] = []
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.on_message = self._take
        self._client.on_connect = self._subscribe
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _subscribe(self, *_: object) -> None:
        self._client.subscribe("#", qos=1)

    def _take(self, client: mqtt.Client, data: object, message: mqtt.MQTTMessage) -> None:
        with self._changed:
            text = message.payload.decode(errors="replace")
            self.messages.append((message.topic, text))
            self.topics[message.topic] = text
            self._changed.notify_all()

    def until(self, holds: Callable[[dict[str, str]], object], what: str) -> None:
        """Waits until `holds` is true for the topics. `what` describes it in a failure."""
        with self._changed:
            assert self._changed.wait_for(lambda: holds(self.topics), _PATIENCE), (
                f"not within {_PATIENCE:g} s: {what}; the topics are {self.topics}"
            )

    def until_state(self, topic: str, **members: Any) -> None:
        """Waits until the JSON at a topic has these members."""

        def holds(topics: dict[str, str]) -> bool:
            state = json.loads(topics.get(topic) or "{}")
            return all(state.get(name) == value for name, value in members.items())

        self.until(holds, f"{topic} has {members}")

    def publish(self, topic: str, payload: str | bytes, retain: bool = False) -> None:
        """Publishes a message and waits until the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(_PATIENCE)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
