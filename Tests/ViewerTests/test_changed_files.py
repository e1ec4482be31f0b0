"""Files of a book that change while they are shown."""

import os

import pytest
from conftest import until
from PIL import Image
from programs import eventually
from test_videos import film, recorded

HTML = '<!doctype html><link rel="stylesheet" href="style.css"><img src="inner.png"><p id=said>%s'


def save(path, size):
    Image.new("RGB", (size, 8), "#206080").save(path, "PNG")


def write(path, text):
    path.write_text(text)


@pytest.fixture
def book(tmp_path, film):
    (tmp_path / "film.webm").write_bytes(film)
    save(tmp_path / "one.png", 10)
    save(tmp_path / "two.png", 10)
    save(tmp_path / "inner.png", 10)
    save(tmp_path / "logo.png", 10)
    write(tmp_path / "style.css", "#said { color: rgb(1, 2, 3) }")
    write(tmp_path / "page.html", HTML % "before")
    write(tmp_path / "long.md", "# Before\n\n![](inner.png)\n")
    write(tmp_path / "list.csv", "before")
    write(tmp_path / "book.yaml", """
theme: {logo: logo.png}
pager:
  id: book
  pages:
    - {id: one, content: {type: image/png, url: one.png}}
    - {id: both, content: {type: text/markdown, body: "![](one.png) ![](two.png)"}}
    - {id: html, content: {type: text/html, url: page.html}}
    - {id: inline, content: {type: text/html, body: "<img src='inner.png'><p id=said>inline"}}
    - {id: long, content: {type: text/markdown, url: long.md}}
    - {id: csv, content: {type: text/csv, url: list.csv}}
    - {id: film, content: {type: video/webm, url: film.webm}}
""")
    return tmp_path / "book.yaml"


@pytest.fixture
def view(daemon, book, pool):
    with pool.view(daemon, "--book", str(book), "--watch-without-token") as view:
        yield view


def opened(daemon, browse, address, id, **options):
    page = browse(address, **options)
    daemon("pager.select", page=id, animated=False)
    until(page, "id => viewer.page === id && document.querySelector('.pending') === null", id)
    return page


def wide(page, name, width):
    """Waits until a page shows a picture of a width in pixels, and no other of that name."""
    until(page, """([name, width]) => {
        const shown = [...document.images].filter(({ src }) => src.includes(name));
        return shown.length === 1 && shown[0].naturalWidth === width;
    }""", [name, width])


def overwrite(path, size):
    save(path, size)


def replace(path, size):
    save(path.with_suffix(".new"), size)
    os.rename(path.with_suffix(".new"), path)


def relink(path, _):
    """Makes a path a link to another picture."""
    os.symlink("second.png", path.with_suffix(".new"))
    os.rename(path.with_suffix(".new"), path)


def test_a_changed_picture_is_shown_to_all_browsers(daemon, view, browse, tmp_path):
    pages = [opened(daemon, browse, address, "one") for address in (view.address, view.origin)]
    save(tmp_path / "second.png", 60)
    for change, size in ((overwrite, 20), (overwrite, 30), (replace, 40), (replace, 50), (relink, 60)):
        change(tmp_path / "one.png", size)
        for page in pages:
            wide(page, "one.png", size)
            assert page.evaluate("document.querySelectorAll('.content > *').length") == 1


def test_a_picture_is_not_shown_before_it_is_completely_written(daemon, view, browse, tmp_path):
    page = opened(daemon, browse, view.address, "both")
    wide(page, "one.png", 10)
    save(tmp_path / "new.png", 20)
    data = (tmp_path / "new.png").read_bytes()
    with open(tmp_path / "one.png", "wb") as file:
        file.write(data[: len(data) // 2])
        file.flush()
        # A later change of another picture is shown, so this one was considered too.
        save(tmp_path / "two.png", 30)
        wide(page, "two.png", 30)
        assert page.evaluate(
            "[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)")
        until(page, """(width) => [...document.images].some(
            ({ src, naturalWidth }) => src.includes('one.png') && naturalWidth === width)""", 10)
        file.write(data[len(data) // 2:])
    wide(page, "one.png", 20)


def said_in(page, id):
    """Returns a function that waits until a check of the paragraph in a page's frame is true."""
    frames = f"[data-view='{id}'] iframe"
    said = page.frame_locator(frames).last.locator("#said")

    def holds(check):
        def attempt():
            if page.locator(frames).count() != 1:
                return False
            try:
                return said.evaluate(check)
            except Exception:  # The frame was replaced meanwhile.
                return False

        eventually(attempt, check)

    return holds


def test_a_html_page_is_loaded_again_when_one_of_its_files_changes(daemon, view, browse, tmp_path):
    page = opened(daemon, browse, view.address, "html")
    holds = said_in(page, "html")
    holds("element => getComputedStyle(element).color === 'rgb(1, 2, 3)'")
    write(tmp_path / "style.css", "#said { color: rgb(4, 5, 6) }")
    holds("element => getComputedStyle(element).color === 'rgb(4, 5, 6)'")
    save(tmp_path / "inner.png", 20)
    holds("element => document.images[0].naturalWidth === 20")
    write(tmp_path / "page.html", HTML % "after")
    holds("element => element.textContent === 'after'")


def test_the_html_of_a_body_is_loaded_again_when_its_picture_changes(daemon, view, browse, tmp_path):
    page = opened(daemon, browse, view.address, "inline")
    holds = said_in(page, "inline")
    holds("element => document.images[0].naturalWidth === 10")
    save(tmp_path / "inner.png", 20)
    holds("element => document.images[0].naturalWidth === 20")


def test_changed_texts_are_shown(daemon, view, browse, tmp_path):
    page = opened(daemon, browse, view.address, "long")
    save(tmp_path / "inner.png", 20)
    wide(page, "inner.png", 20)
    write(tmp_path / "long.md", "# After\n")
    page.locator("h1", has_text="After").wait_for()
    daemon("pager.select", page="csv", animated=False)
    page.get_by_text("before").wait_for()
    write(tmp_path / "list.csv", "after")
    page.get_by_text("after").wait_for()


def test_a_changed_video_plays(daemon, view, browse, tmp_path, chromium):
    page = opened(daemon, browse, view.address, "film")
    until(page, "document.querySelector('video').videoWidth === 64")
    (tmp_path / "film.webm").write_bytes(recorded(chromium, 128))
    until(page, """document.querySelectorAll('video').length === 1
        && document.querySelector('video').videoWidth === 128
        && !document.querySelector('video').paused""")


def test_a_changed_logo_is_shown(daemon, view, browse, tmp_path):
    page = opened(daemon, browse, view.address, "both")
    logo = "getComputedStyle(document.querySelector('#stage')).getPropertyValue('--logo')"
    before = page.evaluate(logo)
    assert "logo.png" in before
    # A browser has loaded the picture before it can change.
    page.evaluate(f"""async () => {{
        await fetch({logo}.match(/"(.*)"/)[1]);
    }}""")
    save(tmp_path / "logo.png", 20)
    until(page, f"before => {logo} !== before", before)


def test_the_offline_copy_has_the_changed_picture(daemon, view, browse, tmp_path):
    page = opened(daemon, browse, view.address, "one", fresh=True)
    kept = """async (size) => {
        if (viewer.copy.problem !== '') return false;
        await viewer.copy.save();
        const cache = await caches.open('contents');
        const found = (await cache.keys()).find(({ url }) => url.endsWith('/one.png'));
        return found !== undefined && (await (await cache.match(found)).blob()).size === size;
    }"""
    until(page, kept, (tmp_path / "one.png").stat().st_size)
    save(tmp_path / "one.png", 2000)
    wide(page, "one.png", 2000)
    until(page, kept, (tmp_path / "one.png").stat().st_size)
