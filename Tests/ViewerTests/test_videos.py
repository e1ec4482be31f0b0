"""Pages that stay until their video ends."""

import base64
import socket
import wave

import pytest

from conftest import caught_up, settled, until
from test_screens import screens

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
def book(tmp_path, film):
    (tmp_path / "film.webm").write_bytes(film)
    (tmp_path / "book.yaml").write_text(BOOK)
    return tmp_path / "book.yaml"


@pytest.fixture
def view(daemon, book, pool):
    with pool.view(daemon, "--book", str(book), "--show-failures") as view:
        yield view


@pytest.fixture
def audience(browse, pool, view):
    """A browser that may only watch."""
    return browse(pool.addresses[1])


def noted(page):
    """Makes a page note, in `notes`, the end of its video and each page that is selected."""
    page.evaluate(
        """() => {
            window.notes = [];
            window.noting?.abort();
            window.noting = new AbortController();
            const { signal } = noting;
            document.addEventListener('ended', ({ target }) => notes.push(
                `${target.dataset.page} ended: ${target.ended && target.currentTime > 0}`),
                { capture: true, signal });
            const selected = () => viewer.state.controllers.get('book').selected;
            let last = selected();
            viewer.addEventListener('applied', () => {
                if (selected() === last) return;
                last = selected();
                notes.push(`${last} selected`);
            }, { signal });
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


def test_the_next_page_comes_when_the_video_has_ended(daemon, page):
    noted(page)
    daemon("pager.select", page="film", animated=False)
    until(page, "notes.includes('after selected')")
    settled(page)
    # The video plays again when its page comes again.
    daemon("pager.select", page="film", animated=False)
    until(page, "notes.filter((note) => note === 'after selected').length === 2")
    assert page.evaluate("notes") == 2 * ["film selected", "film ended: true", "after selected"]


@pytest.mark.parametrize("is_late", [False, True])
def test_only_the_first_report_of_two_screens_turns_the_page(daemon, page, audience, is_late):
    """The second report comes with the first one, or after the page has turned."""
    screens = [audience, page]
    for one in screens:
        noted(one)
        withheld(one)
    daemon("pager.select", page="film", animated=False)
    for one in screens:
        until(one, "reports.length > 0")
    assert page.evaluate("reports") == [{"ended": "film"}]
    processed(page)
    assert selected(daemon) == "film"
    for one in screens:
        one.evaluate("release()")
        if is_late:
            until(one, "notes.includes('after selected')")
            settled(one)
    for one in screens:
        processed(one)
    last = daemon("server.ping")["seq"]
    for one in screens:
        until(one, "seq => viewer.state.seq >= seq", last)
        assert one.evaluate("notes") == ["film selected", "film ended: true", "after selected"]
    assert selected(daemon) == "after"


def turned(page):
    """Makes a page note the direction of each page turn, in `directions`."""
    page.evaluate(
        """() => {
            window.directions = [];
            viewer.addEventListener('applied', ({ detail }) => directions.push(...detail
                .filter(({ category, event }) => category === 'transition' && event === 'began')
                .map(({ direction }) => direction)), { signal: noting.signal });
        }""")


@pytest.mark.parametrize("wrap", [{}, {"wrap": True}, {"rewind": True}])
def test_a_video_that_is_the_only_page_starts_again_only_if_the_pager_wraps(daemon, page, audience, wrap):
    daemon("controller.update", id="book", title="Films", **wrap)
    for one in (page, audience):
        noted(one)
    daemon("pager.setPages", id="book", pages=["film"])
    if not wrap:
        until(page, "document.querySelector('video')?.ended")
        processed(page)
        assert page.evaluate("document.querySelector('video').ended")
        return
    for one in (page, audience):
        until(one, "notes.filter((note) => note === 'film ended: true').length >= 2")
        until(one, "!document.querySelector('video').paused")


def test_the_first_page_follows_forwards_after_a_video_on_the_last_page(daemon, page, audience):
    daemon("controller.update", id="book", wrap=True)
    seq = daemon("pager.setPages", id="book", pages=["before", "after", "film"])["seq"]
    for one in (page, audience):
        caught_up(one, seq)
        noted(one)
        turned(one)
    daemon("pager.select", page="film", animated=False)
    for one in (page, audience):
        until(one, "notes.includes('before selected')")
        settled(one)
        processed(one)
        assert one.evaluate("directions") == ["forward", "forward"]
    assert selected(daemon) == "before"


VIDEO = "document.querySelector('[data-view=film] video')"


def test_a_video_begins_when_its_page_turn_has_ended(daemon, page):
    transition = daemon.hold(0.5)
    until(page, f"{VIDEO}?.readyState >= 2")
    page.evaluate("for (let frame = 0; frame < 3; frame += 1) viewer.redraw()")
    until(page, "!viewer.isDue")
    assert page.evaluate(f"[{VIDEO}.paused, {VIDEO}.currentTime]") == [True, 0]
    page.evaluate(
        f"""() => {{
            window.times = [];
            const watch = () => {{
                const video = {VIDEO};
                if (!video) return;
                times.push(video.currentTime);
                requestAnimationFrame(watch);
            }};
            watch();
        }}""")
    daemon("transition.finish", id=transition)
    until(page, "viewer.state.controllers.get('book').selected === 'after'")
    times = page.evaluate("times")
    assert times == sorted(times)
    assert times[-1] > 0


def test_a_video_plays_on_if_the_turn_to_another_page_is_cancelled(daemon, page):
    daemon("controller.update", id="film", content={"type": "video/webm", "url": "film.webm"})
    daemon("pager.select", page="film", animated=False)
    until(page, f"{VIDEO}?.currentTime > 0")
    page.evaluate(f"window.first = {VIDEO}")
    transition = daemon.hold(0.5, page="after")
    daemon("transition.cancel", id=transition)
    until(page, "viewer.state.transitions.size === 0")
    settled(page)
    assert page.evaluate(f"{VIDEO} === first && !first.paused")


def damaged(folder):
    (folder / "film.webm").write_bytes(bytes(range(256)) * 8)


def without_picture(folder):
    with wave.open(str(folder / "film.webm"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes(8000))


@pytest.mark.parametrize("spoil", [damaged, without_picture])
def test_a_video_that_cannot_be_played_says_so_and_counts_as_ended(
        daemon, view, browse, tmp_path, spoil):
    spoil(tmp_path)
    page = browse(f"{view.origin}/?name=Hall#token={view.token}")
    noted(page)
    daemon("pager.select", page="film", animated=False)
    page.get_by_text("the video film.webm cannot be played").wait_for()
    row, = screens(view, lambda rows: rows and rows[0]["errors"] == 1)
    assert row["error"].startswith("film: the video film.webm cannot be played")
    until(page, "notes.includes('after selected')")
    assert selected(daemon) == "after"


def test_a_video_of_a_silent_server_counts_as_ended(daemon, view, browse):
    """The server accepts the connection, and sends nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/film.webm"
        page = browse(view.address)
        noted(page)
        daemon("controller.update", id="film",
               content={"type": "video/webm", "url": url, "untilEnd": True, "duration": 86400})
        daemon("pager.select", page="film", animated=False)
        until(page, "notes.includes('after selected')")
    assert selected(daemon) == "after"


def test_a_missing_video_names_its_file(daemon, page, tmp_path):
    (tmp_path / "film.webm").unlink()
    # Without untilEnd, the page stays.
    daemon("controller.update", id="film", content={"type": "video/webm", "url": "film.webm"})
    daemon("pager.select", page="film", animated=False)
    page.get_by_text("the video film.webm could not be loaded: there is no such file").wait_for()


def test_a_video_that_is_repaired_is_played(daemon, page, tmp_path, film):
    damaged(tmp_path)
    daemon("controller.update", id="film", content={"type": "video/webm", "url": "film.webm"})
    daemon("pager.select", page="film", animated=False)
    page.get_by_text("cannot be played").wait_for()
    (tmp_path / "film.webm").write_bytes(film)
    until(page, f"{VIDEO}?.currentTime > 0 && !{VIDEO}.paused")
    assert page.get_by_text("cannot be played").count() == 0


def test_a_video_has_sound_only_if_its_page_says_so_and_the_browser_permits_it(daemon, view, browse):
    page = browse(view.address, fresh=True)
    content = {"type": "video/webm", "url": "film.webm"}
    daemon("controller.update", id="film", content=content)
    daemon("pager.select", page="film", animated=False)
    until(page, f"{VIDEO}?.currentTime > 0")
    page.mouse.click(5, 5)
    assert page.evaluate(f"{VIDEO}.muted")
    # A browser without input, and a video with a sound track, would refuse.
    page.evaluate(
        """() => {
            const { play } = HTMLMediaElement.prototype;
            HTMLMediaElement.prototype.play = function () {
                if (this.muted) return play.call(this);
                return Promise.reject(new DOMException('not yet', 'NotAllowedError'));
            };
            window.permit = () => { HTMLMediaElement.prototype.play = play; };
        }""")
    caught_up(page, daemon("controller.update", id="film", content={**content, "muted": False})["seq"])
    until(page, f"{VIDEO}?.currentTime > 0 && {VIDEO}.muted")
    page.evaluate("permit()")
    page.mouse.click(5, 5)
    until(page, f"!{VIDEO}.muted && !{VIDEO}.paused")
