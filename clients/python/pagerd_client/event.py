"""What every event has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True)
class Cause:
    """The request that has caused an event."""

    #: The name of its client.
    client: str
    #: The id of the request, as JSON.
    id: str | int


@dataclass(frozen=True)
class Event:
    """An event; one of a name that this package does not know is of this class itself."""

    #: The category and name of all events of a class.
    topic_of: ClassVar[tuple[str, str]] = ("", "")

    #: Counts all events without a gap.
    seq: int
    #: The seq of the event before it of its category, and of its category and subject; 0: none.
    prev: tuple[int, int]
    #: How many transactions had changed something.
    revision: int
    #: Seconds on the daemon's clock since the history began.
    time: float
    #: Such as `lifecycle`.
    category: str
    #: The id of what it is about.
    subject: str
    #: Its name, such as `viewWillAppear`.
    event: str
    #: None where the client of the request gave no name, or where no request caused it.
    cause: Cause | None = field(repr=False)
    #: The JSON object as it was published, with members that this package does not know.
    payload: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def topic(self) -> str:
        """The topic under which it was published."""
        return f"{self.category}.{self.subject}.{self.event}"

    def is_called(self, name: str) -> bool:
        """Whether a name or a whole topic means this event."""
        return name == (self.topic if "." in name else self.event)
