"""Talks: slides of one file, notes for the speaker alone, the presenter, the remote control."""

import json

import pytest
from conftest import caught_up, settled, until
from programs import Daemon, View, WebSocket

TALK = """---
theme: {base: night, numbers: true}
---
# One
<!-- notes: secret-one -->

---

# Two

- a point

Note: secret-two

---

# Three <!-- secret-three -->

[the file](talk.md)
"""


@pytest.fixture
def talk(tmp_path):
    """A daemon and a viewer with a talk."""
    book = tmp_path / "talk.md"
    book.write_text(TALK)
    daemon = Daemon("--book", str(book))
    view = View(daemon, "--book", str(book))
    yield daemon, view
    view.stop()
    daemon.stop()


def watch_token(view):
    line, = (line for line in view.said if line.startswith("watch "))
    return line.split("#token=")[1].strip()


def test_no_frame_to_the_audience_has_a_note(talk):
    daemon, view = talk
    with WebSocket(view) as audience, WebSocket(view) as speaker:
        frames = {}
        for socket, token in ((audience, watch_token(view)), (speaker, view.token)):
            socket.send(json.dumps({"token": token}))
            said = frames[socket] = [socket.message()]
            while not said[-1].startswith('{"snapshot"'):
                said.append(socket.message())
        daemon("controller.update", id="One", content={
            "type": "text/markdown", "body": "# One", "notes": "secret-four"})
        daemon("controller.create", id="late", kind="view", content={"notes": "secret-five"})
        daemon("pager.next", animated=False)
        last = daemon("controller.update", id="late", content={"notes": "secret-six"})["seq"]
        for socket, said in frames.items():
            while f'"seq":{last}' not in said[-1]:
                said.append(socket.message())
            socket.send('{"resync":true}')
            said.append(socket.message())
            while not said[-1].startswith('{"snapshot"'):
                said.append(socket.message())
        secrets = ["one", "two", "four", "five", "six"]
        speakers = "".join(frames[speaker])
        assert [secret for secret in secrets if f"secret-{secret}" not in speakers] == []
        assert "secret" not in "".join(frames[audience])
        assert "secret-three" not in speakers, "a comment is for nobody"


def test_the_file_of_a_talk_is_not_served(talk, browse):
    _, view = talk
    page = browse(f"{view.origin}/#token={watch_token(view)}")
    answers = page.evaluate(
        """async () => {
            const answers = {};
            for (const path of ['talk.md', ';page=Three']) {
                const answer = await fetch(viewer.link.folder + path);
                answers[path] = [answer.status, await answer.text()];
            }
            return answers;
        }""")
    assert answers["talk.md"][0] == 404
    assert answers[";page=Three"][0] == 200 and "secret" not in answers[";page=Three"][1]


def test_the_presenter_shows_what_the_speaker_needs(talk, browse):
    daemon, view = talk
    page = browse(f"{view.origin}/presenter#token={view.token}", viewport={"width": 1280, "height": 760})
    page.get_by_text("Slide 1 of 3").wait_for()
    assert page.locator("#notes").inner_text() == "secret-one"
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


def test_the_presenter_of_the_audience_has_no_notes_and_no_buttons(talk, browse):
    _, view = talk
    page = browse(f"{view.origin}/presenter#token={watch_token(view)}")
    page.get_by_text("Slide 1 of 3").wait_for()
    assert page.locator("#notes").inner_text() == ""
    assert not page.locator("#next").is_visible()


def test_the_remote_control_turns_slides(talk, browse):
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


def test_a_number_and_enter_lead_to_that_slide(talk, browse):
    daemon, view = talk
    page = browse(view.address)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    until(page, "() => viewer.state.controllers.get('talk').index === 2")
    settled(page)
    assert page.locator("[data-view=Three] .page-number").inner_text() == "3 / 3"


@pytest.mark.parametrize("key", ["b", "."])
def test_a_key_makes_all_screens_black_and_shows_the_slide_again(talk, browse, key):
    daemon, view = talk
    page, other = browse(view.address), browse(f"{view.origin}/#token={watch_token(view)}")
    page.keyboard.press(key)
    until(other, "() => document.elementFromPoint(50, 50).closest('.view').dataset.view === 'black-screen'")
    colour = other.evaluate(
        "getComputedStyle(document.querySelector('[data-view=black-screen] .inner')).backgroundColor")
    assert colour == "rgb(0, 0, 0)"
    page.keyboard.press(key)
    until(other, "() => document.querySelector('[data-view=black-screen]') === null")
    assert daemon("controller.get", id="talk")["index"] == 0
