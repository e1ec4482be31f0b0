"""The names that a plugin and the daemon share."""

from __future__ import annotations

import re
from typing import Any

Event = dict[str, Any]
#: What the daemon asks: question, controller, container, deadline and more.
Question = dict[str, Any]
#: Any JSON, by convention {"type": MIME, "body": TEXT} or {"type": MIME, "url": URL}.
Content = Any

#: The questions, and what the daemon does where nobody answers.
DEFAULTS: dict[str, Any] = {
    "shouldSelect": True,
    "shouldDismiss": True,
    "shouldPop": True,
    "pageAfter": None,
    "pageBefore": None,
    "contentFor": None,
}

#: The callback that follows in each appearance, and the appearance that it leads to.
NEXT = {
    "disappeared": ("viewWillAppear", "appearing"),
    "appearing": ("viewDidAppear", "appeared"),
    "appeared": ("viewWillDisappear", "disappearing"),
    "disappearing": ("viewDidDisappear", "disappeared"),
}
#: The appearance after each callback.
AFTER = {callback: appearance for callback, appearance in NEXT.values()}
#: The appearance before each callback, where nothing was interrupted.
BEFORE = {callback: appearance for appearance, (callback, _) in NEXT.items()}
BEFORE["viewIsAppearing"] = "appearing"


def snake(name: str) -> str:
    """`viewWillAppear` as Python writes it: `view_will_appear`."""
    return re.sub(r"(?<=[a-z0-9])[A-Z]", lambda found: "_" + found[0], name).lower()


def spellings(name: str) -> tuple[str, ...]:
    """The names that a method for an event or question may have."""
    return (name, snake(name)) if snake(name) != name else (name,)
