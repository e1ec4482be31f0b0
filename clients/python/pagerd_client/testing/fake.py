"""A fake daemon in memory, whose pagers turn pages at once, for tests without pagerd."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Callable
from weakref import WeakSet

from ..aio import AsyncPager
from ..pager import Pager
from .memory import AsyncMemoryPager, MemoryChannel, MemoryPager

Params = dict[str, Any]
_NO_METHOD, _BAD_PARAMS, _REFUSED = -32601, -32602, -32000


class _Refusal(Exception):
    def __init__(self, name: str, message: str, code: int = _REFUSED, **data: object) -> None:
        self.error = {"code": code, "message": message, "data": {"name": name, **data}}


@dataclass
class FakePages:
    """The pages of a pager, and the index of the selected page."""

    pages: list[str] = field(default_factory=list[str])
    index: int = 0
    wrap: bool = False

    @property
    def selected(self) -> str | None:
        """The selected page, or None if there are no pages."""
        return self.pages[self.index] if self.pages else None


class FakeDaemon:
    """A replacement of pagerd in memory, without a clock, for a real Pager or AsyncPager.

        fake = FakeDaemon(book=["home", "menu", "door"])
        with fake.pager() as wall:
            wall["book"].show("door")
        assert fake.requests[-1] == ("pager.select", {"id": "book", "page": "door"})

    It implements the pages of pagers and their events `willSelect`, `didSelect`, `didSettle` and
    `bounced`, without appearance callbacks. As with a daemon, a page turn with animation ends after
    the reply, and one without animation before it. It refuses any other method, unless `answers`
    has a result for it.
    """

    def __init__(self, **books: list[str]) -> None:
        """Creates a pager for each argument: its name is the id, its value the list of pages."""
        self.books = {id: FakePages(list(pages)) for id, pages in books.items()}
        #: The requests in order, except those to `server.*`, which the client sends by itself.
        self.requests: list[tuple[str, Params]] = []
        #: The results to return for a method: each is a result, or a function of the parameters.
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
        """Returns a client of this daemon."""
        return MemoryPager(self, timeout)

    def async_pager(self, timeout: float = 5) -> AsyncPager:
        """Returns a client of this daemon for asyncio."""
        return AsyncMemoryPager(self, timeout)

    def refuse(self, method: str, name: str) -> None:
        """Refuses a method from now on with an error: `refuse("pager.next", "vetoed")`."""
        self._refusals[method] = name

    def publish(self, category: str, subject: str, event: str, **fields: object) -> None:
        """Publishes an event with these fields. Clients receive it only while the daemon runs."""
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
        """Makes the daemon ignore requests and publish nothing until `start`."""
        self.is_running = False

    def start(self, *, new_history: bool = False) -> None:
        """Restarts the daemon as a new process, which has no events if `new_history` is true."""
        self.is_running = True
        self._starts += 1
        if new_history:
            self._histories += 1
            self._events.clear()
            self._latest.clear()
        self._began = len(self._events)
        self._send("server.fake.heartbeat", self._announcement("heartbeat"))

    # The methods that MemoryChannel and the senders call.

    def attach(self, channel: MemoryChannel) -> None:
        """Publishes to this channel from now on."""
        self._channels.add(channel)

    def welcome(self, prefix: bytes) -> bytes:
        """Returns the message that answers a subscription."""
        return json.dumps(self._announcement("welcome")).encode()

    def heartbeat(self) -> tuple[bytes, bytes]:
        """Returns the topic and payload of a heartbeat."""
        payload = json.dumps(self._announcement("heartbeat"))
        return b"server.fake.heartbeat", payload.encode()

    def answer(self, message: bytes) -> bytes:
        """Returns the reply to a request."""
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
        raise _missing(method)

    def _replay(self, params: Params) -> Params:
        kept = [
            payload for topic, payload in self._events
            if payload["seq"] > params["since"] and topic.startswith(params.get("topic") or "")
        ]
        place = self._place()
        return {**place, "events": kept, "complete": True, "oldest": 1, "latest": place["seq"]}

    def _book(self, params: Params) -> tuple[str, FakePages]:
        ids = [params["id"]] if params.get("id") is not None else list(self.books)
        if len(ids) != 1:
            problem = f"there are {len(ids)} controllers of the kind pager; name one with id"
            if not ids:
                problem = "there is no controller of the kind pager; give FakeDaemon one"
            raise _Refusal("invalidParams", problem, _BAD_PARAMS, path="id", candidates=sorted(ids))
        if ids[0] not in self.books:
            raise _Refusal("controllerNotFound", f"the fake has no pager {ids[0]}")
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
        raise _Refusal("controllerNotFound", f"the fake has no controller {id}")

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
        at_reply = len(self._events)
        self._ended[transition] = {"outcome": "completed", "selected": page}
        self.publish("transition", id, "ended", transition=transition, outcome="completed")
        self.publish("pager", id, "didSettle", page=page, index=index)
        result: Params = {"transition": transition}
        if params.get("animated") is False:
            return result
        # A daemon replies while the animation runs, before the page turn ends.
        return {**result, "seq": at_reply, "revision": at_reply}

    def _target(self, verb: str, params: Params, book: FakePages) -> int:
        if verb in ("next", "previous"):
            index = book.index + (1 if verb == "next" else -1)
            if book.wrap and book.pages:
                return index % len(book.pages)
            return min(max(index, 0), len(book.pages) - 1)
        if verb == "select" and params.get("page") is not None:
            if params["page"] not in book.pages:
                raise _Refusal("notAChild", f"{params['page']} is not a page of the pager")
            return book.pages.index(params["page"])
        if verb == "select":
            index = int(params.get("index", -1))
            if not 0 <= index < len(book.pages):
                raise _Refusal("indexOutOfRange",
                               f"there is no page {index}; the pager has {len(book.pages)} pages")
            return index
        raise _missing(f"pager.{verb}")


def _missing(method: str) -> _Refusal:
    message = f"FakeDaemon does not implement {method}; set answers[{method!r}] to a result"
    return _Refusal("methodNotFound", message, _NO_METHOD)
