"""What a file that callgrind wrote says: instructions by function, by object file, by caller."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

NAME = re.compile(r"\((\d+)\)(?: (.*))?$")


@dataclass(frozen=True)
class Function:
    """A function of an object file: a program or a library, by its file's name."""

    object: str
    name: str


@dataclass
class Profile:
    """Instructions of one thread."""

    own: Counter[Function] = field(default_factory=Counter)
    """What a function does itself."""
    calls: Counter[tuple[Function, Function]] = field(default_factory=Counter)
    """What a function does in another that it calls, with all that is called from there."""

    @property
    def total(self) -> int:
        """All instructions."""
        return sum(self.own.values())


class _Reader:
    """Names stand once; later they are a number in parentheses."""

    def __init__(self) -> None:
        self.profile = Profile()
        self.names: dict[tuple[str, str], str] = {}
        self.object = self.called_object = ""
        self.function = self.called = Function("", "")
        self.is_call = False

    def name(self, kind: str, text: str) -> str:
        match = NAME.match(text)
        if not match:
            return text
        number, name = match.groups()
        if name is not None:
            self.names[kind, number] = name
        return self.names[kind, number]

    def read(self, line: str) -> None:
        key, equals, text = line.partition("=")
        if key == "ob":
            self.object = self.called_object = Path(self.name("ob", text)).name
        elif key == "cob":
            self.called_object = Path(self.name("ob", text)).name
        elif key == "fn":
            self.function = Function(self.object, self.name("fn", text))
            self.called_object = self.object
        elif key == "cfn":
            self.called = Function(self.called_object, self.name("fn", text))
            self.called_object = self.object
        elif key == "calls":
            self.is_call = True
        elif not equals and line[:1] in "+-*0123456789" and " " in line:
            cost = int(line.split()[1])
            if self.is_call:
                self.profile.calls[self.function, self.called] += cost
            else:
                self.profile.own[self.function] += cost
            self.is_call = False


def read(path: Path) -> Profile:
    """What one file says."""
    reader = _Reader()
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            reader.read(line.rstrip("\n"))
    return reader.profile
