"""The files of a book that the viewer serves."""

import json
import os
import urllib.request

import pytest
from PIL import Image

from conftest import until
from programs import WebSocket
from test_many_browsers import memory
from test_safety import ask


@pytest.fixture
def library(tmp_path):
    """Creates a book with links and paths that lead out of it, and private files."""
    book, outside = tmp_path / "book", tmp_path / "outside"
    for folder in (book / ".ssh", book / "inner" / ".git", book / "assets", outside / ".hidden"):
        folder.mkdir(parents=True)
    for name in (".ssh/id_ed25519", ".profile", "inner/.git/config", "taxes.txt", "assets/logo.txt"):
        (book / name).write_text("secret")
    for name in ("secret.txt", ".hidden/x.txt"):
        (outside / name).write_text("secret")
    (book / "in.txt").write_text("inside")
    (book / "link.txt").symlink_to(outside / "secret.txt")
    (book / "key.txt").symlink_to(book / ".ssh" / "id_ed25519")
    (book / "folder").symlink_to(outside)
    os.mkfifo(book / "pipe")
    return book, outside


LEADING_OUT = ["../outside/secret.txt", "link.txt", "folder/secret.txt", "/etc/hostname"]
HIDDEN = [".ssh/id_ed25519", ".profile", "inner/.git/config", "key.txt", "inner/../.profile",
          "folder/.hidden/x.txt"]


def texts(daemon, view, *paths):
    """Returns the viewer's responses for paths, after a page was created for each path."""
    for number, path in enumerate(paths):
        daemon("controller.create", id=f"names-{number}", kind="view", content={"url": path})
    return unnamed(view, *paths)


def unnamed(view, *paths):
    """Returns the viewer's responses for paths, after it has read all contents."""
    with WebSocket(view) as browser:
        browser.send(json.dumps({"token": view.token}))
        folder = json.loads(browser.message())["welcome"]["folder"]
        browser.catch_up()
    # Each request reads contents only for a short time, and later requests read the rest.
    for _ in range(20):
        assert ask(view, folder + "no-such-file")[0] == 404
    return {path: ask(view, folder + urllib.request.quote(path))[2].decode() for path in paths}


def test_a_picture_of_200_mb_is_shown_and_a_larger_file_is_refused(daemon, shelf, browse, tmp_path):
    picture = tmp_path / "large.png"
    Image.new("RGB", (64, 64), "red").save(picture)
    # Browsers ignore what follows the last chunk of a PNG.
    os.truncate(picture, 200_000_000)
    with (tmp_path / "larger.png").open("wb") as file:
        file.truncate((256 << 20) + 1)
    view = shelf("--book", tmp_path)
    daemon("controller.update", id="4-note", content={"type": "image/png", "url": "large.png"})
    daemon("controller.update", id="3-board", content={"type": "image/png", "url": "larger.png"})
    daemon("pager.select", page="4-note", animated=False)
    before = memory(view)
    page = browse(view.address)
    until(page, "document.querySelector('img.picture')?.naturalWidth === 64")
    assert memory(view) - before < 50_000_000
    status, _, text = ask(view, page.evaluate("viewer.link.folder") + "larger.png")
    assert (status, text) == (413, b"the file is larger than 256 MiB, the limit\n")


def test_a_path_that_leads_out_of_the_book_is_refused(daemon, shelf, library):
    book, _ = library
    found = texts(daemon, shelf("--book", book), "in.txt", "pipe", "no.txt", *LEADING_OUT)
    assert found["in.txt"] == "inside"
    for path in LEADING_OUT:
        assert "leads outside the book's folder" in found[path], path
    assert "no such file" in found["pipe"] and "no such file" in found["no.txt"]


def test_the_option_allow_serves_files_of_another_folder(daemon, shelf, library):
    book, outside = library
    view = shelf("--book", book, "--allow", outside)
    found = texts(daemon, view, *LEADING_OUT, *HIDDEN)
    assert found["link.txt"] == found["folder/secret.txt"] == "secret"
    assert "leads outside" in found["/etc/hostname"]
    for path in HIDDEN:
        assert "no such file" in found[path], path


def test_no_file_is_served_without_a_book(daemon, shelf):
    found = texts(daemon, shelf(), "in.txt", "/etc/hostname")
    assert all("start pagerview with --book" in text for text in found.values())


def test_files_that_no_page_names_are_not_served(daemon, shelf, library):
    book, _ = library
    view = shelf("--book", book)
    assert texts(daemon, view, "in.txt") == {"in.txt": "inside"}
    for path, text in unnamed(view, "taxes.txt", "assets/logo.txt", "key.txt", "IN.TXT").items():
        assert "no such file" in text, path
    daemon("controller.destroy", id="names-0")
    assert "no such file" in unnamed(view, "in.txt")["in.txt"]


def test_the_option_assets_serves_files_that_no_page_names(daemon, shelf, library):
    book, _ = library
    view = shelf("--book", book, "--assets", book / "assets")
    assert unnamed(view, "assets/logo.txt")["assets/logo.txt"] == "secret"
    assert "no such file" in unnamed(view, "taxes.txt")["taxes.txt"]


def test_files_that_pages_refer_to_are_served(daemon, shelf, tmp_path):
    for name, text in {
        "a.png": "a", "b c.png": "b", "d&e.png": "d", "f.png": "f", "style/s.css": "@import 't.css'",
        "style/t.css": "body { background: url(../g.png) }", "g.png": "g", "h.png": "h",
        "big.html": "<script type=module src=m.js></script>", "m.js": "import './n.js'", "n.js": "n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    view = shelf("--book", tmp_path)
    for id, content in {
        "text": {"type": "text/markdown", "body": "It's ![a](a.png \"A\"), ![b](<b%20c.png>) and h.png"},
        "page": {"type": "text/html", "body": "<link rel=stylesheet href='style/s.css?1'>"
                 "<img srcset=\"d&amp;e.png 1x, f.png 2x\">"},
        "named": {"type": "text/html", "url": "big.html"},
    }.items():
        daemon("controller.create", id=id, kind="view", content=content)
    served = unnamed(view, "a.png", "b c.png", "d&e.png", "f.png", "style/s.css", "style/t.css", "g.png",
                     "big.html", "m.js", "n.js")
    assert not [path for path, text in served.items() if "no such file" in text]
    assert "no such file" in unnamed(view, "h.png")["h.png"]


def test_a_file_that_cannot_be_shown_is_logged_once_with_the_reason(daemon, library, shelf):
    view = shelf("--book", library[0])
    for _ in range(2):
        texts(daemon, view, "no-such.png")
        daemon("controller.destroy", id="names-0")
    view.stop()
    view.reader.join(60)
    said = [line for line in view.said if "no-such.png" in line]
    assert len(said) == 1 and "there is no such file in the book's folder" in said[0]
