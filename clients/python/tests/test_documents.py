"""Runs every code block in the README and the documents, as a reader does.

Each block runs twice: with XDG_RUNTIME_DIR and without. A block that cannot run in a test has
`<!-- not run: WHY -->` on the line above it, which readers do not see. A block that is not code,
such as output, has no language, or its first line does not begin with a command.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

import pytest
from conftest import PATIENCE, PROGRAM, ROOT

CLIENT = ROOT / "clients" / "python"
PROGRAMS = Path(PROGRAM).parent
#: Generated from declarations. The tests of their generator also test their examples.
GENERATED = {"PROTOCOL.md", "RULES.md", "CLI.md"}
#: Other tests run these as a whole: test_tutorials, test_protocol_intro, test_plugin_wire.
SESSIONS = {
    *(ROOT / "docs" / name for name in ("protocol-intro.md", "reference/plugin-wire.md")),
    *(ROOT / "docs" / "tutorial").glob("*.md"),
}
DOCUMENTS = [
    ROOT / "README.md",
    *sorted(
        path
        for path in (ROOT / "docs").rglob("*.md")
        if path.name not in GENERATED and path not in SESSIONS
    ),
    *sorted((ROOT / "clients").glob("*/README.md")),
]
#: The first words of commands that a reader types.
COMMANDS = (
    "pagerd pagerctl pagerd-py pagerview python python3 pip make swift sudo systemctl systemd-sysusers cd "
    "git apt apt-get curl $"
).split()
#: Commands that run until the reader ends them.
ENDLESS = re.compile(
    r"pagerd(?!-| (recover|--help|--version))|pagerview(?! make-certificate)|pagerctl (.* )?(subscribe|watch|plugin run)|"
    r"pagerctl apply .*--watch|pagerd-py .*events.*|python3? (?!-m pagerd_client call).*"
)
MARK = re.compile(r"^<!-- not run: .+ -->$", re.MULTILINE)
#: The languages of blocks that other tests check, and these tests.
ELSEWHERE = {
    "caddyfile": "test_proxies.py",
    "nginx": "test_proxies.py",
    "swift": "PluginDocumentTests",
    "yaml": "DocumentationTests, SchemaTests, CheckTests",
}


@dataclass(frozen=True)
class Block:
    """A code block in a document."""

    path: Path
    line: int
    language: str
    text: str
    is_marked: bool

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}"

    @property
    def is_commands(self) -> bool:
        lines = (line for line in self.text.splitlines() if line[:1] not in ("#", " "))
        first = next(lines, "")
        words = re.sub(r"^([A-Z_]+=\S+\s+)+", "", first).split()
        return self.language == "sh" or (
            not self.language and bool(words) and words[0] in COMMANDS
        )


def blocks(path: Path) -> Iterator[Block]:
    lines = path.read_text().splitlines()
    index = 0
    while index < len(lines):
        start = index
        fence = re.fullmatch(r"```(\w*)", lines[index])
        if fence:
            index = lines.index("```", index + 1)
            text, language = lines[start + 1 : index], fence[1]
        elif lines[index].startswith("    ") and (not index or not lines[index - 1].strip()):
            while index < len(lines) and (lines[index].startswith("    ") or not lines[index]):
                index += 1
            text, language = [line[4:] for line in lines[start:index]], ""
        else:
            index += 1
            continue
        before = next((line for line in reversed(lines[:start]) if line.strip()), "")
        code = "\n".join(text).strip("\n")
        yield Block(path, start + 1, language, code, bool(MARK.fullmatch(before)))
        index += 1


ALL = [block for path in DOCUMENTS for block in blocks(path)]
RUN = [block for block in ALL if not block.is_marked]


def some(condition: Callable[[Block], bool]) -> pytest.MarkDecorator:
    found = [block for block in RUN if condition(block)]
    return pytest.mark.parametrize("block", found, ids=map(str, found))


@dataclass
class Reader:
    """A reader with a shell, in a folder with the files that the documents mention."""

    folder: Path
    environment: dict[str, str]
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)
    terminals: list[int] = field(default_factory=list)
    #: The daemon's process, if a block has started one.
    own: subprocess.Popen[bytes] | None = None
    said: str = ""

    def start(self, command: str) -> subprocess.Popen[bytes]:
        """Starts a command line at a new terminal."""
        # With `exec`, signals reach the program and not a shell around it.
        line = re.sub(r"\s*&$", "", command)
        main, other = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-c", f"exec {line}"],
            cwd=self.folder,
            env=self.environment,
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
        )
        os.close(other)
        self.started.append(process)
        self.terminals.append(main)
        return process

    def until(
        self, process: subprocess.Popen[bytes], text: str, terminal: int | None = None
    ) -> None:
        """Waits until a program has printed `text`: at `terminal`, by default the latest one."""
        said = b""
        while text.encode() not in said:
            try:
                said += os.read(self.terminals[-1] if terminal is None else terminal, 4096)
            except OSError:
                raise AssertionError(
                    f"the program ended without {text!r}: {said.decode()}"
                ) from None

    def daemon(self, command: str) -> None:
        """Starts a daemon, after it has ended the one that was started before."""
        if self.own is not None:
            self.end(self.own)
        self.own = self.start(command)
        self.until(self.own, "ready ")

    def stays(self, command: str) -> None:
        """Starts a command that runs without an end. It must not exit with an error."""
        process = self.start(command)
        if command.startswith("pagerview"):
            return self.until(process, "ready ")
        with suppress(subprocess.TimeoutExpired):
            status = process.wait(0.5)
            said = os.read(self.terminals[-1], 65536).decode() if status else ""
            assert status == 0, f"{command} ended with {status}: {said}"

    def run(self, command: str) -> None:
        """Runs a command line and waits for its end."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.said += done.stdout
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"

    def type(self, text: str) -> None:
        """Types the commands of a block, line by line."""
        for line in re.sub(r"\\\n\s*", "", text).splitlines():
            command = re.sub(r"(^|\s+)# .*$", "", line).removeprefix("$ ").strip()
            if re.match(r"pagerd(?!-| recover)\b", command):
                self.daemon(command)
            elif ENDLESS.fullmatch(re.sub(r"\s*&$", "", command)) or re.match(ENDLESS, command):
                self.stays(command)
            elif command:
                self.run(command)

    def end(self, process: subprocess.Popen[bytes]) -> None:
        self.started.remove(process)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def close(self) -> None:
        for process in reversed(list(self.started)):
            self.end(process)
        for terminal in self.terminals:
            os.close(terminal)


PLACES = ["session", "plain"]


@pytest.fixture(params=PLACES if "PAGERD_SNIPPETS" in os.environ else [None])
def reader(
    request: pytest.FixtureRequest, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Reader]:
    """A reader in a session with a runtime directory, or in a plain one.

    Every second block runs in a plain one, and with PAGERD_SNIPPETS each block in both.
    """
    block = request.node.callspec.params.get("block")
    place = request.param or PLACES[ALL.index(block) % 2 if block else 0]
    folder = runtime / "home"
    folder.mkdir()
    fill(folder)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PAGERD")
    }
    environment.pop("XDG_RUNTIME_DIR", None)
    environment.update(
        PATH=f"{folder}/bin:{PROGRAMS}:{os.environ['PATH']}",
        PYTHONPATH=str(CLIENT),
        HOME=str(folder),
        TERM="xterm",
        XDG_STATE_HOME=str(folder / "state"),
    )
    with ExitStack() as stack:
        if place == "session":
            (runtime / "run").mkdir(mode=0o700)
            environment["XDG_RUNTIME_DIR"] = str(runtime / "run")
        else:
            # Only one test at a time may use the folder in /tmp, also if tests run in parallel.
            lock = stack.enter_context(open(f"/tmp/pagerd-{os.getuid()}.tests", "w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
            if is_taken(Path(f"/tmp/pagerd-{os.getuid()}/default")):
                pytest.skip("a daemon of this user runs in /tmp; end it to run this test")
        it = Reader(folder, environment)
        stack.callback(it.close)
        yield it


def is_taken(folder: Path) -> bool:
    """Whether a daemon runs there. One that was killed leaves its files, but not its lock."""
    try:
        with open(folder / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def fill(folder: Path) -> None:
    """Creates the files that the documents mention: a folder of slides, a book, scripts."""
    slides = folder / "slides"
    slides.mkdir()
    for number, name in enumerate(["welcome", "menu", "floor", "end"], 1):
        (slides / f"{name}.md").write_text(f"# Slide {number}\n")
    (folder / "photos").mkdir()
    (folder / "photos" / "team.txt").write_text("the team")
    (folder / "wallboard.yaml").write_text(
        "pager:\n  id: book\n  pages: [{id: home}, {id: menu}, {id: floor}, photos/team.txt]\n"
    )
    (folder / "docs").symlink_to(ROOT / "docs")
    (folder / "clients").symlink_to(ROOT / "clients")
    (folder / "uptime.sh").symlink_to(ROOT / "clients" / "shell" / "uptime.sh")
    (folder / "bin").mkdir()
    for name in ("python", "python3"):
        (folder / "bin" / name).write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        (folder / "bin" / name).chmod(0o755)
    (folder / "bin" / "pagerd-py").write_text(
        f'#!/bin/sh\nexec {sys.executable} -m pagerd_client "$@"\n'
    )
    (folder / "bin" / "pagerd-py").chmod(0o755)
    # The commands in PLUGINS.md start its first Python block as a file.
    plugins = [b for b in blocks(ROOT / "docs" / "reference" / "PLUGINS.md") if b.language == "python"]
    (folder / "clock.py").write_text(plugins[0].text)
    # The commands in BOOKS.md show its talk as a file.
    talks = [b for b in blocks(ROOT / "docs" / "reference" / "BOOKS.md") if b.language == "markdown"]
    (folder / "talk.md").write_text(talks[0].text)


def test_every_code_block_is_tested_or_marked() -> None:
    """A test runs or reads the blocks of each language, and each mark is above a block."""
    for block in RUN:
        known = {"", "sh", "python", "json", "c", "markdown", *ELSEWHERE}
        assert block.language in known, f"{block}: no test runs the language {block.language}"
    for path in DOCUMENTS:
        marks = len(re.findall(MARK, path.read_text()))
        marked = sum(block.is_marked for block in ALL if block.path == path)
        assert marks == marked, f"{path}: a mark without a block"
    assert len([block for block in RUN if block.is_commands]) >= 8


@some(lambda block: block.language == "json")
def test_every_line_of_a_json_block_is_valid_json(block: Block) -> None:
    for line in block.text.splitlines():
        json.loads(line)


@some(lambda block: block.language == "c")
def test_every_c_block_compiles(block: Block, tmp_path: Path) -> None:
    """The block compiles in the body of a function."""
    source = tmp_path / "block.c"
    source.write_text(
        '#include <stdio.h>\n#include "pagerd.h"\nint main(void) {\n' + block.text + "\n}\n"
    )
    flags = ["-std=c99", "-Wall", "-Wextra", "-fsyntax-only", f"-I{ROOT}/clients/c"]
    subprocess.run(["cc", *flags, str(source)], check=True)


@some(lambda block: block.is_commands)
def test_every_block_of_commands_runs(block: Block, reader: Reader) -> None:
    if not re.search(r"^(\$ )?pagerd (?!recover)", block.text, re.MULTILINE):
        reader.daemon("pagerd --book slides/ --name default")
        if "--name wall" in block.text:
            # A second daemon, beside the default one.
            reader.until(reader.start("pagerd --book wallboard.yaml --name=wall"), "ready ")
    reader.type(block.text)


@some(lambda block: block.language == "python")
def test_every_python_block_runs(block: Block, reader: Reader) -> None:
    """A script runs while a daemon shows a book."""
    reader.daemon("pagerd --book slides/ --journal none")
    (reader.folder / "script.py").write_text(block.text)
    if "def test_" in block.text:
        plugins = 'pytest_plugins = ["pagerd_client.testing.fixtures"]'
        assert plugins in block.path.read_text()
        (reader.folder / "conftest.py").write_text(plugins + "\n")
        reader.run("python3 -m pytest -q -p no:cacheprovider script.py")
        return
    if "wall.run()" in block.text:
        reacts(reader)
        return
    if ".main()" not in block.text:
        reader.run("python3 script.py")
        return
    process = reader.start("python3 script.py")
    reader.run("pagerctl wait plugin.clock.attached --since 0 --timeout 60")
    process.terminate()
    assert process.wait(PATIENCE) == 0


def reacts(reader: Reader) -> None:
    """Checks that a script without an end prints each new page, also after a restart."""
    process = reader.start("python3 script.py")
    shown = reader.terminals[-1]
    reader.until(process, "shows end", shown)
    reader.run("pagerctl next --no-animated")
    reader.until(process, "shows floor", shown)
    reader.daemon("pagerd --book slides/ --journal none")
    reader.until(process, "shows end", shown)
    assert process.poll() is None
    process.terminate()
    process.wait(PATIENCE)


@pytest.mark.parametrize("reader", PLACES, indirect=True)
def test_the_daemon_is_found_where_the_document_says(reader: Reader) -> None:
    """Checks that blocks with and without XDG_RUNTIME_DIR use different folders."""
    reader.daemon("pagerd --journal none")
    run = reader.environment.get("XDG_RUNTIME_DIR")
    folder = Path(f"{run}/pagerd" if run else f"/tmp/pagerd-{os.getuid()}")
    assert (folder / "default" / "command").is_socket()
    began = time.monotonic()
    reader.run("pagerctl shutdown")
    while (folder / "default").exists():
        assert time.monotonic() - began < PATIENCE, "the daemon's folder still exists"
    shutil.rmtree(folder, ignore_errors=True)
