"""Machines that run `pagerd-ha`: each is a process with a runtime directory of its own."""

from __future__ import annotations

import base64
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from cluster import Cluster
from program import Program

from pagerd_client import Pager

LEADER = "pagerd/wall/leader"
STATE = "pagerd/wall/state"
_PATIENCE = 60.0


class Machine:
    """A candidate for the wall, which listens at an address of its own."""

    def __init__(
        self, folder: Path, etcd: Sequence[str], book: Path, pagerd: str, lease: int,
        inside: Sequence[str] = (), **environment: str,
    ) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.listen = f"ipc://{folder}/ha"
        self.events = f"ipc://{folder}/wall/events"
        endpoints = [word for url in etcd for word in ("--etcd", url)]
        self.program = Program(
            "bridges.ha", *endpoints, "--name", "wall", "--listen", self.listen,
            "--lease", str(lease), "--", pagerd, "--book", str(book),
            inside=inside, PAGERD_RUNTIME_DIR=str(folder), **environment,
        )

    def until_it_serves(self, count: int = 1) -> None:
        self.program.until("the daemon serves at", count)

    def until_it_waits(self) -> None:
        self.program.until("another machine has the lease")

    def pager(self) -> Pager:
        return Pager(command=self.listen, events=self.events, timeout=_PATIENCE)

    def child(self) -> int:
        """The process of its daemon."""
        found = subprocess.run(["pgrep", "-P", str(self.program.process.pid), "-x", "pagerd"],
                               capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])

    def daemon(self) -> Death:
        return Death(self.child())

    def stop(self) -> None:
        """Ends it in an orderly way, if it has not ended."""
        if self.program.process.poll() is None:
            self.program.process.send_signal(signal.SIGCONT)
            assert self.program.stop() == 0, self.program.log


class Death:
    """Waits for the end of a process that another one has started."""

    def __init__(self, process: int) -> None:
        self._descriptor = os.pidfd_open(process)

    def wait(self) -> float:
        """Returns the monotonic time when the process has ended."""
        ended, _, _ = select.select([self._descriptor], [], [], _PATIENCE)
        assert ended, "the daemon goes on"
        os.close(self._descriptor)
        return time.monotonic()


def slides(folder: Path) -> Path:
    """Writes a book with the pages a, b and c."""
    book = folder / "slides"
    book.mkdir()
    for name in ("a", "b", "c"):
        (book / f"{name}.md").write_text(f"# {name}")
    return book


def stored(etcd: Cluster) -> str:
    """The state that a successor would start from."""
    return base64.b64decode(etcd.get(STATE).get("value", "")).decode()


def await_stored(etcd: Cluster, text: str) -> None:
    """Returns when the stored state has a text."""
    end = time.monotonic() + _PATIENCE
    while text not in stored(etcd):
        assert time.monotonic() < end, f"the stored state does not have {text!r}"
        time.sleep(0.05)
