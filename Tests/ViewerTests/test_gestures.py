"""Swipes with a finger, the mouse or keys."""

import time

import pytest

from conftest import caught_up, settled, shown, until


class Hand:
    """A pointer with its own clock, so that the duration of movements is exact."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.time = time.time()

    def rest(self):
        """Waits so long that the following movement is not a flick."""
        self.time += 0.5

    def stamp(self):
        self.time += 0.01
        return self.time


class Touch(Hand):
    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "timestamp": self.stamp(),
            "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, x, y=180):
        self.place = (x, y)
        self.send("touchStart", self.place)

    def move(self, x, y=180):
        self.place = (x, y)
        self.send("touchMove", self.place)

    def up(self):
        self.send("touchEnd")


class Mouse(Hand):
    def send(self, kind, buttons):
        x, y = self.place
        self.session.send("Input.dispatchMouseEvent", {
            "type": kind, "timestamp": self.stamp(), "x": x, "y": y, "button": "left",
            "buttons": buttons, "clickCount": 1})

    def down(self, x, y=180):
        self.place = (x, y)
        self.send("mousePressed", 1)

    def move(self, x, y=180):
        self.place = (x, y)
        self.send("mouseMoved", 1)

    def up(self):
        self.send("mouseReleased", 0)


@pytest.fixture
def daemon(daemon):
    """A daemon with page turns that are short and easy to draw."""
    style = {"forward": "slide", "backward": "slide"}
    daemon("controller.update", id="book", transition=style, duration=0.2)
    return daemon


@pytest.fixture
def mouse(page):
    return Mouse(page)


def progress(page, at_least=0.0, at_most=1.0):
    """Waits until an interactive transition is at a progress that the daemon has confirmed."""
    until(page, """([low, high]) => {
            const [record] = viewer.state.transitions.values();
            return record && record.progress >= low && record.progress <= high &&
                viewer.player.held === record.transition;
        }""", [at_least, at_most])


def index(page, index):
    """Waits until the pager has selected a page and shows it."""
    until(page, "index => viewer.state.controllers.get('book').index === index", index)
    settled(page)


def across(pointer, *places):
    """Moves a pressed pointer over the page from left to right or back."""
    first, *others = places
    pointer.down(first)
    for x in others:
        pointer.move(x)


@pytest.mark.parametrize("kind", [Touch, Mouse])
def test_a_page_follows_the_finger_and_turns_unless_it_is_led_back(daemon, view, browse, kind):
    page = browse(view.address, has_touch=kind is Touch)
    finger = kind(page)
    across(finger, 600, 500)
    progress(page, 0.1, 0.2)
    finger.move(150)
    progress(page, 0.65, 0.75)
    until(page, "!viewer.isDue")
    assert set(shown(page)) == {"1-menu", "2-plan"}
    finger.rest()
    finger.move(149)
    finger.up()
    index(page, 1)
    assert shown(page) == ["2-plan"]
    # A drag to the right goes back; led to its beginning again, it changes nothing.
    across(finger, 100, 200, 560)
    progress(page, 0.6)
    finger.move(140)
    progress(page, 0, 0.1)
    finger.rest()
    finger.move(139)
    finger.up()
    until(page, "viewer.state.transitions.size === 0")
    settled(page)
    assert shown(page) == ["2-plan"]
    across(finger, 100, 200, 560)
    progress(page, 0.6)
    finger.up()
    index(page, 0)
    # A short but fast movement turns the page.
    across(finger, 600, 580, 540, 500, 450)
    finger.up()
    index(page, 1)
    assert daemon("controller.get", id="book")["index"] == 1


def test_one_drag_can_change_from_the_next_to_the_previous_page(daemon, page, mouse):
    caught_up(page, daemon("pager.select", index=1, animated=False)["seq"])
    settled(page)
    across(mouse, 400, 200)
    until(page, "[...viewer.state.transitions.values()].some((t) => t.direction === 'forward')")
    mouse.move(600)
    until(page, "[...viewer.state.transitions.values()].some((t) => t.direction === 'reverse')")
    mouse.move(900)
    mouse.up()
    index(page, 0)


def test_a_drag_beyond_the_first_page_bounces_without_a_transition(daemon, page, mouse):
    page.evaluate(
        """() => {
            window.bounced = [];
            viewer.addEventListener('applied', ({ detail }) => bounced.push(
                ...detail.filter(({ event }) => event === 'bounced').map(({ edge }) => edge)));
        }""")
    across(mouse, 100, 300, 500)
    mouse.up()
    until(page, "bounced.length > 0 && document.getAnimations().length === 0")
    assert page.evaluate("bounced") == ["first"]
    assert daemon("transition.list")["transitions"] == []
    assert daemon("controller.get", id="book")["index"] == 0


def sweep(page, seconds):
    """Sets the duration of a page turn with a held arrow key, so that tests have enough time."""
    page.evaluate("(seconds) => { viewer.keys.sweep = seconds; }", seconds)


def test_a_held_arrow_turns_the_page_unless_the_opposite_one_or_escape_returns_it(daemon, view, browse):
    page = browse(view.address, fresh=True)
    sweep(page, 20)
    page.keyboard.down("ArrowRight")
    progress(page, 0.05, 0.9)
    page.keyboard.press("Escape")
    until(page, "viewer.state.transitions.size === 0")
    page.keyboard.up("ArrowRight")
    page.keyboard.down("ArrowRight")
    progress(page, 0.05, 0.9)
    page.keyboard.down("ArrowLeft")
    sweep(page, 1)
    progress(page, 0, 0.01)
    page.keyboard.up("ArrowRight")
    until(page, "viewer.state.transitions.size === 0")
    page.keyboard.up("ArrowLeft")
    settled(page)
    assert daemon("controller.get", id="book")["index"] == 0
    page.keyboard.down("ArrowRight")
    index(page, 1)
    page.keyboard.up("ArrowRight")


def test_keys_select_pages_at_once(page):
    for key, place in (("ArrowRight", 1), ("ArrowLeft", 0), ("PageDown", 1), ("Space", 2), ("End", 3)):
        page.keyboard.press(key)
        index(page, place)


def test_an_upward_swipe_turns_the_page_of_a_vertical_pager_and_a_downward_one_that_from_the_bottom(
        daemon, page, mouse):
    for number, (is_upward, start, end) in enumerate([(False, 330, 60), (True, 60, 330)], 1):
        caught_up(page, daemon(
            "controller.update", id="book", direction="vertical", bottomToTop=is_upward,
            swipeEnabled="forward")["seq"])
        mouse.down(300, start)
        mouse.move(300, start + (end - start) / 5)
        mouse.move(300, end)
        progress(page, 0.5)
        mouse.up()
        index(page, number)


def stack(daemon, **options):
    """Shows a navigation stack with two pages; returns the number of the last event."""
    for id in ("list", "detail"):
        daemon("controller.create", id=id, kind="view", title=id)
    daemon("controller.create", id="stack", kind="navigation", **options)
    daemon("navigation.setStack", id="stack", controllers=["list", "detail"])
    return daemon("window.setRoot", id="main", controller="stack")["seq"]


def test_a_swipe_from_the_edge_pops_a_navigation_stack(daemon, page, mouse):
    caught_up(page, stack(daemon))
    across(mouse, 10, 100, 500)
    progress(page, 0.6)
    mouse.up()
    until(page, "viewer.state.controllers.get('stack').top === 'list'")
    settled(page)
    assert shown(page) == ["list"]


def test_a_stack_without_interactive_pop_has_a_back_button(daemon, page, mouse):
    caught_up(page, stack(daemon, interactivePopEnabled=False))
    settled(page)
    recorded(page)
    across(mouse, 10, 100, 500)
    mouse.up()
    assert page.evaluate("asked") == []
    page.get_by_role("button", name="Back to list").click()
    until(page, "viewer.state.controllers.get('stack').top === 'list'")


def test_a_watching_browser_cannot_move_pages(daemon, open_view, browse):
    page = browse(open_view.origin)
    page.keyboard.press("ArrowRight")
    mouse = Mouse(page)
    across(mouse, 600, 100)
    mouse.up()
    refusal = page.evaluate(
        "viewer.link.request('pager.next').then(() => null, (refusal) => refusal.name)")
    assert refusal == "notPermitted"
    assert daemon("controller.get", id="book")["index"] == 0
    for control in ("#previous", "#next", "a[href='/inspect']"):
        assert page.locator(control).is_hidden()


@pytest.mark.parametrize("path", ["/", "/presenter", "/remote"])
def test_a_visible_page_keeps_the_screen_on(view, browse, path):
    page = browse(f"{view.origin}{path}#token={view.token}", fresh=True)
    page.add_init_script(
        "navigator.wakeLock.request = async (kind) => { window.held = kind; return {}; };")
    page.reload()
    until(page, "window.held === 'screen'")


def recorded(page):
    """Makes the page record in `asked` which methods it calls."""
    page.evaluate(
        """() => {
            window.asked = [];
            const request = viewer.link.request.bind(viewer.link);
            viewer.link.request = (method, ...rest) => {
                asked.push(method);
                return request(method, ...rest);
            };
        }""")


def test_drags_and_keys_in_a_disabled_direction_have_no_effect(daemon, page, mouse):
    daemon("pager.select", index=1, animated=False)
    caught_up(page, daemon("controller.update", id="book", swipeEnabled="forward")["seq"])
    settled(page)
    recorded(page)
    across(mouse, 100, 300, 600)
    mouse.up()
    assert page.evaluate("[asked, viewer.player.scenes.size]") == [[], 0]
    assert shown(page) == ["2-plan"]
    across(mouse, 600, 300)
    progress(page, 0.3)
    mouse.move(50)
    mouse.up()
    index(page, 2)
    assert page.evaluate("asked.splice(0)[0]") == "pager.swipe"
    caught_up(page, daemon("controller.update", id="book", swipeEnabled="backward")["seq"])
    for key in ("ArrowRight", "PageDown", "Space"):
        page.keyboard.press(key)
    assert page.evaluate("asked") == []
    page.keyboard.press("End")
    index(page, 3)
    page.keyboard.press("PageUp")
    index(page, 2)
    assert page.evaluate("asked") == ["pager.select", "pager.previous"]


def test_page_down_turns_pages_before_and_after_a_frame_is_used(daemon, view, browse):
    daemon("controller.create", id="long", kind="view", content={
        "type": "text/html", "body": "<input id=field><p style='height: 5000px'>long"})
    daemon("pager.insert", page="long", at=0)
    daemon("pager.select", page="long", animated=False)
    page = browse(view.address, fresh=True)
    field = page.frame_locator("iframe").locator("#field")
    field.wait_for()
    box = page.locator("iframe").bounding_box()
    corner = box["x"] + 30, box["y"] + 20
    page.mouse.click(*corner)
    page.keyboard.press("PageDown")
    until(page, "viewer.state.controllers.get('book').index === 1")
    daemon("pager.select", page="long", animated=False)
    use = page.get_by_role("button", name="Use page")
    until(page, "viewer.state.controllers.get('book').index === 0")
    use.click()
    field.click()
    assert field.evaluate("(element) => element === document.activeElement")
    # The pointer stays over the frame, so this page receives none of its movements.
    until(page, "!document.documentElement.classList.contains('awake')")
    page.keyboard.press("PageDown")
    use.click()
    page.keyboard.press("PageDown")
    until(page, "viewer.state.controllers.get('book').index === 1")


def test_input_into_the_frame_of_a_page_in_use_delays_auto_advance(daemon, view, browse):
    daemon("controller.create", id="form", kind="view", content={
        "type": "text/html", "body": "<input id=field>"})
    daemon("pager.insert", page="form", at=0)
    daemon("controller.update", id="book", autoAdvance=60, autoAdvanceOnInteraction="stop")
    daemon("pager.select", page="form", animated=False)
    page = browse(view.address, fresh=True)
    recorded(page)
    page.mouse.move(20, 20)
    page.get_by_role("button", name="Use page").click()
    field = page.frame_locator("iframe").locator("#field")
    assert not daemon("controller.get", id="book")["autoAdvanceHeld"]
    field.click()
    page.keyboard.type("some words")
    until(page, "viewer.state.controllers.get('book').autoAdvanceHeld")
    # The keys are for the page alone.
    assert set(page.evaluate("asked")) == {"pager.interact"}
    assert daemon("controller.get", id="book")["selected"] == "form"


def test_a_page_that_is_only_shown_delays_no_auto_advance(daemon, view, browse):
    daemon("controller.update", id="book", autoAdvance=60, autoAdvanceOnInteraction="stop")
    page = browse(view.address, fresh=True)
    recorded(page)
    page.mouse.move(100, 100)
    # Some looks at the focus and the activation pass.
    until(page, "performance.now() > 4000")
    assert page.evaluate("asked") == []


def test_the_p_key_pauses_and_resumes_auto_advance_even_before_the_events_of_a_press(daemon, page):
    recorded(page)
    page.keyboard.press("p")
    assert page.evaluate("asked") == []
    caught_up(page, daemon("controller.update", id="book", autoAdvance=1000)["seq"])
    page.keyboard.press("p")
    until(page, "viewer.state.controllers.get('book').paused")
    page.keyboard.press("p")
    until(page, "!viewer.state.controllers.get('book').paused")
    page.evaluate("""() => {
        for (let press = 0; press < 2; press++)
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
    }""")
    until(page, "asked.length === 4")
    assert page.evaluate("asked") == ["pager.pause", "pager.resume"] * 2


def test_a_cancelled_drag_stops_auto_advance_until_p_is_pressed(daemon, page, mouse):
    caught_up(page, daemon(
        "controller.update", id="book", autoAdvance=1000, autoAdvanceOnInteraction="stop")["seq"])
    across(mouse, 600, 200)
    progress(page, 0.6)
    mouse.move(560)
    progress(page, 0, 0.1)
    mouse.rest()
    mouse.move(561)
    mouse.up()
    until(page, "viewer.state.transitions.size === 0")
    assert daemon("controller.get", id="book")["autoAdvanceHeld"] is True
    until(page, "viewer.state.controllers.get('book').autoAdvanceHeld")
    page.keyboard.press("p")
    until(page, "!viewer.state.controllers.get('book').autoAdvanceHeld")
    assert page.evaluate("viewer.state.controllers.get('book').paused") is False


@pytest.mark.parametrize("options, place", [({"swipeEnabled": False}, 0), ({"bounces": False}, 1)])
def test_a_swipe_that_cannot_turn_a_pager_turns_the_enclosing_one(daemon, page, mouse, options, place):
    for id in ("first", "second"):
        daemon("controller.create", id=id, kind="view", title=id)
    daemon("controller.create", id="inner", kind="pager", **options)
    daemon("pager.setPages", id="inner", pages=["first", "second"], selected=["first", "second"][place])
    daemon("pager.insert", id="book", page="inner", at=1)
    caught_up(page, daemon("pager.select", id="book", index=1, animated=False)["seq"])
    settled(page)
    across(mouse, 600, 300)
    progress(page, 0.3)
    mouse.move(50)
    mouse.up()
    index(page, 2)
    assert daemon("controller.get", id="inner")["index"] == place


def test_keys_do_not_act_on_the_pager_of_an_alarm(daemon, page):
    daemon("controller.create", id="alarm-main", kind="pager", content={"alarm": True})
    for id in ("alarm-main-on", "alarm-main-off"):
        daemon("controller.create", id=id, kind="view", content={"alarm": True})
    daemon("pager.setPages", id="alarm-main", pages=["alarm-main-on", "alarm-main-off"])
    caught_up(page, daemon("modal.present", **{"from": "book"}, controller="alarm-main",
                           style="fullScreen", animated=False)["seq"])
    recorded(page)
    for key in ("p", "End", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("asked") == []


def test_a_swipe_changes_the_detent_of_a_sheet_or_dismisses_the_sheet(daemon, page, mouse):
    sheet = {"detents": [{"id": "medium"}, {"id": "large"}]}
    daemon("controller.create", id="notes", kind="view", title="Notes", sheet=sheet)
    caught_up(page, daemon("modal.present", **{"from": "book"}, controller="notes",
                           animated=False)["seq"])
    settled(page)

    def swipe(start, end):
        mouse.down(320, start)
        for step in range(1, 6):
            mouse.move(320, start + (end - start) * step / 5)
        mouse.up()

    def until_selected(detent):
        until(page, f"viewer.state.controllers.get('notes').sheet.selectedDetent === '{detent}'")
        # The sheet glides to its place, and the next touch begins there.
        until(page, "!viewer.isDue && document.getAnimations().length === 0")

    swipe(300, 120)
    until_selected("large")
    swipe(60, 300)
    until_selected("medium")
    swipe(240, 350)
    until(page, "viewer.state.presented.size === 0")


def test_a_swipe_turns_a_page_controller_with_space_between_the_pages_of_its_data_source(daemon, page, mouse):
    for id in ("left", "right"):
        daemon("controller.create", id=id, kind="view")
    daemon(
        "controller.create", id="leaves", kind="page", style="scroll", interPageSpacing=40,
        dataSource={"readAhead": 1})
    daemon("page.set", id="leaves", controllers=["left"], direction="forward")
    daemon("page.supply", id="leaves", request=2, page="right")
    caught_up(page, daemon("window.setRoot", id="main", controller="leaves")["seq"])
    mouse.down(500, 200)
    mouse.move(450, 200)
    mouse.move(100, 200)
    progress(page, 0.5)
    until(page, "!viewer.isDue")
    # The pages are as far apart as the space between them says.
    width = daemon("controller.get", id="leaves")["frame"]["width"]
    left, right = (page.locator(f"[data-view={id}]").bounding_box()["x"] for id in ("left", "right"))
    assert right - left == pytest.approx(640 * (1 + 40 / width), abs=1)
    mouse.up()
    until(page, "viewer.state.controllers.get('leaves').controllers[0] === 'right'")
    page.keyboard.press("PageUp")
    until(page, "viewer.state.controllers.get('leaves').controllers[0] === 'left'")


@pytest.fixture
def strip(daemon, page):
    """A page that shows three of five pages side by side in a window of 640 by 360 points."""
    pages = ["p1", "p2", "p3", "p4", "p5"]
    for id in pages:
        daemon("controller.create", id=id, kind="view", title=id)
    daemon("controller.create", id="strip", kind="pager", pagesPerView=3, spacing=20)
    daemon("pager.setPages", id="strip", pages=pages)
    daemon("window.resize", id="main", size={"width": 640, "height": 360})
    caught_up(page, daemon("window.setRoot", id="main", controller="strip")["seq"])
    settled(page)
    return page


def places(page):
    """Returns the left edges of the drawn pages in pixels."""
    return {
        id: round(page.locator(f"[data-view={id}]").bounding_box()["x"]) for id in shown(page)}


def test_pages_that_are_side_by_side_follow_the_finger_and_return_when_it_does(daemon, strip, mouse):
    assert places(strip) == {"p1": 0, "p2": 220, "p3": 440}
    across(mouse, 600, 590, 482)
    progress(strip, 0.49, 0.51)
    until(strip, """Math.abs(
        document.querySelector("[data-view=p2]").getBoundingClientRect().left - 110) < 2""")
    assert places(strip) == {"p1": -110, "p2": 110, "p3": 330, "p4": 550}
    mouse.move(580)
    mouse.rest()
    mouse.up()
    until(strip, "viewer.state.transitions.size === 0")
    settled(strip)
    assert places(strip) == {"p1": 0, "p2": 220, "p3": 440}
    across(mouse, 600, 590, 482)
    progress(strip, 0.49, 0.51)
    mouse.move(360)
    mouse.rest()
    mouse.up()
    until(strip, "viewer.state.controllers.get('strip').index === 1")
    settled(strip)
    assert places(strip) == {"p2": 0, "p3": 220, "p4": 440}
    assert daemon("controller.get", id="strip")["children"] == ["p2", "p3", "p4"]


def test_a_swipe_opens_and_closes_a_drawer(daemon, page, mouse):
    for id in ("menu", "text"):
        daemon("controller.create", id=id, kind="view", title=id)
    daemon("controller.create", id="split", kind="split", drawer=True)
    daemon("split.setColumns", id="split", primary="menu", secondary="text")
    daemon("window.resize", id="main", size={"width": 500, "height": 360})
    caught_up(page, daemon("window.setRoot", id="main", controller="split")["seq"])
    settled(page)
    stage = page.locator("[data-view=split]").bounding_box()

    def swipe(start, end):
        mouse.down(stage["x"] + start)
        for step in range(1, 6):
            mouse.move(stage["x"] + start + (end - start) * step / 5)
        mouse.up()

    def until_mode(mode):
        until(page, f"viewer.state.controllers.get('split').displayMode === '{mode}'")
        settled(page)

    swipe(10, 250)
    until_mode("oneOverSecondary")
    until(page, "document.querySelector('[data-view=menu]') !== null")
    swipe(250, 10)
    until_mode("secondaryOnly")
    until(page, "document.querySelector('[data-view=menu]') === null")


def test_the_neighbours_of_the_selected_page_are_drawn_by_the_transformer(daemon, strip):
    keyframes = [{"at": 0, "value": 0.5}, {"at": 0.5, "value": 1}, {"at": 1, "value": 0.5}]
    daemon("controller.update", id="strip", transformer=[
        {"property": property, "keyframes": keyframes} for property in ("opacity", "scale")])
    opacity = "([id, value]) => document.querySelector(`[data-view=${id}]`).style.opacity === value"
    for id, value in (("p1", "1"), ("p2", "0.5"), ("p3", "0.5")):
        until(strip, opacity, [id, value])
    daemon("pager.select", id="strip", index=1, animated=False)
    for id, value in (("p2", "1"), ("p3", "0.5")):
        until(strip, opacity, [id, value])
