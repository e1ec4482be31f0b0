"""Reads the files of callgrind: instructions by function, by object file and by caller."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

NAME = re.compile(r"\((\d+)\)(?: (.*))?$")


@dataclass(frozen=True)
class Function:
    """A function of an object file, which is named by its file."""

    object: str
    name: str


@dataclass
class Profile:
    """The instructions of one thread."""

    own: Counter[Function] = field(default_factory=Counter)
    """The instructions of a function itself."""
    calls: Counter[tuple[Function, Function]] = field(default_factory=Counter)
    """The instructions of a function's calls, by caller and callee."""

    @property
    def total(self) -> int:
        """The number of all instructions."""
        return sum(self.own.values())


class _Reader:
    """A reader of names, which occur once and later as a number in parentheses."""

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
    """Returns the profile in a file."""
    reader = _Reader()
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            reader.read(line.rstrip("\n"))
    return reader.profile
