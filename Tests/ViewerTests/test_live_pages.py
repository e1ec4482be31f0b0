"""Web pages on screen: each is loaded once, and no white frame is visible before it."""

import base64
import contextlib
import io
import random
import subprocess
from collections import Counter

import pytest
from conftest import SIZE, caught_up, settled, shown, until
from PIL import Image
from programs import CHROMIUM, PATIENCE, PROGRAMS, Site, eventually
from test_transitions import BUILT_IN


@pytest.fixture
def site():
    site = Site()
    yield site
    site.stop()


HTML = "<!doctype html><style>html{background:#%s}</style><p id=field>%s"


@pytest.fixture
def book(tmp_path, site):
    for name, colour in [("a", "803000"), ("b", "008030")]:
        (tmp_path / f"{name}.html").write_text(HTML % (colour, name))
    Image.new("RGB", (64, 36), "#602080").save(tmp_path / "picture.png")
    (tmp_path / "book.yaml").write_text(f"""
theme: {{colors: {{background: "#101030", text: "#ffffff"}}}}
pager:
  id: book
  pages:
    - {{id: text, content: Begin}}
    - {{id: a, file: a.html}}
    - {{id: site, url: "{site.address}/site"}}
    - {{id: picture, file: picture.png}}
    - {{id: b, file: b.html}}
    - {{id: other, url: "{site.address}/other"}}
    - {{id: last, content: End}}
""")
    return tmp_path / "book.yaml"


def counting(browse, view):
    """Opens the viewer; returns its page and a counter of the requests for files of the book."""
    loads = Counter()
    page = browse(view.address, loads=loads)
    page.evaluate("viewer.player.patience = 60_000")
    return page, loads


def patient(browse, view):
    """Opens the viewer, which then waits for slow sites without a limit."""
    page = browse(view.address, fresh=True)
    page.evaluate("viewer.player.patience = 60_000")
    return page


def drawn(page, seq):
    caught_up(page, seq)
    settled(page)


def loaded(page, view):
    """Waits until the frame of a page is loaded."""
    until(page, """id => {
        const frame = document.querySelector(`[data-view='${id}'] iframe`);
        return frame !== null && !frame.classList.contains('pending');
    }""", view)


def test_each_web_page_is_loaded_once_whatever_the_style_of_the_turn(site, browse, pool, tmp_path):
    names = [f"page-{number}" for number in range(len(BUILT_IN) + 1)]
    for name in names:
        (tmp_path / f"{name}.html").write_text(HTML % ("008030", name))
    pages = ", ".join(f"{{id: {name}, file: {name}.html}}" for name in names)
    (tmp_path / "styles.yaml").write_text(
        f'pager: {{id: book, pages: [text, {pages}, {{id: site, url: "{site.address}/site"}}]}}')
    with pool.serving(tmp_path / "styles.yaml") as (daemon, view):
        page, loads = counting(browse, view)
        for id, style in zip([*names, "site"], [*BUILT_IN, None, "slide"], strict=True):
            motion = {"transition": style, "duration": 0.2} if style else {"animated": False}
            drawn(page, daemon("pager.select", page=id, **motion)["seq"])
            until(page, "id => viewer.state.controllers.get(id).appearance === 'appeared'", id)
            settled(page)
            loaded(page, id)
            assert shown(page) == [id]
        assert [loads[f";page={name}"] for name in names] == [1] * len(names)
        assert site.paths["/site"] == 1


NESTED = """
pager:
  id: outer
  pages:
    - {id: text, content: Begin}
    - {kind: pager, id: inner, pages: [{id: a, file: a.html}, {id: picture, file: picture.png}]}
    - {kind: tabBar, id: tabs, controllers: [{kind: pager, id: deep, pages: [{id: b, file: b.html}]}]}
    - {kind: pager, id: pictures, pages: [{id: pixels, file: pixels.png}, {id: last, content: End}]}
"""


def test_pages_of_nested_pagers_are_loaded_before_a_turn_and_once(tmp_path, book, pool, browse):
    (tmp_path / "nested.yaml").write_text(NESTED)
    Image.new("RGB", (64, 36), "#208040").save(tmp_path / "pixels.png")
    with pool.serving(tmp_path / "nested.yaml") as (daemon, view):
        page, loads = counting(browse, view)

        def prepared(id):
            until(page, """id => {
                const view = document.querySelector(`.prepared [data-view='${id}']`);
                const frame = view?.querySelector('iframe');
                return frame && !frame.classList.contains('pending');
            }""", id)
            page.evaluate("""id => {
                window.before = document.querySelector(`[data-view='${id}'] iframe`);
            }""", id)

        def turn(id, pager):
            drawn(page, daemon("pager.next", id=pager, duration=0.2)["seq"])
            until(page, "id => viewer.state.controllers.get(id).appearance === 'appeared'", id)
            settled(page)
            assert shown(page) == [id]

        def is_the_prepared_one(id):
            return page.evaluate(
                "id => window.before === document.querySelector(`[data-view='${id}'] iframe`)", id)

        prepared("a")
        turn("a", "outer")
        assert is_the_prepared_one("a")
        prepared("b")
        turn("picture", "inner")
        turn("b", "outer")
        assert is_the_prepared_one("b")
        assert (loads[";page=a"], loads[";page=b"]) == (1, 1)
        # Pictures are decoded.
        until(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('pixels.png'))")
        turn("pixels", "outer")


def test_a_reload_of_the_viewer_loads_only_the_shown_page_and_the_next(daemon, view, site, browse):
    page, loads = counting(browse, view)
    drawn(page, daemon("pager.select", page="site", animated=False)["seq"])
    loaded(page, "site")
    page.reload()
    page.evaluate("(async () => Object.assign(window, await import('/js/show.js')))()")
    until(page, "viewer.stage.views.size > 0")
    loaded(page, "site")
    assert site.paths["/site"] == 2
    assert site.paths["/other"] == 0


def test_nothing_is_loaded_again_after_an_alarm(daemon, view, site, browse):
    page, loads = counting(browse, view)
    for id, name in (("a", ";page=a"), ("site", "/site")):
        drawn(page, daemon("pager.select", page=id, animated=False)["seq"])
        loaded(page, id)
        page.evaluate("id => { window.before = document.querySelector(`[data-view=${id}] iframe`); }", id)
        # The page after it is loaded ahead of its turn, before or after this line.
        assert (loads + site.paths)[name] == 1

        def alarm(*words):
            subprocess.run([PROGRAMS / "pagerctl", "alarm", *words], env=daemon.environment, check=True)
            drawn(page, daemon("server.ping")["seq"])

        alarm("last")
        until(page, "id => viewer.page !== id", id)
        settled(page)
        assert shown(page) != [id]
        alarm("off")
        until(page, "id => viewer.page === id", id)
        settled(page)
        assert shown(page) == [id]
        assert page.evaluate("id => document.querySelector(`[data-view=${id}] iframe`) === before", id)
        assert (loads + site.paths)[name] == 1


def test_the_frame_of_the_next_page_is_loaded_before_the_turn(daemon, view, site, browse):
    page, loads = counting(browse, view)
    loaded(page, "a")
    assert shown(page) == ["text"]
    drawn(page, daemon("pager.next")["seq"])
    loaded(page, "site")
    assert site.paths["/site"] == 1
    # Only the page after the shown one is loaded, and forgotten when another page comes closer.
    drawn(page, daemon("pager.select", page="last", animated=False)["seq"])
    until(page, "document.querySelectorAll('iframe').length === 0")


@pytest.mark.parametrize("motion", [{"duration": 0.1}, {"animated": False}])
def test_the_old_page_stays_until_a_slow_site_is_loaded(daemon, view, site, browse, motion):
    page = patient(browse, view)
    drawn(page, daemon("pager.select", page="picture", animated=False)["seq"])
    site.open.clear()
    watch(page)
    daemon("pager.select", page="other", **motion)
    eventually(lambda: site.paths["/other"] == 1, "the site is asked")
    until(page, "viewer.state.controllers.get('other').appearance === 'appeared' && !viewer.isDue")
    caught_up(page, daemon("pager.select", page="picture", **motion)["seq"])
    until(page, "viewer.state.transitions.size === 0 && viewer.player.scenes.size === 0")
    assert shown(page) == page.evaluate("[...seen]") == ["picture"]
    # Of several turns during the wait, the last one counts.
    for id in ["other", "site", "last", "other"]:
        caught_up(page, daemon("pager.select", page=id, **motion)["seq"])
    site.open.set()
    until(page, "viewer.player.scenes.size === 0")
    settled(page)
    assert shown(page) == ["other"]


def watch(page):
    """Makes a page note, in `seen`, each page that it draws."""
    page.evaluate(
        """() => {
            window.seen = new Set();
            viewer.addEventListener('drawn', () => {
                for (const view of document.querySelectorAll('.view.page')) {
                    if (view.checkVisibility({ visibilityProperty: true })) seen.add(view.dataset.view);
                }
            });
        }""")


def test_a_site_that_does_not_answer_is_shown_after_a_while(daemon, view, site, browse):
    page = browse(view.address)
    drawn(page, daemon("pager.select", page="picture", animated=False)["seq"])
    site.open.clear()
    daemon("pager.select", page="other", animated=False)
    until(page, "viewer.page === 'other'")
    settled(page)
    assert shown(page) == ["other"]


def test_a_reloaded_site_stays_until_the_new_one_is_loaded(daemon, view, site, browse):
    page = patient(browse, view)
    daemon("controller.update", id="other", content={"url": f"{site.address}/other", "reload": 5})
    drawn(page, daemon("pager.select", page="other", animated=False)["seq"])
    loaded(page, "other")
    page.evaluate("window.before = document.querySelector('[data-view=other] iframe')")
    site.open.clear()
    eventually(lambda: site.paths["/other"] == 2, "the site is loaded again")
    assert page.evaluate("before.isConnected && before.checkVisibility({visibilityProperty: true})")
    site.open.set()
    until(page, "!before.isConnected")
    assert page.locator("[data-view=other] iframe").count() == 1


def test_no_white_frame_is_visible_between_two_pages(daemon, view, site, browse):
    page = patient(browse, view)
    loaded(page, "a")
    with filmed(page, film := []):
        for motion in [{"animated": False}, {"transition": "slide", "duration": 0.3}]:
            for id in ["a", "site", "picture", "b", "other", "last", "text"]:
                turned(page, daemon, id, motion)
    assert len(film) > 14
    assert white(film) == []


#: A page that the browser needs some time to draw.
SLOW = """<!doctype html><style>html { background: #402060 }
p { display: inline-block; border-radius: 3px; box-shadow: 0 0 5px #000 }</style>""" + "<p>x" * 20_000


@pytest.mark.parametrize("style", ["slide", "flipFromRight", "coverVertical"])
def test_a_page_that_is_slow_to_draw_is_not_white_while_it_moves(tmp_path, pool, browse, style):
    (tmp_path / "slow.html").write_text(SLOW)
    (tmp_path / "book.yaml").write_text("""
theme: {base: night}
pager: {id: book, pages: [{id: text, content: Begin}, {id: slow, file: slow.html}]}
""")
    with pool.serving(tmp_path / "book.yaml") as (daemon, view):
        page = patient(browse, view)
        loaded(page, "slow")
        with filmed(page, film := []):
            for id in ["slow", "text"] * 2:
                turned(page, daemon, id, {"transition": style, "duration": 0.6})
        assert white(film) == []


#: A page whose document is busy when it is loaded, before it draws itself.
BUSY = """<!doctype html><style>html{background:#402060}</style><p>busy<script>
addEventListener('load', () => requestAnimationFrame(() => {
    const end = performance.now() + %d;
    while (performance.now() < end);
}))</script>"""


@pytest.fixture
def isolated(chromium):
    """Returns a function that opens a page in a browser that draws each site in its own process, as
    browsers with a window do."""
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, timeout=PATIENCE * 1000, args=[
        "--no-sandbox", "--site-per-process", "--enable-features=IsolateSandboxedIframes"])

    def open_page(address):
        page = browser.new_context(viewport=SIZE).new_page()
        page.goto(address)
        page.evaluate("async () => { window.viewer = (await import('/js/show.js')).viewer; }")
        until(page, "!viewer.isDue && viewer.stage.views.size > 0")
        return page

    yield open_page
    browser.close()


def test_a_page_of_another_process_is_never_white_before_its_turn_and_after_an_alarm(
        tmp_path, site, pool, isolated):
    site.page = (BUSY % 100).encode()
    (tmp_path / "book.yaml").write_text(f"""
theme: {{base: night}}
pager: {{id: book, pages: [{{id: text, content: Begin}}, {{id: other, content: Middle}},
  {{id: site, url: "{site.address.replace('127.0.0.1', 'localhost')}/site"}}]}}
""")
    with pool.serving(tmp_path / "book.yaml") as (daemon, view):
        page = isolated(view.address)
        page.evaluate("viewer.player.patience = 60_000")
        with filmed(page, film := []):
            for id in ["site", "text"] * 4:
                turned(page, daemon, id, {"animated": False})
            daemon("controller.create", id="alarm", kind="view", content="Alarm")
            turned(page, daemon, "site", {"animated": False})
            for _ in range(3):
                drawn(page, daemon("modal.present", **{"from": "book"}, controller="alarm", style="fullScreen",
                                   animated=False)["seq"])
                page.wait_for_timeout(200)
                drawn(page, daemon("modal.dismiss", id="book", animated=False)["seq"])
                # A white frame would come after the drawing.
                page.wait_for_timeout(200)
        assert white(film) == []


@contextlib.contextmanager
def filmed(page, film):
    """Adds a picture of each frame that the browser draws meanwhile to a list."""
    session = page.context.new_cdp_session(page)

    def take(event):
        film.append(event["data"])
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", take)
    session.send("Page.startScreencast", {"format": "png", "maxWidth": 320, "maxHeight": 180})
    yield
    session.send("Page.stopScreencast")
    session.detach()


def turned(page, daemon, id, motion):
    drawn(page, daemon("pager.select", page=id, **motion)["seq"])
    until(page, "id => viewer.state.controllers.get(id).appearance === 'appeared'", id)
    settled(page)


def white(film):
    """Returns the numbers of the pictures of which a fifth is white."""
    return [number for number, data in enumerate(film) if is_white(data)]


def is_white(data):
    picture = Image.open(io.BytesIO(base64.b64decode(data))).convert("L").resize((64, 36))
    return sum(level > 230 for level in picture.get_flattened_data()) > 64 * 36 * 0.2


def test_elements_with_frames_stay_when_their_order_changes(page):
    seed = random.randrange(1 << 30)
    print("seed", seed)
    orders = [random.Random(seed + number).sample(range(8), 8) for number in range(30)]
    for has_move in (True, False):
        assert page.evaluate(REORDER, [orders, has_move]) == []


#: Returns the orders in which a frame was loaded again, with or without `moveBefore`.
REORDER = """async ([orders, hasMove]) => {
    const { arrange } = await import('/js/order.js');
    const { moveBefore } = Element.prototype;
    if (!hasMove) delete Element.prototype.moveBefore;
    const lost = [];
    for (const order of orders) {
        const parent = document.createElement('div');
        document.body.append(parent);
        const elements = [...order.keys()].map((number) => {
            const element = document.createElement('div');
            parent.append(element);
            // In each order, the frames of two elements need not move. They are near the end,
            // because the first elements stay in place whatever is in them.
            const isLive = number === order[7] || number === Math.min(order[6], order[7]);
            if (isLive || (hasMove && number % 2)) {
                element.append(document.createElement('iframe'));
                element.firstChild.contentWindow.mark = true;
            }
            return element;
        });
        const wanted = order.map((number) => elements[number]);
        arrange(parent, wanted);
        const isSorted = wanted.every((element, place) => parent.children[place] === element);
        const frames = [...parent.querySelectorAll('iframe')];
        if (!isSorted || frames.some(({ contentWindow }) => contentWindow.mark !== true)) {
            lost.push([order, isSorted]);
        }
        parent.remove();
    }
    Element.prototype.moveBefore = moveBefore;
    return lost;
}"""


def test_many_turns_leave_nothing_behind(daemon, view, site, browse):
    page = patient(browse, view)
    seed = random.randrange(1 << 30)
    print("seed", seed)
    chance = random.Random(seed)
    pages = ["text", "a", "site", "picture", "b", "other", "last"]
    for _ in range(60):
        motion = chance.choice([
            {"animated": False}, {"duration": 0.05},
            {"duration": 0.2, "transition": chance.choice(BUILT_IN)}])
        reply = daemon("pager.select", page=chance.choice(pages), **motion)
        if chance.random() < 0.5:
            drawn(page, reply["seq"])
    drawn(page, daemon("pager.select", page="last", animated=False)["seq"])
    until(page, "viewer.player.scenes.size === 0 && document.querySelectorAll('iframe').length === 0")
    assert shown(page) == ["last"]
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("viewer.stage.views.size") == 2
    assert page.locator(".awaited, .kept, .prepared, .coming, .moving, .above").count() == 0
