"""`pagerd-nats` with a real nats-server with JetStream."""

from __future__ import annotations

import json
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


def test_an_event_is_stored_although_somebody_has_used_its_id(
    pager: Pager, server: Server
) -> None:
    bridge = start(server)
    bridge.until("publishing events to the stream")
    history = pager.call("server.hello")["history"]
    forged = {"Nats-Msg-Id": f"{history}:1"}
    server.publish("pagerd.test.controller.home.created", b"{}", forged)
    pager.controllers.create("view", "home")
    pager.controllers.create("view", "menu")
    server.messages(3)
    found = [event for _, event, _ in server.messages(3) if event]
    assert [event["subject"] for event in found] == ["home", "menu"]
    bridge.until("publishing it under another id")
    assert bridge.stop() == 0


@pytest.mark.parametrize("forgery", ["later", "earlier", "junk", "other history", "other subject"])
def test_no_event_is_lost_if_somebody_publishes_while_the_bridge_is_away(
    forgery: str, pager: Pager, server: Server
) -> None:
    first = start(server)
    first.until("publishing events to the stream")
    pager.controllers.create("view", "home")
    pager.controllers.create("view", "menu")
    server.messages(2)
    assert first.stop() == 0
    for id in ("door", "garden", "hall"):
        pager.controllers.create("view", id)
    history = pager.call("server.hello")["history"]
    boot = pager.call("server.hello")["boot"]
    event = {"seq": 4, "category": "controller", "subject": "garden", "event": "created"}
    subject = "pagerd.test.controller.garden.created"
    headers = {"Nats-Msg-Id": f"{history}:4", "Pagerd-Boot": boot}
    if forgery == "earlier":
        (_, event, headers), subject = server.messages(2)[0], "pagerd.test.controller.home.created"
        headers = {**headers, "Nats-Msg-Id": "again"}
    elif forgery == "junk":
        subject, event, headers = "pagerd.test.a", {"seq": "\n"}, {}
    elif forgery == "other history":
        headers["Nats-Msg-Id"] = "00:4"
    elif forgery == "other subject":
        subject = "pagerd.test.controller.other.created"
    server.publish(subject, json.dumps(event).encode(), headers)
    second = start(server)
    found = [event.get("subject") for _, event, _ in server.messages(6)]
    assert [id for id in found if id in ("door", "garden", "hall")][-3:] == ["door", "garden", "hall"]
    second.until("that are no events of this daemon")
    assert second.stop() == 0


def test_a_thousand_messages_of_others_hide_no_event(pager: Pager, server: Server) -> None:
    first = start(server)
    first.until("publishing events to the stream")
    pager.controllers.create("view", "home")
    server.messages(1)
    assert first.stop() == 0
    pager.controllers.create("view", "menu")
    server.publish("pagerd.test.a", b"{}", {}, count=1100)
    second = start(server)
    second.until("publishing all events that it still has")
    # The server still knows the id of the first event, so it does not store a copy.
    found = [event.get("subject") for _, event, _ in server.messages(1 + 1100 + 1)]
    assert [id for id in found if id is not None] == ["home", "menu"]
    assert second.stop() == 0
