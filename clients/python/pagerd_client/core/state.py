"""The state of a daemon, updated by its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..event import Event
from .changes import apply
from .record_changes import BUILT_IN, RecordChanges
from .records import Record, Records, found, name, names
from .safe_area import Insets, safe_area
from .table import ANCESTORS, OMITTED

#: The maximum number of levels in a valid tree. In an invalid tree, a search stops after them.
_DEPTH = 512


class State:
    """The whole state of a daemon, as `state.snapshot` returns it.

    It is built from the pages of a snapshot, or empty at the start of a history. After all events
    up to a seq have been applied, it equals the snapshot at that seq, field by field.
    """

    def __init__(
        self, pages: Iterable[dict[str, Any]] = (), changes: RecordChanges = BUILT_IN
    ) -> None:
        """Takes the pages of a snapshot, and the record changes of the daemon's events."""
        self.changes = changes
        #: The seq of the last applied event, or of the snapshot.
        self.seq = 0
        # The records by id, in the order of their creation.
        self._windows: Records = {}
        self._controllers: Records = {}
        self._views: Records = {}
        self._transitions: Records = {}
        # The presented controller by its presenter, and the presenter by the presented controller.
        # The members of records are derived from these.
        self._presented: dict[str, str] = {}
        self._presenter: dict[str, str] = {}
        # The controllers that each transition presents or dismisses, by transition.
        self._casts: dict[str, list[str]] = {}
        for page in pages:
            self._load(page)
        for id, record in self._controllers.items():
            # A presented controller has no parent, so its record names its own presenter.
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
            # No event reports the progress of a transition that the clock drives, because it
            # follows from the time.
            if record.get("interactive") is False:
                record["progress"] = 0

    def apply(self, event: Event) -> None:
        """Applies the next event. An event that the state already includes changes nothing."""
        if event.seq > self.seq:
            self.seq = event.seq
            apply(self, event)

    @property
    def windows(self) -> list[Record]:
        """The windows, in the order of their creation."""
        return [dict(record) for record in self._windows.values()]

    @property
    def controllers(self) -> list[Record]:
        """The controllers, in the order of their creation."""
        return [self._shown(id, record) for id, record in self._controllers.items()]

    @property
    def views(self) -> list[Record]:
        """The views without a controller, in the order of their creation."""
        return [self._shown_view(record) for record in self._views.values()]

    @property
    def transitions(self) -> list[Record]:
        """The running transitions, in the order of their ids."""
        by_number = sorted(self._transitions, key=lambda id: (len(id), id))
        return [dict(self._transitions[id]) for id in by_number]

    def window(self, id: str) -> Record | None:
        """Returns the record of a window, or None if there is no such window."""
        record = self._windows.get(id)
        return None if record is None else dict(record)

    def controller(self, id: str) -> Record | None:
        """Returns the record of a controller, or None if there is no such controller.

        The record includes the members that depend on the controller's place in the trees, for
        example `window` and `presentingViewController`.
        """
        record = self._controllers.get(id)
        return None if record is None else self._shown(id, record)

    def view(self, id: str) -> Record | None:
        """Returns the record of a view without a controller, or None."""
        record = self._views.get(id)
        return None if record is None else self._shown_view(record)

    def transition(self, id: str) -> Record | None:
        """Returns the record of a running transition, or None."""
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
        # Events have null for these members if there is no value, but a record then omits them.
        for member in OMITTED:
            if shown.get(member) is None:
                shown.pop(member, None)
        return shown

    def _safe_area(self, id: str) -> Insets | None:
        """Returns the safe area insets of a controller's view.

        Returns None if all are 0 or if the view is in no window.
        """
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
        """Returns the window above a view, or None if it is in no window."""
        view = name(record, "superview")
        for _ in range(_DEPTH):
            if view is None or view in self._windows:
                return view
            view = name(self._controllers.get(view) or self._views.get(view), "superview")
        return None

    def _present(self, controller: str, presenting: str) -> None:
        """Records a presentation, in place of earlier ones of the controller or the presenter."""
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
        """Returns the controllers that a transition presents or dismisses, if any."""
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
        """Returns all controllers that a controller presents, directly or indirectly.

        They include those that its descendants present.
        """
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
