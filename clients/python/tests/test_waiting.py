"""`wait=True`, and warnings for misspelt names of events before a wait."""

from __future__ import annotations

import asyncio
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Daemon, show_book
from fake import running
from test_plugin_daemon import Patient, add, attached

from pagerd_client import AsyncPager, Pager, Refused
from pagerd_client.core import transition_wait
from pagerd_client.plugin import Page, Question


@pytest.fixture
def book(pager: Pager) -> Pager:
    """The pages a, b and c of a pager on screen."""
    show_book(pager, "abc")
    return pager


def advance(name: str) -> None:
    """Waits until a transition runs, and advances the clock so that it ends."""
    with Pager(name) as other:
        while not other.call("transition.list")["transitions"]:
            pass
        other.call("clock.advance", seconds=10)


def test_a_wait_returns_the_outcome_of_a_page_turn_without_animation(book: Pager) -> None:
    result = book.pager().show(2, animated=False, wait=True)
    assert (result.outcome, result.selected) == ("completed", "c")


def test_a_wait_returns_the_outcome_of_an_animated_page_turn(book: Pager, daemon: Daemon) -> None:
    thread = threading.Thread(target=advance, args=(daemon.name,))
    thread.start()
    result = book["book"].next(wait=True)
    thread.join()
    assert (result.outcome, result.selected) == ("completed", "b")
    assert result.transition is not None
    record = book.transition(result.transition).get()
    assert (record.outcome, record.selected) == ("completed", "b")


@pytest.mark.parametrize(("before", "selected"), [(1, "c"), (2, None)])
def test_a_queued_wait_ends(book: Pager, daemon: Daemon, before: int, selected: str | None) -> None:
    """The wait ends when the queued command has turned a page, or cannot turn one."""
    for _ in range(before):
        book.call("pager.next", interruption="queue")
    seq = book.call("server.ping")["seq"]

    def advance() -> None:
        with Pager(daemon.name) as other:
            other.wait_for("queued", since=seq)
            for _ in range(before + 1):
                other.call("clock.advance", seconds=10)

    thread = threading.Thread(target=advance)
    thread.start()
    result = book.pager("book").next(interruption="queue", wait=60)
    thread.join()
    assert result.selected == selected
    assert result.events == ()


def test_the_wait_times_out_and_the_error_names_the_manual_clock(book: Pager) -> None:
    # Without the manual clock in the error, its reader looks for a slow daemon.
    late = r"t\d+ has not ended within 0.2 s.*clock is manual.* clock.advance"
    with pytest.raises(TimeoutError, match=late):
        book.pager().next(wait=0.2)
    with pytest.raises(ValueError, match="wait: must be True"):
        book.pager().next(wait=-1)


def test_a_timeout_error_does_not_name_the_real_clock(live: Daemon) -> None:
    with Pager(live.name) as wall:
        show_book(wall, duration=600)
        with pytest.raises(TimeoutError) as caught:
            wall["book"].next(wait=0.2)
        assert "clock" not in str(caught.value)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes waits without a limit check the daemon's clock four times a second."""
    begin = transition_wait._Ending.__init__

    def begin_soon(self: Any, reading: Any, result: Any, timeout: float, patience: float) -> None:
        begin(self, reading, result, timeout, 0.5)

    monkeypatch.setattr(transition_wait._Ending, "__init__", begin_soon)


def test_an_unlimited_wait_ends_if_the_clock_does_not_advance(
    book: Pager, impatient: None
) -> None:
    with pytest.raises(TimeoutError, match="clock is manual.* has not moved"):
        book["book"].next(wait=True)
    assert book["book"].get().selected == "b"


def test_a_wait_without_a_limit_continues_while_a_manual_clock_moves(
    book: Pager, daemon: Daemon, impatient: None
) -> None:
    class Moving(Pager):
        """A client of a daemon whose clock has moved whenever the client looks."""

        looks = 0

        def call(self, method: str, /, **params: Any) -> dict[str, Any]:
            if method == "server.hello":
                self.looks += 1
                book.clock.advance(1 if self.looks < 5 else 100)
            return super().call(method, **params)

    book["book"].update(duration=100)
    wall = Moving(daemon.name)
    with wall:
        assert wall["book"].next(wait=True).selected == "b"
        assert wall.looks >= 5


def test_the_outcome_is_none_if_nothing_moved(book: Pager) -> None:
    assert book.pager().previous(wait=True).outcome is None


def test_a_wait_raises_refused_for_a_refused_command(book: Pager) -> None:
    with pytest.raises(Refused, match="indexOutOfRange"):
        book.pager().show(7, wait=True)


@pytest.mark.parametrize("answer", [True, False])
def test_a_wait_includes_the_decision_of_a_plugin(
    book: Pager, daemon: Daemon, monkeypatch: pytest.MonkeyPatch, answer: bool
) -> None:
    """`wait` includes a plugin's decision. A transition without animation ends at once."""
    monkeypatch.setenv("PAGERD_NAME", daemon.name)
    plugin = Patient("tests")

    @plugin.page("note")
    class Note(Page):
        def shouldSelect(self, question: Question) -> bool:
            return answer

    with running(plugin):
        attached(book, "tests")
        add(book, "note", "note")
        if answer:
            result = book.pager().show("note", user=True, animated=False, wait=True)
            assert (result.outcome, result.selected) == ("completed", "note")
            return
        with pytest.raises(Refused) as refused:
            book.pager().show("note", user=True, wait=True)
        assert refused.value.name == "vetoed"
        assert refused.value.data["decision"]


def test_an_asyncio_wait_returns_the_page_or_times_out(book: Pager, daemon: Daemon) -> None:
    async def turn() -> None:
        async with AsyncPager(daemon.name) as wall:
            turning = asyncio.ensure_future(wall["book"].next(wait=True))
            while not (await wall.call("transition.list"))["transitions"]:
                await asyncio.sleep(0)
            await wall.call("clock.advance", seconds=10)
            assert (await turning).selected == "b"
            with pytest.raises(TimeoutError):
                await wall["book"].next(wait=0.2)

    asyncio.run(turn())


def test_several_clients_wait_at_once(book: Pager, daemon: Daemon) -> None:
    """A waiting client does not delay others, although the daemon serves one request at a time."""

    async def turn() -> None:
        async with AsyncPager(daemon.name) as one, AsyncPager(daemon.name) as two:
            first = asyncio.ensure_future(one.pager().next(wait=True))
            while not (await two.call("transition.list"))["transitions"]:
                await asyncio.sleep(0)
            second = asyncio.ensure_future(two.pager().next(interruption="replace", wait=True))
            assert (await first).outcome == "superseded"
            await one.call("clock.advance", seconds=10)
            assert (await second).selected == "c"

    asyncio.run(turn())


@pytest.mark.parametrize(
    ("word", "near"), [("didsettle", "didSettle"), ("lifecyle.home", "lifecycle")]
)
def test_a_misspelt_event_name_causes_a_warning(book: Pager, word: str, near: str) -> None:
    with pytest.warns(UserWarning, match=f"did you mean '{near}'"), pytest.raises(TimeoutError):
        book.wait_for(word, timeout=0.1)


class WithCarousel(Pager):
    """A client that sees a daemon with a kind of another package."""

    descriptions = 0

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        result = super().call(method, **params)
        if method == "server.describe":
            self.descriptions += 1
            result["events"].append({"category": "carousel", "event": "didSpin"})
        return result


@pytest.fixture
def carousel(daemon: Daemon) -> Iterator[WithCarousel]:
    """A client of a daemon with a kind of another package."""
    pager = WithCarousel(daemon.name)
    with pager:
        yield pager


def test_events_of_kinds_of_other_packages_are_known(carousel: WithCarousel) -> None:
    """The client asks the daemon only about names that this package does not know."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for prefix in ("carousel.", "carou", "carousel.wheel.did", "carousel.wheel.didSpin"):
            carousel.events(prefix).close()
        assert carousel.descriptions == 4
        for name in ("didSpin", "carousel.wheel.didSpin"):
            with pytest.raises(TimeoutError):
                carousel.wait_for(name, timeout=0.05)
        assert carousel.descriptions == 6
        carousel.events("pager.").close()
        assert carousel.descriptions == 6


@pytest.mark.parametrize(
    ("word", "near"),
    [("carusel.wheel.didSpin", "carousel"), ("didspin", "didSpin"), ("carousel.x.didspin", "didSpin")],
)
def test_misspelt_kind_events_cause_a_warning(carousel: WithCarousel, word: str, near: str) -> None:
    with pytest.warns(UserWarning, match=f"did you mean '{near}'") as told:
        with pytest.raises(TimeoutError):
            carousel.wait_for(word, timeout=0.05)
    assert len([one for one in told if one.category is UserWarning]) == 1


def test_names_are_checked_without_the_command_socket(daemon: Daemon, runtime: Path) -> None:
    """A client without the command socket gets warnings from the names in this package."""
    class Deaf(Pager):
        def call(self, method: str, /, **params: Any) -> dict[str, Any]:
            self.timeout = 0.3
            return super().call(method, **params)

    deaf = Deaf(daemon.name, command=f"ipc://{runtime}/nobody")
    with deaf, pytest.warns(UserWarning, match="no category of events is called 'carousel'"):
        deaf.events("carousel.").close()


def test_asyncio_checks_event_names(daemon: Daemon) -> None:
    async def listen() -> None:
        async with AsyncPager(daemon.name) as wall:
            with pytest.warns(UserWarning, match="did you mean 'lifecycle'"):
                async with wall.events("lifecyle."):
                    pass
            with pytest.warns(UserWarning, match="did you mean 'didSettle'") as told:
                with pytest.raises(TimeoutError):
                    await wall.wait_for("didsettle", timeout=0.05)
            assert len([one for one in told if one.category is UserWarning]) == 1

    asyncio.run(listen())


def test_a_misspelt_prefix_causes_a_warning(book: Pager) -> None:
    with pytest.warns(UserWarning, match="did you mean 'lifecycle'"):
        book.events("lifecyle.").close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for prefix in ("life", "lifecycle.", "pager.book.didS", "server.", "plugin.clock."):
            book.events(prefix).close()
