"""Browsers that send too many requests do not delay browsers with the token."""

import json
import signal
import socket
import struct
import threading

import pytest

from programs import WebSocket, eventually, frame
from test_safety import ask

DESCRIBE = json.dumps({"request": {"id": 0, "method": "server.describe", "params": {}}})


def greeted(view, token):
    browser = WebSocket(view)
    browser.send(json.dumps({"token": token}))
    assert "welcome" in json.loads(browser.message())
    return browser


def reply(browser, id):
    """Returns the reply to a request, skipping other messages."""
    while True:
        message = json.loads(browser.message())
        if message.get("reply", {}).get("id") == id:
            return message["reply"]


def pings(browser, count):
    """Sends pings in sequence and returns the errors among their replies."""
    errors = []
    for id in range(1, count + 1):
        browser.send(json.dumps({"request": {"id": id, "method": "server.ping", "params": {}}}))
        answer = reply(browser, id)
        errors += [answer["error"]["message"]] if "error" in answer else []
    return errors


class Flood:
    """Browsers that always have `waiting` requests without a reply.

    They read every reply, and reconnect when they are disconnected.
    """

    def __init__(self, view, token, request, browsers, waiting):
        self.view, self.token, self.request, self.waiting = view, token, request, waiting
        self.is_over = threading.Event()
        self.has_begun = threading.Barrier(browsers + 1)
        self.answered = [0] * browsers
        self.threads = [threading.Thread(target=self.run, args=(number,), daemon=True)
                        for number in range(browsers)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        self.has_begun.wait(60)
        return self

    def __exit__(self, *_):
        self.is_over.set()
        for thread in self.threads:
            thread.join(60)

    def run(self, number):
        while not self.is_over.is_set():
            try:
                with greeted(self.view, self.token) as browser:
                    self.talk(browser, number)
            except (ConnectionError, ValueError):
                # The browser was disconnected, perhaps in the middle of a message.
                continue

    def talk(self, browser, number):
        for _ in range(self.waiting):
            browser.send(self.request)
        while not self.is_over.is_set() and (message := browser.message()) is not None:
            if message.startswith('{"reply"'):
                self.answered[number] += 1
                if self.answered[number] == 1:
                    self.has_begun.wait(60)
                browser.send(self.request)


def test_browsers_without_the_token_do_not_fill_the_command_queue(open_view):
    with greeted(open_view, open_view.token) as browser:
        with Flood(open_view, "", DESCRIBE, browsers=12, waiting=40) as flood:
            assert pings(browser, 30) == []
        # Each browser without the token got replies, too.
        assert all(flood.answered)


def test_browsers_without_the_token_cause_few_requests_to_the_daemon(open_view):
    with Flood(open_view, "", DESCRIBE, browsers=8, waiting=40):
        with greeted(open_view, open_view.token) as browser:
            # All of them wait at once, so the other browsers' commands wait until their end.
            methods = ["server.stats", *["server.ping"] * 250, "server.stats"]
            browser.connection.sendall(b"".join(
                frame(json.dumps({"request": {"id": id, "method": method, "params": {}}}))
                for id, method in enumerate(methods)))
            before, *_, after = (reply(browser, id)["result"] for id in range(len(methods)))
    asked = after["requests"] - before["requests"]
    assert 251 <= asked < 500, "most requests must come from the browser with the token"


def test_one_browser_does_not_use_the_share_of_another(view):
    with greeted(view, view.token) as browser:
        with Flood(view, view.token, DESCRIBE, browsers=1, waiting=300):
            assert pings(browser, 30) == []


def test_surplus_requests_of_a_browser_without_the_token_are_refused(open_view):
    with greeted(open_view, "") as browser:
        # They come at once, so the first ones have no reply yet when the last ones come.
        browser.connection.sendall(b"".join(
            frame(json.dumps({"request": {"id": id, "method": "server.describe"}}))
            for id in range(1, 41)))
        answers = {}
        while len(answers) < 40:
            message = json.loads(browser.message())
            if "reply" in message:
                answers[message["reply"]["id"]] = message["reply"]
        assert "methods" in answers[1]["result"]
        refused = [answer["error"] for answer in answers.values() if "error" in answer]
        assert refused and {error["data"]["name"] for error in refused} == {"limitExceeded"}


@pytest.mark.parametrize("files", [1024])
def test_many_connections_do_not_end_a_download_with_the_token(daemon, shelf, tmp_path, files):
    size = 64 << 20
    with open(tmp_path / "film.mp4", "wb") as film:
        film.truncate(size)
    daemon("controller.create", id="film", kind="view", content={"url": "film.mp4"})
    view = shelf("--book", str(tmp_path), "--watch-without-token", files=files)
    with greeted(view, view.token) as browser, view.dial(view.content_port) as download:
        message = ""
        browser.send(json.dumps({"resync": True}))
        while not message.startswith('{"snapshot"'):
            message = browser.message()
        download.sendall(request(view, folder(view, view.token) + "film.mp4"))
        taken = len(download.recv(65536))
        connections = [view.dial() for _ in range(600)]
        assert ask(view)[0] == 200
        while taken < size and (piece := download.recv(1 << 20)):
            taken += len(piece)
        assert taken > size
        for connection in connections:
            connection.close()


def folder(view, token):
    """Returns the address of a browser's contents."""
    with WebSocket(view) as browser:
        browser.send(json.dumps({"token": token}))
        return json.loads(browser.message())["welcome"]["folder"]


def test_a_browser_without_the_token_gets_another_folder_key(open_view):
    assert folder(open_view, "") != folder(open_view, open_view.token)
    for token in ("", open_view.token):
        assert ask(open_view, folder(open_view, token) + "1-menu.md")[0] in (200, 404)


def request(view, path, host=None):
    """Returns the bytes of a GET request. `path` may be a whole address."""
    if path.startswith("http://"):
        host, path = path.removeprefix("http://").split("/", 1)
        path = f"/{path}"
    return f"GET {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{view.port}'}\r\n\r\n".encode()


def read_responses(stream, count):
    """Reads responses without looking at their bodies."""
    for _ in range(count):
        assert stream.readline().startswith(b"HTTP/1.1 ")
        while (line := stream.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split()[1])
        stream.read(length)


def test_requests_without_the_token_cause_few_file_searches(daemon, shelf, tmp_path):
    for number in range(100):
        (tmp_path / f"{number}.html").write_text(f"<a href='{number + 1}.html'>")
    (tmp_path / "unnamed.txt").write_text("")
    daemon("controller.create", id="first", kind="view", content={"url": "0.html"})
    view = shelf("--book", str(tmp_path), "--watch-without-token")

    def seconds(token):
        """Returns the processor time of many requests."""
        path = folder(view, token) + "unnamed.txt"
        with view.dial(view.content_port) as connection, connection.makefile("rb") as stream:
            before = view.processor_time
            connection.sendall(request(view, path) * 100)
            read_responses(stream, 100)
            return view.processor_time - before

    for token in ("", view.token):
        address = folder(view, token) + "99.html"
        eventually(lambda: ask(view, address)[0] == 200, "the file is found")
    assert seconds("") < seconds(view.token) / 2


def silence(connection):
    """Returns the milliseconds since the kernel has received data of a TCP connection."""
    return struct.unpack_from("=I", connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 52)[0]


def test_a_connection_waits_only_for_a_few_requests_of_another(view):
    with view.dial() as busy, view.dial() as other, busy.makefile("rb") as stream:
        # Both are connected before the viewer stops.
        assert ask(view)[0] == 200
        view.process.send_signal(signal.SIGSTOP)
        try:
            busy.sendall(request(view, "/", "x") * 2_000)
            other.sendall(request(view, "/"))
        finally:
            view.process.send_signal(signal.SIGCONT)
        read_responses(stream, 2_000)
        assert other.recv(1)
        assert silence(other) > silence(busy), "the other response must come before the last one"
