"""Client of pagerd: commands, and events with the proof that none is missing."""

from .chain import Event
from .errors import (
    BadReply,
    EventsLost,
    HistoryChanged,
    NoDaemon,
    PagerError,
    Refused,
    UnsafeDirectory,
)
from .pager import Pager
from .stream import EventStream

__all__ = [
    "BadReply",
    "Event",
    "EventStream",
    "EventsLost",
    "HistoryChanged",
    "NoDaemon",
    "Pager",
    "PagerError",
    "Refused",
    "UnsafeDirectory",
]
