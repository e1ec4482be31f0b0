"""The list of the browsers that show pages, with the name, page and errors of each."""

import json
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from conftest import until
from programs import PROGRAMS

def report(view, path, token):
    request = urllib.request.Request(
        view.origin + path, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def screens(view, accepts):
    """Waits until `accepts` returns true for the screens in `/health`, and returns them."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        rows = json.loads(report(view, "/health", view.token))["screens"]
        if accepts(rows):
            return rows
    raise AssertionError(rows)


def test_screens_are_listed_as_soon_as_other_viewers_make_room(daemon, view, browse):
    screen = {"name": "", "address": "", "right": "watch", "window": "main", "page": "",
              "width": 1, "height": 1, "error": "", "errors": 0}
    for number in range(64):
        daemon("screen.report", viewer=f"other:{number}", screens=[screen])
    browse(f"{view.origin}/?name=Hall#token={view.token}")
    end = time.monotonic() + 60
    while not any("does not list these screens" in line for line in view.said):
        assert time.monotonic() < end, view.said
        daemon("server.ping")
    # The other viewers still report, all but one.
    daemon("screen.report", viewer="other:7", screens=[])
    for number in range(7):
        daemon("screen.report", viewer=f"other:{number}", screens=[screen])
    listed(daemon, lambda rows: "Hall" in [row["name"] for row in rows])


def test_a_screen_reports_what_it_shows(daemon, view, browse):
    page = browse(f"{view.origin}/?name=Hall%20%221%22#token={view.token}")
    row, = screens(
        view, lambda rows: rows and rows[0]["page"] == "1-menu" and rows[0]["offlineCopy"])
    assert row | {"lastSeen": 0} == {
        "name": 'Hall "1"', "address": "127.0.0.1", "right": "command", "window": "main",
        "page": "1-menu", "width": 640, "height": 360, "error": "", "errors": 0, "lastSeen": 0,
        "offlineCopy": True}
    assert page.title() == "Lunch today - main - pagerview"
    daemon("pager.next", animated=False)
    screens(view, lambda rows: rows[0]["page"] == "2-plan")
    page.evaluate("window.dispatchEvent(new ErrorEvent('error', {message: 'it broke'}))")
    row, = screens(view, lambda rows: rows[0]["errors"] == 1)
    assert row["error"] == "it broke"
    labels = r'{screen="0",name="Hall \"1\"",window="main",page="2-plan",address="127.0.0.1"}'
    metrics = report(view, "/metrics", view.token)
    assert f"pagerview_screen_errors{labels} 1\n" in metrics
    assert f"pagerview_screen_last_seen_seconds{labels} " in metrics
    page.close()
    screens(view, lambda rows: rows == [])


def listed(daemon, accepts):
    """Waits until `accepts` returns true for the output of `pagerctl screens`; returns that."""
    program = [PROGRAMS / "pagerctl", "--json", "screens"]
    end = time.monotonic() + 60
    while time.monotonic() < end:
        rows = json.loads(subprocess.check_output(program, env=daemon.environment))
        if accepts(rows):
            return rows
    raise AssertionError(rows)


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
    listed(daemon, lambda rows: rows == [])


def test_the_list_of_screens_requires_a_token(view, page):
    with urllib.request.urlopen(f"{view.origin}/health", timeout=60) as answer:
        assert answer.read() == b"ok\n"
    with pytest.raises(urllib.error.HTTPError) as refusal:
        report(view, "/health", "wrong")
    assert refusal.value.code == 403


def test_the_inspector_lists_the_screens(view, browse):
    browse(f"{view.origin}/?name=%3Cb%3EHall#token={view.token}")
    inspector = browse(view.inspector)
    inspector.get_by_text("<b>Hall").wait_for()
