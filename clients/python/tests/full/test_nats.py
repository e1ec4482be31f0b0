"""`pagerd-nats` with a real nats-server with JetStream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Daemon
from nats_server import Server
from program import Program

from pagerd_client import Pager


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
    bridge.until("publishing events to the stream pagerd_test")
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


def test_a_restarted_bridge_continues_after_the_last_event(
    pager: Pager, server: Server
) -> None:
    first = start(server)
    first.until("publishing events to the stream")
    pager.controllers.create("view", "home")
    server.messages(1)
    first.process.kill()
    pager.controllers.create("view", "menu")
    second = start(server)
    found = server.messages(2)
    assert [event["subject"] for _, event, _ in found] == ["home", "menu"]
    assert second.stop() == 0


def test_the_bridge_continues_after_a_restart_of_the_server(pager: Pager, server: Server) -> None:
    bridge = start(server)
    bridge.until("publishing events to the stream")
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


def test_a_server_that_refuses_the_subject_is_logged(
    pager: Pager, server: Server
) -> None:
    server.stop()
    server.start(
        "authorization { users = [ { user: a, password: b, permissions: { publish: "
        '{ deny: ["pagerd.>"] } } } ] }\n'
    )
    server.url = f"nats://a:b@127.0.0.1:{server.port}"
    bridge = start(server)
    bridge.until("publishing events to the stream")
    pager.controllers.create("view", "home")
    bridge.until("did not accept pagerd.test.controller.home.created")
    bridge.until("permissions violation for publish")
    assert bridge.stop() == 0


def test_a_new_history_is_logged_and_followed(
    pager: Pager, server: Server, daemon: Daemon
) -> None:
    bridge = start(server)
    bridge.until("publishing events to the stream")
    pager.controllers.create("view", "home")
    server.messages(1)
    daemon.stop()
    daemon.start()
    bridge.until("events are missing in the stream pagerd_test")
    bridge.until("publishing events to the stream", count=2)
    pager.controllers.create("view", "menu")
    assert server.messages(2)[-1][1]["subject"] == "menu"
    assert bridge.stop() == 0
