"""The bars of containers: tabs, and the title of a stack with its back button."""

import pytest

from conftest import caught_up, settled, shown, until
from test_access import contrast
from test_gestures import Mouse, progress


@pytest.fixture
def tabs(daemon):
    """Creates three tabs, the first of which is a stack of two pages."""
    for id, title in (("news", "News"), ("detail", "Detail"), ("mail", "Mail"), ("plain", None)):
        daemon("controller.create", id=id, kind="view", title=title)
    daemon("controller.create", id="stack", kind="navigation", title="Reader")
    daemon("controller.create", id="tabs", kind="tabBar", title="Sections")
    daemon("tabBar.setControllers", id="tabs", controllers=["stack", "mail", "plain"])
    daemon("navigation.setStack", id="stack", controllers=["news", "detail"])
    daemon("window.setRoot", id="main", controller="tabs")
    return daemon


def tab(page, name):
    return page.get_by_role("tab", name=name, exact=True)


def selected(page, id):
    until(page, "id => viewer.state.controllers.get('tabs').selected === id", id)
    settled(page)


def test_a_tab_bar_has_a_tab_for_each_controller_and_sends_a_tap_as_a_user_action(tabs, view, browse):
    page = browse(view.address)
    assert page.get_by_role("tablist", name="Sections").count() == 1
    assert page.get_by_role("tab").all_inner_texts() == ["Reader", "Mail", "plain"]
    marks = lambda: page.get_by_role("tab").evaluate_all(
        "(tabs) => tabs.map((tab) => tab.getAttribute('aria-selected'))")
    assert marks() == ["true", "false", "false"]
    assert page.get_by_role("tabpanel", name="Reader").count() == 1
    tab(page, "Mail").click()
    selected(page, "mail")
    assert shown(page) == ["mail"]
    assert marks() == ["false", "true", "false"]
    told = [event["event"] for event in
            tabs("events.replay", since=0, topic="tabBar.tabs.")["events"]]
    assert "didSelect" in told, "only a tap by a user causes this event"
    assert page.locator("[aria-live=polite]").inner_text() == "Mail, tab 2 of 3"


def test_arrows_focus_tabs_and_enter_selects_one(tabs, view, browse):
    page = browse(view.address)
    tab(page, "Reader").focus()
    focused = lambda: page.evaluate("document.activeElement.textContent")
    for key, name in (("ArrowRight", "Mail"), ("End", "plain"), ("ArrowRight", "Reader"),
                      ("ArrowLeft", "plain"), ("Home", "Reader"), ("ArrowRight", "Mail")):
        page.keyboard.press(key)
        assert focused() == name, key
    assert tabs("controller.get", id="tabs")["selected"] == "stack", "arrow keys only move focus"
    page.keyboard.press("Enter")
    selected(page, "mail")
    assert focused() == "Mail"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    selected(page, "stack")


def test_the_tab_key_focuses_only_the_selected_tab(tabs, view, browse):
    page = browse(view.address)
    caught_up(page, tabs("tabBar.select", id="tabs", index=1)["seq"])
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent"))
    assert "Mail" in reached and "Reader" not in reached and "plain" not in reached


def test_a_stack_has_a_title_and_a_back_button(tabs, view, browse):
    page = browse(view.address)
    assert page.locator(".title-bar h2").inner_text() == "Detail"
    back = page.get_by_role("button", name="Back to News")
    assert back.inner_text() == "News"
    back.click()
    until(page, "viewer.state.controllers.get('stack').top === 'news'")
    settled(page)
    assert shown(page) == ["news"]
    assert page.locator(".title-bar h2").inner_text() == "News"
    assert page.get_by_role("button", name="Back to").count() == 0
    assert page.locator("[aria-live=polite]").inner_text() == "News"


def test_bars_are_updated_when_titles_or_children_change(tabs, view, browse):
    page = browse(view.address)
    tabs("controller.update", id="mail", title="Post")
    caught_up(page, tabs("controller.update", id="news", title="Today")["seq"])
    assert page.get_by_role("tab").all_inner_texts() == ["Reader", "Post", "plain"]
    assert page.get_by_role("button", name="Back to Today").count() == 1
    caught_up(page, tabs("tabBar.setControllers", id="tabs", controllers=["stack", "mail"])["seq"])
    assert page.get_by_role("tab").all_inner_texts() == ["Reader", "Post"]
    tabs("controller.create", id="more", kind="view", title="More")
    caught_up(page, tabs("navigation.push", id="stack", controller="more", animated=False)["seq"])
    assert page.locator(".title-bar h2").inner_text() == "More"
    assert page.get_by_role("button", name="Back to Detail").count() == 1


def test_bars_cover_neither_a_page_nor_each_other(tabs, view, browse):
    page = browse(view.address)
    title, content, bar = (
        page.locator(name).bounding_box()
        for name in (".title-bar", "[data-view=detail]", ".tab-bar"))
    assert title["y"] == 0 and bar["y"] + bar["height"] == 360
    assert content["y"] >= title["y"] + title["height"] - 0.5
    assert content["y"] + content["height"] <= bar["y"] + 0.5
    assert content["height"] > 250
    page.set_viewport_size({"width": 320, "height": 480})
    tabs("controller.update", id="news", title="Yesterday " * 20)
    caught_up(page, tabs("controller.update", id="detail", title="Tomorrow " * 20)["seq"])
    back = page.locator(".title-bar .back").bounding_box()
    title = page.locator(".title-bar h2").bounding_box()
    assert back["width"] > 20 and title["width"] > 150
    assert back["x"] + back["width"] <= title["x"] and title["x"] + title["width"] <= 320


def test_a_page_turn_does_not_overlap_the_bars(tabs, view, browse):
    page = browse(view.address)
    transition = tabs("navigation.pop", id="stack", interactive=True)["transition"]
    tabs("transition.update", id=transition, progress=0.5)
    until(page, "id => viewer.player.scenes.get(id)?.progress === 0.5 && !viewer.isDue", transition)
    assert page.locator(".title-bar").count() == page.locator(".tab-bar").count() == 1
    on_top = page.evaluate("document.elementFromPoint(320, 350).className")
    assert on_top == "tab"


def test_a_watching_browser_cannot_press_the_bars(tabs, open_view, browse):
    page = browse(open_view.origin)
    assert tab(page, "Mail").is_disabled()
    assert page.get_by_role("button", name="Back to News").is_disabled()
    page.locator(".tab-bar").click(position={"x": 320, "y": 10})
    refusal = page.evaluate(
        "viewer.link.request('tabBar.select', { index: 1 }).then(() => null, (no) => no.name)")
    assert refusal == "notPermitted"
    assert tabs("controller.get", id="tabs")["selected"] == "stack"


def test_bars_are_disabled_while_the_daemon_is_not_running(tabs, view, browse):
    page = browse(view.address)
    assert tab(page, "Mail").is_enabled()
    tabs.kill()
    until(page, "document.querySelector('.tab').disabled")
    tabs.start()
    until(page, "viewer.hello !== null && !document.querySelector('.tab-bar')")


def test_the_query_bars_no_removes_the_bars(tabs, view, browse):
    page = browse(f"{view.origin}/?bars=no#token={view.token}")
    assert page.locator(".tab-bar, .title-bar").count() == 0
    assert page.locator("[role=tabpanel]").count() == 0
    box = page.locator("[data-view=detail]").bounding_box()
    assert (box["y"], box["height"]) == (0, 360)


def test_a_swipe_may_begin_on_a_bar(tabs, view, browse):
    """A swipe changes pages wherever it begins, and presses no tab."""
    tabs("window.setRoot", id="main", controller=None)
    tabs("controller.create", id="outer", kind="pager", duration=1)
    tabs("controller.create", id="other", kind="view", title="Other")
    tabs("pager.setPages", id="outer", pages=["tabs", "other"])
    tabs("window.setRoot", id="main", controller="outer")
    page = browse(view.address)
    mouse = Mouse(page)
    mouse.down(320, 350)
    mouse.move(250, 350)
    mouse.move(20, 350)
    progress(page, 0.4)
    mouse.rest()
    mouse.move(30, 350)
    mouse.move(300, 350)
    progress(page, 0, 0.1)
    mouse.rest()
    mouse.move(301, 350)
    mouse.up()
    until(page, "viewer.state.transitions.size === 0")
    settled(page)
    assert tabs("controller.get", id="outer")["index"] == 0
    assert tabs("controller.get", id="tabs")["selected"] == "stack"


def test_bars_below_a_presented_controller_are_disabled(tabs, view, browse):
    tabs("controller.create", id="sheet", kind="view", title="Sheet")
    page = browse(view.address)
    tabs("modal.present", **{"from": "tabs"}, controller="sheet", style="overFullScreen",
         animated=False)
    caught_up(page, tabs("state.snapshot")["seq"])
    settled(page)
    assert page.locator("[data-view=tabs]").evaluate("(view) => view.inert")
    assert not page.locator("[data-view=sheet]").evaluate("(view) => view.inert")
    caught_up(page, tabs("modal.dismiss", id="tabs", animated=False)["seq"])
    settled(page)
    assert not page.locator("[data-view=tabs]").evaluate("(view) => view.inert")


def test_titles_in_bars_are_texts(tabs, view, browse):
    evil = "<img src=x onerror='window.pwned=1'>"
    page = browse(view.address)
    for id in ("news", "detail", "mail", "tabs"):
        seq = tabs("controller.update", id=id, title=evil)["seq"]
    caught_up(page, seq)
    assert tab(page, evil).inner_text() == evil
    assert page.locator(".title-bar h2").inner_text() == evil
    assert page.locator(".title-bar img, .tab-bar img").count() == 0
    assert page.evaluate("window.pwned") is None


def test_text_in_bars_has_enough_contrast(tabs, view, browse):
    page = browse(view.address)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for text, ground in ((".title-bar h2", ".title-bar"), (".title-bar .back", ".title-bar"),
                             (".tab[aria-selected=true]", ".tab-bar"),
                             (".tab[aria-selected=false]", ".tab-bar")):
            assert contrast(page, text, ground) > 4.5, (scheme, text)


def test_tabs_work_in_the_inspector(tabs, view, browse):
    page = browse(view.inspector, viewport={"width": 1280, "height": 800})
    tab(page, "Mail").click()
    selected(page, "mail")


def test_only_visible_containers_whose_bars_are_not_hidden_have_one(tabs, view, browse):
    page = browse(view.address)
    tabs("controller.create", id="photo", kind="view", hidesBottomBarWhenPushed=True)
    caught_up(page, tabs("navigation.push", id="stack", controller="photo", animated=False)["seq"])
    settled(page)
    assert page.get_by_role("tab").count() == 0
    caught_up(page, tabs("navigation.pop", id="stack", animated=False)["seq"])
    settled(page)
    assert page.get_by_role("tab").count() == 3
    assert page.get_by_role("heading", name="Detail").count() == 2, "in the bar and on the page"
    caught_up(page, tabs("navigation.setBarHidden", id="stack", hidden=True)["seq"])
    settled(page)
    assert page.get_by_role("heading", name="Detail").count() == 1
    caught_up(page, tabs("navigation.setBarHidden", id="stack", hidden=False)["seq"])
    assert page.locator(".title-bar").count() == 1
    caught_up(page, tabs("tabBar.select", id="tabs", index=1)["seq"])
    settled(page)
    assert page.locator(".title-bar").count() == 0
    caught_up(page, tabs("window.setRoot", id="main", controller="book")["seq"])
    settled(page)
    assert page.locator(".tab-bar").count() == 0


def test_a_tab_shows_its_badge_and_a_disabled_one_cannot_be_chosen(tabs, view, browse):
    page = browse(view.address)
    tabs("controller.update", id="mail", badge="3")
    tabs("controller.update", id="plain", disabled=True)
    until(page, "() => document.querySelector('.tab .badge')?.textContent === '3'")
    until(page, "() => document.querySelector('.tab[data-controller=plain]').disabled")
    tabs("controller.update", id="mail", badge=None)
    until(page, "() => document.querySelector('.tab .badge') === null")
