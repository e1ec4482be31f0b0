"""Addresses elsewhere: sites that are trusted, loaded again, larger or smaller."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from test_pages import show

PAGE = b"""<!doctype html><title>Board</title><p id="origin"></p><script>
document.getElementById('origin').textContent = 'origin ' + self.origin;
try { localStorage.setItem('a', 'b'); document.body.append('storage works'); }
catch { document.body.append('no storage'); }
</script>"""


@pytest.fixture
def site():
    """A site on a port of its own, and how often it was asked."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()


def inner(page):
    return page.frame_locator("iframe").frame_locator("iframe")


def test_a_trusted_site_keeps_its_origin(daemon, page, site):
    address, _ = site
    show(daemon, page, {"url": address, "trusted": True})
    inner(page).get_by_text(f"origin {address}").wait_for()
    inner(page).get_by_text("storage works").wait_for()


def test_another_site_has_none(daemon, page, site):
    address, _ = site
    show(daemon, page, {"url": address, "trusted": "yes"})
    inner(page).get_by_text("origin null").wait_for()
    inner(page).get_by_text("no storage").wait_for()


@pytest.mark.parametrize(
    "address",
    ["{contents}", "{viewer}", "http://x@{contents_host}/", "http:/{contents_host}/",
     "http:\\\\{contents_host}/", "http:{contents_host}/", "HTTP:///{contents_host}/"])
def test_pagerview_itself_is_never_trusted(daemon, view, page, address):
    contents = f"http://127.0.0.1:{view.content_port}"
    url = address.format(
        contents=contents, viewer=view.origin, contents_host=contents.removeprefix("http://"))
    show(daemon, page, {"url": url, "trusted": True})
    frame = page.frame_locator("iframe").locator("iframe")
    assert frame.get_attribute("sandbox") == "allow-scripts"


def test_a_file_of_the_book_is_never_trusted(daemon, page):
    show(daemon, page, {"type": "text/html", "url": "3-board.html", "trusted": True})
    assert page.locator("iframe").get_attribute("sandbox") == "allow-scripts"
    page.frame_locator("iframe").get_by_text("origin null").wait_for()


def test_a_site_is_loaded_again(daemon, page, site):
    address, asked = site
    show(daemon, page, {"url": address, "reload": 5})
    while len(asked) < 2:
        page.wait_for_timeout(50)


def test_a_site_is_shown_larger(daemon, page, site):
    address, _ = site
    show(daemon, page, {"url": address, "zoom": 2})
    frame = page.locator("iframe")
    box = frame.bounding_box()
    assert (round(box["width"]), round(box["height"])) == (640, 360)
    assert frame.evaluate("(element) => element.clientWidth") == 320
