"""The C client and plugin: compiled with warnings as errors, and run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Daemon
from fake import FakeDaemon, record

from pagerd_client import Pager

SOURCES = ROOT / "clients" / "c"
pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None or not Path("/usr/include/zmq.h").exists(),
    reason="needs a C compiler and libzmq's header",
)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs are; with the sanitizers, so that a read too far is a failure."""
    folder = tmp_path_factory.mktemp("c")
    flags = "-g -fsanitize=address,undefined -fno-sanitize-recover=all"
    subprocess.run(
        ["make", "-C", str(SOURCES), f"BUILD={folder}", f"CFLAGS={flags}"], check=True, timeout=120
    )
    return folder


@pytest.fixture
def fake(runtime: Path) -> Iterator[FakeDaemon]:
    """The daemon's end of the plugins socket."""
    it = FakeDaemon(runtime)
    try:
        yield it
    finally:
        it.close()


def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PAGERD_NAME": "test", "ASAN_OPTIONS": "detect_leaks=1"}
    return subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=30, env=environment
    )


def test_next_page(daemon: Daemon, pager: Pager, build: Path) -> None:
    daemon.stop()
    daemon.start("--clock", "real")
    pager.call("controller.create", id="book", kind="pager", duration=0.1)
    for page in ("a", "b"):
        pager.call("controller.create", id=page, kind="view")
    pager.call("pager.setPages", id="book", pages=["a", "b"])
    pager.call("window.create", id="main")
    pager.call("window.setRoot", id="main", controller="book")
    done = run(build / "next_page")
    assert (done.returncode, done.stdout, done.stderr) == (0, "b, page 2\n", "")
    assert run(build / "next_page", "book").stdout == "nothing moved\n"
    refused = run(build / "next_page", 'no "such" page')
    assert refused.returncode == 2 and "next_page: " in refused.stderr


def test_nobody_there(build: Path, runtime: Path) -> None:
    done = run(build / "next_page")
    assert done.returncode == 1
    assert f"ipc://{runtime}/test/events" in done.stderr


def test_plugin(fake: FakeDaemon, build: Path) -> None:
    process = subprocess.Popen([build / "uptime_plugin"])
    try:
        params = fake.attach(record("a", "uptime"), missed=[fake.made("viewWillAppear", "a")])
        assert params["kinds"] == ["uptime"]
        update = fake.hear("controller.update")
        assert update["params"]["id"] == "a"
        assert update["params"]["content"]["body"].startswith("up ")
        fake.reply(update)
        fake.tell("viewDidDisappear", "a")
        assert fake.hears_nothing(1.5)
        fake.tell("viewWillAppear", "a")
        fake.refuse(fake.hear("controller.update"), "notPermitted")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


def test_plugin_on_show_before_it_came(fake: FakeDaemon, build: Path) -> None:
    process = subprocess.Popen([build / "uptime_plugin"])
    try:
        fake.attach(record("a", "uptime", "appeared"), lease=0.9)
        fake.reply(fake.hear("controller.update"))
        fake.reply(fake.hear("plugin.heartbeat"), lease=0.9)
        fake.close()
        assert process.wait(30) == 1, "whoever keeps it running starts it again"
        fake.open()
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("json", "path", "found"),
    [
        ('{"a":{"b":[1,{"c":"x"}]}}', "a.b.1.c", '"x"\nx\n"x"\n'),
        ('{ "a" : [ 1 , 2.5e3 ] , "b" : null }', "a.1", "2.5e3\n"),
        ('{"a":"]}\\"{[","b":true}', "b", "true\n"),
        (r'{"a":"\u00e9\ud83d\ude00\n\/"}', "a", None),
        ('{"a":[]}', "a", "[]\n"),
        ("[]", "0", ""),
        ('{"a":[1]}', "a.x", ""),
        ('{"a":1}', "b", ""),
        ('{"a":{"b":1', "a", ""),
        ('{"a":"open', "a", ""),
        ('{"a"', "a", ""),
        ("", "a", ""),
        ("}", "a", ""),
        ("[" * 100_000, "0.0", ""),
    ],
)
def test_json(build: Path, json: str, path: str, found: str | None) -> None:
    done = run(build / "json_test", json, path)
    assert done.stderr == ""
    if found is None:
        assert done.stdout.splitlines()[1:] == ["é😀", "/", '"é😀\\u000a/"']
    else:
        assert (done.stdout, done.returncode) == (found, 0 if found else 1)
