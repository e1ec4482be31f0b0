"""Commands: results, refusals, missing replies, and retries that carry out nothing twice."""

from __future__ import annotations

import gc
import inspect
import json
import os
import re
import sys
import threading
from pathlib import Path
from typing import Any, cast

import pytest
import zmq
from conftest import Daemon
from proxy import lossy, repeated

from pagerd_client import (
    BadReply,
    Command,
    NoDaemon,
    Pager,
    Refused,
    Size,
    UnsafeDirectory,
    WrongThread,
    methods,
)
from pagerd_client.aio import AsyncPager
from pagerd_client.client import Client
from pagerd_client.endpoints import resolve

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from generator.handles import OMITTED  # noqa: E402


def test_a_pager_dropped_without_close_ends_its_monitor_before_its_socket(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Otherwise libzmq's thread, which all sockets of the process share, would block for good.
    order: list[str] = []
    end = zmq.Socket.disable_monitor

    def ended(socket: zmq.Socket[bytes]) -> None:
        order.append("monitor" if not socket.closed else "too late")
        end(socket)

    monkeypatch.setattr(zmq.Socket, "disable_monitor", ended)
    Pager("test").call("server.ping")
    gc.collect()
    assert order == ["monitor"]


def test_a_refusal_raises_refused_with_its_details(pager: Pager) -> None:
    with pytest.raises(Refused) as caught:
        pager.call("controller.get", id="nobody")
    refused = caught.value
    assert (refused.name, refused.code, refused.path) == ("controllerNotFound", -32000, "id")
    assert refused.exception is None
    assert refused.message in str(refused) and "controllerNotFound" in str(refused)
    with pytest.raises(Refused) as caught:
        pager.call("controller.get", id="home", colour="red")
    assert (caught.value.code, caught.value.path) == (-32602, "colour")


def test_a_refusal_lists_the_candidates(pager: Pager) -> None:
    for id in ("hallbook", "book"):
        pager.controllers.create("pager", id)
    with pytest.raises(Refused) as caught:
        pager.pager().next()
    assert caught.value.candidates == ("book", "hallbook")
    assert str(caught.value).endswith("name one with id (invalidParams at id); "
                                      "candidates: book, hallbook")


@pytest.mark.parametrize("candidates", [None, [], "book", [1, None], {"book": 1}])
def test_malformed_candidates_of_a_refusal_are_ignored(candidates: object) -> None:
    refused = Refused(-32602, "there are 2", {"name": "invalidParams", "candidates": candidates})
    assert (str(refused), refused.candidates) == ("there are 2 (invalidParams)", ())


def test_a_refusal_contains_the_exception_of_uikit(pager: Pager) -> None:
    pager.call("controller.create", id="a", kind="view")
    pager.call("controller.create", id="stack", kind="navigation")
    pager.call("navigation.setStack", id="stack", controllers=["a"])
    with pytest.raises(Refused) as caught:
        pager.call("navigation.push", id="stack", controller="a")
    assert caught.value.exception == caught.value.data["exception"] == "NSInvalidArgumentException"


def test_a_value_that_json_cannot_encode_raises_an_error(pager: Pager) -> None:
    with pytest.raises(ValueError):
        pager.call("clock.advance", seconds=float("nan"))
    with pytest.raises(TypeError):
        pager.call("clock.advance", seconds=object())
    assert pager.call("server.ping")["seq"] == 0


def test_a_call_without_a_daemon_raises_no_daemon() -> None:
    with Pager("nobody", timeout=0.1) as pager, pytest.raises(NoDaemon) as caught:
        pager.call("server.ping")
    assert caught.value.endpoint.endswith("/nobody/command")
    assert "could not connect for server.ping within 0.1 s, nothing was sent" in caught.value.tried
    assert "there is no such socket; is the daemon running?" in str(caught.value)


def test_an_undelivered_request_is_not_executed_later(daemon: Daemon) -> None:
    daemon.stop()
    with Pager(daemon.name, timeout=0.1) as pager:
        with pytest.raises(NoDaemon):
            pager.call("controller.create", id="late", kind="view")
        daemon.start()
        pager.timeout = 60.0
        assert pager.call("controller.list")["seq"] == 0


def test_a_call_without_a_reply_raises_no_daemon(daemon: Daemon, runtime: Path) -> None:
    command = resolve("command", name=daemon.name).address
    address = f"ipc://{runtime}/lossy"
    with lossy(command, address, lose=1000, after=1) as requests:
        with Pager(command=address, timeout=60) as pager:
            pager.call("server.ping")
            pager.timeout = 0.3
            with pytest.raises(NoDaemon) as caught:
                pager.call("controller.create", id="home", kind="view")
            assert caught.value.endpoint == address
            assert re.search("create was sent .* without a reply in 0.3 s", str(caught.value))
            assert "may or may not have been carried out" in str(caught.value)
            # The pager still works, and does not take the late reply for the next one.
            pager.timeout = 60
            assert pager.call("controller.get", id="home")["id"] == "home"
        assert repeated(requests) == 3


@pytest.mark.parametrize("client", [None, "tests"])
def test_a_retried_command_runs_once(daemon: Daemon, runtime: Path, client: str | None) -> None:
    command = resolve("command", name=daemon.name).address
    address = f"ipc://{runtime}/lossy"
    with lossy(command, address, lose=2) as requests:
        with Pager(command=address, client=client, timeout=20) as pager:
            pager.tries = 10
            first = pager.call("controller.create", kind="view")
            second = pager.call("controller.create", kind="view")
            assert first["id"] != second["id"]
            assert (first["seq"], second["seq"]) == (1, 2)
    assert repeated(requests) == 2 and requests[0] == requests[1] == requests[2]


def test_a_client_with_one_try_sends_a_request_once(daemon: Daemon, runtime: Path) -> None:
    command = resolve("command", name=daemon.name).address
    address = f"ipc://{runtime}/lossy"
    with lossy(command, address, lose=1, after=1) as requests:
        with Pager(command=address, timeout=60) as pager:
            pager.tries = 1
            pager.call("server.ping")
            pager.timeout = 0.2
            with pytest.raises(NoDaemon, match="sent once without a reply in 0.2 s"):
                pager.call("controller.create", kind="view")
            pager.timeout = 60
            pager.call("server.ping")
    assert len(requests) == 3


def test_a_request_that_is_too_large_is_refused(pager: Pager) -> None:
    with pytest.raises(Refused) as caught:
        pager.call("controller.create", kind="view", content="x" * 9_000_000)
    assert caught.value.name == "tooLarge"
    content = "x" * 2_000_000
    id = pager.call("controller.create", kind="view", content=content)["id"]
    assert pager.call("controller.get", id=id)["content"] == content


def test_the_cause_of_an_event_names_the_client(daemon: Daemon) -> None:
    with Pager(daemon.name, client="me") as pager, pager.events() as events:
        pager.call("controller.create", id="home", kind="view")
        cause = next(events).cause
        assert cause is not None and cause.client == "me"
        # The daemon does not remember the replies to requests that only read.
        pager.call("state.snapshot")
        assert pager.call("server.stats")["rememberedReplies"] == 1
    with pytest.raises(ValueError, match="a client is"):
        Pager(client="not me")


def test_methods_send_the_given_parameters_and_null_to_reset_one(pager: Pager) -> None:
    main = pager.windows.create("main", size=Size(320, 480))
    assert main.get().size == Size(320, 480)
    home = pager.controllers.create("view", "home", title="Home", forwards_appearance=False)
    main.set_root(home)
    sheet = pager.controllers.create("view", "sheet")
    home.present(sheet, animated=False)
    assert sheet.get().presenting_view_controller == "home"
    home.update(title=None)
    assert home.get().title is None
    main.set_root(None)
    assert main.get().root is None
    results = pager.batch([Command("server.ping"), Command("controller.list")])
    assert [set(one) for one in results.results] == [{"error"}, {"result"}]
    assert len(pager.server.describe(method="server.ping").methods) == 1
    traced = home.update(title="Home", trace=True)
    assert [event.event for event in traced.events] == ["updated"]
    with pytest.raises(Refused) as caught:
        home.destroy(if_revision=1)
    assert caught.value.name == "staleRevision"


def test_every_method_has_a_handle(pager: Pager) -> None:
    """Each is a method of a generated class, or has only `call`."""
    source = inspect.getsource(methods)
    for method in pager.server.describe().methods:
        is_sent = f'"{method["method"]}",' in source
        assert is_sent != (method["method"] in OMITTED), method["method"]
        assert method["summary"].split(";")[0][:60] in source or not is_sent


def test_a_call_to_a_silent_program_ends_after_three_tries(runtime: Path) -> None:
    address = f"ipc://{runtime}/mute"
    with zmq.Context() as context, context.socket(zmq.ROUTER) as mute:
        mute.bind(address)
        with Pager(command=address, timeout=1, client="tests") as pager:
            pager.tries = 3
            with pytest.raises(NoDaemon, match=r"sent (once|[23] times) without a reply in 1 s"):
                pager.call("server.ping")


def test_a_pager_is_not_closed_during_a_call_of_another_thread(runtime: Path) -> None:
    address = f"ipc://{runtime}/slow"
    with zmq.Context() as context, context.socket(zmq.ROUTER) as slow:
        slow.bind(address)
        pager = Pager(command=address)
        results: list[object] = []
        thread = threading.Thread(target=lambda: results.append(pager.call("server.ping")))
        thread.start()
        *route, request = slow.recv_multipart()
        with pytest.raises(WrongThread, match="the running call belongs to the thread"):
            pager.close()
        reply = {"jsonrpc": "2.0", "id": json.loads(request)["id"], "result": {"seq": 7}}
        slow.send_multipart([*route, json.dumps(reply).encode()])
        thread.join()
        assert results == [{"seq": 7}]
        pager.close()


def test_a_reply_that_is_not_json_raises_bad_reply(runtime: Path) -> None:
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


def test_the_environment_selects_endpoints(monkeypatch: pytest.MonkeyPatch, runtime: Path) -> None:
    assert resolve("command").address == f"ipc://{runtime}/default/command"
    monkeypatch.setenv("PAGERD_NAME", "other")
    assert resolve("events").address == f"ipc://{runtime}/other/events"
    assert resolve("events", name="mine").address == f"ipc://{runtime}/mine/events"
    monkeypatch.setenv("PAGERD_COMMAND", "ipc:///x")
    assert resolve("command").address == "ipc:///x"
    assert resolve("command", "ipc:///y", "mine").address == "ipc:///y"
    monkeypatch.delenv("PAGERD_COMMAND")
    monkeypatch.delenv("PAGERD_RUNTIME_DIR")
    assert resolve("events").address == f"ipc:///tmp/pagerd-{os.getuid()}/other/events"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/me")
    assert resolve("events").address == "ipc:///run/me/pagerd/other/events"
    with pytest.raises(ValueError, match="a name is"):
        resolve("events", name="../other")


@pytest.mark.parametrize("client", [Pager, AsyncPager])
def test_a_name_wins_over_endpoints_in_the_environment(
    client: type[Client], monkeypatch: pytest.MonkeyPatch, runtime: Path
) -> None:
    monkeypatch.setenv("PAGERD_COMMAND", "ipc:///x")
    monkeypatch.setenv("PAGERD_EVENTS", "ipc:///y")
    named = client("wall")
    assert named.command_endpoint.address == f"ipc://{runtime}/wall/command"
    assert named.events_endpoint.address == f"ipc://{runtime}/wall/events"
    given = client("wall", command="ipc:///z")
    assert given.command_endpoint.address == "ipc:///z"
    assert given.events_endpoint.address == f"ipc://{runtime}/wall/events"
    unnamed = client()
    assert unnamed.command_endpoint.address == "ipc:///x"
    assert unnamed.events_endpoint.address == "ipc:///y"


def test_an_unsafe_directory_is_refused(monkeypatch: pytest.MonkeyPatch, runtime: Path) -> None:
    link = runtime / "link"
    link.symlink_to(runtime)
    monkeypatch.setenv("PAGERD_RUNTIME_DIR", str(link))
    with pytest.raises(UnsafeDirectory, match="is a link"):
        Pager()
    monkeypatch.setenv("PAGERD_RUNTIME_DIR", str(runtime))
    Pager()
    (runtime / "default").mkdir(mode=0o700)
    (runtime / "default").chmod(0o750)
    with pytest.raises(UnsafeDirectory, match=r"is accessible to others \(mode 750, not 700\)"):
        Pager()
    (runtime / "default").rmdir()
    (runtime / "default").touch()
    with pytest.raises(UnsafeDirectory, match="is not a folder"):
        Pager()


def test_a_runtime_directory_of_another_user_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    with pytest.raises(UnsafeDirectory, match=f"belongs to the user {me}, not to {me + 1}"):
        Pager()


def test_an_unsafe_directory_created_during_a_wait_is_refused(runtime: Path) -> None:
    pager = Pager("trap")
    (runtime / "trap").mkdir(mode=0o700)
    (runtime / "trap").chmod(0o777)
    with pager, pytest.raises(UnsafeDirectory):
        pager.call("server.ping")


def test_a_client_is_no_list_of_handles(pager: Pager) -> None:
    with pytest.raises(TypeError):
        list(cast(Any, pager))
    with pytest.raises(TypeError):
        assert "book" in cast(Any, pager)


@pytest.mark.parametrize(
    "settings, error, message",
    [
        ({"name": 5}, TypeError, "a daemon's name must be a str, got 5"),
        ({"name": ""}, ValueError, "a name is 1 to 64 characters"),
        ({"timeout": "5"}, ValueError, "timeout: must be a number of seconds above 0"),
        ({"timeout": 0}, ValueError, "timeout: must be a number of seconds above 0, got 0"),
    ])
def test_invalid_settings_are_refused_with_their_name(
    settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Pager(**settings)


def test_wait_and_wait_for_refuse_values_of_another_type(pager: Pager) -> None:
    with pytest.raises(TypeError, match="wait: must be True or a number of seconds, got 'yes'"):
        pager["book"].next(wait=cast(Any, "yes"))
    with pytest.raises(TypeError, match="not by 5"):
        pager.wait_for(cast(Any, 5))
