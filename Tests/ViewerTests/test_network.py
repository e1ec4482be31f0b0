"""HTML pages of a book that try to reach the network."""

import contextlib
import socket
import threading

import pytest

from conftest import PATIENCE, caught_up
from programs import quiet_port


class Stranger:
    """A site on this machine that records its connections over TCP and UDP."""

    def __init__(self):
        self.heard = []
        self.changed = threading.Condition()
        self.port = quiet_port()
        self.tcp = socket.create_server(("127.0.0.1", self.port))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        for listen in (self.accept, self.receive):
            threading.Thread(target=listen, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.tcp.accept()
            except OSError:
                return
            threading.Thread(target=self.hear, args=[connection], daemon=True).start()

    def hear(self, connection):
        with connection:
            line = connection.recv(4096).split(b"\r\n")[0].decode(errors="replace")
            self.add(line or "a connection")
            # A browser repeats a request if its connection closes without a response.
            with contextlib.suppress(ConnectionError):
                connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")

    def add(self, line):
        with self.changed:
            self.heard.append(line)
            self.changed.notify_all()

    def wait_for(self, beginning):
        with self.changed:
            assert self.changed.wait_for(
                lambda: any(line.startswith(beginning) for line in self.heard), PATIENCE)

    def receive(self):
        while True:
            try:
                self.add(f"{len(self.udp.recv(4096))} bytes over UDP")
            except OSError:
                return

    def close(self):
        for each in (self.tcp, self.udp):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()


@pytest.fixture
def stranger():
    stranger = Stranger()
    yield stranger
    stranger.close()


WAYS = {
    "location": "<script>location = 'URL/a?secret'</script>",
    "location.replace": "<script>location.replace('URL/a?secret')</script>",
    "refresh": "<meta http-equiv=refresh content='0;url=URL/a?secret'>",
    "link": "<a id=a href='URL/a'>x</a><script>a.click()</script>",
    "link of a new window": "<a id=a target=_blank href='URL/a'>x</a><script>a.click()</script>",
    "link of the top": "<a id=a target=_top href='URL/a'>x</a><script>a.click()</script>",
    "window": "<script>open('URL/a')</script>",
    "form": "<form id=f action='URL/a'></form><script>f.submit()</script>",
    "ping": "<a id=a ping='URL/a' href='#x'>x</a><script>a.click()</script>",
    "picture": "<img src='URL/a.png'>",
    "stylesheet": "<link rel=stylesheet href='URL/a.css'><style>@import 'URL/b.css'</style>",
    "background": "<body style='background: url(URL/a.png)'>",
    "font": "<style>@font-face { font-family: f; src: url(URL/f) } p { font-family: f }</style><p>x",
    "script": "<script src='URL/a.js'></script><script type=module>import 'URL/b.js'</script>",
    "frame": "<iframe src='URL/a'></iframe><object data='URL/b'></object><embed src='URL/c'>",
    "frame within": "<iframe srcdoc=\"<script>location = 'URL/a'</script>\"></iframe>",
    "blank frame": "<iframe id=f></iframe><script>f.contentWindow.location = 'URL/a'</script>",
    "fetch": "<script>fetch('URL/a', {mode: 'no-cors'}).catch(() => 0)</script>",
    "beacon": "<script>navigator.sendBeacon('URL/a', 'x')</script>",
    "events": "<script>new EventSource('URL/a')</script>",
    "socket": "<script>new WebSocket('URL/a'.replace('http', 'ws'))</script>",
    "worker": "<script>try { new Worker(URL.createObjectURL(new Blob(["
              "`fetch('URL/a')`]))) } catch {}</script>",
    "film": "<video autoplay src='URL/a.mp4' poster='URL/b.png'></video>",
    "prefetch": "<link rel=prefetch href='URL/a'><link rel=preload as=image href='URL/b'>"
                "<link rel=modulepreload href='URL/c'>",
    "speculation": "<script type=speculationrules>"
                   "{\"prefetch\": [{\"urls\": [\"URL/a\"], \"eagerness\": \"immediate\"}]}</script>",
    "own address": "<script>location = '/?URL'</script>",
}


def test_a_page_does_not_reach_another_site(daemon, view, page, stranger):
    for number, (way, body) in enumerate(WAYS.items()):
        body = body.replace("URL", f"http://127.0.0.1:{stranger.port}/{number}")
        daemon("controller.update", id="4-note", content={"type": "text/html", "body": body})
        caught_up(page, daemon("pager.select", page="4-note", animated=False)["seq"])
        # The absence of a request cannot be awaited, so each attempt gets some time.
        page.evaluate("() => new Promise((done) => setTimeout(done, 250))")
        assert stranger.heard == [], way
        assert page.url.startswith(view.origin), way
        assert len(page.context.pages) == 1, way
    # A permitted request is recorded, so the others would have been too.
    page.evaluate("(url) => { new Image().src = url; }", f"http://127.0.0.1:{stranger.port}/own")
    stranger.wait_for("GET /own ")
    assert all(line.startswith("GET /own ") for line in stranger.heard)


def test_the_browser_requests_the_address_of_a_page(daemon, page, stranger):
    url = f"http://127.0.0.1:{stranger.port}/board?a=1&b=\"2"
    daemon("controller.update", id="4-note", content={"url": url})
    caught_up(page, daemon("pager.select", page="4-note", animated=False)["seq"])
    stranger.wait_for("GET /board?a=1&b=%222 ")
