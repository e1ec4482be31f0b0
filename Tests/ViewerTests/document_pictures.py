#!/usr/bin/env python3
"""Makes the pictures of the viewer in docs/pictures with the real viewer.

Names as arguments choose some: `document_pictures.py five-pages`.
"""

import shutil
import sys
from io import BytesIO

from PIL import Image
from playwright.sync_api import sync_playwright

from conftest import held, still, until
from programs import FIVEPAGESD, ROOT, Daemon, View

PICTURES = ROOT / "docs" / "pictures"
BOOK = ROOT / "Tests" / "ViewerTests" / "book"


def open_page(browser, address, width, height, **options):
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    page.goto(address)
    name = "/js/inspect.js" if "/inspect" in address else "/js/show.js"
    page.evaluate("async (name) => { window.viewer = (await import(name)).viewer; }", name)
    until(page, "viewer.stage.window !== null && viewer.stage.views.size > 0")
    return page


def keep(page, name):
    PICTURES.mkdir(exist_ok=True)
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    image.save(PICTURES / f"{name}.png", optimize=True)


def keep_bars(daemon, browser, address):
    """Saves a page on a stack in a tab bar, in light and dark mode side by side."""
    pages = {"news": "News", "lunch": "Lunch today", "mail": "Mail", "more": "More"}
    for id, title in pages.items():
        daemon("controller.create", id=id, kind="view", title=title)
    daemon("controller.update", id="lunch", content={
        "type": "text/markdown", "body": (BOOK / "1-menu.md").read_text()})
    daemon("controller.create", id="stack", kind="navigation", title="Reader")
    daemon("controller.create", id="tabs", kind="tabBar", title="Sections")
    daemon("tabBar.setControllers", id="tabs", controllers=["stack", "mail", "more"])
    daemon("navigation.setStack", id="stack", controllers=["news", "lunch"])
    daemon("window.setRoot", id="main", controller="tabs")
    sheet = Image.new("RGB", (900, 500))
    for place, scheme in enumerate(("light", "dark")):
        page = open_page(browser, address, 450, 500, color_scheme=scheme)
        page.wait_for_selector(".tab")
        sheet.paste(still(page), (450 * place, 0))
    sheet.save(PICTURES / "bars.png", optimize=True)


def keep_five_pages(browser):
    """Saves a UIKit container class during a curl."""
    daemon = Daemon("--clock", "manual", program=FIVEPAGESD)
    view = View(daemon)
    try:
        daemon("window.create", id="main", size={"width": 450, "height": 500})
        daemon("controller.create", id="pages", kind="fivePages")
        daemon("window.setRoot", id="main", controller="pages")
        page = open_page(browser, view.address, 450, 500)
        transition = daemon("fivePages.swipe", direction="left")["transition"]
        until(page, "id => viewer.player.scenes.get(id)?.animations?.length > 0", transition)
        page.evaluate(
            """id => {
                for (const animation of viewer.player.scenes.get(id).animations) {
                    animation.pause();
                    animation.currentTime = 0.27 * animation.effect.getComputedTiming().duration;
                }
            }""", transition)
        still(page).convert("RGB").save(PICTURES / "five-pages.png", optimize=True)
    finally:
        view.stop()
        daemon.stop()


def keep_viewer(browser):
    """Saves a page change in the viewer and the inspector, and the bars."""
    daemon = Daemon("--book", str(BOOK))
    view = View(daemon, "--book", str(BOOK))
    try:
        daemon("window.resize", id="main", size={"width": 900, "height": 500})
        page = open_page(browser, view.address, 900, 500)
        inspector = open_page(browser, view.inspector, 1280, 760)
        inspector.wait_for_selector("#commands button")
        daemon("pager.next")
        until(inspector, "viewer.state.transitions.size === 1")
        until(inspector, "viewer.state.transitions.size === 0")
        daemon("pager.previous", animated=False)
        transition = daemon.hold(0.36)
        held(page, transition, 0.36)
        held(inspector, transition, 0.36)
        until(inspector, "document.querySelectorAll('#timeline .mark').length > 8")
        keep(page, "curl")
        keep(inspector, "inspector")
        daemon("transition.cancel", id=transition)
        keep_bars(daemon, browser, view.address)
    finally:
        view.stop()
        daemon.stop()


def main():
    makers = {"viewer": keep_viewer, "five-pages": keep_five_pages}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in sys.argv[1:] or makers:
            makers[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
