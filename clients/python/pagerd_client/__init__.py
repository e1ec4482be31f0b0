"""Client of pagerd: commands, events with the proof that none is missing, and an exact copy."""

from .aio import AsyncPager
from .aio_stream import AsyncEventStream, AsyncMirror
from .core.record_changes import RecordChanges
from .core.state import State
from .errors import (
    BadKey,
    BadReply,
    EventsLost,
    HistoryChanged,
    HistoryForked,
    NoDaemon,
    PagerError,
    Refused,
    UnsafeDirectory,
)
from .event import Event
from .keys import Keys
from .mirror import Mirror, Renewed
from .pager import Pager
from .progress import progress_at
from .stream import EventStream

__all__ = [
    "AsyncEventStream",
    "AsyncMirror",
    "AsyncPager",
    "BadKey",
    "BadReply",
    "Event",
    "EventStream",
    "EventsLost",
    "HistoryChanged",
    "HistoryForked",
    "Keys",
    "Mirror",
    "NoDaemon",
    "Pager",
    "PagerError",
    "RecordChanges",
    "Refused",
    "Renewed",
    "State",
    "UnsafeDirectory",
    "progress_at",
]
