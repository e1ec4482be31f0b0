#!/usr/bin/env python3
"""Measures the viewer's speed with a real daemon, a real pagerview and headless Chromium.

Prints a table with figures and goals. PAGERD_PROGRAMS is the folder of the programs. Use a release
build for figures to publish. PAGERD_SECONDS=1200 is the time of the random turns. An argument limits
the benchmark to the groups whose names contain it.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ViewerTests"))

from PIL import Image  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from conftest import caught_up, settled, until  # noqa: E402
from programs import CHROMIUM, PROGRAMS, Daemon, View  # noqa: E402
from test_pdf import pdf  # noqa: E402
from wall import Wall, soak, turns  # noqa: E402

FULL_HD = {"width": 1920, "height": 1080}


def photographs(folder):
    """Creates two pictures of 1920 x 1080 pixels that compress as poorly as photographs."""
    for number in (1, 2):
        small = Image.effect_noise((480, 270), 90)
        bands = [small.rotate(90 * turn + number).resize((1920, 1080)) for turn in range(3)]
        Image.merge("RGB", bands).save(folder / f"{number}-photograph.png", compress_level=1)


def open_page(browser, address, size=FULL_HD):
    page = browser.new_context(viewport=size).new_page()
    page.goto(address)
    name = "/js/inspect.js" if "/inspect" in address else "/js/show.js"
    page.evaluate("async (name) => { window.viewer = (await import(name)).viewer; }", name)
    until(page, "viewer.stage.window !== null && viewer.stage.views.size > 0")
    return page


def line(name, text, goal):
    print(f"| {name} | {text} | {goal} |", flush=True)


def traced(page, act):
    """Returns a trace of the page's threads during an action."""
    session = page.context.new_cdp_session(page)
    events, done = [], []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {
        "includedCategories": ["toplevel", "devtools.timeline", "devtools.timeline.frame",
                               "blink.user_timing", "__metadata"]}})
    page.evaluate("performance.mark('act began')")
    act()
    page.evaluate("performance.mark('act ended')")
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    session.detach()
    return events


def per_frame(events):
    """Returns the main thread's milliseconds for each frame, with the start of each."""
    marks = {event["name"]: event for event in events if event["name"].startswith("act ")}
    process = marks["act began"]["pid"]
    began, ended = marks["act began"]["ts"], marks["act ended"]["ts"]
    main = marks["act began"]["tid"]
    frames = sorted(event["ts"] for event in events if event["name"] == "AnimationFrame"
                    and event["ph"] == "b" and event["pid"] == process and began < event["ts"] < ended)
    tasks = [event for event in events
             if event.get("ph") == "X" and event["pid"] == process and event["tid"] == main
             and event["name"].endswith("RunTask")]
    busy = []
    for start, end in zip(frames, frames[1:]):
        # The running time of the thread; the wall time includes waiting for the processor.
        busy.append(sum(task.get("tdur", task["dur"]) for task in tasks
                        if start <= task["ts"] < end) / 1000)
    return busy, frames


def curl(browser, daemon, view):
    page = open_page(browser, view.address)
    for index in (1, 0):
        caught_up(page, daemon("pager.select", index=index, animated=False)["seq"])
        page.locator("img.picture").evaluate("(image) => image.decode()")

    def played():
        for way in ("next", "previous"):
            daemon(f"pager.{way}")
            until(page, "viewer.state.transitions.size === 1")
            until(page, "viewer.state.transitions.size === 0")
            settled(page)

    def dragged():
        transition = daemon("pager.next", interactive=True)["transition"]
        for step in range(120):
            daemon("transition.update", id=transition, progress=1 - abs(60 - step) / 60)
            time.sleep(1 / 60)
        daemon("transition.cancel", id=transition)
        settled(page)

    for name, act in (("curl of a 1080p picture, played", played),
                      ("the same, held and moved 60 times a second", dragged)):
        busy, frames = per_frame(traced(page, act))
        rate = (len(frames) - 1) / (frames[-1] - frames[0]) * 1e6
        ranked = sorted(busy)
        line(f"main thread a frame, {name}",
             f"median {statistics.median(busy):.2f} ms, 95 % under "
             f"{ranked[int(len(ranked) * 0.95)]:.2f} ms, {len(busy)} frames at {rate:.0f} a second",
             "median at most 6 ms")
    page.context.close()


def first_paint(browser, view):
    painted, shown = [], []
    for _ in range(20):
        page = browser.new_context(viewport=FULL_HD).new_page()
        page.add_init_script(
            """new MutationObserver((list, observer) => {
                if (!document.querySelector('.view.page')) return;
                observer.disconnect();
                requestAnimationFrame(() => { window.shownAt = performance.now(); });
            }).observe(document, { childList: true, subtree: true });""")
        page.goto(view.address)
        until(page, "window.shownAt && performance.getEntriesByType('paint').length > 0")
        painted.append(page.evaluate("performance.getEntriesByType('paint')[0].startTime"))
        shown.append(page.evaluate("shownAt"))
        page.context.close()
    line("first paint", f"median {statistics.median(painted):.0f} ms, longest "
         f"{max(painted):.0f} ms of {len(painted)}", "under 300 ms")
    line("first page drawn", f"median {statistics.median(shown):.0f} ms, longest "
         f"{max(shown):.0f} ms", "")


def event_to_dom(browser, daemon, view):
    page = open_page(browser, view.address)
    page.evaluate(
        """() => {
            window.seen = {};
            new MutationObserver(() => {
                const text = document.querySelector('.plain')?.textContent;
                if (text) seen[text] ??= performance.timeOrigin + performance.now();
            }).observe(document.body, { childList: true, subtree: true });
        }""")
    sent = {}
    page_id = daemon("controller.get", id="book")["selected"]
    for number in range(200):
        text = f"text {number}"
        sent[text] = time.time() * 1000
        daemon("controller.update", id=page_id, content={"type": "text/plain", "body": text})
        until(page, "document.querySelector('.plain')?.textContent === argument", text)
    seen = page.evaluate("seen")
    taken = [seen[text] - at for text, at in sent.items()]
    line("command sent to DOM changed", f"median {statistics.median(taken):.1f} ms, 95 % under "
         f"{sorted(taken)[190]:.1f} ms of {len(taken)}", "median under 20 ms")
    page.context.close()


def wall(browser, daemon, view, screens=20, changes=50):
    """Measures page changes without animation: the time until each screen has drawn the page.

    Each screen is a window of its own, because Chromium draws tabs in the background once a second.
    """
    pages = [open_page(browser, view.address, {"width": 640, "height": 360})
             for _ in range(screens)]
    for page in pages:
        page.evaluate(
            """() => {
                window.drawnAt = {};
                viewer.addEventListener('drawn', ({ detail }) => {
                    drawnAt[detail] ??= performance.timeOrigin + performance.now();
                });
            }""")
    taken = []
    for number in range(changes):
        sent = time.time() * 1000
        seq = daemon("pager.select", index=1 - number % 2, animated=False)["seq"]
        for page in pages:
            caught_up(page, seq)
            drawn = page.evaluate(
                "(seq) => Math.min(...Object.entries(drawnAt).filter(([at]) => at >= seq).map(([, time]) => time))",
                seq)
            taken.append(drawn - sent)
    ranked = sorted(taken)
    line(f"page change sent to drawn, {screens} screens",
         f"median {statistics.median(taken):.0f} ms, 95 % under {ranked[int(len(ranked) * 0.95)]:.0f} ms "
         f"of {len(taken)}", "median under 100 ms")
    for page in pages:
        page.context.close()


def stream(browser, daemon, view, rate=1000, seconds=10):
    """Publishes `rate` events a second, and measures how far an inspector and a page lag behind."""
    pages = [open_page(browser, view.inspector, {"width": 1280, "height": 800}),
             open_page(browser, view.address)]
    for page in pages:
        page.evaluate(
            """() => {
                window.snapshots = 0;
                viewer.addEventListener('loaded', () => { snapshots += 1; });
            }""")
    told = {"seq": 0, "ended": 0.0, "count": 0}

    def publish():
        began = time.time()
        for number in range(rate * seconds):
            told["seq"] = daemon("controller.update", id="other", title=f"t{number}")["seq"]
            told["count"] = number + 1
            ahead = began + (number + 1) / rate - time.time()
            if ahead > 0:
                time.sleep(ahead)
        told["ended"] = time.time()
        told["took"] = told["ended"] - began

    first = daemon("controller.create", id="other", kind="view")["seq"]
    publisher = threading.Thread(target=publish)
    publisher.start()
    behind = []
    while publisher.is_alive():
        for page in pages:
            known = told["seq"]
            behind.append(max(0, known - page.evaluate("viewer.state.seq")))
        time.sleep(0.05)
    publisher.join()
    for page in pages:
        caught_up(page, told["seq"])
    after = time.time() - told["ended"]
    resets = sum(page.evaluate("snapshots") for page in pages)
    total = told["seq"] - first
    line(f"{total / told['took']:.0f} events a second for {told['took']:.0f} s, inspector and page",
         f"median {statistics.median(behind):.0f} events behind, most {max(behind)}; all received "
         f"{after * 1000:.0f} ms after the last; {resets} snapshots",
         "1,000 a second without falling behind")
    for page in pages:
        page.context.close()


def drawings(folder, count, elements=3000):
    """Writes large drawings, as programs export them."""
    for number in range(count):
        shapes = "".join(
            f'<rect x="{index % 100}" y="{index // 100}" width="1" height="1" '
            f'fill="rgb({index % 255},{number % 255},9)" transform="translate({index * .01:.2f},0.5)"/>'
            for index in range(elements))
        (folder / f"{number:03}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 40">{shapes}</svg>')


def mixed(folder, count):
    """Writes pages of each kind: text, HTML with pictures, drawings and photographs."""
    small = Image.effect_noise((480, 270), 90).convert("RGB")
    for number in range(count):
        path = folder / f"{number:03}"
        if number % 5 == 0:
            small.save(path.with_suffix(".png"))
        elif number % 5 == 1:
            path.with_suffix(".md").write_text(f"# Page {number}\n\n![](000.png)\n" + "Text. " * 200)
        elif number % 5 == 2:
            path.with_suffix(".html").write_text("<img src=000.png><img src=003.svg>" + "<p>x" * 5000)
        elif number % 5 == 3:
            path.with_suffix(".svg").write_text(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
                + '<rect x="1.5" width="2.5"/>' * 3000 + "</svg>")
        else:
            path.with_suffix(".txt").write_text("Text. " * 500)


def many_pages(browser, name, write):
    """Measures the first picture of a watching screen, and a page turn of another one meanwhile."""
    folder = Path(tempfile.mkdtemp(prefix="pagerd-pages-"))
    book = write(folder) or folder
    daemon = Daemon("--book", str(book))
    view = View(daemon, "--book", str(book), "--watch-without-token")
    try:
        refused = []
        page = browser.new_context(viewport=FULL_HD).new_page()
        page.on("response", lambda response: response.status >= 400 and refused.append(response.url))
        began = time.time()
        page.goto(view.origin)
        page.evaluate("async () => { window.viewer = (await import('/js/show.js')).viewer; }")
        until(page, "document.querySelector('img.picture')?.naturalWidth > 0")
        first = time.time() - began
        other = open_page(browser, view.address)
        turns = []
        for _ in range(10):
            began = time.time()
            caught_up(other, daemon("pager.next", animated=False)["seq"])
            settled(other)
            turns.append(time.time() - began)
        line(f"first picture, {name}", f"{first * 1000:.0f} ms; page turn of another screen, longest "
             f"{max(turns) * 1000:.0f} ms; {view.processor_time:.1f} s of pagerview's processor time; "
             f"{len(refused)} refused files", "under 1000 ms, none refused")
        page.context.close()
        other.context.close()
    finally:
        view.stop()
        daemon.stop()
        shutil.rmtree(folder)


def pages(folder, count):
    """Writes a PDF of text, and makes the pictures of its pages."""
    path = folder / "pages.pdf"
    pdf(path, count, rows=60)
    began = time.time()
    subprocess.run([PROGRAMS / "pagerview", "make-book", path, "--folder", folder / "pages"],
                   check=True, stdout=subprocess.DEVNULL)
    line(f"pictures of {count} pages of a PDF", f"{time.time() - began:.1f} s", "")
    path.unlink()
    return folder / "pages" / "book.yaml"


def speed(browser):
    folder = Path(tempfile.mkdtemp(prefix="pagerd-photographs-"))
    photographs(folder)
    daemon = Daemon("--book", str(folder))
    view = View(daemon, "--book", str(folder))
    try:
        curl(browser, daemon, view)
        first_paint(browser, view)
        event_to_dom(browser, daemon, view)
        wall(browser, daemon, view)
        stream(browser, daemon, view)
    finally:
        view.stop()
        daemon.stop()
        shutil.rmtree(folder)


def on_wall(browser, act, *words):
    """Calls a function with a wall and further arguments."""
    with tempfile.TemporaryDirectory(prefix="pagerd-wall-") as folder:
        with Wall(browser, Path(folder)) as one:
            act(one, *words)


def main(wanted=""):
    seconds = int(os.environ.get("PAGERD_SECONDS", "1200"))
    groups = {
        "speed": speed,
        "drawings": lambda browser: many_pages(
            browser, "200 drawings of 3,000 elements", lambda folder: drawings(folder, 200)),
        "mixed": lambda browser: many_pages(
            browser, "500 pages of all kinds", lambda folder: mixed(folder, 500)),
        "pdf": lambda browser: many_pages(
            browser, "a PDF with 193 pages", lambda folder: pages(folder, 193)),
        "turns": lambda browser: on_wall(browser, turns),
        "soak": lambda browser: on_wall(browser, soak, seconds),
    }
    print(f"programs: {PROGRAMS}")
    print("| what | figure | goal |\n|---|---|---|")
    with sync_playwright() as playwright:
        # As Chromium with a window does, it draws each site and the book's pages in a process of their own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--site-per-process", "--enable-features=IsolateSandboxedIframes"])
        for name, measure in groups.items():
            if wanted in name:
                measure(browser)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
