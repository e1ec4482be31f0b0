"""Addresses that select a window, a token or https, and a port that is in use."""

import contextlib
import select
import socket
import ssl
import subprocess
import threading

import pytest

from conftest import caught_up, until
from programs import BOOK, PROGRAMS, View


@pytest.fixture
def walls(daemon):
    """Creates a second window with a pager, a stack and a tab bar."""
    for id in ("left", "right", "root", "detail", "one", "two"):
        daemon("controller.create", id=id, kind="view", title=f"The {id}")
    daemon("controller.create", id="slides", kind="pager")
    daemon("pager.setPages", id="slides", pages=["left", "right"])
    daemon("controller.create", id="stack", kind="navigation")
    daemon("navigation.setStack", id="stack", controllers=["root"])
    daemon("controller.create", id="tabs", kind="tabBar")
    daemon("tabBar.setControllers", id="tabs", controllers=["slides", "stack", "one", "two"])
    daemon("window.create", id="wall")
    daemon("window.setRoot", id="wall", controller="tabs")


def status(page):
    return page.locator("#status").inner_text() if page.locator("#status").is_visible() else None


def voice(page):
    return page.locator("#voice").text_content()


def test_a_window_is_shown_while_it_exists_and_missed_with_a_list_of_the_others(daemon, view, browse):
    page = browse(f"{view.origin}/?window=later#token={view.token}", ready=False)
    page.get_by_text('There is no window "later"').wait_for()
    assert "Windows that exist: main." in status(page)
    assert page.evaluate("viewer.stage.window") is None
    assert page.locator(".view").count() == 0
    daemon("window.create", id="later")
    daemon("controller.create", id="late", kind="view", title="It came")
    daemon("window.setRoot", id="later", controller="late")
    page.get_by_text("It came").first.wait_for()
    assert status(page) is None
    daemon("window.destroy", id="later")
    page.get_by_text('There is no window "later"').wait_for()
    assert page.locator(".view").count() == 0
    # Eight are listed, and the others counted.
    for number in range(12):
        daemon("window.create", id=f"w{number}")
    page = browse(f"{view.origin}/?window={'x' * 500}#token={view.token}", ready=False)
    page.get_by_text("There is no window").wait_for()
    assert "main, w0, w1, w2, w3, w4, w5, w6 and 5 more" in status(page)
    assert f'"{"x" * 64}"' in status(page)


def test_the_viewer_waits_for_the_first_window(daemon, view, browse):
    daemon("window.destroy", id="main")
    page = browse(view.address, ready=False)
    page.get_by_text("The daemon has no window yet").wait_for()
    daemon("window.create", id="first")
    until(page, "viewer.stage.window === 'first'")
    assert status(page) is None


def test_only_changes_in_the_shown_window_are_announced(daemon, walls, view, browse):
    main = browse(view.address, fresh=True)
    wall = browse(f"{view.origin}/?window=wall#token={view.token}")
    until(wall, "document.title.endsWith(' - wall - pagerview')")
    for method, params, said in (
            ("pager.next", {"id": "slides"}, "The right, page 2 of 2"),
            ("tabBar.select", {"id": "tabs", "index": 3}, "The two, tab 4 of 4"),
            ("tabBar.select", {"id": "tabs", "index": 1}, "The root"),
            ("navigation.push", {"id": "stack", "controller": "detail"}, "The detail")):
        caught_up(wall, daemon(method, animated=False, **params)["seq"])
        assert voice(wall) == said
    caught_up(main, daemon("server.ping")["seq"])
    assert voice(main) == ""
    # A pager in another tab is not visible either.
    caught_up(wall, daemon("pager.previous", id="slides", animated=False)["seq"])
    assert voice(wall) == "The detail"
    # Contents that enter the window are announced from then on.
    daemon("tabBar.select", id="tabs", index=0, animated=False)
    caught_up(wall, daemon("pager.next", id="slides", animated=False)["seq"])
    assert voice(wall) == "The right, page 2 of 2"


def test_a_wrong_token_is_reported_on_the_page(view, browse):
    for path, token in (("/", "wrong"), ("/inspect", "wrong"), ("/", "w" * 5_000), ("/", "ä" * 1_100)):
        page = browse(f"{view.origin}{path}#token={token}", ready=False)
        page.get_by_text("The token of this address is wrong").wait_for()
        assert "printed last" in status(page)


@pytest.mark.parametrize("path", ["/", "/inspect"])
def test_a_wrong_token_is_reported_even_if_none_is_needed(open_view, browse, path):
    page = browse(f"{open_view.origin}{path}#token=wrong")
    page.get_by_text("The token of this address is wrong, so this page only watches").wait_for()
    # Without a token the page can only watch; a wrong token is not stored.
    page.reload()
    page.evaluate("import('/js/' + (location.pathname === '/' ? 'show' : 'inspect') + '.js')"
                  ".then((module) => { window.viewer = module.viewer; })")
    until(page, "viewer.stage.views.size > 0")
    assert status(page) is None


def pagerview(daemon, *arguments):
    return subprocess.run(
        [PROGRAMS / "pagerview", *arguments], env=daemon.environment, text=True, timeout=60,
        capture_output=True)


def test_a_port_in_use_is_reported_at_once_with_advice(daemon):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        # The port is checked first; the book does not exist either.
        ended = pagerview(daemon, "--port", str(port), "--book", "/nosuch")
    assert ended.returncode == 1
    assert ended.stderr == (
        f"pagerview: another program listens on 127.0.0.1:{port}; choose another port with --port, "
        "or omit --port for any free port\n")


class Proxy:
    """A reverse proxy that uses https with browsers and http with pagerview."""

    def __init__(self, folder):
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
             "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", certificate],
            check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.origin = f"https://127.0.0.1:{self.port}"
        self.target, self.replaces = None, False
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.server.accept()
                threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        """Copies data in both directions on one thread, as OpenSSL requires for a connection."""
        with contextlib.suppress(OSError), connection, \
                self.context.wrap_socket(connection, server_side=True) as browser, \
                socket.create_connection(("127.0.0.1", self.target)) as viewer:
            while True:
                ready = [browser] if browser.pending() else select.select([browser, viewer], [], [])[0]
                for source in ready:
                    data = source.recv(65_536)
                    if not data:
                        return
                    if source is browser and self.replaces:
                        data = data.replace(f"Host: 127.0.0.1:{self.port}".encode(),
                                            f"Host: 127.0.0.1:{self.target}".encode())
                    (viewer if source is browser else browser).sendall(data)

    def close(self):
        with contextlib.suppress(OSError):
            self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()


@pytest.fixture
def proxies(tmp_path):
    """Starts one proxy for the viewer and one for contents."""
    proxies = Proxy(tmp_path), Proxy(tmp_path)
    yield proxies
    for proxy in proxies:
        proxy.close()


@pytest.mark.parametrize("replaces", [False, True], ids=["host-passed-on", "host-replaced"])
def test_an_https_page_works_behind_a_reverse_proxy(daemon, browse, proxies, replaces):
    proxy, contents = proxies
    view = View(daemon, "--book", str(BOOK), "--public-address", proxy.origin,
                "--public-content-address", contents.origin)
    proxy.target, contents.target = view.port, view.content_port
    proxy.replaces = contents.replaces = replaces
    try:
        page = browse(f"{proxy.origin}/#token={view.token}", ignore_https_errors=True)
        assert page.evaluate("viewer.link.socket.url") == f"wss://127.0.0.1:{proxy.port}/socket"
        page.keyboard.press("ArrowRight")
        until(page, "viewer.state.controllers.get('book').index === 1")
        # A document in a frame also comes from the other address of the proxy.
        daemon("controller.update", id="2-plan", content={
            "type": "text/html", "body": "<p>in a frame</p>"})
        page.frame_locator("[data-view='2-plan'] iframe").get_by_text("in a frame").wait_for()
        # The address of the machine itself still works.
        browse(view.address)
    finally:
        view.stop()


def test_pagerview_logs_an_unknown_proxy_once(view):
    with contextlib.ExitStack() as open:
        for _ in range(3):
            connection = open.enter_context(view.dial())
            connection.sendall(view.handshake(Origin="https://wall.example:8443"))
            assert b" 403 " in connection.recv(64)
    view.stop()
    view.reader.join(60)
    assert [line for line in view.said if "wall.example" in line] == [
        "pagerview: refused a page of https://wall.example:8443; if that is a reverse proxy of "
        "yours, start pagerview with --public-address https://wall.example:8443\n"]
