"""Books with many or large pages, and the search for the files to which pages refer."""

import json

import pytest

from conftest import until
from programs import Daemon, View, WebSocket, serving
from test_safety import ask

PAGES = 60


def drawing(elements, number):
    """Returns an SVG with many attributes, each of which could be a path."""
    shapes = "".join(
        f'<rect x="{index % 100}.5" y="{number}.5" width="1.5" height="1.5" fill="url(#a.b)"/>'
        for index in range(elements))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">{shapes}</svg>'


@pytest.fixture
def drawings(tmp_path):
    for number in range(PAGES):
        (tmp_path / f"{number:03}.svg").write_text(drawing(3000, number))
    return tmp_path


def test_pictures_of_a_book_are_not_searched(drawings, browse):
    daemon = Daemon("--book", str(drawings))
    view = View(daemon, "--book", str(drawings), "--watch-without-token")
    try:
        refused = []
        page = browse(view.origin)
        page.on("response", lambda response: response.status >= 400 and refused.append(response.url))
        for _ in range(3):
            until(page, "document.querySelector('img.picture')?.naturalWidth > 0")
            daemon("pager.next", animated=False)
        assert refused == []
        # All drawings together take more than 1 s of a fast processor.
        assert view.processor_time < 1
    finally:
        view.stop()
        daemon.stop()


def test_other_requests_are_answered_while_files_are_searched(tmp_path):
    links = "".join(f"<a href=\"{number:03}.svg\">x</a>" for number in range(PAGES // 3))
    for number in range(PAGES // 3):
        (tmp_path / f"{number:03}.svg").write_text(drawing(8000, number))
    (tmp_path / "last.css").write_text("")
    (tmp_path / "page.html").write_text(links + "<link rel=stylesheet href=last.css>")
    (tmp_path / "unnamed.txt").write_text("")
    (tmp_path / "book.yaml").write_text(
        "pager: {id: book, pages: [{id: a, url: page.html}, {id: b, content: {type: text/plain, body: x}}]}")
    with serving(tmp_path / "book.yaml") as (_, view):
        with WebSocket(view) as browser:
            browser.send(json.dumps({"token": view.token}))
            folder = json.loads(browser.message())["welcome"]["folder"]
            browser.catch_up()
        # The first request begins the search, and gets its answer as soon as the file is found.
        assert ask(view, folder + "last.css")[0] == 200
        before = view.processor_time
        assert ask(view, folder + "page.html")[0] == 200
        assert view.health() == 200
        assert view.processor_time - before < 1
        assert ask(view, folder + "unnamed.txt")[0] == 404
        assert ask(view, folder + "007.svg")[0] == 200
