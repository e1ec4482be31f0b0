"""Talks: slides in one file, notes for the speaker only, the presenter, the remote control."""

import subprocess

import pytest
from conftest import caught_up, settled, shown, until
from programs import PROGRAMS
from test_gestures import Touch

TALK = """---
theme: {base: night, numbers: true}
---
# One
<!-- secret-one -->

---

# Two

- a point

Note: secret-two

---

# Three <!-- _class: secret-three -->

[the file](talk.md)
"""


@pytest.fixture
def talk(tmp_path, pool):
    """A daemon and a viewer with a talk."""
    book = tmp_path / "talk.md"
    book.write_text(TALK)
    with pool.serving(book) as both:
        yield both


def watch_token(view):
    line, = (line for line in view.said if line.startswith("watch "))
    return line.split("#token=")[1].strip()


def test_neither_the_file_of_a_talk_nor_its_notes_are_served_to_the_audience(talk, browse):
    _, view = talk
    page = browse(f"{view.origin}/#token={watch_token(view)}")
    answers = page.evaluate(
        """async () => {
            const answers = {};
            for (const path of ['talk.md', ';notes=One', ';page=Three']) {
                const answer = await fetch(viewer.link.folder + path);
                answers[path] = [answer.status, await answer.text()];
            }
            return answers;
        }""")
    assert answers["talk.md"][0] == answers[";notes=One"][0] == 404
    assert answers[";page=Three"][0] == 200 and "secret" not in answers[";page=Three"][1]


def test_the_presenter_shows_notes_the_next_slide_and_a_timer(talk, browse):
    daemon, view = talk
    page = browse(f"{view.origin}/presenter#token={view.token}", viewport={"width": 1280, "height": 760})
    page.get_by_text("Slide 1 of 3").wait_for()
    assert page.locator("#notes").inner_text() == "secret-one"
    # Notes may have Markdown.
    notes = "Say *hello*\nto all\n\n- one\n- two<script>three</script>"
    content = daemon("controller.get", id="One")["content"]
    daemon("controller.update", id="One", content={**content, "notes": notes})
    page.locator("#notes em", has_text="hello").wait_for()
    assert page.locator("#notes li").all_inner_texts() == ["one", "two"]
    assert page.locator("#notes p").inner_text() == "Say hello\nto all"
    assert page.locator("#next-slide h1").inner_text() == "Two"
    assert page.locator("#timer").inner_text() == "00:00"
    page.get_by_role("button", name="Next ›").click()
    page.get_by_text("Slide 2 of 3").wait_for()
    until(page, "() => document.querySelector('#notes').textContent === 'secret-two'")
    until(page, "() => document.querySelector('#timer').textContent !== '00:00'")
    page.get_by_label("Slide", exact=True).fill("3")
    page.get_by_role("button", name="Go").click()
    page.get_by_text("Slide 3 of 3").wait_for()
    page.get_by_text("This is the last slide.").wait_for()
    page.get_by_text("This slide has no notes.").wait_for()
    assert daemon("controller.get", id="talk")["index"] == 2


def test_the_presenter_with_the_watch_token_has_no_notes_and_no_buttons(talk, browse):
    _, view = talk
    page = browse(f"{view.origin}/presenter#token={watch_token(view)}")
    page.get_by_text("Slide 1 of 3").wait_for()
    assert page.locator("#notes").inner_text() == ""
    page.get_by_text("The notes are hidden, because this link is only for watching.").wait_for()
    assert not page.locator("#next").is_visible()


def test_buttons_and_swipes_on_the_remote_control_turn_slides(talk, browse):
    daemon, view = talk
    page = browse(f"{view.origin}/remote#token={view.token}", viewport={"width": 390, "height": 844},
                  has_touch=True)
    page.get_by_text("1 of 3").wait_for()
    assert page.get_by_role("button", name="Previous slide").is_disabled()
    button = page.get_by_role("button", name="Next slide")
    box = button.bounding_box()
    assert box["width"] > 200 and box["height"] > 150
    button.click()
    page.get_by_text("2 of 3").wait_for()
    page.get_by_role("button", name="Previous slide").click()
    page.get_by_text("1 of 3").wait_for()
    box = page.locator("#stage").bounding_box()
    y = box["y"] + box["height"] / 2
    finger = Touch(page)
    finger.down(box["x"] + 0.9 * box["width"], y)
    finger.move(box["x"] + 0.5 * box["width"], y)
    finger.move(box["x"] + 0.2 * box["width"], y)
    finger.up()
    page.locator("#place", has_text="2 of 3").wait_for()
    assert daemon("controller.get", id="talk")["index"] == 1


def test_a_number_and_enter_select_a_slide(talk, browse):
    daemon, view = talk
    page = browse(view.address)
    # The page forgets a digit after three seconds.
    press(page, ["3", "Enter"])
    until(page, "() => viewer.state.controllers.get('talk').index === 2")
    settled(page)
    assert page.locator("[data-view=Three] .page-number").inner_text() == "3 / 3"


def test_a_key_toggles_a_black_screen_in_all_browsers(talk, browse):
    daemon, view = talk
    page, other = browse(view.address), browse(f"{view.origin}/#token={watch_token(view)}")
    for key in ("b", "."):
        page.keyboard.press(key)
        until(other, "document.elementFromPoint(50, 50)?.closest('.view')?.dataset.view === 'black-screen'")
        colour = other.evaluate(
            "getComputedStyle(document.querySelector('[data-view=black-screen] .inner')).backgroundColor")
        assert colour == "rgb(0, 0, 0)"
        page.keyboard.press(key)
        until(other, "() => document.querySelector('[data-view=black-screen]') === null")
    assert daemon("controller.get", id="talk")["index"] == 0
    # Two presses before the events of the first one show the slide again.
    page.evaluate("""() => {
        window.presentations = [];
        viewer.addEventListener('applied', ({ detail }) => window.presentations.push(
            ...detail.filter(({ category }) => category === 'presentation').map(({ event }) => event)));
    }""")
    press(page, ["b", "b"])
    until(page, "window.presentations.includes('dismissalTransitionDidEnd')")
    assert page.evaluate("viewer.state.presented.size") == 0


def test_b_in_any_window_makes_all_windows_black_and_the_timer_goes_on(talk, browse):
    daemon, view = talk
    daemon("controller.create", id="hall", kind="view", content="Welcome")
    daemon("window.create", id="lobby")
    daemon("window.setRoot", id="lobby", controller="hall")
    token = view.address.split("#")[1]
    speaker = presenter(browse, view)
    pages = [browse(f"{view.origin}/{path}#{token}") for path in ("?window=lobby", "?window=main")]
    speaker.get_by_role("button", name="Start or pause").click()
    until(speaker, "timer.isRunning")
    for page in [*pages, speaker]:
        page.keyboard.press("b")
        for one in pages:
            until(one, "document.elementFromPoint(50, 50)?.closest('.view')?.dataset.view.startsWith('black-screen')")
        until(speaker, "talk.isBlack")
        pages.reverse()
        pages[0].keyboard.press("b")
        for one in pages:
            until(one, "document.querySelector('[data-view^=black-screen]') === null")
        until(speaker, "!talk.isBlack")
    assert speaker.evaluate("timer.isRunning")


def test_windows_whose_names_have_the_same_beginning_become_black_together(talk, browse):
    daemon, view = talk
    names = [f"{'long-' * 11}window-{letter}" for letter in "ab"]
    for name in names:
        daemon("window.create", id=name)
        daemon("controller.create", id=f"root-{name[-1]}", kind="view")
        daemon("window.setRoot", id=name, controller=f"root-{name[-1]}")
    page = browse(view.address)
    caught_up(page, daemon("server.ping")["seq"])
    page.keyboard.press("b")
    until(page, "viewer.state.presented.size === 3")
    page.keyboard.press("b")
    until(page, "viewer.state.presented.size === 0")


def test_the_presenter_draws_slides_in_the_shape_of_the_audiences_screen(talk, browse):
    daemon, view = talk
    page = presenter(browse, view)
    shape = """(wanted) => {
        const slides = [...document.querySelectorAll('#stage, #next-slide')];
        return slides.every((one) => Math.abs(one.clientWidth / one.clientHeight - wanted) < 0.05);
    }"""
    # A talk is made for a projector.
    until(page, shape, 16 / 9)
    screen = browse(f"{view.origin}/#token={watch_token(view)}", viewport={"width": 800, "height": 600}, fresh=True)
    until(page, shape, 4 / 3)
    screen.close()
    until(page, shape, 16 / 9)
    # The slides have the colours of the audience, although the page around them is dark.
    page.emulate_media(color_scheme="light")
    assert page.evaluate("getComputedStyle(document.querySelector('#stage')).colorScheme") == "light dark"


def test_b_neither_covers_an_alarm_nor_takes_it_away(talk, browse):
    daemon, view = talk
    page = browse(view.address)

    def alarm(*words):
        subprocess.run([PROGRAMS / "pagerctl", "alarm", *words], env=daemon.environment, check=True)
        caught_up(page, daemon("server.ping")["seq"])

    def presented():
        return page.evaluate("[...viewer.state.presented.values()]")

    page.keyboard.press("b")
    until(page, "viewer.state.presented.size === 1")
    alarm("Three")
    before = presented()
    assert before == ["black-screen", "alarm-main"]
    seq = daemon("server.ping")["seq"]
    page.keyboard.press("b")
    # What the key sends would come before the answer to a later command of the same page.
    page.evaluate("viewer.command('server.ping', {})")
    caught_up(page, daemon("server.ping")["seq"])
    assert (presented(), daemon("server.ping")["seq"]) == (before, seq)
    alarm("off")
    assert presented() == ["black-screen"]
    page.keyboard.press("b")
    until(page, "viewer.state.presented.size === 0")


LISTS = """---
theme: {incremental: true, progress: true}
---
# One

- first
- second
  - third

---

# Two

- alone
"""


@pytest.fixture
def lists(tmp_path, pool):
    """A daemon and a viewer with a talk whose lists are incremental."""
    book = tmp_path / "talk.md"
    book.write_text(LISTS)
    with pool.serving(book) as both:
        yield both


def items(page, shown):
    """Waits until the shown slide has exactly these items."""
    until(page, """(wanted) => {
        const all = [...document.querySelectorAll('.view.page:not([inert]) li')];
        const items = all.filter((one) => getComputedStyle(one).visibility === 'visible');
        return all.length > 0 && JSON.stringify(items.map((one) => one.firstChild.textContent.trim()
            || one.querySelector('p').textContent)) === JSON.stringify(wanted);
    }""", shown)


def test_items_appear_one_after_the_other_on_all_screens(lists, browse):
    daemon, view = lists
    page, other = browse(view.address), browse(f"{view.origin}/#token={watch_token(view)}")
    wanted = ["first", "second", "third"]
    # A theme can show a progress bar, too.
    until(page, "document.querySelector('[data-view=One] .page-progress')?.style.width === '50%'")
    for count in range(4):
        for one in (page, other):
            items(one, wanted[:count])
        if count < 3:
            page.keyboard.press("ArrowRight")
    assert daemon("controller.get", id="talk")["index"] == 0
    page.keyboard.press("ArrowRight")
    until(other, "viewer.state.controllers.get('talk').index === 1")
    settled(page)
    items(other, [])
    page.keyboard.press("ArrowRight")
    items(other, ["alone"])
    page.keyboard.press("ArrowLeft")
    items(other, [])
    page.keyboard.press("ArrowLeft")
    until(other, "viewer.state.controllers.get('talk').index === 0")
    settled(page)
    items(other, wanted)
    # When the second slide is shown again, none of its items is visible.
    page.keyboard.press("ArrowRight")
    until(other, "viewer.state.controllers.get('talk').index === 1")
    settled(other)
    items(other, [])


def test_each_press_shows_an_item_even_before_the_events_of_the_last_press(lists, browse):
    _, view = lists
    page = browse(view.address)
    items(page, [])
    # The third press comes after the events of the first one and before those of the second.
    page.evaluate("""() => {
        const press = () => document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
        press();
        press();
        viewer.addEventListener('applied', press, { once: true });
    }""")
    items(page, ["first", "second", "third"])


def press(page, keys):
    """Presses keys, all before the events of the first one."""
    page.evaluate("""(keys) => {
        for (const key of keys) {
            for (const type of ['keydown', 'keyup']) {
                document.body.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
            }
        }
    }""", keys)


def test_presses_before_the_events_of_a_page_change_concern_the_next_page(lists, browse):
    daemon, view = lists
    page = browse(view.address)
    items(page, [])
    press(page, ["PageDown"] * 5)
    items(page, ["alone"])
    # The third press hides the last item of the first slide, and the fourth one shows it again.
    press(page, ["PageUp"] * 3 + ["PageDown"] * 2)
    until(page, "viewer.state.controllers.get('talk').index === 1")
    settled(page)
    items(page, [])


def test_the_presenter_shows_items_that_are_still_hidden(lists, browse):
    _, view = lists
    page = browse(f"{view.origin}/presenter#token={view.token}", viewport={"width": 1280, "height": 760})
    until(page, """() => {
        const items = [...document.querySelectorAll('#stage li')];
        return items.length === 3 && items.every((one) => getComputedStyle(one).visibility === 'visible');
    }""")
    page.get_by_role("button", name="Next ›").click()
    until(page, "document.querySelectorAll('#stage li.later').length === 2")


def test_the_o_key_opens_an_overview_that_selects_a_slide(talk, browse):
    daemon, view = talk
    page, other = browse(view.address), browse(view.address)
    page.keyboard.press("o")
    page.get_by_role("dialog", name="All slides").wait_for()
    until(page, "document.activeElement.ariaLabel === 'Slide 1: One'")
    assert other.locator("dialog[open]").count() == 0
    # Slides are drawn when they come into view.
    page.keyboard.press("End")
    until(page, "[...document.querySelectorAll('.overview h1')].map((one) => one.textContent.trim()).join() === 'One,Two,Three'")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    until(other, "viewer.state.controllers.get('talk').index === 1")
    until(page, "document.querySelector('dialog[open]') === null")
    page.keyboard.press("o")
    page.get_by_role("dialog", name="All slides").wait_for()
    page.keyboard.press("o")
    until(page, "document.querySelector('dialog[open]') === null")
    assert daemon("controller.get", id="talk")["index"] == 1


def presenter(browse, view, path="presenter"):
    page = browse(f"{view.origin}/{path}#token={view.token}", viewport={"width": 1280, "height": 760})
    until(page, "viewer.mayCommand && talk.place.count > 0")
    return page


def test_all_windows_of_a_speaker_share_one_timer(talk, browse):
    daemon, view = talk
    page = presenter(browse, view)
    page.get_by_label("Minutes").fill("30")
    page.get_by_label("Minutes").press("Tab")
    page.get_by_text("30:00 left").wait_for()
    page.get_by_role("button", name="Start or pause").click()
    until(page, "timer.milliseconds > 1500")
    phone = presenter(browse, view, "remote")
    phone.get_by_text("29:5").wait_for()
    until(phone, "document.getElementById('timer').textContent >= '00:02'")
    page.get_by_role("button", name="Start or pause").click()
    until(phone, "document.getElementById('timer').classList.contains('still')")
    other = presenter(browse, view)
    until(other, "!timer.isRunning && timer.milliseconds > 1500 && timer.length === 1800")
    # The audience does not receive the timer.
    watching = browse(f"{view.origin}/presenter#token={watch_token(view)}")
    assert watching.evaluate("timer.milliseconds") == 0


def test_black_screens_stop_the_timer_only_if_asked_and_a_reset_is_confirmed(talk, browse):
    _, view = talk
    page = presenter(browse, view)
    page.get_by_role("button", name="Start or pause").click()
    page.locator("#black").click()
    until(page, "talk.isBlack")
    assert page.evaluate("timer.isRunning")
    page.locator("#black").click()
    until(page, "!talk.isBlack")
    page.get_by_label("black stops the timer").check()
    page.locator("#black").click()
    until(page, "talk.isBlack && !timer.isRunning")
    page.locator("#black").click()
    until(page, "!talk.isBlack && timer.isRunning")
    until(page, "timer.milliseconds > 1000")
    page.get_by_role("button", name="Reset", exact=True).click()
    page.get_by_role("button", name="Cancel").click()
    assert page.evaluate("timer.isRunning && timer.milliseconds > 1000")
    page.get_by_role("button", name="Reset", exact=True).click()
    page.get_by_role("button", name="Reset the timer").click()
    until(page, "timer.milliseconds === 0")


@pytest.mark.parametrize("path", ["", "presenter"])
def test_the_keys_of_clickers_turn_slides(talk, browse, path):
    daemon, view = talk
    page = browse(f"{view.origin}/{path}#token={view.token}")
    for forward in ("ArrowDown", "Enter"):
        page.keyboard.press(forward)
        until(page, "viewer.state.controllers.get('talk').index === 1")
        page.keyboard.press("ArrowUp")
        until(page, "viewer.state.controllers.get('talk').index === 0")


def test_keys_turn_slides_again_after_a_number_and_the_minutes_were_entered(talk, browse):
    daemon, view = talk
    page = presenter(browse, view)
    page.get_by_label("Slide", exact=True).fill("3")
    page.keyboard.press("Enter")
    page.get_by_text("Slide 3 of 3").wait_for()
    page.keyboard.press("ArrowUp")
    page.get_by_text("Slide 2 of 3").wait_for()
    page.get_by_label("Minutes").fill("20")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.get_by_text("Slide 3 of 3").wait_for()
    assert page.get_by_label("Minutes").input_value() == "20"


def test_the_audience_is_frozen_while_the_speaker_looks_ahead(talk, browse):
    daemon, view = talk
    page = presenter(browse, view)
    audience = browse(f"{view.origin}/#token={watch_token(view)}")
    page.keyboard.press("f")
    until(audience, "viewer.isFrozen")
    page.get_by_role("button", name="Next ›").click()
    page.get_by_text("Slide 2 of 3").wait_for()
    # A screen that opens now shows the frozen slide, too.
    late = browse(f"{view.origin}/#token={watch_token(view)}")
    for screen in (late, audience):
        settled(screen)
        assert shown(screen) == [daemon("controller.get", id="talk")["pages"][0]]
    page.get_by_role("button", name="Freeze audience (F)").click()
    for screen in (late, audience):
        until(screen, "!viewer.isFrozen && viewer.state.controllers.get('talk').index === 1")
        settled(screen)
        assert shown(screen) == [daemon("controller.get", id="talk")["pages"][1]]


def alarm(daemon, *words):
    subprocess.run([PROGRAMS / "pagerctl", "alarm", *words], env=daemon.environment, check=True)


def test_a_frozen_screen_shows_an_alarm_and_then_its_slide_again_until_it_is_black(talk, browse):
    daemon, view = talk
    page = presenter(browse, view)
    audience = browse(f"{view.origin}/#token={watch_token(view)}")
    page.keyboard.press("f")
    until(audience, "viewer.isFrozen")
    daemon("pager.next", animated=False)
    alarm(daemon, "Three")
    until(audience, """!viewer.isFrozen && viewer.hasAlarm
        && [...document.querySelectorAll('#stage h1')].some((one) => one.textContent.trim() === 'Three')""")
    late = browse(f"{view.origin}/#token={watch_token(view)}")
    until(late, "!viewer.isFrozen && viewer.hasAlarm")
    alarm(daemon, "off")
    for screen in (audience, late):
        until(screen, "viewer.isFrozen && !viewer.hasAlarm")
        settled(screen)
        assert shown(screen) == [daemon("controller.get", id="talk")["pages"][0]]
    page.keyboard.press("b")
    until(audience, "!viewer.isFrozen && viewer.page === 'black-screen'")


def test_another_window_is_not_frozen_and_its_alarm_concerns_only_itself(talk, browse):
    daemon, view = talk
    daemon("window.create", id="side")
    for id in ("a", "b"):
        daemon("controller.create", id=id, kind="view", title=id)
    daemon("controller.create", id="wall", kind="pager")
    daemon("pager.setPages", id="wall", pages=["a", "b"])
    daemon("window.setRoot", id="side", controller="wall")
    page = presenter(browse, view)
    audience = browse(f"{view.origin}/#token={watch_token(view)}")
    side = browse(f"{view.origin}/?window=side#token={watch_token(view)}")
    speaker = browse(view.address)
    speaker.keyboard.press("o")
    speaker.locator("dialog.overview[open]").wait_for()
    page.keyboard.press("f")
    until(audience, "viewer.isFrozen")
    daemon("pager.next", id="talk", animated=False)
    caught_up(side, daemon("pager.next", id="wall", animated=False)["seq"])
    assert not side.evaluate("viewer.isFrozen")
    assert shown(side) == ["b"]
    alarm(daemon, "Three", "--window", "side")
    seq = daemon("server.ping")["seq"]
    caught_up(audience, seq)
    caught_up(speaker, seq)
    until(audience, "viewer.isFrozen")
    assert shown(audience) == [daemon("controller.get", id="talk")["pages"][0]]
    assert speaker.locator("dialog.overview[open]").count() == 1
    late = browse(f"{view.origin}/#token={watch_token(view)}")
    until(late, "viewer.isFrozen")
    # An alarm in the shown window closes the overview.
    alarm(daemon, "off")
    alarm(daemon, "Three", "--window", "main")
    until(speaker, "viewer.hasAlarm && document.querySelector('dialog[open]') === null")


def test_all_screens_show_the_pointer_of_the_speaker(talk, browse):
    _, view = talk
    page = presenter(browse, view)
    screens = [browse(f"{view.origin}/#token={watch_token(view)}"), presenter(browse, view, "remote")]
    page.get_by_role("button", name="Pointer").click()
    box = page.locator("#stage").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    for screen in screens:
        until(screen, """() => {
            const mark = document.querySelector('.pointer-mark').getBoundingClientRect();
            const stage = document.getElementById('stage').getBoundingClientRect();
            const x = (mark.x + mark.width / 2 - stage.x) / stage.width;
            const y = (mark.y + mark.height / 2 - stage.y) / stage.height;
            return mark.width > 0 && Math.abs(x - 0.25) < 0.02 && Math.abs(y - 0.5) < 0.02;
        }""")
    page.mouse.move(5, 5)
    for screen in screens:
        until(screen, "document.querySelector('.pointer-mark').hidden")


def test_a_watching_browser_cannot_point_or_freeze(talk, browse):
    _, view = talk
    page = presenter(browse, view)
    audience = browse(f"{view.origin}/#token={watch_token(view)}", ready=True)
    # pagerview ends the connection, as for any message that is not permitted.
    audience.evaluate("window.before = viewer.link.socket; viewer.link.send({talk: {frozen: {container: 'a', shown: 'b'}}})")
    until(audience, "viewer.link.socket !== null && viewer.link.socket !== before && viewer.absence === ''")
    assert page.evaluate("shared.frozen") is None


def test_the_presenter_says_at_once_that_it_is_not_up_to_date(talk, browse):
    page = presenter(browse, talk[1])
    page.evaluate("viewer.link.contact = Date.now() - 5000; viewer.absent('Waiting for pagerview')")
    page.get_by_text("Not up to date: no contact for").wait_for()
    banner, clock = (page.locator(one).bounding_box() for one in ("#age", "#clock"))
    assert banner["x"] + banner["width"] <= clock["x"] or banner["y"] + banner["height"] <= clock["y"]
