"""A pagerd with its own folder, which a test starts and ends."""

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


def find_pagerd() -> str:
    """Returns the path of pagerd: PAGERD, or else pagerd in PATH. Raises FileNotFoundError."""
    given = os.environ.get("PAGERD")
    found = given or shutil.which("pagerd")
    if found is None or not os.access(found, os.X_OK):
        where = f"PAGERD is {given!r}" if given else "PATH has none"
        raise FileNotFoundError(f"no pagerd to start: {where}; set PAGERD to the path of a pagerd")
    return found


def await_ready(process: subprocess.Popen[bytes], patience: float) -> None:
    """Waits until a pagerd that was started with `stderr=PIPE` is ready.

    Raises RuntimeError with its output if it ends, or is not ready after `patience` seconds.
    """
    assert process.stderr is not None, "the process was started with stderr=PIPE"
    end = time.monotonic() + patience
    said = b""
    while not any(line.startswith(b"ready ") for line in said.splitlines()):
        left = end - time.monotonic()
        has_more = left > 0 and bool(select.select([process.stderr], [], [], left)[0])
        more = os.read(process.stderr.fileno(), 4096) if has_more else b""
        if not more:
            problem = f"is not ready after {patience:g} s" if left <= 0 else "has ended"
            raise RuntimeError(f"pagerd {problem}: {said.decode(errors='replace')}")
        said += more


class PrivateDaemon:
    """A pagerd for one test. Only `advance` moves its clock.

        with PrivateDaemon("--book", "wall.yaml") as daemon, daemon.pager() as wall:
            wall["book"].next(animated=False)

    Takes the arguments of pagerd. Without `--journal`, the daemon stores nothing and begins a new
    history at each start. With `--clock real`, its clock runs by itself. Its name is `test`; with
    `--name NAME`, a program that names its daemon finds it.
    """

    def __init__(self, *arguments: str, program: str | None = None, patience: float = 20) -> None:
        """`program` is the path of pagerd (default `find_pagerd()`).

        `patience` is the time for pagerd to start or to end, in seconds.
        """
        self._program = program
        self._arguments = list(arguments)
        if "--name" not in self._arguments:
            self._arguments += ["--name", "test"]
        self._name = self._arguments[self._arguments.index("--name") + 1]
        self._patience = patience
        # The folder has a short path, because the path of a socket has at most 107 bytes.
        self._folder = tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp")
        self._process: subprocess.Popen[bytes] | None = None

    def __repr__(self) -> str:
        state = "stopped" if self._process is None else f"process {self._process.pid}"
        return f"<PrivateDaemon in {self._folder.name}, {state}>"

    @property
    def folder(self) -> Path:
        """A folder for a book or a journal, which is removed by `close`."""
        return Path(self._folder.name)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables with which a program finds this daemon and no other."""
        sockets = ("command", "events", "plugins")
        addresses = {f"PAGERD_{socket.upper()}": self._address(socket) for socket in sockets}
        return {**self._place, **addresses}

    @property
    def _place(self) -> dict[str, str]:
        return {"PAGERD_RUNTIME_DIR": f"{self._folder.name}/run", "PAGERD_NAME": self._name}

    def start(self) -> PrivateDaemon:
        """Starts the daemon and waits until it is ready. Raises RuntimeError with its output."""
        arguments: list[str] = []
        if "--clock" not in self._arguments:
            arguments += ["--clock", "manual"]
        if "--journal" not in self._arguments:
            arguments += ["--journal", "none"]
        own = {name: value for name, value in os.environ.items() if not name.startswith("PAGERD_")}
        self._process = subprocess.Popen(
            [self._program or find_pagerd(), *arguments, *self._arguments],
            env={**own, **self._place},
            stderr=subprocess.PIPE,
        )
        try:
            await_ready(self._process, self._patience)
        except RuntimeError:
            self.kill()
            raise
        return self

    def stop(self) -> int:
        """Ends the daemon with SIGTERM and returns its exit status."""
        if self._process is not None:
            self._process.terminate()
        return self._wait()

    def kill(self) -> None:
        """Ends the daemon with SIGKILL, as a crash would."""
        if self._process is not None:
            self._process.kill()
        self._wait()

    def restart(self) -> PrivateDaemon:
        """Ends the daemon with SIGTERM and starts it again."""
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
        """Returns a client of the daemon."""
        return Pager(command=self._address("command"), events=self._address("events"),
                     timeout=timeout)

    def async_pager(self, timeout: float = 20) -> AsyncPager:
        """Returns a client of the daemon for asyncio."""
        return AsyncPager(command=self._address("command"), events=self._address("events"),
                          timeout=timeout)

    def _address(self, socket: str) -> str:
        return f"ipc://{self._folder.name}/run/{self._name}/{socket}"

    def advance(self, seconds: float) -> None:
        """Advances the manual clock: transitions end, and autoplay turns pages."""
        with self.pager() as pager:
            pager.clock.advance(seconds)

    def close(self) -> None:
        """Ends the daemon and removes its folder."""
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
