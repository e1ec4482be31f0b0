"""Long outages. `make test-outages` and `make test-full` run these tests."""

import signal

import pytest
from conftest import until
from test_machines import noted_sockets, will_soon_be_up_to_date
from test_offline import again, kept, reload  # noqa: F401

SECONDS = 75


@pytest.mark.parametrize("is_reloaded", [False, True])
@pytest.mark.parametrize("how", ["silent", "ended"])
def test_a_wall_updates_soon_after_an_outage(daemon, again, browse, how, is_reloaded):  # noqa: F811
    view = again()
    page = browse(view.address, notices_silence=True)
    kept(page)
    if how == "silent":
        view.process.send_signal(signal.SIGSTOP)
    else:
        view.stop()
    try:
        until(page, "viewer.staleSince !== null")
        sockets = noted_sockets(page)
        if is_reloaded:
            reload(page)
        page.get_by_text("ot up to date: no contact for").wait_for()
        until(page, f"Date.now() - viewer.staleSince > {SECONDS * 1000}", patience=2 * SECONDS)
        daemon("pager.select", page="2-plan", animated=False)
        will_soon_be_up_to_date(page, sockets)
    finally:
        view.process.send_signal(signal.SIGCONT) if how == "silent" else again()
    until(page, "viewer.staleSince === null && viewer.state.controllers.get('book').index === 1")
