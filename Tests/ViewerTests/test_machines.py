"""Browsers on other machines: TLS, host names, cookies with tokens, two origins, monitoring."""

import http.client
import itertools
import json
import re
import signal
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from conftest import until
from programs import BOOK, PROGRAMS, View, WebSocket, eventually
from test_addresses import pagerview
from test_safety import ask
from test_sharing import read_responses


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    made = subprocess.run(
        [PROGRAMS / "pagerview", "make-certificate", "wall.example", "127.0.0.1", "--folder", folder],
        check=True, capture_output=True, text=True)
    assert "certutil -d sql:" in made.stdout and "CACertificates" in made.stdout
    return folder / "pagerview-cert.pem", folder / "pagerview-key.pem"


@pytest.fixture
def secure(daemon, certificate):
    view = View(daemon, "--book", str(BOOK), "--listen", "127.0.0.1:0", "--tls-cert", certificate[0],
                "--tls-key", certificate[1], "--allow-host", "wall.example")
    yield view
    view.stop()


def test_a_certificate_has_the_names_and_its_key_is_secret(certificate):
    text = subprocess.run(["openssl", "x509", "-in", certificate[0], "-noout", "-text"], check=True,
                          capture_output=True, text=True).stdout
    assert "DNS:wall.example, IP Address:127.0.0.1" in text
    constraints = text.split("X509v3 Name Constraints: critical")[1]
    assert "Permitted:" in constraints and "DNS:wall.example" in constraints
    assert "IP:127.0.0.1/255.255.255.255" in constraints and "Excluded:" in constraints
    assert certificate[0].stat().st_mode & 0o777 == 0o644
    assert certificate[1].stat().st_mode & 0o777 == 0o600


def test_an_https_page_keeps_the_token_in_an_http_only_cookie(daemon, secure, browse):
    page = browse(f"{secure.origin}/#token={secure.token}", ignore_https_errors=True)
    assert page.evaluate("viewer.link.socket.url").startswith("wss://")
    cookie, = page.context.cookies()
    assert cookie["name"] == f"__Host-pagerview-{secure.port}"
    assert cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Strict"
    assert page.evaluate("document.cookie") == "" and secure.token not in page.url
    page.reload()
    page.evaluate("import('/js/show.js').then((module) => { window.viewer = module.viewer; })")
    until(page, "viewer.mayCommand")
    daemon("controller.update", id="1-menu", content={"type": "text/html", "body": "<p>framed</p>"})
    page.frame_locator("iframe").get_by_text("framed").wait_for()


def test_the_name_of_a_cookie_without_tls_contains_the_port(view, browse):
    page = browse(view.address, fresh=True)
    assert view.token not in page.url
    cookie, = page.context.cookies()
    assert cookie["name"] == f"pagerview-{view.port}"
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"


def test_only_allowed_hosts_are_served(secure):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for host, wanted in (("wall.example", 200), ("other.example", 403)):
        request = urllib.request.Request(secure.origin, headers={"Host": f"{host}:{secure.port}"})
        try:
            status = urllib.request.urlopen(request, context=context, timeout=60).status
        except urllib.error.HTTPError as error:
            status = error.code
        assert status == wanted


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0"])
def test_serving_other_machines_without_tls_requires_insecure_http(daemon, address):
    ended = pagerview(daemon, "--listen", address)
    assert ended.returncode == 64
    assert "without TLS everybody on the network can read the token" in ended.stderr
    view = View(daemon, "--listen", address, "--insecure-http")
    view.stop()


@pytest.mark.parametrize("arguments, sentence", [
    (["--listen", "wall:1"], "--listen must be an"), (["--listen", "127.0.0.1"], "--listen must be"),
    (["--listen", "127.0.0.1:1", "--port", "1"], "omit --port"),
    (["--tls-cert", "x"], "belong together"), (["--allow-host", "a:1"], "without a port"),
    (["--tls-cert", "/nosuch", "--tls-key", "/nosuch"], "not a certificate in PEM form"),
    (["--public-address", "https://a"], "belong together"),
    (["--public-address", "https://a", "--public-content-address", "https://a"], "another host name"),
    (["--public-address", "http://a", "--public-content-address", "http://b"], "--insecure-http"),
    (["--token", "x", "--watch-token", "x"], "must differ"),
    (["--book", str(BOOK), "--edit", str(BOOK), "--token", "x", "--edit-token", "x"], "must differ"),
    (["--edit", "/"], "--edit needs --book"),
    (["--book", str(BOOK), "--edit", "/"], "must be the folder of the book"),
    (["--public-address", "https://a/b"], "--public-address must be http:// or https:// and a host"),
    *((["--port=" + port], "a port must be a number from 0 to 65535")
      for port in ("65536", "-1", "x", "8000.5")),
])
def test_a_mistake_in_the_options_is_reported(daemon, arguments, sentence):
    ended = pagerview(daemon, *arguments)
    assert ended.returncode == 64
    assert sentence in " ".join(ended.stderr.split())


def session(view, token, **headers):
    """Returns the response to a page that sends a token in exchange for a cookie."""
    return ask(view, "/session", "POST",
               **{"Origin": view.origin, "Authorization": f"Bearer {token}", **headers})


def test_a_token_is_exchanged_only_by_the_viewers_own_page(view):
    assert session(view, view.token)[0] == 200
    assert session(view, "wrong")[0] == 403
    assert session(view, view.token, Origin="http://evil.example")[0] == 403
    assert ask(view, "/session")[0] == 405


def test_wrong_tokens_are_throttled_and_logged_once(view):
    began = time.monotonic()
    answers = [session(view, "wrong") for _ in range(300)]
    seconds = time.monotonic() - began
    statuses = [status for status, *_ in answers]
    assert statuses[:10] == [403] * 10 and set(statuses) == {403, 429}
    assert statuses.count(403) <= 11 + seconds, "only one of them a second is counted"
    assert all(int(headers["Retry-After"]) > 0 for status, headers, _ in answers if status == 429)
    view.stop()
    view.reader.join(60)
    assert len([line for line in view.said if "wrong tokens came from 127.0.0.1" in line]) == 1
    said = [line for line in view.said if "127.0.0.1 sent a wrong token" in line]
    assert len(said) == 1 and "open the address that pagerview prints" in said[0]


@pytest.mark.parametrize("networks", [1, 1500])
def test_wrong_tokens_from_any_number_of_networks_keep_no_browser_out(shelf, networks):
    view = shelf("--public-address", "https://wall.example", "--public-content-address",
                 "https://wall-content.example")
    attacker = http.client.HTTPConnection("127.0.0.1", view.port, timeout=60)

    def attack(number):
        attacker.request("POST", "/session", headers={
            "Origin": view.origin, "Authorization": "Bearer wrong",
            "X-Forwarded-For": f"2001:db8:{number % networks:x}::{number:x}"})
        with attacker.getresponse() as answer:
            answer.read()
            return answer.status

    if networks == 1:
        numbers = itertools.count()
        eventually(lambda: attack(next(numbers)) == 429, "the network is slowed down")
    else:
        assert {attack(number) for number in range(networks + 20)} == {403}
    own = {"X-Forwarded-For": "2001:db8::7"}
    watch, = (line.split("#token=")[1].strip() for line in view.said if line.startswith("watch "))
    for token in (view.token, watch):
        assert session(view, token, **own)[0] == 200
        eventually(lambda: ask(view, "/health", Authorization=f"Bearer {token}", **own)[0] == 200)
        cookie = f"pagerview-{view.port}={token}"
        with view.dial() as connection, connection.makefile("rb") as stream:
            connection.sendall(view.handshake(Cookie=cookie, **own) + TOKEN_IN_COOKIE)
            while stream.readline() != b"\r\n":
                pass
            assert b"welcome" in stream.read(20)


#: The message that a browser sends if its token is in the cookie.
TOKEN_IN_COOKIE = b"\x81\x8c\0\0\0\0" + b'{"token":""}'


def test_a_wrong_token_does_not_keep_a_browser_out_that_needs_none(open_view):
    while session(open_view, "wrong")[0] != 429:
        pass
    with WebSocket(open_view) as browser:
        browser.send(json.dumps({"token": "wrong"}))
        welcome = json.loads(browser.message())["welcome"]
        assert welcome["tokenIsWrong"] and not welcome["mayCommand"]


def test_tokens_stay_the_same_after_a_restart(daemon):
    view = View(daemon)
    view.stop()
    kept, = Path(daemon.folder).glob("*.viewer-tokens")
    assert kept.stat().st_mode & 0o777 == 0o600
    again = View(daemon)
    assert again.token == view.token
    again.stop()
    kept.unlink()
    other = View(daemon)
    assert other.token != view.token
    other.stop()


def test_a_token_file_with_unsafe_permissions_is_ignored_and_reported(daemon):
    view = View(daemon)
    view.stop()
    kept, = Path(daemon.folder).glob("*.viewer-tokens")
    kept.chmod(0o644)
    again = View(daemon)
    assert again.token != view.token
    again.stop()
    again.reader.join(60)
    assert any("cannot be kept" in line and "chmod 600" in line for line in again.said)


def test_contents_come_from_another_origin_and_need_no_cookie(daemon, view):
    with WebSocket(view) as browser:
        browser.send(json.dumps({"token": view.token}))
        folder = json.loads(browser.message())["welcome"]["folder"]
        browser.catch_up()
    contents = f"http://127.0.0.1:{view.content_port}"
    assert folder.startswith(contents + "/book/")
    status, headers, _ = ask(view, folder + ";page=1-menu")
    assert status == 200 and "sandbox" in headers["Content-Security-Policy"]
    # Each origin serves only its own files.
    assert ask(view, contents + "/")[0] == 404 and ask(view, contents + "/socket")[0] == 404
    assert ask(view, folder.removeprefix(contents) + ";page=1-menu")[0] == 404
    # A cookie grants no access there.
    cookie = {"Cookie": f"pagerview-{view.port}={view.token}"}
    assert ask(view, contents + "/book/x/;page=1-menu", **cookie)[0] == 404


def test_health_needs_no_token_and_metrics_need_one(daemon, view):
    view.until_health(200)
    assert ask(view, "/metrics")[0] == 401
    assert ask(view, "/metrics", Authorization="Bearer wrong")[0] == 403
    status, headers, text = ask(view, "/metrics", Authorization=f"Bearer {view.token}")
    assert status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4")
    for line in text.decode().splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+=\"[a-z]+\"\})? \d+", line), line
    eventually(lambda: "pagerview_daemon_connected 1" in ask(
        view, "/metrics", Authorization=f"Bearer {view.token}")[2].decode())
    daemon.kill()
    view.until_health(503)


@pytest.mark.parametrize("seconds", [10])
def test_a_wall_reports_an_outage_and_is_soon_up_to_date(daemon, view, browse, seconds):
    page = browse(view.address, notices_silence=True)
    sockets = noted_sockets(page)
    view.process.send_signal(signal.SIGSTOP)
    try:
        page.get_by_text("Not up to date: no contact for").wait_for()
        until(page, f"Date.now() - viewer.staleSince > {seconds * 1000}")
        daemon("pager.next", animated=False)
        will_soon_be_up_to_date(page, sockets)
    finally:
        view.process.send_signal(signal.SIGCONT)
    until(page, "viewer.staleSince === null && viewer.state.controllers.get('book').index === 1")
    until(page, "document.getElementById('age').hidden")


def noted_sockets(page):
    """Returns the list of the WebSockets that a page opens from now on, or since it is reloaded."""
    sockets = []
    page.on("framenavigated", lambda frame: frame == page.main_frame and sockets.clear())
    page.on("websocket", lambda socket: sockets.append(socket.url))
    return sockets


def will_soon_be_up_to_date(page, sockets):
    """Asserts, during an outage, that a page will soon notice its end.

    The page tries again after a second at most. It has opened only a few WebSockets, as browsers
    delay new ones after many failed ones.
    """
    assert page.evaluate("viewer.link.pause") <= 1000
    assert len(sockets) <= 11


def test_an_idle_pointer_is_hidden(page):
    page.evaluate("""() => {
        const cursor = () => getComputedStyle(document.querySelector('.stage')).cursor;
        window.cursors = [cursor()];
        new MutationObserver(() => cursors.push(cursor()))
            .observe(document.documentElement, { attributeFilter: ['class'] });
    }""")
    page.mouse.move(100, 100)
    until(page, "cursors.at(-1) === 'none' && cursors.some((cursor) => cursor !== 'none')")


def test_a_connection_that_served_requests_can_become_a_websocket(view):
    """Caddy reuses connections for WebSockets."""
    with view.dial() as connection, connection.makefile("rb") as stream:
        for _ in range(3):
            connection.sendall(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{view.port}\r\n\r\n".encode())
            read_responses(stream, 1)
        connection.sendall(view.handshake())
        assert b" 101 " in stream.readline()
