"""Callbacks for events and for the connection, also when the daemon stops or restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import PATIENCE

from pagerd_client import (
    AsyncPager,
    Connected,
    Disconnected,
    Event,
    EventsLost,
    NoDaemon,
    Pager,
    Resumed,
)
from pagerd_client.events import ControllerCreated, ControllerUpdated, PagerDidSettle
from pagerd_client.testing import FakeDaemon, PrivateDaemon


def test_callbacks_get_their_events(pager: Pager) -> None:
    created: list[str] = []
    titles: list[Any] = []
    removed: list[Event] = []
    pager.on(ControllerCreated, lambda event: created.append(event.subject))
    pager.on("updated", lambda event: titles.append(event.payload["changes"]["title"]))
    remove = pager.on(lambda event: True, removed.append)
    remove()

    def act(event: Connected) -> None:
        pager.controllers.create("view", "home").update(title="Home")
        pager.on(ControllerCreated, lambda event: pager.stop(), subject="last")
        pager.controllers.create("view", "last")

    pager.on(Connected, act)
    pager.run(60)
    assert (created, titles, removed) == (["home", "last"], ["Home"], [])


def test_a_callback_added_during_an_event_receives_later_events(pager: Pager) -> None:
    """The stream is opened again with another subscription, and misses no event in between."""
    seen: list[str] = []

    def created(event: ControllerCreated) -> None:
        pager.windows.create("w1")
        pager.on("window.w2.created", lambda event: pager.stop())
        pager.on("window.w1.created", lambda event: seen.append(event.subject))
        pager.windows.create("w2")

    pager.on(ControllerCreated, created)
    pager.on(Connected, lambda event: pager.controllers.create("view", "home"))
    pager.run(60)
    assert seen == ["w1"]


def test_an_exception_in_a_callback_ends_run(pager: Pager) -> None:
    def fail(event: Connected) -> None:
        raise KeyError("mine")

    pager.on(Connected, fail)
    with pytest.raises(KeyError, match="mine"):
        pager.run(60)
    assert pager.server.ping().seq == 0


def stops_at_an_event(pager: Pager | AsyncPager, other: Pager) -> None:
    """Makes each call of `run` end at an event, before which the names of events are checked."""
    pager.on(Connected, lambda event: other.controllers.create("view"))
    pager.on(ControllerCreated, lambda event: pager.stop())


def test_a_misspelt_name_causes_one_warning(pager: Pager) -> None:
    pager.on("didSetle", print)
    pager.on("pager.book.didSettle", print)
    stops_at_an_event(pager, pager)
    with pytest.warns(UserWarning, match="did you mean 'didSettle'") as told:
        pager.run(60)
        pager.run(60)
    # The garbage of an earlier test may cause a warning of another kind.
    places = [one.filename for one in told if one.category is UserWarning]
    assert [Path(place) for place in places] == [Path(__file__)]


def test_a_misspelt_name_that_a_callback_adds_causes_a_warning(pager: Pager) -> None:
    def act(event: Connected) -> None:
        pager.on("updated", print)
        pager.on("viewDidApear", lambda event: None)
        pager.controllers.create("view")

    pager.on("created", lambda event: pager.stop())
    pager.on(Connected, act)
    with pytest.warns(UserWarning, match="did you mean 'viewDidAppear'"):
        pager.run(60)


def test_a_misspelt_name_causes_a_warning_in_asyncio(daemon: Any, pager: Pager) -> None:
    async def main() -> None:
        async with AsyncPager(daemon.name) as wall:
            wall.on("didSetle", print)
            stops_at_an_event(wall, pager)
            with pytest.warns(UserWarning, match="did you mean 'didSettle'"):
                await wall.run(60)

    asyncio.run(main())


def test_coroutines_are_awaited(daemon: Any) -> None:
    async def main() -> list[str]:
        seen: list[str] = []
        async with AsyncPager(daemon.name) as wall:

            async def connected(event: Connected) -> None:
                await wall.controllers.create("view", "home")

            async def created(event: ControllerCreated) -> None:
                await asyncio.sleep(0)
                seen.append((await wall.controller(event.subject).get()).kind)
                wall.stop()

            wall.on(Connected, connected)
            wall.on(ControllerCreated, created)
            await wall.run(60)
        return seen

    assert asyncio.run(main()) == ["view"]


class Journal:
    """The events of the connection that `run` has reported."""

    def __init__(self, pager: Pager) -> None:
        self.pager = pager
        self.told: list[Any] = []
        pager.on(Connected, self.told.append)
        pager.on(Disconnected, self.told.append)
        pager.on(Resumed, self.told.append)

    def until(self, kind: type[Any]) -> Any:
        """Runs until an event of this kind is reported, and returns it."""
        before = len(self.told)

        def seen(news: Any) -> None:
            self.pager.stop()

        remove = self.pager.on(kind, seen)
        self.pager.run(60)
        remove()
        found = [one for one in self.told[before:] if isinstance(one, kind)]
        assert found, self.told
        return found[-1]


def test_resumed_distinguishes_a_restart_from_a_new_history(tmp_path: Path) -> None:
    """`run` continues after both, and the reason of Resumed tells them apart."""
    arguments = ("--journal", str(tmp_path / "journal"))
    with PrivateDaemon(*arguments) as daemon, \
            daemon.pager(timeout=PATIENCE) as wall, daemon.pager() as other:
        told: list[Resumed] = []
        wall.on(Resumed, told.append)
        wall.on(Resumed, lambda event: wall.stop())

        def restart_without_its_journal() -> None:
            daemon.stop()
            (tmp_path / "journal").unlink()
            daemon.start()

        steps: list[Callable[[], object]] = [daemon.restart, restart_without_its_journal]

        def act(event: Connected) -> None:
            steps.pop(0)()

        other.windows.create("w")
        wall.on(Connected, act)
        wall.run(60)
        assert [(one.reason, one.is_complete) for one in told] == [("restart", True)]
        assert other.state.snapshot().windows[0].id == "w"
        wall.run(60)
        assert [(one.reason, one.is_complete) for one in told[1:]] == [("new", False)]
        assert other.state.snapshot().windows == ()


def test_a_restored_journal_is_reported_as_a_fork(tmp_path: Path) -> None:
    journal, copy = tmp_path / "journal", tmp_path / "copy"
    with PrivateDaemon("--journal", str(journal)) as daemon, \
            daemon.pager(timeout=PATIENCE) as wall, daemon.pager() as other:
        other.windows.create("kept")
        daemon.stop()
        copy.write_bytes(journal.read_bytes())
        daemon.start()
        told: list[Resumed] = []

        def put_the_copy_back(event: Connected) -> None:
            other.windows.create("lost")
            wall.wait_for("window.lost.created", since=0)
            daemon.stop()
            journal.write_bytes(copy.read_bytes())
            daemon.start()

        def resumed(event: Resumed) -> None:
            told.append(event)
            wall.stop()

        wall.on("window.", lambda event: None)
        wall.on(Connected, put_the_copy_back)
        wall.on(Resumed, resumed)
        wall.run(60)
        assert [(one.reason, one.is_complete) for one in told] == [("fork", False)]
        assert [one.id for one in other.windows.list().windows] == ["kept"]


def test_run_reports_a_lost_connection_and_the_next_one() -> None:
    fake = FakeDaemon(book=["home", "menu"])
    with fake.pager(timeout=0.3) as wall:
        journal = Journal(wall)
        assert journal.until(Connected) == Connected("h1", "b1")
        fake.stop()
        # The next call of `run` opens a stream while no daemon runs.
        assert "no pagerd answers at memory://pagerd" in journal.until(Disconnected).problem
        wall.on(Disconnected, lambda event: None)
        fake.start()
        assert journal.until(Connected).boot == "b2"


def test_run_resumes_after_a_restart_of_the_fake_daemon() -> None:
    fake = FakeDaemon(book=["home", "menu", "door"])
    with fake.pager() as wall:
        told: list[Any] = []
        wall.on(PagerDidSettle, lambda event: told.append(event.page))
        wall.on(Resumed, lambda event: told.append((event.reason, event.boot)))
        acts: Iterator[Callable[[], object]] = iter([
            lambda: wall["book"].next(),
            lambda: fake.start(),
            lambda: wall["book"].next(),
            lambda: fake.start(new_history=True),
            wall.stop,
        ])

        def act(event: object) -> None:
            next(acts)()

        for kind in (Connected, Resumed):
            wall.on(kind, act)
        wall.on(PagerDidSettle, act)
        wall.run(60)
        assert told == ["menu", ("restart", "b2"), "door", ("new", "b3")]


def test_no_daemon_in_a_callback_ends_run(pager: Pager) -> None:
    """The error is about another daemon, so the connection to this daemon is not lost."""
    seen: list[object] = []
    pager.on(Disconnected, seen.append)

    def ask_elsewhere(event: Connected) -> None:
        Pager("elsewhere", timeout=0.2).server.ping()

    pager.on(Connected, ask_elsewhere)
    with pytest.raises(NoDaemon, match="elsewhere"):
        pager.run(60)
    assert seen == []


def test_discontinued_in_a_coroutine_ends_run(daemon: Any) -> None:
    async def fail(event: Connected) -> None:
        raise EventsLost("pager.", 1, 3, "the test")

    async def listen() -> None:
        async with AsyncPager(daemon.name) as wall:
            wall.on(Connected, fail)
            await wall.run(60)

    with pytest.raises(EventsLost):
        asyncio.run(listen())


@pytest.mark.parametrize(
    "what, callback, message",
    [
        (PagerDidSettle, None, "a callback must be callable"),
        (NoDaemon, print, "not by <class"),
        (5, print, "not by 5"),
    ])
def test_a_callback_that_can_never_be_called_is_refused(
    pager: Pager, what: Any, callback: Any, message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        pager.on(what, callback)


def test_a_coroutine_function_needs_asyncio(pager: Pager) -> None:
    async def act(event: Event) -> None:
        pass

    with pytest.raises(TypeError, match="use AsyncPager"):
        pager.on(ControllerCreated, act)


def test_the_subject_of_a_callback_may_be_a_handle(pager: Pager) -> None:
    home = pager.controllers.create("view", "home")
    titles: list[Any] = []

    def updated(event: ControllerUpdated) -> None:
        titles.append(event.payload["changes"]["title"])
        pager.stop()

    pager.on(ControllerUpdated, updated, subject=home)
    pager.on(Connected, lambda event: home.update(title="Home"))
    pager.run(60)
    assert titles == ["Home"]
    with pytest.raises(ValueError, match="has no id"):
        pager.on(PagerDidSettle, print, subject=pager.pager())
