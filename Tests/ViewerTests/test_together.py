"""Several browsers of one viewer, and restarts of the daemon and the viewer."""

import pytest

from conftest import caught_up, settled, shown, until
from programs import BOOK, Daemon, View


def record(page, id):
    return page.evaluate("id => viewer.state.controllers.get(id)", id)


def same_state(daemon, page):
    """Asserts that the members that a browser keeps equal those of the daemon."""
    seq = None
    while seq is None or seq != snapshot["seq"]:
        # A page that already has later events is compared with a later snapshot.
        snapshot = daemon("state.snapshot")
        caught_up(page, snapshot["seq"])
        seq, records, sizes = page.evaluate("""() => [
            viewer.state.seq,
            Object.fromEntries([...viewer.state.controllers, ...viewer.state.windows]),
            Object.fromEntries(['windows', 'controllers', 'views', 'transitions'].map(
                (kind) => [kind, viewer.state[kind].size])),
        ]""")
    for wanted in snapshot["controllers"] + snapshot["windows"]:
        seen = records[wanted["id"]]
        kept = ["subviews", "parent", "children", "appearance", "superview", "frame", "hidden", "title",
                "content", "isViewLoaded", "pages", "index", "selected", "controllers", "top"]
        for name in kept:
            if name in wanted:
                assert seen[name] == wanted[name], (wanted["id"], name)
    assert sizes == {kind: len(snapshot[kind]) for kind in sizes}


@pytest.mark.parametrize("style", ["pageSheet", "overFullScreen"])
def test_an_alarm_over_a_presented_page_leaves_it_on_top(daemon, view, browse, style):
    """Also for a browser that comes later, though the presenter is the newer controller."""
    daemon("controller.create", id="over", kind="view", title="Over")
    daemon("controller.create", id="presenter", kind="view", title="Under")
    daemon("window.setRoot", id=daemon("window.list")["windows"][0]["id"], controller="presenter")
    page = browse(view.address)
    daemon("modal.present", **{"from": "presenter"}, controller="over", style=style, animated=False)
    daemon("controller.create", id="alarm", kind="view", title="Alarm")
    daemon("modal.present", **{"from": "over"}, controller="alarm", style="fullScreen",
           animated=False)
    ended = daemon("modal.dismiss", id="over", animated=False)
    caught_up(page, ended["seq"])
    late = browse(view.address)
    for one in (page, late):
        caught_up(one, ended["seq"])
        until(one, "viewer.page === 'over'")
        assert one.evaluate("viewer.state.subviews(viewer.window)") == ["presenter", "over"]


def test_a_later_browser_has_a_plain_view_behind_a_child(daemon, view, browse):
    early = browse(view.address)
    root = daemon("window.list")["windows"][0]["root"]
    daemon("controller.create", id="child", kind="view")
    daemon("controller.addChild", parent=root, child="child")
    daemon("view.addSubview", view="child", to=root)
    daemon("view.create", id="behind")
    daemon("view.addSubview", view="behind", to=root, at=0)
    wanted = daemon("view.get", view=root)["subviews"]
    assert wanted.index("behind") < wanted.index("child")
    for page in (early, browse(view.address)):
        same_state(daemon, page)
        assert page.evaluate("id => viewer.state.subviews(id)", root) == wanted


def test_a_drag_in_one_browser_moves_the_page_in_another(view, pool, browse):
    mover, other = browse(view.address), browse(pool.addresses[1])
    mover.mouse.move(600, 180)
    mover.mouse.down()
    mover.mouse.move(400, 180)
    mover.mouse.move(250, 180)
    until(other, "!viewer.isDue && [...viewer.player.scenes.values()].some("
        "(scene) => scene.started && scene.progress > 0.45)")
    assert other.locator(".curl-flap").count() == 1
    mover.mouse.up()


def test_the_browser_state_matches_the_daemon_after_many_commands(daemon, view, browse):
    page = browse(view.address)
    for id in ("a", "b", "c", "sheet"):
        daemon("controller.create", id=id, kind="view")
    daemon("controller.create", id="tabs", kind="tabBar")
    daemon("controller.create", id="stack", kind="navigation")
    daemon("tabBar.setControllers", id="tabs", controllers=["stack", "c"])
    daemon("navigation.setStack", id="stack", controllers=["a"])
    daemon("window.setRoot", id="main", controller="tabs")
    daemon("navigation.push", id="stack", controller="b", animated=False)
    daemon("modal.present", **{"from": "tabs"}, controller="sheet", animated=False)
    same_state(daemon, page)
    daemon("modal.dismiss", id="tabs", animated=False)
    daemon("tabBar.select", id="tabs", index=1)
    daemon("view.create", id="plain", frame={"x": 0, "y": 0, "width": 50, "height": 50})
    daemon("view.addSubview", view="plain", to="c")
    daemon("view.set", view="plain", alpha=0.5, backgroundColor="red")
    daemon("view.set", view="c", alpha=0.75, backgroundColor="red", transform={"tx": 20})
    daemon("window.resize", id="main", size={"width": 800, "height": 400})
    daemon("controller.update", id="c", title="Third", content={"type": "text/plain", "body": "x"})
    same_state(daemon, page)
    daemon("view.destroy", view="plain")
    daemon("window.destroy", id="main")
    same_state(daemon, page)


def test_a_presentation_stays_when_its_dismissal_is_cancelled(daemon, page):
    daemon("controller.create", id="sheet", kind="view")
    daemon("modal.present", **{"from": "book", "controller": "sheet", "animated": False})
    transition = daemon("modal.dismiss", id="book", interactive=True)["transition"]
    caught_up(page, daemon("transition.cancel", id=transition)["seq"])
    until(page, "viewer.state.transitions.size === 0")
    same_state(daemon, page)
    assert page.evaluate("viewer.state.presented.get('book')") == "sheet"


def test_a_browser_with_a_gap_in_the_sequence_gets_a_snapshot(daemon, page):
    page.evaluate("viewer.link.seq -= 1; viewer.state.controllers.clear()")
    daemon("pager.next", animated=False)
    until(page, "viewer.state.controllers.size > 0")
    same_state(daemon, page)


def test_a_browser_that_missed_the_latest_event_gets_a_snapshot_after_a_heartbeat(daemon, page):
    page.evaluate("""() => {
        const { link, state } = viewer;
        const { seq } = link;
        link.seq -= 1;
        state.controllers.clear();
        link.take({ beat: seq });
    }""")
    until(page, "viewer.state.controllers.size > 0")
    same_state(daemon, page)


def test_a_page_reconnects_after_a_crash_or_an_orderly_end_of_the_daemon(daemon, view, browse):
    page = browse(f"{view.origin}/?banner=0#token={view.token}")
    for end in (daemon.kill, lambda: daemon("server.shutdown")):
        caught_up(page, daemon("pager.select", index=2, animated=False)["seq"])
        settled(page)
        until(page, "document.querySelector('.awaited') === null && viewer.page === '3-board'")
        end()
        page.get_by_text("Waiting for the daemon").wait_for()
        assert shown(page) == ["3-board"], "the last page must stay on screen"
        page.keyboard.press("ArrowRight")
        daemon.process.wait(60)
        daemon.start()
        until(page, "viewer.hello !== null && viewer.state.controllers.get('book')?.index === 0")
        settled(page)
        assert shown(page) == ["1-menu"]
        assert page.locator("#status").is_hidden()
    page.keyboard.press("ArrowRight")
    until(page, "viewer.state.controllers.get('book').index === 1")


def test_the_viewer_waits_for_a_daemon_that_does_not_run_yet(daemon, shelf, browse):
    daemon.kill()
    view = shelf("--book", str(BOOK), has_daemon=False)
    page = browse(view.address, ready=False)
    page.get_by_text("Waiting for the daemon").wait_for()
    daemon.start()
    until(page, "viewer.stage.views.size > 0")


def test_a_restored_journal_is_shown_correctly(browse, tmp_path):
    journal = tmp_path / "journal"
    daemon = Daemon("--book", str(BOOK), "--journal", str(journal))
    view = View(daemon, "--book", str(BOOK))
    try:
        page = browse(view.address)
        copy = journal.read_bytes()
        for number in range(6):
            daemon("controller.create", id=f"lost{number}", kind="view")
        caught_up(page, daemon("server.ping")["seq"])
        for restart in range(2):
            daemon.kill()
            if restart == 0:
                journal.write_bytes(copy)
            daemon.start()
            # After these events, the seq is larger than the last one that the browser knows.
            for number in range(9):
                daemon("controller.create", id=f"new{restart}-{number}", kind="view")
            until(page, "id => viewer.state.controllers.has(id)", f"new{restart}-8")
            same_state(daemon, page)
            assert record(page, "lost0") is None
    finally:
        view.stop()
        daemon.stop()
