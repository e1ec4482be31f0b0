"""No client loses a reply because of other clients' bad messages, as it would with a REP socket."""

from __future__ import annotations

import asyncio
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zmq
from conftest import ROOT, Daemon, make_c

from pagerd_client import Pager
from pagerd_client.aio import AsyncPager
from pagerd_client.endpoints import resolve

Body = Callable[[str, int], None]


@pytest.fixture
def stranger(daemon: Daemon) -> Iterator[None]:
    """Sends messages without the empty frame, each over a connection that closes at once.

    docs/libzmq/lost_reply.c shows how a REP socket handles them.
    """
    command = resolve("command", name=daemon.name).address
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            # The context ends after its messages are sent, so that few sockets are open.
            with zmq.Context() as context:
                for _ in range(20):
                    with context.socket(zmq.DEALER) as socket:
                        socket.setsockopt(zmq.LINGER, 100)
                        socket.connect(command)
                        socket.send(b"x")

    thread = threading.Thread(target=run)
    thread.start()
    yield
    stop.set()
    thread.join()


def _sync(name: str, count: int) -> None:
    with Pager(name) as pager:
        for _ in range(count):
            pager.call("controller.create", kind="view")


def _asyncio(name: str, count: int) -> None:
    async def create() -> None:
        async with AsyncPager(name) as pager:
            for _ in range(count // 10):
                await asyncio.gather(*(pager.call("controller.create", kind="view") for _ in range(10)))

    asyncio.run(create())


def _c(name: str, count: int) -> None:
    program = _c_program()
    environment = {**os.environ, "PAGERD_NAME": name}
    subprocess.run([program, str(count)], check=True, timeout=300, env=environment)


def _c_program() -> Path:
    folder = Path(os.environ["PAGERD_RUNTIME_DIR"]) / "c"
    make_c(f"BUILD={folder}", f"{folder}/repeat_test")
    return folder / "repeat_test"


@pytest.mark.parametrize("client", [_sync, _asyncio, _c])
def test_each_command_is_carried_out_once(
    daemon: Daemon, pager: Pager, stranger: None, client: Body
) -> None:
    made = 500
    client(daemon.name, made)
    stats = pager.call("server.stats")
    assert (stats["controllers"], stats["published"]) == (made, made)
    assert stats["droppedReplies"] == 0


def test_the_program_lost_reply_reports_whether_libzmq_has_the_defect(tmp_path: Path) -> None:
    """The program in docs shows whether the installed libzmq has the defect."""
    source = ROOT / "docs" / "libzmq" / "lost_reply.c"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        ["cc", *flags, "-o", tmp_path / "lost", source, "-lzmq"], check=True, timeout=60
    )
    done = subprocess.run([tmp_path / "lost"], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    assert ("is lost" if done.returncode == 0 else "comes") in done.stdout
