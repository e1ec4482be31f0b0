"""What every event has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Event:
    """An event; one of a name that this package does not know is of this class itself."""

    #: Counts all events without a gap.
    seq: int
    #: The seq of the event before it of its category, and of its category and subject; 0: none.
    prev: tuple[int, int]
    #: How many turns had changed something.
    revision: int
    #: Seconds on the daemon's clock since the history began.
    time: float
    #: Such as `lifecycle`.
    category: str
    #: Who it is about.
    subject: str
    #: Its name, such as `viewWillAppear`.
    event: str
    #: The client and id of the request that caused it; None where no client said its name.
    cause: dict[str, Any] | None = field(repr=False)
    #: The JSON object as it was published, fields that this package does not know among it.
    payload: dict[str, Any] = field(repr=False, compare=False)

    @property
    def topic(self) -> str:
        """The topic under which it was published."""
        return f"{self.category}.{self.subject}.{self.event}"

    def is_called(self, name: str) -> bool:
        """Whether a name or a whole topic means this event."""
        return name == (self.topic if "." in name else self.event)
