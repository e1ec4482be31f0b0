"""axe-core finds no violation in the viewer's pages."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import until
from programs import BOOK, serving

TALK = BOOK.parent / "talk" / "talk.md"
LARGE, PHONE = {"width": 1280, "height": 760}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def talk():
    with serving(TALK) as (daemon, view):
        daemon("pager.select", index=1, animated=False)
        yield view


def check(page):
    """Asserts that axe finds no violation. A failure names the rule and the element."""
    # While a bar fades in, its text has less contrast.
    until(page, """document.querySelector('[aria-busy=true]') === null && !window.viewer?.isDue
        && document.getAnimations().every(({ playState }) => playState !== 'running')""")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], node["html"][:200], node["failureSummary"])
            for each in found for node in each["nodes"]] == []


def everywhere(page):
    """Checks a page on a large screen and on a phone, in light and in dark colours."""
    for size in (LARGE, PHONE):
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            check(page)


@pytest.mark.parametrize("path", ["/", "/presenter", "/remote", "/inspect", "/operate", "/print"])
def test_a_page_has_no_violation(talk, browse, path):
    page = browse(f"{talk.origin}{path}#token={talk.token}", viewport=LARGE)
    if path == "/inspect":
        page.wait_for_selector("#commands button")
    everywhere(page)
    if path == "/presenter":
        for opened in ("Overview (O)", "Phone"):
            page.get_by_role("button", name=opened).click()
            page.locator("dialog[open]").wait_for()
            check(page)
            page.keyboard.press("Escape")


def test_pages_of_a_book_have_no_violation(daemon, page):
    for place in ("1-menu", "2-plan", "3-board", "4-note"):
        daemon("pager.select", page=place, animated=False)
        until(page, "(id) => viewer.state.controllers.get('book').selected === id && !viewer.isDue", place)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            check(page)


def test_the_bar_and_the_form_of_a_command_have_no_violation(talk, browse):
    page = browse(talk.address, viewport=LARGE)
    page.keyboard.press("Tab")
    check(page)
    inspector = browse(talk.inspector, viewport=LARGE)
    inspector.get_by_role("button", name="pager.select").first.click()
    inspector.locator("#form").wait_for()
    check(inspector)


def test_a_page_has_no_violation_after_pagerview_stops(browse):
    with serving(TALK) as (_, view):
        pages = [browse(f"{view.origin}/{path}#token={view.token}", viewport=LARGE)
                 for path in ("?banner=0", "presenter", "remote", "inspect", "operate")]
        view.stop()
        for page in pages:
            page.get_by_text("Waiting for pagerview").wait_for()
            check(page)
