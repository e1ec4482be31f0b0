"""Connections without a token: they are few, short, and never keep a browser with the token out."""

import contextlib
import http.client
import json
import os
import resource
import select
import ssl
import threading
import time

import pytest

from programs import BOOK, View, WebSocket, eventually
from test_machines import TOKEN_IN_COOKIE, certificate  # noqa: F401, a fixture
from test_many_browsers import ended
from test_safety import ask
from test_sharing import folder, greeted, request

#: The open files of the viewers in these tests, and its limits with so many of them.
FILES = 512
CONNECTIONS, STRANGERS = 224, 84
#: The state of a listening socket in /proc/net/tcp.
LISTENING = "0A"


@pytest.fixture
def small(daemon):
    view = View(daemon, "--book", str(BOOK), files=FILES)
    # The tests count connections, so the one that asked whether it is ready must have ended.
    eventually(lambda: connections(view) == 0)
    yield view
    view.stop()


@pytest.fixture
def dial():
    """Returns a function that opens connections, which are closed at the end of the test."""
    with contextlib.ExitStack() as stack:
        yield lambda view, port=None: stack.enter_context(view.dial(port))


def connections(view):
    """Returns the number of TCP connections that the viewer has open."""
    open_files = set()
    path = f"/proc/{view.process.pid}/fd"
    for name in os.listdir(path):
        # pagerview may have closed the descriptor since it was listed.
        with contextlib.suppress(FileNotFoundError):
            open_files.add(os.readlink(f"{path}/{name}"))
    rows = [line.split() for line in open("/proc/net/tcp").readlines()[1:]]
    return sum(f"socket:[{row[9]}]" in open_files for row in rows if row[3] != LISTENING)


def beginnings(view):
    return {
        "nothing": b"", "half a header": b"GET / HTTP/1.1\r\nHost: ",
        "a whole request": request(view, "/"), "a WebSocket without a token": view.handshake(),
        "a body": b"POST / HTTP/1.1\r\nContent-Length: 5\r\n",
    }


@pytest.mark.parametrize(
    "kind", ["nothing", "half a header", "a whole request", "a WebSocket without a token", "a body"])
def test_700_strangers_keep_out_neither_health_nor_the_token(small, dial, kind):
    with greeted(small, small.token) as before:
        for _ in range(700):
            # The viewer may have closed the connection at once.
            with contextlib.suppress(ConnectionError):
                dial(small).sendall(beginnings(small)[kind])
        small.until_health(200)
        with greeted(small, small.token):
            # The listening sockets' queues are empty, because the last connections were served.
            assert connections(small) <= STRANGERS + 2
        before.send(json.dumps({"request": {"id": 1, "method": "server.ping", "params": {}}}))
        while '"reply"' not in before.message():
            pass


def test_strangers_that_always_return_keep_out_neither_health_nor_the_token(small):
    is_over = threading.Event()

    def knock():
        while not is_over.is_set():
            strangers = []
            for _ in range(100):
                with contextlib.suppress(OSError):
                    strangers.append(small.dial())
            for connection in strangers:
                connection.close()

    threads = [threading.Thread(target=knock, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        # Each of them closes the oldest stranger, which may be this one if it is slow to ask.
        eventually(lambda: admitted(lambda: small.health() == 200), "/health replies")
        eventually(lambda: admitted(lambda: welcomed_with_cookie(small)), "the token is accepted")
    finally:
        is_over.set()
        for thread in threads:
            thread.join(60)


def admitted(attempt):
    """Returns the result of an attempt, or False if its connection was closed."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return attempt()
    return False


def welcomed_with_cookie(view):
    """Returns whether a browser with the cookie is admitted."""
    cookie = f"pagerview-{view.port}={view.token}"
    with view.dial() as connection, connection.makefile("rb") as stream:
        connection.sendall(view.handshake(Cookie=cookie))
        while (line := stream.readline()) != b"\r\n":
            if not line:
                return False
        connection.sendall(TOKEN_IN_COOKIE)
        return b"welcome" in stream.read(20)


def test_the_oldest_stranger_is_closed_first(small, dial):
    began = time.monotonic()
    strangers = [dial(small) for _ in range(STRANGERS + 20)]
    small.until_health(200)
    # The request was a stranger's too.
    closed = ended(strangers, 21)
    newest = max(strangers.index(one) for one in closed)
    assert len(ended(strangers[:newest + 1], newest + 1)) == newest + 1
    # After ten seconds, the others are closed too, because of their silence.
    assert len(select.select(strangers, [], [], 0)[0]) <= 22 or time.monotonic() - began > 9


def test_strangers_in_a_tls_handshake_are_limited(shelf, certificate, dial):  # noqa: F811
    view = shelf("--book", str(BOOK), "--listen", "127.0.0.1:0", "--tls-cert",
                 certificate[0], "--tls-key", certificate[1], files=FILES)
    trust = ssl.create_default_context(cafile=certificate[0])
    silent = [dial(view) for _ in range(400)]
    shaken = []
    for _ in range(STRANGERS + 40):
        # These do not answer the end of a TLS connection either.
        shaken.append(trust.wrap_socket(view.dial(), server_hostname="127.0.0.1"))
    eventually(lambda: connections(view) <= STRANGERS)
    ended(silent, 400)
    for connection in shaken:
        connection.close()


def test_a_stranger_does_not_keep_its_connection(view, dial):
    strangers = []
    for kind in ("nothing", "half a header", "a whole request", "a body"):
        connection = dial(view)
        connection.sendall(beginnings(view)[kind])
        strangers.append(connection)
    for connection in strangers:
        while connection.recv(65536):
            pass


def test_a_stranger_in_a_tls_handshake_does_not_keep_its_connection(shelf, certificate):  # noqa: F811
    view = shelf("--listen", "127.0.0.1:0", "--tls-cert", certificate[0], "--tls-key",
                 certificate[1])
    with view.dial() as silent, view.dial() as half:
        half.sendall(b"\x16\x03\x01\x02\x00\x01")
        ended([silent, half], 2)


def test_a_stranger_that_does_not_read_a_response_is_disconnected(view):
    with view.dial() as connection:
        # The response stays in the viewer once the kernel's buffers are full.
        connection.sendall(request(view, "/js/viewer.js") * 2_000)
        poll = select.poll()
        poll.register(connection, select.POLLHUP | select.POLLERR)
        assert poll.poll(60_000), "the viewer kept the connection"


def test_connections_with_a_folder_key_do_not_exceed_the_total(small, dial):
    path = folder(small, small.token) + ";page=1-menu"
    port = small.content_port
    for _ in range(CONNECTIONS + 60):
        connection = dial(small, port)
        connection.sendall(request(small, path))
        assert connection.recv(12).startswith(b"HTTP/1.1")
    small.until_health(200)
    eventually(lambda: connections(small) <= CONNECTIONS)
    with greeted(small, small.token):
        pass


def test_browsers_do_not_exceed_the_limit(daemon):
    view = View(daemon, "--watch-without-token")
    browsers = []
    try:
        def refused(token):
            browsers.append(WebSocket(view))
            browsers[-1].send(json.dumps({"token": token}))
            return "refused" in json.loads(browsers[-1].message())

        assert [refused("") for _ in range(50)] == [False] * 48 + [True] * 2
        assert [refused(view.token) for _ in range(18)] == [False] * 16 + [True] * 2
    finally:
        for browser in browsers:
            browser.__exit__()
        view.stop()


def test_a_shortage_of_descriptors_is_reported_once_and_ends(daemon, shelf):
    view = shelf("--book", str(BOOK))
    # The connections to the daemon have their descriptors.
    before = resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE)
    used = len(os.listdir(f"/proc/{view.process.pid}/fd"))
    resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE, (used, before[1]))
    strangers = [view.dial() for _ in range(20)]
    eventually(lambda: any("cannot accept a connection" in line for line in view.said))
    used, began = view.processor_time, time.monotonic()
    select.select([], [], [], 2)
    share = (view.processor_time - used) / (time.monotonic() - began)
    assert share < 0.5, "the viewer must wait before it tries again"
    resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE, before)
    assert ask(view)[0] == 200
    for connection in strangers:
        connection.close()
    view.stop()
    view.reader.join(60)
    logged = len([line for line in view.said if "cannot accept a connection" in line])
    assert 1 <= logged <= 1 + (time.monotonic() - began) // 60, "once a minute"
