"""HTML, code and formulas in Markdown."""

import pytest

from conftest import until
from programs import needs
from test_text import show


@pytest.fixture(params=["with libraries", "without libraries"])
def libraries(request, browse, view):
    """Opens a page, with or without the libraries that Debian may have installed."""
    has_libraries = request.param == "with libraries"
    if has_libraries and needs.SCRIPTS.reason:
        pytest.skip(needs.SCRIPTS.reason)
    # A service worker would load what the page may not.
    page = browse(view.address, service_workers="block")
    if not has_libraries:
        page.route("**/lib/**", lambda route: route.abort())
    return page, has_libraries


def test_safe_elements_of_html_are_shown(daemon, page):
    show(daemon, page, {"type": "text/markdown", "body": (
        "H<sub>2</sub>O<br>x<sup>2</sup> <kbd>A</kbd> <small>s</small>\n\n"
        "<details>\n<summary>More</summary>\n\ninside\n\n</details>\n\n"
        "<img src=\"2-plan.svg\" width=\"160\" alt=\"Plan\" onerror=\"window.pwned = 1\">\n")})
    article = page.locator(".markdown")
    for name in ("sub", "sup", "kbd", "small", "details > summary", "p > br"):
        assert article.locator(name).count() == 1, name
    assert not article.locator("details p").is_visible()
    article.locator("summary").click()
    assert article.locator("details p").is_visible()
    until(page, "document.querySelector('.markdown img').naturalWidth > 0")
    width, font = article.locator("img").evaluate(
        "(image) => [image.clientWidth, parseFloat(getComputedStyle(image).fontSize)]")
    assert width == pytest.approx(10 * font, abs=1)
    assert page.evaluate("window.pwned") is None


def test_other_elements_and_attributes_are_not_shown(daemon, page):
    for body in [
            "<script>window.pwned = 1</script>", "a <script>window.pwned = 1</script> b",
            "<style>* { display: none }</style>", "<iframe src=\"https://a.example/\"></iframe>",
            "<svg onload=\"window.pwned = 1\"><text>x</text></svg>", "<div onclick=\"x\">text</div>",
            "<a href=\"javascript:window.pwned = 1\">x</a>", "<img src=\"javascript:window.pwned = 1\">",
            "<details ontoggle=\"window.pwned = 1\" open>x</details>", "<math><mi>x</mi></math>",
            "<a href=x>b</a>"]:
        show(daemon, page, {"type": "text/markdown", "body": "# A\n\n" + body})
        article = page.locator(".markdown")
        assert article.locator("script, style, iframe, svg, div, a, math, [onclick], [ontoggle]").count() == 0
        assert "<" not in article.inner_text() and "pwned" not in article.inner_text(), body
        assert page.evaluate("window.pwned") is None


CODE = "```python\ndef f(x):\n    return \"<b>&amp;\" + x  # why\n```\n"


def test_code_and_formulas_are_drawn_if_the_libraries_are_installed(daemon, libraries):
    page, has_libraries = libraries
    show(daemon, page, {"type": "text/markdown", "body": CODE + "\n```nosuch\nx\n```\n"})
    until(page, "document.querySelector('.pending') === null")
    code = page.locator(".markdown pre code").first
    assert code.inner_text() == "def f(x):\n    return \"<b>&amp;\" + x  # why\n"
    assert (code.locator(".hljs-keyword").count() > 0) == has_libraries
    assert code.locator("b").count() == 0
    show(daemon, page, {"type": "text/markdown", "body": (
        "Inline $a_1 * b_1$ text, $5 and $10.\n\n$$\\sqrt{\\frac{a}{b}}$$\n\n"
        "$\\nosuch{x}$ $\\href{javascript:alert(1)}{x}$")})
    until(page, "document.querySelector('.pending') === null")
    article = page.locator(".markdown")
    assert (article.locator(".katex").count() >= 2) == has_libraries
    assert article.locator("em, a[href^=javascript]").count() == 0
    assert "$5 and $10." in article.inner_text() and "\\nosuch{x}" in article.inner_text()
    if has_libraries:
        assert page.evaluate("document.fonts.check('16px KaTeX_Main')")
        assert article.locator(".katex-display svg").count() == 1
    else:
        assert "$a_1 * b_1$" in article.inner_text()
