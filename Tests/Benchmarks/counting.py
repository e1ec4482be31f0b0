"""Counts the instructions that a command takes, with `valgrind --tool=callgrind`."""

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
"""Seconds for one reply, or for the start or the end of a program."""
WARM = 10
"""Rounds before the first that is counted."""
ENGINE_BLOCKS = 15
"""So often does the engine's program measure what it is asked for."""
FOREIGN = ("libzmq", "steady")


def own_instructions(profile: Profile) -> int:
    """Those of the program and of what it calls, but for libzmq and what that calls.

    libzmq's are others for each of its versions; those of steady.c are not the program's.
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
    """A folder with what is needed to count, made ready once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.steady = folder / "steady.so"
        subprocess.run(
            ["cc", "-O2", "-shared", "-fPIC", "-o", self.steady, HERE / "steady.c"], check=True
        )

    def stripped(self, program: Path) -> Path:
        """A copy without the lines of the source, which valgrind cannot read from Swift."""
        copy = self.folder / program.name / "program"
        copy.parent.mkdir()
        subprocess.run(["objcopy", "--strip-debug", program, copy], check=True)
        return copy

    @contextmanager
    def running(self, run: Path, *program: str | Path, whole: bool) -> Iterator[subprocess.Popen[bytes]]:
        """The program under callgrind; what it must not depend on is the same for each."""
        environment = {
            "PATH": os.environ["PATH"],
            "PAGERD_RUNTIME_DIR": str(run),
            "LD_PRELOAD": str(self.steady),
            "REST": str(run / "rest"),
            "LD_BIND_NOW": "1",
            "SWIFT_DETERMINISTIC_HASHING": "1",
            # libc has a memcpy for each processor; all of them have this one.
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
        """A switch of the engine by itself: what more of them cost more."""
        few, many = (self._engine(program, rounds) for rounds in (100, 300))
        return (many - few) // (ENGINE_BLOCKS * 200)

    def _engine(self, program: Path, rounds: int) -> int:
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            run = Path(name)
            with self.running(run, program, str(rounds), whole=True) as process:
                process.communicate(timeout=PATIENCE)
            return read(run / "counts-01").total

    def daemon(self, program: Path, command: HotCommand, rounds: int) -> int:
        """What the daemon's main thread does itself while it carries out so many rounds."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            run = Path(name)
            (run / "rest").write_bytes(bytes(2))
            journal = str(run / "journal") if command.journal else "none"
            with self.running(run, program, "--journal", journal, whole=False) as process:
                await_ready(process)
                serve(run, Rest(run / "rest", process), command, rounds)
            return own_instructions(read(run / "counts-01"))


def await_ready(process: subprocess.Popen[bytes]) -> None:
    """Until the daemon can be reached."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        if line.startswith(b"ready"):
            return
        said.append(line.decode())
    raise SystemExit(f"pagerd ended before it was ready: {''.join(said) or 'it said nothing'}")


def serve(run: Path, rest: Rest, command: HotCommand, rounds: int) -> None:
    """Sends everything, each after the reply to the one before, and ends the daemon."""
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
            # The welcome: from here on every event is sent.
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
    """Tells when the daemon waits for the next message and has nothing else to do."""

    def __init__(self, path: Path, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        with path.open("r+b") as file:
            self.page = mmap.mmap(file.fileno(), 2)

    def wait(self) -> None:
        """Until then."""
        deadline = time.monotonic() + PATIENCE
        while self.page[0] != 1:
            if self.process.poll() is not None and self.process.stderr is not None:
                raise SystemExit(f"pagerd ended: {self.process.stderr.read().decode()}")
            if time.monotonic() > deadline:
                raise SystemExit(f"pagerd did not come to rest within {PATIENCE} s")
            time.sleep(0.0001)

    def count(self, counts: bool) -> None:
        """Whether instructions are counted, from the next message on."""
        self.wait()
        self.page[1] = counts


def exchange(socket: zmq.Socket[bytes], request: Request, rest: Rest) -> None:
    """A request that must not be refused, sent when the daemon waits for it."""
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
