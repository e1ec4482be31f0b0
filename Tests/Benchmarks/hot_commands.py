"""The commands whose instructions are counted, with the scene for each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Fields = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """A method and its parameters."""

    method: str
    fields: Fields

    @property
    def message(self) -> bytes:
        """The message to the daemon; all have the same id, so that their length is constant."""
        return json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": self.method, "params": self.fields},
            separators=(",", ":"),
        ).encode()


def request(method: str, **fields: Any) -> Request:
    """Returns a request with these parameters."""
    return Request(method, fields)


@dataclass(frozen=True)
class HotCommand:
    """Requests that are repeated, and the requests that create their scene first."""

    name: str
    scene: list[Request]
    round: list[Request]
    """The repeated requests, after which the scene is unchanged."""
    subscriber: bool = False
    """Whether a subscriber receives every event."""
    journal: bool = False


def _shown(kind: str, *fill: Request) -> list[Request]:
    """Returns a window with a container `c` as its root, filled with ten controllers."""
    return [
        request("window.create", id="w"),
        request("controller.create", id="c", kind=kind),
        *(request("controller.create", id=name, kind="view") for name in _PAGES),
        *fill,
        request("window.setRoot", id="w", controller="c"),
    ]


_PAGES = [f"p{number}" for number in range(10)]
_PAGER = _shown("pager", request("pager.setPages", id="c", pages=_PAGES))
_TABS = _shown("tabBar", request("tabBar.setControllers", id="c", controllers=_PAGES[:5]))
_STACK = _shown("navigation", request("navigation.setStack", id="c", controllers=["p0"]))
_NEXT = request("pager.next", id="c", animated=False)
_PREVIOUS = request("pager.previous", id="c", animated=False)
_TURNS = [_NEXT, _PREVIOUS]
_TEN = [{"method": turn.method, "params": turn.fields} for turn in _TURNS * 5]

HOT_COMMANDS = [
    HotCommand("server.ping", [], [request("server.ping")]),
    HotCommand("pager.next, previous", _PAGER, _TURNS),
    HotCommand("pager.next, previous, a subscriber to everything", _PAGER, _TURNS, subscriber=True),
    HotCommand("pager.next, previous, a journal", _PAGER, _TURNS, journal=True),
    HotCommand(
        "tabBar.select",
        _TABS,
        [request("tabBar.select", id="c", controller=f"p{number}") for number in (3, 1)],
    ),
    HotCommand(
        "navigation.push, pop",
        _STACK,
        [
            request("navigation.push", id="c", controller="p1", animated=False),
            request("navigation.pop", id="c", animated=False),
        ],
    ),
    HotCommand(
        "controller.create, destroy",
        _PAGER,
        [request("controller.create", id="n", kind="view"), request("controller.destroy", id="n")],
    ),
    HotCommand("state.snapshot of 11 controllers", _PAGER, [request("state.snapshot")]),
    HotCommand(
        "modal.present, dismiss",
        _TABS,
        [
            request(
                "modal.present", **{"from": "p0"}, controller="p9", style="fullScreen",
                animated=False,
            ),
            request("modal.dismiss", id="p0", animated=False),
        ],
    ),
    HotCommand(
        "events.replay of 100 events",
        _PAGER + _TURNS * 5,
        [request("events.replay", since=100, limit=100)],
    ),
    HotCommand("batch of 10 pager.next, previous", _PAGER, [request("batch", commands=_TEN)]),
]
