"""Swipes to a page that a plugin supplies with a delay, while the finger moves on."""

import json
import os
import select
import sys

import pytest

from conftest import PATIENCE, caught_up, settled, shown, until
from programs import BOOK, ROOT, Daemon
from test_gestures import Mouse, progress

#: A plugin that reports through a pipe that it is ready, and reads its answers from another pipe.
PLUGIN = """
import sys
from pagerd_client.plugin import Plugin

plugin = Plugin("source")

@plugin.attached
def attached():
    open("ready", "w").close()

@plugin.decide("pageAfter", of=["book"], deadline=30)
def after(question):
    with open("answer") as answer:
        return answer.read() or None

plugin.main()
"""


@pytest.fixture
def daemon(tmp_path):
    for name in ("ready", "answer"):
        os.mkfifo(tmp_path / name)
    path = str(ROOT / "clients" / "python")
    (tmp_path / "pagerd.json").write_text(json.dumps({"plugins": {"source": {
        "command": [sys.executable, "-c", PLUGIN], "directory": ".", "grants": ["decide"],
        "environment": {"PYTHONPATH": path}}}}))
    daemon = Daemon("--book", str(BOOK), "--config", str(tmp_path / "pagerd.json"))
    ready = select.poll()
    ready.register(os.open(tmp_path / "ready", os.O_RDONLY | os.O_NONBLOCK))
    assert ready.poll(PATIENCE * 1000), "the plugin is not attached"
    daemon("controller.create", id="extra", kind="view", title="Extra")
    daemon("pager.select", index=3, animated=False)
    yield daemon
    daemon.stop()


@pytest.fixture
def answer(tmp_path):
    return (tmp_path / "answer").write_text


def drag(page):
    """Moves a finger by half a page while the plugin's decision is pending."""
    mouse = Mouse(page)
    mouse.down(600)
    mouse.move(500)
    mouse.move(200)
    until(page, "viewer.decisions.size === 1")
    assert page.evaluate("viewer.state.transitions.size") == 0
    return mouse


def test_a_page_supplied_during_a_swipe_follows_the_finger(daemon, answer, page):
    mouse = drag(page)
    answer("extra")
    progress(page, 0.6, 0.65)
    mouse.move(150)
    progress(page, 0.66)
    mouse.up()
    until(page, "viewer.state.controllers.get('book').selected === 'extra'")
    settled(page)
    assert shown(page) == ["extra"]


def test_a_page_supplied_after_the_finger_is_lifted_is_selected(daemon, answer, page):
    drag(page).up()
    answer("extra")
    until(page, "viewer.state.controllers.get('book').selected === 'extra'")
    settled(page)
    assert shown(page) == ["extra"]
    assert daemon("transition.list")["transitions"] == []


def test_no_transition_begins_if_the_plugin_supplies_no_page(daemon, answer, page):
    mouse = drag(page)
    page.evaluate(
        """() => {
            const [{ promise }] = viewer.decisions.values();
            promise.then((made) => { window.made = [made]; });
        }""")
    answer("")
    until(page, "window.made !== undefined")
    assert page.evaluate("made") == [None]
    mouse.up()
    assert daemon("transition.list")["transitions"] == []
    caught_up(page, daemon("pager.select", index=0, animated=False)["seq"])
    settled(page)
    assert shown(page) == ["1-menu"]
