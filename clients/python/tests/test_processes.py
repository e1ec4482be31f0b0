"""A forked child cannot use its parent's connections, and is told so at once."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Daemon
from fake import FakeDaemon, record, running

from pagerd_client import AsyncPager, Pager, WrongThread
from pagerd_client.plugin import Page, Plugin


def in_child(work: Callable[[], object]) -> str:
    """Returns what `work` returns in a forked child, or its error. Kills a child that hangs."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(work())
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode())
        # An exit handler of the parent must not run, but the objects must be freed as at an exit.
        os._exit(0)
    os.close(writer)
    try:
        assert select.select([reader], [], [], 60)[0], "the child hangs"
        return os.read(reader, 1 << 16).decode()
    finally:
        os.close(reader)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)


MESSAGE = "belongs to the process that used it first; make a Pager for each process"


def test_a_call_in_a_forked_child_raises_at_once(pager: Pager) -> None:
    pager.call("server.ping")
    said = in_child(lambda: pager.call("server.ping"))
    assert said.startswith("WrongThread: <Pager at ipc://") and MESSAGE in said
    assert pager.call("window.create", id="main")


def test_a_pager_that_is_closed_in_the_child_is_the_childs_own(pager: Pager) -> None:
    pager.call("window.create", id="parent")

    def work() -> str:
        with pager:
            pass
        pager.call("window.create", id="child")
        return pager.client

    assert in_child(work).startswith("python-")
    pager.call("window.create", id="after")
    ids = {one["id"] for one in pager.call("window.list")["windows"]}
    assert ids == {"parent", "child", "after"}


@pytest.mark.parametrize("name", [None, "button"])
def test_parent_and_child_never_send_the_same_id(daemon: Daemon, name: str | None) -> None:
    """The daemon would take the second request for a repetition, and not execute it."""
    pager = Pager(daemon.name, client=name)
    assert "seq" in in_child(lambda: pager.call("window.create", id="child"))
    pager.call("window.create", id="parent")
    assert {one["id"] for one in pager.call("window.list")["windows"]} == {"parent", "child"}
    pager.close()


@pytest.mark.parametrize("read", [
    lambda stream, mirror: stream.get(0.1),
    lambda stream, mirror: next(stream),
    lambda stream, mirror: stream.fileno(),
    lambda stream, mirror: stream.wait_for("viewDidAppear", 0.1),
    lambda stream, mirror: mirror.get(0.1),
    lambda stream, mirror: mirror.sync(),
    lambda stream, mirror: mirror.wait_until(lambda state: False, 0.1),
])  # fmt: skip
def test_a_stream_or_mirror_in_a_forked_child_raises_at_once(
    read: Callable[[Any, Any], object], pager: Pager
) -> None:
    with pager.events() as stream, pager.mirror() as mirror:
        said = in_child(lambda: read(stream, mirror))
        assert said.startswith("WrongThread") and MESSAGE in said
        for close in (stream.close, mirror.close):
            assert in_child(close) == "None"
        pager.call("window.create", id="main")
        assert stream.get(60) is not None
        assert {window.id for window in mirror.sync().windows} == {"main"}


def test_waiting_and_running_in_a_forked_child_raise_at_once(pager: Pager) -> None:
    pager.call("server.ping")
    pager.on("viewDidAppear", print)
    for work in (lambda: pager.wait_for("viewDidAppear", 0.1), lambda: pager.run(0.5)):
        assert in_child(work).startswith("WrongThread")
    assert pager.call("server.ping")


def test_asyncio_in_a_forked_child_raises_at_once(daemon: Daemon) -> None:
    async def opened() -> tuple[AsyncPager, Any, Any]:
        pager = AsyncPager(daemon.name)
        await pager.call("server.ping")
        stream, mirror = pager.events(), pager.mirror()
        await stream.__aenter__()
        await mirror.__aenter__()
        return pager, stream, mirror

    loop = asyncio.new_event_loop()
    pager, stream, mirror = loop.run_until_complete(opened())
    uses: list[Callable[[], Any]] = [
        lambda: pager.call("server.ping"), lambda: stream.get(0.1), lambda: mirror.sync(),
        lambda: mirror.get(0.1),
    ]
    for use in uses:
        assert in_child(lambda: loop.run_until_complete(use())).startswith("WrongThread")
        assert in_child(lambda: asyncio.run(use())).startswith("WrongThread")

    def work() -> object:
        pager.close()
        return asyncio.run(pager.call("window.create", id="child"))

    assert "seq" in in_child(work)
    loop.run_until_complete(pager.call("window.create", id="parent"))
    state = loop.run_until_complete(mirror.sync())
    assert {window.id for window in state.windows} == {"child", "parent"}
    pager.close()
    loop.close()


def test_a_plugin_in_a_forked_child_raises_at_once(fake: FakeDaemon) -> None:
    plugin = Plugin("maps")

    @plugin.page("map")
    class Map(Page):
        def content(self) -> Any:
            said = [in_child(work) for work in (
                lambda: plugin.daemon.call("server.ping"), lambda: plugin.daemon.tell("x"),
                plugin.loop.turn, plugin.run,
            )]
            return {"type": "text/plain", "body": "\n".join(said)}

    with running(plugin):
        fake.attach(record("m", "map"))
        said = fake.ask("contentFor", "m")["body"].splitlines()
        assert len(said) == 4
        assert all(one.startswith("WrongThread") and "make a Plugin" in one for one in said), said
        assert fake.ask("contentFor", "m")


def test_a_child_that_leaves_a_callback_of_a_plugin_stops_its_loop(fake: FakeDaemon) -> None:
    plugin = Plugin("maps")
    reader, writer = os.pipe()
    ended: list[str] = []
    parent = os.getpid()

    @plugin.page("map")
    class Map(Page):
        def close(self) -> None:
            ended.append(self.id)

        def content(self) -> Any:
            if os.fork() == 0:
                raise RuntimeError("the child goes on")

    def run() -> None:
        try:
            plugin.run()
        except WrongThread:
            os.write(writer, b"WrongThread, %d pages have ended" % len(ended))
        finally:
            if os.getpid() != parent:
                os._exit(0)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    fake.attach(record("m", "map"))
    fake.ask("contentFor", "m")
    assert select.select([reader], [], [], 60)[0], "the child's loop goes on"
    assert os.read(reader, 1 << 16) == b"WrongThread, 0 pages have ended"
    os.wait()
    plugin.stop()
    thread.join(60)
    assert not thread.is_alive()


def test_a_plugin_can_be_made_before_the_fork_and_run_in_the_child(fake: FakeDaemon) -> None:
    plugin = Plugin("maps")
    plugin.page("map")(Page)
    child = os.fork()
    if child == 0:
        plugin.run()
        os._exit(7)
    try:
        # The parent's loop is another one, so this does not wake the child.
        plugin.stop()
        fake.attach(record("m", "map"))
        assert fake.ask("contentFor", "m") is None
        os.kill(child, signal.SIGTERM)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
