"""What a browser that may only watch receives: what it needs to draw, and nothing private."""

import json

import pytest
import zmq

from conftest import caught_up, settled, until
from programs import Refused, WebSocket
from test_safety import ask
from test_talk import watch_token

#: The mark of every private text in these tests.
PRIVATE = "private-"


class Frames:
    """All messages that a browser has received."""

    def __init__(self, view, token):
        self.browser = WebSocket(view)
        self.browser.send(json.dumps({"token": token}))
        self.all = []
        self.until('{"snapshot"')

    def until(self, text):
        while text not in (self.all[-1] if self.all else ""):
            self.all.append(self.browser.message())

    def ask(self, message, text):
        self.browser.send(json.dumps(message))
        self.all.append(self.browser.message())
        self.until(text)

    @property
    def text(self):
        return "".join(self.all)

    def events(self):
        lists = [json.loads(message).get("events", []) for message in self.all]
        return [event for events in lists for event in events]


@pytest.fixture
def frames(view):
    """The messages to a browser that watches, and to one with the command token."""
    both = Frames(view, watch_token(view)), Frames(view, view.token)
    yield both
    for one in both:
        one.browser.__exit__()


class Plugin:
    """A plugin that hosts pages whose content has notes."""

    def __init__(self, daemon):
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.RCVTIMEO, 60_000)
        self.socket.connect(f"ipc://{daemon.folder}/default/plugins")
        self.send(id=1, method="plugin.register", params={
            "name": "private-plugin", "kinds": ["private-kind"],
            "decisions": [{"question": "contentFor", "deadline": 30}]})
        assert "result" in self.socket.recv_json()

    def send(self, **message):
        self.socket.send_json({"jsonrpc": "2.0", **message})

    def answer(self, content):
        """Answers the daemon's next question."""
        while (message := self.socket.recv_json()).get("method") != "decide":
            pass
        self.send(id=message["id"], result={"answer": content})


def private_life(daemon):
    """Causes events with private texts in each category. Returns the `seq` of the last one."""
    plugin = Plugin(daemon)
    content = {"type": "text/plain", "body": "of the plugin", "notes": "private-notes-1",
               "more": {"notes": "private-notes-2"}}
    daemon("controller.create", id="hosted", kind="private-kind")
    daemon("pager.insert", page="hosted", at=1)
    daemon.socket.send_json({"jsonrpc": "2.0", "id": 1, "method": "pager.next",
                             "params": {"animated": False}, "client": "private-client"})
    assert "result" in daemon.socket.recv_json()
    plugin.answer(content)
    plugin.send(id=7, result={"answer": "private-answer-to-no-question"})
    plugin.socket.close()
    on = {"viewDidDisappear": [{"method": "controller.addChild", "params": {
        "parent": "$self", "child": "private-reaction"}}]}
    daemon("controller.create", id="own", kind="view", on=on, content={
        "url": "1-menu.md", "notes": "private-notes-3", "problem": "/private-home/book.yaml",
        "fallback": {"body": "fallback", "notes": "private-notes-4"}})
    daemon("controller.update", id="own", content={"hall": 21, "notes": "private-notes-5"})
    daemon("controller.update", id="own", content={"body": "b", "notes": "private-notes-6"}, on=on)
    with pytest.raises(Refused):
        daemon("controller.update", id="private-nobody", title="x")
    daemon("controller.beginAppearanceTransition", id="own", appearing=True, animated=False)
    daemon("controller.endAppearanceTransition", id="own")
    return daemon("controller.update", id="own", title="The last")["seq"]


def test_an_audience_receives_nothing_private(daemon, view, frames):
    last = private_life(daemon)
    screen = {"screen": {"name": "private-name", "window": "main", "error": "private-error",
                         "errors": 1}}
    for one in frames:
        one.until(f'"seq":{last}')
        one.browser.send(json.dumps(screen))
        one.ask({"resync": True}, '{"snapshot"')
        one.ask({"request": {"id": 5, "method": "server.describe"}}, '{"reply"')
        one.ask({"request": {"id": 6, "method": "state.snapshot"}}, '"id":6')
    audience, speaker = frames
    for text in ("private-notes-1", "private-notes-3", "private-plugin", "private-client",
                 "private-reaction", "/private-home/book.yaml", daemon.folder):
        assert text in speaker.text, text
        assert text not in audience.text, text
    late = Frames(view, watch_token(view))
    for one in (audience, late):
        assert PRIVATE not in one.text
        assert daemon.folder not in one.text and view.token not in one.text
    late.browser.__exit__()
    for id in ("hosted", "own"):
        watching = ask(view, f"{content_folder(audience)};page={id}")[2].decode()
        assert PRIVATE not in watching
    assert "of the plugin" in audience.text and "The last" in audience.text
    numbers = [event["seq"] for event in audience.events()]
    # The end of the plugin may follow.
    assert numbers[-1] >= last
    assert numbers == list(range(numbers[0], numbers[-1] + 1)), "gaps would request a snapshot"


def content_folder(frames):
    return json.loads(frames.all[0])["welcome"]["folder"]


def test_the_watch_token_does_not_show_the_other_screens(view, frames):
    for one in frames:
        one.browser.send(json.dumps({"screen": {
            "name": "private-name", "window": "main", "error": "private-error", "errors": 1}}))
        one.ask({"request": {"id": 5, "method": "server.describe"}}, '{"reply"')
    for path in ("/health", "/metrics"):
        watching, commanding = (
            ask(view, path, Authorization=f"Bearer {token}")[2].decode()
            for token in (watch_token(view), view.token))
        assert PRIVATE in commanding and "127.0.0.1" in commanding
        assert PRIVATE not in watching and "127.0.0.1" not in watching
        assert "daemon" in watching
    frames[0].browser.send('{"screens":true}')
    while (message := frames[0].browser.message()) is not None:
        assert "screens" not in json.loads(message)


def test_an_audience_learns_no_path_from_a_failure(daemon, view, frames):
    daemon.kill()
    audience, _ = frames
    audience.until('{"daemon":null')
    audience.ask({"request": {"id": 5, "method": "server.describe"}}, '"id":5')
    assert daemon.folder not in audience.text and "noDaemon" in audience.text


#: What a browser has drawn: each element with its place and its text.
DRAWN = """() => [...document.querySelectorAll('#stage .view')].map((view) => [
    view.dataset.view, view.className, view.getAttribute('style'), view.inert, view.hidden,
    view.innerText, view.querySelector('.content')?.className ?? ''])"""


def test_a_watching_browser_draws_what_others_draw(daemon, view, pool, browse):
    pages = [browse(address) for address in reversed(pool.addresses)]

    def alike(seq):
        for page in pages:
            caught_up(page, seq)
            settled(page)
        first, second = (page.evaluate(DRAWN) for page in pages)
        assert first == second and first

    alike(daemon("pager.next")["seq"])
    transition = daemon.hold(0.5)
    for page in pages:
        until(page, "id => viewer.player.scenes.get(id)?.progress === 0.5", transition)
    daemon("transition.cancel", id=transition)
    daemon("window.setSafeAreaInsets", id="main", insets={"top": 20, "bottom": 10})
    for number in range(3):
        daemon("controller.create", id=f"tab{number}", kind="view", title=f"Tab {number}",
               content={"type": "text/markdown", "body": f"# Tab {number}", "notes": "x",
                        "theme": {"base": "night", "colors": {"accent": "gold"}, "numbers": True}})
    daemon("controller.create", id="tabs", kind="tabBar")
    daemon("tabBar.setControllers", id="tabs", controllers=["tab0", "tab1"])
    daemon("controller.create", id="stack", kind="navigation")
    daemon("navigation.setStack", id="stack", controllers=["tabs"])
    daemon("window.setRoot", id="main", controller="stack")
    alike(daemon("tabBar.select", id="tabs", index=1)["seq"])
    alike(daemon("navigation.push", id="stack", controller="tab2", animated=False)["seq"])
    daemon("view.set", view="tab2", backgroundColor="#123456", alpha=0.5,
           transform={"a": 0.5, "d": 0.5})
    daemon("view.create", id="plain", frame={"x": 1, "y": 2, "width": 30, "height": 40})
    alike(daemon("view.addSubview", view="plain", to="tab2")["seq"])
    daemon("controller.create", id="sheet", kind="view", title="Sheet", content={"hall": 21},
           sheet={"detents": [{"id": "low", "height": 100}, {"id": "large"}],
                  "largestUndimmedDetent": "low"})
    daemon("modal.present", **{"from": "tab2"}, controller="sheet", style="pageSheet",
           animated=False)
    alike(daemon("modal.selectDetent", id="sheet", detent="large", animated=False)["seq"])
    # Browsers that connect later receive a snapshot.
    pages[:] = [browse(address) for address in reversed(pool.addresses)]
    alike(daemon("server.hello")["bootSeq"])


def test_the_other_pages_work_with_the_watch_token(daemon, view, browse):
    daemon("controller.update", id="1-menu", content={
        "type": "text/markdown", "body": "# Menu", "notes": "private-notes"})
    pages = [browse(f"{view.origin}{path}#token={watch_token(view)}")
             for path in ("/inspect", "/presenter", "/remote", "/print")]
    seq = private_life(daemon)
    for page in pages:
        caught_up(page, seq)
        state = page.evaluate("JSON.stringify(viewer.state.copy()) + document.body.innerText")
        assert PRIVATE not in state, state[state.find(PRIVATE) - 100:][:300]
