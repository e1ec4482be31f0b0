"""The fields that every event has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True)
class Cause:
    """The request that caused an event."""

    #: The name of the client that sent the request.
    client: str
    #: The id of the request, a string or an integer.
    id: str | int


@dataclass(frozen=True)
class Event:
    """An event. The class of an event whose name this package does not know is Event itself."""

    #: The category and the name of the events of a subclass.
    topic_of: ClassVar[tuple[str, str]] = ("", "")

    #: The number of the event. The daemon numbers all events without a gap.
    seq: int
    #: The seq of the previous event of the same category, and of the same category and subject; 0
    #: if there is none.
    prev: tuple[int, int]
    #: The number of transactions that had changed something.
    revision: int
    #: The time in seconds on the daemon's clock since the history began.
    time: float
    #: The category, such as `lifecycle`.
    category: str
    #: The id of the object that the event is about.
    subject: str
    #: The name of the event, such as `viewWillAppear`.
    event: str
    #: The request that caused the event; None if no request did, or its client gave no name.
    cause: Cause | None = field(repr=False)
    #: The JSON object as published, including members that this package does not know.
    payload: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def topic(self) -> str:
        """The topic under which the event was published."""
        return f"{self.category}.{self.subject}.{self.event}"

    def is_called(self, name: str) -> bool:
        """Returns whether `name` is the name or the whole topic of this event."""
        return name == (self.topic if "." in name else self.event)
