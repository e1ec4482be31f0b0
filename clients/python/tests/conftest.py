"""A real pagerd for each test, with its own runtime directory."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from functools import partialmethod, wraps
from pathlib import Path
from typing import Any, ParamSpec

import pytest
import zmq
from fake import FakeDaemon
from proxy import Proxy, proxy

from pagerd_client import AsyncPager, Pager
from pagerd_client.endpoints import resolve
from pagerd_client.handles import PagerHandle
from pagerd_client.testing.daemon import await_ready

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests"))
import needs  # noqa: E402

needs.make_space()
# A shell ignores SIGINT in the programs that it runs in the background, and `nohup` ignores SIGHUP.
# Child processes inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
#: Seconds to wait before a test fails. They are many, as the machine may be busy.
PATIENCE = 60.0
PROGRAM = os.environ.get("PAGERD") or str(ROOT / ".build" / "debug" / "pagerd")
Given = ParamSpec("Given")


#: Programs that a machine may lack. The tests that start one are skipped without it.
OPTIONAL = {
    **{"cc": needs.COMPILER, "c++": needs.COMPILER},
    **{"hunspell": needs.HUNSPELL, "mosquitto": needs.MOSQUITTO},
}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    return (yield from skipping_without_program())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    return (yield from skipping_without_program())


def skipping_without_program() -> Iterator[None]:
    try:
        return (yield)
    except FileNotFoundError as error:
        need = OPTIONAL.get(Path(str(error.filename)).name)
        if need is not None and need.reason:
            pytest.skip(need.reason)
        raise


class Daemon:
    """A pagerd that can be stopped and started again."""

    def __init__(self, name: str = "test", clock: str = "manual") -> None:
        self.name = name
        self.clock = clock
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *flags: str) -> Daemon:
        """Starts the daemon and waits until it is ready."""
        own = ["--name", self.name, "--clock", self.clock, "--journal", "none"]
        self.process = subprocess.Popen([PROGRAM, *own, *flags], stderr=subprocess.PIPE)
        await_ready(self.process, PATIENCE)
        return self

    def stop(self) -> int:
        """Sends SIGTERM and returns the exit status."""
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.terminate()
        try:
            return process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime directory with a short path, as the path of a socket has at most 107 bytes."""
    for name in ("PAGERD_COMMAND", "PAGERD_EVENTS", "PAGERD_NAME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    has_space = needs.free("/tmp") >= needs.SPACE
    path = tempfile.mkdtemp(prefix="pgr", dir="/tmp" if has_space else None)
    monkeypatch.setenv("PAGERD_RUNTIME_DIR", path)
    yield Path(path)
    shutil.rmtree(path)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the timeout of clients: the daemon is a debug build, and the machine may be busy."""
    for kind in (Pager, AsyncPager):
        monkeypatch.setattr(kind, "__init__", partialmethod(kind.__init__, timeout=PATIENCE))


@pytest.fixture
def fake(runtime: Path) -> Iterator[FakeDaemon]:
    """A fake of the daemon's plugins socket, which the test controls."""
    it = FakeDaemon(runtime)
    try:
        yield it
    finally:
        it.close()


@pytest.fixture
def daemon(runtime: Path) -> Iterator[Daemon]:
    """A running daemon with the manual clock."""
    it = Daemon()
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def live(runtime: Path) -> Iterator[Daemon]:
    """A running daemon with the real clock."""
    it = Daemon(clock="real")
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def pager(daemon: Daemon) -> Iterator[Pager]:
    """A client of the daemon."""
    with Pager(daemon.name) as it:
        yield it


@pytest.fixture
def lossy(daemon: Daemon, runtime: Path) -> Iterator[Proxy]:
    """A proxy between the daemon's events and the pager `far`. At first, it loses nothing."""
    address = f"ipc://{runtime}/lossy"
    with proxy(resolve("events", name=daemon.name).address, address, lambda topic: False) as it:
        yield it


@pytest.fixture
def far(lossy: Proxy, daemon: Daemon, runtime: Path) -> Iterator[Pager]:
    """A pager that gets its events through the lossy proxy."""
    with Pager(daemon.name, events=f"ipc://{runtime}/lossy") as pager:
        yield pager


@pytest.fixture
def documented(runtime: Path) -> Iterator[Daemon]:
    """The daemon with the pages that the documents of the protocol use."""
    book = runtime / "two"
    book.mkdir()
    (book / "home.md").write_text("# Home\n")
    (book / "menu.md").write_text("# Menu\n")
    it = Daemon("default")
    try:
        yield it.start("--book", str(book))
    finally:
        it.stop()


def awaited(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Makes a test of a coroutine function. It may take a minute."""

    @wraps(test)
    def run(*values: Given.args, **fixtures: Given.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*values, **fixtures), PATIENCE))

    return run


def show_book(
    pager: Pager, pages: Iterable[str] = ("home", "menu", "door"), **options: Any
) -> PagerHandle:
    """Shows the pager `book` with these pages in the window `main`. Takes options of the pager."""
    made = [pager.controllers.create("view", id, title=id.title()) for id in pages]
    pager.controllers.create("pager", "book", **options)
    pager["book"].set_pages(made)
    pager.windows.create("main").set_root("book")
    return pager["book"]


def new_key(path: Path) -> str:
    """Writes a new secret key and returns the public one."""
    public, secret = zmq.curve_keypair()
    path.write_bytes(secret + b"\n")
    path.chmod(0o600)
    return public.decode()


def make_c(*arguments: str, folder: Path = ROOT / "clients" / "c") -> None:
    """Runs `make` in the folder of the C client. Without a C compiler, the test is skipped."""
    if needs.COMPILER.reason:
        pytest.skip(needs.COMPILER.reason)
    done = subprocess.run(
        ["make", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def running_program(*words: object, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Runs a program, which is killed at the end unless it has ended."""
    with subprocess.Popen([str(word) for word in words], text=True, **more) as process:
        try:
            yield process
        finally:
            process.kill()
