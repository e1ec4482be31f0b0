"""A client handles replies and events with arbitrary wrong values."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import Daemon
from hostile import SEED

import pagerd_client.core.subscription
import pagerd_client.requester
from pagerd_client import BadReply, Pager, PagerError
from pagerd_client.core.message import decode
from pagerd_client.core import nesting
from pagerd_client.core.nesting import LEVELS
from pagerd_client.core.requests import Requests
from pagerd_client.endpoints import resolve

#: The values that replace right ones.
VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2**63, -(2**63), 1e308, 0.5, "", "a" * 70, "c1", "w", "t1", "\x1b]0;x"),
    *([], {}, [[]], {"a": 1}, [None], ["c1", "c1"], [1, 2], {"seq": 1}),
]


class Changes:
    """Random changes of decoded messages: about `rate` of 1,000 values, but no id of a reply."""

    def __init__(self, seed: int, rate: int) -> None:
        self._random = random.Random(seed)
        self._rate = rate
        self.count = 0

    def decode(self, message: bytes, endpoint: Any) -> dict[str, Any]:
        found = decode(message, endpoint)
        changed = self._changed(found)
        if "id" in found:
            return {**(changed if isinstance(changed, dict) else {}), "id": found["id"]}
        return changed if isinstance(changed, dict) else {}

    def _changed(self, value: Any) -> Any:
        if self._random.randrange(1000) < self._rate:
            self.count += 1
            return self._random.choice(VALUES)
        if isinstance(value, dict):
            kept = (name for name in value if self._random.randrange(1000) >= self._rate / 3)
            return {name: self._changed(value[name]) for name in kept}
        if isinstance(value, list):
            items = [self._changed(one) for one in value]
            return items * 2 if self._random.randrange(1000) < self._rate else items
        return value


@pytest.fixture
def wall(daemon: Daemon) -> Iterator[Daemon]:
    """A daemon with a pager in a window."""
    with Pager(daemon.name) as pager:
        pager.call("window.create", id="w")
        pager.call("controller.create", id="p", kind="pager", wrap=True)
        for id in ("c1", "c2", "c3"):
            pager.call("controller.create", id=id, kind="view", content={"type": "text/plain", "body": id})
        pager.call("pager.setPages", id="p", pages=["c1", "c2", "c3"])
        pager.call("window.setRoot", id="w", controller="p")
    yield daemon


def _reads(pager: Pager) -> None:
    pager.server.hello()
    pager.state.snapshot()
    pager.server.describe()
    pager.controllers.list()
    pager.controller("nobody").get()


def _mirrors(pager: Pager) -> None:
    with pager.mirror() as mirror:
        for _ in range(3):
            pager.call("pager.next", id="p", animated=False)
            state = mirror.sync()
            _ = (state.windows, state.controllers, state.views, state.transitions)


def _waits(pager: Pager) -> None:
    pager.pager("p").next(animated=False, wait=0.2)


def _finds(pager: Pager) -> None:
    pager.wait_for("viewDidAppear", timeout=0.2, since=0)


def _replays(pager: Pager) -> None:
    pager.events.replay(0)
    pager["p"].next(animated=False, trace=True, wait=0.2)


@pytest.mark.parametrize("operation", [_reads, _mirrors, _waits, _finds, _replays])
def test_malformed_messages_raise_only_errors_of_this_package(
    operation: Callable[[Pager], None], wall: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = Changes(SEED, 0)
    monkeypatch.setattr(pagerd_client.requester, "decode", changes.decode)
    monkeypatch.setattr(pagerd_client.core.subscription, "decode", changes.decode)
    for step in range(60):
        changes.__init__(SEED + step, (2, 10, 40)[step % 3])  # type: ignore[misc]
        with Pager(wall.name, timeout=0.2) as pager:
            try:
                operation(pager)
            except (PagerError, TimeoutError):
                pass
            except Exception as error:
                raise AssertionError(f"PAGERD_SEED={SEED + step}: {error!r}") from error


@pytest.mark.parametrize(
    "error",
    [
        {"code": "x", "message": ""},
        {"code": None, "message": "a"},
        {"code": 1e400, "message": "a"},
        {"code": 1},
        {"code": 1, "message": "a", "data": []},
        {"code": 1, "message": "a", "data": {"path": 7}},
    ],
)
def test_a_malformed_refusal_raises_bad_reply(error: Any, runtime: Any) -> None:
    exchange = Requests(resolve("command"), None).new("server.ping", {}, 1, 1.0)
    with pytest.raises(BadReply, match="error"):
        exchange.result({"id": exchange.id, "error": error})


def _nested(levels: int) -> bytes:
    """Returns an object that contains lists and objects in turn, nested `levels` deep."""
    pairs = (levels - 1) // 2
    return (
        b'{"a": ' + b'[{"b" : ' * pairs + b'[1, "x\\n", null]' + b"} , 2]" * pairs + b', "c": {}}'
    )


@pytest.mark.parametrize("levels", [3, 101, 1_201, LEVELS - 101])
def test_deeply_nested_messages_are_decoded(levels: int, runtime: Any) -> None:
    value: Any = decode(_nested(levels), resolve("command"))
    assert value["c"] == {}
    depth, inner = 1, value["a"]
    while isinstance(inner[0], dict):
        assert inner[1] == 2
        inner = inner[0]["b"]
        depth += 2
    assert inner == [1, "x\n", None]
    assert depth in (levels - 1, levels)


@pytest.mark.parametrize(
    "text",
    [
        _nested(LEVELS * 3),
        b"[" * 100_000,
        b'{"a":' * 100_000,
        *(_nested(1_401)[:end] for end in range(-1, -12, -1)),
        _nested(1_401).replace(b"null", b"nul"),
        _nested(1_401).replace(b" : ", b" = "),
        _nested(1_401).replace(b"} , ", b"} ; "),
    ],
    ids=lambda text: repr(text[-12:]),
)
def test_deep_messages_that_are_not_json_raise_bad_reply(text: bytes, runtime: Any) -> None:
    with pytest.raises(BadReply):
        decode(text, resolve("command"))


def test_the_deepest_permitted_tree_is_decoded(daemon: Daemon) -> None:
    """The tree has as many levels of controllers as a daemon permits."""
    with Pager(daemon.name) as pager:
        depth = pager.call("server.hello")["limits"]["depth"]
        commands: list[dict[str, Any]] = []
        for level in range(depth - 1, -1, -1):
            params: dict[str, Any] = {"id": f"c{level}", "kind": "view"}
            commands.append({"method": "controller.create", "params": params})
            if level < depth - 1:
                edge = {"parent": f"c{level}", "child": f"c{level + 1}"}
                commands.append({"method": "controller.addChild", "params": edge})
        pager.call("batch", commands=commands, atomic=True)
        record = pager.call("controller.tree", root="c0")["controllers"][0]
        for level in range(depth):
            assert record["id"] == f"c{level}"
            record = (record["children"] or [None])[0]
        assert record is None
        with pager.mirror() as mirror:
            assert len(mirror.sync().controllers) == depth


@pytest.mark.parametrize("levels", [1, 50, 5000])
def test_deep_values_are_encoded_as_json(levels: int) -> None:
    text = '{"a": [null, true, "\\"", {"b": ' * levels + "{}" + '}, [], "x"]}' * levels
    value: Any = {}
    for _ in range(levels):
        value = {"a": [None, True, '"', {"b": value}, [], "x"]}
    assert nesting.encode(value).replace(" ", "") == text.replace(" ", "")


def test_the_error_of_a_bad_reply_omits_nested_values() -> None:
    deep: Any = json.loads("[" * 400 + "]" * 400)
    for _ in range(3):
        deep = [deep] * 2
    exchange = Requests(resolve("command", "ipc:///tmp/none"), None).new("server.ping", {}, 1, 1.0)
    with pytest.raises(BadReply, match="an object of id, result"):
        exchange.result({"id": exchange.id, "result": deep})
