"""Text that fills its page on every screen; themes; Markdown."""

import pytest
from conftest import caught_up, settled, until
from test_pages import show

MENU = "# Lunch\n\nServed **until two**.\n\n- Soup `4.50`\n- Pasta\n\n| a | b |\n|--|--|\n| 1 | 2 |\n"
LONG = "# Long\n\n" + "A paragraph with some words in it.\n\n" * 80
SIZES = {"phone": (390, 844), "wide phone": (844, 390), "laptop": (1366, 768), "4K": (3840, 2160)}


def sizes(page):
    """Returns the sizes of all texts of the page, in pixels."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.text, .text *')]
            .map((element) => parseFloat(getComputedStyle(element).fontSize))""")


def measures(page):
    return page.evaluate(
        """() => {
            const content = document.querySelector('.content.of-text');
            const text = content.firstElementChild;
            const [page, inner] = [content, text].map((each) => each.getBoundingClientRect());
            return {
                size: parseFloat(text.style.fontSize), scrolls: content.classList.contains('scrolls'),
                above: inner.top - page.top, below: page.bottom - inner.bottom,
                height: inner.height / page.height, width: text.scrollWidth - text.clientWidth,
            };
        }""")


@pytest.mark.parametrize("screen", SIZES)
def test_a_short_text_fills_the_page_without_scrolling(daemon, view, browse, screen):
    width, height = SIZES[screen]
    page = browse(view.address, viewport={"width": width, "height": height})
    show(daemon, page, {"type": "text/markdown", "body": MENU})
    found = measures(page)
    assert not found["scrolls"]
    assert found["above"] >= -1 and abs(found["above"] - found["below"]) < 2
    assert found["width"] <= 1
    assert found["size"] > 0.03 * min(width, height)
    assert min(sizes(page)) >= 16


def test_a_long_text_can_be_scrolled(daemon, view, browse):
    page = browse(view.address, viewport={"width": 390, "height": 844})
    show(daemon, page, {"type": "text/markdown", "body": LONG})
    found = measures(page)
    assert found["scrolls"] and found["size"] >= 16
    assert page.locator(".content.of-text").get_attribute("tabindex") == "0"


def test_the_text_size_follows_the_page_size(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": MENU})
    before = measures(page)["size"]
    page.set_viewport_size({"width": 1280, "height": 720})
    until(page, "before => parseFloat(document.querySelector('.text').style.fontSize) > before * 1.5",
          before)


def test_a_theme_can_enable_scrolling(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": MENU, "theme": {"fit": "scroll"}})
    assert measures(page)["scrolls"]


def test_a_long_word_is_shrunk_instead_of_broken(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": "# Donaudampfschifffahrt"})
    heading = page.locator(".markdown h1")
    line = heading.evaluate("(element) => parseFloat(getComputedStyle(element).lineHeight)")
    assert heading.bounding_box()["height"] < 1.5 * line


@pytest.mark.parametrize("picture", ["2-plan.svg"])
def test_a_picture_in_text_is_inside_the_page(daemon, page, picture):
    show(daemon, page, {"type": "text/markdown", "body": f"# Plan\n\n![The plan]({picture})\n\nText"})
    until(page, "() => document.querySelector('.markdown img').style.width !== ''")
    until(page, "() => !document.querySelector('.content.of-text').classList.contains('scrolls')")
    box = page.locator(".markdown img").bounding_box()
    assert box["height"] > 60
    assert box["y"] >= 0 and box["y"] + box["height"] <= 360 and box["width"] <= 640


@pytest.mark.parametrize("body", [
    "<script>window.pwned = 1</script>", "<img src=x onerror='window.pwned = 1'>",
    "[a](javascript:window.pwned=1)", "![a](javascript:window.pwned=1)", "<a href=x>b</a>",
    "[a]( \"><script>window.pwned = 1</script>\")",
])
def test_hostile_markdown_creates_no_script_and_no_link(daemon, page, body):
    show(daemon, page, {"type": "text/markdown", "body": body})
    assert page.evaluate("window.pwned") is None
    assert page.locator(".markdown :is(script, a)").count() == 0


def test_child_pages_inherit_the_theme_of_their_container(daemon, page):
    daemon("controller.update", id="book", content={
        "theme": {"base": "night", "lang": "de", "colors": {"accent": "rgb(1, 2, 3)"}}})
    show(daemon, page, {"type": "text/markdown", "body": "A [link](http://127.0.0.1:9/)"})
    article = page.locator(".markdown")
    style = article.evaluate(
        """(element) => {
            const style = getComputedStyle(element);
            return [style.color, style.colorScheme, element.closest('[lang]').lang];
        }""")
    assert style == ["rgb(241, 244, 250)", "dark", "de"]
    assert article.locator("a").evaluate("(a) => getComputedStyle(a).color") == "rgb(1, 2, 3)"
    caught_up(page, daemon("controller.update", id="book", content=None)["seq"])
    settled(page)
    assert page.locator("[data-view=book]").get_attribute("data-theme") is None


@pytest.mark.parametrize("theme", [
    "nothing", 7, ["night"], {"colors": {"accent": "red; background: url(http://127.0.0.1:9/x)"}},
    {"colors": 7, "font": "x\"; } * { display: none", "logo": 7, "lang": "<b>", "base": "constructor"},
])
def test_an_invalid_theme_has_no_effect(daemon, page, theme):
    show(daemon, page, {"type": "text/markdown", "body": "text", "theme": theme})
    assert page.locator(".markdown p").inner_text() == "text"
    assert "127.0.0.1:9" not in page.content()
