"""A secret of a bridge, such as a token or a password, in a file that only its user can read."""

from __future__ import annotations

import os
import stat

from ..errors import PagerError


class BadSecret(PagerError, ValueError):
    """A file of a secret is missing or empty, or other users can read it."""


def read(path: str, least: int = 1) -> str:
    """The first line of the file, of at least so many characters. Raises BadSecret."""
    try:
        with open(os.path.expanduser(path), encoding="utf-8", errors="replace") as file:
            mode = os.fstat(file.fileno()).st_mode
            line = file.readline(4096).strip()
    except OSError as error:
        raise BadSecret(f"{path}: {error.strerror}") from None
    if stat.S_ISREG(mode) and mode & 0o077:
        raise BadSecret(
            f"{path}: other users can read it (mode {mode & 0o777:o}); run chmod 600 {path}"
        )
    if len(line) < least:
        raise BadSecret(
            f"{path}: its first line has {len(line)} characters, and needs at least {least}"
        )
    return line
