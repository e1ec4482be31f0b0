"""The daemon and the viewer as processes of their own, on sockets and ports of their own."""

import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

import zmq

ROOT = Path(__file__).resolve().parents[2]
BOOK = Path(__file__).parent / "book"
PROGRAMS = Path(os.environ.get("PAGERD_PROGRAMS", ROOT / ".build" / "debug"))


def _first_line(process, wanted):
    """The line that says that a program is ready; what else it says is kept, so that it never
    waits for a reader."""
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith(wanted):
            break
    else:
        raise AssertionError(f"{process.args[0]} ended: {''.join(said)}")
    threading.Thread(target=lambda: said.extend(process.stderr), daemon=True).start()
    return line, said


class Refused(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.name = error.get("data", {}).get("name")


class Daemon:
    def __init__(self, *arguments):
        self.folder = tempfile.mkdtemp(prefix="pagerd-viewer-")
        os.chmod(self.folder, 0o700)
        self.arguments = arguments
        self.environment = dict(os.environ, PAGERD_RUNTIME_DIR=self.folder)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAMS / "pagerd", "--journal", "none", *self.arguments], env=self.environment, text=True,
            stderr=subprocess.PIPE)
        _first_line(self.process, "ready")
        self.socket = zmq.Context.instance().socket(zmq.REQ)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.RCVTIMEO, 60_000)
        self.socket.connect(f"ipc://{self.folder}/default/command")

    def __call__(self, method, **params):
        self.socket.send_json({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        reply = self.socket.recv_json()
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["result"]

    def hold(self, progress, **params):
        """Begins a transition of the pager, held at a progress; gives its id."""
        method = "pager.select" if {"index", "page"} & params.keys() else "pager.next"
        transition = self(method, interactive=True, **params)["transition"]
        self("transition.update", id=transition, progress=progress)
        return transition

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
        self.socket.close()
        shutil.rmtree(self.folder)


class View:
    def __init__(self, daemon, *arguments, program=PROGRAMS / "pagerview", files=None):
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        self.process = subprocess.Popen(
            [program, *arguments], env=daemon.environment, text=True, stderr=subprocess.PIPE,
            preexec_fn=limit if files else None)
        line, self.said = _first_line(self.process, "ready")
        self.address = line.split()[1]
        self.origin, self.token = re.fullmatch(r"(http://[^/]+)/#token=(\w+)", self.address).groups()
        self.port = int(self.origin.rsplit(":", 1)[1])

    @property
    def inspector(self):
        return f"{self.origin}/inspect#token={self.token}"

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)
