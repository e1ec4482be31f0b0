"""Where a daemon's sockets are, and whether the place can be trusted."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .errors import UnsafeDirectory
from .keys import Keys

#: A folder of mode 0700, as it should be.
_MINE = stat.S_IFDIR | 0o700
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Endpoint:
    """An address, what opens it, and the folders that must be this user's alone for it to be
    believed."""

    address: str
    folders: tuple[str, ...] = ()
    keys: Keys | None = None
    #: Further addresses, for daemons of which one runs at a time.
    others: tuple[str, ...] = ()

    @property
    def following(self) -> Endpoint:
        """The same with the next address first."""
        addresses = (*self.others, self.address)
        return replace(self, address=addresses[0], others=addresses[1:])

    def check(self) -> None:
        """Looks at the folders; one that is not there is no problem. Raises UnsafeDirectory."""
        for folder in self.folders:
            if not _check(folder):
                return

    @property
    def advice(self) -> str:
        """What a look at the file system tells about a silent address."""
        if self.address.startswith("ipc://") and not os.path.exists(self.address[6:]):
            return "there is no such socket; is the daemon running?"
        return "is the daemon running?"


def resolve(
    socket: str,
    given: str | Sequence[str] | None = None,
    name: str | None = None,
    keys: Keys | None = None,
) -> Endpoint:
    """The endpoint of `command` or `events`. Raises ValueError for what is no instance's name.

    First what is given, then PAGERD_COMMAND or PAGERD_EVENTS, then the instance's folder. Over tcp
    with the keys, else with those of the environment (Keys.resolve, which raises BadKey). Several
    addresses have commas between them in the environment.
    """
    if not given:
        given = [part for part in os.environ.get(f"PAGERD_{socket.upper()}", "").split(",") if part]
    addresses = [given] if isinstance(given, str) else list(given)
    if addresses:
        over_tcp = any(address.startswith("tcp://") for address in addresses)
        return Endpoint(
            addresses[0],
            keys=(keys or Keys.resolve()) if over_tcp else None,
            others=tuple(addresses[1:]),
        )
    instance = name or os.environ.get("PAGERD_NAME") or "default"
    if not _NAME.fullmatch(instance):
        raise ValueError(f"a name is 1 to 64 characters of A-Z a-z 0-9 _ and -, not {instance!r}")
    run = runtime_directory()
    return Endpoint(f"ipc://{run}/{instance}/{socket}", (run, f"{run}/{instance}"))


def runtime_directory() -> str:
    """The folder of all instances, by the environment; nothing is looked at yet."""
    given = os.environ.get("PAGERD_RUNTIME_DIR")
    if given:
        return given
    session = os.environ.get("XDG_RUNTIME_DIR")
    return f"{session}/pagerd" if session else f"/tmp/pagerd-{os.getuid()}"


def _check(folder: str) -> bool:
    """Whether the folder is there. Raises UnsafeDirectory."""
    try:
        status = os.lstat(folder)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UnsafeDirectory(folder, f"cannot be looked at ({error.strerror})") from None
    mode = status.st_mode
    if mode == _MINE and status.st_uid == os.getuid():
        return True
    if stat.S_ISLNK(mode):
        raise UnsafeDirectory(folder, "is a link")
    if not stat.S_ISDIR(mode):
        raise UnsafeDirectory(folder, "is not a folder")
    if status.st_uid != os.getuid():
        raise UnsafeDirectory(folder, f"belongs to the user {status.st_uid}, not to {os.getuid()}")
    if mode & 0o077:
        raise UnsafeDirectory(folder, f"is open to others (mode {mode & 0o777:o}, not 700)")
    return True
