"""`pagerd_client.testing`, which other programs use in their tests."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PROGRAM, show_book

from pagerd_client import NoDaemon, Pager, Refused
from pagerd_client.events import PagerDidSettle
from pagerd_client.testing import FakeDaemon, PrivateDaemon, find_pagerd

PACKAGE = Path(__file__).resolve().parents[1]


def test_time_does_not_pass_until_it_is_advanced() -> None:
    with PrivateDaemon(program=PROGRAM) as daemon, daemon.pager() as wall:
        before = wall.clock.get()
        assert (before.mode, before.time) == ("manual", 0)
        daemon.advance(2.5)
        assert wall.clock.get().time == 2.5


def test_a_script_finds_the_private_daemon_by_its_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for socket in ("COMMAND", "EVENTS"):
        monkeypatch.setenv(f"PAGERD_{socket}", "ipc:///tmp/none")
    with PrivateDaemon("--name", "wall", program=PROGRAM) as daemon:
        for name, value in daemon.environment.items():
            monkeypatch.setenv(name, value)
        for instance in (None, "wall"):
            with Pager(instance) as wall, wall.events("window.") as events:
                wall.windows.create()
                assert events.wait_for("created").category == "window"


def test_a_private_daemon_leaves_nothing_behind() -> None:
    with PrivateDaemon(program=PROGRAM) as daemon:
        folder = daemon.folder
        assert (folder / "run" / "test" / "command").is_socket()
    assert not folder.exists()


def test_the_error_of_a_failed_start_contains_the_reason() -> None:
    daemon = PrivateDaemon("--no-such-option", program=PROGRAM)
    with pytest.raises(RuntimeError, match="pagerd has ended: .*no-such-option"):
        daemon.start()
    daemon.close()


def test_pagerd_is_found_by_its_variable_and_in_the_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PAGERD", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="PATH has none; set PAGERD"):
        find_pagerd()
    program = tmp_path / "pagerd"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_pagerd() == str(program)
    monkeypatch.setenv("PAGERD", str(tmp_path / "other"))
    with pytest.raises(FileNotFoundError, match="PAGERD is '.*other'"):
        find_pagerd()
    monkeypatch.setenv("PAGERD", PROGRAM)
    assert find_pagerd() == PROGRAM


USE = '''
from pagerd_client import Pager
from pagerd_client.events import PagerDidSettle
from pagerd_client.testing import PrivateDaemon


def test_a_page_settles_after_its_time(pagerd: PrivateDaemon, wall: Pager) -> None:
    pages = [wall.controllers.create("view") for _ in range(2)]
    book = wall.controllers.create("pager", "book", duration=3)
    wall["book"].set_pages(pages)
    wall.windows.create().set_root(book)
    turn = wall["book"].next()
    pagerd.advance(2)
    assert wall["book"].get().selected == pages[1].id
    pagerd.advance(1)
    assert wall.wait_for(PagerDidSettle, since=turn.seq).page == pages[1].id
'''


def test_the_fixtures_work_in_a_separate_project(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        'pytest_plugins = ["pagerd_client.testing.fixtures"]\n'
    )
    (tmp_path / "test_wall.py").write_text(USE)
    environment = {"PAGERD": PROGRAM, "PYTHONPATH": str(PACKAGE), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_a_fake_turns_its_pages_at_once() -> None:
    fake = FakeDaemon(book=["home", "menu", "door"])
    with fake.pager() as wall, wall.events("pager.") as events:
        turn = wall["book"].next(wait=True)
        assert (turn.outcome, turn.selected) == ("completed", "menu")
        assert wall["book"].get().selected == "menu"
        names = [event.event for _ in range(3) if (event := events.get(60)) is not None]
        assert names == ["willSelect", "didSelect", "didSettle"]
        assert wall["book"].show("door").transition == "t2"
        assert wall["book"].next().transition is None
        settled = wall.wait_for(PagerDidSettle, since=turn.seq)
        assert (settled.page, settled.index) == ("menu", 1)
        settled = wall.wait_for(PagerDidSettle, since=settled.seq)
        assert (settled.page, settled.index) == ("door", 2)
    turns = [method for method, _ in fake.requests if method.startswith("pager.")]
    assert turns == ["pager.next", "pager.select", "pager.next"]


def test_a_fake_returns_configured_refusals_and_results() -> None:
    fake = FakeDaemon(book=["home", "menu"])
    fake.refuse("pager.next", "vetoed")
    fake.answers["window.list"] = {"windows": []}
    with fake.pager() as wall:
        with pytest.raises(Refused, match="vetoed"):
            wall["book"].next()
        with pytest.raises(Refused, match="controllerNotFound"):
            wall["other"].previous()
        assert wall.windows.list().windows == ()
        with pytest.raises(Refused, match="methodNotFound"):
            wall.navigation("nav").pop()
        with pytest.raises(Refused, match="indexOutOfRange"):
            wall["book"].show(7)
    fake.stop()
    with fake.pager(timeout=0.1) as wall, pytest.raises(NoDaemon):
        wall["book"].next()


def test_a_fake_works_with_asyncio() -> None:
    async def main() -> str | None:
        fake = FakeDaemon(book=["home", "menu"])
        async with fake.async_pager() as wall:
            waiting = asyncio.ensure_future(wall.wait_for(PagerDidSettle))
            while not wall.events_endpoint or not fake._channels:
                await asyncio.sleep(0)
            await wall["book"].next(wait=True)
            return (await waiting).page

    assert asyncio.run(main()) == "menu"


def same_turns(wall: Pager) -> list[object]:
    """Turns pages. Returns the results and the events that a program sees."""
    seen: list[object] = []
    with wall.events("pager.book.") as events:
        book = wall["book"]
        for turn in (
            book.next(animated=False, wait=True),
            book.show("door", animated=False, wait=True),
            book.next(animated=False, wait=True),
            book.previous(animated=False, wait=True),
        ):
            seen.append((turn.outcome, turn.selected))
        latest = wall.server.ping().seq
        for event in events:
            seen.append((event.event, event.payload.get("page"), event.payload.get("index")))
            if event.seq >= latest or len(seen) >= 13:
                break
    return seen


def around_replies(wall: Pager, advance: Callable[[float], None]) -> list[object]:
    """Turns pages. Returns the names of their events before each reply, and after it."""
    names = ("willSelect", "began", "didSelect", "ended", "didSettle")
    seen: list[object] = []
    for animated in (None, True, False):
        with wall.events() as events:
            turn = wall["book"].next(animated=animated)
            advance(1)
            parts: tuple[list[str], list[str]] = ([], [])
            for event in events:
                if event.event in names:
                    parts[event.seq > turn.seq].append(event.event)
                if event.event == "didSettle":
                    break
            seen.append((animated, *parts))
    return seen


def test_a_fake_orders_replies_and_events_like_a_daemon() -> None:
    """A page turn with animation settles after the reply, one without before it."""
    with PrivateDaemon(program=PROGRAM) as daemon, daemon.pager() as wall:
        show_book(wall, "abcd", duration=1)
        real = around_replies(wall, daemon.advance)
    with FakeDaemon(book=["a", "b", "c", "d"]).pager() as wall:
        assert around_replies(wall, lambda seconds: None) == real


def test_a_fake_refuses_a_pager_without_a_name_as_a_daemon_does() -> None:
    def refusal(wall: Pager) -> Refused:
        with pytest.raises(Refused) as caught:
            wall.pager().next()
        return caught.value

    def differences(one: Refused, other: Refused) -> list[str]:
        names = ("code", "name", "path", "candidates")
        return [name for name in names if getattr(one, name) != getattr(other, name)]

    with PrivateDaemon(program=PROGRAM) as daemon, daemon.pager() as wall:
        with FakeDaemon().pager() as fake:
            assert differences(refusal(fake), refusal(wall)) == []
        for id in ("hallbook", "book"):
            wall.controllers.create("pager", id)
        with FakeDaemon(hallbook=["a"], book=["b"]).pager() as fake:
            assert differences(refusal(fake), refusal(wall)) == []


def test_a_fake_returns_the_results_of_a_daemon() -> None:
    """The pages are turned without animation."""
    with PrivateDaemon(program=PROGRAM) as daemon, daemon.pager() as wall:
        show_book(wall)
        real = same_turns(wall)
    with FakeDaemon(book=["home", "menu", "door"]).pager() as wall:
        assert same_turns(wall) == real
