"""A daemon under test, and the messages that it sends."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from .processes import BenchFailure, Program, running
from .workplace import Workplace

PAGES = 10


def request(method: str, **params: Any) -> str:
    """Returns a message for the command socket."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method}
    if params:
        message["params"] = params
    return json.dumps(message, separators=(",", ":"))


PING = request("server.ping")
NEXT = request("pager.next", id="book", animated=False)


@dataclass(frozen=True)
class Traffic:
    """The traffic of one request: the sizes of its messages."""

    request: str
    reply_bytes: int
    frames: list[tuple[str, int]]
    """The topics and payload sizes of the events, in order."""

    def count(self, prefix: str) -> int:
        """Returns the number of events that a subscriber to the prefix receives."""
        return sum(topic.startswith(prefix) for topic, _ in self.frames)


class Daemon:
    """A running pagerd with a connection for commands."""

    def __init__(
        self, place: Workplace, name: str, program: Program, ready: float, commands: Program
    ) -> None:
        self._place = place
        self.name = name
        self.program = program
        self.ready = ready
        """The time at which the daemon was ready, by the monotonic clock."""
        self._commands = commands

    @property
    def command(self) -> str:
        """The endpoint for requests."""
        return f"ipc://{self._place.folder}/{self.name}/command"

    @property
    def events(self) -> str:
        """The endpoint for subscribers."""
        return f"ipc://{self._place.folder}/{self.name}/events"

    def answer(self, message: str) -> str:
        """Returns the reply to a request, which may be an error."""
        self._commands.tell(message)
        return self._commands.line(120)

    def send(self, message: str) -> str:
        """Returns the reply to a request."""
        reply = self.answer(message)
        if '"error"' in reply:
            raise BenchFailure(f"{message[:200]} was refused: {reply[:400]}")
        return reply

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Returns the result of a command."""
        result: dict[str, Any] = json.loads(self.send(request(method, **params)))["result"]
        return result

    def show_book(self, pages: int = PAGES) -> None:
        """Creates a circular pager in a window."""
        self.ask("window.create", id="w")
        self.ask("controller.create", id="book", kind="pager", wrap=True)
        names = [f"p{number}" for number in range(pages)]
        self.ask("batch", commands=[
            {"method": "controller.create", "params": {"id": name, "kind": "view"}}
            for name in names
        ])  # fmt: skip
        self.ask("pager.setPages", id="book", pages=names)
        self.ask("window.setRoot", id="w", controller="book")

    def turn_pages(self, count: int) -> None:
        """Changes pages `count` times, so that views are loaded and numbers have many digits."""
        one = {"method": "pager.next", "params": {"id": "book", "animated": False}}
        for done in range(0, count, 1_000):
            self.ask("batch", commands=[one] * min(1_000, count - done))

    def snapshot(self, **params: Any) -> Iterator[str]:
        """Yields all pages of `state.snapshot`, parsed only for the next cursor."""
        page = self.send(request("state.snapshot", **params))
        yield page
        while (start := page.rfind('"next":"')) >= 0:
            start += len('"next":"')
            after = page[start : page.index('"', start)]
            page = self.send(request("state.snapshot", after=after, **params))
            yield page

    def replay(self, limit: int) -> Iterator[str]:
        """Yields all pages of `events.replay`, parsed only for the next cursor."""
        since: int | None = 0
        while since is not None:
            page = self.send(request("events.replay", since=since, limit=limit))
            yield page
            start = page.rfind('"next":')
            since = int(page[start + len('"next":') :].split(",")[0]) if start >= 0 else None

    def note(self, message: str) -> Traffic:
        """Sends a request once and records its reply and its events."""
        with running(self._place.driver("frames"), self.events) as frames:
            before = self.ask("server.ping")["seq"]
            reply = self.send(message)
            last = json.loads(reply)["result"]["seq"]
            noted: list[tuple[str, int]] = []
            while before < last:
                _, size, topic, payload = frames.line().split(" ", 3)
                if payload.startswith('{"seq":'):
                    before = json.loads(payload)["seq"]
                    noted.append((topic, int(size)))
        return Traffic(message, len(reply), noted)

    @property
    def high_water_mark(self) -> int:
        """Returns the number of events that libzmq may queue for one subscriber now."""
        return int(self.ask("server.stats")["queuedEventLimit"])


@contextmanager
def daemon(
    place: Workplace, *flags: str, core: int | None = None, journal: str = "none"
) -> Iterator[Daemon]:
    """Starts a daemon, without a journal unless one is named, and kills it at the end."""
    name = place.new_name()
    words = [place.pagerd, "--name", name, "--journal", journal, *flags]
    with running(*words, core=core, ready_on_error=True) as program:
        ready = time.monotonic()
        endpoint = f"ipc://{place.folder}/{name}/command"
        with running(place.driver("command"), endpoint, core=core) as commands:
            yield Daemon(place, name, program, ready, commands)


@dataclass(frozen=True)
class Bare:
    """libzmq alone in place of the daemon, with the daemon's frames."""

    command: str
    events: str
    program: Program


@contextmanager
def bare(
    place: Workplace,
    traffic: Traffic,
    *,
    mark: int = 1000,
    subscribers: int = 0,
    repeat: int = 1,
    core: int | None = None,
) -> Iterator[Bare]:
    """Starts the program, which publishes the frames `repeat` times before each reply."""
    command, events = place.endpoint(), place.endpoint()
    words: list[str] = [command, str(traffic.reply_bytes)]
    if traffic.frames:
        words += [events, str(mark), str(subscribers), str(repeat)]
        words += [f"{topic}={size}" for topic, size in traffic.frames]
    with running(place.driver("replier"), *words, core=core, ready_on_error=True) as program:
        yield Bare(command, events, program)
