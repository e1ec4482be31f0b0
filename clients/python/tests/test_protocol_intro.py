"""docs/protocol-intro.md shows the bytes that a daemon sends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import zmq
from conftest import ROOT, Daemon
from test_documents import blocks
from test_tutorials import fits

DOCUMENT = ROOT / "docs" / "protocol-intro.md"


def dialogue(document: Path = DOCUMENT) -> Iterator[tuple[str, str]]:
    """Yields each line in the document's dialogues as its mark and its text."""
    for block in blocks(document):
        if block.language == "":
            for line in block.text.splitlines():
                mark, _, text = line.partition(" ")
                yield mark, text


def test_the_daemon_sends_what_the_document_shows(documented: Daemon, runtime: Path) -> None:
    with zmq.Context() as context:
        commands, events = context.socket(zmq.REQ), context.socket(zmq.SUB)
        others = context.socket(zmq.SUB)
        for socket, name in ((commands, "command"), (events, "events"), (others, "events")):
            socket.setsockopt(zmq.LINGER, 0)
            socket.setsockopt(zmq.RCVTIMEO, 60_000)
            socket.connect(f"ipc://{runtime}/{documented.name}/{name}")
        counts = dict.fromkeys(("→", "←", "+", "++", "⇐"), 0)
        for mark, text in dialogue():
            counts[mark] += 1
            if mark == "→":
                commands.send(text.encode())
            elif mark == "+":
                events.setsockopt(zmq.SUBSCRIBE, text.encode())
            elif mark == "++":
                others.setsockopt(zmq.SUBSCRIBE, text.encode())
            elif mark == "←":
                received = commands.recv().decode()
                assert fits(text, received), f"{text}\nis not\n{received}"
            else:
                received = b" ".join(events.recv_multipart()).decode()
                assert fits(text, received), f"{text}\nis not\n{received}"
        for socket in (commands, events, others):
            socket.close()
    assert counts["→"] == counts["←"] > 8 and counts["⇐"] >= 8 and counts["++"] == 1
    assert any(text.startswith("transition.book.ended ") for _, text in dialogue())


def test_the_document_creates_the_pages_of_this_test() -> None:
    (commands,) = [block.text for block in blocks(DOCUMENT) if block.language == "sh"]
    assert "two/home.md" in commands and "two/menu.md" in commands
