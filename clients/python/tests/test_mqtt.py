"""`pagerd-mqtt` with a real mosquitto and a real daemon."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from broker import Broker, Home
from conftest import Daemon, show_book
from program import Program

from pagerd_client import Pager
from pagerd_client.bridges import mqtt, secret
from pagerd_client.bridges.instruction import BadInstruction, Instruction, RecentIds, parse
from pagerd_client.bridges.secret import BadSecret
from pagerd_client.bridges.topics import Topics

BOOK = "pagerd/test/pager/book"
AVAILABILITY = "pagerd/test/availability"


@pytest.fixture
def broker(runtime: Path) -> Iterator[Broker]:
    folder = runtime / "broker"
    folder.mkdir()
    it = Broker(folder)
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def home(broker: Broker) -> Iterator[Home]:
    it = Home(broker.port)
    try:
        yield it
    finally:
        it.close()


@pytest.fixture
def book(pager: Pager) -> Pager:
    """A daemon that shows the pager `book`."""
    show_book(pager, auto_advance=20)
    return pager


def start(broker: Broker, *arguments: str) -> Program:
    return Program(
        "bridges.mqtt", "--name", "test", "--host", "127.0.0.1", "--port", str(broker.port),
        "--timeout", "3", *arguments,
    )


@pytest.fixture
def bridge(book: Pager, broker: Broker, home: Home) -> Iterator[Program]:
    """A bridge that has published the daemon's state."""
    it = start(broker)
    try:
        home.until(lambda topics: topics.get(AVAILABILITY) == "online", "the bridge is online")
        yield it
    finally:
        assert it.stop() == 0, it.log


def test_the_state_of_a_pager_is_retained(bridge: Program, home: Home, broker: Broker) -> None:
    late = Home(broker.port)
    try:
        late.until_state(BOOK, page="home", title="Home", index=0, count=3, autoplay="ON")
        late.until(lambda topics: topics.get(AVAILABILITY) == "online", "it is retained")
    finally:
        late.close()


def test_the_pager_of_an_alarm_is_not_published(
    bridge: Program, home: Home, book: Pager
) -> None:
    book.controllers.create("pager", "alarm-main", content={"alarm": True})
    book["book"].show("door", animated=False)
    home.until_state(BOOK, page="door", index=2)
    assert not [topic for topic in home.topics if "alarm-main" in topic]


def test_commands_turn_pages_and_switch_autoplay(
    bridge: Program, home: Home, book: Pager
) -> None:
    home.publish(f"{BOOK}/page/set", "door")
    home.until_state(BOOK, page="door")
    home.publish(f"{BOOK}/turn/set", "previous")
    home.until_state(BOOK, page="menu")
    home.publish(f"{BOOK}/turn/set", "next")
    home.until_state(BOOK, page="door")
    home.publish(f"{BOOK}/autoplay/set", "OFF")
    home.until_state(BOOK, autoplay="OFF")
    home.publish(f"{BOOK}/autoplay/set", "ON")
    home.until_state(BOOK, autoplay="ON")


def test_a_retained_command_is_ignored(book: Pager, broker: Broker, home: Home) -> None:
    home.publish(f"{BOOK}/page/set", "door", retain=True)
    bridge = start(broker)
    bridge.until(f"ignored a retained command at {BOOK}/page/set: it may be old")
    home.until(lambda topics: topics.get(AVAILABILITY) == "online", "the bridge is online")
    assert bridge.stop() == 0
    assert book["book"].get().selected == "home"


def test_a_command_that_comes_twice_is_carried_out_once(
    bridge: Program, home: Home, book: Pager
) -> None:
    twice = json.dumps({"value": "next", "id": "button-1"})
    home.publish(f"{BOOK}/turn/set", twice)
    home.publish(f"{BOOK}/turn/set", twice)
    bridge.until("ignored another copy of command 'button-1'")
    home.until_state(BOOK, page="menu")
    assert book["book"].get().selected == "menu"


WRONG: list[tuple[str, str | bytes, str]] = [
    ("page", "nowhere", "the daemon refused a command"),
    ("turn", "sideways", "turn must be next or previous, got 'sideways'"),
    ("autoplay", "", "autoplay must be ON or OFF, got ''"),
    ("turn", b"\xff\xfe", "it is not UTF-8"),
    ("turn", "{", "is not JSON"),
    ("turn", '{"value": 1}', 'it must be {"value": TEXT, "id": TEXT}'),
    ("page", "x" * 5000, "it has 5000 bytes; the limit is 4096 bytes"),
]


def test_a_wrong_command_is_logged_with_the_reason(
    bridge: Program, home: Home, book: Pager
) -> None:
    for what, payload, sentence in WRONG:
        home.publish(f"{BOOK}/{what}/set", payload)
        bridge.until(sentence)
    assert book["book"].get().selected == "home"
    home.publish(f"{BOOK}/turn/set", "next")
    home.until_state(BOOK, page="menu")


def test_a_command_for_an_unknown_pager_is_refused(bridge: Program, home: Home) -> None:
    home.publish("pagerd/test/pager/nobody/turn/set", "next")
    bridge.until("nobody")


def test_a_killed_bridge_is_offline_by_its_last_will(bridge: Program, home: Home) -> None:
    bridge.process.kill()
    home.until(lambda topics: topics.get(AVAILABILITY) == "offline", "the last will is sent")
    bridge.stop = lambda: 0  # type: ignore[method-assign]


def test_a_bridge_that_ends_in_order_is_offline(book: Pager, broker: Broker, home: Home) -> None:
    bridge = start(broker)
    home.until(lambda topics: topics.get(AVAILABILITY) == "online", "the bridge is online")
    assert bridge.stop() == 0
    home.until(lambda topics: topics.get(AVAILABILITY) == "offline", "the bridge is offline")


def test_the_bridge_is_offline_while_the_daemon_does_not_run(
    bridge: Program, home: Home, daemon: Daemon
) -> None:
    daemon.stop()
    home.until(lambda topics: topics.get(AVAILABILITY) == "offline", "the daemon has stopped")
    daemon.start()
    with Pager("test") as pager:
        show_book(pager, auto_advance=20)
        pager["book"].show("door", animated=False)
        home.until(lambda topics: topics.get(AVAILABILITY) == "online", "the daemon runs again")
        home.until_state(BOOK, page="door")
        home.publish(f"{BOOK}/page/set", "home")
        home.until_state(BOOK, page="home")
    bridge.until("the daemon cannot be reached: no pagerd answers at")


def test_the_bridge_reconnects_after_a_restart_of_the_broker(
    bridge: Program, home: Home, broker: Broker, book: Pager
) -> None:
    broker.stop()
    bridge.until("no connection to the broker at 127.0.0.1")
    book["book"].show("menu", animated=False)
    home.messages.clear()
    broker.start()
    home.until_state(BOOK, page="menu")
    home.publish(f"{BOOK}/turn/set", "next")
    home.until_state(BOOK, page="door")
    assert bridge.log.count("connected to the broker") >= 2


def test_the_bridge_waits_for_a_broker_that_does_not_run_yet(book: Pager, broker: Broker) -> None:
    broker.stop()
    bridge = start(broker)
    bridge.until("no connection to the broker at 127.0.0.1")
    broker.start()
    bridge.until("connected to the daemon")
    problems = [line for line in bridge.log.splitlines() if "no connection" in line]
    assert len(problems) == len(set(problems)), "a problem is logged once"
    assert bridge.stop() == 0


def test_messages_of_a_removed_pager_are_deleted_at_the_broker(
    bridge: Program, home: Home, book: Pager
) -> None:
    config = "homeassistant/select/pagerd_test/book_page/config"
    home.until(lambda topics: topics.get(config), "the pager is discovered")
    book.window("main").set_root(None)
    book["book"].set_pages([])
    book.controller("book").destroy()
    home.until(lambda topics: topics[config] == topics.get(BOOK) == "", "its messages are deleted")


def test_messages_of_an_earlier_run_are_deleted(book: Pager, broker: Broker, home: Home) -> None:
    old = "homeassistant/select/pagerd_test/attic_page/config"
    foreign = "homeassistant/select/pagerd_hall/attic_page/config"
    for topic in (old, foreign, "pagerd/test/pager/attic"):
        home.publish(topic, "{}", retain=True)
    bridge = start(broker)
    home.until(
        lambda topics: topics.get(old) == topics.get("pagerd/test/pager/attic") == "", "they are deleted"
    )
    home.until(lambda topics: foreign in topics, "it is retained")
    assert home.topics[foreign] == "{}"
    assert bridge.stop() == 0


def test_without_discovery_only_states_are_published(
    book: Pager, broker: Broker, home: Home
) -> None:
    bridge = start(broker, "--discovery", "", "--prefix", "wall")
    home.until_state("wall/test/pager/book", page="home")
    home.until(lambda topics: topics.get("wall/test/availability") == "online", "it is online")
    assert set(home.topics) == {"wall/test/pager/book", "wall/test/availability"}
    assert bridge.stop() == 0


def test_discovery_follows_pages_and_autoplay(bridge: Program, home: Home, book: Pager) -> None:
    select = "homeassistant/select/pagerd_test/book_page/config"
    switch = "homeassistant/switch/pagerd_test/book_autoplay/config"
    home.until_state(select, options=["home", "menu", "door"])
    home.until_state(switch, command_topic=f"{BOOK}/autoplay/set")
    book.controllers.create("view", "floor")
    book["book"].insert("floor", at=0)
    home.until_state(select, options=["floor", "home", "menu", "door"])
    book.controller("book").update(auto_advance=None)
    home.until(lambda topics: topics[switch] == "", "the switch is gone")
    home.until_state(BOOK, autoplay="OFF")


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--password-file", "/nowhere"], "/nowhere: No such file"),
    (["--prefix", "a/#"], "a topic cannot contain + or #"),
    (["--port", "70000"], "70000: must be between 1 and 65535"),
    (["--ca-file", "/etc/ssl/ca.pem"], "--ca-file: add --tls"),
    (["--name", "a b"], "a name is 1 to 64 characters"),
])  # fmt: skip
def test_wrong_usage_exits_with_status_64(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        mqtt.main(arguments)
    assert end.value.code == 64
    assert sentence in capsys.readouterr().err


def test_a_password_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("secret\n")
    file.chmod(0o644)
    with pytest.raises(BadSecret, match=r"other users can read it \(mode 644\)"):
        secret.read(str(file))


def test_command_topics_are_parsed() -> None:
    topics = Topics("a/b", "hall", "homeassistant")
    assert topics.parse(topics.command("book", "turn")) == ("book", "turn")
    for other in ("a/b/hall/pager/book", "a/b/hall/pager/book/color/set", "x/hall/pager/b/page/set"):
        assert topics.parse(other) is None


def test_an_instruction_is_a_value_or_json() -> None:
    assert parse(b"next") == Instruction("next")
    assert parse(b'{"value": "next", "id": "1"}') == Instruction("next", "1")
    with pytest.raises(BadInstruction):
        parse(b'{"value": "next", "id": 1}')
    assert parse(b"x" * 4096) == Instruction("x" * 4096)
    with pytest.raises(BadInstruction, match="the limit is 4096 bytes"):
        parse(b"x" * 4097)


def test_only_the_last_1024_ids_are_remembered() -> None:
    recent = RecentIds()
    assert all(recent.add(str(number)) for number in range(1025))
    assert recent.add("0") and not recent.add("1024") and recent.add(None) and recent.add(None)
