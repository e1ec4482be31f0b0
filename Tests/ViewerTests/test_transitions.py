"""The animation of transitions from their tracks."""

import pytest

from conftest import caught_up, held, settled, shown, slowed, until
from programs import BOOK

BUILT_IN = [
    "crossDissolve", "curlUp", "curlDown", "flipFromLeft", "flipFromRight", "flipFromTop",
    "flipFromBottom", "slide", "scroll", "coverVertical",
]


def test_each_style_animates_both_pages_and_leaves_the_new_page(daemon, page):
    for number, style in enumerate(BUILT_IN):
        old, new = ("1-menu", "2-plan") if number % 2 == 0 else ("2-plan", "1-menu")
        transition = daemon.hold(0.25, page=new, transition=style)
        held(page, transition, 0.25)
        assert set(shown(page)) == {old, new}, style
        assert page.evaluate("document.getAnimations().length") > 0, style
        daemon("transition.finish", id=transition)
        until(page, "viewer.state.transitions.size === 0")
        settled(page)
        assert shown(page) == [new], style
        assert page.evaluate("document.getAnimations().length") == 0, style
        assert page.locator(".curl-flap, .above, .moving").count() == 0, style


def test_the_page_that_curls_has_tracks_or_moves_further_is_above_the_other_one(page):
    track = lambda property, value: [
        {"property": property, "keyframes": [{"at": 0, "value": value}, {"at": 1, "value": 0}]}]
    cases = [
        (track("curl", 1), track("translateX", 1), "forward", True),
        ([], track("opacity", 1), "reverse", False),
        (track("translateX", -0.3), track("translateX", 1), "reverse", False),
        (track("opacity", 1), track("opacity", 1), "forward", False),
        (track("opacity", 1), track("opacity", 1), "reverse", True),
    ]
    for leaving, entering, direction, is_above in cases:
        found = page.evaluate("""async ([from, to, direction]) => {
            const { leavingIsAbove } = await import('/js/tracks.js');
            return leavingIsAbove({ from, to }, direction);
        }""", [leaving, entering, direction])
        assert found == is_above, (leaving, entering, direction)


def computed(page, view, name):
    return page.evaluate(
        "([id, name]) => getComputedStyle(document.querySelector(`[data-view='${id}']`))[name]",
        [view, name])


def test_an_unknown_style_is_drawn_from_its_tracks(daemon, page):
    frames = lambda *pairs: [{"at": at, "value": value} for at, value in pairs]
    daemon("transition.define", style="swirl", duration=0.5, curve="linear", tracks={
        "from": [{"property": "rotateZ", "keyframes": frames((0, 0), (1, 90))},
                 {"property": "scale", "keyframes": frames((0, 1), (0.5, 0.25), (1, 0))}],
        "to": [{"property": "opacity", "keyframes": frames((0, 0), (1, 1))}]})
    transition = daemon.hold(0.5, index=1, transition="swirl")
    held(page, transition, 0.5)
    assert float(computed(page, "2-plan", "opacity")) == pytest.approx(0.5, abs=0.01)
    turned = page.evaluate(
        "new DOMMatrix(getComputedStyle(document.querySelector('[data-view=\"1-menu\"]')).transform)"
        ".toJSON()")
    assert turned["m11"] == pytest.approx(0.25 * 0.7071, abs=0.01)
    assert turned["m12"] == pytest.approx(0.25 * 0.7071, abs=0.01)


@pytest.fixture
def clockwork(pool):
    with pool.serving(BOOK, "--clock", "manual") as both:
        yield both


def test_the_clock_plays_a_transition_to_its_end(clockwork, browse):
    daemon, view = clockwork
    page = browse(view.address, fresh=True)
    daemon("controller.update", id="book", duration=300)
    transition = daemon("pager.next")["transition"]
    until(page, """id => {
            const animations = viewer.player.scenes.get(id)?.animations ?? [];
            return animations.length > 0 && animations.every(
                ({ playState, currentTime }) => playState === 'running' && currentTime > 0);
        }""", transition)
    assert shown(page) == ["1-menu", "2-plan"]
    caught_up(page, daemon("clock.advance", seconds=300)["seq"])
    settled(page)
    assert shown(page) == ["2-plan"]
    # A turn that waited for its page ends soon after the daemon's.
    page.evaluate("viewer.player.mustWait = () => !window.isLoaded")
    transition = daemon("pager.next")["transition"]
    until(page, "id => viewer.player.scenes.get(id)?.isLate", transition)
    page.evaluate("window.isLoaded = true; viewer.redraw()")
    until(page, "id => viewer.player.scenes.get(id)?.animations.length > 0", transition)
    caught_up(page, daemon("clock.advance", seconds=300)["seq"])
    settled(page)
    assert shown(page) == ["3-board"]


def test_a_late_or_resized_browser_shows_a_held_transition_at_its_progress(daemon, page, view, browse):
    transition = daemon.hold(0.75)
    late = browse(view.address)
    held(late, transition, 0.75)
    page.set_viewport_size({"width": 900, "height": 500})
    until(page, "document.querySelector('.curl-back')?.style.width === '900px'")
    held(page, transition, 0.75)


def test_finishing_an_interactive_transition_animates_the_rest(daemon, page):
    transition = daemon.hold(0.4)
    held(page, transition, 0.4)
    page.evaluate(
        """() => {
            window.seen = [];
            const watch = () => {
                const flap = document.querySelector('.curl-flap');
                if (flap) seen.push(new DOMMatrix(getComputedStyle(flap).transform).e);
                requestAnimationFrame(watch);
            };
            watch();
        }""")
    slowed(page, 0.02)
    daemon("transition.finish", id=transition)
    until(page, "viewer.state.transitions.size === 0")
    until(page, "new Set(seen.map(Math.round)).size > 5")
    slowed(page, 1)
    settled(page)
    places = page.evaluate("seen")
    # A browser rounds the start of an animation to microseconds: allow half a pixel.
    assert all(then < now + 0.5 for now, then in zip(places, places[1:])), places
    assert shown(page) == ["2-plan"]


def test_a_transition_that_replaces_another_leaves_nothing_behind(daemon, page):
    first = daemon.hold(0.4)
    held(page, first, 0.4)
    daemon("pager.select", index=3)
    daemon("pager.select", index=2)
    caught_up(page, daemon("pager.select", index=0, animated=False)["seq"])
    settled(page)
    assert shown(page) == ["1-menu"]
    assert page.evaluate("document.getAnimations().length") == 0


def test_reduced_motion_replaces_movement_with_a_fade(daemon, view, browse):
    page = browse(view.address, reduced_motion="reduce")
    transition = daemon.hold(0.5)
    held(page, transition, 0.5)
    assert page.locator(".curl-flap").count() == 0
    assert float(computed(page, "1-menu", "opacity")) == pytest.approx(0.5, abs=0.01)


def test_a_page_stays_inside_the_safe_area(daemon, page):
    top = lambda: page.locator("[data-view='1-menu'] .content").first.bounding_box()["y"]
    before = top()
    stage = page.locator("[data-view='1-menu']").bounding_box()["height"]
    daemon("window.setSafeAreaInsets", id="main", insets={"top": 40})
    until(page, "document.querySelector('[data-view=\"1-menu\"] .covered') !== null")
    height = daemon("window.get", id="main")["size"]["height"]
    assert (top() - before) / stage == pytest.approx(40 / height, rel=0.02)


def matrix(page, view):
    return page.evaluate(
        """id => new DOMMatrix(
            getComputedStyle(document.querySelector(`[data-view='${id}']`)).transform).toJSON()""",
        view)


def test_a_view_is_drawn_with_its_transform_about_its_centre(daemon, page):
    place = lambda: page.locator("[data-view='1-menu']").bounding_box()
    before = place()
    width = daemon("controller.get", id="1-menu")["frame"]["width"]
    transform = {"a": 0.5, "d": 0.5, "tx": width / 4}
    caught_up(page, daemon("view.set", view="1-menu", transform=transform)["seq"])
    settled(page)
    after = place()
    assert after["width"] == pytest.approx(before["width"] / 2, abs=1)
    assert after["x"] == pytest.approx(before["x"] + before["width"] / 2, abs=1)
    assert after["y"] == pytest.approx(before["y"] + before["height"] / 4, abs=1)
    caught_up(page, daemon("view.set", view="1-menu", transform={})["seq"])
    settled(page)
    assert place() == before


def test_an_animation_alongside_a_transition_goes_on_or_is_reverted_with_it(daemon, page):
    pager = daemon("controller.get", id="book")["id"]

    def begin(**goal):
        transition = daemon.hold(0.5, index=1)
        daemon("transition.animateAlongside", id=transition, view=pager, **goal)
        held(page, transition, 0.5)
        until(page, "viewer.state.transitions.values().next().value.alongside !== undefined")
        return transition

    opacity = f"Number(getComputedStyle(document.querySelector('[data-view=\"{pager}\"]')).opacity)"
    transition = begin(alpha=0.2)
    until(page, f"Math.abs({opacity} - 0.6) < 0.01")
    daemon("transition.cancel", id=transition)
    until(page, "viewer.state.transitions.size === 0")
    settled(page)
    assert page.evaluate(opacity) == 1
    transition = begin(transform={"a": 0.5, "d": 0.5})
    until(page, f"""Math.abs(new DOMMatrix(getComputedStyle(
        document.querySelector('[data-view="{pager}"]')).transform).a - 0.75) < 0.01""")
    daemon("transition.finish", id=transition)
    until(page, "viewer.state.transitions.size === 0")
    settled(page)
    assert matrix(page, pager)["m11"] == 0.5


def test_a_view_keeps_its_transform_while_its_page_turns(daemon, page):
    caught_up(page, daemon("view.set", view="1-menu", transform={"a": 0.5, "d": 0.5})["seq"])
    held(page, daemon.hold(0.5, index=1, transition="slide"), 0.5)
    assert matrix(page, "1-menu")["m11"] == 0.5


def test_views_move_to_their_frames_during_a_resize(daemon, page):
    for id in ("left", "right"):
        daemon("controller.create", id=id, kind="view")
    daemon("controller.create", id="halves", kind="split")
    daemon("split.setColumns", id="halves", primary="left", secondary="right")
    daemon("window.resize", id="main", size={"width": 1000, "height": 600})
    caught_up(page, daemon("window.setRoot", id="main", controller="halves")["seq"])
    settled(page)
    gliding = "document.querySelectorAll('.resizing').length"
    wide = {"width": 2000, "height": 600}
    daemon("window.resize", id="main", size=wide, animated=True, duration=600)
    until(page, f"{gliding} === 1 && document.getAnimations().length > 0")
    # Another resize ends the first one, and is not animated.
    reply = daemon("window.resize", id="main", size={"width": 1000, "height": 600})
    caught_up(page, reply["seq"])
    until(page, f"{gliding} === 0 && document.getAnimations().length === 0")
