"""The daemon's requests, results and events match docs/schema/protocol.schema.json."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from conftest import ROOT, Daemon
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from wanderer import Wanderer

from pagerd_client import Pager, Refused

SCHEMA = json.loads((ROOT / "docs" / "schema" / "protocol.schema.json").read_text())
TRACKS = {
    "from": [
        {"property": "opacity", "keyframes": [{"at": 0, "value": 1}, {"at": 1, "value": 0}]}
    ],
    "to": [],
}
#: The errors of a request that has a wrong form, independent of the state.
FORM = {"invalidParams", "invalidIdentifier"}


REGISTRY: Registry[Any] = Registry().with_resource(
    "pagerd", DRAFT202012.create_resource(SCHEMA)
).crawl()


def check(name: str) -> Draft202012Validator:
    """Returns the validator for one of the definitions."""
    return Draft202012Validator({"$ref": f"pagerd#/$defs/{name}"}, registry=REGISTRY)


CHECKS = {name: check(name) for name in SCHEMA["$defs"]}
METHODS = [name[: -len(".request")] for name in CHECKS if name.endswith(".request")]


def wrong(name: str, value: Any) -> list[str]:
    """Returns the reasons why a value does not match a definition."""
    return [f"{name}: {error.json_path}: {error.message}" for error in CHECKS[name].iter_errors(value)]


class Checked:
    """Sends requests, and validates requests and results against the schema."""

    def __init__(self, pager: Pager) -> None:
        self._pager = pager
        self._send = pager.call
        self.methods: set[str] = set()
        self.errors: set[str] = set()

    def call(self, method: str, **params: Any) -> Any:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        try:
            result = self._send(method, **params)
        except Refused as refused:
            self.errors.add(refused.name)
            if refused.name not in FORM:
                assert wrong(f"{method}.request", request) == []
            raise
        assert wrong(f"{method}.request", request) == []
        assert wrong(f"{method}.result", result) == []
        self.methods.add(method)
        return result


def test_the_schema_is_valid_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert len(METHODS) > 60


@pytest.mark.parametrize("seed", range(4))
def test_messages_fit_the_schema(pager: Pager, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    checked = Checked(pager)
    monkeypatch.setattr(pager, "call", checked.call)
    wanderer = Wanderer(pager, seed)
    wanderer.furnish()
    wanderer.walk(400)
    for method, params in (
        ("server.hello", {}), ("server.ping", {}), ("server.stats", {}), ("server.describe", {}),
        ("clock.get", {}), ("window.list", {}), ("window.get", {"id": "w1"}),
        ("controller.list", {}), ("controller.tree", {}), ("controller.get", {"id": "pager0"}),
        ("transition.list", {}), ("transition.styles", {}), ("plugin.list", {}),
        ("state.snapshot", {"limit": 5}), ("events.replay", {"since": 0}),
        ("transition.define", {"style": "s", "duration": 1, "curve": "linear", "tracks": TRACKS}),
        ("batch", {"commands": [{"method": "pager.next"}, {"method": "pager.next"}]}),
        ("batch", {"commands": [{"method": "nothing", "params": 7}], "trace": True}),
    ):  # fmt: skip
        try:
            checked.call(method, **params)
        except Refused as refused:
            assert method == "window.get" and refused.name == "windowNotFound", (seed, method)
    assert len(checked.methods) > 35, (seed, sorted(checked.methods))
    assert len(checked.errors) > 5
    events = checked.call("events.replay", since=0)["events"]
    for event in events:
        assert wrong(f"{event['category']}.{event['event']}.event", event) == [], seed
    assert len({(event["category"], event["event"]) for event in events}) > 30, seed


def test_the_schema_accepts_valid_and_rejects_wrong_messages(daemon: Daemon, pager: Pager) -> None:
    with Pager(daemon.name, client="me") as named, named.events() as events:
        named.call("controller.create", id="a", kind="pager")
        event = events.wait_for("created")
    payload = {**event.payload}
    message = Draft202012Validator(SCHEMA)
    replayed = pager.call("events.replay", since=0)["events"][0]
    assert replayed["cause"]["client"] == "me" and payload["kind"] == "pager"
    assert message.is_valid(replayed)
    assert not message.is_valid({**replayed, "event": "maed"})
    assert not message.is_valid({name: replayed[name] for name in replayed if name != "time"})
    reply = {"jsonrpc": "2.0", "id": 1, "result": {"seq": 1, "revision": 1}}
    error = {"code": -32000, "message": "no", "data": {"name": "controllerNotFound"}}
    refused = {"jsonrpc": "2.0", "id": 1, "error": error}
    assert message.is_valid(reply) and message.is_valid(refused)
    assert not message.is_valid({**reply, "error": error})
    assert not message.is_valid({**refused, "error": {**error, "code": -32001}})
    request = {"jsonrpc": "2.0", "id": "x", "method": "server.ping", "client": "me"}
    assert message.is_valid(request)
    assert not message.is_valid({**request, "method": "server.pong"})
    assert not message.is_valid({**request, "client": "not me"})


# A request is invalid by the schema exactly if the daemon refuses its form.

STRANGE: list[Any] = [
    None, True, 0, 3, -1, 2.5, "", "t1", "a", "not an id", "left", "x" * 65, [], ["a"], ["a", 7],
    [None], [{}], {}, {"a": 1}, {"width": 1, "height": 2}, {"width": 1}, {"width": "1", "height": 2},
    {"x": 0, "y": 0, "width": 1, "height": 2}, {"from": [], "to": []},
    {"viewDidLoad": [{"method": "view.create"}]}, {"viewDidLoad": [7]}, {"viewDidLod": []},
    {"forward": "fade", "backward": 3},
]  # fmt: skip

#: The parameters for which the daemon checks more than the schema, or reports another error.
BEYOND = {
    # The name of a question or an object: the declaration permits any JSON.
    ("plugin.register", "decisions"),
    # The methods that a reaction may call.
    ("controller.create", "on"), ("controller.update", "on"),
    # A text that does not have the form of a transition's id is refused as not found.
    ("transition.update", "id"), ("transition.finish", "id"), ("transition.cancel", "id"),
    ("transition.get", "id"),
    ("transition.animateAlongside", "id"),
    # Detents or null, but declared as any JSON.
    ("controller.create", "sheet"), ("controller.update", "sheet"),
    # A name with the form of an id, but declared as a string.
    ("transition.define", "style"),
    # Exactly one of the two parameters is required.
    ("pager.select", "index"), ("pager.select", "page"), ("pager.select", ""),
    ("tabBar.select", "index"), ("tabBar.select", "controller"), ("tabBar.select", ""),
    # An added kind may declare this option.
    ("controller.update", "nonsense"),
}  # fmt: skip
KINDS = ("view", "pager", "tabBar", "navigation", "page", "split")


def good(definition: dict[str, Any]) -> Any:
    """Returns a value that matches a definition but names nothing that exists."""
    if "$ref" in definition:
        return good(SCHEMA["$defs"][definition["$ref"].split("/")[-1]])
    if "const" in definition:
        return definition["const"]
    if "enum" in definition:
        return definition["enum"][0]
    if "anyOf" in definition:
        return good(definition["anyOf"][0])
    if definition.get("pattern") == "^t[0-9]+$":
        return "t999"
    return {
        "string": "none", "integer": 0, "number": 0, "boolean": False, "array": [],
        "object": {
            name: good(definition.get("properties", {})[name])
            for name in definition.get("required", [])
        },
    }[definition.get("type", "object")]  # fmt: skip


def refused_for_form(pager: Pager, method: str, params: dict[str, Any]) -> bool:
    try:
        pager.call(method, **params)
    except Refused as refused:
        return refused.name in FORM
    return False


@pytest.mark.parametrize("method", METHODS)
def test_the_schema_and_the_daemon_refuse_the_same_requests(pager: Pager, method: str) -> None:
    params = SCHEMA["$defs"][f"{method}.params"]
    plain = {name: good(params["properties"][name]) for name in params["required"]}
    for kind in KINDS:
        pager.call("controller.create", id=f"a-{kind}", kind=kind)
    if method == "controller.update":
        plain["id"] = "a-pager"
    if method in ("pager.select", "tabBar.select"):
        plain["index"] = 0
    names = [*params["properties"], "nonsense"]
    if method == "controller.create":
        plain["kind"] = "pager"
        names += ["wrap", "transition", "duration", "autoAdvance", "inset", "spine"]
    assert wrong(f"{method}.params", plain) == []
    tried = [{name: plain[name] for name in plain if name != left} for left in plain]
    for name in names:
        for value in STRANGE:
            tried.append({**copy.deepcopy(plain), name: value})
    differing = []
    for request in tried:
        if method == "server.shutdown" and CHECKS[f"{method}.params"].is_valid(request):
            continue
        is_refused = refused_for_form(pager, method, request)
        is_wrong = not CHECKS[f"{method}.params"].is_valid(request)
        changed = next(
            (name for name in request if name not in plain or request[name] != plain[name]), ""
        )
        if is_refused != is_wrong and (method, changed) not in BEYOND:
            differing.append((request, "refused" if is_refused else "taken"))
    assert differing == []
