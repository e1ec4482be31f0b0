"""Writes the handles: the methods, and the classes for blocking calls and for asyncio with them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .replies import reply, starts_transition
from .shapes import Shapes
from .text import HEAD, Field, Method, capital, doc, imports, python_name, wrapped

#: The parameter that a handle supplies, by method or category. For a kind's methods, it is `id`.
SUBJECTS = {
    **{"window": "id", "controller": "id", "view": "view", "transition": "id", "plugin": "name"},
    **{"modal": "id", "modal.present": "from"},
    **{"controller.addChild": "parent", "controller.transition": "container"},
}
#: The names of methods that are not about one existing object, such as those of collections.
TOGETHER = {"create", "list", "tree", "define", "styles"}
#: UIKit's own methods, which custom containers call. Other code hardly needs them.
UIKIT = {
    *("call", "addChild", "removeFromParent", "willMove", "didMove", "transition"),
    *("beginAppearanceTransition", "endAppearanceTransition", "loadViewIfNeeded"),
}
#: The Python names of methods whose own names would be unclear in their classes.
NAMES = {"modal.get": "presentation"}
#: The methods of the plugins socket, which only plugins call.
OMITTED = {"plugin.register", "plugin.heartbeat"}
_MUST = ("required", "nullable")
_MAKER = "Maker[R]"


@dataclass
class Class:
    """A class to write."""

    name: str
    summary: str
    base: str
    #: For the class of a handle: the docstring of the method that returns such a handle.
    made: str = ""
    methods: list[Method] = field(default_factory=list[Method])
    kind: str = ""


class Writer:
    """Writes the module of methods, and the modules of the handles that have these methods."""

    def __init__(self, description: dict[str, Any], shapes: Shapes, kinds: dict[str, str]) -> None:
        self._description = description
        self._shapes = shapes
        self._kinds = kinds
        self._options = [(kind["kind"], kind["options"]) for kind in description["kinds"]]
        self._parts = self._classes()

    def methods(self) -> str:
        """Returns the text of the module of methods."""
        body = "\n\n".join(self._class(one) for one in self._parts)
        text = HEAD.format("The methods of a daemon, grouped by the objects that they are about.")
        text += "\nfrom __future__ import annotations\n\nfrom collections.abc import Mapping, "
        text += "Sequence\nfrom typing import Any\n\n"
        text += imports(".contract", {*self._shapes.words, *self._shapes.plain}, body)
        text += imports(".handle", {"Creation", "Handle", "Id", "Maker", "Method", "Part", "R"}, body)
        text += imports(".records", set(self._shapes.records), body)
        text += imports(".reply", {"Created", "Reply", "Turn"}, body)
        text += imports(".request", {"UNSAID", "Command", "Request", "Unsaid", "by_id_or_index"}, body)
        return text + "\n\n" + body

    def handles(self, prefix: str) -> str:
        """Returns the text of a module of handles: prefix "" for those that block, or "Async"."""
        # A class follows those that it names.
        ordered = sorted(self._parts, key=lambda one: (one.name == "Daemon", one.base == _MAKER))
        body = "\n\n".join(self._leaf(one, prefix) for one in ordered)
        what = "whose methods are coroutine functions" if prefix else "whose methods block"
        text = HEAD.format(f"The handles to a daemon's objects {what}.")
        text += "\nfrom __future__ import annotations\n\n"
        if prefix:
            text += "from collections.abc import Coroutine\nfrom typing import Any\n\n"
        names = {"Asker", "AsyncAsker", "Awaited", "Blocking", "Id"}
        text += "from . import methods\n" + imports(".handle", names, body)
        return text + "\n\n" + body

    def _classes(self) -> list[Class]:
        parts: dict[str, Class] = {}
        root = Class("Daemon", "All methods of a daemon, grouped by the objects that they are "
                     "about.", "")
        controller = self._part(parts, "ControllerHandle", "A handle to a controller.", "Handle",
                                "Returns a handle to the controller with this id.")
        for method in self._description["methods"]:
            category, _, name = method["method"].rpartition(".")
            method = {**method, "name": name, "category": category}
            if method["method"] in OMITTED:
                continue
            if not category:
                root.methods.append(method)
            elif name in TOGETHER:
                self._part(parts, f"{capital(category)}s",
                           f"The methods for {category}s that need no handle.", "Part"
                           ).methods.append(method)
            elif category == "controller" and name in UIKIT:
                self._part(parts, "UIKitVerbs", "UIKit's own methods, which custom containers "
                           "call.", "Handle").methods.append(method)
            elif category in ("controller", "modal"):
                controller.methods.append(method)
            elif category in SUBJECTS:
                self._part(parts, f"{capital(category)}Handle", f"A handle to a {category}.",
                           "Handle", f"Returns a handle to the {category} with this id."
                           ).methods.append(method)
            elif category in self._kind_names:
                part = self._part(parts, f"{capital(category)}Handle",
                                  f"A handle to a controller of the kind {category}.",
                                  "ControllerHandle",
                                  f"Returns a handle to the {category} with this id, or to the "
                                  "only one if `id` is None.")
                part.kind = category
                part.methods.append(method)
            else:
                self._part(parts, f"{capital(category)}Methods", f"The methods `{category}.*`.",
                           "Part").methods.append(method)
        for one in parts.values():
            if any(method["name"] == "create" for method in one.methods):
                one.base = _MAKER
        ordered = sorted(parts.values(), key=lambda one: (one.name != "UIKitVerbs", bool(one.kind)))
        return [*ordered, root]

    @property
    def _kind_names(self) -> set[str]:
        return {kind["kind"] for kind in self._description["kinds"]}

    def _part(
        self, parts: dict[str, Class], name: str, summary: str, base: str, made: str = ""
    ) -> Class:
        if name not in parts:
            parts[name] = Class(name, summary, base, made)
        return parts[name]

    def _leaf(self, one: Class, prefix: str) -> str:
        """Returns a class that has the methods of the class with the same name in `methods.py`."""
        style = "Awaited" if prefix else "Blocking"
        base, more = f"methods.{one.name}", ""
        if one.base == _MAKER:
            made = f"{prefix}{one.name.removesuffix('s')}Handle"
            base += f"[Coroutine[Any, Any, {made}]]" if prefix else f"[{made}]"
            more = f"    _made = {made}\n\n"
        elif one.name == "ControllerHandle":
            more = _property("uikit", f"{prefix}UIKitVerbs",
                             "UIKit's own methods, which custom containers call.",
                             "self._asker, self._id")
        elif one.name == "Daemon":
            style = f"{prefix}Asker"
            more = self._root(prefix)
        if one.kind:
            style = f"{prefix}ControllerHandle"
        text = f"class {prefix}{one.name}({base}, {style}):\n"
        return (text + f'    """{one.summary}"""\n\n' + more).rstrip("\n") + "\n"

    def _root(self, prefix: str) -> str:
        text = ""
        for part in self._parts:
            name = f"{prefix}{part.name}"
            if part.name in ("UIKitVerbs", "EventsMethods", "Daemon"):
                continue
            if part.name.endswith("Handle"):
                noun = part.name.removesuffix("Handle")
                optional = " | None = None" if part.kind else ""
                text += f"    def {python_name(noun)}(self, id: Id{optional}) -> {name}:\n"
                text += f'        """{part.made}"""\n        return {name}(self, id)\n\n'
            else:
                noun = part.name.removesuffix("Methods")
                text += _property(python_name(noun), name, part.summary, "self")
        pager = f"{prefix}PagerHandle"
        text += f"    def __getitem__(self, id: Id) -> {pager}:\n"
        text += f'        """Returns a handle to the pager with this id, as `pager(id)` does."""\n'
        return text + f"        return {pager}(self, id)\n\n"

    def _class(self, one: Class) -> str:
        base = f"({one.base})" if one.base else ""
        text = f'class {one.name}{base}:\n    """{one.summary}"""\n\n'
        if one.kind and one.kind in self._kinds:
            record = self._kinds[one.kind]
            text += f"    @Method\n    def get(self) -> Request[{record}]:\n"
            text += '        """Returns its record. Raises WrongKind if it has another kind."""\n'
            text += f'        return Request("controller.get", {record}, {{"id": self._id}})\n\n'
        methods = [self._method(method) for method in one.methods]
        return (text + "\n".join(methods)).rstrip("\n") + "\n"

    def _method(self, method: Method) -> str:
        name = str(method["name"])
        subject = self._subject(method)
        is_get = name == "get" and subject is not None
        call = Call(method, subject, self._shapes, self._options)
        call.read()
        result = reply(method, self._shapes)
        wire = NAMES.get(method["method"], name)
        if call.shows is not None:
            wire = "show"
        if name != "create" and not is_get:
            call.option("if_revision", "int", '"ifRevision"')
            call.option("trace", "bool", '"trace"')
        if starts_transition(method):
            call.keyword.append("wait: bool | float = False")
        request = [f'"{method["method"]}"', result]
        if call.must or call.may or call.clearing:
            request.append("{" + ", ".join(call.must) + "}")
        if call.may or call.clearing:
            request.append("{" + ", ".join(call.may) + "}")
        if call.clearing:
            request.append("{" + ", ".join(call.clearing) + "}")
        if starts_transition(method):
            request.append("wait=wait")
        # With open options, a type checker must see that `self` is not the name of one.
        signature = ["self", *(["/"] if call.is_open else []), *call.positional]
        signature += ["*", *call.keyword] if call.keyword else []
        signature += ["**options: Any"] if call.is_open else []
        text = "    @Creation\n" if name == "create" else "    @Method\n"
        text += wrapped(f"def {python_name(wire)}(", signature, f") -> Request[{result}]:", 4)
        text += doc(method["summary"], call.lines, call.told(starts_transition(method)), 8)
        line = f"        return Request({', '.join(request)})\n"
        return text + (line if len(line) <= 101 else wrapped("return Request(", request, ")", 8))

    def _subject(self, method: Method) -> str | None:
        if not method["category"] or method["name"] in TOGETHER:
            return None
        if method["category"] in self._kind_names:
            # `view` is both a kind and the category of plain views; the parameter shows which.
            names = {one["name"] for one in method["params"]}
            return "view" if method["category"] == "view" and "view" in names else "id"
        return SUBJECTS.get(method["method"], SUBJECTS.get(method["category"]))


class Call:
    """The parameters of one method: those of its signature, and those that it sends."""

    def __init__(self, method: Method, subject: str | None, shapes: Shapes,
                 options: list[tuple[str, list[Field]]]) -> None:
        self._method = method
        self._subject = subject
        self._shapes = shapes
        self._options = options
        self.positional: list[str] = []
        self.keyword: list[str] = []
        self.must: list[str] = []
        self.may: list[str] = []
        self.clearing: list[str] = []
        self.lines: list[str] = []
        #: True if the method accepts options that its declaration does not list.
        self.is_open = False
        names = {one["name"] for one in method["params"]}
        own = {"page", "controller"} & names
        #: The parameter that takes an id or an index. None unless the method is a `select` with
        #: both.
        self.shows = next(iter(own)) if method["name"] == "select" and "index" in names else None

    def read(self) -> None:
        """Reads the parameters of the declaration."""
        params = self._method["params"]
        for one in sorted(params, key=lambda one: one["presence"] not in _MUST):
            self._take(one)
        for one in params:
            if one["presence"] == "rest":
                self._rest(one)

    def _take(self, one: Field) -> None:
        name, category = one["name"], self._method["category"]
        if one["presence"] == "rest" or (self.shows and name == "index"):
            return
        if name == self._subject:
            presence = one["presence"] in _MUST
            (self.must if presence else self.may).append(f'"{name}": self._id')
            return
        python = python_name(name)
        if name == "commands":
            kind = "Sequence[Command]"
        else:
            kind = self._shapes.of(one["type"], name, category, given=True)
        self.lines.append(_line(python, one))
        if name == self.shows:
            self.positional.append(f"{python}: Id | int")
            self.must.append(f"**by_id_or_index(\"{name}\", {python})")
            self.lines[-1] = f"{python}: its id, or its index from 0"
        elif one["presence"] in _MUST:
            self.positional.append(f"{python}: {_or_none(kind, one['presence'] == 'nullable')}")
            self.must.append(f'"{name}": {python}')
        elif self._method["name"] == "create" and name == "id":
            self.positional.append(f"{python}: {kind} | None = None")
            self.may.append(f'"{name}": {python}')
        else:
            self.keyword.append(f"{python}: {_or_none(kind)} = None")
            self.may.append(f'"{name}": {python}')

    def option(self, name: str, kind: str, wire: str) -> None:
        """Adds a parameter that every method has."""
        self.keyword.append(f"{name}: {kind} | None = None")
        self.may.append(f"{wire}: {name}")

    def _rest(self, one: Field) -> None:
        for owners, option in _declared(one, self._options):
            name = python_name(option["name"])
            category = owners[0] if owners else self._method["category"]
            kind = self._shapes.of(option["type"], option["name"], category, given=True)
            can_clear = option["presence"] == "optional"
            kind = _or_none(kind)
            if can_clear and kind != "Any":
                kind += " | Unsaid"
            self.keyword.append(f"{name}: {kind} = {'UNSAID' if can_clear else None}")
            (self.clearing if can_clear else self.may).append(f'"{option["name"]}": {name}')
            owner = f" (of kind {' and '.join(owners)})" if owners else ""
            self.lines.append(_line(name + owner, option))
        self.is_open = True
        self.must.append("**options")
        self.lines.append("options: options of an added kind, with their names in the protocol")

    def told(self, waits: bool) -> list[str]:
        """Returns the paragraphs of a docstring about waiting and errors."""
        told: list[str] = []
        if waits:
            told.append(
                "With `wait=True`, it returns after the transition has ended, and the result has "
                "`outcome` and `selected`. With a number, it waits at most so many seconds, then "
                "raises TimeoutError."
            )
        errors = ", ".join(f"`{name}`" for name in self._method["errors"])
        return told + ([f"Raises Refused: {errors}."] if errors else [])


def _property(name: str, kind: str, summary: str, arguments: str) -> str:
    text = f"    @property\n    def {name}(self) -> {kind}:\n"
    return text + f'        """{summary}"""\n        return {kind}({arguments})\n\n'


def _declared(
    field: Field, kinds: list[tuple[str, list[Field]]]
) -> list[tuple[list[str], Field]]:
    """Returns the options of controllers, each with the kinds that have it ([]: all kinds)."""
    type = field["type"]
    found: dict[str, tuple[list[str], Field]] = {}
    declared: list[Field] = [] if isinstance(type, str) else type["object"]
    for option in declared:
        found[option["name"]] = ([], option)
    for kind, options in kinds:
        for option in options:
            owners, first = found.setdefault(option["name"], ([], option))
            if _names(option["type"]) != _names(first["type"]):
                raise ValueError(f"the option {option['name']} of {kind} has another type")
            owners.append(kind)
            # None resets it, if one of the kinds can have none.
            if option["presence"] == "optional":
                found[option["name"]] = owners, {**first, "presence": "optional"}
    return list(found.values())


def _names(type: Any) -> Any:
    """Returns a type without the defaults of its members, which may depend on the kind."""
    if isinstance(type, str) or "object" not in type:
        return type
    return [(member["name"], _names(member["type"])) for member in type["object"]]


def _or_none(kind: str, can_be: bool = True) -> str:
    return f"{kind} | None" if can_be and kind != "Any" else kind


def _line(name: str, field: Field) -> str:
    standard = f" (default {json.dumps(field['default'])})" if "default" in field else ""
    return f"{name}: {field['doc']}{standard}"
