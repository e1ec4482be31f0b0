"""Text that fills its page on every screen; themes; Markdown."""

from conftest import caught_up, settled, until
from test_pages import show

MENU = "# Lunch\n\nServed **until two**.\n\n- Soup `4.50`\n- Pasta\n\n| a | b |\n|--|--|\n| 1 | 2 |\n"
LONG = "# Long\n\n" + "A paragraph with some words in it.\n\n" * 80
SIZES = {"phone": (390, 844), "wide phone": (844, 390), "laptop": (1366, 768), "wall": (1920, 1080),
         "4K": (3840, 2160)}


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


def resize(page, screen):
    width, height = SIZES[screen]
    page.set_viewport_size({"width": width, "height": height})
    until(page, "([width, height]) => innerWidth === width && innerHeight === height", [width, height])


def test_a_short_text_fills_each_screen_and_a_long_one_can_be_scrolled(daemon, page):
    for screen, (width, height) in SIZES.items():
        resize(page, screen)
        show(daemon, page, {"type": "text/markdown", "body": f"{MENU}\n{screen}"})
        found = measures(page)
        assert not found["scrolls"], screen
        assert found["above"] >= -1 and abs(found["above"] - found["below"]) < 2, screen
        assert found["width"] <= 1 and found["size"] > 0.03 * min(width, height), screen
        assert min(sizes(page)) >= 16, screen
    assert "▾" not in page.evaluate(MARK)
    resize(page, "phone")
    show(daemon, page, {"type": "text/markdown", "body": LONG})
    found = measures(page)
    assert found["scrolls"] and found["size"] >= 16
    text = page.locator(".of-text")
    assert text.get_attribute("tabindex") == "0"
    # A mark says that it continues below the page.
    assert "▾" in page.evaluate(MARK)
    text.evaluate("(element) => element.scrollTo(0, element.scrollHeight)")
    until(page, f"!{MARK}.includes('▾')")


#: What is drawn below a text that continues.
MARK = "getComputedStyle(document.querySelector('.of-text'), '::after').content"


def test_the_text_size_follows_the_page_size(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": MENU})
    before = measures(page)["size"]
    page.set_viewport_size({"width": 1280, "height": 720})
    until(page, "before => parseFloat(document.querySelector('.text').style.fontSize) > before * 1.5",
          before)


def test_a_theme_can_enable_scrolling(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": MENU, "theme": {"fit": "scroll"}})
    assert measures(page)["scrolls"]


def test_a_text_fits_with_a_picture_whose_decoding_ends_before_its_load_event(daemon, view, browse):
    page = browse(view.address, fresh=True, viewport={"width": 1280, "height": 720})
    page.evaluate("HTMLImageElement.prototype.decode = () => Promise.resolve()")
    show(daemon, page, {"type": "text/markdown", "body": "![](2-plan.svg)\n\n# Two\n\nThree\n\nFour"})
    until(page, "document.querySelector('.text img')?.style.width")
    settled(page)
    found = measures(page)
    assert not found["scrolls"] and found["above"] >= -1 and found["below"] >= -1


def test_a_picture_at_a_side_leaves_the_text_its_own_place(daemon, page):
    for screen in ("phone", "laptop"):
        width, height = SIZES[screen]
        resize(page, screen)
        for side in ("left", "right"):
            show(daemon, page, {
                "type": "text/markdown", "body": MENU, "theme": {"picture": "2-plan.svg", "side": side}})
            left, right, top, paints = page.evaluate("""() => {
                const content = document.querySelector('[data-side] .content.of-text');
                const box = content.firstElementChild.getBoundingClientRect();
                return [box.left, box.right, box.top, getComputedStyle(content, '::before').backgroundImage];
            }""")
            assert "2-plan.svg" in paints
            if screen == "phone":
                assert top >= 0.39 * height and not measures(page)["scrolls"]
            elif side == "left":
                assert left >= 0.39 * width and right <= width
            else:
                assert left >= 0 and right <= 0.61 * width
    # The next page has none.
    show(daemon, page, {"type": "text/markdown", "body": MENU})
    assert page.evaluate("document.querySelector('[data-side]') === null")


def test_a_picture_in_text_is_inside_the_page(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": "# Plan\n\n![The plan](2-plan.svg)\n\nText"})
    until(page, "() => document.querySelector('.markdown img').style.width !== ''")
    until(page, "() => !document.querySelector('.content.of-text').classList.contains('scrolls')")
    box = page.locator(".markdown img").bounding_box()
    assert box["height"] > 60
    assert box["y"] >= 0 and box["y"] + box["height"] <= 360 and box["width"] <= 640


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


def test_an_invalid_theme_has_no_effect(daemon, page):
    for theme in [
            "nothing", 7, ["night"], {"colors": {"accent": "red; background: url(http://127.0.0.1:9/x)"}},
            {"colors": 7, "font": "x\"; } * { display: none", "logo": 7, "lang": "<b>", "base": "constructor"}]:
        show(daemon, page, {"type": "text/markdown", "body": "text", "theme": theme})
        assert page.locator(".markdown p").inner_text() == "text", theme
        assert "127.0.0.1:9" not in page.content()


WIDE_TABLE = "# Prices\n\n" + "|".join(f"Column {number}" for number in range(12)) + "\n" \
    + "|".join(["--"] * 12) + "\n" + "|".join(["12,345.67"] * 12) + "\n"
CODE = "# Code\n\n```\n" + "const answer = compute(" + ", ".join(
    f"argument{number}" for number in range(8)) + ");\n```\n"
ENDLESS = "# Path\n\n```\n/" + "folder/" * 80 + "\n```\n"


def hidden(page):
    """Returns the parts of a text that are wider than their place, or outside of the screen."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.text :is(h1, p, pre, table, li)')]
            .filter((element) => element.scrollWidth > element.clientWidth + 1
                || element.getBoundingClientRect().right > innerWidth + 1)
            .map(({ tagName }) => tagName)""")


def test_a_wide_part_is_visible_as_a_whole_or_has_a_mark(daemon, page):
    for screen in ("phone", "laptop", "wall"):
        resize(page, screen)
        for body in (CODE, ENDLESS, WIDE_TABLE):
            show(daemon, page, {"type": "text/markdown", "body": body})
            if (screen, body) != ("phone", WIDE_TABLE):
                assert hidden(page) == [], (screen, body)
            assert min(sizes(page)) >= 16
    # On the wall, the table uses the whole width, and the heading does not.
    assert page.locator(".markdown table").bounding_box()["width"] > 1500
    assert page.locator(".markdown h1").evaluate("(element) => element.clientWidth") < 1500
    resize(page, "phone")
    body = "|".join(["a"] * 40) + "\n" + "|".join(["--"] * 40) + "\n"
    show(daemon, page, {"type": "text/markdown", "body": body})
    assert page.locator(".markdown table.cut").count() == 1


ARABIC = "# مرحبا بالعالم\n\nهذا نص.\n\n- بند\n\nEnglish text\n\n```\ncode = 1\n```\n"


def test_each_part_of_a_text_has_the_direction_of_its_letters(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": ARABIC})
    directions = page.evaluate(
        """() => [...document.querySelectorAll('.markdown > *')].map((element) =>
            `${element.tagName} ${getComputedStyle(element).direction}`)""")
    assert directions == ["H1 rtl", "P rtl", "UL rtl", "P ltr", "PRE ltr"]
    show(daemon, page, {"type": "text/plain", "body": "مرحبا\nEnglish"})
    assert page.locator(".plain").evaluate("(e) => getComputedStyle(e).direction") == "rtl"
    show(daemon, page, None, title="مرحبا")
    assert page.locator(".notice h1").evaluate("(e) => getComputedStyle(e).direction") == "rtl"


def test_a_heading_is_not_broken_even_beside_a_picture_on_a_phone(daemon, page):
    def lines():
        heading = page.locator(".markdown h1")
        line = heading.evaluate("(element) => parseFloat(getComputedStyle(element).lineHeight)")
        return heading.bounding_box()["height"] / line

    show(daemon, page, {"type": "text/markdown", "body": "# Donaudampfschifffahrt"})
    assert lines() < 1.5
    resize(page, "phone")
    for heading in ("Internationalization", "Donaudampfschifffahrtsgesellschaft"):
        show(daemon, page, {"type": "text/markdown",
                            "body": f"# {heading}\n\n![The plan](2-plan.svg)\n\n" + "Word. " * 60})
        until(page, "document.querySelector('.markdown img').style.width !== ''")
        settled(page)
        if heading.startswith("I"):
            assert lines() < 1.5
        assert min(sizes(page)) >= 16


def test_nothing_on_a_phone_is_smaller_than_16_pixels(daemon, page):
    resize(page, "phone")
    theme = {"numbers": True, "progress": True}
    for content in [
            {"type": "text/markdown", "body": MENU + "\n\n###### Small `code`\n", "theme": theme},
            {"type": "text/plain", "body": "plain"}, {"type": "application/pdf", "url": "a.pdf"}, None]:
        show(daemon, page, content)
        small = page.evaluate(
            """() => [...document.querySelectorAll('body *')].filter((element) =>
                [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
                && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 16)
                .map((element) => element.outerHTML)""")
        assert small == []


def test_a_text_of_many_parts_is_not_measured_for_each_of_them(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": MENU})
    once, many = page.evaluate(
        """() => {
            let reads = 0;
            const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight');
            Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
                configurable: true, get() { reads += 1; return get.call(this); } });
            const text = document.querySelector('.content.of-text').firstElementChild;
            const measured = (count) => {
                const parts = Array.from({ length: count }, () => document.createElement('i'));
                for (const part of parts) part.className = 'pending';
                text.append(...parts);
                reads = 0;
                for (const part of parts) {
                    part.className = '';
                    part.dispatchEvent(new CustomEvent('ready', { bubbles: true }));
                }
                return reads;
            };
            return [measured(1), measured(100)];
        }""")
    assert 0 < many <= 2 * once
