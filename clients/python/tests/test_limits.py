"""Every limit that the documents of the bridges promise has a test that tries to exceed it."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from broker import free_port
from conftest import PROGRAM, ROOT, Daemon
from fake_etcd import FakeEtcd
from program import Program

from pagerd_client import AsyncPager, Pager
from pagerd_client.bridges import (
    admission, etcd, ha, http as bridge_http, instruction, lines, mqtt, nats, throttle,
)

HOW_TO = ROOT / "docs" / "how-to"
TOKEN = "a-token-of-at-least-twenty-characters"


class Promise(NamedTuple):
    """A limit that a document promises."""

    document: str
    words: str
    #: The value in the code, in the unit of the words.
    value: float
    #: The test that tries to exceed it.
    test: str


PROMISES = [
    Promise("bridges.md", "after 20 of a kind", lines.MOST_LINES,
            "test_repeated_lines_are_counted_and_others_are_not_hidden"),
    Promise("bridges.md", "up to 64 streams", bridge_http._MOST_STREAMS,
            "test_the_streams_have_a_limit_and_all_of_them_work"),
    Promise("bridges.md", "after ten of them in a second", throttle._MOST_A_SECOND,
            "test_a_thousand_wrong_tokens_a_second_are_slowed_down_and_logged_once"),
    Promise("bridges.md", "within a minute", bridge_http._BODY / 60,
            "test_a_body_that_does_not_arrive_is_408"),
    Promise("bridges.md", "larger than 4 MiB", bridge_http._MOST_BYTES / (1 << 20),
            "test_an_invalid_request_returns_a_status_and_a_message"),
    Promise("bridges.md", "at most 128", admission._MOST_STRANGERS,
            "test_strangers_have_a_small_part_of_the_files"),
    Promise("bridges.md", "at most 10 seconds", admission.Limits(1, 1).seconds,
            "test_a_stranger_is_closed_at_its_deadline_and_others_stay"),
    Promise("bridges.md", "256 KiB", bridge_http._MOST_UNREAD / 1024,
            "test_http_serves_the_right_token_during_attacks"),
    Promise("bridges.md", "for 75 seconds", bridge_http._KEPT,
            "test_a_silent_connection_with_the_token_is_closed"),
    Promise("bridges.md", "half a second", etcd._TO_STOP,
            "test_a_lease_ends_locally_half_a_second_before_it_ends_in_etcd"),
    Promise("bridges.md", "more than 1 MiB", ha._MOST_BYTES / (1 << 20),
            "test_a_state_that_is_too_large_is_refused_at_the_start"),
    Promise("home-assistant.md", "the last 1,024", instruction._REMEMBERED,
            "test_only_the_last_1024_ids_are_remembered"),
    Promise("home-assistant.md", "at most 4,096 bytes", instruction._MOST_BYTES,
            "test_an_instruction_is_a_value_or_json"),
    Promise("home-assistant.md", "more than 256 KiB", mqtt._MOST_BYTES / 1024,
            "test_mqtt_survives_hostile_publishers"),
    Promise("home-assistant.md", "while 200 messages", mqtt._MOST_QUEUED,
            "test_mqtt_survives_hostile_publishers"),
    Promise("nats.md", "the last 1,000 messages", nats._MOST_STEPS,
            "test_a_thousand_messages_of_others_hide_no_event"),
    Promise("high-availability.md", "larger than 1 MiB", ha._MOST_BYTES / (1 << 20),
            "test_a_state_that_has_become_too_large_is_not_saved_and_a_hanging_daemon_is_replaced"),
    Promise("high-availability.md", "at least 5 seconds", ha._ANSWER,
            "test_a_state_that_has_become_too_large_is_not_saved_and_a_hanging_daemon_is_replaced"),
]  # fmt: skip

#: Words for a limit, and what they mean when they limit nothing of a bridge.
_LIMIT = re.compile(
    r"(?:up to|at most|more than|larger than|(?<!at )the last|within|while|after) "
    r"(?:[0-9]+(?:[.,][0-9]+)*|ten\b|a minute\b|half a second)"
)
#: A restart by systemd, a display, etcd's own election, a server's buffer, and a benchmark.
OTHERS = {
    "bridges.md": {"up to 2"},
    "nats.md": {"at most 400", "up to 64"},
    "high-availability.md": {"up to 30", "at most 5"},
}


def numbers(words: str) -> list[float]:
    spelled = {"ten": "10", "a minute": "1", "half": "0.5"}
    for word, digits in spelled.items():
        words = re.sub(rf"\b{word}\b", digits, words)
    return [float(one.replace(",", "")) for one in re.findall(r"[0-9][0-9,]*(?:\.[0-9]+)?", words)]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda one: f"{one.document}: {one.words}")
def test_a_promised_limit_is_that_of_the_code_and_has_a_test(promise: Promise) -> None:
    assert promise.words in (HOW_TO / promise.document).read_text()
    assert numbers(promise.words)[0] == promise.value
    tests = Path(__file__).parent
    found = [file for file in tests.rglob("test_*.py") if f"def {promise.test}(" in file.read_text()]
    assert found, f"there is no {promise.test}"


@pytest.mark.parametrize(
    "document", ["bridges.md", "home-assistant.md", "nats.md", "high-availability.md"]
)
def test_each_limit_in_a_document_is_in_the_table(document: str) -> None:
    text = (HOW_TO / document).read_text()
    known = [one.words for one in PROMISES if one.document == document]
    for found in _LIMIT.findall(text):
        assert found in OTHERS.get(document, set()) or any(found in words for words in known), (
            f"{document} promises {found!r}, which has no test in PROMISES"
        )


# Tests of limits that have no other test.


@pytest.fixture
def site(daemon: Daemon, tmp_path: Path) -> Iterator[tuple[Program, int]]:
    """A `pagerd-http` with as many open files as a service has by default, and its port."""
    token = tmp_path / "token"
    token.write_text(TOKEN)
    token.chmod(0o600)
    program = Program(
        "bridges.http", "--name", "test", "--token-file", str(token), "--listen", "127.0.0.1:0",
        inside=["prlimit", "--nofile=1024"],
    )
    program.until("ready http://127.0.0.1:")
    yield program, int(program.log.split("ready http://127.0.0.1:")[1].split()[0])
    assert program.stop() == 0, program.log


def asked(port: int, verb: str, path: str, stack: ExitStack) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    stack.callback(connection.close)
    connection.request(verb, path, headers={"Authorization": f"Bearer {TOKEN}"})
    return connection.getresponse()


def test_the_streams_have_a_limit_and_all_of_them_work(
    site: tuple[Program, int], daemon: Daemon
) -> None:
    program, port = site
    with ExitStack() as stack:
        streams = [asked(port, "GET", "/events", stack) for _ in range(bridge_http._MOST_STREAMS)]
        assert {one.status for one in streams} == {200}
        assert asked(port, "GET", "/events", stack).status == 503
        with Pager(daemon.name) as pager:
            pager.call("window.create", id="main")
        for one in streams:
            while not one.readline().startswith(b"data:"):
                pass
        files = len(os.listdir(f"/proc/{program.process.pid}/fd"))
        assert files - bridge_http._MOST_STREAMS <= bridge_http._RESERVED


REQUEST = f"POST /v1/server.ping HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {TOKEN}\r\n".encode()


def test_a_body_that_does_not_arrive_is_408(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge_http, "_BODY", 0.2)
    monkeypatch.setattr(bridge_http, "_KEPT", 0.2)
    assert talk(REQUEST + b"Content-Length: 5\r\n\r\n{").startswith(b"HTTP/1.1 408")


def test_a_silent_connection_with_the_token_is_closed(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge_http, "_KEPT", 0.2)
    assert talk(REQUEST + b"\r\n").startswith(b"HTTP/1.1 200")


def talk(data: bytes) -> bytes:
    """Sends data to a bridge in this process. Returns what it has sent when it disconnects."""
    async def body() -> bytes:
        wall = AsyncPager("test")
        port = free_port()
        bridge = bridge_http.Bridge(wall, TOKEN)
        serving = asyncio.ensure_future(bridge_http.serve(wall, bridge, "127.0.0.1", port))
        try:
            while True:
                try:
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                    break
                except ConnectionRefusedError:
                    await asyncio.sleep(0.01)
            writer.write(data)
            found = await reader.read()
            writer.close()
            return found
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    return asyncio.run(asyncio.wait_for(body(), 60))


def test_a_state_that_has_become_too_large_is_not_saved_and_a_hanging_daemon_is_replaced(
    runtime: Path,
) -> None:
    server = FakeEtcd(free_port())
    program = Program(
        "bridges.ha", "--name", "wall", "--etcd", f"http://127.0.0.1:{server.port}", "--lease", "60",
        "--listen", f"ipc://{runtime}/wall.command", "--", PROGRAM,
    )
    try:
        program.until("the daemon serves at")
        with Pager(command=f"ipc://{runtime}/wall.command") as pager:
            for number in range(5):
                content = {"type": "text/plain", "body": "x" * (250 << 10)}
                pager.call("controller.create", id=f"c{number}", kind="view", content=content)
        program.until("a successor would start from an older state")
        children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children")
        for child in children.read_text().split():
            os.kill(int(child), signal.SIGSTOP)
        program.until("the daemon of this machine failed: no pagerd answers")
        program.until("the daemon serves at", count=2)
    finally:
        assert program.stop() == 0, program.log
        server.close()
