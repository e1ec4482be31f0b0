"""What the core needs of a socket of events. `wire.py` has the one of ZeroMQ."""

from __future__ import annotations

from typing import Protocol


class Channel(Protocol):
    """A subscribed socket. Nothing but `wait` and `awaited` takes time."""

    def subscribe(self, prefix: bytes) -> None:
        """Adds a subscription."""

    def unsubscribe(self, prefix: bytes) -> None:
        """Takes one subscription back."""

    def receive(self) -> tuple[bytes, bytes] | None:
        """The topic and the payload of a message that has come; None where none has."""
        ...

    def wait(self, seconds: float) -> bool:
        """Whether a message comes within so many seconds."""
        ...

    async def awaited(self, seconds: float) -> bool:
        """The same for asyncio."""
        ...

    def fileno(self) -> int:
        """A descriptor that becomes readable when something may have come."""
        ...

    def close(self) -> None:
        """Ends it; a second time does nothing."""
