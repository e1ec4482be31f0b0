"""`pagerd-nats` with a real nats-server with JetStream."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nats
import pytest
from broker import await_port, free_port
from conftest import Daemon
from nats.js.errors import NotFoundError
from program import Program

from pagerd_client import Pager


class Server:
    """nats-server at a port of its own; it keeps its streams over a restart."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, more: str = "") -> Server:
        configuration = self.folder / "nats.conf"
        configuration.write_text(
            f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{self.folder}/js" }}\n{more}'
        )
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        self.process = subprocess.Popen(
            [program, "-c", str(configuration)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        await_port(self.port, self.process)
        return self

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            self.process = None

    def messages(self, count: int) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
        """Waits for so many messages in the stream; all of them: subject, event, headers."""

        async def read() -> list[tuple[str, dict[str, Any], dict[str, str]]]:
            client = await nats.connect(self.url)
            stream = client.jetstream()
            while True:
                try:
                    info = await stream.stream_info("pagerd_test")
                    if info.state.messages >= count:
                        break
                except NotFoundError:
                    pass
                await asyncio.sleep(0.05)
            found: list[tuple[str, dict[str, Any], dict[str, str]]] = []
            for number in range(1, info.state.last_seq + 1):
                one = await stream.get_msg("pagerd_test", number)
                found.append((one.subject or "", json.loads(one.data or b""), one.headers or {}))
            await client.close()
            return found

        return asyncio.run(asyncio.wait_for(read(), 60))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    it = Server(tmp_path)
    try:
        yield it.start()
    finally:
        it.stop()


def start(server: Server, *arguments: str) -> Program:
    return Program(
        "bridges.nats", "--name", "test", "--server", server.url, "--timeout", "3", *arguments
    )


def test_events_are_published_under_their_topics_without_a_gap(
    pager: Pager, server: Server
) -> None:
    bridge = start(server)
    bridge.until("events go to the stream pagerd_test")
    pager.controllers.create("view", "home")
    pager.windows.create("main").set_root("home")
    seq = pager.call("server.ping")["seq"]
    found = server.messages(seq)
    history = pager.call("server.hello")["history"]
    assert [event["seq"] for _, event, _ in found] == list(range(1, seq + 1))
    for subject, event, headers in found:
        topic = f"{event['category']}.{event['subject']}.{event['event']}"
        assert subject == f"pagerd.test.{topic}"
        assert headers["Nats-Msg-Id"] == f"{history}:{event['seq']}"
    assert bridge.stop() == 0


def test_a_bridge_that_starts_again_goes_on_after_the_last_event(
    pager: Pager, server: Server
) -> None:
    first = start(server)
    first.until("events go to the stream")
    pager.controllers.create("view", "home")
    server.messages(1)
    first.process.kill()
    pager.controllers.create("view", "menu")
    second = start(server)
    found = server.messages(2)
    assert [event["subject"] for _, event, _ in found] == ["home", "menu"]
    assert second.stop() == 0


def test_it_goes_on_after_a_restart_of_the_server(pager: Pager, server: Server) -> None:
    bridge = start(server)
    bridge.until("events go to the stream")
    pager.controllers.create("view", "home")
    server.messages(1)
    server.stop()
    bridge.until("no connection to the NATS server")
    pager.controllers.create("view", "menu")
    server.start()
    pager.controllers.create("view", "door")
    found = server.messages(3)
    assert [event["subject"] for _, event, _ in found] == ["home", "menu", "door"]
    assert bridge.stop() == 0


def test_a_server_that_refuses_the_subject_is_a_sentence_in_the_log(
    pager: Pager, server: Server
) -> None:
    server.stop()
    server.start(
        "authorization { users = [ { user: a, password: b, permissions: { publish: "
        '{ deny: ["pagerd.>"] } } } ] }\n'
    )
    server.url = f"nats://a:b@127.0.0.1:{server.port}"
    bridge = start(server)
    bridge.until("events go to the stream")
    pager.controllers.create("view", "home")
    bridge.until("does not take pagerd.test.controller.home.created")
    bridge.until("permissions violation for publish")
    assert bridge.stop() == 0


def test_a_new_history_is_logged_and_followed(
    pager: Pager, server: Server, daemon: Daemon
) -> None:
    bridge = start(server)
    bridge.until("events go to the stream")
    pager.controllers.create("view", "home")
    server.messages(1)
    daemon.stop()
    daemon.start()
    bridge.until("events are missing in the stream pagerd_test")
    bridge.until("events go to the stream", count=2)
    pager.controllers.create("view", "menu")
    assert server.messages(2)[-1][1]["subject"] == "menu"
    assert bridge.stop() == 0
