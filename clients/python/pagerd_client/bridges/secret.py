"""Reads a token or a password of a bridge from a file that only its owner can read."""

from __future__ import annotations

import os
import stat

from ..errors import PagerError


class BadSecret(PagerError, ValueError):
    """The file of a secret is missing or too short, or other users can read it."""


def read(path: str, least: int = 1) -> str:
    """Returns the first line of the file, of at least `least` characters. Raises BadSecret."""
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
            f"{path}: the first line has {len(line)} characters, but needs at least {least}"
        )
    return line
