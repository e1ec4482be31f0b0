"""A pagerd in a folder of its own, started and ended by a test."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

from ..aio import AsyncPager
from ..pager import Pager

_NAME = "test"


def find_pagerd() -> str:
    """The path of pagerd: PAGERD, else the one in PATH. Raises FileNotFoundError."""
    given = os.environ.get("PAGERD")
    found = given or shutil.which("pagerd")
    if found is None or not os.access(found, os.X_OK):
        where = f"PAGERD is {given!r}" if given else "PATH has none"
        raise FileNotFoundError(f"no pagerd to start: {where}; set PAGERD to the path of a pagerd")
    return found


class PrivateDaemon:
    """A pagerd that nobody else can reach. Time stands still until `advance`.

        with PrivateDaemon("--book", "wall.yaml") as daemon, daemon.pager() as wall:
            wall["book"].next(animated=False)

    Arguments are those of pagerd. Without `--journal` it keeps nothing and begins a new history
    at each start; with `--clock real` time goes on by itself.
    """

    def __init__(self, *arguments: str, program: str | None = None, patience: float = 20) -> None:
        """`program` is the path of pagerd (else `find_pagerd`), `patience` seconds for its start."""
        self._program = program
        self._arguments = list(arguments)
        self._patience = patience
        # A short path: that of a socket has at most 107 bytes.
        self._folder = tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp")
        self._process: subprocess.Popen[bytes] | None = None
        self._said = b""

    def __repr__(self) -> str:
        state = "stopped" if self._process is None else f"process {self._process.pid}"
        return f"<PrivateDaemon in {self._folder.name}, {state}>"

    @property
    def folder(self) -> Path:
        """An empty folder that lasts as long as this object: for a book or a journal."""
        return Path(self._folder.name)

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs in its environment to find this daemon."""
        return {"PAGERD_RUNTIME_DIR": f"{self._folder.name}/run", "PAGERD_NAME": _NAME}

    def start(self) -> PrivateDaemon:
        """Returns when it can be reached. Raises RuntimeError with what it printed."""
        arguments = ["--name", _NAME]
        if "--clock" not in self._arguments:
            arguments += ["--clock", "manual"]
        if "--journal" not in self._arguments:
            arguments += ["--journal", "none"]
        own = {name: value for name, value in os.environ.items() if not name.startswith("PAGERD_")}
        self._process = subprocess.Popen(
            [self._program or find_pagerd(), *arguments, *self._arguments],
            env={**own, **self.environment},
            stderr=subprocess.PIPE,
        )
        self._await_ready(self._process)
        return self

    def _await_ready(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None, "it was asked for"
        end = time.monotonic() + self._patience
        self._said = b""
        while not any(line.startswith(b"ready ") for line in self._said.splitlines()):
            left = end - time.monotonic()
            has_more = left > 0 and bool(select.select([process.stderr], [], [], left)[0])
            more = os.read(process.stderr.fileno(), 4096) if has_more else b""
            if not more:
                problem = f"is not ready after {self._patience:g} s" if left <= 0 else "has ended"
                self.kill()
                raise RuntimeError(f"pagerd {problem}: {self._said.decode(errors='replace')}")
            self._said += more

    def stop(self) -> int:
        """Ends it in order; its exit status."""
        if self._process is not None:
            self._process.terminate()
        return self._wait()

    def kill(self) -> None:
        """Ends it as a crash would (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
        self._wait()

    def restart(self) -> PrivateDaemon:
        """Ends it in order and starts it again."""
        self.stop()
        return self.start()

    def _wait(self) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        try:
            return process.wait(self._patience)
        finally:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()

    def pager(self, timeout: float = 20) -> Pager:
        """A client of it."""
        return Pager(command=self._address("command"), events=self._address("events"),
                     timeout=timeout)

    def async_pager(self, timeout: float = 20) -> AsyncPager:
        """A client of it for asyncio."""
        return AsyncPager(command=self._address("command"), events=self._address("events"),
                          timeout=timeout)

    def _address(self, socket: str) -> str:
        return f"ipc://{self._folder.name}/run/{_NAME}/{socket}"

    def advance(self, seconds: float) -> None:
        """Lets time pass on the manual clock: transitions end, autoplay turns pages."""
        with self.pager() as pager:
            pager.clock.advance(seconds)

    def close(self) -> None:
        """Ends it and removes its folder."""
        self.stop()
        self._folder.cleanup()

    def __enter__(self) -> PrivateDaemon:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
