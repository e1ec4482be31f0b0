"""Tests of the instruction gate: reading, counting and failing."""

from __future__ import annotations

from pathlib import Path

import pytest
from callgrind import Function, Profile, read
from counting import own_instructions
from hot_commands import HOT_COMMANDS
from instructions import ENGINE
from limits import Counts, Verdict, foreign, table, verdicts


def counts(compiler: str = "Swift 1", library: str = "glibc 1", **instructions: int) -> Counts:
    return Counts(compiler, library, instructions)


@pytest.mark.parametrize(
    ("now", "word", "fails"),
    [
        (1000, "ok", False),
        (1030, "ok", False),
        (1031, "too many", True),
        (2000, "too many", True),
        (970, "ok", False),
        (969, "renew", False),
    ],
)
def test_only_an_increase_by_more_than_three_percent_fails(
    now: int, word: str, fails: bool
) -> None:
    [verdict] = verdicts(counts(ping=now), counts(ping=1000))
    assert (verdict.word, verdict.fails) == (word, fails)


def test_a_grown_count_is_reported_with_both_values_and_advice() -> None:
    sentence = Verdict("server.ping", 1100, 1000).sentence
    for part in ("server.ping takes 1,100", "10.0 % more", "1,000", "instructions-accept"):
        assert part in sentence


def test_a_decreased_count_is_reported_with_advice() -> None:
    sentence = Verdict("server.ping", 900, 1000).sentence
    for part in ("10.0 % less", "instructions-accept"):
        assert part in sentence


def test_an_unchanged_count_is_not_reported() -> None:
    assert Verdict("server.ping", 1000, 1000).sentence == ""


def test_a_command_without_a_limit_fails_and_so_does_a_limit_without_a_command() -> None:
    found = verdicts(counts(new=1), counts(old=1))
    assert [(each.command, each.word, each.fails) for each in found] == [
        ("new", "no limit", True),
        ("old", "not counted", True),
    ]
    assert all(each.command in table(found) for each in found)


def test_limits_of_another_compiler_or_libc_are_recognized() -> None:
    assert foreign(counts(), counts()) == ""
    assert "Swift 1, and this is Swift 2" in foreign(counts("Swift 2"), counts())
    assert "glibc 1, and this is glibc 2" in foreign(counts(library="glibc 2"), counts())


def test_counts_are_read_as_they_were_written(tmp_path: Path) -> None:
    counts(ping=7).write(tmp_path / "counts.json")
    assert Counts.read(tmp_path / "counts.json") == counts(ping=7)


def test_each_hot_command_has_a_unique_name() -> None:
    names = [command.name for command in HOT_COMMANDS] + [ENGINE]
    assert len(set(names)) == len(names)


# main calls turn twice and zmq_send once; zmq_send calls memcpy, and release of the program's own.
COUNTED = """\
version: 1
positions: line
events: Ir
ob=(1) /somewhere/program
fl=(1) ???
fn=(1) main
0 10
cfn=(2) turn
calls=2 0
0 200
cob=(2) /lib/libzmq.so.5.2.4
cfn=(3) zmq_send
calls=1 0
0 75

fn=(2)
0 150
cob=(3) /lib/libc.so.6
cfn=(4) memcpy
calls=1 0
0 50

ob=(2)
fn=(3)
+1 40
cob=(3)
cfn=(4)
calls=3 0
* 30
cob=(1)
cfn=(5) release
calls=1 0
* 5

ob=(3)
fn=(4)
0 80

ob=(1)
fn=(5)
0 5

totals: 285
"""


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    file = tmp_path / "counts"
    file.write_text(COUNTED)
    return read(file)


def test_the_profile_counts_instructions_by_object_file_and_function(profile: Profile) -> None:
    main, send = Function("program", "main"), Function("libzmq.so.5.2.4", "zmq_send")
    assert profile.total == 285
    assert profile.own[send] == 40
    assert profile.own[Function("libc.so.6", "memcpy")] == 80
    assert profile.calls[main, send] == 75
    assert profile.calls[main, Function("program", "turn")] == 200


def test_own_instructions_exclude_libzmq_but_include_its_callbacks(profile: Profile) -> None:
    # main 10, turn 150 with 50 of memcpy, release 5.
    assert own_instructions(profile) == 215
