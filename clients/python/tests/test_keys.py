"""Keys over tcp: the daemon accepts only clients whose key is in its access list."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from broker import free_port
from conftest import Daemon, new_key

from pagerd_client import AsyncPager, BadKey, HistoryChanged, Keys, Pager
from pagerd_client.plugin import Page, Plugin


class Hall:
    """A daemon over tcp. One key has the role `drive`, another the role `observe`."""

    def __init__(self, folder: Path, name: str = "test") -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.server = new_key(folder / "daemon")
        lines = [f"{role} key {new_key(folder / role)} a note\n" for role in ("drive", "observe")]
        (folder / "access").write_text("".join(lines))
        (folder / "access").chmod(0o600)
        self.endpoints = {
            name: f"tcp://127.0.0.1:{free_port()}" for name in ("command", "events", "plugins")
        }
        flags = [f"--{name}={endpoint}" for name, endpoint in self.endpoints.items()]
        self.daemon = Daemon(name)
        self._flags = [*flags, "--key", str(folder / "daemon"), "--access", str(folder / "access")]

    def start(self) -> Hall:
        self.daemon.start(*self._flags)
        return self

    def keys(self, who: str) -> Keys:
        return Keys.read(str(self.folder / who), self.server)

    def pager(self, who: str, timeout: float = 60.0) -> Pager:
        command, events = self.endpoints["command"], self.endpoints["events"]
        return Pager(None, command, events, timeout=timeout, keys=self.keys(who))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    it = Hall(tmp_path)
    try:
        yield it.start()
    finally:
        it.daemon.stop()


@pytest.fixture
def halls(tmp_path: Path) -> Iterator[tuple[Hall, Hall]]:
    """Two daemons with their own keys and the same client in their lists. The first one runs."""
    left, right = Hall(tmp_path / "left", "left"), Hall(tmp_path / "right", "right")
    for name in ("drive", "access"):
        (right.folder / name).write_bytes((left.folder / name).read_bytes())
    try:
        yield left.start(), right
    finally:
        left.daemon.stop()
        right.daemon.stop()


def test_a_listed_key_permits_commands_and_events(hall: Hall) -> None:
    with hall.pager("drive") as pager, pager.events("window.") as events:
        pager.call("window.create", id="main")
        assert next(events).topic == "window.main.created"


def test_the_environment_can_set_the_keys(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    (hall.folder / "daemon.pub").write_text(hall.server + "\n")
    (hall.folder / "daemon.pub").chmod(0o644)
    monkeypatch.setenv("PAGERD_KEY_FILE", str(hall.folder / "drive"))
    monkeypatch.setenv("PAGERD_SERVER_KEY", str(hall.folder / "daemon.pub"))
    monkeypatch.setenv("PAGERD_COMMAND", hall.endpoints["command"])
    monkeypatch.setenv("PAGERD_EVENTS", hall.endpoints["events"])
    with Pager() as pager, pager.mirror() as mirror:
        pager.call("window.create", id="main")
        assert [window.id for window in mirror.sync().windows] == ["main"]


def test_each_address_has_its_own_daemons_key(halls: tuple[Hall, Hall]) -> None:
    left, right = halls
    commands, events = ([hall.endpoints[name] for hall in halls] for name in ("command", "events"))
    keys = [hall.keys("drive") for hall in halls]
    with Pager(None, commands, events, keys=keys) as pager, pager.events("window.") as stream:
        pager.call("window.create", id="before")
        assert next(stream).subject == "before"
        left.daemon.stop()
        right.start()
        pager.call("window.create", id="after")
        with pytest.raises(HistoryChanged):
            next(stream)


def test_commas_separate_the_daemons_keys_in_the_environment(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, right = halls
    monkeypatch.setenv("PAGERD_KEY_FILE", str(left.folder / "drive"))
    monkeypatch.setenv("PAGERD_SERVER_KEY", f"{left.server},{right.server}")
    monkeypatch.setenv("PAGERD_COMMAND", ",".join(hall.endpoints["command"] for hall in halls))
    left.daemon.stop()
    right.start()
    with Pager() as pager:
        assert pager.call("server.hello")["name"] == "right"


def test_a_wrong_number_of_keys_is_refused(hall: Hall) -> None:
    keys = [hall.keys("drive")] * 2
    addresses = [f"tcp://127.0.0.1:{port}" for port in (1, 2, 3)]
    with pytest.raises(BadKey, match="2 daemon's keys for 3 addresses of command"):
        Pager(command=addresses, keys=keys)


def test_asyncio_and_plugins_take_keys(hall: Hall) -> None:
    plugin = Plugin("paper", plugins=hall.endpoints["plugins"], keys=hall.keys("drive"))

    @plugin.page("sheet")
    class Sheet(Page):
        pass

    async def ask() -> list[str]:
        command, events = hall.endpoints["command"], hall.endpoints["events"]
        async with AsyncPager(None, command, events, keys=hall.keys("observe")) as pager:
            plugins = (await pager.call("plugin.list"))["plugins"]
            return [each["name"] for each in plugins]

    plugin.attached(plugin.stop)
    plugin.run()
    assert asyncio.run(ask()) == ["paper"]


def test_an_unusable_key_file_is_refused_with_advice(tmp_path: Path) -> None:
    server = new_key(tmp_path / "mine")
    os.chmod(tmp_path / "mine", 0o640)
    with pytest.raises(BadKey, match=r"accessible to other users \(mode 640\); chmod 600 "):
        Keys.read(str(tmp_path / "mine"), server)
    (tmp_path / "none").write_text("not a key\n")
    os.chmod(tmp_path / "none", 0o600)
    with pytest.raises(BadKey, match="contains no key; pagerctl keys new FILE creates one"):
        Keys.read(str(tmp_path / "none"), server)
    with pytest.raises(BadKey, match="No such file"):
        Keys.read(str(tmp_path / "absent"), server)


def test_a_secret_key_without_the_daemons_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGERD_KEY_FILE", "/nowhere")
    with pytest.raises(BadKey, match="needs the daemon's public key as well"):
        Pager(command="tcp://127.0.0.1:1")


def test_repr_does_not_contain_the_secret_key(tmp_path: Path) -> None:
    server = new_key(tmp_path / "mine")
    keys = Keys.read(str(tmp_path / "mine"), server)
    assert keys.secret not in repr(keys)
