"""What a wall does: requests and white frames at page turns, and the memory over time."""

import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ViewerTests"))

from PIL import Image  # noqa: E402

from conftest import caught_up, settled, until  # noqa: E402
from programs import Daemon, Site, View  # noqa: E402
from test_live_pages import filmed, is_white  # noqa: E402
from test_transitions import BUILT_IN  # noqa: E402
from test_videos import recorded  # noqa: E402

#: None: without animation.
STYLES = [None, *BUILT_IN]
#: The figures of a browser's page that grow with a leak.
COUNTED = {"Nodes": "nodes", "JSEventListeners": "listeners", "Documents": "documents"}


def line(name, text, goal):
    print(f"| {name} | {text} | {goal} |", flush=True)


class Wall:
    """A daemon, a viewer and a screen with pages of each kind, none of them white."""

    def __init__(self, browser, folder):
        self.site = Site()
        self.write(browser, folder)
        self.daemon = Daemon("--book", str(folder / "book.yaml"))
        self.view = View(self.daemon, "--book", str(folder / "book.yaml"))
        self.pages = self.daemon("controller.get", id="wall")["pages"]
        self.page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
        self.loads = Counter()
        self.page.on("request", lambda request: self.loads.update([request.url]))
        self.page.goto(self.view.address)
        self.page.evaluate("async () => { window.viewer = (await import('/js/show.js')).viewer; }")
        until(self.page, "viewer.stage.window !== null && viewer.stage.views.size > 0")
        self.session = self.page.context.new_cdp_session(self.page)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.page.context.close()
        self.view.stop()
        self.daemon.stop()
        self.site.stop()

    def write(self, browser, folder):
        Image.effect_noise((640, 360), 90).convert("RGB").save(folder / "photograph.png")
        (folder / "film.webm").write_bytes(recorded(browser, 320))
        (folder / "drawing.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9"/></svg>')
        (folder / "own.html").write_text(
            "<!doctype html><style>html { background: #402060 }</style>" + "<p>x" * 500)
        (folder / "text.md").write_text("# Text\n\n![](photograph.png)\n\n| a | b |\n|--|--|\n| 1 | 2 |\n")
        (folder / "book.yaml").write_text(f"""
theme: {{base: night}}
pager:
  id: wall
  wrap: true
  pages:
    - {{id: text, file: text.md}}
    - {{id: site, url: "{self.site.address}/site"}}
    - {{id: photograph, file: photograph.png}}
    - {{id: own, file: own.html}}
    - {{id: film, file: film.webm}}
    - {{id: drawing, file: drawing.svg}}
    - {{id: other, url: "{self.site.address}/other"}}
    - {{id: plain, content: "The last page"}}
""")

    def turn(self, page, style):
        motion = {"transition": style, "duration": 0.3} if style else {"animated": False}
        caught_up(self.page, self.daemon("pager.select", page=page, **motion)["seq"])
        until(self.page, "id => viewer.state.controllers.get(id).appearance === 'appeared'", page)
        settled(self.page)

    def memory(self):
        """Returns the bytes and objects of each program that shows the wall."""
        self.session.send("HeapProfiler.enable")
        self.session.send("HeapProfiler.collectGarbage")
        self.session.send("Performance.enable")
        metrics = {one["name"]: one["value"]
                   for one in self.session.send("Performance.getMetrics")["metrics"]}
        return {
            "pagerd": resident(self.daemon.process.pid), "pagerview": resident(self.view.process.pid),
            "renderers": sum(map(resident, renderers())), "script": metrics["JSHeapUsedSize"],
            **{text: int(metrics[name]) for name, text in COUNTED.items()},
        }


def resident(process):
    """Returns the bytes of memory that only a process uses."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return 1024 * sum(int(row.split()[1]) for row in text.splitlines() if row.startswith("Private_"))


def renderers():
    """Returns the renderers that this program's browser has started."""
    children = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
            children.setdefault(parent, []).append((int(path.name), (path / "cmdline").read_bytes()))
        except (FileNotFoundError, ProcessLookupError):
            continue
    found, waiting = [], [os.getpid()]
    while waiting:
        for process, command in children.get(waiting.pop(), []):
            waiting.append(process)
            if b"--type=renderer" in command:
                found.append(process)
    return found


def turns(wall):
    """Counts the requests for web pages, and the white frames in a screencast of page turns."""
    film, turns, shown = [], [], Counter()
    order = [(page, style) for style in STYLES for page in wall.pages[1:] + wall.pages[:1]]
    # After the last page, the next one would be loaded, too.
    with filmed(wall.page, film):
        for page, style in order[:-1]:
            wall.turn(page, style)
            shown[page] += 1
            turns += [f"{page}/{style}"] * (len(film) - len(turns))
    own = sum(count for url, count in wall.loads.items() if ";page=own" in url)
    asked = own + wall.site.paths["/site"] + wall.site.paths["/other"]
    due = shown["own"] + shown["site"] + shown["other"]
    line("requests for web pages, each turn",
         f"{asked / due:.2f}: {asked} for {due} turns to three pages in {len(STYLES)} styles", "1")
    found = sorted(turn for turn, data in zip(turns, film) if is_white(data))
    line("white frames between two slides", " ".join(
        [f"{len(found)} of {len(film)} in a screencast", *found]), "0")


def soak(wall, seconds):
    """Turns to random pages, and prints the memory in the middle and at the end."""
    seed = int(os.environ.get("PAGERD_SEED", "1"))
    chance = random.Random(seed)
    began, count, taken = time.monotonic(), 0, []
    for share in (0.1, 0.4, 0.7, 1):
        while time.monotonic() < began + share * seconds:
            wall.turn(chance.choice(wall.pages), chance.choice(STYLES))
            count += 1
            wall.page.wait_for_timeout(300)
        # The same page each time, with its neighbours.
        wall.turn("plain", None)
        wall.turn("text", None)
        taken.append((count, wall.memory()))
    title = f"memory after {', '.join(str(turn) for turn, _ in taken)} random turns in {seconds / 60:.0f} minutes"
    for name in taken[0][1]:
        values = [memory[name] for _, memory in taken]
        is_size = name not in COUNTED.values()
        text = ", ".join(f"{value / 2**20:.1f}" if is_size else str(value) for value in values)
        line(f"{name}, {title}", text + (" MiB" if is_size else ""), "no growth")
