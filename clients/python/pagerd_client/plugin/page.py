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
    """What a class marked with `@plugin.page(KIND)` becomes; one for each controller.

    Methods named as events (`viewWillAppear`, or `view_will_appear`) are called with the event.
    Methods named as questions (`shouldSelect`, `pageAfter`...) are called with the question and
    return the answer. What they raise is logged, and the plugin goes on.
    """

    #: The id of the controller.
    id: str
    #: Its kind, one of the plugin's.
    kind: str
    #: The controller as the daemon described it first, kept up with its changes since.
    record: dict[str, Any]
    #: disappeared, appearing, appeared or disappearing, by the last callback that was given.
    appearance: str
    #: Whether its view has been loaded.
    is_loaded: bool

    _plugin: Plugin
    _timers: dict[Any, Timer]
    _watched: list[Any]
    _told: Any
    _ended: bool

    def content(self) -> Content:
        """What it shows: asked by the daemon when the view loads, and by `refresh`."""
        return None

    def close(self) -> None:
        """Called once when its controller is destroyed or the plugin ends."""

    @property
    def title(self) -> str | None:
        """The title of the controller."""
        title = self.record.get("title")
        return title if isinstance(title, str) else None

    @property
    def is_on_show(self) -> bool:
        """From viewWillAppear to viewDidDisappear."""
        return self.appearance != "disappeared"

    @property
    def daemon(self) -> Link:
        """The daemon; `call` needs a grant for what is not this plugin's own."""
        return self._plugin.daemon

    def set_content(self, content: Content) -> None:
        """Shows something else; what is shown already is not sent again."""
        if not self._plugin.is_attached or content == self._told:
            return
        self._told = content

        def answered(reply: dict[str, Any] | Refused) -> None:
            if isinstance(reply, Refused):
                self._told = _UNKNOWN
                log.warning("the content of %s was refused: %s", self.id, reply)

        self.daemon.ask("controller.update", {"id": self.id, "content": content}, answered)

    def refresh(self) -> None:
        """Shows what `content` returns."""
        self.set_content(self.content())

    def every(self, seconds: float, callback: Callable[[], None], *, aligned: bool = False) -> None:
        """Calls back every so many seconds while the page is on show, at once when it appears.

        Again with the same callback: the seconds are changed. With `aligned` it is called at
        whole multiples of the seconds, as a clock ticks.
        """
        if seconds <= 0:
            raise ValueError(f"every {seconds} s is no interval")
        old = self._timers.pop(callback, None)
        if old is not None:
            self._plugin.loop.remove(old)
        timer = Timer(seconds, lambda: self._plugin.guard(callback), aligned)
        self._timers[callback] = self._plugin.loop.add(timer)
        self._run_timers()

    def watch(self, descriptor: int, callback: Callable[[], None]) -> None:
        """Calls back while a descriptor is readable, on show or not, until `unwatch`."""
        self._watched.append(descriptor)
        self._plugin.loop.watch(descriptor, lambda: self._plugin.guard(callback))

    def unwatch(self, descriptor: int) -> None:
        """To be called before the descriptor is closed."""
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
        """Follows an event and gives it to the method of its name."""
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
        """Gives the callbacks that lead to a state; they are marked as not just happened."""
        if is_loaded and not self.is_loaded:
            self._take(self._restored("viewDidLoad"))
        while self.appearance != appearance:
            self._take(self._restored(NEXT[self.appearance][0]))

    def _restored(self, name: str) -> Event:
        return {"category": "lifecycle", "subject": self.id, "event": name, "restored": True}

    def _forget(self) -> None:
        """Nothing is known about what the daemon shows."""
        self._told = _UNKNOWN
        self._run_timers()

    def _answer(self, question: Question, default: Any) -> Any:
        """Raises what the method raises."""
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
