"""A plugin: it registers with the daemon, hosts pages, answers questions, and reconnects."""

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
    """A plugin that runs in one thread. It sends nothing before `run`."""

    #: The maximum number of messages handled before timers and descriptors are checked again.
    batch = 256
    #: The initial and the maximum delay between two attempts to connect, in seconds.
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
        """Creates a plugin that is not connected yet.

        PAGERD_PLUGIN, which the daemon sets for the plugins that it starts, takes precedence over
        `name`. `instance` is the daemon's name and `plugins` its endpoint (default PAGERD_NAME and,
        without `instance`, PAGERD_PLUGINS). `timeout` is the time for a call, in seconds. `keys`
        are needed for an endpoint over tcp (default PAGERD_KEY_FILE and PAGERD_SERVER_KEY).

        Raises ValueError for a missing or invalid name, BadKey, UnsafeDirectory.
        """
        self.name = os.environ.get("PAGERD_PLUGIN") or name or ""
        if not self.name:
            raise ValueError("a plugin needs a name; pass `name` or set PAGERD_PLUGIN")
        self.daemon = Link(resolve("plugins", plugins, instance, keys), timeout)
        self.loop = Loop()
        #: Whether this plugin is registered with the daemon now.
        self.is_attached = False
        #: The daemon's grants, which permit more than changes of this plugin's own pages.
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
        """Returns a decorator for a class: each controller of `kind` gets an instance of it.

        See `Page`.
        """

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
        """Returns a decorator for a function that answers a question, such as `shouldSelect`.

        `of` lists the controllers or containers that the question is about. By default, these are
        the plugin's own; other ones need the grant `decide`. If there is no answer within
        `deadline` seconds, the daemon uses `default`.
        """
        if question not in DEFAULTS:
            raise ValueError(f"{question!r} is not a question; use one of {', '.join(DEFAULTS)}")
        declared: dict[str, Any] = {"question": question}
        for name, value in (("of", of), ("default", default), ("deadline", deadline)):
            if value is not None:
                declared[name] = value

        def mark(function: Answering) -> Answering:
            self._answers[question] = (function, declared)
            return function

        return mark

    def attached(self, function: Attached) -> Attached:
        """Marks a function that is called after each registration with the daemon."""
        self._at_attach.append(function)
        return function

    def every(
        self, seconds: float, callback: Callable[[], None], *, aligned: bool = False
    ) -> Timer:
        """Calls `callback` at once and every `seconds`, whether or not pages are visible.

        Call `stop` of the returned timer to end this.
        """
        timer = Timer(seconds, lambda: self.guard(callback), aligned)
        timer.start()
        return self.loop.add(timer)

    def run(self) -> None:
        """Runs the plugin until `stop`, SIGTERM, SIGINT or the shutdown of the daemon.

        While no daemon can be reached, it waits. Raises Refused if the daemon refuses the plugin,
        and WrongThread in a forked child of the process that runs it.
        """
        self.loop.begin()
        with self.loop.ending_by_signals():
            self._opener.start()
            try:
                while not self.loop.is_stopped:
                    self.loop.turn()
                    self._take_all()
            finally:
                # In a forked child, the pages are still those of the parent.
                if self.loop.is_here:
                    self._detach(linger=0.2)
                    for page in list(self.pages.values()):
                        page._end()
                    self.pages.clear()
        if self._failure is not None:
            raise self._failure

    def main(self) -> None:
        """Runs the plugin as the whole program.

        Logs to standard error and exits with status 1 if the daemon refuses the plugin.
        """
        if not logging.getLogger().handlers:
            logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
        try:
            self.run()
        except Refused as refused:
            sys.exit(f"{self.name}: {refused}")

    def stop(self) -> None:
        """Ends `run`. May be called from any thread."""
        self.loop.stop()

    def guard(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Calls a function. Logs an exception with its traceback; the plugin continues."""
        try:
            function(*arguments)
        except Exception:
            log.exception("%s of the plugin %s failed", _name(function), self.name)

    # Connecting

    def _open(self) -> None:
        self._opener.stop()
        self.daemon.open()
        self.loop.watch(self.daemon.monitor, self._lost)
        # The socket becomes writable when a daemon accepts the connection.
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
        """Returns the questions that functions or methods of pages answer."""
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
                # The daemon has not noticed yet that the previous connection is closed.
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
            # The daemon has removed this plugin, for example because it was too slow.
            # The plugin registers again and gets the missed events.
            self._drop(str(reply))

    def _lost(self) -> None:
        self._drop("the connection to the daemon is lost")

    def _drop(self, reason: str) -> None:
        if self.is_attached:
            log.warning("%s: %s; trying to reconnect", self.name, reason)
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

    # Incoming messages

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
            answer = _checked(str(question["question"]), self._decided(question))
            reply: dict[str, Any] = {"result": {"answer": answer}}
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
            # The class may define __init__, which can already use `id` and `daemon`.
            kind.__init__(page)
        except Exception:
            log.exception("cannot create the page %s of the plugin %s", record["id"], self.name)
            return None
        return page


def _checked(question: str, answer: Any) -> Any:
    """Returns the answer. Raises TypeError if the daemon would refuse it for its type."""
    default = DEFAULTS.get(question)
    if isinstance(default, bool) and not isinstance(answer, bool):
        raise TypeError(f"the answer to {question} must be True or False, got {answer!r}")
    if question in ("pageAfter", "pageBefore") and not isinstance(answer, (str, type(None))):
        raise TypeError(f"the answer to {question} must be the id of a page or None, got {answer!r}")
    return answer


def _answers(kind: type[Page], question: str) -> bool:
    if question == "contentFor":
        return kind.content is not Page.content
    return any(callable(getattr(kind, name, None)) for name in spellings(question))


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__qualname__", repr(function))
