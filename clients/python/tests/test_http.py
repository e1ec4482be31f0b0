"""`pagerd-http` with a real daemon."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import random
import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import pytest
from conftest import Daemon, awaited, show_book
from hostile import SEED
from openapi_spec_validator import validate
from program import Program, until
from prometheus_client.parser import text_string_to_metric_families

from pagerd_client import AsyncPager, Pager
from pagerd_client.bridges import http as bridge_http
from pagerd_client.bridges import streams, trace
from pagerd_client.bridges.throttle import WrongTokens

TOKEN = "a-token-of-at-least-twenty-characters"
TRACE = "0af7651916cd43dd8448eb211c80319c"
TRACEPARENT = f"00-{TRACE}-b7ad6b7169203331-01"


class Log(logging.Handler):
    """The log of a bridge in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        with self._changed:
            self.text += record.getMessage() + "\n"
            self._changed.notify_all()

    def until(self, text: str) -> None:
        """Waits until the bridge has logged a text."""
        with self._changed:
            assert self._changed.wait_for(lambda: text in self.text, 60), self.text


class Site:
    """A bridge that runs in its own thread, and a client of it."""

    def __init__(
        self, allowed: Sequence[str] = (), spans: TextIO | None = None, timeout: float = 60
    ) -> None:
        """`timeout` is the seconds that the bridge waits for the daemon."""
        self.log = Log()
        logger = logging.getLogger("pagerd_client.bridges")
        logger.setLevel(logging.INFO)
        logger.addHandler(self.log)
        self._loop = asyncio.new_event_loop()
        wall = AsyncPager("test")
        wall.timeout = timeout
        bridge = bridge_http.Bridge(wall, TOKEN, allowed, spans)
        self._task = self._loop.create_task(bridge_http.serve(wall, bridge, "127.0.0.1", 0))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self.log.until("ready http://")
        found = re.search(r"ready http://127.0.0.1:(\d+)", self.log.text)
        assert found is not None
        self.port = int(found[1])

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)
        self._loop.close()

    def stop(self) -> None:
        """Ends the bridge."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(60)
        assert not self._thread.is_alive()
        logging.getLogger("pagerd_client.bridges").removeHandler(self.log)

    def ask(
        self, verb: str, path: str, body: Any = None, token: str | None = TOKEN, **headers: str
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        """Sends a request. Returns status, body (parsed if it is JSON) and headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.request(verb, path, data, headers)
        response = connection.getresponse()
        text = response.read().decode()
        is_json = response.getheader("Content-Type", "").startswith("application/json")
        connection.close()
        return response.status, json.loads(text) if is_json else text, response.headers

    def listen(self, path: str, **headers: str) -> http.client.HTTPResponse:
        """Opens a stream of events and returns its response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}", **headers})
        response = connection.getresponse()
        assert response.status == 200, response.read()
        return response


def message(stream: http.client.HTTPResponse) -> dict[str, str]:
    """Returns the next message of a stream. Skips comments."""
    found: dict[str, str] = {}
    while True:
        line = stream.readline().decode().rstrip("\n")
        if not line and "data" in found:
            return found
        if line and not line.startswith(":"):
            name, _, value = line.partition(":")
            found[name] = value.strip()


@pytest.fixture
def token(tmp_path: Path) -> Path:
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    file.chmod(0o600)
    return file


@pytest.fixture
def book(pager: Pager) -> Pager:
    show_book(pager, duration=1)
    return pager


@pytest.fixture
def site(book: Pager) -> Iterator[Site]:
    it = Site()
    try:
        yield it
    finally:
        it.stop()


def test_a_command_is_carried_out(site: Site, book: Pager) -> None:
    status, result, _ = site.ask("POST", "/v1/pager.next")
    assert (status, result["transition"]) == (200, "t1")
    status, result, _ = site.ask("POST", "/v1/pager.select", {"id": "book", "page": "door"})
    assert status == 200
    assert book["book"].get().selected == "door"


MISTAKES: list[tuple[str, str, Any, int, str | None]] = [
    ("POST", "/v1/pager.next", {"id": "nobody"}, 404, "controllerNotFound"),
    ("POST", "/v1/pager.turn", None, 404, "methodNotFound"),
    ("POST", "/v1/pager.select", {"index": 9}, 409, "indexOutOfRange"),
    ("POST", "/v1/pager.next", {"colour": "red"}, 400, "invalidParams"),
    ("POST", "/v1/pager.next", b"{", 400, None),
    ("POST", "/v1/pager.next", b"[]", 400, None),
    ("POST", "/v1/pager.select", b'{"index": NaN}', 400, None),
    ("POST", "/v1/pager.next", b"[" * 100_000, 400, None),
    ("POST", "/v1/pager.next", b'{"a":' * 900 + b"1" + b"}" * 900, 400, None),
    ("POST", "/v1/pager.next", b'{"a":' * 63 + b"1" + b"}" * 63, 400, "invalidParams"),
    ("POST", "/v1/pager.next", b'{"a":' * 64 + b"1" + b"}" * 64, 400, None),
    ("POST", "/v1/pager.next", b'{"id": "\\ud800"}', 400, None),
    ("POST", "/v1/pager.next", b'{"\\udc00": 1}', 400, None),
    ("POST", "/v1/pager.next", b'{"id": "\xed\xa0\x80"}', 400, None),
    ("POST", "/v1/pager.next", b'{"index": 1' + b"0" * 400 + b"}", 400, None),
    ("POST", "/v1/pager.next", b'{"index": 1' + b"0" * 5000 + b"}", 400, None),
    ("POST", "/v1/pager.next", b'{"index": 1e999}', 400, None),
    ("POST", "/v1/pager.next", b'{"a": [' + b'{"a": 0}, ' * 200_000 + b"0]}", 400, None),
    ("POST", "/v1/pager.next", b"\xff\xfe{", 400, None),
    ("POST", "/v1/pager%0a.next%1b", None, 404, "methodNotFound"),
    ("POST", "/v1/pager.next", b'{"id": "' + b"x" * (5 << 20) + b'"}', 413, None),
    ("GET", "/v1/pager.next", None, 405, None),
    ("GET", "/nowhere", None, 404, None),
    ("GET", "/events?since=yesterday", None, 400, None),
    ("GET", "/events?prefix=%20", None, 400, None),
]  # fmt: skip


def test_an_invalid_request_returns_a_status_and_a_message(site: Site) -> None:
    for verb, path, body, status, name in MISTAKES:
        got, answer, _ = site.ask(verb, path, body)
        assert (got, answer["error"].get("name")) == (status, name), (verb, path)
        assert answer["error"]["message"]


def test_the_deepest_tree_of_controllers_is_returned(site: Site, book: Pager) -> None:
    depth = book.call("server.hello")["limits"]["depth"]
    for level in range(depth - 1, -1, -1):
        book.call("controller.create", id=f"c{level}", kind="view")
        if level < depth - 1:
            book.call("controller.addChild", parent=f"c{level}", child=f"c{level + 1}")
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    connection.request("POST", "/v1/controller.tree", b'{"root": "c0"}', headers)
    response = connection.getresponse()
    text = response.read()
    connection.close()
    assert (response.status, text.count(b'"id"')) == (200, depth)


def test_a_request_without_the_token_changes_nothing(site: Site, book: Pager) -> None:
    for token in (None, "", "wrong", TOKEN[:-1], TOKEN + "x", "é"):
        status, answer, headers = site.ask("POST", "/v1/pager.next", token=token)
        assert (status, headers["WWW-Authenticate"]) == (401, "Bearer")
        assert "Bearer TOKEN" in answer["error"]["message"]
    assert site.ask("GET", "/events", token="wrong")[0] == 401
    assert site.ask("GET", "/metrics", token="wrong")[0] == 401
    assert book["book"].get().selected == "home"


def _mutants(rng: random.Random, count: int) -> Iterator[bytes]:
    """Yields requests with the right token, and with a few wrong bytes."""
    bodies = [b"{}", b'{"a":' * 70, b'"\\ud800"', b"\xff", b"1e999", b'{"commands":[{"method":"\\udfff"}]}']
    paths = [
        b"/v1/pager.next", b"/v1/batch", b"/events?since=-1", b"/events?prefix=a%ff", b"/metrics",
        b"/events?since=9999999999999999", b"/openapi.json", b"/v1/%ff%00", b"//", b"*", b"/v1/\xff",
        b"http://[::1/", b"/v1/..%2f", b"/events?since=%ed%a0%80",
    ]
    heads = [
        b"", b"Expect: 100-continue", b"Expect: \xfc", b"Content-Encoding: gzip", b"X: \xff\xfe",
        b"Content-Type: text/\xff", b"traceparent: 00-\xff", b"Last-Event-ID: \xff",
        b"Transfer-Encoding: chunked", b"Content-Length: -1", b"Content-Type: multipart/form-data",
    ]
    for _ in range(count):
        body = rng.choice(bodies)
        verb = rng.choice([b"POST", b"POST", b"GET", b"OPTIONS"])
        text = bytearray(b"%s %s HTTP/1.1\r\nHost: a\r\n%s\r\nContent-Length: %d\r\n" % (
            verb, rng.choice(paths), rng.choice(heads) or b"A: b", len(body)
        ))
        text += f"Authorization: Bearer {TOKEN}\r\n\r\n".encode() + body
        for _ in range(rng.choice([0, 0, 1, 3])):
            text[rng.randrange(len(text))] = rng.randrange(256)
        yield bytes(text)


def test_no_request_causes_an_internal_error(site: Site) -> None:
    print(f"PAGERD_SEED={SEED}")
    for text in _mutants(random.Random(SEED), 400):
        with socket.create_connection(("127.0.0.1", site.port), 60) as one:
            one.sendall(text)
            # Some wait for the rest of the body.
            one.settimeout(0.1)
            with suppress(TimeoutError, ConnectionResetError):
                assert not one.recv(100).startswith(b"HTTP/1.1 5"), text
    assert site.ask("POST", "/v1/server.ping")[0] == 200


async def _flood(port: int, count: int, seconds: int) -> list[bytes]:
    """Sends `count` wrong tokens a second over ten connections. Returns the statuses."""

    async def one() -> list[bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        request = (
            b"POST /v1/pager.next HTTP/1.1\r\nHost: wall\r\nContent-Length: 0\r\n"
            b"Authorization: Bearer guess\r\n\r\n"
        )
        statuses: list[bytes] = []
        for second in range(seconds):
            began = time.monotonic()
            writer.write(request * (count // 10))
            while len(statuses) < (second + 1) * (count // 10):
                line = await reader.readline()
                assert line, "the bridge has closed the connection"
                # A body does not end with a newline, so the next status is on the same line.
                statuses += re.findall(rb"HTTP/1\.1 (\d+)", line)
            await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))
        writer.close()
        return statuses

    return sum(await asyncio.gather(*(one() for _ in range(10))), [])


def test_a_thousand_wrong_tokens_a_second_are_slowed_down_and_logged_once(
    site: Site, book: Pager
) -> None:
    async def both() -> tuple[list[bytes], list[int]]:
        flood = asyncio.ensure_future(_flood(site.port, 1000, 2))
        right: list[int] = []
        while not flood.done():
            status, *_ = await asyncio.to_thread(site.ask, "POST", "/v1/server.ping")
            right.append(status)
        return await flood, right

    began = time.monotonic()
    wrong, right = asyncio.run(both())
    seconds = time.monotonic() - began
    assert len(wrong) == 2000 and set(wrong) == {b"401", b"429"}
    assert wrong.count(b"401") <= 10 * (seconds + 2), "ten of them in a second"
    assert set(right) == {200}, "the right token must still be accepted"
    assert 1 <= site.log.text.count("wrong token") <= 1 + seconds // 60
    assert book["book"].get().selected == "home"


@awaited
async def test_wrong_tokens_are_counted_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    wrong = WrongTokens(seconds_of_log=0.05)
    assert [wrong.add("10.0.0.1") for _ in range(12)].count(True) >= 1
    while "11 more" not in caplog.text:
        await asyncio.sleep(0.01)
    assert "11 more requests had a wrong token in 0.05 s, the last one from 10.0.0.1" in caplog.text


def test_events_are_streamed_as_messages(site: Site, book: Pager) -> None:
    stream = site.listen("/events?prefix=pager.book.")
    site.ask("POST", "/v1/pager.next", {"animated": False})
    names = [json.loads(message(stream)["data"])["event"] for _ in range(3)]
    assert names == ["willSelect", "didSelect", "didSettle"]


def test_a_client_that_connects_again_misses_nothing(site: Site, book: Pager) -> None:
    stream = site.listen("/events?prefix=pager.")
    book["book"].next(animated=False)
    last = [message(stream) for _ in range(3)][-1]
    stream.close()
    book["book"].next(animated=False)
    for place in (last["id"], last["id"].split(":")[0]):
        again = site.listen("/events?prefix=pager.", **{"Last-Event-ID": place})
        first = json.loads(message(again)["data"])
        assert (first["event"], first["to"]) == ("willSelect", "door")
        assert first["prev"][0] == int(last["id"].split(":")[0])
    first = json.loads(message(site.listen(f"/events?prefix=pager.&since={last['id']}"))["data"])
    assert first["to"] == "door"


def test_a_new_history_is_reported_and_ends_the_stream(
    site: Site, book: Pager, daemon: Daemon
) -> None:
    stream = site.listen("/events?prefix=pager.")
    book["book"].next(animated=False)
    last = [message(stream) for _ in range(3)][-1]
    daemon.stop()
    daemon.start()
    found = message(stream)
    assert (found["event"], found["id"]) == ("discontinued", "")
    assert json.loads(found["data"])["reason"] == "new"
    assert stream.read() == b"", "the stream has ended"
    again = message(site.listen("/events?prefix=pager.", **{"Last-Event-ID": last["id"]}))
    assert again["event"] == "discontinued"


def test_requests_return_503_and_metrics_report_a_stopped_daemon(
    book: Pager, daemon: Daemon
) -> None:
    site = Site(timeout=1)
    try:
        daemon.stop()
        status, answer, headers = site.ask("POST", "/v1/pager.next")
        assert (status, headers["Retry-After"]) == (503, "1")
        assert "no pagerd answers" in answer["error"]["message"]
        assert site.ask("GET", "/events")[0] == 503
        status, text, _ = site.ask("GET", "/metrics")
        assert status == 200 and "\npagerd_up 0\n" in text
        daemon.start()
        while site.ask("POST", "/v1/server.ping")[0] != 200:
            pass
    finally:
        site.stop()


def test_metrics_are_prometheus_text(site: Site) -> None:
    site.ask("POST", "/v1/pager.next")
    site.ask("POST", "/v1/pager.next", token="wrong")
    status, text, headers = site.ask("GET", "/metrics")
    assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    families = {one.name: one for one in text_string_to_metric_families(text)}
    assert families["pagerd_up"].samples[0].value == 1
    assert families["pagerd_controllers"].samples[0].value == 4
    assert families["pagerd_requests"].type == "counter"
    assert families["pagerd_http_wrong_tokens"].samples[0].value == 1
    by_status = {one.labels["status"]: one.value for one in families["pagerd_http_responses"].samples}
    assert by_status == {"200": 1, "401": 1}
    assert len(families) > 30


def test_openapi_is_valid_and_has_every_method(site: Site, book: Pager) -> None:
    status, document, _ = site.ask("GET", "/openapi.json", token=None)
    assert status == 200
    validate(document)
    methods = {one["method"] for one in book.call("server.describe")["methods"]}
    assert {path.removeprefix("/v1/") for path in document["paths"]} - {"/events", "/metrics"} == methods
    params = document["paths"]["/v1/pager.next"]["post"]["requestBody"]
    assert params["required"] is False
    schema = params["content"]["application/json"]["schema"]
    assert schema["properties"]["animated"]["default"] is True
    assert schema["additionalProperties"] is False


def test_only_allowed_methods_can_be_called(book: Pager) -> None:
    site = Site(["pager.", "server.ping"])
    assert site.ask("POST", "/v1/pager.next")[0] == 200
    assert site.ask("POST", "/v1/server.ping")[0] == 200
    status, answer, _ = site.ask("POST", "/v1/server.shutdown")
    assert (status, answer["error"]["message"]) == (
        403, "--allow does not allow the method server.shutdown"
    )
    paths = site.ask("GET", "/openapi.json")[1]["paths"]
    assert "/v1/pager.next" in paths and "/v1/server.shutdown" not in paths
    site.stop()


def test_a_batch_has_only_allowed_methods(book: Pager) -> None:
    site = Site(["pager.", "batch"])
    allowed = {"method": "pager.next", "params": {"id": "book"}}
    assert site.ask("POST", "/v1/batch", {"commands": [allowed]})[0] == 200
    for other in "window.destroy", "batch":
        commands = [allowed, {"method": other, "params": {"id": "w"}}]
        status, answer, _ = site.ask("POST", "/v1/batch", {"commands": commands})
        if other == "batch":
            assert status == 200 and "error" in answer["results"][1]
        else:
            message = f"--allow does not allow the method {other}"
            assert (status, answer["error"]["message"]) == (403, message)
    site.stop()


def test_a_span_lasts_until_the_transition_has_ended(book: Pager, tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl"
    site = Site(spans=file.open("a"))
    _, result, headers = site.ask("POST", "/v1/pager.next", traceparent=TRACEPARENT)
    assert headers["traceparent"].split("-")[1] == TRACE
    site.ask("POST", "/v1/server.ping", traceparent="00-nonsense")
    assert len(file.read_text().splitlines()) == 1, "the span of pager.next was written too early"
    site.log.until("pager.next returned status 200 after")
    site.log.until(f"trace {TRACE}")
    book.clock.advance(1)
    until(lambda: file.read_text().count("\n") >= 2)
    lines = file.read_text().splitlines()
    ping, turn = (json.loads(line)["resourceSpans"][0]["scopeSpans"][0]["spans"][0] for line in lines)
    assert (ping["name"], "parentSpanId" in ping) == ("server.ping", False)
    assert (turn["name"], turn["traceId"], turn["parentSpanId"]) == (
        "pager.next", TRACE, "b7ad6b7169203331"
    )
    attributes = {one["key"]: one["value"]["stringValue"] for one in turn["attributes"]}
    assert attributes == {"pagerd.transition": result["transition"], "pagerd.outcome": "completed"}
    assert int(turn["endTimeUnixNano"]) > int(turn["startTimeUnixNano"])
    site.stop()


def test_a_command_is_answered_although_its_span_cannot_be_written(book: Pager) -> None:
    site = Site(spans=open("/dev/full", "a", encoding="utf-8"))
    for _ in range(2):
        status, _, _ = site.ask("POST", "/v1/server.ping")
        assert status == 200
    assert site.log.text.count("spans cannot be written: ") == 1
    site.stop()


def test_a_new_trace_begins_without_a_valid_traceparent() -> None:
    for header in (None, "", "00-0-0-01", f"00-{'0' * 32}-b7ad6b7169203331-01"):
        span = trace.begin("a", header)
        assert span.trace != "0" * 32 and len(span.trace) == 32 and not span.parent


def test_a_stream_position_is_a_seq_or_a_message_id() -> None:
    assert streams.parse("7") == streams.Place(7, None, None)
    assert streams.parse("7:ab:cd") == streams.Place(7, "ab", "cd")
    assert streams.parse("7:ab") is None and streams.parse("-1") is None


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--listen", "0.0.0.0:80"], "add --insecure-http"),
    (["--listen", "80"], "80: must be HOST:PORT"),
    (["--token-file", "/nowhere"], "openssl rand -hex 32 > FILE) makes a token"),
])  # fmt: skip
def test_wrong_usage_exits_with_status_64(
    arguments: list[str], sentence: str, token: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        bridge_http.main(["--token-file", str(token), *arguments])
    assert end.value.code == 64
    assert sentence in capsys.readouterr().err


def test_a_short_token_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "short"
    file.write_text("secret")
    file.chmod(0o600)
    with pytest.raises(SystemExit):
        bridge_http.main(["--token-file", str(file)])
    assert "the first line has 6 characters, but needs at least 20" in capsys.readouterr().err


def test_the_bridge_ends_on_sigterm_or_if_its_port_is_taken(book: Pager, token: Path) -> None:
    arguments = ["--name", "test", "--token-file", str(token), "--listen"]
    one = Program("bridges.http", *arguments, "127.0.0.1:0")
    one.until("ready http://127.0.0.1:")
    port = one.log.split("ready http://127.0.0.1:")[1].split()[0]
    other = Program("bridges.http", *arguments, f"127.0.0.1:{port}")
    assert other.wait() == 1
    assert f"cannot listen at 127.0.0.1:{port}" in other.log
    assert one.stop() == 0
