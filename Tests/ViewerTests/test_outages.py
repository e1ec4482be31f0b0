"""Long outages. `make test-outages` and `make test-full` run these tests."""

import signal
import time

import pytest
from conftest import until
from test_offline import again, kept, reload  # noqa: F401

SECONDS = 75


@pytest.mark.parametrize("is_reloaded", [False, True])
@pytest.mark.parametrize("how", ["silent", "ended"])
def test_a_wall_updates_soon_after_an_outage(daemon, again, browse, how, is_reloaded):  # noqa: F811
    view = again()
    page = browse(view.address)
    kept(page)
    if how == "silent":
        view.process.send_signal(signal.SIGSTOP)
    else:
        view.stop()
    try:
        until(page, "viewer.staleSince !== null")
        if is_reloaded:
            reload(page)
        page.get_by_text("ot up to date: no contact for").wait_for()
        until(page, f"Date.now() - viewer.staleSince > {SECONDS * 1000}", patience=2 * SECONDS)
        daemon("pager.select", page="2-plan", animated=False)
    finally:
        view.process.send_signal(signal.SIGCONT) if how == "silent" else again()
    began = time.monotonic()
    until(page, "viewer.staleSince === null && viewer.state.controllers.get('book').index === 1")
    assert time.monotonic() - began < 5
