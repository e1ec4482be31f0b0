"""Hostile pages, sites and books do no harm."""

import json
import socket
import urllib.error
import urllib.request

import pytest

from conftest import caught_up, until
from programs import WebSocket
from test_pages import show

SCRIPTS = [
    "<script>parent.pwned = 1; top.pwned = 1</script>",
    "<img src=x onerror='top.pwned = 1; parent.pwned = 1'>",
    "<svg onload='top.pwned = 1'></svg>",
    "<a href='javascript:top.pwned=1' id=a>x</a><script>a.click()</script>",
    "<iframe srcdoc='<script>top.pwned = 1</script>'></iframe>",
    "<script>top.location = 'about:blank'</script>",
    "<meta http-equiv=refresh content='0;url=javascript:top.pwned=1'>",
    "<form action='javascript:top.pwned=1'><button id=b></form><script>b.click()</script>",
    "<base href='http://127.0.0.1:9/'><script src=x.js></script>",
    "<script>try { localStorage.x = 1; top.pwned = 1 } catch {}</script>",
    "<script>try { top.document.title; top.pwned = 1 } catch {}</script>",
    "<script>window.open('/'); open('javascript:opener.pwned=1')</script>",
]
MARKDOWN = [
    "[x](javascript:pwned=1)", "![x](javascript:pwned=1)", "![x](x\" onerror=\"pwned=1)",
    "<javascript:pwned=1>", "[x](  JaVaScRiPt:pwned=1)", "[x](data:text/html,<script>1</script>)",
    "[x](vbscript:x)", "```\n<script>pwned=1</script>\n```", "# <script>pwned=1</script>",
    "| <script>pwned=1</script> | b |\n|---|---|\n| <img src=x onerror=pwned=1> | d |",
    "![x](http://[bad)", "[x](\u0000javascript:pwned=1)", "[x]( \"><script>pwned=1</script>\")",
]
ADDRESSES = [
    "javascript:top.pwned=1", "data:text/html,<script>top.pwned=1</script>", "blob:x",
    "JAVASCRIPT:top.pwned=1", " javascript:top.pwned=1", "file:///etc/passwd", "about:srcdoc",
    "//evil.example/x", "http:\\\\evil", "\tjavascript:top.pwned=1", "view-source:http://x/",
]


def unharmed(page, view):
    assert page.evaluate("window.pwned") is None
    assert page.url.startswith(view.origin)
    assert len(page.context.pages) == 1


def test_scripts_in_a_page_do_not_reach_the_viewer(daemon, view, browse):
    page = browse(view.address, fresh=True)
    for type in ("text/html", "text/markdown", "text/plain", "image/svg+xml"):
        for script in SCRIPTS:
            show(daemon, page, {"type": type, "body": f"{script}<p id=end>end</p>"}, title=script)
            if type == "text/html":
                page.frame_locator("iframe").locator("#end").wait_for(state="attached")
            unharmed(page, view)


SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" onload="top.pwned = 1">
    <script>top.pwned = 1; parent.pwned = 1</script>
    <foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml">
    <img src="x" onerror="top.pwned = 1"/></body></foreignObject>
    <rect width="64" height="64" fill="#ff0000"/></svg>"""


def test_scripts_in_a_picture_do_not_reach_the_viewer(daemon, shelf, browse, tmp_path):
    """A picture runs no scripts. Opened at its own address, it runs them in an opaque origin."""
    (tmp_path / "red.svg").write_text(SVG)
    view = shelf("--book", tmp_path)
    page = browse(view.address)
    folder = page.evaluate("viewer.link.folder")
    for source in ({"url": "red.svg"}, {"body": SVG}):
        show(daemon, page, {"type": "image/svg+xml", **source})
        # The picture is valid: it has been drawn with its own size.
        until(page, "document.querySelector('img.picture')?.naturalWidth === 64")
        unharmed(page, view)
        itself = page.context.new_page()
        itself.goto(folder + source.get("url", ";page=4-note"))
        assert itself.locator("rect").count() == 1
        assert itself.evaluate("self.origin") == "null"
        itself.close()


def test_a_page_has_no_origin_and_no_websocket(daemon, page):
    show(daemon, page, {"type": "text/html", "body": """
        <p id=said></p><script>
        const say = (text) => { document.getElementById('said').textContent += text + ';'; };
        say(self.origin);
        try { top.document; say('reached'); } catch { say('kept out'); }
        const socket = new WebSocket(location.href.replace('http', 'ws').replace(/book.*/, 'socket'));
        socket.onopen = () => say('open');
        socket.onerror = () => say('closed');
        fetch('/').then(() => say('fetched'), () => say('refused'));
        </script>"""})
    frame = page.frame_locator("iframe")
    frame.locator("text=closed").wait_for()
    frame.locator("text=refused").wait_for()
    said = frame.locator("#said").inner_text()
    assert "null;kept out" in said and "open" not in said and "fetched" not in said


READER = """<p id=said></p><script>
    const say = (text) => { document.getElementById('said').textContent += text + ';'; };
    const read = (name) => fetch(name).then((file) => file.text()).then(say, () => say('no ' + name));
    read('data.json').then(() => read('http://127.0.0.1:9/')).then(() => read('/health'))
      .then(() => say('end'));
    </script>"""


@pytest.mark.parametrize("option", [[], ["--allow-fetch"]])
def test_pages_fetch_the_files_of_the_book_only_with_allow_fetch(
        daemon, shelf, browse, tmp_path, option):
    (tmp_path / "data.json").write_text('{"trains": 3}')
    (tmp_path / "board.html").write_text(READER)
    page = browse(shelf("--book", tmp_path, *option).address)
    show(daemon, page, {"url": "board.html"})
    said = page.frame_locator("iframe").locator("#said")
    said.filter(has_text="end").wait_for()
    first = '{"trains": 3}' if option else "no data.json"
    assert said.inner_text() == f"{first};no http://127.0.0.1:9/;no /health;end;"


def test_markdown_makes_no_script(daemon, view, page):
    for text in MARKDOWN:
        show(daemon, page, {"type": "text/markdown", "body": text + "\n\nend"})
        page.locator(".markdown p", has_text="end").last.wait_for()
        assert page.locator(".markdown script").count() == 0
        for link in page.locator(".markdown a").all():
            assert link.get_attribute("href").split(":")[0] in ("http", "https", "mailto")
            assert "noopener" in link.get_attribute("rel")
        for name in page.locator(".markdown *").evaluate_all(
                "(all) => all.flatMap((element) => element.getAttributeNames())"):
            assert not name.startswith("on")
        unharmed(page, view)


def test_only_http_and_https_addresses_are_used(daemon, view, page):
    for address in ADDRESSES:
        for content in ({"url": address}, {"type": "text/html", "url": address},
                        {"type": "image/png", "url": address},
                        {"type": "application/pdf", "url": address}):
            show(daemon, page, content)
            sources = page.locator("iframe, img, a").evaluate_all(
                "(all) => all.filter((e) => e.closest('.stage')).map((e) => e.src ?? e.href)")
            for source in sources:
                assert source.startswith(("http://", "https://")), source
            unharmed(page, view)


def test_the_viewer_has_no_origin_inside_a_frame(daemon, view, page):
    show(daemon, page, {"url": f"{view.origin}/#token={view.token}"})
    frame = page.locator("iframe")
    assert "allow-same-origin" not in frame.get_attribute("sandbox")
    unharmed(page, view)


SHAPES = [
    1, True, [], {}, "text", {"type": 7, "body": 8}, {"type": "text/html\r\nX-Evil: 1", "body": "x"},
    {"type": "text/html", "body": ""}, {"type": "text/markdown", "body": "\u0000\u202e"},
    {"url": 5}, {"type": None, "url": None}, {"type": "text/html", "url": ""},
    {"type": "text/markdown", "body": "[" * 5000}, {"type": "text/markdown", "body": "> " * 3000},
    {"type": "text/markdown", "body": "*a " * 5000}, {"type": "text/markdown", "body": "`" * 9999},
    {"type": "text/markdown", "body": "- " * 3000}, {"type": "text/markdown", "body": "|-" * 5000},
]


def test_malformed_content_does_not_break_the_viewer(daemon, view, page):
    for content in SHAPES:
        show(daemon, page, content)
        caught_up(page, daemon("pager.select", index=0, animated=False)["seq"])
        assert page.locator(".markdown h1").inner_text() == "Lunch today"
        unharmed(page, view)


def test_titles_in_the_inspector_are_not_parsed_as_html(daemon, view, browse):
    evil = "<img src=x onerror='window.pwned=1'>"
    daemon("controller.update", id="1-menu", title=evil, content=None)
    page = browse(view.inspector, viewport={"width": 1280, "height": 800})
    daemon("controller.update", id="2-plan", title=evil)
    caught_up(page, daemon("pager.next", animated=False)["seq"])
    page.locator("#tree", has_text=evil).wait_for()
    unharmed(page, view)


def test_an_invalid_background_colour_is_ignored(daemon, view, page):
    daemon("view.create", id="plain", frame={"x": 0, "y": 0, "width": 9, "height": 9})
    daemon("view.addSubview", view="plain", to="1-menu")
    caught_up(page, daemon("view.set", view="plain", backgroundColor="red")["seq"])
    assert page.locator("[data-view=plain] .inner").evaluate(
        "(inner) => inner.style.backgroundColor") == "red"
    colour = "url(http://127.0.0.1:9/) ; } body { display: none"
    caught_up(page, daemon("view.set", view="plain", backgroundColor=colour)["seq"])
    assert page.locator("[data-view=plain] .inner").evaluate(
        "(inner) => inner.style.backgroundColor") == ""


def ask(view, path="/", method="GET", **headers):
    """Returns the status, headers and body of a response; `path` may be a whole address."""
    address = path if path.startswith("http") else view.origin + path
    request = urllib.request.Request(address, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


HOSTS = [
    "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80", ""
]


def test_other_hosts_are_not_served(view):
    for host in HOSTS:
        for path in ("/", "/js/link.js", "/socket"):
            assert ask(view, path, Host=host)[0] == 403


def test_the_host_names_of_this_machine_are_accepted(view):
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert ask(view, Host=f"{name}:{view.port}")[0] == 200


def test_requests_from_other_origins_are_refused(view):
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{view.port}",
                   f"http://localhost:{view.port}"):
        assert ask(view, Origin=origin)[0] == 403


def upgrade(view, **headers):
    """Returns the status of an attempt to open a WebSocket."""
    with view.dial() as connection:
        connection.sendall(view.handshake(**headers))
        return int(connection.recv(64).split()[1])


def test_a_socket_needs_the_viewers_own_origin(view):
    assert upgrade(view, Origin=view.origin) == 101
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        assert upgrade(view, Origin=origin) == 403
    assert upgrade(view, Origin="") == 403


def test_pagerview_listens_only_on_the_loopback_address(view):
    listening = set()
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in open(name).readlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            address, port = local.split(":")
            if state == "0A" and int(port, 16) in (view.port, view.content_port):
                listening.add(address)
    assert listening == {"0100007F"}


def test_the_start_page_has_a_strict_content_security_policy(view):
    _, headers, _ = ask(view)
    policy = headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
                 "require-trusted-types-for 'script'", "base-uri 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


PATHS = [
    "/../Package.swift", "/%2e%2e/Package.swift", "/js/../../Package.swift", "/js/", "/nothing",
    "//etc/passwd", "/js/link.js/x", "/book/", "/book/x/1-menu.md", "/%00", "/tests/x.html",
]


def test_unknown_paths_are_not_served(view):
    for path in PATHS:
        assert ask(view, path)[0] == 404


def wrong_tokens(view):
    return ("", "x", view.token[:-1], view.token + "0", view.token.upper() + "x")


def test_a_browser_without_the_token_receives_only_a_refusal(daemon, view):
    for token in wrong_tokens(view):
        with WebSocket(view) as browser:
            browser.send(json.dumps({"token": token}))
            assert list(json.loads(browser.message())) == ["refused"]
            assert browser.message() is None


def test_a_browser_that_does_not_authenticate_receives_nothing(daemon, view):
    with WebSocket(view) as browser:
        for _ in range(50):
            daemon("pager.next", animated=False)
        browser.send(json.dumps({"request": {"id": 1, "method": "server.describe"}}))
        assert browser.message() is None


def test_a_page_without_the_token_shows_advice(view, browse):
    page = browse(view.origin, ready=False)
    page.get_by_text("open the whole address that pagerview printed").wait_for()
    assert page.evaluate("viewer.link.folder") == ""


def test_only_the_token_permits_commands(daemon, open_view):
    for token in wrong_tokens(open_view):
        with WebSocket(open_view) as browser:
            browser.send(json.dumps({"token": token}))
            browser.send(json.dumps({"request": {"id": 1, "method": "pager.next"}}))
            while '"reply"' not in (message := browser.message()):
                pass
            assert json.loads(message)["reply"]["error"]["data"]["name"] == "notPermitted"
    assert daemon("controller.get", id="book")["index"] == 0


def test_invalid_bytes_do_not_end_pagerview(view, browse):
    heads = [b"\x00" * 100, b"GET / HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
             b"GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n", b"\xff" * 5000, b"PRI * HTTP/2.0\r\n\r\n",
             b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n"]
    for bytes in heads:
        with socket.create_connection(("127.0.0.1", view.port), timeout=60) as connection:
            connection.sendall(bytes)
    head = (f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{view.port}\r\nOrigin: {view.origin}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()
    frames = [b"\x81\x85abcd" + b"12345", b"\x81\xff" + b"\x7f" * 8 + b"abcd", b"\x8f\x00",
              b"\x80\x80abcd", b"\x01\x80abcd" * 50, b"\x81\x82abcd" + bytes_of("{}", b"abcd")]
    for frame in frames:
        with socket.create_connection(("127.0.0.1", view.port), timeout=60) as connection:
            connection.sendall(head + frame)
    assert ask(view)[0] == 200
    browse(view.address)


def bytes_of(text, mask):
    return bytes(byte ^ mask[index % 4] for index, byte in enumerate(text.encode()))


MESSAGES = [
    "[]", "{}", "null", '"x"', '{"request": 1}', '{"request": {"method": 5}}', "{", '{"token": 1}',
    '{"request": {"id": {"a": []}, "method": "pager.next", "params": []}}',
    '{"request": {"id": 1, "method": "no.such"}}', json.dumps({"request": {"id": 1, "method": "x" * 99999}}),
]


def test_invalid_messages_do_not_affect_other_browsers(daemon, page, browse, view):
    other = browse(view.address)
    for number, message in enumerate(MESSAGES):
        page.evaluate("(message) => viewer.link.socket?.send(message)", message)
        seq = daemon("controller.update", id="book", title=f"After message {number}")["seq"]
        caught_up(other, seq)
        # A browser that was disconnected connects again.
        until(page, "seq => viewer.state.seq >= seq && viewer.link.socket?.readyState === WebSocket.OPEN", seq)
