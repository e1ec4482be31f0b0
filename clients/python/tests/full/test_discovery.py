"""Home Assistant's own schemas accept the discovery messages.

The environment variable HOMEASSISTANT is the path of a Python that has Home Assistant.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT

from pagerd_client import Pager
from pagerd_client.bridges.discovery import messages
from pagerd_client.bridges.topics import Topics


def validate(discovery: dict[str, Any], automations: list[Any]) -> list[str]:
    """Returns the lines that schemas.py prints."""
    done = subprocess.run(
        [os.environ["HOMEASSISTANT"], str(Path(__file__).with_name("schemas.py"))],
        input=json.dumps({"discovery": discovery, "automations": automations}),
        capture_output=True, text=True, timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def discovery(pager: Pager) -> dict[str, Any]:
    """The messages for a pager with pages and autoplay, and for an empty pager."""
    for id in ("home", "menu"):
        pager.controllers.create("view", id)
    pager.controllers.create("pager", "book", title="Wall", auto_advance=9)
    pager.controllers.create("pager", "empty")
    pager["book"].set_pages(["home", "menu"])
    found = messages(
        Topics("pagerd", "hall", "homeassistant"), (pager["book"].get(), pager["empty"].get())
    )
    return {topic: json.loads(text) for topic, text in found.items()}


def test_discovery_messages_are_valid(discovery: dict[str, Any]) -> None:
    print(json.dumps(discovery, indent=1))
    assert len(discovery) == 7
    *problems, last = validate(discovery, [])
    assert last == "validated 7"
    # A release ignores the newer or the older name of the entity id.
    unknown = {line.partition(": ")[2] for line in problems}
    assert unknown in ({"default_entity_id is unknown"}, {"object_id is unknown"}, set())


def test_the_schemas_reject_a_wrong_message(discovery: dict[str, Any]) -> None:
    select = discovery["homeassistant/select/pagerd_hall/book_page/config"]
    select["colour"] = "red"
    button = discovery["homeassistant/button/pagerd_hall/book_next/config"]
    button["command_topic"] = "a/#"
    problems = validate(discovery, [])
    assert any("colour is unknown" in line for line in problems)
    assert any("book_next" in line and "command_topic" in line for line in problems)


def test_the_documented_automations_are_valid(discovery: dict[str, Any]) -> None:
    text = (ROOT / "docs" / "how-to" / "home-assistant.md").read_text()
    automations = [
        one for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
        for one in yaml.safe_load(block)
    ]
    assert len(automations) == 2
    assert validate({}, automations) == ["validated 2"]
    known = {one["default_entity_id"] for one in discovery.values()}
    named = {one["action"][0]["target"]["entity_id"] for one in automations}
    assert named <= known
