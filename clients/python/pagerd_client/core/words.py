"""The words of topics, looked at before anything waits for them.

A misspelt one matches no event and would be waited for in silence. It is a warning and not an
error, since a newer daemon may have events that this package does not know.
"""

from __future__ import annotations

import difflib
import warnings

from ..events import EVENTS

_CATEGORIES = sorted({category for category, _ in EVENTS} | {"server"})
_UNCOUNTED = ["heartbeat", "shutdown", "welcome"]


def warn_of_prefix(prefix: str) -> None:
    """Warns where no event's topic begins so."""
    problem = _problem(prefix)
    if problem is not None:
        warnings.warn(problem, UserWarning, stacklevel=4)


def warn_of_event(name: str) -> None:
    """Warns where no event is called so, by its name or its topic."""
    names = sorted({event for _, event in EVENTS})
    if "." in name:
        warn_of_prefix(name)
    elif name not in names:
        problem = f"no event is called {name!r}{_suggestion(name, names)}"
        warnings.warn(problem, UserWarning, stacklevel=4)


def _problem(prefix: str) -> str | None:
    category, *rest = prefix.split(".")
    if not any(one == category if rest else one.startswith(category) for one in _CATEGORIES):
        return f"no category of events is called {category!r}{_suggestion(category, _CATEGORIES)}"
    if len(rest) < 2:
        return None
    names = [event for known, event in EVENTS if known == category]
    names += _UNCOUNTED if category == "server" else []
    if any(name.startswith(rest[1]) for name in names):
        return None
    return f"the category {category} has no event {rest[1]!r}{_suggestion(rest[1], names)}"


def _suggestion(word: str, words: list[str]) -> str:
    lowered = {one.lower(): one for one in words}
    near = difflib.get_close_matches(word.lower(), lowered, n=1)
    return f"; did you mean {lowered[near[0]]!r}?" if near else ""
