"""Requests for contents that fail for a short time, while the connection to pagerview stays."""

import shutil

import pytest

from conftest import caught_up, until
from programs import BOOK
from test_videos import film  # noqa: F401

#: A content of the page by its name, and what is shown of it after all.
CONTENTS = {
    "text": ({"type": "text/plain", "url": "note.txt"}, ".plain"),
    "markdown": ({"type": "text/markdown", "url": "menu.md"}, ".markdown h1"),
    "picture": ({"type": "image/svg+xml", "url": "plan.svg"}, "img.picture"),
    "picture in Markdown": ({"type": "text/markdown", "body": "![plan](plan.svg)"}, ".markdown img"),
    "video": ({"type": "video/webm", "url": "film.webm"}, "video"),
}
#: How a request fails: the network, or a reverse proxy that does not reach pagerview.
FAILURES = {
    "network": lambda route: route.abort("internetdisconnected"),
    "proxy": lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"),
}


@pytest.fixture
def book(tmp_path, film):  # noqa: F811
    shutil.copy(BOOK / "4-note.txt", tmp_path / "note.txt")
    shutil.copy(BOOK / "1-menu.md", tmp_path / "menu.md")
    shutil.copy(BOOK / "2-plan.svg", tmp_path / "plan.svg")
    (tmp_path / "film.webm").write_bytes(film)
    (tmp_path / "book.yaml").write_text("pager: {id: book, pages: [{id: one, title: One}]}\n")
    return tmp_path / "book.yaml"


@pytest.fixture
def page(browse, view):
    """A page without an offline copy, whose requests would be counted, too."""
    return browse(view.address, service_workers="block")


def failing(page, pattern, fail, times):
    """Makes a number of requests fail and returns the list of those that have failed."""
    failed = []

    def handle(route):
        if len(failed) < times:
            failed.append(route.request.url)
            fail(route)
        else:
            route.continue_()

    page.route(pattern, handle)
    return failed


#: Whether an element shows its content rather than a failure.
SHOWS = """(selector) => {
    const element = document.querySelector(`[data-view=one] ${selector}`);
    if (element instanceof HTMLImageElement) return element.naturalWidth > 0;
    if (element instanceof HTMLVideoElement) return element.readyState >= 2;
    return element !== null;
}"""


@pytest.mark.parametrize("fail", FAILURES.values(), ids=FAILURES)
def test_a_request_that_failed_is_repeated(daemon, page, fail):
    for content, selector in CONTENTS.values():
        failed = failing(page, "**/book/**/*.*", fail, times=2)
        daemon("controller.update", id="one", content=content)
        until(page, SHOWS, selector)
        assert len(failed) == 2, content
        assert page.locator("[data-view=one] .notice").count() == 0
        page.unroute_all()
        # The next content is requested again.
        caught_up(page, daemon("controller.update", id="one", content=None)["seq"])


def test_a_page_shows_a_notice_while_its_content_cannot_be_loaded(daemon, page):
    failing(page, "**/book/**/*.*", FAILURES["network"], times=10**9)
    for content in ("text", "picture"):
        caught_up(page, daemon("controller.update", id="one", content=None)["seq"])
        daemon("controller.update", id="one", content=CONTENTS[content][0])
        page.locator("[data-view=one] .notice p").wait_for()


def requested_meanwhile(daemon, page, part, id):
    """Returns the requests for a file until a page, which fails later, has repeated its own."""
    requests = []
    failed = failing(page, "**/plan.svg*", FAILURES["network"], times=2)
    caught_up(page, daemon("controller.update", id=id, content=CONTENTS["picture"][0])["seq"])
    page.on("request", lambda request: part in request.url and requests.append(request.url))
    until(page, "document.querySelector('img.picture')?.naturalWidth > 0")
    assert len(failed) == 2
    return requests


def test_a_content_that_is_no_longer_shown_is_not_requested_again(daemon, page):
    failing(page, "**/note.txt*", FAILURES["network"], times=10**9)
    daemon("controller.update", id="one", content=CONTENTS["text"][0])
    page.locator("[data-view=one] .notice p").wait_for()
    assert requested_meanwhile(daemon, page, "note.txt", "one") == []


def test_a_content_that_pagerview_refuses_is_not_requested_again(daemon, page, tmp_path):
    # This is longer than the Markdown that pagerview parses.
    (tmp_path / "menu.md").write_text("word " * 300_000)
    daemon("controller.create", id="long", kind="view", content=CONTENTS["markdown"][0])
    daemon("controller.create", id="beside", kind="view")
    daemon("controller.create", id="both", kind="split")
    daemon("split.setColumns", id="both", primary="long", secondary="beside")
    daemon("window.resize", id="main", size={"width": 1000, "height": 600})
    daemon("window.setRoot", id="main", controller="both")
    page.locator("[data-view=long] .notice p").wait_for()
    assert requested_meanwhile(daemon, page, "menu.md", "beside") == []


def test_few_sockets_are_opened_while_a_reverse_proxy_does_not_reach_pagerview(page, view):
    """Browsers delay new sockets after many failed ones."""
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    requests = failing(page, "**/health", FAILURES["proxy"], times=10**9)
    view.stop()
    for _ in range(14):
        with page.expect_request("**/health"):
            pass
    assert requests and len(sockets) <= 10
