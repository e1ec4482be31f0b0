"""A UIKit container class, which runs in the daemon and is drawn by the viewer."""

import pytest

from conftest import caught_up, settled, shown, until
from programs import FIVEPAGESD, Daemon, View


@pytest.fixture
def pages():
    assert FIVEPAGESD.exists(), "fivepagesd is missing: make test-viewer builds it"
    daemon = Daemon("--clock", "manual", program=FIVEPAGESD)
    daemon("window.create", id="main", size={"width": 640, "height": 360})
    daemon("controller.create", id="pages", kind="fivePages")
    daemon("window.setRoot", id="main", controller="pages")
    yield daemon
    daemon.stop()


@pytest.fixture
def page(pages, browse):
    view = View(pages)
    yield browse(view.address)
    view.stop()


def test_the_pages_lie_in_the_inset_container_view(page):
    assert shown(page) == ["FirstPage"]
    box = page.locator("[data-view='FirstPage']").bounding_box()
    assert box == pytest.approx({"x": 24, "y": 24, "width": 592, "height": 280}, abs=1)
    colours = page.evaluate(
        """['.inner', '.content'].map((part) => getComputedStyle(
            document.querySelector(`[data-view='FirstPage'] ${part}`)).backgroundColor)""")
    # The title is drawn on the background colour of the view.
    assert colours == ["rgb(255, 204, 0)", "rgba(0, 0, 0, 0)"]


def test_the_swipe_command_plays_the_page_curl_of_the_class(pages, page):
    transition = pages("fivePages.swipe", direction="left")["transition"]
    until(page, "id => viewer.player.scenes.get(id)?.animations?.length > 0", transition)
    assert page.evaluate("id => viewer.state.transitions.get(id).style", transition) == "curlUp"
    assert shown(page) == ["FirstPage", "SecondPage"]
    caught_up(page, pages("clock.advance", seconds=0.5)["seq"])
    settled(page)
    assert shown(page) == ["SecondPage"]
