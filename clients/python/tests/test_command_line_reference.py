"""The references of the command line and the configuration match the programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "clients" / "python"))
from generator import command_line  # noqa: E402

PROGRAMS = Path(PROGRAM).parent
REFERENCE = ROOT / "docs" / "reference"
CONFIGURATION = (REFERENCE / "CONFIGURATION.md").read_text()
#: Variables of other programs, which pagerd passes on or a build sets, and those that only
#: pagerd's own programs set for each other.
OTHERS = {"PAGERD_WRITE_DOCS", "PAGERD_PARENT"}


def test_the_command_line_reference_matches_the_programs() -> None:
    written = (REFERENCE / "CLI.md").read_text()
    assert written == command_line.document(PROGRAMS), "run make docs"


def test_every_subcommand_has_its_help_in_the_reference() -> None:
    text = (REFERENCE / "CLI.md").read_text()
    for heading in ("pagerd", "pagerd relay", "pagerd recover", "pagerctl", "pagerview"):
        assert f"\n## {heading}\n" in text
    assert text.count("\n### pagerctl ") > 12
    assert "| `pager.next` | `pager.next [ID]" in text


def test_a_sentence_in_the_help_is_not_a_subcommand(tmp_path: Path) -> None:
    program = tmp_path / "viewer"
    program.write_text(
        "#!/bin/sh\ncat <<END\nOVERVIEW: Shows pages.\n\nEXAMPLES\n  viewer --port 8000\n"
        "  viewer make-book slides.pdf\n\nUSAGE: viewer <options> <subcommand>\n\nOPTIONS:\n"
        "  --public-address <public-address>\n                          The address of a proxy.\n"
        "                          viewer also accepts requests from this address.\nEND\n"
    )
    program.chmod(0o755)
    names = [name for name, _ in command_line.pages(tmp_path, "viewer")]
    assert names == ["viewer", "viewer make-book"]


def read_variables() -> set[str]:
    """Returns the environment variables in the sources of the programs and of the client."""
    found = set()
    for folder, ending in (("Sources", "*.swift"), ("clients/python/pagerd_client", "*.py")):
        for path in (ROOT / folder).rglob(ending):
            names = r'"((?:PAGERD|PAGERVIEW|XDG|WATCHDOG|NOTIFY)_[A-Z_]*[A-Z])"'
            found |= set(re.findall(names, path.read_text()))
    return found - OTHERS


def read_unit_variables() -> set[str]:
    """Returns the environment variables in the command lines of the systemd units."""
    texts = [path.read_text() for path in (ROOT / "docs" / "systemd").rglob("*.service")]
    return set(re.findall(r"\$\{?((?:PAGERD|PAGERVIEW)_[A-Z_]*[A-Z])", "\n".join(texts)))


def test_the_configuration_has_every_environment_variable() -> None:
    listed = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", CONFIGURATION))
    assert listed == read_variables() | read_unit_variables()


def test_the_configuration_has_every_option_of_the_file() -> None:
    source = (ROOT / "Sources" / "PagerDaemon" / "ConfigurationFile.swift").read_text()
    options = re.search(r"static let options = \[(.*?)\]", source, re.DOTALL)
    assert options is not None
    declared = set(re.findall(r'"([a-z-]+)"', options[1]))
    table = CONFIGURATION.split("## Options of the daemon")[1].split("## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)} == declared


def test_the_configuration_has_every_exit_status_of_the_help() -> None:
    text = command_line.help_of(PROGRAMS, "pagerctl", "--help").split("EXIT STATUS")[1]
    statuses = re.findall(r"^  (\d+) ", text, re.MULTILINE)
    table = CONFIGURATION.split("## Exit statuses")[1]
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == statuses == list("012345") + ["64"]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["pagerctl", "help"], 0),
        (["pagerctl", "--name", "missing", "status"], 1),
        (["pagerctl", "apply", "missing.yaml"], 1),
        (["pagerctl", "nonsense"], 64),
        (["pagerd", "--nonsense"], 64),
        (["pagerd", "--journal", "none", "--book", "missing.yaml"], 1),
        (["pagerview", "--nonsense"], 64),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_the_exit_status_matches_the_table(words: list[str], status: int) -> None:
    program, *arguments = words
    done = subprocess.run(
        [str(PROGRAMS / program), *arguments], capture_output=True, timeout=60, cwd="/"
    )
    assert done.returncode == status, done.stderr
