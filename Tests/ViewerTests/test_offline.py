"""The offline copy, which a page shows after a reload while pagerview is not reachable."""

import shutil
import signal

import pytest
from conftest import PATIENCE, SIZE, until
from programs import BOOK, CHROMIUM, Daemon, View, quiet_port
from test_machines import noted_sockets, will_soon_be_up_to_date

#: A JavaScript expression: whether a page has saved a copy of the state that it shows.
KEPT = "viewer.copy.problem === '' && viewer.copy.savedSeq === viewer.state.seq"


@pytest.fixture
def again(daemon):
    """Returns a function that starts pagerview, always at the same ports with the same tokens."""
    daemon.environment |= {"PAGERVIEW_TOKEN": "command", "PAGERVIEW_WATCH_TOKEN": "watch"}
    # No other program gets these ports while pagerview does not run.
    views, ports = [], [quiet_port(), quiet_port()]

    def start(*arguments):
        view = View(daemon, "--book", str(BOOK), "--port", str(ports[0]), "--content-port",
                    str(ports[1]), *arguments)
        views.append(view)
        return view

    yield start
    for view in views:
        view.stop()


def reload(page):
    """Reloads a page and sets its global variables again."""
    page.reload()
    page.evaluate(
        """async () => {
            const name = location.pathname === '/' ? 'show' : location.pathname.slice(1);
            Object.assign(window, await import(`/js/${name}.js`));
        }""")


def kept(page, seq=0):
    """Waits until a page has saved a copy of the state, from `seq` on."""
    until(page, """async (seq) => {
        if (viewer.state.seq < seq) return false;
        if (!(%s)) await viewer.copy.save();
        return %s;
    }""" % (KEPT, KEPT), seq)


def copied(page):
    """Returns the paths of the contents in the offline copy."""
    return page.evaluate(
        """async () => (await (await caches.open('contents')).keys())
            .map(({ url }) => decodeURIComponent(url.split('/offline/')[1])).sort()""")


def test_a_reload_without_pagerview_shows_the_last_state(daemon, again, browse):
    view = again()
    page = browse(view.address)
    kept(page, daemon("pager.select", page="2-plan", animated=False)["seq"])
    view.stop()
    page.get_by_text("Not up to date: no contact for").wait_for()
    sockets = noted_sockets(page)
    reload(page)
    page.get_by_text("Offline copy, not up to date: no contact for").wait_for()
    page.get_by_text("Waiting for pagerview. This is an offline copy of").wait_for()
    until(page, "[...document.querySelectorAll('.view.page')].some((one) => one.dataset.view === '2-plan')")
    until(page, "document.querySelector('[data-view=\"2-plan\"] img')?.naturalWidth > 0")
    daemon("pager.select", page="1-menu", animated=False)
    will_soon_be_up_to_date(page, sockets)
    again()
    until(page, "viewer.staleSince === null && viewer.state.controllers.get('book').index === 0")
    until(page, "!viewer.isCopy && document.getElementById('age').hidden")
    page.get_by_role("heading", name="Lunch today").wait_for()


def test_an_offline_page_is_reloaded_if_the_content_port_changes(again, browse):
    view = again()
    page = browse(view.address)
    kept(page)
    view.stop()
    reload(page)
    page.get_by_text("Offline copy, not up to date: no contact for").wait_for()
    with page.expect_navigation():
        again("--content-port", "0")
    page.get_by_role("heading", name="Lunch today").wait_for()
    assert page.locator("#age").is_hidden()


def test_a_reload_while_pagerview_does_not_answer_shows_the_last_state(again, browse):
    view = again()
    page = browse(view.address)
    kept(page)
    sockets = noted_sockets(page)
    view.process.send_signal(signal.SIGSTOP)
    try:
        reload(page)
        page.get_by_text("Offline copy, not up to date: no contact for").wait_for()
        page.get_by_role("heading", name="Lunch today").wait_for()
        will_soon_be_up_to_date(page, sockets)
    finally:
        view.process.send_signal(signal.SIGCONT)
    until(page, "viewer.staleSince === null")


def test_a_reload_without_the_daemon_shows_the_last_state(daemon, again, browse):
    page = browse(again().address)
    kept(page)
    daemon.kill()
    page.get_by_text("Waiting for the daemon").wait_for()
    reload(page)
    page.get_by_text("Waiting for the daemon. This is an offline copy of").wait_for()
    page.get_by_role("heading", name="Lunch today").wait_for()


def test_the_offline_copy_contains_only_current_contents(daemon, again, browse):
    page = browse(again().address)
    kept(page)
    before = copied(page)
    assert {";page=1-menu?markdown", "2-plan.svg", ";state"} <= set(before)
    daemon("controller.update", id="1-menu", content={"type": "text/plain", "body": "closed"})
    kept(page, daemon("pager.setPages", id="book", pages=["1-menu"])["seq"])
    until(page, "viewer.copy.contents.known.size === 1 || !viewer.state.controllers.has('2-plan')")
    assert ";page=1-menu?markdown" not in copied(page)


def test_a_content_over_the_size_limit_is_not_copied(daemon, tmp_path, browse):
    (tmp_path / "1-small.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    with (tmp_path / "2-large.png").open("wb") as file:
        file.truncate((16 << 20) + 1)
    large = Daemon("--book", str(tmp_path))
    view = View(large, "--book", str(tmp_path))
    try:
        page = browse(view.address)
        kept(page)
        assert copied(page) == ["1-small.svg", ";state"]
    finally:
        view.stop()
        large.stop()


def test_the_files_of_another_version_are_removed(daemon, again, browse, tmp_path):
    web = tmp_path / "web"
    shutil.copytree(BOOK.parents[2] / "clients" / "web", web)
    view = again("--web", str(web))
    page = browse(view.address)
    kept(page)
    names = "caches.keys().then((names) => names.filter((name) => name.startsWith('viewer-files')))"
    old, = page.evaluate(names)
    view.stop()
    reload(page)
    page.get_by_text("Offline copy, not up to date").wait_for()
    (web / "icon.svg").write_text("<svg/>")
    # The page runs the old files, so it is loaded again.
    with page.expect_navigation():
        again("--web", str(web))
    until(page, f"async () => (await {names}).join() !== '{old}' && (await {names}).length === 1")


@pytest.mark.parametrize("path", ["/worker.js", "/viewer-files", "/js/tree.js", "?markdown"])
def test_a_request_that_the_network_aborts_is_repeated(chromium, view, path):
    context = chromium.new_context(viewport=SIZE)
    failed = []

    def fail_once(route):
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort("connectionfailed")

    # Only the offline copy makes requests for the first three paths.
    context.route(lambda url: path in url, fail_once)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{view.origin}/#token={view.token}")
    page.evaluate("import('/js/show.js').then((module) => { window.viewer = module.viewer; })")
    until(page, KEPT)
    page.get_by_role("heading", name="Lunch today").wait_for()
    assert len(failed) == 1
    context.close()


def test_a_document_of_the_copy_never_runs_in_the_viewers_origin(daemon, again, browse):
    view = again()
    page = browse(view.address)
    kept(page)
    view.stop()
    page.goto(f"{view.origin}/offline/2-plan.svg")
    assert "This is not part of the offline copy." in page.content()


def test_the_offline_copy_contains_no_frames(daemon, again, browse):
    view = again()
    page = browse(view.address)
    kept(page, daemon("pager.select", page="3-board", animated=False)["seq"])
    view.stop()
    reload(page)
    page.get_by_text("This page is not part of the offline copy").wait_for()


def test_a_browser_with_a_refused_token_deletes_its_offline_copy(daemon, again, browse):
    view = again()
    page = browse(view.address)
    kept(page)
    view.stop()
    daemon.environment |= {"PAGERVIEW_TOKEN": "another"}
    again()
    page.get_by_text("The token of this address is wrong").wait_for()
    until(page, "async () => !(await caches.has('contents'))")


def test_a_page_reports_that_the_browser_keeps_no_offline_copy(daemon, chromium):
    view = View(daemon, "--book", str(BOOK), "--listen", "0.0.0.0:0", "--insecure-http",
                "--allow-host", "wall.example")
    try:
        browser = chromium.browser_type.launch(
            executable_path=CHROMIUM, timeout=PATIENCE * 1000,
            args=["--no-sandbox", "--host-resolver-rules=MAP wall.example 127.0.0.1"])
        page = browser.new_context(viewport=SIZE).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"http://wall.example:{view.port}/#token={view.token}")
        page.get_by_role("heading", name="Lunch today").wait_for()
        view.stop()
        page.get_by_text("it keeps no offline copy of this address").wait_for()
        browser.close()
    finally:
        view.stop()


def test_the_inspector_shows_which_screens_keep_an_offline_copy(again, browse):
    view = again()
    page, inspector = browse(view.address), browse(view.inspector)
    kept(page)
    inspector.get_by_text("keeps an offline copy").wait_for()
