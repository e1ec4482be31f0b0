"""The list of the browsers that show pages, with the name, page and errors of each."""

import json
import re
import subprocess

import pytest
from conftest import shown, until
from programs import PROGRAMS, eventually
from test_safety import ask


def authorized(view, path):
    return ask(view, path, Authorization=f"Bearer {view.token}")[2].decode()


def screens(view, accepts):
    """Waits until `accepts` returns true for the screens in `/health`, and returns them."""
    def rows():
        found = json.loads(authorized(view, "/health"))["screens"]
        return found if accepts(found) else None
    return eventually(rows)


def test_screens_are_listed_as_soon_as_other_viewers_make_room(daemon, view, browse):
    screen = {"name": "", "address": "", "right": "watch", "window": "main", "page": "",
              "width": 1, "height": 1, "error": "", "errors": 0}
    for number in range(64):
        daemon("screen.report", viewer=f"other:{number}", screens=[screen])
    browse(f"{view.origin}/?name=Hall#token={view.token}")
    eventually(lambda: any("does not list these screens" in line for line in view.said))
    # The other viewers still report, all but one.
    daemon("screen.report", viewer="other:7", screens=[])
    for number in range(7):
        daemon("screen.report", viewer=f"other:{number}", screens=[screen])
    listed(daemon, lambda rows: "Hall" in [row["name"] for row in rows])


def test_a_screen_reports_what_it_shows(daemon, view, browse):
    inspector = browse(view.inspector)
    page = browse(f"{view.origin}/?name=Hall%20%22%3Cb%3E1%22#token={view.token}")
    inspector.get_by_text('Hall "<b>1"').wait_for()
    row, = screens(
        view, lambda rows: rows and rows[0]["page"] == "1-menu" and rows[0]["offlineCopy"])
    assert row | {"lastSeen": 0} == {
        "name": 'Hall "<b>1"', "address": "127.0.0.1", "right": "command", "window": "main",
        "page": "1-menu", "width": 640, "height": 360, "error": "", "errors": 0, "failed": False,
        "lastSeen": 0, "offline": False, "offlineCopy": True}
    assert page.title() == "Lunch today - main - pagerview"
    daemon("pager.next", animated=False)
    screens(view, lambda rows: rows[0]["page"] == "2-plan")
    page.evaluate("window.dispatchEvent(new ErrorEvent('error', {message: 'it broke'}))")
    row, = screens(view, lambda rows: rows[0]["errors"] == 1)
    assert row["error"] == "it broke"
    labels = r'{screen="0",name="Hall \"<b>1\"",window="main",page="2-plan",address="127.0.0.1"}'
    metrics = authorized(view, "/metrics")
    assert f"pagerview_screen_errors{labels} 1\n" in metrics
    assert f"pagerview_screen_last_seen_seconds{labels} " in metrics
    page.close()
    # pagerview reads the screens that are gone from the daemon.
    row, = screens(view, lambda rows: rows and rows[0]["offline"])
    assert row["name"] == 'Hall "<b>1"'
    metrics = authorized(view, "/metrics")
    assert r'pagerview_screen_offline_seconds{name="Hall \"<b>1\""} ' in metrics


def listed(daemon, accepts):
    """Waits until `accepts` returns true for the output of `pagerctl screens`; returns that."""
    program = [PROGRAMS / "pagerctl", "--json", "screens"]

    def rows():
        found = json.loads(subprocess.check_output(program, env=daemon.environment))
        return found if accepts(found) else None
    return eventually(rows)


def test_pagerctl_lists_the_screens(daemon, view, browse):
    page = browse(f"{view.origin}/?name=Hall#token={view.token}")
    screen, = listed(daemon, lambda rows: rows and rows[0]["page"] == "1-menu")
    assert screen["name"] == "Hall" and screen["viewer"].endswith(f":{view.port}")
    table = subprocess.check_output(
        [PROGRAMS / "pagerctl", "--human", "screens"], env=daemon.environment, text=True)
    head, row = table.splitlines()
    assert head.split() == "NAME WINDOW PAGE SIZE ADDRESS VIEWER SEEN ERRORS".split()
    assert row.split()[:5] == ["Hall", "main", "1-menu", "640x360", "127.0.0.1"]
    page.close()
    listed(daemon, lambda rows: [row["offline"] for row in rows] == [True])

    def told(*words):
        return subprocess.run([PROGRAMS / "pagerctl", "--human", *words], env=daemon.environment,
                              text=True, capture_output=True).stdout

    assert re.search(r"^Hall .* offline since \d\d:\d\d +0$", told("screens"), re.M)
    assert re.search("misses the screen Hall: offline since .*screen.forget Hall", told("doctor"), re.S)
    told("screen.forget", "Hall")
    assert told("screens") == "no screens\n"


@pytest.fixture
def wall(tmp_path, pool):
    """A daemon, a viewer and a book with one file, of which further pages are missing."""
    (tmp_path / "good.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (tmp_path / "page.html").write_text("<!doctype html><script>undefinedFunction()</script>")
    (tmp_path / "broken.png").write_text("no picture")
    (tmp_path / "book.yaml").write_text("""
pager:
  id: book
  wrap: true
  duration: 0
  pages:
    - {id: good, content: {type: image/svg+xml, url: good.svg}}
    - {id: picture, content: {type: image/png, url: broken.png}}
    - {id: text, content: {type: text/markdown, url: gone.md}}
    - {id: list, content: {type: text/csv, url: gone.csv}}
    - {id: film, content: {type: video/mp4, url: broken.png}}
    - {id: offer, content: {type: application/zip, url: good.svg}}
    - {id: script, content: {type: text/html, url: page.html}}
    - {id: bad, colour: nothing}
""")
    for name in ("gone.md", "gone.csv"):
        (tmp_path / name).write_text("text")
    with pool.serving(tmp_path / "book.yaml") as (daemon, view):
        for name in ("gone.md", "gone.csv"):
            (tmp_path / name).unlink()
        yield daemon, view


#: Why each page cannot be shown.
REASONS = {
    "picture": "the picture broken.png could not be shown", "text": "gone.md: there is no such file",
    "list": "gone.csv: there is no such file", "film": "the video broken.png cannot be played",
    "offer": "a file of the type application/zip is not shown", "bad": "a view has no \"colour\"",
}


def test_a_screen_reports_each_kind_of_content_that_it_cannot_show(wall, browse):
    daemon, view = wall
    page = browse(f"{view.origin}/?name=Hall#token={view.token}")
    for id, reason in REASONS.items():
        daemon("pager.select", page=id, animated=False)
        row, = screens(view, lambda rows: rows and rows[0]["page"] == id and rows[0]["failed"])
        assert row["error"].startswith(f"{id}: ") and reason in row["error"]
    # The public reads no reason that names files of the server.
    page.get_by_text("This page cannot be shown.").wait_for()
    assert "book.yaml" not in page.locator("#stage").inner_text()
    listed(daemon, lambda rows: rows and rows[0]["page"] == "bad" and rows[0]["failed"])
    doctor = subprocess.run([PROGRAMS / "pagerctl", "doctor"], env=daemon.environment, text=True,
                            capture_output=True)
    assert doctor.returncode == 1 and "has the screen Hall, which cannot show bad: " in doctor.stdout
    assert re.search(r'pagerview_screen_failed\{.*"Hall".*\} 1\n', authorized(view, "/metrics"))
    daemon("pager.select", page="good", animated=False)
    row, = screens(view, lambda rows: rows and rows[0]["page"] == "good" and not rows[0]["failed"])
    errors = row["errors"]
    # Errors of scripts in a page are reported, too.
    daemon("pager.select", page="script", animated=False)
    row, = screens(view, lambda rows: rows and rows[0]["errors"] == errors + 1)
    assert row["error"] == "script: Uncaught ReferenceError: undefinedFunction is not defined"
    assert not row["failed"]
    # The script that reports does not change how the page is laid out.
    frame = page.frame_locator("[data-view=script] iframe").locator("html")
    assert frame.evaluate("() => document.compatMode") == "CSS1Compat"


def selected(page):
    """Makes a page note, in `notes`, the pages that are selected, and those that it draws."""
    page.evaluate(
        """() => {
            window.notes = [];
            viewer.addEventListener('applied', ({ detail }) => notes.push(
                ...detail.filter(({ event }) => event === 'didSelect').map(({ page }) => page)));
        }""")


def test_a_wall_skips_pages_that_cannot_be_shown(wall, browse):
    daemon, view = wall
    page = browse(f"{view.origin}/?name=Hall#token={view.token}")
    selected(page)
    # The time is far longer than any test, so only the failures turn the pages.
    daemon("controller.update", id="book", autoAdvance=86400)
    daemon("pager.next", animated=False)
    until(page, "viewer.state.controllers.get('book').selected === 'script'")
    assert page.evaluate("notes") == ["picture", "text", "list", "film", "offer", "script"]
    screens(view, lambda rows: rows and rows[0]["errors"] == 6)
    daemon("pager.next", animated=False)
    until(page, "viewer.state.controllers.get('book').selected === 'good'")
    row, = screens(view, lambda rows: rows and rows[0]["page"] == "good" and not rows[0]["failed"])
    assert row["errors"] == 7


def test_the_public_sees_the_page_before_one_that_is_skipped(wall, browse):
    daemon, view = wall
    page = browse(view.address, fresh=True)
    page.evaluate("viewer.player.patience = 1e9; viewer.link.send = () => {}")
    until(page, "document.querySelector('.pending') === null")
    daemon("controller.update", id="book", autoAdvance=86400)
    daemon("pager.next", animated=False)
    until(page, "viewer.page === 'picture' && document.querySelector('[data-problem]') !== null")
    assert shown(page) == ["good"]
    # When it is shown all the same, then without the reason.
    page.evaluate("viewer.player.skips = () => false; viewer.redraw()")
    until(page, "document.querySelector('.awaited') === null")
    assert shown(page) == ["picture"]
    assert not page.get_by_text("could not be shown").is_visible()


def test_a_page_that_another_screen_can_show_is_not_skipped(wall, browse):
    daemon, view = wall
    daemon("controller.update", id="book", autoAdvance=86400)
    good = browse(f"{view.origin}/?name=Good#token={view.token}")
    # This screen does not look at its problems, as if it had none.
    good.evaluate("screen.look = () => {}")
    browse(f"{view.origin}/?name=Bad#token={view.token}")
    daemon("pager.next", animated=False)
    screens(view, lambda rows: [row["failed"] for row in rows if row["page"] == "picture"] == [False, True])
    assert daemon("controller.get", id="book")["selected"] == "picture"


def test_walls_show_pages_that_cannot_be_shown_with_an_option(wall, shelf, browse):
    daemon, _ = wall
    other = shelf(*daemon.arguments, "--show-failures", daemon=daemon)
    daemon("controller.update", id="book", autoAdvance=86400)
    page = browse(f"{other.origin}/?name=Hall#token={other.token}")
    daemon("pager.next", animated=False)
    screens(other, lambda rows: rows and rows[0]["failed"])
    page.get_by_text("the picture broken.png could not be shown").wait_for()
    assert daemon("controller.get", id="book")["selected"] == "picture"


def test_a_wall_of_pages_that_all_fail_turns_only_by_time(wall, browse):
    daemon, view = wall
    daemon("pager.setPages", id="book", pages=["picture", "text"])
    page = browse(f"{view.origin}/?name=Hall#token={view.token}")
    selected(page)
    daemon("controller.update", id="book", autoAdvance=86400)
    until(page, "notes.includes('text')")
    screens(view, lambda rows: rows and rows[0]["page"] == "text" and rows[0]["failed"])
    assert page.evaluate("notes") == ["text"]


def test_the_list_of_screens_requires_a_token(view):
    assert ask(view, "/health")[::2] == (200, b"ok\n")
    assert ask(view, "/health", Authorization="Bearer wrong")[0] == 403
