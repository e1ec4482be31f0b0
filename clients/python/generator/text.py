"""Formats Python source: names, wrapped calls, docstrings."""

from __future__ import annotations

import keyword
import re
import textwrap
from typing import Any

from pagerd_client.core.spelling import snake

WIDTH = 100
HEAD = '"""{}\n\nWritten by generate.py from `server.describe`; do not edit.\n"""\n'
Field = dict[str, Any]
Method = dict[str, Any]


def python_name(name: str) -> str:
    """Returns a protocol name in Python's spelling: `isMoving` becomes `is_moving`."""
    plain = snake(name)
    return plain + "_" if keyword.iskeyword(plain) else plain


def capital(name: str) -> str:
    """Returns the name with a capital first letter."""
    return name[0].upper() + name[1:]


def singular(name: str) -> str:
    """Returns the name of one element of a list with this name."""
    return name[:-1] if name.endswith("s") else name


def wrapped(start: str, parts: list[str], end: str, indent: int) -> str:
    """Returns a call or signature, with one line for each part if it is too long for one."""
    line = " " * indent + start + ", ".join(parts) + end
    if len(line) <= WIDTH:
        return line + "\n"
    margin = " " * (indent + 4)
    text = " " * indent + start + "\n"
    for part in parts:
        if len(margin) + len(part) + 1 > WIDTH and "{" in part:
            head, inner = part.split("{", 1)
            members = "".join(f"{margin}    {one},\n" for one in inner[:-1].split(", "))
            text += f"{margin}{head}{{\n{members}{margin}}},\n"
        else:
            text += f"{margin}{part},\n"
    return text + " " * indent + end + "\n"


def doc(summary: str, lines: list[str], told: list[str], indent: int) -> str:
    """Returns a docstring with a summary, a line for each parameter, and paragraphs."""
    margin = " " * indent
    if not lines and not told:
        return f'{margin}"""{summary}"""\n'
    text = f'{margin}"""{summary}\n'
    if lines:
        text += "\n"
    for line in lines:
        text += _filled(line, margin, "    ")
    for paragraph in told:
        text += "\n" + _filled(paragraph, margin, "")
    return text + f'{margin}"""\n'


def comment(text: str) -> str:
    """Returns the comment above a member of a dataclass."""
    return "".join(f"    #: {line}\n" for line in textwrap.wrap(text, WIDTH - 7, break_on_hyphens=False))


def _filled(text: str, margin: str, hanging: str) -> str:
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=margin,
        subsequent_indent=margin + hanging,
        break_on_hyphens=False,
    )
    return "".join(line + "\n" for line in lines)


def imports(module: str, names: set[str], body: str) -> str:
    """Returns a line that imports those of the names that occur in a body; empty if none occurs."""
    used = sorted(name for name in names if re.search(rf"(?<![\w.\"`]){name}\b(?!`)", body))
    if not used:
        return ""
    line = f"from {module} import {', '.join(used)}\n"
    if len(line) <= WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in used) + ")\n"
