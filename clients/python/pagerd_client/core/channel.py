"""The interface of an events socket. `wire.py` has the implementation for ZeroMQ."""

from __future__ import annotations

from typing import Protocol


class Channel(Protocol):
    """A subscribed socket. Only `wait` blocks, and only `awaited` suspends."""

    def subscribe(self, prefix: bytes) -> None:
        """Adds a subscription."""

    def unsubscribe(self, prefix: bytes) -> None:
        """Removes a subscription."""

    def receive(self) -> tuple[bytes, bytes] | None:
        """Returns the topic and the payload of a received message, or None if there is none."""
        ...

    def wait(self, seconds: float) -> bool:
        """Waits at most `seconds` for a message; returns whether one arrived."""
        ...

    async def awaited(self, seconds: float) -> bool:
        """Does what `wait` does, for asyncio."""
        ...

    def fileno(self) -> int:
        """Returns a descriptor that becomes readable when a message may have arrived."""
        ...

    def close(self) -> None:
        """Closes the socket; closing it again does nothing."""
