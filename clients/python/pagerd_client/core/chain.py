"""Checks that no event of a subscription is missing."""

from __future__ import annotations

from dataclasses import dataclass

from ..event import Event


@dataclass
class Chain:
    """The ordered events of one prefix: the empty one, `CATEGORY.` or `CATEGORY.SUBJECT.`."""

    prefix: str
    #: The seq up to which all events of the chain are known; None before the welcome.
    proved: int | None = None

    @property
    def category(self) -> str:
        """The category of the events; empty if the chain has all events."""
        return self.prefix.split(".")[0]

    @property
    def is_subject(self) -> bool:
        """True for the chain of one subject. Only `prev` of its events reveals a gap in it."""
        return self.prefix.count(".") == 2

    def follows(self, event: Event) -> bool:
        """Returns whether no event of the chain is missing between `proved` and the event.

        A subject's chain starts over (`prev[1]` is 0) when a new object gets the same id. Then only
        the previous event of the category can show that nothing is missing.
        """
        known = self.proved or 0
        if not self.prefix:
            return event.seq == known + 1
        in_category, of_subject = event.prev
        return in_category <= known or (self.is_subject and 0 < of_subject <= known)

    def reaches(self, seq: int, latest: dict[str, int] | None) -> bool:
        """Returns whether no event of the chain is missing between `proved` and `seq`.

        `latest` is the last seq of each category.
        """
        known = self.proved or 0
        if not self.prefix:
            return seq <= known
        return seq <= known or (latest is not None and latest.get(self.category, 0) <= known)

    def extend(self, seq: int) -> None:
        """Marks all events up to `seq` as known."""
        self.proved = max(self.proved or 0, seq)


def chains(prefixes: tuple[str, ...]) -> list[Chain]:
    """Returns the fewest chains that contain all events whose topics begin with a prefix.

    A prefix that ends within a category, subject or event name is shortened to a chain's prefix.
    """
    wide = {".".join(prefix.split(".")[:-1][:2]) for prefix in prefixes} or {""}
    wide = {text + "." if text else "" for text in wide}
    return [
        Chain(prefix)
        for prefix in sorted(wide)
        if not any(prefix != other and prefix.startswith(other) for other in wide)
    ]
