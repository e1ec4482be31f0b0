"""The names that a plugin and the daemon share."""

from __future__ import annotations

from typing import Any

from ..core.spelling import snake

Event = dict[str, Any]
#: A question of the daemon: `question`, `controller`, `container`, `deadline` and more.
Question = dict[str, Any]
#: Any JSON, by convention {"type": MIME, "body": TEXT} or {"type": MIME, "url": URL}.
Content = Any

#: The questions, and the answer that the daemon uses if no plugin answers.
DEFAULTS: dict[str, Any] = {
    "shouldSelect": True,
    "shouldDismiss": True,
    "shouldPop": True,
    "shouldRemove": True,
    "pageAfter": None,
    "pageBefore": None,
    "contentFor": None,
}

#: The next callback in each appearance, and the appearance after that callback.
NEXT = {
    "disappeared": ("viewWillAppear", "appearing"),
    "appearing": ("viewDidAppear", "appeared"),
    "appeared": ("viewWillDisappear", "disappearing"),
    "disappearing": ("viewDidDisappear", "disappeared"),
}
#: The appearance after each callback.
AFTER = {callback: appearance for callback, appearance in NEXT.values()}
#: The appearance before each callback, if no transition was interrupted.
BEFORE = {callback: appearance for appearance, (callback, _) in NEXT.items()}
BEFORE["viewIsAppearing"] = "appearing"


def spellings(name: str) -> tuple[str, ...]:
    """Returns the names that a method for an event or question may have."""
    return (name, snake(name)) if snake(name) != name else (name,)
