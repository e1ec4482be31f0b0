"""The proof that no event of a subscription is missing."""

from __future__ import annotations

from dataclasses import dataclass

from ..event import Event


@dataclass
class Chain:
    """One subscription that can be proved: everything, `CATEGORY.` or `CATEGORY.SUBJECT.`."""

    prefix: str
    #: All events up to this seq are known; None before the welcome.
    proved: int | None = None

    @property
    def category(self) -> str:
        """The category, empty for everything."""
        return self.prefix.split(".")[0]

    @property
    def is_subject(self) -> bool:
        """Whether it is one subject's; only `prev` of the event itself tells about those."""
        return self.prefix.count(".") == 2

    def follows(self, event: Event) -> bool:
        """Whether nothing of the chain lies between what is proved and the event.

        A subject's chain starts over (`prev[1]` is 0) when another thing gets its name, and what
        came before is then not told: only the category's chain can show that it was nothing.
        """
        known = self.proved or 0
        if not self.prefix:
            return event.seq == known + 1
        in_category, of_subject = event.prev
        return in_category <= known or (self.is_subject and 0 < of_subject <= known)

    def reaches(self, seq: int, latest: dict[str, int] | None) -> bool:
        """Whether nothing of the chain lies between what is proved and the tail at `seq`."""
        known = self.proved or 0
        if not self.prefix:
            return seq <= known
        return seq <= known or (latest is not None and latest.get(self.category, 0) <= known)

    def extend(self, seq: int) -> None:
        """Everything up to `seq` is now known."""
        self.proved = max(self.proved or 0, seq)


def chains(prefixes: tuple[str, ...]) -> list[Chain]:
    """The fewest chains that hold all events whose topic has one of the prefixes.

    A prefix that ends inside a category, subject or event is widened to what can be proved.
    """
    wide = {".".join(prefix.split(".")[:-1][:2]) for prefix in prefixes} or {""}
    wide = {text + "." if text else "" for text in wide}
    return [
        Chain(prefix)
        for prefix in sorted(wide)
        if not any(prefix != other and prefix.startswith(other) for other in wide)
    ]
