"""Applies the events of the core to a state. The daemon's table describes the events of kinds.

A missing field counts as null, and an id that is not a string names no object, so no event raises
an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable

from ..event import Event
from .forms import is_object
from .records import found, names
from .table import ANCESTORS

if TYPE_CHECKING:
    from .records import Record, Records
    from .state import State

Payload = Mapping[str, Any]
Change = Callable[["State", str, Payload], None]

#: The fields that every event has. The other fields of `created` are members of the record.
_ENVELOPE = {"seq", "prev", "revision", "time", "category", "subject", "event", "cause"}
_FLAGS = ("isBeingPresented", "isBeingDismissed", "isMovingToParent", "isMovingFromParent")
_TRANSITION = (
    *("transition", "container", "from", "to", "style", "direction", "duration", "curve"),
    *("options", "animated", "interactive", "tracks", "progress", "began"),
)


def apply(state: State, event: Event) -> None:
    """Applies an event to a state. An event about an unknown record changes nothing."""
    change = _CHANGES.get((event.category, event.event))
    if change is not None:
        change(state, event.subject, event.payload)
    elif event.subject in state._controllers:
        state.changes.apply(state._controllers[event.subject], event)


def _record(state: State, id: str) -> Record | None:
    """Returns the record of a controller or of a view without a controller."""
    return state._controllers.get(id) or state._views.get(id)


def _set(state: State, id: str, members: Any) -> None:
    """Sets members of a record. Does nothing if `members` is not an object."""
    record = _record(state, id)
    if record is not None and is_object(members):
        record.update(members)


def _leave(records: Records, id: Any, list: str, name: str) -> None:
    record = found(records, id)
    if record is not None:
        record[list] = [other for other in names(record, list) if other != name]


def _enter(records: Records, id: Any, list: str, name: str, index: Any) -> None:
    """Inserts a name into the list `list` of a record.

    The name is inserted at the index, or at the end if the index is not an integer.
    """
    record = found(records, id)
    if record is not None:
        present = names(record, list)
        present.insert(max(0, index) if type(index) is int else len(present), name)
        record[list] = present


def _drop(records: Records, id: str) -> None:
    records.pop(id, None)


def _will_move(state: State, child: str, event: Payload) -> None:
    leaves = event.get("parent") is None
    _set(state, child, {"isMovingToParent": not leaves, "isMovingFromParent": leaves})


def _did_move(state: State, child: str, event: Payload) -> None:
    _set(state, child, {"isMovingToParent": False, "isMovingFromParent": False})


def _parent_changed(state: State, child: str, event: Payload) -> None:
    record = state._controllers.get(child)
    if record is not None:
        _leave(state._controllers, record.get("parent"), "children", child)
        record["parent"] = event.get("parent")
    _enter(state._controllers, event.get("parent"), "children", child, event.get("index"))


def _sets(**members: Any) -> Change:
    """Returns a change that sets these members of the record to these values."""
    return lambda state, subject, event: _set(state, subject, members)


def _takes(*names: str) -> Change:
    """Returns a change that copies these fields of the event to members of the record."""

    def change(state: State, subject: str, event: Payload) -> None:
        _set(state, subject, {name: event.get(name) for name in names})

    return change


def _view_created(state: State, id: str, event: Payload) -> None:
    state._views[id] = {
        **{"id": id, "controller": None, "superview": None, "subviews": [], "window": None},
        **{"frame": event.get("frame"), "hidden": False, "alpha": 1, "clipsToBounds": False},
        "autoresizing": [],
    }


def _view_moved(state: State, view: str, event: Payload) -> None:
    record = _record(state, view)
    if record is not None:
        for records in (state._controllers, state._views, state._windows):
            _leave(records, record.get("superview"), "subviews", view)
        record["superview"] = event.get("superview")
    for records in (state._controllers, state._views, state._windows):
        _enter(records, event.get("superview"), "subviews", view, event.get("index"))


def _view_updated(state: State, view: str, event: Payload) -> None:
    record, changes = _record(state, view), event.get("changes")
    if record is None or not is_object(changes):
        return
    record.update(changes)
    # A record omits members whose value is null, for example the colour of a view without one.
    for member in changes:
        if record[member] is None:
            del record[member]


def _began(state: State, container: str, event: Payload) -> None:
    transition = event.get("transition")
    if not isinstance(transition, str):
        return
    known = {**event, "container": container, "progress": 0, "began": event.get("time")}
    record = {name: known.get(name) for name in _TRANSITION}
    state._transitions[transition] = record
    state._casts[transition] = state._cast(record)


def _progressed(state: State, container: str, event: Payload) -> None:
    record = found(state._transitions, event.get("transition"))
    if record is not None:
        record["progress"] = event.get("progress")


def _animates_alongside(state: State, container: str, event: Payload) -> None:
    record = found(state._transitions, event.get("transition"))
    if record is not None:
        record["alongside"] = event.get("views")


def _ended(state: State, container: str, event: Payload) -> None:
    transition = event.get("transition")
    if not isinstance(transition, str):
        return
    state._transitions.pop(transition, None)
    for controller in state._casts.pop(transition, ()):
        _set(state, controller, {"isBeingPresented": False, "isBeingDismissed": False})


def _presenting(state: State, subject: str, event: Payload) -> None:
    _set(state, subject, {"isBeingPresented": True})
    presenter = event.get("presenter")
    if isinstance(presenter, str):
        state._present(subject, presenter)


def _presented(state: State, subject: str, event: Payload) -> None:
    if event.get("completed") is False:
        state._separate(subject)


def _dismissed(state: State, subject: str, event: Payload) -> None:
    if event.get("completed") is True:
        state._separate(subject)


def _window_created(state: State, id: str, event: Payload) -> None:
    state._windows[id] = {"id": id, "size": event.get("size"), "root": None, "subviews": []}


def _root_changed(state: State, window: str, event: Payload) -> None:
    if window in state._windows:
        state._windows[window]["root"] = event.get("controller")


def _resized(state: State, window: str, event: Payload) -> None:
    if window in state._windows:
        state._windows[window]["size"] = event.get("size")


def _covered(state: State, window: str, event: Payload) -> None:
    record = state._windows.get(window)
    if record is None:
        return
    record.pop("safeAreaInsets", None)
    if event.get("insets") is not None:
        record["safeAreaInsets"] = event["insets"]


def _controller_created(state: State, id: str, event: Payload) -> None:
    places = ("parent", "superview", "presentedViewController", "presentingViewController")
    nearest = ("window", *ANCESTORS.values())
    state._controllers[id] = {
        **{"id": id, "title": None, "content": None, "children": [], "subviews": [], "on": None},
        **{"appearance": "disappeared", "isViewLoaded": False, "hidden": False},
        **{"alpha": 1, "clipsToBounds": False},
        "autoresizing": ["flexibleWidth", "flexibleHeight"],
        **dict.fromkeys(places + nearest),
        **dict.fromkeys(_FLAGS, False),
        **{name: value for name, value in event.items() if name not in _ENVELOPE},
    }


def _controller_updated(state: State, controller: str, event: Payload) -> None:
    _set(state, controller, event.get("changes"))


_CHANGES: dict[tuple[str, str], Change] = {
    ("containment", "willMoveToParent"): _will_move,
    ("containment", "didMoveToParent"): _did_move,
    ("containment", "parentChanged"): _parent_changed,
    ("lifecycle", "loadView"): _sets(isViewLoaded=True),
    ("lifecycle", "viewDidLoad"): _sets(isViewLoaded=True),
    ("lifecycle", "viewWillAppear"): _sets(appearance="appearing"),
    ("lifecycle", "viewDidAppear"): _sets(appearance="appeared"),
    ("lifecycle", "viewWillDisappear"): _sets(appearance="disappearing"),
    ("lifecycle", "viewDidDisappear"): _sets(appearance="disappeared"),
    ("view", "created"): _view_created,
    ("view", "destroyed"): lambda state, id, event: _drop(state._views, id),
    ("view", "didMoveToSuperview"): _view_moved,
    ("view", "didChangeFrame"): _takes("frame"),
    ("view", "didChangeHidden"): _takes("hidden"),
    ("view", "updated"): _view_updated,
    ("transition", "began"): _began,
    ("transition", "progressed"): _progressed,
    ("transition", "animatesAlongside"): _animates_alongside,
    ("transition", "ended"): _ended,
    ("presentation", "presentationTransitionWillBegin"): _presenting,
    ("presentation", "presentationTransitionDidEnd"): _presented,
    ("presentation", "dismissalTransitionWillBegin"): _sets(isBeingDismissed=True),
    ("presentation", "dismissalTransitionDidEnd"): _dismissed,
    ("window", "created"): _window_created,
    ("window", "destroyed"): lambda state, id, event: _drop(state._windows, id),
    ("window", "rootChanged"): _root_changed,
    ("window", "resized"): _resized,
    ("window", "safeAreaInsetsChanged"): _covered,
    ("controller", "created"): _controller_created,
    ("controller", "updated"): _controller_updated,
    ("controller", "contentChanged"): _takes("content"),
    ("controller", "destroyed"): lambda state, id, event: _drop(state._controllers, id),
}
