"""A plugin: it attaches, hosts pages, answers questions, and comes back."""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import Any, Callable, TypeVar

import zmq

from ..core.forms import is_object
from ..endpoints import resolve
from ..errors import BadReply, NoDaemon, Refused
from ..keys import Keys
from .catchup import caught_up
from .link import Link
from .loop import Loop, Timer
from .page import Page
from .state import States
from .words import DEFAULTS, Question, spellings

log = logging.getLogger("pagerd.plugin")
Class = TypeVar("Class", bound=type)
Answering = TypeVar("Answering", bound=Callable[[Question], Any])
Attached = TypeVar("Attached", bound=Callable[[], None])


class Plugin:
    """One plugin, as one thread runs it; nothing is sent before `run`."""

    #: Messages taken before timers and descriptors are looked at again.
    batch = 256
    #: Seconds between two attempts to reach a daemon that is not there, first and at most.
    patience = (0.1, 2.0)

    def __init__(
        self,
        name: str | None = None,
        *,
        instance: str | None = None,
        plugins: str | None = None,
        timeout: float = 5.0,
        keys: Keys | None = None,
    ) -> None:
        """Takes its name (PAGERD_PLUGIN first, as the daemon calls what it started), the daemon's
        instance or endpoint (else PAGERD_PLUGINS, PAGERD_NAME), the seconds of a call, and what
        opens an endpoint over tcp (else PAGERD_KEY_FILE, PAGERD_SERVER_KEY).

        Raises ValueError for what is no name, BadKey, UnsafeDirectory.
        """
        self.name = os.environ.get("PAGERD_PLUGIN") or name or ""
        if not self.name:
            raise ValueError("a plugin needs a name")
        self.daemon = Link(resolve("plugins", plugins, instance, keys), timeout)
        self.loop = Loop()
        #: Whether the daemon knows this plugin now.
        self.is_attached = False
        #: What the daemon allows beyond its own pages.
        self.grants: tuple[str, ...] = ()
        #: The pages by the ids of their controllers.
        self.pages: dict[str, Page] = {}
        self._kinds: dict[str, type[Page]] = {}
        self._answers: dict[str, tuple[Callable[[Question], Any], dict[str, Any]]] = {}
        self._at_attach: list[Callable[[], None]] = []
        self._states = States(self.pages, self._make)
        self._wait = self.patience[0]
        self._failure: Refused | None = None
        self._opener = self.loop.add(Timer(1.0, self._open, False))
        self._lease = self.loop.add(Timer(1.0, self._renew, False))

    def page(self, kind: str) -> Callable[[Class], Class]:
        """Marks a class: each controller of the kind gets one of it. See `Page`."""

        def mark(marked: Class) -> Class:
            if not issubclass(marked, Page):
                marked = type(marked.__name__, (marked, Page), {})  # type: ignore[assignment]
            self._kinds[kind] = marked
            return marked

        return mark

    def decide(
        self,
        question: str,
        *,
        of: list[str] | None = None,
        default: Any = None,
        deadline: float | None = None,
    ) -> Callable[[Answering], Answering]:
        """Marks a function that answers a question, such as `shouldSelect`.

        About the controllers or containers `of` (grant `decide` for those of others), else about
        those of this plugin. Without an answer in time the daemon takes the default.
        """
        if question not in DEFAULTS:
            raise ValueError(f"{question!r} is no question; there are {', '.join(DEFAULTS)}")
        declared: dict[str, Any] = {"question": question}
        for name, value in (("of", of), ("default", default), ("deadline", deadline)):
            if value is not None:
                declared[name] = value

        def mark(function: Answering) -> Answering:
            self._answers[question] = (function, declared)
            return function

        return mark

    def attached(self, function: Attached) -> Attached:
        """Marks a function that is called each time the daemon knows this plugin (again)."""
        self._at_attach.append(function)
        return function

    def every(
        self, seconds: float, callback: Callable[[], None], *, aligned: bool = False
    ) -> Timer:
        """Calls back every so many seconds, pages on show or not; `stop` it by the result."""
        timer = Timer(seconds, lambda: self.guard(callback), aligned)
        timer.start()
        return self.loop.add(timer)

    def run(self) -> None:
        """Attaches and stays until `stop`, SIGTERM, SIGINT or the end of the daemon.

        Raises Refused where the daemon does not take it. While no daemon is there it waits.
        """
        with self.loop.ending_by_signals():
            self._opener.start()
            try:
                while not self.loop.is_stopped:
                    self.loop.turn()
                    self._take_all()
            finally:
                self._detach(linger=0.2)
                for page in list(self.pages.values()):
                    page._end()
                self.pages.clear()
        if self._failure is not None:
            raise self._failure

    def main(self) -> None:
        """`run` as a program's last line: logs to standard error; status 1 where refused."""
        if not logging.getLogger().handlers:
            logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
        try:
            self.run()
        except Refused as refused:
            sys.exit(f"{self.name}: {refused}")

    def stop(self) -> None:
        """Ends `run`. From any thread."""
        self.loop.stop()

    def guard(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Calls; what it raises is logged with where it comes from, and the plugin goes on."""
        try:
            function(*arguments)
        except Exception:
            log.exception("%s of the plugin %s failed", _name(function), self.name)

    # Connecting

    def _open(self) -> None:
        self._opener.stop()
        self.daemon.open()
        self.loop.watch(self.daemon.monitor, self._lost)
        # Writable once a daemon has accepted the connection: then it is this plugin's turn.
        self.loop.watch(self.daemon.socket, self._register, zmq.POLLOUT)

    def _register(self) -> None:
        self.loop.unwatch(self.daemon.socket)
        self.loop.watch(self.daemon.socket, lambda: None)
        params: dict[str, Any] = {
            "name": self.name,
            "kinds": list(self._kinds),
            "decisions": self._decisions(),
        }
        if self._states.since is not None:
            params["since"] = self._states.since
            if self._states.boot is not None:
                params["boot"] = self._states.boot
        self.daemon.ask("plugin.register", params, self._registered)

    def _decisions(self) -> list[Any]:
        """The questions that functions answer, and those that methods of pages do."""
        found: list[Any] = []
        for question in DEFAULTS:
            if question in self._answers:
                found.append(self._answers[question][1])
            about = self._answers[question][1] if question in self._answers else {}
            if ("of" in about or not about) and any(
                _answers(kind, question) for kind in self._kinds.values()
            ):
                found.append(question)
        return found

    def _registered(self, reply: dict[str, Any] | Refused) -> None:
        if isinstance(reply, Refused):
            if reply.name == "nameTaken" and self._states.since is not None:
                # The daemon has not seen yet that the connection before this one is gone.
                log.warning("%s; trying again", reply)
                self._again()
                return
            self._failure = reply
            self.loop.stop()
            return
        try:
            reply = caught_up(reply, self.daemon.call, self.daemon.waiting_events)
        except (BadReply, NoDaemon, Refused) as error:
            log.warning("%s: %s; trying again", self.name, error)
            self._again()
            return
        self._wait = self.patience[0]
        self.grants = tuple(reply.get("grants") or ())
        self.is_attached = True
        self._lease.seconds = max(0.05, float(reply.get("lease") or 10.0) / 3)
        self._lease.start()
        self._states.attached(reply)
        for function in self._at_attach:
            self.guard(function)

    def _renew(self) -> None:
        if time.monotonic() - self.daemon.spoke >= self._lease.seconds / 2:
            try:
                self.daemon.ask("plugin.heartbeat", {}, self._renewed)
            except NoDaemon as error:
                self._drop(str(error))

    def _renewed(self, reply: dict[str, Any] | Refused) -> None:
        if isinstance(reply, Refused):
            # It was taken for dead, as when it was too slow; it comes back and catches up.
            self._drop(str(reply))

    def _lost(self) -> None:
        self._drop("the daemon has gone")

    def _drop(self, reason: str) -> None:
        if self.is_attached:
            log.warning("%s: %s; trying to come back", self.name, reason)
        self._again()

    def _again(self) -> None:
        self._detach()
        self._opener.due = time.monotonic() + self._wait
        self._wait = min(self._wait * 2, self.patience[1])

    def _detach(self, linger: float = 0.0) -> None:
        self.is_attached = False
        self._lease.stop()
        for source in (self.daemon.socket, self.daemon.monitor):
            if source is not None:
                self.loop.unwatch(source)
        self.daemon.close(linger)
        for page in self.pages.values():
            page._forget()

    # What comes

    def _take_all(self) -> None:
        for _ in range(self.batch):
            if self.loop.is_stopped:
                return
            try:
                message = self.daemon.take()
            except BadReply as error:
                self._drop(str(error))
                return
            if message is None:
                return
            self._take(message)
        self.loop.wake()

    def _take(self, message: dict[str, Any]) -> None:
        method, params = message["method"], message.get("params")
        if method == "event" and is_object(params):
            self._states.take(params)
        elif method == "decide" and is_object(params):
            self._answer(message.get("id"), params)
        elif method == "shutdown":
            self.loop.stop()

    def _answer(self, number: Any, question: Question) -> None:
        try:
            reply: dict[str, Any] = {"result": {"answer": self._decided(question)}}
        except Exception as error:
            log.exception("%s of the plugin %s failed", question.get("question"), self.name)
            text = f"{type(error).__name__}: {error}"
            reply = {"error": {"code": -32000, "message": text}}
        self.guard(self.daemon.send, {"id": number, **reply})

    def _decided(self, question: Question) -> Any:
        name = str(question["question"])
        controller, container = question.get("controller"), question.get("container")
        function, declared = self._answers.get(name) or (None, dict[str, Any]())
        about = declared.get("of")
        if function is not None and (about is None or controller in about or container in about):
            return function(question)
        page = self.pages.get(str(controller)) or self.pages.get(str(container))
        default = DEFAULTS.get(name)
        return default if page is None else page._answer(question, default)

    def _make(self, record: dict[str, Any]) -> Page | None:
        kind = self._kinds.get(str(record.get("kind")))
        if kind is None:
            return None
        page = kind.__new__(kind)
        page._begin(self, dict(record))
        try:
            # A class may have an __init__ of its own, which finds its id and daemon.
            kind.__init__(page)
        except Exception:
            log.exception("a page %s of the plugin %s cannot be made", record["id"], self.name)
            return None
        return page


def _answers(kind: type[Page], question: str) -> bool:
    if question == "contentFor":
        return kind.content is not Page.content
    return any(callable(getattr(kind, name, None)) for name in spellings(question))


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__qualname__", repr(function))
