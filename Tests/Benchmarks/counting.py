"""Counts the instructions of a command with `valgrind --tool=callgrind`."""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import zmq
from callgrind import Profile, read
from hot_commands import HotCommand, Request

HERE = Path(__file__).resolve().parent
PATIENCE = 60
"""The time limit in seconds for a reply, and for the start and the end of a program."""
WARM = 10
"""The number of rounds before counting starts."""
ENGINE_BLOCKS = 15
"""The number of measurements that the engine program makes."""
FOREIGN = ("libzmq", "steady")


def own_instructions(profile: Profile) -> int:
    """Returns the instructions of the program and of the functions that it calls.

    Those of libzmq are not counted, because they differ between its versions, nor those of
    steady.c, which is not part of the program. Callbacks from libzmq into the program are counted.
    """
    def is_library(name: str) -> bool:
        return name.startswith(FOREIGN)

    def is_own(name: str) -> bool:
        return name == "program" or name.startswith("libswift")

    count = profile.total
    for (caller, called), cost in profile.calls.items():
        if is_library(called.object) and not is_library(caller.object):
            count -= cost
        elif is_library(caller.object) and is_own(called.object):
            count += cost
    return count


class Counting:
    """A folder with the files for counting, prepared once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.steady = folder / "steady.so"
        subprocess.run(
            ["cc", "-O2", "-shared", "-fPIC", "-o", self.steady, HERE / "steady.c"], check=True
        )

    def stripped(self, program: Path) -> Path:
        """Returns a copy without line information, which valgrind cannot read for Swift."""
        copy = self.folder / program.name / "program"
        copy.parent.mkdir()
        subprocess.run(["objcopy", "--strip-debug", program, copy], check=True)
        return copy

    @contextmanager
    def running(self, run: Path, *program: str | Path, whole: bool) -> Iterator[subprocess.Popen[bytes]]:
        """Runs the program under callgrind in a reproducible environment."""
        environment = {
            "PATH": os.environ["PATH"],
            "PAGERD_RUNTIME_DIR": str(run),
            "LD_PRELOAD": str(self.steady),
            "REST": str(run / "rest"),
            "LD_BIND_NOW": "1",
            "SWIFT_DETERMINISTIC_HASHING": "1",
            # libc has a memcpy for each processor; this setting selects the same one everywhere.
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps="
            "-AVX_Fast_Unaligned_Load,-AVX2,-AVX512F,-AVX512VL,-ERMS,-FSRM,-SSSE3,-SSE4_1,-SSE4_2",
        }
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        tool = [
            "valgrind", "--tool=callgrind", "--quiet", "--separate-threads=yes",
            f"--instr-atstart={'yes' if whole else 'no'}", f"--log-file={run}/log",
            f"--callgrind-out-file={run}/counts",
        ]
        with subprocess.Popen(
            [*tool, *program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            try:
                yield process
                process.wait(PATIENCE)
            finally:
                process.kill()

    def engine(self, program: Path) -> int:
        """Counts the instructions of one change among ten pages in the engine."""
        return self._difference(program, "10") // ENGINE_BLOCKS

    def classes(self, program: Path, block: str) -> int:
        """Counts the instructions of one round of a block with UIKit's classes."""
        return self._difference(program, block)

    def _difference(self, program: Path, *arguments: str) -> int:
        """Counts the instructions of one round in each block, as a difference of two runs."""
        few, many = (self._whole(program, str(rounds), *arguments) for rounds in (100, 300))
        return (many - few) // 200

    def _whole(self, program: Path, *arguments: str) -> int:
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            run = Path(name)
            with self.running(run, program, *arguments, whole=True) as process:
                process.communicate(timeout=PATIENCE)
            return read(run / "counts-01").total

    def daemon(self, program: Path, command: HotCommand, rounds: int) -> int:
        """Counts the instructions of the daemon's main thread in a number of rounds."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            run = Path(name)
            (run / "rest").write_bytes(bytes(2))
            journal = str(run / "journal") if command.journal else "none"
            with self.running(run, program, "--journal", journal, whole=False) as process:
                await_ready(process)
                serve(run, Rest(run / "rest", process), command, rounds)
            return own_instructions(read(run / "counts-01"))


def await_ready(process: subprocess.Popen[bytes]) -> None:
    """Waits until the daemon accepts connections."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        if line.startswith(b"ready"):
            return
        said.append(line.decode())
    raise SystemExit(f"pagerd ended before it was ready: {''.join(said) or 'it printed nothing'}")


def serve(run: Path, rest: Rest, command: HotCommand, rounds: int) -> None:
    """Sends all requests, each after the reply to the previous one, and ends the daemon."""
    context = zmq.Context()
    try:
        commands = context.socket(zmq.REQ)
        commands.set(zmq.RCVTIMEO, PATIENCE * 1000)
        commands.connect(f"ipc://{run}/default/command")
        for each in command.scene:
            exchange(commands, each, rest)
        if command.subscriber:
            events = context.socket(zmq.SUB)
            events.set(zmq.RCVHWM, 0)
            events.set(zmq.RCVTIMEO, PATIENCE * 1000)
            events.connect(f"ipc://{run}/default/events")
            events.subscribe(b"")
            # After the welcome, every event is sent.
            events.recv_multipart()
        for number in range(-WARM, rounds):
            if number == 0:
                rest.count(True)
            for each in command.round:
                exchange(commands, each, rest)
        rest.count(False)
        exchange(commands, Request("server.shutdown", {}), rest)
    finally:
        context.destroy(linger=0)


class Rest:
    """A detector of the daemon's idle state, in which it waits for the next message."""

    def __init__(self, path: Path, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        with path.open("r+b") as file:
            self.page = mmap.mmap(file.fileno(), 2)

    def wait(self) -> None:
        """Waits until the daemon is idle."""
        deadline = time.monotonic() + PATIENCE
        while self.page[0] != 1:
            if self.process.poll() is not None and self.process.stderr is not None:
                raise SystemExit(f"pagerd ended: {self.process.stderr.read().decode()}")
            if time.monotonic() > deadline:
                raise SystemExit(f"pagerd was still busy after {PATIENCE} s")
            time.sleep(0.0001)

    def count(self, counts: bool) -> None:
        """Starts or stops counting with the next message."""
        self.wait()
        self.page[1] = counts


def exchange(socket: zmq.Socket[bytes], request: Request, rest: Rest) -> None:
    """Sends a request to the idle daemon, which must not refuse it."""
    rest.wait()
    socket.send(request.message)
    try:
        reply = json.loads(socket.recv())
    except zmq.Again:
        raise SystemExit(
            f"pagerd did not answer {request.message.decode()} within {PATIENCE} s"
        ) from None
    if "result" not in reply:
        raise SystemExit(f"pagerd refused {request.message.decode()}: {reply}")
