"""A daemon in memory that has pagers and turns their pages at once: for tests without a daemon."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Callable
from weakref import WeakSet

from ..aio import AsyncPager
from ..pager import Pager
from .memory import AsyncMemoryPager, MemoryChannel, MemoryPager

Params = dict[str, Any]
_NO_METHOD, _REFUSED = -32601, -32000


class _Refusal(Exception):
    def __init__(self, name: str, message: str, code: int = _REFUSED) -> None:
        self.error = {"code": code, "message": message, "data": {"name": name}}


@dataclass
class FakePages:
    """The pages of a pager, and which is selected."""

    pages: list[str] = field(default_factory=list[str])
    index: int = 0
    wrap: bool = False

    @property
    def selected(self) -> str | None:
        """The selected page."""
        return self.pages[self.index] if self.pages else None


class FakeDaemon:
    """Stands in for pagerd behind a real Pager or AsyncPager, in memory and without time.

        fake = FakeDaemon(book=["home", "menu", "door"])
        with fake.pager() as wall:
            wall["book"].show("door")
        assert fake.requests[-1] == ("pager.select", {"id": "book", "page": "door"})

    It knows the pages of pagers, and their events `willSelect`, `didSelect` and `didSettle`, without
    callbacks of controllers. A method that it does not have is refused, unless `answers` has it.
    """

    def __init__(self, **books: list[str]) -> None:
        """Takes pagers by their ids, each with its pages."""
        self.books = {id: FakePages(list(pages)) for id, pages in books.items()}
        #: What it was asked, the latest last; without `server.*`, which the client asks by itself.
        self.requests: list[tuple[str, Params]] = []
        #: What to answer instead, by method: a result, or what makes one of the parameters.
        self.answers: dict[str, Params | Callable[[Params], Params]] = {}
        self.is_running = True
        self._refusals: dict[str, str] = {}
        self._events: list[tuple[str, Params]] = []
        self._latest: dict[str, int] = {}
        self._ended: dict[str, Params] = {}
        self._channels: WeakSet[MemoryChannel] = WeakSet()
        self._starts = 1
        self._histories = 1
        self._began = 0

    def pager(self, timeout: float = 5) -> Pager:
        """A client of it."""
        return MemoryPager(self, timeout)

    def async_pager(self, timeout: float = 5) -> AsyncPager:
        """A client of it for asyncio."""
        return AsyncMemoryPager(self, timeout)

    def refuse(self, method: str, name: str) -> None:
        """Refuses a method from now on, by the name of an error: `refuse("pager.next", "vetoed")`."""
        self._refusals[method] = name

    def publish(self, category: str, subject: str, event: str, **fields: object) -> None:
        """Publishes an event with the fields of the wire; a running daemon's clients receive it."""
        seq = len(self._events) + 1
        chains = (category, f"{category}.{subject}")
        payload = {
            **{"seq": seq, "prev": [self._latest.get(one, 0) for one in chains]},
            **{"revision": seq, "time": 0.0},
            **{"category": category, "subject": subject, "event": event},
            **fields,
        }
        self._latest.update(dict.fromkeys(chains, seq))
        topic = f"{category}.{subject}.{event}"
        self._events.append((topic, payload))
        self._send(topic, payload)

    def stop(self) -> None:
        """Answers and publishes nothing until `start`."""
        self.is_running = False

    def start(self, *, new_history: bool = False) -> None:
        """Is there again, as another process: with the same events, or with none."""
        self.is_running = True
        self._starts += 1
        if new_history:
            self._histories += 1
            self._events.clear()
            self._latest.clear()
        self._began = len(self._events)
        self._send("server.fake.heartbeat", self._announcement("heartbeat"))

    # What MemoryChannel and its senders need.

    def attach(self, channel: MemoryChannel) -> None:
        """Publishes to this channel from now on."""
        self._channels.add(channel)

    def welcome(self, prefix: bytes) -> bytes:
        """What answers a subscription."""
        return json.dumps(self._announcement("welcome")).encode()

    def heartbeat(self) -> tuple[bytes, bytes]:
        """The topic and payload of a heartbeat."""
        payload = json.dumps(self._announcement("heartbeat"))
        return b"server.fake.heartbeat", payload.encode()

    def answer(self, message: bytes) -> bytes:
        """The reply to a request."""
        request = json.loads(message)
        method, params = request["method"], request["params"]
        if not method.startswith("server."):
            self.requests.append((method, params))
        reply: Params = {"jsonrpc": "2.0", "id": request["id"]}
        try:
            result = self._result(method, params)
            reply["result"] = {"seq": len(self._events), "revision": len(self._events), **result}
        except _Refusal as refusal:
            reply["error"] = refusal.error
        return json.dumps(reply).encode()

    def _send(self, topic: str, payload: Params) -> None:
        for channel in list(self._channels):
            if not channel.is_closed and self.is_running:
                channel.publish(topic.encode(), json.dumps(payload).encode())

    def _place(self) -> Params:
        return {
            **{"history": f"h{self._histories}", "boot": f"b{self._starts}"},
            **{"bootSeq": self._began, "seq": len(self._events)},
        }

    def _announcement(self, event: str) -> Params:
        latest = {name: seq for name, seq in self._latest.items() if "." not in name}
        return {"event": event, **self._place(), "latest": latest}

    def _result(self, method: str, params: Params) -> Params:
        if method in self._refusals:
            raise _Refusal(self._refusals[method], f"{method} is refused by the test")
        answer = self.answers.get(method)
        if answer is not None:
            return answer(params) if callable(answer) else answer
        if method in ("server.hello", "server.ping"):
            return {**self._place(), "name": "fake", "protocol": 1, "clock": "manual"}
        if method == "server.describe":
            return {"events": [], "methods": [], "kinds": [], "errors": [], "styles": []}
        if method == "events.replay":
            return self._replay(params)
        if method == "transition.get" and params["id"] in self._ended:
            return self._ended[params["id"]]
        if method == "controller.get":
            return self._record(params["id"])
        if method.startswith("pager."):
            return self._turn(method.removeprefix("pager."), params)
        raise _Refusal("methodNotFound", f"{method} is not in this fake; `answers` can have it",
                       _NO_METHOD)

    def _replay(self, params: Params) -> Params:
        kept = [
            payload for topic, payload in self._events
            if payload["seq"] > params["since"] and topic.startswith(params.get("topic") or "")
        ]
        place = self._place()
        return {**place, "events": kept, "complete": True, "oldest": 1, "latest": place["seq"]}

    def _book(self, params: Params) -> tuple[str, FakePages]:
        ids = [params["id"]] if params.get("id") is not None else list(self.books)
        if len(ids) != 1 or ids[0] not in self.books:
            raise _Refusal("controllerNotFound", f"no pager {params.get('id')}")
        return ids[0], self.books[ids[0]]

    def _record(self, id: str) -> Params:
        record: Params = {
            **{"id": id, "children": [], "appearance": "appeared", "isViewLoaded": True},
            **{"frame": {"x": 0, "y": 0, "width": 0, "height": 0}, "hidden": False},
        }
        if id in self.books:
            book = self.books[id]
            own = {"pages": book.pages, "index": book.index, "selected": book.selected}
            return {**record, **own, "kind": "pager", "paused": False, "children": book.pages}
        for pager, book in self.books.items():
            if id in book.pages:
                return {**record, "kind": "view", "parent": pager}
        raise _Refusal("controllerNotFound", f"no controller {id}")

    def _turn(self, verb: str, params: Params) -> Params:
        id, book = self._book(params)
        if verb == "setPages":
            shown = book.selected
            book.pages = list(params["pages"])
            book.index = book.pages.index(shown) if shown in book.pages else 0
            return {"transition": None}
        index = self._target(verb, params, book)
        if index == book.index or not book.pages:
            if verb in ("next", "previous"):
                self.publish("pager", id, "bounced", edge="last" if verb == "next" else "first")
            return {"transition": None}
        before, page = book.index, book.pages[index]
        transition = f"t{len(self._ended) + 1}"
        ways = {"from": book.selected, "to": page}
        self.publish("pager", id, "willSelect", **ways, index=index)
        book.index = index
        self.publish("transition", id, "began", transition=transition, **ways)
        self.publish("pager", id, "didSelect", page=page, index=index, previousIndex=before)
        self._ended[transition] = {"outcome": "completed", "selected": page}
        self.publish("transition", id, "ended", transition=transition, outcome="completed")
        self.publish("pager", id, "didSettle", page=page, index=index)
        return {"transition": transition}

    def _target(self, verb: str, params: Params, book: FakePages) -> int:
        if verb in ("next", "previous"):
            index = book.index + (1 if verb == "next" else -1)
            if book.wrap and book.pages:
                return index % len(book.pages)
            return min(max(index, 0), len(book.pages) - 1)
        if verb == "select" and params.get("page") is not None:
            if params["page"] not in book.pages:
                raise _Refusal("notAChild", f"{params['page']} is not among the pages")
            return book.pages.index(params["page"])
        if verb == "select":
            index = int(params.get("index", -1))
            if not 0 <= index < len(book.pages):
                raise _Refusal("indexOutOfRange", f"there is no page {index}")
            return index
        raise _Refusal("methodNotFound", f"pager.{verb} is not in this fake", _NO_METHOD)
