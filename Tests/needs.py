"""What the parts of `make test` need, and what is left out without it.

    python Tests/needs.py PART...    # says it

The tests ask the same functions, and skip what cannot run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Bytes. The temporary files of all parts together are smaller.
SPACE = 1 << 30


@dataclass(frozen=True)
class Need:
    """Something that a machine may lack."""

    name: str
    #: What is left out without it.
    tests: str
    #: Returns what is missing, or an empty text.
    missing: Callable[[], str]

    @property
    def reason(self) -> str:
        """Why a test is skipped, or an empty text if it can run."""
        missing = self.missing()
        return missing and f"needs {self.name}: {missing}"


def _programs(*names: str) -> Callable[[], str]:
    def missing() -> str:
        absent = [name for name in names if shutil.which(name, path=_path()) is None]
        return f"no {', '.join(absent)}" if absent else ""

    return missing


def _files(*paths: str) -> Callable[[], str]:
    def missing() -> str:
        absent = [path for path in paths if not Path(path).exists()]
        return f"no {', '.join(absent)}" if absent else ""

    return missing


def _path() -> str:
    # Debian installs servers where only root looks for programs.
    return f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"


def chromium() -> str | None:
    """Returns the path of the browser for the tests: CHROMIUM, where an empty text means none."""
    given = os.environ.get("CHROMIUM")
    if given is not None:
        return shutil.which(given)
    # The shell has no windows, so it needs half the processor time of the whole browser.
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _no_chromium() -> str:
    given = os.environ.get("CHROMIUM")
    where = "no chromium-headless-shell" if given is None else f"CHROMIUM is {given!r}"
    return "" if chromium() else where


@lru_cache(maxsize=None)
def _no_sandbox() -> str:
    """Tries the sandbox of the browser that pagerview starts. Root's has none."""
    names = ("chromium", "chromium-browser", "google-chrome-stable", "chromium-headless-shell")
    browser = next((found for name in names if (found := shutil.which(name))), None)
    if browser is None:
        return "no chromium"
    if os.geteuid() == 0:
        return ""
    with tempfile.TemporaryDirectory() as profile:
        words = [browser, "--headless", f"--user-data-dir={profile}", "--dump-dom", "about:blank"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode == 0:
        return ""
    return "this user may not create namespaces" if "sandbox" in done.stderr else "it ends at once"


def _right(*options: str) -> Callable[[], str]:
    """Tries a right that root lacks in some containers."""

    @lru_cache(maxsize=None)
    def missing() -> str:
        if absent := _programs("ip", "unshare")():
            return absent
        done = subprocess.run(["unshare", *options, "true"], capture_output=True, check=False)
        return "this user may not" if done.returncode else ""

    return missing


CHROMIUM = Need("Chromium", "tests in a browser", _no_chromium)
SANDBOX = Need("Chromium that pagerview can start", "exports to PDF", _no_sandbox)
NAMESPACES = Need(
    "the right to create network namespaces",
    "tests with several machines",
    _right("--net", "--mount"),
)
MOUNTS = Need("the right to mount", "tests with a small disk", _right("--mount"))
TMUX = Need("tmux", "tests of `pagerctl watch`", _programs("tmux"))
POPPLER = Need("Poppler", "tests of PDF", _programs("pdfinfo", "pdftocairo", "pdftotext"))
SCRIPTS = Need("KaTeX and highlight.js", "tests of formulas and code", _files(
    "/usr/share/javascript/katex/katex.min.js",
    "/usr/share/javascript/highlight.js/highlight.min.js"))
ZBAR = Need("zbarimg", "tests of QR codes", _programs("zbarimg"))
COMPILER = Need("a C compiler", "tests of the C client", _programs("cc", "c++"))
HUNSPELL = Need("hunspell", "the spelling of the documents", _programs("hunspell"))
MOSQUITTO = Need("mosquitto", "tests of the MQTT bridge", _programs("mosquitto"))
PROXIES = Need("nginx and Caddy", "tests of proxies", _programs("nginx", "caddy"))
ETCD = Need("etcd", "tests of pagerd-ha", _programs("etcd"))
NATS = Need("nats-server", "tests of the NATS bridge", _programs("nats-server"))
PARTS = {
    "test-swift": [TMUX],
    "test-samples": [],
    "test-viewer": [CHROMIUM, SANDBOX, POPPLER, SCRIPTS, ZBAR],
    "test-python": [COMPILER, HUNSPELL, MOSQUITTO],
    "test-proxies": [CHROMIUM, NAMESPACES, PROXIES],
    "test-bridges": [COMPILER, ETCD, NATS, NAMESPACES, MOUNTS],
}


def free(folder: str) -> int:
    """Returns the bytes that are free in the folder's file system."""
    return shutil.disk_usage(folder).free


def make_space() -> str:
    """Moves temporary files to .build/tmp if there is too little space for them.

    Returns what it has done, or an empty text.
    """
    small = tempfile.gettempdir()
    if free(small) >= SPACE:
        return ""
    other = ROOT / ".build" / "tmp"
    left = f"{small} has {free(small) >> 20} MiB left of the {SPACE >> 20} that tests may need"
    try:
        other.mkdir(parents=True, exist_ok=True)
        if not os.access(other, os.W_OK) or free(str(other)) < SPACE:
            return f"{left}, and {other} too; set TMPDIR to a folder with more"
    except OSError as error:
        return f"{left}, and there is no other folder: {error}; set TMPDIR to a folder with more"
    os.environ["TMPDIR"] = tempfile.tempdir = str(other)
    return f"{left}, so temporary files are in {other}"


def main(parts: list[str]) -> None:
    """Prints what the parts need, and what is left out."""
    for part in parts:
        needs = [need.name for need in PARTS.get(part, [])]
        needs.append(f"{SPACE >> 30} GiB in {tempfile.gettempdir()}")
        print(f"{part} needs {', '.join(needs)}")
        for need in PARTS.get(part, []):
            if missing := need.missing():
                print(f"{part} without {need.name} ({missing}) leaves out {need.tests}")
        if moved := make_space():
            print(f"{part}: {moved}")


if __name__ == "__main__":
    main(sys.argv[1:])
