"""Checks the names and topics of events before the client waits for them.

A misspelt name matches no event, so the client would wait in vain. It causes a warning and not an
error, because a kind with such events may be added later.
"""

from __future__ import annotations

import difflib
import sys
import warnings
from collections.abc import Iterable
from types import FrameType

from ..errors import PagerError
from ..events import EVENTS
from .steps import Asks, ask

_PACKAGE = __name__.partition(".")[0] + "."
_UNCOUNTED = ("heartbeat", "shutdown", "welcome")


class Vocabulary:
    """The categories of events, and the names of the events in each."""

    def __init__(self, events: Iterable[tuple[str, str]]) -> None:
        self._names: dict[str, list[str]] = {"server": list(_UNCOUNTED)}
        for category, event in events:
            self._names.setdefault(category, []).append(event)

    def problem(self, word: str) -> str | None:
        """Returns the error in the name or topic of an event, or None."""
        if "." in word:
            return self.problem_of_prefix(word)
        names = {name for category in self._names for name in self._names[category]}
        names -= set(_UNCOUNTED)
        if word in names:
            return None
        return f"no event is called {word!r}{_suggestion(word, names)}"

    def problem_of_prefix(self, prefix: str) -> str | None:
        """Returns why no event's topic begins with the prefix, or None if one may."""
        category, *rest = prefix.split(".")
        if not any(one == category if rest else one.startswith(category) for one in self._names):
            suggestion = _suggestion(category, self._names)
            return f"no category of events is called {category!r}{suggestion}"
        names = self._names[category] if len(rest) >= 2 else []
        if len(rest) < 2 or any(name.startswith(rest[1]) for name in names):
            return None
        return f"the category {category} has no event {rest[1]!r}{_suggestion(rest[1], names)}"


_BUILT_IN = Vocabulary(EVENTS)


def problems(prefixes: Iterable[str] = (), words: Iterable[str] = ()) -> Asks[list[str]]:
    """Returns what is wrong with prefixes of topics, and with names and topics of events.

    Asks the daemon about unknown words, because they may belong to an added kind.
    """

    def found(vocabulary: Vocabulary) -> list[str]:
        all = [vocabulary.problem_of_prefix(prefix) for prefix in prefixes]
        all += [vocabulary.problem(word) for word in words]
        return [problem for problem in all if problem is not None]

    problems = found(_BUILT_IN)
    if not problems:
        return []
    try:
        description = yield from ask("server.describe")
    except PagerError:
        # A client that only subscribes may have no access to the command socket.
        return problems
    return found(Vocabulary((one["category"], one["event"]) for one in description["events"]))


def warn(problems: list[str]) -> None:
    """Issues the problems as warnings at the line that called this package."""
    for problem in problems:
        warnings.warn(problem, UserWarning, stacklevel=_depth_of_caller())


def _depth_of_caller() -> int:
    """Returns the `stacklevel` in `warn` of the nearest frame outside of this package."""
    depth = 1
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and str(frame.f_globals.get("__name__")).startswith(_PACKAGE):
        frame = frame.f_back
        depth += 1
    return depth + 1


def _suggestion(word: str, words: Iterable[str]) -> str:
    lowered = {one.lower(): one for one in sorted(words)}
    near = difflib.get_close_matches(word.lower(), lowered, n=1)
    return f"; did you mean {lowered[near[0]]!r}?" if near else ""
