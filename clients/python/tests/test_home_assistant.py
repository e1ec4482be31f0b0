"""The discovery messages have the members that Home Assistant 2026.4 knows.

That release needs a newer Python than pagerd does, so home_assistant_2026_4.json lists the members.
tests/full/test_discovery.py uses the schemas of the Home Assistant that this Python can install.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pagerd_client.bridges.discovery import messages
from pagerd_client.bridges.topics import Topics
from pagerd_client.records import PagerRecord

KNOWN = json.loads(Path(__file__).with_name("home_assistant_2026_4.json").read_text())
#: For releases before 2026.4, which name an entity by it. Later releases ignore it.
OLD = {"object_id"}


def found() -> dict[str, Any]:
    pagers = [
        SimpleNamespace(id="book", title="Wall", pages=("home", "menu"), auto_advance=9),
        SimpleNamespace(id="empty", title=None, pages=(), auto_advance=None),
    ]
    topics = Topics("pagerd", "hall", "homeassistant")
    texts = messages(topics, cast("list[PagerRecord]", pagers))
    return {topic: json.loads(text) for topic, text in texts.items()}


@pytest.mark.parametrize(("topic", "config"), found().items())
def test_a_message_has_only_known_members(topic: str, config: dict[str, Any]) -> None:
    component = topic.split("/")[1]
    common = KNOWN["every component"]["optional"]
    check(config.keys() - OLD, KNOWN[component]["required"], KNOWN[component]["optional"] + common)
    for part in ("device", "origin"):
        check(config[part].keys(), **KNOWN[part])
    assert config["device"]["identifiers"] == ["pagerd_hall"]


def check(members: set[str], required: list[str], optional: list[str]) -> None:
    assert set(required) <= members <= set(required + optional)


@pytest.mark.parametrize(("topic", "config"), found().items())
def test_old_and_new_releases_choose_the_same_entity_id(topic: str, config: dict[str, Any]) -> None:
    _, component, node, name, _ = topic.split("/")
    assert config["default_entity_id"] == f"{component}.{node}_{name}"
    assert config["object_id"] == f"{node}_{name}"
