"""Machines that run `pagerd-ha`. Each is a process with its own runtime directory."""

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
from program import Program, until

from pagerd_client import Pager

LEADER = "pagerd/wall/leader"
STATE = "pagerd/wall/state"
_PATIENCE = 60.0


class Machine:
    """A process of `pagerd-ha`, with its own address for clients."""

    def __init__(
        self, folder: Path, etcd: Sequence[str], book: Path, pagerd: str, lease: int,
        inside: Sequence[str] = (), listen: str = "", events: str = "",
        options: Sequence[str] = (), **environment: str,
    ) -> None:
        """`options` are further options of the daemon."""
        folder.mkdir(mode=0o700, exist_ok=True)
        self.listen = listen or f"ipc://{folder}/ha"
        self.events = events or f"ipc://{folder}/wall/events"
        endpoints = [word for url in etcd for word in ("--etcd", url)]
        self.program = Program(
            "bridges.ha", *endpoints, "--name", "wall", "--listen", self.listen,
            "--lease", str(lease), "--", pagerd, "--book", str(book), *options,
            inside=inside, PAGERD_RUNTIME_DIR=str(folder), **environment,
        )

    def until_it_serves(self, count: int = 1) -> None:
        self.program.until("the daemon serves at", count)

    def until_it_waits(self) -> None:
        self.program.until("another machine has the lease")

    def pager(self) -> Pager:
        return Pager(command=self.listen, events=self.events, timeout=_PATIENCE)

    def child(self) -> int:
        """Returns the process id of the machine's daemon."""
        found = subprocess.run(["pgrep", "-P", str(self.program.process.pid), "-x", "pagerd"],
                               capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])

    def daemon(self) -> Death:
        return Death(self.child())

    def stop(self) -> None:
        """Ends the machine with SIGTERM, unless it has ended already."""
        if self.program.process.poll() is None:
            self.program.process.send_signal(signal.SIGCONT)
            assert self.program.stop() == 0, self.program.log


class Death:
    """The end of a process that is not a child of the test."""

    def __init__(self, process: int) -> None:
        self._descriptor = os.pidfd_open(process)

    def wait(self) -> float:
        """Waits for the end of the process. Returns the monotonic time."""
        ended, _, _ = select.select([self._descriptor], [], [], _PATIENCE)
        assert ended, f"the daemon still runs after {_PATIENCE:g} s"
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
    """Returns the stored state, from which the next leader would start."""
    return base64.b64decode(etcd.get(STATE).get("value", "")).decode()


def await_stored(etcd: Cluster, text: str) -> None:
    """Waits until the stored state contains a text."""
    until(lambda: text in stored(etcd))
