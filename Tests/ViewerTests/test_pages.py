"""The contents of pages."""

from pathlib import Path

import pytest

from conftest import caught_up, settled, shown


def show(daemon, page, content, title="A page"):
    daemon("controller.update", id="4-note", title=title, content=content)
    caught_up(page, daemon("pager.select", page="4-note", animated=False)["seq"])
    settled(page)


def test_the_marks_of_pagerd_in_a_content_are_not_shown(daemon, page):
    for content in (
            {"alarm": True}, {"untilEnd": True},
            {"playlist": [{"page": "x", "enabled": True}], "theme": "night"}):
        show(daemon, page, content, title="Good")
        text = page.locator("[data-view='4-note']").inner_text()
        assert "Good" in text and "{" not in text


def test_markdown_is_drawn_as_elements(page):
    settled(page)
    assert shown(page) == ["1-menu"]
    article = page.locator(".markdown")
    assert article.locator("h1").inner_text() == "Lunch today"
    assert article.locator("strong").inner_text() == "until two"
    assert article.locator("ul ul li").inner_text() == "without cheese on request"
    assert article.locator("td").nth(3).inner_text() == "8.00"


def test_plain_text_is_shown_as_written(daemon, page):
    caught_up(page, daemon("pager.select", page="4-note", animated=False)["seq"])
    settled(page)
    assert page.locator(".plain").inner_text() == "Plain text,\n  <b>as it stands</b>.\n"


def load(picture):
    """Waits until a picture has loaded; `decode()` fails while its element moves."""
    picture.evaluate("""(image) => image.naturalWidth > 0 || new Promise((done, fail) => {
        image.addEventListener("load", done);
        image.addEventListener("error", () => fail(new Error(`${image.src} does not load`)));
    })""")
    assert picture.evaluate("(image) => image.naturalWidth") > 0


def test_pictures_fill_the_page(daemon, page):
    caught_up(page, daemon("pager.select", page="2-plan", animated=False)["seq"])
    picture = page.locator("img.picture")
    load(picture)
    assert picture.bounding_box()["width"] == 640
    assert picture.get_attribute("alt") == "2-plan"


def test_a_missing_picture_shows_an_error_text(daemon, page):
    show(daemon, page, {"type": "image/png", "url": "nowhere.png"})
    page.get_by_text("the picture nowhere.png could not be shown").wait_for()
    # A name that is not a text is reported unchanged.
    show(daemon, page, {"type": "image/png", "url": "http://127.0.0.1:9/%ff.png"})
    page.get_by_text("the picture %ff.png could not be shown").wait_for()


def test_three_columns_are_drawn_as_the_display_mode_defines(daemon, page):
    columns = ("primary", "supplementary", "secondary")
    for column in columns:
        daemon("controller.create", id=column, kind="view", title=column)
    daemon("controller.create", id="thirds", kind="split")
    daemon("split.setColumns", id="thirds", **{column: column for column in columns})
    daemon("split.setDisplayMode", id="thirds", mode="twoOverSecondary")
    daemon("window.resize", id="main", size={"width": 1000, "height": 600})
    caught_up(page, daemon("window.setRoot", id="main", controller="thirds")["seq"])
    settled(page)
    for column in columns:
        box = page.locator(f"[data-view={column}]").bounding_box()
        frame = daemon("controller.get", id=column)["frame"]
        assert abs(box["width"] - frame["width"] * 0.64) < 1, column
        assert abs(box["x"] - frame["x"] * 0.64) < 1, column
    on_top = page.evaluate(
        "document.elementFromPoint(100, 180).closest('.view').dataset.view")
    assert on_top == "primary"


def test_a_sheet_at_its_undimmed_detent_does_not_block_the_page_below(daemon, page):
    sheet = {"detents": [{"id": "medium"}, {"id": "large"}], "largestUndimmedDetent": "medium"}
    daemon("controller.create", id="notes", kind="view", title="Notes", sheet=sheet)
    caught_up(page, daemon("modal.present", **{"from": "book"}, controller="notes",
                           animated=False)["seq"])
    settled(page)
    window = daemon("window.get", id="main")["size"]["height"]
    book, notes = (page.locator(f"[data-view={id}]") for id in ("book", "notes"))
    stage = book.bounding_box()["height"]
    frame = daemon("controller.get", id="notes")["frame"]
    assert abs(notes.bounding_box()["height"] - stage * frame["height"] / window) < 1
    assert not book.evaluate("element => element.inert")
    caught_up(page, daemon("modal.selectDetent", id="notes", detent="large",
                           animated=False)["seq"])
    assert abs(notes.bounding_box()["height"] - stage) < 1
    assert book.evaluate("element => element.inert")


def test_a_sheet_has_a_grabber_and_round_corners_if_it_asks_for_them(daemon, page):
    def look():
        return page.evaluate("""() => {
            const view = document.querySelector("[data-view=notes]");
            return [getComputedStyle(view, '::after').width,
                getComputedStyle(view.querySelector('.inner')).borderRadius];
        }""")

    daemon("controller.create", id="notes", kind="view", title="Notes", sheet={
        "detents": [{"id": "medium"}], "prefersGrabberVisible": True, "preferredCornerRadius": 24})
    caught_up(page, daemon("modal.present", **{"from": "book"}, controller="notes",
                           animated=False)["seq"])
    assert look() == ["36px", "24px 24px 0px 0px"]
    caught_up(page, daemon("controller.update", id="notes", sheet={"detents": [{"id": "medium"}]})["seq"])
    assert look() == ["auto", "0px"]


@pytest.fixture
def leaflet(daemon, tmp_path):
    """A folder with a PDF."""
    (tmp_path / "leaf let.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    return tmp_path


def test_a_pdf_of_the_book_can_be_downloaded(daemon, pool, leaflet, browse):
    with pool.view(daemon, "--book", str(leaflet)) as view:
        page = browse(view.address)
        for content in (
                {"type": "application/pdf", "url": "leaf let.pdf"}, {"url": "leaf let.pdf"},
                {"type": "Application/PDF; x=y", "url": "leaf let.pdf"}):
            show(daemon, page, content, title="Leaflet")
            assert page.locator("iframe").count() == 0
            assert page.locator(".notice h1").inner_text() == "Leaflet"
            page.get_by_text("a file of the type application/pdf is not shown here").wait_for()
            with page.expect_download() as download:
                page.get_by_role("link", name="Download leaf let.pdf").click()
            assert download.value.suggested_filename == "leaf let.pdf"
            assert Path(download.value.path()).read_bytes().startswith(b"%PDF")


def test_a_pdf_of_another_site_opens_in_a_new_tab_and_a_sound_can_be_downloaded(daemon, page):
    show(daemon, page, {"type": "application/pdf", "url": "http://127.0.0.1:9/a/map.pdf"})
    link = page.get_by_role("link", name="Open map.pdf of 127.0.0.1:9")
    assert link.get_attribute("href") == "http://127.0.0.1:9/a/map.pdf"
    assert link.get_attribute("target") == "_blank"
    assert set(link.get_attribute("rel").split()) == {"noopener", "noreferrer"}
    assert page.locator("iframe").count() == 0
    show(daemon, page, {"type": "audio/mpeg", "url": "a/bell.mp3"})
    page.get_by_role("link", name="Download bell.mp3").wait_for()
