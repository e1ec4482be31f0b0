"""Writes the journals beside this file with a pagerd of behaviour 1.

    python make.py PAGERD

PAGERD was built of commit fe296ec, the last one whose journals have no behaviour number. Each
NAME.journal has a NAME.json beside it: the state that the daemon returned before it ended. Zeros at
the end of a killed daemon's journal are only reserved space and are cut off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import zmq

FOLDER = Path(__file__).resolve().parent
Step = tuple[str, dict[str, Any]]

CREATE = "controller.create"
STAGE: list[Step] = [
    ("window.create", {"id": "w", "size": {"width": 400, "height": 800}}),
    *((CREATE, {"id": page, "kind": "view", "title": f"page {page}"}) for page in "abcd"),
    (CREATE, {"id": "pg", "kind": "pager", "duration": 0.5}),
    (CREATE, {"id": "nav", "kind": "navigation"}),
    (CREATE, {"id": "tab", "kind": "tabBar"}),
    ("pager.setPages", {"id": "pg", "pages": ["a", "b"]}),
    ("navigation.setStack", {"id": "nav", "controllers": ["c"], "animated": False}),
    ("tabBar.setControllers", {"id": "tab", "controllers": ["pg", "nav"]}),
    ("window.setRoot", {"id": "w", "controller": "tab"}),
    ("transition.define", {
        "style": "drop", "tracks": {"from": [], "to": []}, "duration": 0.7, "curve": "linear",
    }),
    ("pager.next", {"id": "pg", "animated": True}),
    ("clock.advance", {"seconds": 0.25}),
]
MORE: list[Step] = [
    ("clock.advance", {"seconds": 0.4}),
    ("tabBar.select", {"id": "tab", "index": 1, "animated": False}),
    ("navigation.push", {"id": "nav", "controller": "d"}),
    ("clock.advance", {"seconds": 0.1}),
    ("controller.update", {"id": "a", "title": "another title"}),
    ("batch", {"commands": [
        {"method": "controller.update", "params": {"id": "b", "title": "in a batch"}},
        {"method": "controller.update", "params": {"id": "nobody", "title": "refused"}},
    ], "atomic": False}),
]
# A refused command uses up an id: the second one creates c2 rather than c1.
ASSIGNED: list[Step] = [
    (CREATE, {"kind": "view", "priority": "none", "title": "refused", "on": 7}),
    (CREATE, {"kind": "view", "title": "assigned"}),
    ("controller.update", {"id": "c2", "title": "renamed"}),
    (CREATE, {"id": "last", "kind": "view"}),
]


class Daemon:
    def __init__(
        self, program: str, folder: str, journal: str, clock: str, client: str
    ) -> None:
        self.client = client
        arguments = [program, "--name", "test", "--clock", clock, "--journal", journal]
        self.process = subprocess.Popen(
            arguments, stderr=subprocess.PIPE, env={**os.environ, "PAGERD_RUNTIME_DIR": folder}
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith(b"ready"):
                break
        self.socket = zmq.Context.instance().socket(zmq.REQ)
        self.socket.connect(f"ipc://{folder}/test/command")
        self.number = 0

    def send(self, step: Step) -> Any:
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": step[0], "params": step[1]}
        if step[0] != "state.snapshot":
            request["client"] = self.client
        self.socket.send(json.dumps(request).encode())
        return json.loads(self.socket.recv())

    def end(self, in_order: bool) -> None:
        self.socket.close(0)
        self.process.terminate() if in_order else self.process.kill()
        self.process.wait()


def make(program: str, name: str, runs: list[tuple[list[Step], bool]], clock: str) -> None:
    """Runs each list of steps in a daemon, which then shuts down or is killed."""
    with tempfile.TemporaryDirectory(prefix="pgr") as folder:
        journal = f"{folder}/journal"
        for number, (steps, in_order) in enumerate(runs):
            daemon = Daemon(program, folder, journal, clock, f"script{number}")
            for step in steps:
                reply = daemon.send(step)
                if "error" in reply:
                    print(name, step[0], reply["error"]["message"])
            state = daemon.send(("state.snapshot", {}))["result"]
            daemon.end(in_order)
        data = Path(journal).read_bytes()
        # A snapshot may end with zeros; the last record of a killed daemon does not.
        (FOLDER / f"{name}.journal").write_bytes(data if in_order else data.rstrip(b"\0"))
        members = ("seq", "windows", "controllers", "views", "transitions")
        text = json.dumps({member: state[member] for member in members}, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    program = sys.argv[1]
    make(program, "killed", [(STAGE + MORE, False)], "manual")
    make(program, "ended", [(STAGE, True)], "manual")
    make(program, "continued", [(STAGE, True), (MORE, False)], "manual")
    make(program, "real", [(STAGE[:-1], True), (MORE[1:3], False)], "real")
    make(program, "assigned", [(ASSIGNED, False)], "manual")
