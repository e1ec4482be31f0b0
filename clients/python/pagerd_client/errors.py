"""The errors that this package raises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, cast


class PagerError(Exception):
    """The base class of the errors that this package defines."""


class Refused(PagerError):
    """The daemon refused a request; nothing has changed."""

    def __init__(self, code: int, message: str, data: dict[str, Any]) -> None:
        self.code = code
        self.message = message
        self.data = data
        self.name: str = str(data.get("name", ""))
        self.path: str | None = data.get("path")
        self.exception: str | None = data.get("exception")
        #: If the request had to name one of several objects: their ids. Otherwise empty.
        self.candidates: tuple[str, ...] = _words(data.get("candidates"))
        place = f" at {self.path}" if self.path else ""
        choice = f"; candidates: {', '.join(self.candidates)}" if self.candidates else ""
        super().__init__(f"{message} ({self.name or code}{place}){choice}")


def _words(value: Any) -> tuple[str, ...]:
    """Returns a list of strings as a tuple, and an empty tuple for any other value."""
    words = tuple(cast("Iterable[object]", value)) if isinstance(value, list) else ()
    return cast("tuple[str, ...]", words) if all(isinstance(word, str) for word in words) else ()


class NoDaemon(PagerError):
    """No daemon replies at a socket; `tried` lists what the client did to reach it."""

    def __init__(self, endpoint: str, tried: str) -> None:
        self.endpoint = endpoint
        self.tried = tried
        super().__init__(f"no pagerd answers at {endpoint}: {tried}")


class BadReply(PagerError):
    """A message at a socket does not follow pagerd's protocol."""

    def __init__(self, endpoint: str, text: str) -> None:
        self.endpoint = endpoint
        super().__init__(f"not a reply of pagerd at {endpoint}: {text}")


class EndlessPages(BadReply):
    """The pages of a list, snapshot or replay do not end, or an empty page announces another page."""

    def __init__(self, method: str) -> None:
        super().__init__("its command socket", f"the pages of {method} have no end")


class WrongKind(PagerError):
    """A handle of one kind was used for a controller of another kind."""

    def __init__(self, id: str, kind: str, expected: str) -> None:
        self.id = id
        self.kind = kind
        super().__init__(f"{id} is a controller of the kind {kind}, whose record is no {expected}")


class WrongThread(PagerError):
    """A pager, stream, mirror or plugin was used from a second thread, event loop or process."""

    def __init__(self, what: str, owner: str = "thread", client: str = "a Pager") -> None:
        super().__init__(
            f"{what} belongs to the {owner} that used it first; make {client} for each {owner} "
            f"(close() frees {client} for another {owner})"
        )


class UnsafeDirectory(PagerError):
    """Another user could pose as the daemon, because a runtime directory is not safe."""

    def __init__(self, path: str, problem: str) -> None:
        self.path = path
        super().__init__(
            f"the folder {path} {problem}; another user could pose as the daemon "
            "there. Make it a folder of yours with mode 700, or set PAGERD_RUNTIME_DIR to one"
        )


class BadKey(PagerError, ValueError):
    """A key for a daemon over tcp is missing or invalid, or other users can access its file."""


class Discontinued(PagerError):
    """The events cannot continue without a gap, because some of them can no longer be fetched.

    A stream raises it once and has then ended. Read the state again, then open another stream.
    """

    #: new: another history; fork: the journal was restored or lost its end; lost: events are no
    #: longer kept.
    reason: Literal["new", "fork", "lost"]


class HistoryChanged(Discontinued):
    """The daemon has begun another history, because it has another journal or none."""

    reason: Literal["new", "fork", "lost"] = "new"

    def __init__(self, known: str, current: str) -> None:
        self.known = known
        self.current = current
        super().__init__(
            f"the daemon began a new history ({current}, it was {known}); take a snapshot"
        )


class HistoryForked(HistoryChanged):
    """The daemon's journal was restored from a copy, or lost its end.

    The history has the same id, but the event `since` of `boot` is not in the daemon's log.
    """

    reason: Literal["new", "fork", "lost"] = "fork"

    def __init__(self, history: str, boot: str, since: int) -> None:
        self.boot = boot
        self.since = since
        super().__init__(history, history)
        self.args = (
            f"the daemon's journal was restored from a copy, or lost its end: it does not have the "
            f"event {since} of boot {boot} (history {history}); take a snapshot",
        )


class EventsLost(Discontinued):
    """Events between `since` and `before` are missing, and the daemon no longer keeps them."""

    reason: Literal["new", "fork", "lost"] = "lost"

    def __init__(self, prefix: str, since: int, before: int, why: str) -> None:
        self.prefix = prefix
        self.since = since
        self.before = before
        which = f"of {prefix}* " if prefix else ""
        super().__init__(
            f"events {which}between {since} and {before} are lost: {why}; take a snapshot"
        )
