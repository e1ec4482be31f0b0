"""The state of a daemon, kept by its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..event import Event
from .changes import apply
from .record_changes import BUILT_IN, RecordChanges
from .records import Record, Records, found, name, names
from .safe_area import Insets, safe_area
from .table import ANCESTORS

#: No tree is deeper, so that no stream of events, however wrong, leads round for ever.
_DEPTH = 512


class State:
    """Everything there is, as `state.snapshot` tells it.

    Built from the pages of a snapshot, or empty where a history is followed from its start. After
    all events up to a seq have been applied it equals the snapshot at that seq, field by field.
    """

    def __init__(
        self, pages: Iterable[dict[str, Any]] = (), changes: RecordChanges = BUILT_IN
    ) -> None:
        """Takes the pages, and what the events of the daemon's kinds change in records."""
        self.changes = changes
        #: The last event applied, or the seq of the snapshot.
        self.seq = 0
        # Each in the order of making.
        self._windows: Records = {}
        self._controllers: Records = {}
        self._views: Records = {}
        self._transitions: Records = {}
        # Who presents whom and the other way round: the edge itself, which records show derived.
        self._presented: dict[str, str] = {}
        self._presenter: dict[str, str] = {}
        # Whose flags end with a presentation's or dismissal's transition.
        self._casts: dict[str, list[str]] = {}
        for page in pages:
            self._load(page)
        for id, record in self._controllers.items():
            # A presented controller has no parent, so that here the edge itself is seen.
            presenting = name(record, "presentingViewController")
            if record.get("parent") is None and presenting is not None:
                self._present(id, presenting)
        for id, record in self._transitions.items():
            self._casts[id] = self._cast(record)

    def _load(self, page: dict[str, Any]) -> None:
        self.seq = page["seq"]
        for list, key, records in (
            ("windows", "id", self._windows),
            ("controllers", "id", self._controllers),
            ("views", "id", self._views),
            ("transitions", "transition", self._transitions),
        ):
            for record in page.get(list) or ():
                id = name(record, key)
                if id is not None:
                    records[id] = dict(record)
        for record in self._transitions.values():
            # The progress of one on the clock follows from the time, and no event tells it.
            if record.get("interactive") is False:
                record["progress"] = 0

    def apply(self, event: Event) -> None:
        """Takes in the next event; one that is part of the state already changes nothing."""
        if event.seq > self.seq:
            self.seq = event.seq
            apply(self, event)

    @property
    def windows(self) -> list[Record]:
        """In the order they were made."""
        return [dict(record) for record in self._windows.values()]

    @property
    def controllers(self) -> list[Record]:
        """In the order they were made."""
        return [self._shown(id, record) for id, record in self._controllers.items()]

    @property
    def views(self) -> list[Record]:
        """Plain views, in the order they were made."""
        return [self._shown_view(record) for record in self._views.values()]

    @property
    def transitions(self) -> list[Record]:
        """Those that are running, in the order of their ids."""
        by_number = sorted(self._transitions, key=lambda id: (len(id), id))
        return [dict(self._transitions[id]) for id in by_number]

    def window(self, id: str) -> Record | None:
        """None where there is none; so the others."""
        record = self._windows.get(id)
        return None if record is None else dict(record)

    def controller(self, id: str) -> Record | None:
        """Its record, with what follows from its place in both trees."""
        record = self._controllers.get(id)
        return None if record is None else self._shown(id, record)

    def view(self, id: str) -> Record | None:
        """A plain view's record."""
        record = self._views.get(id)
        return None if record is None else self._shown_view(record)

    def transition(self, id: str) -> Record | None:
        """A running transition's record."""
        record = self._transitions.get(id)
        return None if record is None else dict(record)

    def _shown(self, id: str, record: Record) -> Record:
        nearest: dict[str, str | None] = dict.fromkeys(ANCESTORS.values())
        presenting = self._presented.get(id)
        family = id
        for _ in range(_DEPTH):
            parent = name(self._controllers.get(family), "parent")
            if parent is None:
                break
            family = parent
            presenting = presenting or self._presented.get(parent)
            kind = name(self._controllers.get(parent), "kind")
            property = ANCESTORS.get(kind or "")
            if property is not None and nearest[property] is None:
                nearest[property] = parent
        shown: Record = {
            **record,
            **nearest,
            "presentedViewController": presenting,
            "presentingViewController": self._presenter.get(family),
            "window": self._window_above(record),
        }
        covered = self._safe_area(id)
        if covered is not None:
            shown["safeAreaInsets"] = covered
        else:
            shown.pop("safeAreaInsets", None)
        # Events tell null where the record has no such member.
        if shown.get("additionalSafeAreaInsets") is None:
            shown.pop("additionalSafeAreaInsets", None)
        return shown

    def _safe_area(self, id: str) -> Insets | None:
        """What covers a controller's view; None for nothing and outside of windows."""
        path: list[Record] = []
        view: str | None = id
        while view is not None and len(path) <= _DEPTH:
            if view in self._windows:
                return safe_area(self._windows[view], path[::-1])
            record = self._controllers.get(view) or self._views.get(view)
            path.append(record or {})
            view = name(record, "superview")
        return None

    def _shown_view(self, record: Record) -> Record:
        return {**record, "window": self._window_above(record)}

    def _window_above(self, record: Record) -> str | None:
        """The window at the end of the superviews."""
        view = name(record, "superview")
        for _ in range(_DEPTH):
            if view is None or view in self._windows:
                return view
            view = name(self._controllers.get(view) or self._views.get(view), "superview")
        return None

    def _present(self, controller: str, presenting: str) -> None:
        """Each presents one at most and is presented by one at most: the latest counts."""
        self._separate(controller)
        if presenting in self._presented:
            self._separate(self._presented[presenting])
        self._presented[presenting] = controller
        self._presenter[controller] = presenting

    def _separate(self, controller: str) -> None:
        presenting = self._presenter.pop(controller, None)
        if presenting is not None:
            del self._presented[presenting]

    def _cast(self, transition: Record) -> list[str]:
        """Who is being presented or dismissed by a transition; nobody by one of a container."""
        container = name(transition, "container")
        leaves, comes = name(transition, "from"), name(transition, "to")
        if container is None:
            return []
        if leaves == container and comes is not None and self._presented.get(container) == comes:
            if self._is("isBeingPresented", comes):
                return [comes]
        if comes == container and self._is("isBeingDismissed", leaves):
            return self._presented_above(container)
        return []

    def _is(self, flag: str, controller: str | None) -> bool:
        record = found(self._controllers, controller)
        return record is not None and record.get(flag) is True

    def _presented_above(self, controller: str) -> list[str]:
        """Everybody presented above a controller's family. Ends where either goes in a circle."""
        above: list[str] = []
        open = [controller]
        seen: set[str] = set()
        while open:
            next = open.pop()
            if next in seen:
                continue
            seen.add(next)
            if next in self._presented:
                above.append(self._presented[next])
                open.append(self._presented[next])
            open += names(self._controllers.get(next), "children")
        return above
