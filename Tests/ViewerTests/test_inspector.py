"""The inspector: tree, events, timelines, commands."""

import re

import pytest

from conftest import caught_up, held, until
from programs import serving


@pytest.fixture
def inspector(browse, view):
    page = browse(view.inspector, viewport={"width": 1280, "height": 800})
    page.wait_for_selector("#commands button")
    return page


def item(page, id):
    return page.locator(f"[role=treeitem][data-id='{id}']")


def test_the_tree_shows_appearance_and_the_stage_a_transition_as_it_changes(daemon, inspector):
    until(inspector, "document.querySelector('[data-id=\"1-menu\"]')?.getAttribute('aria-label')"
        ".endsWith(', appeared')")
    transition = daemon.hold(0.5)
    for id, appearance in (("2-plan", "appearing"), ("1-menu", "disappearing")):
        until(inspector, """([id, appearance]) => document.querySelector(`#tree [data-id="${id}"]`)
            ?.getAttribute('aria-label').endsWith(`, ${appearance}`)""", [id, appearance])
    assert item(inspector, "2-plan").get_attribute("aria-level") == "3"
    held(inspector, transition, 0.5)
    assert inspector.locator("#stage .curl-flap").count() == 1
    daemon("transition.finish", id=transition)
    until(inspector, "document.querySelector('[data-id=\"1-menu\"]').getAttribute('aria-label')"
        ".endsWith(', disappeared')")


def test_keys_move_through_the_tree(inspector):
    inspector.locator("[role=treeitem][tabindex='0']").focus()
    focused = lambda: inspector.evaluate("document.activeElement.dataset.id")
    steps = [("ArrowDown", "book"), ("ArrowRight", "1-menu"), ("ArrowLeft", "book"),
             ("End", "4-note"), ("Home", "main"), ("ArrowRight", "book")]
    for key, wanted in steps:
        inspector.keyboard.press(key)
        assert focused() == wanted, key
    inspector.keyboard.press("ArrowLeft")
    until(inspector, "document.querySelector('[data-id=book]').getAttribute('aria-expanded') === 'false'")
    assert item(inspector, "1-menu").count() == 0


def topics(page):
    return page.locator("#events .topic").all_inner_texts()


def test_events_come_in_order_and_are_filtered_and_paused(daemon, inspector):
    seq = daemon("pager.next", animated=False)["seq"]
    inspector.wait_for_selector(f"#events [data-seq='{seq}']")
    numbers = [int(text) for text in inspector.locator("#events .seq").all_inner_texts()]
    assert numbers == list(range(numbers[0], seq + 1))
    inspector.fill("#event-filter", "lifecycle viewdid -layout")
    # The list is cleared at once and filled in the next frame.
    until(inspector, "document.querySelectorAll('#events > div').length === 3")
    assert topics(inspector) == [
        "lifecycle.2-plan.viewDidLoad", "lifecycle.2-plan.viewDidAppear",
        "lifecycle.1-menu.viewDidDisappear"]
    inspector.fill("#event-filter", "")
    inspector.uncheck("#categories input[value=lifecycle]")
    until(inspector, "document.querySelectorAll('#events > div').length > 3")
    before = topics(inspector)
    assert not [topic for topic in before if topic.startswith("lifecycle")]
    inspector.click("#pause")
    count = "Number(document.querySelector('#count').textContent.match(/^\\d+/)[0])"
    counted = inspector.evaluate(count)
    caught_up(inspector, daemon("pager.next", animated=False)["seq"])
    # Counted events have been drawn too.
    until(inspector, f"{count} > {counted}")
    assert topics(inspector) == before
    inspector.click("#pause")
    until(inspector, f"document.querySelectorAll('#events > div').length > {len(before)}")


def test_each_transition_has_a_timeline(daemon, inspector):
    transition = daemon("pager.next")["transition"]
    until(inspector, "document.querySelector('#timeline .head')?.textContent.includes('completed')")
    head = inspector.locator("#timeline .head").first.inner_text()
    text, seconds = re.fullmatch(r"(.*) after ([\d.]+) s", head).groups()
    assert text == f"{transition} curlUp 1-menu → 2-plan, completed"
    began, ended = (
        event["time"] for event in daemon("events.replay", since=0, topic="transition.")["events"]
        if event["event"] in ("began", "ended"))
    # Times are exact to the nanosecond; the difference of two floating-point numbers is not.
    assert round(ended - began, 9) >= 1
    assert float(seconds) == pytest.approx(ended - began, abs=0.001)
    inspector.locator("#timeline summary").first.click()
    inspector.locator("#timeline ol li", has_text="2-plan viewDidAppear").first.wait_for(state="attached")
    steps = inspector.locator("#timeline ol li").all_text_contents()
    names = [step.split("  ")[1] for step in steps]
    assert names[0] == "book willSelect"
    assert names.index("2-plan viewWillAppear") < names.index("2-plan viewDidAppear")
    places = inspector.locator("#timeline .mark").evaluate_all(
        "(marks) => marks.map((mark) => parseFloat(mark.style.left))")
    assert places == sorted(places) and places[0] == 0 and places[-1] > 95


def test_each_command_has_a_form_that_sends_it_and_shows_mistakes_and_refusals(daemon, inspector):
    methods = [method["method"] for method in daemon("server.describe")["methods"]]
    buttons = inspector.locator("#commands button").evaluate_all(
        "(buttons) => buttons.map((button) => button.dataset.method)")
    assert sorted(buttons) == sorted(methods)
    form = inspector.locator("#form")
    inspector.click("[data-method='pager.remove']")
    form.get_by_label(re.compile(r"^page \*")).fill("nobody")
    inspector.click("text=Send pager.remove")
    inspector.get_by_text("was refused (controllerNotFound)").wait_for()
    inspector.click("[data-method='pager.setPages']")
    form.get_by_label(re.compile(r"^pages \*")).fill("{")
    inspector.click("text=Send pager.setPages")
    inspector.get_by_text("pages: this is not JSON").wait_for()
    inspector.fill("#command-filter", "pager.select")
    inspector.click("[data-method='pager.select']")
    form.get_by_label(re.compile("^index")).fill("2")
    form.get_by_label(re.compile("^animated")).select_option("false")
    inspector.click("text=Send pager.select")
    until(inspector, "document.querySelector('#output').textContent.includes('seq')")
    assert daemon("controller.get", id="book")["index"] == 2


def test_the_send_button_is_disabled_in_a_watching_browser(open_view, browse):
    page = browse(f"{open_view.origin}/inspect", viewport={"width": 1280, "height": 800})
    page.wait_for_selector("#commands button")
    assert page.locator("#watching").is_visible()
    page.click("[data-method='server.shutdown']")
    assert page.locator("text=Send server.shutdown").is_disabled()


def test_the_mistakes_of_a_book_are_listed(browse, tmp_path):
    book = tmp_path / "book.yaml"
    book.write_text("pager:\n  id: wall\n  pages: [{id: works}, missing.md]\n")
    with serving(book) as (_, view):
        page = browse(view.inspector)
        mistakes = page.get_by_role("alert", name="Mistakes in the book").get_by_role("listitem")
        mistakes.first.wait_for()
        assert "missing.md" in mistakes.first.inner_text()


def test_an_inspector_390_pixels_wide_is_usable(daemon, view, browse):
    page = browse(view.inspector, viewport={"width": 390, "height": 844}, has_touch=True)
    page.fill("#command-filter", "pager.next")
    page.locator("[data-method='pager.next']").tap()
    page.get_by_role("button", name="Send pager.next").tap()
    until(page, "viewer.state.controllers.get('book').index === 1")
    page.locator("#tree [data-id='2-plan']").tap()
    page.get_by_text("Record of the selected object").tap()
    page.locator("#record", has_text='"id": "2-plan"').wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for selector in ("#stage", "#tree", "#events", "#timeline", "#commands", "#output"):
        box = page.locator(selector).bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 390 and box["height"] > 0, selector
