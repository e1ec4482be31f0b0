"""The offline copy, which a page shows after a reload while pagerview is not reachable."""

import shutil
import signal

import pytest
from conftest import PATIENCE, SIZE, until
from programs import BOOK, CHROMIUM, Daemon, View, quiet_port, serving
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


def prompt(view, token="command"):
    """Returns an address whose page says at once that it is not up to date."""
    return f"{view.origin}/?banner=0#token={token}"


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
    page = browse(prompt(view))
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
    page = browse(prompt(view))
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
    page = browse(prompt(view))
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
    page = browse(prompt(again()))
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


def test_a_content_over_the_size_limit_is_not_copied(tmp_path, browse):
    (tmp_path / "1-small.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    with (tmp_path / "2-large.png").open("wb") as file:
        file.truncate((16 << 20) + 1)
    with serving(tmp_path) as (_, view):
        page = browse(view.address)
        kept(page)
        assert copied(page) == ["1-small.svg", ";state"]


def test_the_files_of_another_version_are_removed(daemon, again, browse, tmp_path):
    web = tmp_path / "web"
    shutil.copytree(BOOK.parents[2] / "clients" / "web", web)
    view = again("--web", str(web))
    page = browse(prompt(view))
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


def test_requests_that_the_network_aborts_are_repeated(chromium, view):
    context = chromium.new_context(viewport=SIZE)
    # Only the offline copy makes requests for the first three.
    failed = {"/worker.js": 0, "/viewer-files": 0, "/js/tree.js": 0, "?markdown": 0}

    def fail_once(route):
        path = next(path for path in failed if path in route.request.url)
        failed[path] += 1
        route.abort("connectionfailed") if failed[path] == 1 else route.continue_()

    context.route(lambda url: any(path in url for path in failed), fail_once)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{view.origin}/#token={view.token}")
    page.evaluate("import('/js/show.js').then((module) => { window.viewer = module.viewer; })")
    until(page, KEPT)
    page.get_by_role("heading", name="Lunch today").wait_for()
    assert min(failed.values()) > 1
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
    page = browse(prompt(view))
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


def test_a_page_reports_that_the_browser_keeps_no_offline_copy(shelf, chromium):
    view = shelf("--book", str(BOOK), "--listen", "0.0.0.0:0", "--insecure-http",
                 "--allow-host", "wall.example")
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, timeout=PATIENCE * 1000,
        args=["--no-sandbox", "--host-resolver-rules=MAP wall.example 127.0.0.1"])
    page = browser.new_context(viewport=SIZE).new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"http://wall.example:{view.port}/?banner=0#token={view.token}")
    page.get_by_role("heading", name="Lunch today").wait_for()
    view.stop()
    page.get_by_text("it keeps no offline copy of this address").wait_for()
    browser.close()


def test_the_inspector_shows_which_screens_keep_an_offline_copy(again, browse):
    view = again()
    page, inspector = browse(view.address), browse(view.inspector)
    kept(page)
    inspector.get_by_text("keeps an offline copy").wait_for()


WALL = """
pager:
  id: book
  autoAdvance: 1
  duration: 0
  wrap: true
  pages:
    - {id: one, title: One}
    - {id: two, content: {type: image/svg+xml, url: two.svg}}
    - {id: site, content: {url: "https://nowhere.invalid/"}}
    - {id: html, content: {type: text/html, body: "<p>frame"}}
    - {id: night, title: Night, schedule: {hours: "00:00-24:00", dates: ["2001-01-01"]}}
    - {id: four, content: {type: text/markdown, body: "# Four"}}
"""


@pytest.fixture
def wall(tmp_path):
    """Returns a daemon with a wall, and a function that starts its viewer, at the same ports."""
    (tmp_path / "two.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (tmp_path / "book.yaml").write_text(WALL)
    daemon = Daemon("--book", str(tmp_path / "book.yaml"))
    daemon.environment |= {"PAGERVIEW_TOKEN": "command", "PAGERVIEW_WATCH_TOKEN": "watch"}
    views, ports = [], [quiet_port(), quiet_port()]

    def start():
        views.append(View(daemon, *daemon.arguments, "--port", str(ports[0]), "--content-port", str(ports[1])))
        return views[-1]

    yield daemon, start
    for view in views:
        view.stop()
    daemon.stop()


def turns(page):
    """Makes a page note, in `turns`, the pages that it draws."""
    page.evaluate(
        """() => {
            window.turns = [];
            viewer.addEventListener('drawn', () => turns.at(-1) === viewer.page || turns.push(viewer.page));
        }""")


def test_a_wall_turns_the_pages_of_its_copy_without_pagerview(wall, browse):
    daemon, start = wall
    view = start()
    daemon("pager.pause", id="book")
    pages = [browse(f"{view.origin}/#token={token}") for token in ("command", "watch")]
    daemon("pager.select", page="one", animated=False)
    seq = daemon("pager.resume", id="book")["seq"]
    for page in pages:
        kept(page, seq)
        until(page, "viewer.copy.contents.known.size >= 2")
    view.stop()
    for page in pages:
        until(page, "viewer.staleSince !== null")
        turns(page)
    for page in pages:
        until(page, "['one', 'two', 'four'].every((id) => turns.filter((each) => each === id).length > 1)")
        assert set(page.evaluate("turns")) <= {"one", "two", "four"}
        # The picture comes from the copy.
        until(page, "document.querySelector('[data-view=two] img')?.naturalWidth > 0")
        # The schedule of a page counts.
        page.evaluate("""() => {
            const entry = viewer.state.controllers.get('book').content.playlist.find(({ page }) => page === 'night');
            entry.schedule.dates = ['01-01..12-31'];
        }""")
        until(page, "turns.includes('night')")
    start()
    for page in pages:
        until(page, "viewer.staleSince === null && !viewer.isCopy")
    assert pages[0].evaluate("viewer.mayCommand")


def test_a_wall_that_is_reloaded_without_pagerview_turns_the_pages_of_its_copy(wall, browse):
    daemon, start = wall
    view = start()
    page = browse(prompt(view, "watch"))
    kept(page)
    until(page, "viewer.copy.contents.known.size >= 2")
    view.stop()
    page.reload()
    page.evaluate("async () => { Object.assign(window, await import('/js/show.js')) }")
    until(page, "viewer.isCopy && viewer.window !== null")
    turns(page)
    until(page, "['one', 'two', 'four'].every((id) => turns.includes(id))")


def test_a_wall_can_keep_its_last_page(wall, browse):
    daemon, start = wall
    view = start()
    page = browse(f"{view.origin}/?offline=still#token=command")
    kept(page)
    view.stop()
    until(page, "viewer.staleSince !== null")
    turns(page)
    until(page, "Date.now() - viewer.staleSince > 4000")
    assert len(page.evaluate("turns")) <= 1


def test_the_banner_waits_as_long_as_the_address_says(again, browse):
    view = again()
    patient = browse(f"{view.origin}/?banner=600#token=command")
    prompt = browse(f"{view.origin}/?banner=0#token=command")
    view.stop()
    prompt.get_by_text("Not up to date: no contact for").wait_for()
    until(patient, "viewer.staleSince !== null && Date.now() - viewer.staleSince > 2000")
    assert patient.locator("#age").is_hidden() and patient.locator("#status").is_hidden()
    box = prompt.locator("#age").bounding_box()
    assert box["height"] < 0.15 * SIZE["height"]


#: Schedules with a time and whether they are due then.
DUE = [
    (None, "2026-11-30T12:00Z", True),
    ({"days": ["mon"]}, "2026-11-30T12:00Z", True),
    ({"days": ["tue"]}, "2026-11-30T12:00Z", False),
    ({"hours": ["08:00-12:00"]}, "2026-11-30T11:59Z", True),
    ({"hours": ["08:00-12:00"]}, "2026-11-30T12:00Z", False),
    ({"hours": ["00:00-24:00"]}, "2026-11-30T23:59Z", True),
    # The end is on the next day, which is no Monday.
    ({"hours": ["22:00-02:00"], "days": ["mon"]}, "2026-12-01T01:59Z", True),
    ({"hours": ["22:00-02:00"], "days": ["mon"]}, "2026-11-30T01:59Z", False),
    ({"dates": ["2026-11-30"]}, "2026-11-30T00:00Z", True),
    ({"dates": ["2026-11-01..2026-11-29"]}, "2026-11-30T00:00Z", False),
    ({"dates": ["12-20..01-06"]}, "2027-01-06T00:00Z", True),
    ({"dates": ["12-20..01-06"]}, "2027-01-07T00:00Z", False),
    ({"dates": ["02-29"]}, "2028-02-29T00:00Z", True),
    # Summer time began at 01:00 UTC.
    ({"hours": ["03:00-04:00"], "timeZone": "Europe/Berlin"}, "2026-03-29T01:30Z", True),
    ({"hours": ["02:00-03:00"], "timeZone": "Europe/Berlin"}, "2026-03-29T01:30Z", False),
    ({"hours": ["02:00-03:00"], "timeZone": "Nowhere/Else"}, "2026-03-29T01:30Z", False),
]


def test_a_screen_knows_when_pages_are_due(page):
    for schedule, time, is_due in DUE:
        schedule = schedule and {"timeZone": "UTC", **schedule}
        assert page.evaluate("""async ([schedule, time]) =>
            (await import('/js/schedule.js')).isDue(schedule, Date.parse(time))""",
            [schedule, time]) is is_due, (schedule, time)
