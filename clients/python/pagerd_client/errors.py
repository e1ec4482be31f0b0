"""What can go wrong between a client and the daemon."""

from __future__ import annotations

from typing import Any, Literal


class PagerError(Exception):
    """Everything this package raises of its own."""


class Refused(PagerError):
    """The daemon refused a request; nothing has changed."""

    def __init__(self, code: int, message: str, data: dict[str, Any]) -> None:
        self.code = code
        self.message = message
        self.data = data
        self.name: str = str(data.get("name", ""))
        self.path: str | None = data.get("path")
        self.exception: str | None = data.get("exception")
        place = f" at {self.path}" if self.path else ""
        super().__init__(f"{message} ({self.name or code}{place})")


class NoDaemon(PagerError):
    """Nobody answers at a socket; `tried` says what was done to reach them."""

    def __init__(self, endpoint: str, tried: str) -> None:
        self.endpoint = endpoint
        self.tried = tried
        super().__init__(f"no pagerd answers at {endpoint}: {tried}")


class BadReply(PagerError):
    """Whoever answers at a socket does not speak pagerd's protocol."""

    def __init__(self, endpoint: str, text: str) -> None:
        self.endpoint = endpoint
        super().__init__(f"not a reply of pagerd at {endpoint}: {text}")


class EndlessPages(BadReply):
    """Pages of a list or a snapshot do not end, or go on where there is nothing more."""

    def __init__(self, method: str) -> None:
        super().__init__("its command socket", f"the pages of {method} have no end")


class WrongKind(PagerError):
    """A handle of one kind stands for a controller of another kind."""

    def __init__(self, id: str, kind: str, expected: str) -> None:
        self.id = id
        self.kind = kind
        super().__init__(f"{id} is a controller of the kind {kind}, which has no {expected}")


class WrongThread(PagerError):
    """A pager, stream or mirror was used from a second thread."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} belongs to the thread that used it first; make a Pager for each thread "
            "(close() gives it free)"
        )


class UnsafeDirectory(PagerError):
    """Others than this user could pose as the daemon in a runtime directory."""

    def __init__(self, path: str, problem: str) -> None:
        self.path = path
        super().__init__(
            f"the folder {path} {problem}; anybody could pose as the daemon there. "
            "Mend it, or set PAGERD_RUNTIME_DIR to a folder of yours"
        )


class BadKey(PagerError, ValueError):
    """A key for a daemon over tcp is none, or others could read it."""


class Discontinued(PagerError):
    """The events that come now do not continue the ones before: some cannot be had any more.

    Each stream raises it once and then has ended. Read the state anew, then open another stream.
    """

    #: new: another history; fork: the journal was put back or cut; lost: no longer kept.
    reason: Literal["new", "fork", "lost"]


class HistoryChanged(Discontinued):
    """The daemon has begun another history: its journal is another, or it has none."""

    reason: Literal["new", "fork", "lost"] = "new"

    def __init__(self, known: str, current: str) -> None:
        self.known = known
        self.current = current
        super().__init__(
            f"the daemon began a new history ({current}, it was {known}); take a snapshot"
        )


class HistoryForked(HistoryChanged):
    """The daemon's journal was put back from a copy, or lost its end.

    The history has the same name, and another event `since` than the one known of `boot`, or none.
    """

    reason: Literal["new", "fork", "lost"] = "fork"

    def __init__(self, history: str, boot: str, since: int) -> None:
        self.boot = boot
        self.since = since
        super().__init__(history, history)
        self.args = (
            f"the daemon's journal was put back from a copy, or lost its end: it has not the event "
            f"{since} of boot {boot} (history {history}); take a snapshot",
        )


class EventsLost(Discontinued):
    """Events after `since` and before `before` are missing, and the daemon keeps them no longer."""

    reason: Literal["new", "fork", "lost"] = "lost"

    def __init__(self, prefix: str, since: int, before: int, why: str) -> None:
        self.prefix = prefix
        self.since = since
        self.before = before
        which = f"of {prefix}* " if prefix else ""
        super().__init__(
            f"events {which}between {since} and {before} are lost: {why}; take a snapshot"
        )
