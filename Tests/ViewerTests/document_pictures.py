#!/usr/bin/env python3
"""Makes the pictures of the viewer in docs/pictures with the real viewer.

Arguments select the pictures to make: `document_pictures.py five-pages`. Without one, it makes all.
"""

import sys
import tempfile
from io import BytesIO
from math import cos, pi
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from conftest import held, still, until
from programs import CHROMIUM, FIVEPAGESD, ROOT, Daemon, View, serving

PICTURES = ROOT / "docs" / "pictures"
BOOK = ROOT / "Tests" / "ViewerTests" / "book"


def open_page(browser, address, width, height, **options):
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    page.goto(address)
    name = page.evaluate("location.pathname.slice(1) || 'show'")
    page.evaluate("async (name) => { window.viewer = (await import(name)).viewer; }", f"/js/{name}.js")
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
    """Saves a picture of a UIKit container class during a page curl."""
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
    """Saves pictures of a page change in the viewer and the inspector, and of the bars."""
    with serving(BOOK) as (daemon, view):
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


def turn(daemon, page, style, frames):
    """Yields pictures of a page turn to the next page, or from the last page to the first."""
    method, params = "pager.next", {}
    if daemon("controller.get", id="book")["index"] == 2:
        method, params = "pager.select", {"index": 0}
    transition = daemon(method, interactive=True, transition=style, **params)["transition"]
    for number in range(1, frames):
        # The page turn is slow at both ends, as an animated one is.
        progress = (1 - cos(pi * number / frames)) / 2
        daemon("transition.update", id=transition, progress=progress)
        held(page, transition, progress)
        yield still(page).convert("RGB")
    daemon("transition.finish", id=transition)
    daemon("clock.advance", seconds=2)
    until(page, "viewer.state.transitions.size === 0")
    yield still(page).convert("RGB")


def keep_turns(browser):
    """Saves an animated picture of three page turns in a loop: turns.gif."""
    with serving(BOOK, "--clock", "manual") as (daemon, view):
        daemon("pager.setPages", id="book", pages=["1-menu", "2-plan", "4-note"])
        daemon("window.resize", id="main", size={"width": 640, "height": 360})
        page = open_page(browser, view.address, 640, 360)
        pictures, durations = [still(page).convert("RGB")], [1200]
        for style in ("curlUp", "slide", "flipFromLeft"):
            turned = list(turn(daemon, page, style, 14))
            pictures += turned
            durations += [50] * (len(turned) - 1) + [1200]
        # The last picture is the first one.
        save_animation(pictures[:-1], durations[:-1], PICTURES / "turns.gif")


def keep_talk(browser):
    """Saves pictures of a slide on a wall and on a phone, of the presenter and the remote."""
    talk = str(BOOK.parent / "talk" / "talk.md")
    with serving(talk) as (daemon, view):
        daemon("pager.select", index=1, animated=False)
        sheet = Image.new("RGB", (1230, 540), "white")
        place = 0
        for width, height, shown in ((1920, 1080, (960, 540)), (390, 844, (250, 540))):
            page = open_page(browser, view.address, width, height)
            page.wait_for_selector(".text")
            sheet.paste(still(page).resize(shown, Image.Resampling.LANCZOS), (place, 0))
            place += shown[0] + 20
        sheet.save(PICTURES / "text.png", optimize=True)
        address = view.address.replace("/#", "/presenter#")
        presenter = open_page(browser, address, 1280, 760)
        presenter.wait_for_selector("#next-slide .text")
        keep(presenter, "presenter")
        remote = open_page(browser, view.address.replace("/#", "/remote#"), 390, 844)
        remote.wait_for_selector(".text")
        presenter.get_by_role("button", name="Overview").click()
        presenter.wait_for_selector(".overview .text")
        row([still(remote), still(presenter)], "remote-and-overview")


def row(pictures, name):
    """Saves pictures side by side, all 360 pixels high."""
    small = [each.convert("RGB").resize((round(each.width * 360 / each.height), 360), Image.Resampling.LANCZOS)
             for each in pictures]
    sheet = Image.new("RGB", (sum(each.width + 16 for each in small) - 16, 360), "white")
    place = 0
    for each in small:
        sheet.paste(each, (place, 0))
        place += each.width + 16
    sheet.save(PICTURES / f"{name}.png", optimize=True)


def keep_screens(browser):
    """Saves pictures of a page on three screens, of an alarm, and of a lost connection."""
    with serving(BOOK) as (daemon, view):
        daemon("window.resize", id="main", size={"width": 1920, "height": 1080})
        screens = [((3840, 2160), "light"), ((1920, 1080), "dark"), ((390, 844), "light")]
        pages = [open_page(browser, view.address, *size, color_scheme=scheme) for size, scheme in screens]
        for page in pages:
            page.wait_for_selector(".text")
        row([still(page) for page in pages], "screens")
        wall = pages[1]
        until(wall, "viewer.copy.problem === ''")
        daemon("controller.create", id="alarm", kind="view", title="Alarm", content={
            "type": "text/markdown", "body": "# Leave the building\n\nMeet at the car park",
            "theme": {"base": "night", "align": "center", "colors": {"background": "#8f1d1d"}}})
        daemon("modal.present", **{"from": "book"}, controller="alarm", style="overFullScreen", animated=False)
        wall.get_by_text("Leave the building").wait_for()
        alarm = still(wall)
        daemon("modal.dismiss", id="book", animated=False)
        wall.get_by_text("Leave the building").wait_for(state="detached")
        view.stop()
        wall.get_by_text("Not up to date").wait_for()
        row([alarm, Image.open(BytesIO(wall.screenshot()))], "alarm-and-stale")


#: The book of the operator's page, with a page that is due at another time and one that is off.
TOWN_HALL = """
pager:
  id: book
  autoAdvance: 30
  pages:
    - id: welcome
      title: Welcome
      theme: {base: night, align: center}
      content: {type: text/markdown, body: "# Welcome\\n\\nto the town hall"}
    - id: lunch
      title: Lunch
      duration: 20
      schedule: {days: [mon, tue, wed, thu, fri], hours: "11:00-11:01"}
      content: {type: text/markdown, body: "# Lunch\\n\\n- Tomato soup\\n- Rice with beans\\n- Apple cake"}
    - map.md
    - id: fair
      title: Book fair
      enabled: false
      content: {type: text/markdown, body: "# Book fair\\n\\nSaturday, 10 o'clock"}
"""


def keep_operate(browser):
    """Saves a picture of the operator's page with two screens."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wall.yaml"
        path.write_text(TOWN_HALL)
        (path.parent / "map.md").write_text("# Map of the building\n\n1. Hall\n2. Stairs\n3. Library\n")
        daemon = Daemon("--book", str(path))
        view = View(daemon, "--book", str(path), "--edit", folder)
        try:
            for name in ("Hall", "Stairs"):
                open_page(browser, view.address.replace("/#", f"/?name={name}#"), 1920, 1080)
            line, = (line for line in view.said if line.startswith("operate "))
            page = open_page(browser, line.split()[1], 1200, 760)
            page.locator("#screens").get_by_text("Stairs").wait_for()
            until(page, """document.querySelectorAll('.pages .text, .pages .preview').length >= 4
                && document.querySelector('[aria-busy=true]') === null""")
            keep(page, "operate")
        finally:
            view.stop()
            daemon.stop()


def save_animation(pictures, durations, path):
    """Saves an animation with one palette for all pictures, so that it does not flicker."""
    sheet = Image.new("RGB", (640, 360 * len(pictures)))
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (0, 360 * place))
    palette = sheet.quantize(96, method=Image.Quantize.MEDIANCUT)
    frames = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True,
        disposal=1)


def main():
    makers = {
        "viewer": keep_viewer, "talk": keep_talk, "five-pages": keep_five_pages,
        "turns": keep_turns, "screens": keep_screens, "operate": keep_operate,
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in sys.argv[1:] or makers:
            makers[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
