"""docs/reference/plugin-wire.md shows the bytes that a daemon and a plugin process exchange."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import zmq
from conftest import ROOT, Daemon
from test_documents import blocks
from test_protocol_intro import dialogue
from test_tutorials import fits

DOCUMENT = ROOT / "docs" / "reference" / "plugin-wire.md"


class Conversation:
    """Connections to the three sockets of a daemon, for the marks that the document uses."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], folder: Path) -> None:
        self.context, self.folder = context, folder
        self.commands = self.connect(zmq.REQ, "command")
        self.events = self.connect(zmq.SUB, "events")
        self.events.setsockopt(zmq.SUBSCRIBE, b"plugin.")
        assert b"welcome" in self.events.recv_multipart()[1]
        self.plugin = self.connect(zmq.DEALER, "plugins")

    def connect(self, kind: int, name: str) -> zmq.Socket[bytes]:
        socket = self.context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RCVTIMEO, 60_000)
        socket.connect(f"ipc://{self.folder}/{name}")
        return socket

    def lose(self) -> None:
        """Ends the plugin's connection and opens the next one."""
        self.plugin.close()
        self.plugin = self.connect(zmq.DEALER, "plugins")

    def senders(self) -> dict[str, Callable[[bytes], object]]:
        return {"→": self.commands.send, "▷": lambda text: self.plugin.send(text)}

    def receivers(self) -> dict[str, Callable[[], bytes]]:
        return {
            "←": self.commands.recv,
            "◁": lambda: self.plugin.recv(),
            "⇐": lambda: b" ".join(self.events.recv_multipart()),
        }

    def close(self) -> None:
        for socket in (self.commands, self.events, self.plugin):
            socket.close()


def test_the_daemon_and_the_plugin_exchange_what_the_document_shows(
    documented: Daemon, runtime: Path
) -> None:
    counts: dict[str, int] = {}
    with zmq.Context() as context:
        talk = Conversation(context, runtime / "default")
        try:
            for mark, text in dialogue(DOCUMENT):
                counts[mark] = counts.get(mark, 0) + 1
                if mark in talk.senders():
                    talk.senders()[mark](text.encode())
                elif mark in talk.receivers():
                    received = talk.receivers()[mark]().decode()
                    assert fits(text, received), f"{text}\nis not\n{received}"
                elif mark == "✕":
                    talk.lose()
                else:
                    assert mark == "◻", f"{mark} is not a known mark"
                    assert documented.process is not None
                    documented.process.terminate()
        finally:
            talk.close()
    assert counts["→"] == counts["←"] > 5 and counts["▷"] > 5
    assert counts["✕"] == counts["◻"] == 1


def test_the_document_shows_every_kind_of_plugin_message() -> None:
    text = "\n".join(block.text for block in blocks(DOCUMENT))
    for part in (
        '"plugin.register"', '"method":"event"', '"contentFor"', '"method":"decide"',
        '"answer":false', '"result":true', "plugin.clock.diagnostic", "plugin.clock.lost",
        "plugin.clock.restored", '"missed"', '"method":"shutdown"',
    ):  # fmt: skip
        assert part in text, part
