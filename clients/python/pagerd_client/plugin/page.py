"""One controller that a plugin hosts."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Callable

from ..errors import Refused
from .loop import Timer
from .words import AFTER, NEXT, Content, Event, Question, spellings

if TYPE_CHECKING:
    from .host import Plugin
    from .link import Link

log = logging.getLogger("pagerd.plugin")
_UNKNOWN = object()


class Page:
    """The base class of a class marked with `@plugin.page(KIND)`. Each controller has an instance.

    Methods named after events (`viewWillAppear`, or `view_will_appear`) are called with the event.
    Methods named after questions (`shouldSelect`, `pageAfter`...) are called with the question and
    return the answer. Their exceptions are logged, and the plugin continues.
    """

    #: The id of the controller.
    id: str
    #: The kind of the controller, one of the plugin's kinds.
    kind: str
    #: The record of the controller, which is updated by events.
    record: dict[str, Any]
    #: `disappeared`, `appearing`, `appeared` or `disappearing`, after the last callback.
    appearance: str
    #: Whether the view of the controller is loaded.
    is_loaded: bool

    _plugin: Plugin
    _timers: dict[Any, Timer]
    _watched: list[Any]
    _told: Any
    _ended: bool

    def content(self) -> Content:
        """Returns the content to show. Called when the view loads, and by `refresh`."""
        return None

    def close(self) -> None:
        """Called once, when the controller is destroyed or the plugin ends."""

    @property
    def title(self) -> str | None:
        """The title of the controller."""
        title = self.record.get("title")
        return title if isinstance(title, str) else None

    @property
    def is_on_show(self) -> bool:
        """Whether the page is visible: true from viewWillAppear to viewDidDisappear."""
        return self.appearance != "disappeared"

    @property
    def daemon(self) -> Link:
        """The connection to the daemon. `call` needs a grant for other controllers."""
        return self._plugin.daemon

    def set_content(self, content: Content) -> None:
        """Shows other content. Sends nothing if the page shows this content already."""
        if not self._plugin.is_attached or content == self._told:
            return
        self._told = content

        def answered(reply: dict[str, Any] | Refused) -> None:
            if isinstance(reply, Refused):
                self._told = _UNKNOWN
                log.warning("the daemon refused the content of %s: %s", self.id, reply)

        self.daemon.ask("controller.update", {"id": self.id, "content": content}, answered)

    def refresh(self) -> None:
        """Shows the content that `content` returns."""
        self.set_content(self.content())

    def every(self, seconds: float, callback: Callable[[], None], *, aligned: bool = False) -> None:
        """Calls `callback` when the page appears, and then every `seconds` while it is visible.

        A second call with the same callback changes its interval. With `aligned`, the callback is
        called at whole multiples of `seconds`, as a clock ticks. Raises ValueError.
        """
        if seconds <= 0:
            raise ValueError(f"seconds: must be greater than 0, got {seconds}")
        old = self._timers.pop(callback, None)
        if old is not None:
            self._plugin.loop.remove(old)
        timer = Timer(seconds, lambda: self._plugin.guard(callback), aligned)
        self._timers[callback] = self._plugin.loop.add(timer)
        self._run_timers()

    def watch(self, descriptor: int, callback: Callable[[], None]) -> None:
        """Calls `callback` whenever a descriptor is readable, until `unwatch`.

        The page need not be visible.
        """
        self._watched.append(descriptor)
        self._plugin.loop.watch(descriptor, lambda: self._plugin.guard(callback))

    def unwatch(self, descriptor: int) -> None:
        """Stops watching a descriptor. Call this before you close it."""
        if descriptor in self._watched:
            self._watched.remove(descriptor)
            self._plugin.loop.unwatch(descriptor)

    def _begin(self, plugin: Plugin, record: dict[str, Any]) -> None:
        self._plugin = plugin
        self._timers = {}
        self._watched = []
        self._told = _UNKNOWN
        self._ended = False
        self.id = record["id"]
        self.kind = record["kind"]
        self.record = record
        self.appearance = "disappeared"
        self.is_loaded = False

    def _take(self, event: Event) -> None:
        """Updates the page after an event, and calls the page's method with the event's name."""
        name = str(event["event"])
        if name == "viewDidLoad":
            self.is_loaded = True
        elif name in AFTER:
            self.appearance = AFTER[name]
        elif name == "updated" and isinstance(event.get("changes"), dict):
            self.record.update(event["changes"])
        elif name == "contentChanged":
            self._told = self.record["content"] = event.get("content")
        handler = self._method(name)
        if handler is not None:
            self._plugin.guard(handler, event)
        self._run_timers()
        if name == "destroyed":
            self._end()

    def _become(self, is_loaded: bool, appearance: str) -> None:
        """Calls the callbacks that lead from the present state to the given one.

        Their events have the member `restored`.
        """
        if is_loaded and not self.is_loaded:
            self._take(self._restored("viewDidLoad"))
        while self.appearance != appearance:
            self._take(self._restored(NEXT[self.appearance][0]))

    def _restored(self, name: str) -> Event:
        return {"category": "lifecycle", "subject": self.id, "event": name, "restored": True}

    def _forget(self) -> None:
        """Records that the content that the daemon shows is unknown after the connection ended."""
        self._told = _UNKNOWN
        self._run_timers()

    def _answer(self, question: Question, default: Any) -> Any:
        """Returns the answer to a question. Raises the errors of the page's method."""
        name = str(question["question"])
        if name == "contentFor":
            return self.content()
        method = self._method(name)
        return default if method is None else method(question)

    def _method(self, name: str) -> Callable[..., Any] | None:
        for spelling in spellings(name):
            if not hasattr(Page, spelling) and callable(getattr(self, spelling, None)):
                method: Callable[..., Any] = getattr(self, spelling)
                return method
        return None

    def _run_timers(self) -> None:
        runs = self.is_on_show and self._plugin.is_attached and not self._ended
        for timer in self._timers.values():
            if runs and timer.due == float("inf"):
                timer.start()
            elif not runs:
                timer.stop()

    def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        self._plugin.guard(self.close)
        for timer in self._timers.values():
            self._plugin.loop.remove(timer)
        for descriptor in list(self._watched):
            self.unwatch(descriptor)
