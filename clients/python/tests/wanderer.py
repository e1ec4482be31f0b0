"""Random commands over few ids, so that commands often affect the same controllers."""

from __future__ import annotations

import random
from typing import Any

from pagerd_client import Pager, Refused

CONTAINERS = {
    "pager0": "pager",
    "tabs0": "tabBar",
    "stack0": "navigation",
    "book0": "page",
    "split0": "split",
}
#: The controllers that each container mostly uses.
FAMILIES = {
    name: tuple(f"c{place * 4 + number}" for number in range(4))
    for place, name in enumerate(CONTAINERS)
}
ALL = {**CONTAINERS, **{name: "view" for family in FAMILIES.values() for name in family}}
STYLES = ("fullScreen", "currentContext", "overFullScreen", "pageSheet", "formSheet", "custom")
BACK_BEHAVIORS = ("none", "first", "initial", "order", "history")
CALLBACKS = ("viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear")
Command = tuple[str, dict[str, Any]]


class Wanderer:
    """Sends random commands and counts how many are refused. It does not check results."""

    def __init__(self, pager: Pager, seed: int) -> None:
        self._pager = pager
        self._random = random.Random(seed)
        self.done = 0
        self.refused = 0

    def furnish(self) -> None:
        """Creates the windows and one controller for each id."""
        for number in range(3):
            self._try("window.create", {"id": f"w{number}"})
        for name, kind in self._random.sample(sorted(ALL.items()), len(ALL)):
            self._try("controller.create", {"id": name, "kind": kind})
        self.flush()

    def walk(self, steps: int) -> None:
        """Sends `steps` random commands."""
        for _ in range(steps):
            self._try(*self._random.choice(self._ways)(self))
        self.flush()

    def _try(self, method: str, params: dict[str, Any]) -> None:
        try:
            self._pager.call(method, **params)
            self.done += 1
        except Refused:
            self.refused += 1

    def flush(self) -> None:
        """Sends what it has not sent yet."""

    def _name(self) -> str:
        return self._random.choice(list(ALL))

    def _of(self, container: str) -> str:
        """Returns a controller, mostly one of the container's family."""
        return self._some(container, 1, 1)[0]

    def _some(self, container: str, least: int, most: int) -> list[str]:
        if self._random.random() < 0.05:
            return [self._name()]
        count = self._random.randint(least, most)
        return self._random.sample(FAMILIES[container], count)

    def _plain(self) -> str:
        """Returns the id of a view without a controller."""
        return f"v{self._random.randrange(5)}"

    def _flag(self) -> bool:
        return self._random.random() < 0.5

    def _moved(self) -> dict[str, Any]:
        """Returns random options for a transition."""
        more: dict[str, Any] = {"animated": self._flag()}
        if self._random.random() < 0.25:
            more["interactive"] = True
        if self._random.random() < 0.3:
            more["interruption"] = self._random.choice(("reject", "replace", "queue"))
        return more

    def _frame(self) -> dict[str, float]:
        return {side: self._random.randrange(1, 900) / 2 for side in ("x", "y", "width", "height")}

    def _create(self) -> Command:
        known = {record["id"] for record in self._pager.call("controller.list")["controllers"]}
        name = self._random.choice([name for name in ALL if name not in known] or list(ALL))
        kind = ALL[name]
        params: dict[str, Any] = {"id": name, "kind": kind}
        if self._flag():
            params["title"] = self._random.choice(("A", "Ä", ""))
        if self._random.random() < 0.2:
            step = {"method": "view.create", "params": {}}
            params["on"] = {self._random.choice(CALLBACKS): [step]}
        if self._random.random() < 0.2:
            params["forwardsAppearance"] = self._flag()
        if self._random.random() < 0.2:
            params["definesPresentationContext"] = True
        if kind in ("pager", "tabBar"):
            params["backBehavior"] = self._random.choice(BACK_BEHAVIORS)
        if params["kind"] == "pager":
            params["wrap"] = self._flag()
            params["offscreenLimit"] = self._random.randrange(3)
            params["autoAdvance"] = self._random.choice((None, 2, 0.5))
            params["rewind"] = self._flag()
            params["reverse"] = self._flag()
            params["autoAdvanceOnInteraction"] = self._random.choice(("continue", "pause", "stop"))
            params["resumeAfter"] = self._random.choice((0, 1))
        if params["kind"] == "page":
            params["spine"] = self._random.choice(("min", "mid"))
        return "controller.create", params

    def _update(self) -> Command:
        key, values = self._random.choice(
            (
                ("title", (None, "B")),
                ("content", (None, {"type": "text/plain", "body": "x"})),
                ("preferredContentSize", ({"width": 10, "height": 20},)),
                ("wrap", (True, False)),
                ("dwellTime", (0, 0.3)),
                ("backBehavior", BACK_BEHAVIORS),
                ("autoAdvance", (None, 2, 0.5)),
                ("autoAdvanceOnInteraction", ("continue", "pause", "stop")),
                ("additionalSafeAreaInsets", ({"top": 44, "left": -8}, None)),
                ("modalPresentationStyle", STYLES),
            )
        )
        id = self._name()
        if key.startswith(("autoAdvance", "backBehavior")):
            id = "pager0"
        return "controller.update", {"id": id, key: self._random.choice(list(values))}

    def _window(self) -> Command:
        id = f"w{self._random.randrange(3)}"
        method = self._random.choice(
            ("create", "setRoot", "setRoot", "setRoot", "resize", "setSafeAreaInsets"))
        if self._random.random() < 0.05:
            method = "destroy"
        params: dict[str, Any] = {"id": id}
        if method == "setRoot":
            shown = self._random.choice((*CONTAINERS, self._name()))
            params["controller"] = shown if self._random.random() < 0.9 else None
        if method == "resize":
            size = {"width": self._random.choice((320, 700.5)), "height": 480}
            params.update(size=size, animated=self._flag())
        if method == "setSafeAreaInsets":
            params["insets"] = self._random.choice(({"top": 47, "bottom": 33.5}, {"left": 20}, {}))
        return f"window.{method}", params

    def _contain(self) -> Command:
        id, other = self._name(), self._name()
        return self._random.choice(
            (
                ("controller.addChild", {"parent": id, "child": other}),
                ("controller.addChild", {"parent": id, "child": other}),
                ("controller.destroy", {"id": id}),
                ("controller.removeFromParent", {"id": id}),
                ("controller.willMove", {"id": id, "parent": self._random.choice((None, other))}),
                ("controller.didMove", {"id": id, "parent": self._random.choice((None, other))}),
                ("controller.loadViewIfNeeded", {"id": id}),
                ("controller.endAppearanceTransition", {"id": id}),
                (
                    "controller.beginAppearanceTransition",
                    {"id": id, "appearing": self._flag(), "animated": self._flag()},
                ),
                (
                    "controller.transition",
                    {
                        "container": self._name(),
                        "from": id,
                        "to": other,
                        "duration": self._random.choice((0, 0.5)),
                        "edges": self._flag(),
                    },
                ),
            )
        )

    def _view(self) -> Command:
        view = self._plain() if self._flag() else self._name()
        to = self._plain() if self._flag() else self._name()
        method = self._random.choice(
            ("create", "destroy", "addSubview", "addSubview", "removeFromSuperview", "set", "set")
        )
        if method == "create":
            return "view.create", {"id": self._plain(), "frame": self._frame()}
        params: dict[str, Any] = {"view": view}
        if method == "addSubview":
            params["to"] = to
            if self._flag():
                params["at"] = self._random.randrange(3)
        if method == "set":
            params.update(
                self._random.choice(
                    (
                        {"hidden": self._flag()},
                        {"alpha": self._random.choice((0, 0.5, 1))},
                        {"backgroundColor": "#123456"},
                        {"transform": self._random.choice(({"a": 2, "tx": 7.5}, {"b": 1}, {}))},
                        {"frame": self._frame()},
                        {"autoresizing": ["flexibleWidth"]},
                    )
                )
            )
        return f"view.{method}", params

    def _modal(self) -> Command:
        if self._random.random() < 0.4:
            params: dict[str, Any] = {"id": self._name(), "user": self._flag()}
            return "modal.dismiss", {**params, **self._moved()}
        style = self._random.choice(STYLES)
        params = {"from": self._name(), "controller": self._name(), "style": style}
        return "modal.present", {**params, **self._moved()}

    def _pages(self) -> Command:
        method = self._random.choice(
            (
                *("setPages", "setPages", "swipe", "select", "next", "previous", "insert"),
                *("remove", "back", "forward"),
            )
        )
        params: dict[str, Any] = {"id": "pager0"}
        if method == "setPages":
            params["pages"] = self._some("pager0", 0, 4)
            if self._flag():
                params["index"] = 0
        elif method == "swipe":
            params.update(direction=self._random.choice(("left", "right")), **self._moved())
        elif method == "select":
            params.update(index=self._random.randrange(4), **self._moved())
        elif method == "insert":
            params.update(page=self._of("pager0"), at=self._random.randrange(3))
        elif method == "remove":
            params["page"] = self._of("pager0")
        else:
            params.update(self._moved())
        return f"pager.{method}", params

    def _container(self) -> Command:
        method, params = self._random.choice(
            (
                ("tabBar.setControllers", {"controllers": self._some("tabs0", 0, 4)}),
                ("tabBar.select", {"index": self._random.randrange(4), **self._moved()}),
                ("tabBar.back", self._moved()),
                (
                    "navigation.setStack",
                    {"controllers": self._some("stack0", 1, 4), **self._moved()},
                ),
                ("navigation.push", {"controller": self._of("stack0"), **self._moved()}),
                ("navigation.push", {"controller": self._of("stack0"), **self._moved()}),
                ("navigation.pop", self._moved()),
                ("navigation.popToRoot", self._moved()),
                (
                    "page.set",
                    {
                        "controllers": self._some("book0", 1, 2),
                        "direction": "forward",
                        **self._moved(),
                    },
                ),
                (
                    "split.setColumns",
                    {"primary": self._of("split0"), "secondary": self._of("split0")},
                ),
                ("split.showDetail", {"controller": self._of("split0")}),
                ("split.setDisplayMode", {"mode": self._random.choice(("automatic",))}),
            )
        )
        container = next(name for name, kind in CONTAINERS.items() if method.startswith(kind + "."))
        return method, {"id": container, **params}

    def _transition(self) -> Command:
        running = self._pager.call("transition.list")["transitions"]
        id = self._random.choice(running)["transition"] if running else "t1"
        method = self._random.choice(("update", "finish", "cancel", "animateAlongside"))
        params: dict[str, Any] = {"id": id}
        if method == "update":
            params["progress"] = self._random.random()
        if method == "animateAlongside":
            params.update(view=self._name(), alpha=self._random.choice((0, 0.5, 1)))
        return f"transition.{method}", params

    def _time(self) -> Command:
        return "clock.advance", {"seconds": self._random.choice((0.1, 0.3, 1, 5))}

    _ways = (
        *(_create, _update, _window, _window, _contain, _contain, _view, _view, _modal),
        *(_pages, _pages, _pages, _container, _container, _container, _transition, _time),
    )


class Hasty(Wanderer):
    """A Wanderer that sends many commands in one request."""

    many = 100

    def __init__(self, pager: Pager, seed: int) -> None:
        super().__init__(pager, seed)
        self._waiting: list[dict[str, Any]] = []

    def _try(self, method: str, params: dict[str, Any]) -> None:
        if method.startswith("clock."):
            self.flush()
            super()._try(method, params)
            return
        self._waiting.append({"method": method, "params": params})
        if len(self._waiting) == self.many:
            self.flush()

    def flush(self) -> None:
        """Sends what it has not sent yet."""
        commands, self._waiting = self._waiting, []
        if commands:
            super()._try("batch", {"commands": commands, "atomic": False})
