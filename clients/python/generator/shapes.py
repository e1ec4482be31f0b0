"""Converts the types of the protocol into Python types."""

from __future__ import annotations

import json
from typing import Any, cast

from .text import HEAD, Field, capital, comment, imports, python_name, singular

PLAIN = {
    "any": "Any",
    "boolean": "bool",
    "integer": "int",
    "number": "float",
    "string": "str",
    "id": "str",
    "transition": "str",
    "object": "Mapping[str, Any]",
}
#: The names of types that are not named after their fields: enumerations, then objects.
CHOSEN_WORDS = {
    'Literal["up", "down"]': "SheetDirection",
    'Literal["left", "right", "up", "down"]': "SwipeDirection",
    'Literal["horizontal", "vertical"]': "Axis",
    'Literal["attached", "lost", "expected"]': "PluginState",
}
CHOSEN_SHAPES = {("top", "left", "bottom", "right"): "Inset", ("forward", "backward"): "TurnStyles"}
#: The names of the types of list elements, by the name of the list.
ELEMENTS = {
    "windows": "WindowRecord",
    "controllers": "ControllerRecord",
    "views": "ViewRecord",
    "transitions": "TransitionRecord",
    "plugins": "PluginRecord",
    "styles": "StyleRecord",
    "requests": "PageRequest",
    "endpoints": "Endpoints",
    "from": "Track",
    "tracks": "Tracks",
}
#: The docstrings of types, by the name of the type.
SUMMARIES = {
    "Size": "A size; `size` in the protocol.",
    "Inset": "The distances from the four edges; `safeAreaInsets` in the protocol.",
    "Frame": "A rectangle in the superview's coordinates; `frame` in the protocol.",
    "Transform": "An affine transform of a view; `transform` in the protocol.",
    "Keyframe": "The value of a property at one point of a transition; `keyframes` in the protocol.",
    "Track": "The keyframes of one property; `from` and `to` in the protocol.",
    "Tracks": "The animations of both pages of a transition; `tracks` in the protocol.",
    "Alongside": "A view that a transition animates as well; `alongside` in the protocol.",
    "PageRequest": "An open request for a page; `requests` in the protocol.",
    "TurnStyles": "The transition styles of a pager; its `transition` in the protocol.",
    "DataSource": "The settings for requesting pages; `dataSource` in the protocol.",
    "Endpoints": "The addresses of the daemon's sockets; `endpoints` in the protocol.",
    "Journal": "The state of the daemon's journal; `journal` in the protocol.",
    "Book": "The book that was last applied to the daemon; `book` in the protocol.",
    "Screen": "A screen that a viewer serves; `screens` in the protocol.",
    "PluginRecord": "The record of a plugin; `plugins` in the protocol.",
    "StyleRecord": "The record of a transition style; `styles` in the protocol.",
}


class Shapes:
    """Collects the types that have names: enumerations and objects."""

    def __init__(self) -> None:
        #: Enumerations, and objects that contain only numbers, by name.
        self.words: dict[str, str] = {}
        self.plain: dict[str, str] = {}
        #: Other objects, by name.
        self.records: dict[str, str] = {}
        self._known: dict[Any, str] = {}
        #: The types of replies, by base and members.
        self.replies: dict[tuple[str, ...], str] = {}

    def of(self, schema: Any, field: str, category: str, given: bool = False) -> str:
        """Returns a type as Python source. If `given`, it is the type of a parameter."""
        if isinstance(schema, str):
            return "Id" if given and schema in ("id", "transition") else PLAIN[schema]
        if "array" in schema:
            one = self.of(schema["array"], field, category, given)
            return f"Sequence[{one}]" if given else f"tuple[{one}, ...]"
        if "oneOf" in schema:
            choices = (json.dumps(one) if isinstance(one, str) else repr(one)
                       for one in schema["oneOf"])
            return self._word(f"Literal[{', '.join(choices)}]", singular(field), category)
        if "keys" in schema:
            return PLAIN["object"]
        return self._object(schema["object"], field, category)

    def _word(self, literal: str, field: str, category: str) -> str:
        if literal not in self._known:
            name = CHOSEN_WORDS.get(literal, capital(field))
            if name in self.words or name in self.records:
                name = capital(category) + name
            if name in self.words:
                raise ValueError(f"two types would be called {name}")
            self._known[literal] = name
            self.words[name] = f"{name} = {_broken(literal)}\n"
        return self._known[literal]

    def _object(self, members: list[Field], field: str, category: str) -> str:
        key = tuple(member["name"] for member in members)
        if key not in self._known:
            chosen = CHOSEN_SHAPES.get(key) or ELEMENTS.get(field)
            self.record(chosen or capital(singular(field)), members, field=field)
        return self._known[key]

    def record(
        self, name: str, members: list[Field], base: str = "", summary: str = "", field: str = ""
    ) -> str:
        """Returns the name of a dataclass with these members; writes the class if it is new."""
        key = tuple(member["name"] for member in members)
        known = self._known.get(key)
        if known is not None and not base:
            return known
        if name in self.words or name in self.plain or name in self.records:
            raise ValueError(f"two types would be called {name}")
        self._known.setdefault(key, name)
        is_plain = not base and all(member["type"] == "number" for member in members)
        keywords = "" if is_plain else ", kw_only=True"
        head = f"@dataclass(frozen=True{keywords})\nclass {name}{base and f'({base})'}:\n"
        summary = summary or SUMMARIES.get(name, f"The type of `{field}` in the protocol.")
        body = f'    """{summary}"""\n\n'
        for member in members:
            body += self._member(member, name, is_plain)
        (self.plain if is_plain else self.records)[name] = head + body
        return name

    def _member(self, member: Field, owner: str, is_plain: bool) -> str:
        if member["presence"] == "rest":
            told = "members that this package does not know, with their names in the protocol"
            return comment(told) + "    more: Mapping[str, Any] = field(default_factory=dict[str, Any])\n"
        kind = self.of(member["type"], member["name"], owner)
        presence, default = member["presence"], ""
        if presence in ("optional", "nullable") and kind != "Any":
            kind += " | None"
        if presence == "optional" or (kind == "Any" and not is_plain):
            default = " = None"
        elif presence == "defaulted" and is_plain:
            default = f" = {float(member.get('default') or 0)!r}"
        elif presence == "defaulted":
            default = f" = {_default(kind, member.get('default'))}"
        return comment(member["doc"]) + f"    {python_name(member['name'])}: {kind}{default}\n"


def _default(kind: str, default: Any) -> str:
    if kind in ("bool", "str", "int", "float") or kind.endswith("None"):
        return _plain(default)
    if kind.startswith("tuple["):
        inner = ", ".join(_plain(one) for one in default or ())
        return f"({inner}{',' if len(default or ()) == 1 else ''})"
    if isinstance(default, str):
        return json.dumps(default)
    if isinstance(default, dict):
        members = cast("dict[str, Any]", default)
        values = ", ".join(f"{python_name(name)}={value!r}" for name, value in members.items())
        return f"{kind}({values})"
    return repr(default)


def _plain(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _broken(text: str) -> str:
    """Returns a Literal, on several lines if it is long."""
    if len(text) < 80:
        return text
    words = text[len("Literal[") : -1].split(", ")
    return "Literal[\n" + "".join(f"    {word},\n" for word in words) + "]"


def contract(shapes: Shapes) -> str:
    """Returns the text of `contract.py`."""
    text = HEAD.format(
        "The enumerations of the protocol, and its objects that contain only numbers."
    )
    text += "\nfrom __future__ import annotations\n\nfrom dataclasses import dataclass\n"
    text += "from typing import Literal\n\n"
    text += "\n".join(shapes.words.values())
    return text + "".join(f"\n\n{shape}" for shape in shapes.plain.values())


def module(shapes: Shapes, kinds: dict[str, str]) -> str:
    """Returns the text of `records.py`."""
    body = "\n\n".join(shapes.records.values())
    text = HEAD.format("The records and the results that the daemon returns.")
    text += "\nfrom __future__ import annotations\n\nfrom collections.abc import Mapping\n"
    text += "from dataclasses import dataclass, field\nfrom typing import Any\n\n"
    text += imports(".contract", set(shapes.words) | set(shapes.plain), body)
    text += imports(".reply", {"Reply", "Turn"}, body) + "\n\n" + body
    text += "\n\n#: The classes of controller records by kind.\n"
    text += "KINDS: dict[str, type[ControllerRecord]] = {\n"
    text += "".join(f'    "{kind}": {name},\n' for kind, name in kinds.items())
    return text + "}\n"
