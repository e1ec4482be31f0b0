"""Writes `contract.py`, `methods.py`, `events.py`, `core/table.py` from a daemon's description.

    python generate.py PAGERD            # writes them
    python generate.py PAGERD --check    # status 1 where they are not what it would write

PAGERD is the path of a pagerd, which is started for it and ended.
"""

from __future__ import annotations

import argparse
import json
import keyword
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

from pagerd_client import Pager

PACKAGE = Path(__file__).parent / "pagerd_client"
HEAD = '"""{}\n\nWritten by generate.py from `server.describe`; do not edit.\n"""\n'
WIDTH = 100
PLAIN = {
    "any": "Any",
    "boolean": "bool",
    "integer": "int",
    "number": "float",
    "string": "str",
    "id": "str",
    "transition": "str",
    "object": "dict[str, Any]",
}
#: What every event has; of these no event has a field of its own.
ENVELOPE = {"seq", "prev", "revision", "time", "category", "subject", "event", "cause", "payload"}
Field = dict[str, Any]


#: Types that have a name already, or whose field's name another type has had first.
CHOSEN = {
    'Literal["up", "down"]': "SheetDirection",
    "top: float, left: float, bottom: float, right: float": "Inset",
}


class Names:
    """The types that get a name: words to choose from, and objects of plain members."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def of(self, schema: Any, field: str, category: str, item: str = "list") -> str:
        """How Python writes a type; arrays as `item`."""
        if isinstance(schema, str):
            return PLAIN[schema]
        if "array" in schema:
            one = field[:-1] if field.endswith("s") else field
            return f"{item}[{self.of(schema['array'], one, category, item)}]"
        if "oneOf" in schema:
            # Of words, true and false.
            choices = schema["oneOf"]
            words = ", ".join(json.dumps(one) if isinstance(one, str) else repr(one) for one in choices)
            return self._named(f"Literal[{words}]", field, category)
        if "keys" in schema:
            return PLAIN["object"]
        members = schema["object"]
        if not all(member["type"] == "number" for member in members):
            return PLAIN["object"]
        shape = [(member["name"], PLAIN[member["type"]], member["doc"]) for member in members]
        body = "".join(f"    #: {doc}\n    {name}: {type}\n" for name, type, doc in shape)
        key = ", ".join(f"{name}: {type}" for name, type, _ in shape)
        # Members with a default may be left out.
        base = "TypedDict"
        if all(member.get("presence") == "defaulted" for member in members):
            base = "TypedDict, total=False"
        return self._named(key, field, category, body, base)

    def _named(
        self, key: str, field: str, category: str, body: str = "", base: str = "TypedDict"
    ) -> str:
        if key not in self._known:
            name = CHOSEN.get(key, field[0].upper() + field[1:])
            if name in self.written:
                name = category[0].upper() + category[1:] + name
            if name in self.written:
                raise ValueError(f"two types would be called {name}")
            self._known[key] = name
            self.written[name] = (
                f"class {name}({base}):\n{body}" if body else f"{name} = {_literal(key)}\n"
            )
        return self._known[key]


def _literal(text: str) -> str:
    """A Literal, over several lines where it is long."""
    if len(text) < 80:
        return text
    words = text[len("Literal[") : -1].split(", ")
    return "Literal[\n" + "".join(f"    {word},\n" for word in words) + "]"


def contract(names: Names) -> str:
    """The module of the types that methods and events share."""
    text = HEAD.format("The types of the wire contract that have a name.")
    text += "\nfrom __future__ import annotations\n\nfrom typing import Literal, TypedDict\n\n"
    text += "\n".join(words for words in names.written.values() if "TypedDict" not in words)
    for shape in names.written.values():
        if "TypedDict" in shape:
            text += f"\n\n{shape}"
    return text


def methods(description: dict[str, Any], names: Names) -> str:
    """The module of the methods."""
    categories: dict[str, list[dict[str, Any]]] = {}
    for method in description["methods"]:
        category, _, name = method["method"].rpartition(".")
        categories.setdefault(category, []).append({**method, "name": name})
    # The words of commands are named first; where options have others, those bear their kind.
    for category, found in categories.items():
        for field in (field for method in found for field in method["params"]):
            if field["presence"] != "rest":
                names.of(field["type"], field["name"], category)
    classes = []
    options = [(kind["kind"], kind["options"]) for kind in description["kinds"]]
    for category, found in categories.items():
        if category:
            body = "\n".join(_method(method, category, names, options) for method in found)
            classes.append(
                f'class {_class(category)}(Methods[R]):\n    """`{category}.*`"""\n\n{body}'
            )
    # What belongs to no category is called on the daemon itself.
    made = "".join(
        f"        self.{category} = {_class(category)}(call, follow)\n"
        for category in categories
        if category
    )
    plain = "\n".join(_method(method, "", names, options) for method in categories[""])
    classes.append(
        "class Daemon(Methods[R]):\n"
        '    """Every method, by its category."""\n\n'
        "    def __init__(self, call: Callable[..., R], follow: Follow[R] | None = None) -> None:\n"
        f"        super().__init__(call, follow)\n{made}\n{plain}"
    )
    body = "\n\n".join(classes)
    text = HEAD.format("The daemon's methods.")
    text += "\nfrom __future__ import annotations\n\nfrom collections.abc import Sequence\n"
    text += "from enum import Enum\nfrom typing import Any, Callable, Generic, TypeVar\n\n"
    text += _imports(names, body) + "\n"
    text += textwrap.dedent('''\
        #: What a call gives: a result, or what is awaited for it.
        R = TypeVar("R")
        #: Calls a method and follows the transition that it starts: the method, what is said, and
        #: True or the seconds to wait at the most.
        Follow = Callable[[str, "dict[str, Any]", "bool | float"], R]


        class Unsaid(Enum):
            """The type of an option that is not said, where None means null."""

            UNSAID = "unsaid"


        UNSAID = Unsaid.UNSAID


        class Methods(Generic[R]):
            """Methods of a daemon. Parameters are given by name; those left out are not said.

            An option of a controller that can be null is taken back with None.

            Each takes `ifRevision`: refused with `staleRevision` when the state has moved on since;
            and `trace`: the result has, as `events`, what the command published. Each result has
            `seq`, the last event before the reply, and `revision`.
            """

            def __init__(self, call: Callable[..., R], follow: Follow[R] | None = None) -> None:
                self._call = call
                self._follow = follow

            def _ask(
                self,
                method: str,
                said: dict[str, Any],
                more: dict[str, Any],
                clearing: dict[str, Any] | None = None,
                *,
                wait: bool | float = False,
            ) -> R:
                for name, value in more.items():
                    if value is not None:
                        said[name] = value
                if clearing is not None:
                    for name, value in clearing.items():
                        if value is not UNSAID:
                            said[name] = value
                if wait is False:
                    return self._call(method, **said)
                if self._follow is None:
                    raise TypeError(f"{method} cannot wait here")
                return self._follow(method, said, wait)


        ''')
    return text + body


def _class(category: str) -> str:
    return category[0].upper() + category[1:] + "Methods"


def _imports(names: Names, body: str) -> str:
    used = sorted(name for name in names.written if _uses(body, name))
    lines = "".join(f"    {name},\n" for name in used)
    return f"from .contract import (\n{lines})\n" if used else ""


def _uses(body: str, name: str) -> bool:
    return any(f"{before}{name}{after}" in body for before in " [" for after in " ],\n")


def _method(
    method: dict[str, Any], category: str, names: Names, kinds: list[tuple[str, list[Field]]]
) -> str:
    signature, said, more, lines = ["self"], [], [], []
    fields = [field for field in method["params"] if field["presence"] != "rest"]
    if method["params"]:
        signature.append("*")
    # Parameters that must be given come first; all are given by name.
    for field in sorted(fields, key=lambda field: field["presence"] not in _MUST):
        name = _identifier(field["name"])
        type = names.of(field["type"], field["name"], category, "Sequence")
        if field["presence"] == "nullable":
            type += " | None" if type != "Any" else ""
        if field["presence"] in _MUST:
            signature.append(f"{name}: {type}")
            said.append(f'"{field["name"]}": {name}')
        else:
            type += " | None" if type != "Any" else ""
            signature.append(f"{name}: {type} = None")
            more.append(f'"{field["name"]}": {name}')
        lines.append(_line(name, field))
    if "*" not in signature:
        signature.append("*")
    for name, type in (("ifRevision", "int"), ("trace", "bool")):
        signature.append(f"{name}: {type} | None = None")
        more.append(f'"{name}": {name}')
    clearing: list[str] = []
    for field in (field for field in method["params"] if field["presence"] == "rest"):
        for owners, option in _options(field, kinds):
            name = _identifier(option["name"])
            prefix = owners[0] if owners else category
            type = names.of(option["type"], option["name"], prefix, "Sequence")
            can_clear = option["presence"] == "optional"
            if type != "Any":
                type += " | None"
            if can_clear and type != "Any":
                type += " | Unsaid"
            signature.append(f"{name}: {type} = {'UNSAID' if can_clear else None}")
            (clearing if can_clear else more).append(f'"{option["name"]}": {name}')
            owner = f" (of kind {' and '.join(owners)})" if owners else ""
            lines.append(_line(name + owner, option))
        signature.append("**options: Any")
        said.append("**options")
        lines.append("options: those of a kind that is added to pagerd")
    waits = _starts_transition(method)
    if waits:
        options = signature.pop() if signature[-1].startswith("**") else None
        signature += ["wait: bool | float = False"] + ([options] if options else [])
        lines.append(
            "wait: True returns when the transition has ended, a number waits so many seconds at "
            "the most; the result then has its `outcome` and the `selected` controller"
        )
    text = _wrapped("    def " + _identifier(method["name"]) + "(", signature, ") -> R:", 4)
    text += _doc(method["summary"], lines, _told(method), 8)
    ask = [f'"{method["method"]}"', _members(said), _members(more)]
    ask += [_members(clearing)] if clearing else []
    ask += ["wait=wait"] if waits else []
    return text + _wrapped("        return self._ask(", ask, ")", 8)


def _starts_transition(method: dict[str, Any]) -> bool:
    """Whether the reply names a transition that the method has started."""
    return any(
        (field["name"], field["type"], field["presence"])
        == ("transition", "transition", "nullable")
        for field in method["result"]
    )


def _options(
    field: Field, kinds: list[tuple[str, list[Field]]]
) -> list[tuple[list[str], Field]]:
    """The options of controllers that are declared, each once, with the kinds that have it.

    An option of every controller has no kinds.
    """
    type = field["type"]
    found: dict[str, tuple[list[str], Field]] = {}
    for option in type["object"] if isinstance(type, dict) else []:
        found[option["name"]] = ([], option)
    for kind, options in kinds:
        for option in options:
            owners, first = found.setdefault(option["name"], ([], option))
            if option["type"] != first["type"]:
                raise ValueError(f"the option {option['name']} of {kind} has a type of its own")
            owners.append(kind)
    return list(found.values())


_MUST = ("required", "nullable")


def _line(name: str, field: Field) -> str:
    standard = f" (default {json.dumps(field['default'])})" if "default" in field else ""
    return f"{name}: {field['doc']}{standard}"


def _told(method: dict[str, Any]) -> list[str]:
    """What a method's docstring says about its end."""
    result = "; ".join(f"`{_member(field)}`, {field['doc']}" for field in method["result"])
    errors = ", ".join(f"`{name}`" for name in method["errors"])
    told = [f"Result: {result}."] if result else []
    return told + ([f"Raises Refused: {errors}."] if errors else [])


def _member(field: Field) -> str:
    return "*" if field["presence"] == "rest" else str(field["name"])


def _members(members: list[str]) -> str:
    return "{" + ", ".join(members) + "}"


def _wrapped(start: str, parts: list[str], end: str, indent: int) -> str:
    """A call or signature, on a line of its own for each part where it is too long for one."""
    line = start + ", ".join(parts) + end
    if len(line) <= WIDTH:
        return line + "\n"
    margin = " " * (indent + 4)
    text = start + "\n"
    for part in parts:
        if len(margin) + len(part) + 1 > WIDTH and part[0] == "{":
            inner = "".join(f"{margin}    {member},\n" for member in part[1:-1].split(", "))
            text += f"{margin}{{\n{inner}{margin}}},\n"
        else:
            text += f"{margin}{part},\n"
    return text + " " * indent + end.lstrip() + "\n"


def _doc(summary: str, lines: list[str], told: list[str], indent: int) -> str:
    margin = " " * indent
    if not lines and not told:
        return f'{margin}"""{summary}"""\n'
    text = f'{margin}"""{summary}\n'
    if lines:
        text += "\n"
    for line in lines:
        inner = len(line) - len(line.lstrip())
        text += _filled(line.strip(), margin + " " * inner, "    ")
    for paragraph in told:
        text += "\n" + _filled(paragraph, margin, "")
    return text + f'{margin}"""\n'


def _filled(text: str, margin: str, hanging: str) -> str:
    return "".join(
        line + "\n"
        for line in textwrap.wrap(
            text,
            WIDTH,
            initial_indent=margin,
            subsequent_indent=margin + hanging,
            break_on_hyphens=False,
        )
    )


def _identifier(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def events(description: dict[str, Any], names: Names) -> str:
    """The module of the events."""
    classes, table = [], ""
    for event in description["events"]:
        category, name = event["category"], event["event"]
        # `presentation.presentationTransitionWillBegin` says it once.
        words = [name] if name.startswith(category) else [category, name]
        type = "".join(word[0].upper() + word[1:] for word in words)
        text = f"@dataclass(frozen=True)\nclass {type}(Event):\n"
        subject = f"`subject` is {event['subject']}."
        text += _doc(event["doc"], [], [subject], 4)
        if event["fields"]:
            text += "\n"
        for field in event["fields"]:
            if field["name"] in ENVELOPE:
                raise ValueError(f"every event has {field['name']}, {type} has another")
            shape = names.of(field["type"], field["name"], category)
            if field["nullable"] and shape != "Any":
                shape += " | None"
            text += f"    #: {field['doc']}\n    {_identifier(field['name'])}: {shape}\n"
        classes.append(text)
        table += f'    ("{category}", "{name}"): {type},\n'
    body = "\n\n".join(classes)
    text = HEAD.format("The events, one dataclass for each.")
    text += "\nfrom __future__ import annotations\n\nfrom dataclasses import dataclass\n"
    text += "from typing import Any\n\n"
    text += _imports(names, body) + "from .event import Event\n\n\n" + body
    text += "\n\n#: The dataclasses by category and name.\n"
    text += f"EVENTS: dict[tuple[str, str], type[Event]] = {{\n{table}}}\n"
    return text


def table(description: dict[str, Any], digest: str) -> str:
    """The module of what kinds and their events have to do with records."""
    text = HEAD.format("What a mirror knows of the kinds of a daemon without additions.")
    text += "\nfrom __future__ import annotations\n\nfrom typing import Any\n\n"
    text += "#: `changes` of `server.hello`.\n"
    text += f"DIGEST = {json.dumps(digest)}\n\n"
    text += "#: The events that change records, as `server.describe` has them.\n"
    text += "TABLE: list[dict[str, Any]] = [\n"
    for event in description["events"]:
        if event["changes"]:
            text += "    {\n"
            for name in ("category", "event"):
                text += f'        "{name}": {json.dumps(event[name])},\n'
            text += '        "changes": [\n'
            for change in event["changes"]:
                text += f"            {json.dumps(change)},\n"
            text += "        ],\n    },\n"
    text += "]\n\n"
    text += "#: The members of records that name the nearest ancestor of a kind, by the kind.\n"
    text += "ANCESTORS = {\n"
    for kind in description["kinds"]:
        if kind["ancestorProperty"]:
            text += f"    {json.dumps(kind['kind'])}: {json.dumps(kind['ancestorProperty'])},\n"
    return text + "}\n"


def describe(program: str) -> tuple[dict[str, Any], str]:
    """What a daemon says about itself, and its digest of the changes of records."""
    with tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp") as folder:
        os.environ["PAGERD_RUNTIME_DIR"] = folder
        daemon = subprocess.Popen([program, "--name", "describe", "--clock", "manual"])
        try:
            with Pager("describe", timeout=20) as pager:
                return pager.call("server.describe"), pager.call("server.hello")["changes"]
        finally:
            daemon.terminate()
            daemon.wait(20)


def render(description: dict[str, Any], digest: str) -> dict[str, str]:
    """The modules by their paths in the package."""
    names = Names()
    written = {
        "methods.py": methods(description, names),
        "events.py": events(description, names),
        "core/table.py": table(description, digest),
    }
    return {"contract.py": contract(names), **written}


def main() -> int:
    """0 done, 1 where a file is not what it would be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("pagerd", help="the path of a pagerd")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args()
    stale = 0
    for name, text in render(*describe(options.pagerd)).items():
        path = PACKAGE / name
        if options.check and (not path.exists() or path.read_text() != text):
            print(f"{path} is not what the daemon says; run generate.py", file=sys.stderr)
            stale = 1
        elif not options.check:
            path.write_text(text)
    return stale


if __name__ == "__main__":
    sys.exit(main())
