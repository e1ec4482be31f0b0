"""Clients that send without an end, send nothing, or are many; and the folder of the web pages."""

import json
import resource
import select
import shutil
import subprocess

import pytest

from conftest import PATIENCE, until
from programs import PROGRAMS, ROOT, View, WebSocket
from test_safety import ask

#: More bytes than a client may send before it is disconnected.
FAR_TOO_MUCH = 512 << 20


def memory(view):
    """Returns the memory of the viewer in bytes."""
    pages = int(open(f"/proc/{view.process.pid}/statm").read().split()[1])
    return pages * resource.getpagesize()


def pour(view, beginning, piece):
    """Sends data until the viewer disconnects. Returns the memory that the viewer used for it."""
    before = memory(view)
    with view.dial() as connection:
        connection.sendall(beginning)
        sent = 0
        try:
            while sent < FAR_TOO_MUCH:
                connection.sendall(piece)
                sent += len(piece)
        except ConnectionError:
            return memory(view) - before
    raise AssertionError(f"the viewer accepted {FAR_TOO_MUCH} bytes without disconnecting")


def ended(connections, count):
    """Waits until `count` of the connections have ended, and returns these."""
    waiting = {connection.fileno(): connection for connection in connections}
    poll, found = select.poll(), []
    for descriptor in waiting:
        poll.register(descriptor, select.POLLIN)
    while len(found) < count:
        ready = poll.poll(PATIENCE * 1000)
        assert ready, f"only {len(found)} of {len(connections)} connections ended, not {count}"
        for descriptor, _ in ready:
            poll.unregister(descriptor)
            found.append(waiting[descriptor])
    return found


@pytest.mark.parametrize("beginning, piece", [
    (b"GET /", b"a" * 65536),
    (b"GET / HTTP/1.1\r\nX: ", b"a" * 65536),
    (b"GET / HTTP/1.1\r\n", b"X: aaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 2048),
    (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", b"a" * 65536),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", b"a" * 65536),
])
def test_a_request_that_never_ends_is_rejected(view, beginning, piece):
    assert pour(view, beginning, piece) < 64 << 20
    assert ask(view)[0] == 200


@pytest.mark.parametrize("head", [
    b"\x81\xff\x00\x00\x00\x01\x00\x00\x00\x00abcd", b"\x01\xff\x7f" + b"\xff" * 7 + b"abcd",
    b"\x89\xff\x00\x00\x00\x7f\x00\x00\x00\x00abcd",
])
def test_a_message_that_never_ends_is_rejected(view, page, head):
    assert pour(view, view.handshake() + head, b"a" * 65536) < 128 << 20
    assert page.evaluate("viewer.link.request('server.ping').then(() => 'answered')") == "answered"


def test_a_message_in_endless_parts_is_rejected(view, page):
    part = b"\x00\xfe\xff\xff\x00\x00\x00\x00" + b"a" * 65535
    assert pour(view, view.handshake() + b"\x01\x80abcd", part) < 128 << 20
    assert page.evaluate("viewer.link.request('server.ping').then(() => 'answered')") == "answered"


def test_silent_and_slow_connections_are_closed(view):
    silent, slow = view.dial(), view.dial()
    with silent, slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        ended([silent, slow], 2)


@pytest.mark.parametrize("arguments", [[], ["--watch-without-token"]])
def test_browsers_that_do_not_read_take_little_memory(daemon, arguments):
    view = View(daemon, *arguments)
    sockets, unread = [], 40 << 20
    try:
        before = memory(view)
        for _ in range(20):
            browser = WebSocket(view)
            sockets.append(browser)
            browser.send(json.dumps({"token": ""}))
        with WebSocket(view) as reader:
            reader.send(json.dumps({"token": view.token}))
            reader.catch_up()

            def publish():
                for number in range(200):
                    daemon("controller.update", id="4-note", content={
                        "type": "text/plain", "body": f"{number}{'x' * (unread // 200)}"})
                    # Then nothing waits in pagerview but what is for the other browsers: they have
                    # been sent the same data as the reader, or have it queued.
                    reader.catch_up()
                return memory(view)

            first, second = publish(), publish()
        # Without a bound, each of them would queue the data for 20 browsers.
        assert first - before < 20 * unread / 8
        assert second - first < 20 * unread / 8
    finally:
        for browser in sockets:
            browser.__exit__()
        view.stop()


def test_a_long_message_within_the_limit_is_accepted(daemon, page):
    body = "x" * 900_000
    answer = page.evaluate(
        """(body) => viewer.link.request('controller.update',
            { id: '4-note', content: { type: 'text/plain', body } })
            .then(() => 'done', (refusal) => refusal.name)""", body)
    assert answer == "done"
    until(page, "viewer.state.controllers.get('4-note').content.body.length === 900000")


@pytest.fixture
def installed(tmp_path):
    """The path of an installed viewer with its own web pages."""
    shutil.copytree(ROOT / "clients" / "web", tmp_path / "share" / "pagerd" / "web")
    (tmp_path / "share" / "pagerd" / "web" / "index.html").write_text("installed")
    (tmp_path / "bin").mkdir()
    return shutil.copy2(PROGRAMS / "pagerview", tmp_path / "bin")


def front(daemon, program, *arguments):
    view = View(daemon, *arguments, program=program)
    try:
        return ask(view)[2].decode()
    finally:
        view.stop()


def test_an_installed_viewer_finds_its_pages(daemon, installed):
    assert front(daemon, installed) == "installed"


def test_the_option_web_selects_the_folder_of_the_web_pages(daemon, installed, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "index.html").write_text("own")
    assert front(daemon, installed, "--web", str(tmp_path / "own")) == "own"


def test_pagerview_without_web_pages_lists_the_searched_folders(daemon, installed, tmp_path):
    shutil.rmtree(tmp_path / "share")
    # Files in the parent folder are not part of the viewer.
    shutil.copytree(ROOT / "clients" / "web", tmp_path / "clients" / "web")
    for arguments, sentence in (
            ((), f"{tmp_path}/share/pagerd/web"), (("--web", str(tmp_path)), "has no index.html")):
        ended = subprocess.run([installed, *arguments], env=daemon.environment, text=True,
                               capture_output=True, timeout=PATIENCE)
        assert ended.returncode != 0
        assert sentence in ended.stderr
