"""Pages that stay until their video ends."""

import base64

import pytest

from conftest import settled, until
from programs import Daemon, View

#: `duration` is far longer than any test, so only the video's end can turn the page.
BOOK = """
pager:
  id: book
  pages:
    - {id: before, title: Before}
    - {id: film, url: film.webm, untilEnd: true, duration: 86400}
    - {id: after, title: After}
    - {id: last, title: Last}
"""


def recorded(chromium, width=64):
    """Returns a WebM video of about a second, which Chromium records from a canvas."""
    page = chromium.new_page()
    text = page.evaluate(
        """async (width) => {
            const canvas = Object.assign(
                document.createElement('canvas'), { width, height: width * 9 / 16 });
            const context = canvas.getContext('2d');
            const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' });
            const parts = [];
            recorder.ondataavailable = ({ data }) => parts.push(data);
            const stopped = new Promise((done) => { recorder.onstop = done; });
            recorder.start();
            const end = performance.now() + 1000;
            for (let frame = 0; frame < 10 || performance.now() < end; frame += 1) {
                context.fillStyle = `hsl(${frame * 10} 80% 50%)`;
                context.fillRect(0, 0, canvas.width, canvas.height);
                await new Promise((done) => requestAnimationFrame(done));
            }
            recorder.stop();
            await stopped;
            const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
            return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        }""", width)
    page.close()
    return base64.b64decode(text)


@pytest.fixture(scope="session")
def film(chromium):
    return recorded(chromium)


@pytest.fixture
def daemon(tmp_path, film):
    (tmp_path / "film.webm").write_bytes(film)
    (tmp_path / "book.yaml").write_text(BOOK)
    daemon = Daemon("--book", str(tmp_path / "book.yaml"))
    yield daemon
    daemon.stop()


@pytest.fixture
def view(daemon, tmp_path):
    view = View(daemon, "--book", str(tmp_path / "book.yaml"), "--watch-without-token")
    yield view
    view.stop()


def noted(page):
    """Makes a page note, in `notes`, the end of its video and each page that is selected."""
    page.evaluate(
        """() => {
            window.notes = [];
            document.addEventListener('ended', ({ target }) => notes.push(
                `${target.dataset.page} ended: ${target.ended && target.currentTime > 0}`), true);
            const selected = () => viewer.state.controllers.get('book').selected;
            let last = selected();
            viewer.addEventListener('applied', () => {
                if (selected() === last) return;
                last = selected();
                notes.push(`${last} selected`);
            });
        }""")


def withheld(page):
    """Makes a page withhold its reports of a video's end until `release()`."""
    page.evaluate(
        """() => {
            const { link } = viewer;
            const send = link.send.bind(link);
            window.reports = [];
            window.release = () => reports.splice(0).forEach(send);
            link.send = (message) => ('ended' in message ? reports.push(message) : send(message));
        }""")


def processed(page):
    """Waits for the reply to a command, which comes after everything that the page has sent.

    pagerview refuses the command while too many earlier ones of the page are waiting.
    """
    page.evaluate(
        """async () => {
            for (;;) {
                try {
                    await viewer.link.request('server.describe');
                    return;
                } catch (error) {
                    if (!String(error).includes('limitExceeded')) throw error;
                }
            }
        }""")


def selected(daemon):
    return daemon("controller.get", id="book")["selected"]


def test_the_next_page_comes_when_the_video_has_ended(daemon, view, browse):
    page = browse(view.address)
    noted(page)
    daemon("pager.select", page="film", animated=False)
    until(page, "notes.includes('after selected')")
    settled(page)
    # The video plays again when its page comes again.
    daemon("pager.select", page="film", animated=False)
    until(page, "notes.filter((note) => note === 'after selected').length === 2")
    assert page.evaluate("notes") == 2 * ["film selected", "film ended: true", "after selected"]


def test_a_video_turns_no_page_before_a_screen_reports_its_end(daemon, view, browse):
    page = browse(view.address)
    withheld(page)
    daemon("pager.select", page="film", animated=False)
    until(page, "reports.length > 0")
    assert page.evaluate("reports") == [{"ended": "film"}]
    processed(page)
    assert selected(daemon) == "film"
    page.evaluate("release()")
    until(page, "viewer.state.controllers.get('book').selected === 'after'")


@pytest.mark.parametrize("is_late", [False, True])
def test_only_the_first_report_of_two_screens_turns_the_page(daemon, view, browse, is_late):
    """The second report comes with the first one, or after the page has turned."""
    # The first screen only watches.
    screens = [browse(view.origin), browse(view.address)]
    for page in screens:
        noted(page)
        withheld(page)
    daemon("pager.select", page="film", animated=False)
    for page in screens:
        until(page, "reports.length > 0")
    for page in screens:
        page.evaluate("release()")
        if is_late:
            until(page, "notes.includes('after selected')")
            settled(page)
    for page in screens:
        processed(page)
    last = daemon("server.ping")["seq"]
    for page in screens:
        until(page, "seq => viewer.state.seq >= seq", last)
        assert page.evaluate("notes") == ["film selected", "film ended: true", "after selected"]
    assert selected(daemon) == "after"
