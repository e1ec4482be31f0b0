"""Plugins: pages whose controllers are in the daemon and whose code runs in this process."""

from ..errors import BadReply, NoDaemon, PagerError, Refused, UnsafeDirectory
from .host import Plugin
from .link import Link
from .loop import Loop, Timer
from .page import Page
from .words import Content, Event, Question

__all__ = [
    "BadReply",
    "Content",
    "Event",
    "Link",
    "Loop",
    "NoDaemon",
    "Page",
    "PagerError",
    "Plugin",
    "Question",
    "Refused",
    "Timer",
    "UnsafeDirectory",
]
