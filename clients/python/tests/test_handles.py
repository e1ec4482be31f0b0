"""Handles: their requests, their results and their `repr`."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading
from dataclasses import FrozenInstanceError, fields, is_dataclass
from inspect import iscoroutinefunction
from pathlib import Path
from select import select
from typing import get_type_hints

import pytest
from conftest import Daemon, show_book

from pagerd_client import (
    AsyncPager,
    BadReply,
    Pager,
    PagerError,
    Turn,
    WrongKind,
    WrongThread,
    aio_handles,
    handles,
    methods,
    records,
)
from pagerd_client.core.typed import read
from pagerd_client.events import PagerDidSettle, TransitionBegan
from pagerd_client.handle import Creation, Method
from pagerd_client.handles import PagerHandle
from pagerd_client.records import ControllerRecord, PagerRecord, TabBarRecord, WindowRecord

PACKAGE = Path(__file__).resolve().parents[1]
KINDS = [one for one in vars(records).values() if isinstance(one, type) and is_dataclass(one)]


@pytest.fixture
def book(pager: Pager) -> PagerHandle:
    return show_book(pager)


def test_a_page_is_shown_by_its_id_or_its_index(pager: Pager, book: PagerHandle) -> None:
    assert book.show("door", animated=False, wait=True).selected == "door"
    assert book.show(1, animated=False, wait=True).selected == "menu"
    record = book.get()
    assert (record.selected, record.index, record.pages) == ("menu", 1, ("home", "menu", "door"))


def test_a_handle_without_an_id_uses_the_only_controller_of_its_kind(
    pager: Pager, book: PagerHandle
) -> None:
    turn = pager.pager().next(animated=False)
    assert isinstance(turn, Turn) and turn.transition is not None
    assert book.get().selected == "menu"
    with pytest.raises(ValueError, match="has no id"):
        _ = pager.pager().id


def test_a_method_that_creates_an_object_returns_a_handle(pager: Pager) -> None:
    page = pager.controllers.create("view", title="Made up")
    assert page == pager.controller(page.id) and page != pager.pager(page.id)
    assert page.get().title == "Made up"


def test_a_record_has_the_class_of_its_kind(pager: Pager, book: PagerHandle) -> None:
    pager.controllers.create("tabBar", "tabs")
    kinds = {one.id: type(one) for one in pager.controllers.list().controllers}
    assert kinds == {
        **dict.fromkeys(("home", "menu", "door"), ControllerRecord),
        **{"book": PagerRecord, "tabs": TabBarRecord},
    }
    with pytest.raises(WrongKind, match="tabs is a controller of the kind tabBar"):
        pager.pager("tabs").get()


def test_results_cannot_be_changed(book: PagerHandle) -> None:
    with pytest.raises(FrozenInstanceError):
        book.get().selected = "door"  # type: ignore[misc]


def test_a_traced_result_contains_the_events_of_its_command(book: PagerHandle) -> None:
    events = book.next(animated=False, trace=True).events
    (settled,) = [event for event in events if isinstance(event, PagerDidSettle)]
    assert (settled.subject, settled.page, settled.index) == ("book", "menu", 1)


def test_the_methods_of_uikit_can_be_called(pager: Pager) -> None:
    parent, child = (pager.controllers.create("view", id) for id in ("parent", "child"))
    parent.uikit.add_child(child)
    child.uikit.did_move(parent)
    assert child.get().parent == "parent"


def test_repr_shows_the_object(pager: Pager, book: PagerHandle) -> None:
    assert repr(book) == f"<PagerHandle 'book' of {pager!r}>"
    assert repr(pager) == f"<Pager at {pager.command_endpoint.address}>"
    with pager.events("pager.book.") as stream, pager.mirror() as mirror:
        assert repr(stream).startswith("<EventStream of pager.book., open, history ")
        assert repr(mirror).startswith("<Mirror of 4 controllers at ")
        assert repr(mirror.state).endswith("1 windows, 4 controllers>")
    assert ", ended, " in repr(stream)


def test_wait_for_returns_an_event_of_the_requested_class(pager: Pager, book: PagerHandle) -> None:
    before = pager.server.ping().seq
    book.show("door", animated=False)
    settled = pager.wait_for(PagerDidSettle, since=before)
    assert settled.page == "door"
    with pytest.raises(TimeoutError, match="no PagerDidSettle within 0.05 s"):
        pager.wait_for(PagerDidSettle, 0.05)
    with pytest.raises(TimeoutError):
        pager.wait_for(PagerDidSettle, 0.05, since=0, subject="another")


def test_a_second_thread_is_refused(pager: Pager, book: PagerHandle) -> None:
    caught: list[PagerError] = []
    stream = pager.events()

    def use() -> None:
        for action in (book.next, stream.get, lambda: pager.wait_for("didSettle")):
            try:
                action()
            except WrongThread as error:
                caught.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(caught) == 3
    assert "belongs to the thread that used it first" in str(caught[0])
    stream.close()
    assert book.get().selected == "home"


def test_a_second_event_loop_is_refused(daemon: Daemon) -> None:
    wall = AsyncPager(daemon.name)

    async def ask() -> None:
        await wall.server.ping()

    asyncio.run(ask())
    with pytest.raises(WrongThread):
        asyncio.run(ask())


def test_a_stream_has_a_descriptor(pager: Pager) -> None:
    with pager.events("controller.") as stream:
        while stream.get(0) is not None:
            pass
        pager.controllers.create("view", "home")
        found = None
        while found is None:
            assert select([stream], [], [], 60)[0]
            found = stream.get(0)
        assert found.subject == "home"
    with pytest.raises(ValueError, match="not open"):
        stream.fileno()


def test_a_malformed_result_raises_bad_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"size.width: must be a number, got 'wide'"):
        read(WindowRecord, {"id": "w", "size": {"width": "wide", "height": 2}, "root": None})
    wall = Pager(command="ipc:///nowhere")
    monkeypatch.setattr(wall, "call", lambda method, **params: {"seq": "x", "revision": 1})
    with pytest.raises(BadReply, match="pager.next returned seq: must be an integer, got 'x'"):
        wall["book"].next()


def test_no_result_is_a_bare_dictionary() -> None:
    """The only exceptions are `call`, and values that may have any type in the protocol."""
    assert len(KINDS) > 30
    for kind in KINDS:
        for name, hint in get_type_hints(kind).items():
            assert "dict[" not in str(hint), f"{kind.__name__}.{name}"
    returned = [
        inspect.signature(getattr(one, name)).return_annotation
        for one in vars(methods).values()
        if isinstance(one, type) and one.__module__ == methods.__name__
        for name, method in vars(one).items()
        if isinstance(method, (Method, Creation))
    ]
    assert len(returned) > 80
    for one in returned:
        assert "dict" not in one and one != "Any"


def test_every_field_name_is_in_lower_case() -> None:
    for kind in KINDS:
        for field in fields(kind):
            assert field.name == field.name.lower(), f"{kind}.{field.name}"
    assert "from_" in TransitionBegan.__dataclass_fields__
    assert hasattr(PagerHandle, "set_pages") and not hasattr(PagerHandle, "setPages")


def test_a_handle_for_asyncio_has_the_same_methods_as_coroutine_functions() -> None:
    """Both have the documentation and the parameters of the function in `methods.py`."""
    for name, blocking in vars(handles).items():
        if not isinstance(blocking, type) or blocking.__module__ != handles.__name__:
            continue
        awaited = getattr(aio_handles, f"Async{name}")
        assert awaited.__doc__ == blocking.__doc__
        assert (public := {one for one in dir(blocking) if one[0] != "_"}) <= set(dir(awaited))
        for one in public:
            ours, theirs = getattr(blocking, one), getattr(awaited, one)
            assert ours.__doc__ and ours.__doc__ == theirs.__doc__
            if hasattr(ours, "__wrapped__"):
                assert inspect.signature(ours) == inspect.signature(theirs)
                assert iscoroutinefunction(theirs) and not iscoroutinefunction(ours)


FORGOTTEN = """\
from pagerd_client import AsyncPager, Pager, Turn
from pagerd_client.aio_handles import AsyncWindowHandle
from pagerd_client.events import PagerDidSettle
from pagerd_client.handles import WindowHandle


async def forgets(wall: AsyncPager) -> None:
    window: AsyncWindowHandle = await wall.windows.create()
    wall["book"].next()


def knows(wall: Pager) -> None:
    window: WindowHandle = wall.windows.create()
    wall["book"].next(waits=True)
    turn: Turn = wall["book"].next(wait=True)
    settled: PagerDidSettle = wall.wait_for(PagerDidSettle)
    wall.on(PagerDidSettle, lambda event: print(event.page))
    wrong: int = settled.page
"""


def test_mypy_reports_a_forgotten_await_a_wrong_argument_and_a_wrong_type(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(FORGOTTEN)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*mypy, str(script)], cwd=PACKAGE, capture_output=True, text=True, timeout=300
    )
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    assert len(errors) == 3, done.stdout
    assert ":9: error:" in errors[0] and "[unused-coroutine]" in errors[0]
    assert ":14: error:" in errors[1] and '"waits"' in errors[1]
    assert ":18: error:" in errors[2] and '"str | None"' in errors[2]


