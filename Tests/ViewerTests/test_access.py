"""Accessibility, and operation without a network."""

import subprocess

import pytest
from conftest import caught_up, settled, until
from programs import PATIENCE, PROGRAMS


def luminance(page, selector, property):
    red, green, blue = page.evaluate(
        """([selector, property]) => {
            const colour = getComputedStyle(document.querySelector(selector))[property];
            return colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
        }""", [selector, property])
    linear = [(c / 255 / 12.92) if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
              for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(page, selector, ground):
    one, other = luminance(page, selector, "color"), luminance(page, ground, "backgroundColor")
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_text_has_more_than_the_required_contrast_in_light_and_dark_mode(page):
    page.wait_for_selector(".markdown")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert (luminance(page, ".page .content", "backgroundColor") < 0.1) == (scheme == "dark")
        assert contrast(page, ".markdown", ".page .content") > 7


def test_the_shown_page_an_alarm_and_the_page_after_it_are_announced(daemon, page):
    caught_up(page, daemon("pager.next", animated=False)["seq"])
    assert page.locator("[aria-live=polite]").inner_text() == "2-plan, page 2 of 4"
    page.evaluate("""() => {
        window.announced = [];
        const voice = document.querySelector('#voice');
        new MutationObserver(() => window.announced.push(voice.textContent))
            .observe(voice, { childList: true, characterData: true, subtree: true });
    }""")
    def alarm(*words):
        subprocess.run([PROGRAMS / "pagerctl", "alarm", *words], env=daemon.environment, check=True)

    alarm("1-menu")
    until(page, "window.announced.length === 1")
    alarm("off")
    until(page, "window.announced.length === 2")
    # An alarm in another window does not change this page.
    daemon("window.create", id="other")
    alarm("1-menu", "--window", "other")
    until(page, "viewer.state.presented.size > 0")
    alarm("off")
    until(page, "viewer.state.presented.size === 0")
    assert page.evaluate("window.announced") == ["Lunch today", "2-plan"]


def test_the_bar_is_reached_by_tab_and_turns_pages(daemon, page):
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "next":
            break
    assert page.evaluate("document.activeElement.id") == "next"
    until(page, "getComputedStyle(document.querySelector('.bar')).opacity === '1'")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Enter")
    until(page, "viewer.state.controllers.get('book').index === 1")


def test_a_leaving_page_cannot_be_focused(daemon, page):
    transition = daemon.hold(0.5)
    until(page, "viewer.stage.views.size === 3 && !viewer.isDue")
    assert page.locator("[data-view='1-menu']").evaluate("(e) => e.inert")
    assert not page.locator("[data-view='2-plan']").evaluate("(e) => e.inert")
    daemon("transition.finish", id=transition)
    settled(page)


@pytest.mark.parametrize("path", ["address", "inspector"])
def test_no_request_leaves_this_machine(daemon, view, chromium, path):
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(getattr(view, path))
    page.wait_for_selector(".markdown")
    hosts = {f"127.0.0.1:{port}" for port in (view.port, view.content_port)}
    assert len(asked) > 5
    assert {url.split("/")[2] for url in asked} <= hosts
    context.close()
