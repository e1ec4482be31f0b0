"""Pages that show other sites: trusted ones, reloads, zoom, and checks before a site is shown."""

import socket
import threading

import pytest
from conftest import PATIENCE, until
from PIL import Image
from programs import Site, eventually
from test_pages import show
from test_screens import screens

PAGE = b"""<!doctype html><title>Board</title><p id="origin"></p><script>
document.getElementById('origin').textContent = 'origin ' + self.origin;
try { localStorage.setItem('a', 'b'); document.body.append('storage works'); }
catch { document.body.append('no storage'); }
</script>"""


@pytest.fixture
def site():
    site = Site(PAGE)
    yield site
    site.stop()


def inner(page):
    return page.frame_locator("iframe").frame_locator("iframe")


def test_only_a_site_that_the_page_trusts_keeps_its_origin(daemon, page, site):
    show(daemon, page, {"url": site.address, "trusted": True})
    inner(page).get_by_text(f"origin {site.address}").wait_for()
    inner(page).get_by_text("storage works").wait_for()
    show(daemon, page, {"url": site.address, "trusted": "yes"})
    inner(page).get_by_text("origin null").wait_for()
    inner(page).get_by_text("no storage").wait_for()


def test_neither_pagerview_itself_nor_a_file_of_the_book_is_ever_trusted(daemon, view, page):
    contents = f"http://127.0.0.1:{view.content_port}"
    host = contents.removeprefix("http://")
    frame = page.frame_locator("iframe").locator("iframe")
    for number, url in enumerate([
            contents, view.origin, f"http://x@{host}/", f"http:/{host}/", f"http:\\\\{host}/",
            f"http:{host}/", f"HTTP:///{host}/"]):
        show(daemon, page, {"url": url, "trusted": True}, title=str(number))
        assert frame.get_attribute("sandbox") == "allow-scripts", url
    show(daemon, page, {"type": "text/html", "url": "3-board.html", "trusted": True})
    assert page.locator("iframe").get_attribute("sandbox") == "allow-scripts"
    page.frame_locator("iframe").get_by_text("origin null").wait_for()


def test_the_reload_option_reloads_a_site(daemon, page, site):
    show(daemon, page, {"url": site.address, "reload": 5})
    eventually(lambda: len(site.asked) >= 2, "the site is loaded again")


def test_the_zoom_option_enlarges_a_site(daemon, page, site):
    show(daemon, page, {"url": site.address, "zoom": 2})
    frame = page.locator("iframe")
    box = frame.bounding_box()
    assert (round(box["width"]), round(box["height"])) == (640, 360)
    assert frame.evaluate("(element) => element.clientWidth") == 320


@pytest.fixture
def probing(daemon, pool):
    """A pagerview that may check sites on this machine."""
    with pool.view(daemon, "--probe-private", "127.0.0.1") as view:
        yield view


def board(daemon, browse, viewer, address, **members):
    page = browse(viewer.address, fresh=True)
    show(daemon, page, {"url": address, "probe": True, **members})
    return page


def test_a_site_is_shown_only_after_a_check_that_succeeds(daemon, browse, probing, site):
    page = board(daemon, browse, probing, site.address + "/wall?a")
    inner(page).get_by_text("origin null").wait_for()
    assert site.asked[0] == ("/wall?a", "pagerview")
    show(daemon, page, {"url": site.address + "/broken", "probe": True})
    page.get_by_text("127.0.0.1 responds with the status 503").wait_for()
    assert page.locator("iframe").count() == 0
    # At most five redirections are followed.
    show(daemon, page, {"url": site.address + "/loop0", "probe": True})
    page.get_by_text("127.0.0.1 redirects too often").wait_for()
    loops = {path for path, _ in site.asked if path.startswith("/loop")}
    assert loops == {f"/loop{number}" for number in range(6)}
    # Without the option, there is no check.
    site.asked.clear()
    show(daemon, page, {"url": site.address})
    inner(page).get_by_text("origin null").wait_for()
    assert all(agent != "pagerview" for _, agent in site.asked)


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 500_000],
                         ids=["silent", "endless-head"])
def test_a_check_of_a_site_that_sends_no_complete_head_ends(daemon, browse, probing, said):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            connection, _ = listener.accept()
            with connection:
                try:
                    connection.sendall(said)
                    # Waits until pagerview closes the connection.
                    while connection.recv(4096):
                        pass
                except ConnectionError:
                    pass
                ended.set()

        ended = threading.Event()
        threading.Thread(target=serve, daemon=True).start()
        address = "http://127.0.0.1:%d" % listener.getsockname()[1]
        page = board(daemon, browse, probing, address)
        page.get_by_text("127.0.0.1 does not answer").wait_for()
        assert ended.wait(PATIENCE)


def test_the_fallback_is_shown_if_a_site_forbids_frames_or_fails(daemon, browse, probing, site):
    page = browse(probing.address)
    for name, value in (("X-Frame-Options", "DENY"), ("Content-Security-Policy", "frame-ancestors 'none'")):
        site.headers[name] = value
        show(daemon, page, {"url": site.address, "probe": True, "fallback": f"Not with {name}"})
        page.get_by_text(f"Not with {name}").wait_for()
        del site.headers[name]
    for fallback, place in (
            ({"type": "text/markdown", "body": "# Ask at *desk 2*"}, page),
            ({"type": "text/html", "body": "<h1>Ask at <em>desk 2</em></h1>"}, page.frame_locator("iframe"))):
        show(daemon, page, {"url": site.address + "/broken", "probe": True, "fallback": fallback})
        place.locator("h1 em", has_text="desk 2").wait_for()
    # A page of another site is no fallback.
    site.asked.clear()
    show(daemon, page, {"url": site.address + "/broken", "probe": True,
                        "fallback": {"url": site.address + "/other"}})
    page.get_by_text("is not a file of the book").wait_for()
    assert "/other" not in {path for path, _ in site.asked}


def test_a_fallback_may_be_a_file_of_the_book(daemon, browse, shelf, site, tmp_path):
    Image.new("RGB", (40, 30), "#00ff00").save(tmp_path / "offline.png")
    viewer = shelf("--book", tmp_path, "--probe-private", "127.0.0.1")
    page = board(daemon, browse, viewer, site.address + "/broken",
                 fallback={"type": "image/png", "url": "offline.png"})
    until(page, "document.querySelector('img.picture')?.naturalWidth === 40")


def test_a_site_is_shown_when_it_becomes_reachable(daemon, browse, probing):
    # No program can take the port, and nothing listens there yet.
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    address = "http://127.0.0.1:%d" % listener.getsockname()[1]
    page = board(daemon, browse, probing, address)
    page.get_by_text("127.0.0.1 does not answer").wait_for()
    site = Site(PAGE, listener)
    try:
        inner(page).get_by_text("origin null").wait_for()
    finally:
        site.stop()


def test_a_screen_reports_a_checked_site_that_cannot_be_shown(daemon, browse, probing, site):
    content = {"url": f"{site.address}/broken", "probe": True}
    page = browse(probing.address, fresh=True)
    show(daemon, page, content)
    row, = screens(probing, lambda rows: rows and rows[0]["failed"])
    assert "127.0.0.1 responds with the status 503" in row["error"]
    # With its fallback, the page shows something.
    show(daemon, page, {**content, "fallback": "Closed"})
    screens(probing, lambda rows: rows and not rows[0]["failed"])


def test_a_private_address_is_shown_without_a_check(daemon, page, site):
    show(daemon, page, {"url": site.address, "probe": True})
    inner(page).get_by_text("origin null").wait_for()
    assert all(agent != "pagerview" for _, agent in site.asked)
