"""Finds a daemon's sockets, and checks that their folders can be trusted."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .errors import BadKey, UnsafeDirectory
from .keys import Keys, resolve_all

#: The mode of a folder that only its owner may access.
_MINE = stat.S_IFDIR | 0o700
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Endpoint:
    """The address of a daemon's socket, with the keys for it.

    `folders` contain the socket. They are safe only if no other user can access them.
    """

    address: str
    folders: tuple[str, ...] = ()
    keys: Keys | None = None
    #: Further addresses with their keys, for several daemons that run one at a time.
    others: tuple[Endpoint, ...] = ()

    @property
    def following(self) -> Endpoint:
        """The same endpoint with the next address first."""
        if not self.others:
            return self
        first, *rest = self.others
        return replace(first, others=(*rest, replace(self, others=())))

    def check(self) -> None:
        """Checks that only this user may access the folders. Raises UnsafeDirectory.

        Stops at the first folder that does not exist.
        """
        for folder in self.folders:
            if not _check(folder):
                return

    @property
    def advice(self) -> str:
        """A hint for error messages on why the address does not reply."""
        if self.address.startswith("ipc://") and not os.path.exists(self.address[6:]):
            return "there is no such socket; is the daemon running?"
        return "is the daemon running?"


def resolve(
    socket: str,
    given: str | Sequence[str] | None = None,
    name: str | None = None,
    keys: Keys | Sequence[Keys] | None = None,
) -> Endpoint:
    """Returns the endpoint of `command`, `events` or `plugins`.

    Raises ValueError if the name is invalid, TypeError if it is not a text.

    Its addresses are the given ones, else without a name those in PAGERD_COMMAND, PAGERD_EVENTS or
    PAGERD_PLUGINS, separated by commas, else the socket in the daemon's folder. Its keys for tcp
    are the given ones, else those of the environment (`keys.resolve_all`, which raises BadKey).
    Several keys belong to the addresses in their order; a single key is for all addresses.
    """
    # An explicit name takes precedence over endpoints in the environment.
    if not given and name is None:
        given = [part for part in os.environ.get(f"PAGERD_{socket.upper()}", "").split(",") if part]
    addresses = [given] if isinstance(given, str) else list(given or ())
    if addresses:
        first, *others = (
            Endpoint(address, keys=its_keys)
            for address, its_keys in zip(addresses, _keys_of(socket, addresses, keys))
        )
        return replace(first, others=tuple(others))
    instance = _checked_name(os.environ.get("PAGERD_NAME") or "default" if name is None else name)
    run = runtime_directory()
    return Endpoint(f"ipc://{run}/{instance}/{socket}", (run, f"{run}/{instance}"))


def _checked_name(name: object) -> str:
    """Returns the name of a daemon. Raises TypeError or ValueError if it is not one."""
    if not isinstance(name, str):
        raise TypeError(f"a daemon's name must be a str, got {name!r}")
    if not _NAME.fullmatch(name):
        raise ValueError(f"a name is 1 to 64 characters of A-Z a-z 0-9 _ and -, not {name!r}")
    return name


def _keys_of(
    socket: str, addresses: Sequence[str], given: Keys | Sequence[Keys] | None
) -> Sequence[Keys | None]:
    """Returns the keys of each address. Raises BadKey if their number does not match."""
    if not any(address.startswith("tcp://") for address in addresses):
        return [None] * len(addresses)
    keys = [given] if isinstance(given, Keys) else list(given or resolve_all())
    if len(keys) not in (0, 1, len(addresses)):
        raise BadKey(
            f"{len(keys)} daemon's keys for {len(addresses)} addresses of {socket}: give one key "
            "for each address, in the same order, or one for all"
        )
    return keys if len(keys) == len(addresses) else [keys[0] if keys else None] * len(addresses)


def runtime_directory() -> str:
    """Returns the folder that contains the folders of all daemons, without checking it."""
    given = os.environ.get("PAGERD_RUNTIME_DIR")
    if given:
        return given
    session = os.environ.get("XDG_RUNTIME_DIR")
    return f"{session}/pagerd" if session else f"/tmp/pagerd-{os.getuid()}"


def _check(folder: str) -> bool:
    """Checks a folder and returns whether it exists. Raises UnsafeDirectory."""
    try:
        status = os.lstat(folder)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UnsafeDirectory(folder, f"cannot be inspected ({error.strerror})") from None
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
        raise UnsafeDirectory(folder, f"is accessible to others (mode {mode & 0o777:o}, not 700)")
    return True
