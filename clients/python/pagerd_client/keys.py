"""The keys for a daemon over tcp: its public key, and the key pair of this client."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field

import zmq

from .errors import BadKey

_KEY = re.compile(r"[0-9a-zA-Z.\-:+=^!/*?&<>()\[\]{}@%$#]{40}")


@dataclass(frozen=True)
class Keys:
    """The daemon's public key and this client's key pair. A key is 40 characters of Z85."""

    server: str
    public: str
    secret: str = field(repr=False)

    @classmethod
    def read(cls, file: str, server: str) -> Keys:
        """Reads the keys.

        `file` contains this client's secret key; only its user may have access to it. `server` is
        the daemon's public key, or a file with it. Raises BadKey.
        """
        secret = _only_key(file, 0o077)
        public = zmq.curve_public(secret.encode()).decode()
        known = server if _KEY.fullmatch(server) else _only_key(server, 0o022)
        return cls(known, public, secret)

    @classmethod
    def resolve(cls, file: str | None = None, server: str | None = None) -> Keys | None:
        """Reads the given keys, else those of PAGERD_KEY_FILE and PAGERD_SERVER_KEY.

        Returns None if neither is set. Raises BadKey, also if only one of them is set, or if there
        are several daemon keys.
        """
        keys = resolve_all(file, server)
        if len(keys) > 1:
            raise BadKey(f"{len(keys)} keys of daemons were given, but only one is allowed here")
        return keys[0] if keys else None

    def lock(self, socket: zmq.Socket[bytes]) -> None:
        """Sets the keys of a socket. It must not be connected yet."""
        socket.setsockopt(zmq.CURVE_SERVERKEY, self.server.encode())
        socket.setsockopt(zmq.CURVE_PUBLICKEY, self.public.encode())
        socket.setsockopt(zmq.CURVE_SECRETKEY, self.secret.encode())


def resolve_all(file: str | None = None, server: str | None = None) -> list[Keys]:
    """Reads the given keys, else PAGERD_KEY_FILE with each key of PAGERD_SERVER_KEY.

    Commas separate several daemon keys, or files with them. Returns an empty list if neither is
    set. Raises BadKey, also if only one of them is set.
    """
    file = file or os.environ.get("PAGERD_KEY_FILE")
    server = server or os.environ.get("PAGERD_SERVER_KEY")
    if file and server:
        return [Keys.read(file, one) for one in server.split(",") if one]
    if file:
        raise BadKey("a key file needs the daemon's public key as well: PAGERD_SERVER_KEY")
    if server:
        raise BadKey("the daemon's key needs a key file of yours as well: PAGERD_KEY_FILE")
    return []


def _only_key(path: str, forbidden: int) -> str:
    """Returns the key in a file. Raises BadKey, also if the mode has one of the forbidden bits."""
    try:
        with open(os.path.expanduser(path), encoding="ascii", errors="replace") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(1024)
    except OSError as error:
        raise BadKey(f"{path}: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        raise BadKey(f"{path} is not a file")
    if mode & forbidden:
        wanted = "600" if forbidden & 0o044 else "644"
        raise BadKey(
            f"{path} is accessible to other users (mode {mode & 0o777:o}); "
            f"chmod {wanted} {path} corrects this"
        )
    words = text.split()
    if len(words) != 1 or not _KEY.fullmatch(words[0]):
        raise BadKey(f"{path} contains no key; pagerctl keys new FILE creates one")
    return words[0]
