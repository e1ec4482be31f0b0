"""The Python client of pagerd: handles to its controllers, gap-free events, and a mirror."""

from .aio import AsyncPager
from .aio_stream import AsyncEventStream, AsyncMirror
from .connection import Connected, ConnectionEvent, Disconnected, Resumed
from .contract import Frame, Inset, Size, Transform
from .core.follow import Renewed
from .core.record_changes import RecordChanges
from .errors import (
    BadKey,
    BadReply,
    Discontinued,
    EventsLost,
    HistoryChanged,
    HistoryForked,
    NoDaemon,
    PagerError,
    Refused,
    UnsafeDirectory,
    WrongKind,
    WrongThread,
)
from .event import Cause, Event
from .keys import Keys
from .pager import Pager
from .progress import progress_at
from .reply import Reply, Turn
from .request import Command
from .state import State
from .stream import EventStream, Mirror
from .version import __version__

__all__ = [
    "AsyncEventStream",
    "AsyncMirror",
    "AsyncPager",
    "BadKey",
    "BadReply",
    "Cause",
    "Command",
    "Connected",
    "ConnectionEvent",
    "Disconnected",
    "Discontinued",
    "Event",
    "EventStream",
    "EventsLost",
    "Frame",
    "HistoryChanged",
    "HistoryForked",
    "Inset",
    "Keys",
    "Mirror",
    "NoDaemon",
    "Pager",
    "PagerError",
    "RecordChanges",
    "Refused",
    "Renewed",
    "Reply",
    "Resumed",
    "Size",
    "State",
    "Transform",
    "Turn",
    "UnsafeDirectory",
    "WrongKind",
    "WrongThread",
    "__version__",
    "progress_at",
]
