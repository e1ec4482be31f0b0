import contextlib
import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import sync_playwright

from programs import BOOK, CHROMIUM, PATIENCE, Daemon, View, needs, quiet_port

SIZE = {"width": 640, "height": 360}
needs.make_space()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed and "pool" in item.funcargs:
        item.funcargs["pool"].has_failed = True
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    try:
        return (yield)
    except FileNotFoundError as error:
        if error.filename == "zbarimg" and needs.ZBAR.reason:
            pytest.skip(needs.ZBAR.reason)
        raise


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        pytest.skip(needs.CHROMIUM.reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, timeout=PATIENCE * 1000,
            # The last argument makes Chromium decode pictures before it draws them.
            args=["--no-sandbox", "--disable-lcd-text", "--disable-checker-imaging"])
        yield browser
        browser.close()


@pytest.fixture
def book():
    """The book of the daemon and of the viewer. A module may have its own."""
    return BOOK


@pytest.fixture
def daemon(book):
    daemon = Daemon("--book", str(book))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def pool():
    return Pool()


@pytest.fixture
def view(daemon, book, pool):
    with pool.view(daemon, "--book", str(book)) as view:
        yield view


#: The errors of all pages of a test.
ERRORS = []
#: The options of a page that a later test may use.
SHARED = {"viewport", "has_touch", "color_scheme", "reduced_motion"}


class Pool:
    """Loaded pages that wait for the next viewer at the same address, as a new page is slow."""

    def __init__(self):
        self.port, self.content_port = quiet_port(), quiet_port()
        self.tokens = ["c0mmand", "w4tch"]
        self.addresses = [f"http://127.0.0.1:{self.port}/#token={token}" for token in self.tokens]
        #: The pages that wait, those of the test, and their addresses and kinds of pointers.
        self.idle, self.used, self.kinds = [], [], {}
        self.has_failed = False

    @contextlib.contextmanager
    def view(self, daemon, *arguments):
        """Runs a viewer whose pages are of the pool."""
        view = View(daemon, *arguments, "--port", str(self.port), "--content-port", str(self.content_port),
                    "--token", self.tokens[0], "--watch-token", self.tokens[1])
        self.has_failed = False
        try:
            yield view
        except BaseException:
            self.has_failed = True
            raise
        finally:
            self.take_back()
            view.stop()

    @contextlib.contextmanager
    def serving(self, book, *options):
        """Runs a daemon with a book and further options, and a viewer of the same book."""
        daemon = Daemon("--book", str(book), *options)
        try:
            with self.view(daemon, "--book", str(book)) as view:
                yield daemon, view
        finally:
            daemon.stop()

    def page(self, address, viewport=SIZE, has_touch=False, color_scheme="light",
             reduced_motion="no-preference"):
        """Returns a connected page with an address, or None if none waits."""
        page = next((page for page in self.idle if self.kinds[page] == (address, has_touch)), None)
        if page is not None:
            self.idle.remove(page)
            self.used.append(page)
            page.set_viewport_size(viewport)
            page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
            page.evaluate(CONNECT)
        return page

    def keep(self, page, address, has_touch=False, **_):
        self.used.append(page)
        self.kinds[page] = address, has_touch

    def take_back(self):
        """Disconnects the pages of a test, and closes them after a failure."""
        used, self.used = self.used, []
        for page in used:
            if not self.has_failed and not page.is_closed() and page.evaluate(PARK):
                self.idle.append(page)
            else:
                del self.kinds[page]
                page.context.close()


#: Connects a page again, and waits for the state.
CONNECT = """() => new Promise((done) => {
    delete viewer.link.retry;
    viewer.addEventListener('loaded', () => done(), { once: true });
    viewer.link.open();
})"""
#: Disconnects a page, and returns whether it had a connection.
PARK = """async () => {
    const link = window.viewer?.link;
    if (link?.socket?.readyState !== WebSocket.OPEN || viewer.isFrozen) return false;
    delete link.request;
    delete link.send;
    window.noting?.abort();
    link.retry = () => {};
    document.activeElement?.blur();
    await new Promise((done) => {
        link.addEventListener('socket', done, { once: true });
        link.socket.close();
    });
    return true;
}"""


@pytest.fixture
def open_view(daemon):
    """A viewer that browsers may watch without the token."""
    view = View(daemon, "--book", str(BOOK), "--watch-without-token")
    yield view
    view.stop()


@pytest.fixture
def shelf(daemon):
    """Returns a function that opens viewers with a book."""
    views = []

    def open_view(*arguments, daemon=daemon, **options):
        views.append(View(daemon, *map(str, arguments), **options))
        return views[-1]

    yield open_view
    for view in views:
        view.stop()


@pytest.fixture
def browse(chromium, pool):
    """Returns a function that opens a page, in a new browser context or in one of the pool.

    The page also waits for a pagerview that is silent, unless `notices_silence` is true. `loads`
    counts the requests of the page by the last part of their paths. `fresh` is for a test that
    changes more in the page than its state, such as its functions. At the end of the test, it
    asserts that no page had an error.
    """
    contexts = []

    def open_page(address, ready=True, notices_silence=False, loads=None, fresh=False, **options):
        may_share = address in pool.addresses and ready and options.keys() <= SHARED and not (
            notices_silence or fresh or loads is not None)
        page = pool.page(address, **options) if may_share else None
        if page is None:
            page = new_page(address, loads, options)
            if may_share:
                pool.keep(page, address, **options)
            else:
                contexts.append(page.context)
        if not notices_silence:
            # A busy machine may delay pagerview's messages by more than the page's patience.
            page.evaluate("if (window.viewer) viewer.link.check = () => {}")
        if ready:
            until(page, "!viewer.isDue && viewer.stage.window !== null && viewer.stage.views.size > 0")
        return page

    def new_page(address, loads, options):
        context = chromium.new_context(**{"viewport": SIZE, **options})
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        # Errors in a page's content are allowed, errors in the viewer are not.
        page.on("pageerror", lambda error: "/js/" in (error.stack or "") and ERRORS.append(error))
        if loads is not None:
            page.on("request", lambda request: loads.update(
                [request.url.split("?")[0].split("/")[-1]]))
        page.goto(address)
        page.evaluate(
            """async () => {
                const name = location.pathname === '/' ? 'show' : location.pathname.slice(1);
                Object.assign(window, await import(`/js/${name}.js`));
            }""")
        return page

    ERRORS.clear()
    yield open_page
    for context in contexts:
        context.close()
    assert ERRORS == []


@pytest.fixture
def page(browse, view):
    return browse(view.address)


def until(page, condition, argument=None, patience=PATIENCE):
    """Waits until a condition is true: a function or an expression, evaluated once a frame.

    After a second, it is evaluated less often, because frames take processor time. The page's
    content security policy forbids Playwright's own function for this.
    """
    if not re.match(r"(async )?(\w+|\([^)]*\)) =>", condition):
        condition = f"() => ({condition})"
    page.evaluate(
        """async ([argument, patience]) => {
            const holds = %s;
            const begin = performance.now();
            while (!(await holds(argument))) {
                const spent = performance.now() - begin;
                if (spent > patience) throw new Error('still false: ' + holds);
                await new Promise((done) => (
                    spent < 1000 ? requestAnimationFrame(done) : setTimeout(done, 50)));
            }
        }""" % condition, [argument, patience * 1000])


def caught_up(page, seq):
    """Waits until a browser has drawn everything up to an event."""
    until(page, "seq => viewer.state.seq >= seq && !viewer.isDue", seq)


def settled(page):
    """Waits until no animation is running."""
    until(page, """viewer.player.scenes.size === 0 && !viewer.isDue
        && document.querySelector('[aria-busy=true]') === null""")


def slowed(page, rate):
    """Sets the playback rate of a browser's animations. The normal rate is 1."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})


def still(page):
    """Returns a screenshot of the page, once two successive screenshots are equal."""
    before = None
    for _ in range(100):
        now = page.screenshot()
        if now == before:
            return Image.open(BytesIO(now))
        before = now
    raise AssertionError("100 screenshots of the page all differ from the one before")


def shown(page):
    """Returns the ids of the pages on screen, without those that are only loaded."""
    return page.evaluate(
        """[...document.querySelectorAll('.view.page')]
            .filter((view) => !view.closest('.prepared, .kept, .awaited'))
            .map((view) => view.dataset.view)""")


def held(page, transition, progress):
    """Waits until a page shows a transition at a progress and its pictures are loaded."""
    until(page, """async ([id, progress]) => {
            const scene = viewer.player.scenes.get(id);
            if (!scene?.started || scene.progress !== progress || viewer.isDue) return false;
            if (document.querySelector('[aria-busy=true]')) return false;
            await Promise.all([...document.images].map((image) => image.decode()));
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            return true;
        }""", [transition, progress])
