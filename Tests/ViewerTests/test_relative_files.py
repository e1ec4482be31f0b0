"""Paths in pages, relative to the file of the page."""

import pytest
from PIL import Image

from conftest import caught_up, settled, until


def picture(path, size):
    path.parent.mkdir(exist_ok=True, parents=True)
    Image.new("RGB", (size, 8), "#206080").save(path, "PNG")


@pytest.fixture
def book(tmp_path):
    picture(tmp_path / "top.png", 10)
    picture(tmp_path / "slides" / "in.png", 20)
    picture(tmp_path / "slides" / "my picture.png", 30)
    picture(tmp_path / "menu:monday.png", 40)
    picture(tmp_path.parent / "outside.png", 50)
    text = "# A\n\n![](in.png) ![](../top.png?raw=true) ![](my%20picture.png) ![out](../../outside.png)\n"
    html = "<img src=in.png><img src='../top.png'><img src='my%20picture.png'><img src='../../outside.png'>"
    slides = tmp_path / "slides"
    (slides / "1.md").write_text(text)
    (slides / "3.html").write_text(html)
    (slides / "4.html").write_text(html + " " * (300 << 10))
    (slides / "5.md").write_text("Note\n\n<!-- notes: said -->\n![](in.png)")
    (tmp_path / "book.yaml").write_text("""
pager:
  id: book
  pages:
    - {id: short, file: slides/1.md}
    - {id: html, file: slides/3.html}
    - {id: longhtml, file: slides/4.html}
    - {id: url, content: {type: text/markdown, url: slides/1.md}}
    - menu:monday.png
""")
    return tmp_path / "book.yaml"


def test_pictures_are_found_from_the_file_of_their_page(daemon, page):
    for id in ("short", "url"):
        caught_up(page, daemon("pager.select", page=id, animated=False)["seq"])
        until(page, """(id) => {
            const images = [...document.querySelectorAll(`[data-view="${id}"] .markdown img`)];
            return images.map(({ naturalWidth }) => naturalWidth).join() === '20,10,30,0';
        }""", id)
    for id in ("html", "longhtml"):
        caught_up(page, daemon("pager.select", page=id, animated=False)["seq"])
        settled(page)
        frame = page.frame_locator(f"[data-view='{id}'] iframe")
        frame.locator("img").first.wait_for()
        until_widths(frame, [20, 10, 30, 0])
    caught_up(page, daemon("pager.select", page="menu-monday", animated=False)["seq"])
    until(page, "document.querySelector('img.picture')?.naturalWidth === 40")


def until_widths(frame, wanted):
    found = frame.locator("html").evaluate(
        """async (html) => {
            const images = [...html.ownerDocument.images];
            await Promise.all(images.map((image) => image.complete || new Promise((done) => {
                image.onload = image.onerror = done;
            })));
            return images.map(({ naturalWidth }) => naturalWidth);
        }""")
    assert found == wanted


def test_a_changed_page_of_a_subfolder_is_shown(page, tmp_path):
    until(page, "document.querySelectorAll('.markdown img').length === 4")
    picture(tmp_path / "slides" / "in.png", 60)
    until(page, """[...document.querySelectorAll('.markdown img')]
        .some(({ naturalWidth }) => naturalWidth === 60)""")


def test_the_picture_behind_a_slide_is_shown(tmp_path, browse, pool):
    picture(tmp_path / "a.png", 10)
    (tmp_path / "talk.md").write_text(
        "<!-- .slide: data-background=\"a.png\" -->\n# A\n\n---\n\n![bg](a.png)\n\n# B\n")
    with pool.serving(tmp_path / "talk.md") as (daemon, view):
        page = browse(view.address)
        for title in "AB":
            page.locator("h1", has_text=title).wait_for()
            behind = page.evaluate("""[...document.querySelectorAll('.view.page .content')]
                .map((element) => getComputedStyle(element).backgroundImage).join()""")
            assert "a.png" in behind
            assert page.locator(".markdown img").count() == 0
            daemon("pager.next", animated=False)
