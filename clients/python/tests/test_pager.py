"""Commands: results, refusals, silence, and retries that do nothing twice."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zmq
from conftest import Daemon

from pagerd_client import BadReply, NoDaemon, Pager, Refused, UnsafeDirectory
from pagerd_client.endpoints import resolve


@contextmanager
def lossy(command: str, address: str, lose: int) -> Iterator[list[bytes]]:
    """A socket before the daemon's that loses the first replies; yields what was sent to it."""
    context = zmq.Context()
    front, back = context.socket(zmq.ROUTER), context.socket(zmq.DEALER)
    stop, stopped = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
    front.bind(address)
    back.connect(command)
    stop.bind("inproc://stop")
    stopped.connect("inproc://stop")
    requests: list[bytes] = []

    def run() -> None:
        left = lose
        poller = zmq.Poller()
        for socket in (front, back, stopped):
            poller.register(socket, zmq.POLLIN)
        while True:
            ready = dict(poller.poll())
            if stopped in ready:
                return
            if front in ready:
                frames = front.recv_multipart()
                requests.append(frames[-1])
                back.send_multipart(frames)
            if back in ready:
                frames = back.recv_multipart()
                left -= 1
                if left < 0:
                    front.send_multipart(frames)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield requests
    finally:
        stop.send(b"")
        thread.join()
        context.destroy(linger=0)


def test_command(pager: Pager) -> None:
    assert pager.call("controller.create", id="home", kind="view")["id"] == "home"
    assert pager.call("controller.get", id="home")["kind"] == "view"
    assert pager.call("server.describe", method="server.ping")


def test_refusal(pager: Pager) -> None:
    with pytest.raises(Refused) as caught:
        pager.call("controller.get", id="nobody")
    refused = caught.value
    assert (refused.name, refused.code, refused.path) == ("controllerNotFound", -32000, "id")
    assert refused.exception is None
    assert refused.message in str(refused) and "controllerNotFound" in str(refused)
    with pytest.raises(Refused) as caught:
        pager.call("controller.get", id="home", colour="red")
    assert (caught.value.code, caught.value.path) == (-32602, "colour")


def test_refusal_as_uikit_raises(pager: Pager) -> None:
    pager.call("controller.create", id="a", kind="view")
    pager.call("controller.create", id="stack", kind="navigation")
    pager.call("navigation.setStack", id="stack", controllers=["a"])
    with pytest.raises(Refused) as caught:
        pager.call("navigation.push", id="stack", controller="a")
    assert caught.value.exception == caught.value.data["exception"] == "NSInvalidArgumentException"


def test_not_json(pager: Pager) -> None:
    with pytest.raises(ValueError):
        pager.call("clock.advance", seconds=float("nan"))
    with pytest.raises(TypeError):
        pager.call("clock.advance", seconds=object())
    assert pager.call("server.ping")["seq"] == 0


def test_nobody_there() -> None:
    with Pager("nobody", timeout=0.1) as pager, pytest.raises(NoDaemon) as caught:
        pager.call("server.ping")
    assert caught.value.endpoint.endswith("/nobody/command")
    assert "tried to connect for server.ping, 0.1 s, nothing was sent" in caught.value.tried
    assert "there is no such socket; is the daemon running?" in str(caught.value)


def test_what_nobody_took_is_not_done_later(daemon: Daemon) -> None:
    daemon.stop()
    with Pager(daemon.name, timeout=0.1) as pager:
        with pytest.raises(NoDaemon):
            pager.call("controller.create", id="late", kind="view")
        daemon.start()
        pager.timeout = 5.0
        assert pager.call("controller.list")["seq"] == 0


def test_time_out(daemon: Daemon, runtime: Path) -> None:
    command = resolve("command", name=daemon.name).address
    address = f"ipc://{runtime}/lossy"
    with lossy(command, address, lose=1) as requests:
        with Pager(command=address, timeout=0.3) as pager:
            with pytest.raises(NoDaemon) as caught:
                pager.call("controller.create", id="home", kind="view")
            assert caught.value.endpoint == address
            assert "controller.create was sent once without a reply, 0.3 s" in str(caught.value)
            assert "may or may not have been carried out" in str(caught.value)
            # The same pager goes on, and the late reply is not taken for the next.
            assert pager.call("controller.get", id="home")["id"] == "home"
        assert len(requests) == 2


def test_safe_retry(daemon: Daemon, runtime: Path) -> None:
    command = resolve("command", name=daemon.name).address
    address = f"ipc://{runtime}/lossy"
    with lossy(command, address, lose=2) as requests:
        with Pager(command=address, timeout=0.3, client="tests") as pager:
            first = pager.call("controller.create", kind="view")
            second = pager.call("controller.create", kind="view")
            assert first["id"] != second["id"]
            assert (first["seq"], second["seq"]) == (1, 2)
    assert len(requests) == 4
    assert requests[0] == requests[1] == requests[2] != requests[3]


def test_retries_end(runtime: Path) -> None:
    address = f"ipc://{runtime}/mute"
    with zmq.Context() as context, context.socket(zmq.ROUTER) as mute:
        mute.bind(address)
        with Pager(command=address, timeout=0.1, client="tests") as pager:
            with pytest.raises(NoDaemon, match="sent 3 times without a reply, 3 tries of 0.1 s"):
                pager.call("server.ping")


def test_somebody_else(runtime: Path) -> None:
    address = f"ipc://{runtime}/else"
    with zmq.Context() as context, context.socket(zmq.ROUTER) as other:
        other.bind(address)

        def answer() -> None:
            *route, _ = other.recv_multipart()
            other.send_multipart([*route, b"HELLO"])

        thread = threading.Thread(target=answer)
        thread.start()
        with Pager(command=address) as pager, pytest.raises(BadReply, match="HELLO"):
            pager.call("server.ping")
        thread.join()


def test_endpoints(monkeypatch: pytest.MonkeyPatch, runtime: Path) -> None:
    assert resolve("command").address == f"ipc://{runtime}/default/command"
    monkeypatch.setenv("PAGERD_NAME", "other")
    assert resolve("events").address == f"ipc://{runtime}/other/events"
    assert resolve("events", name="mine").address == f"ipc://{runtime}/mine/events"
    monkeypatch.setenv("PAGERD_COMMAND", "ipc:///x")
    assert resolve("command", name="mine").address == "ipc:///x"
    assert resolve("command", "ipc:///y", "mine").address == "ipc:///y"
    monkeypatch.delenv("PAGERD_RUNTIME_DIR")
    assert resolve("events").address == f"ipc:///tmp/pagerd-{os.getuid()}/other/events"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/me")
    assert resolve("events").address == "ipc:///run/me/pagerd/other/events"
    with pytest.raises(ValueError, match="a name is"):
        resolve("events", name="../other")


def test_unsafe_directories(monkeypatch: pytest.MonkeyPatch, runtime: Path) -> None:
    link = runtime / "link"
    link.symlink_to(runtime)
    monkeypatch.setenv("PAGERD_RUNTIME_DIR", str(link))
    with pytest.raises(UnsafeDirectory, match="is a link"):
        Pager()
    monkeypatch.setenv("PAGERD_RUNTIME_DIR", str(runtime))
    Pager()
    (runtime / "default").mkdir(mode=0o700)
    (runtime / "default").chmod(0o750)
    with pytest.raises(UnsafeDirectory, match=r"is open to others \(mode 750, not 700\)"):
        Pager()
    (runtime / "default").rmdir()
    (runtime / "default").touch()
    with pytest.raises(UnsafeDirectory, match="is not a folder"):
        Pager()


def test_directory_of_another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    with pytest.raises(UnsafeDirectory, match=f"belongs to the user {me}, not to {me + 1}"):
        Pager()


def test_directory_made_while_waiting(runtime: Path) -> None:
    pager = Pager("trap", timeout=5)
    (runtime / "trap").mkdir(mode=0o700)
    (runtime / "trap").chmod(0o777)
    with pager, pytest.raises(UnsafeDirectory):
        pager.call("server.ping")
