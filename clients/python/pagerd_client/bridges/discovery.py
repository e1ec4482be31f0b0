"""Messages by which Home Assistant finds a daemon and its pagers.

For the fields, see the MQTT integration: https://www.home-assistant.io/integrations/mqtt/
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..records import PagerRecord
from ..version import __version__
from .topics import Topics

#: The QoS of a button press: a press that arrived twice would turn two pages.
_EXACTLY_ONCE = 2


def messages(topics: Topics, pagers: Iterable[PagerRecord]) -> dict[str, str]:
    """Returns the retained messages by topic: a select and two buttons for each pager.

    A pager with autoplay also has a switch.
    """
    found: dict[str, str] = {}
    for pager in pagers:
        for component, object, config in _entities(topics, pager):
            config.update(_shared(topics, component, f"{pager.id}_{object}"))
            found[topics.config(component, f"{pager.id}_{object}")] = json.dumps(config)
    return found


def _entities(topics: Topics, pager: PagerRecord) -> list[tuple[str, str, dict[str, Any]]]:
    title = pager.title or pager.id
    entities: list[tuple[str, str, dict[str, Any]]] = [
        (
            "select",
            "page",
            {
                "name": f"{title} page",
                "icon": "mdi:book-open-page-variant",
                "state_topic": topics.state(pager.id),
                "value_template": "{{ value_json.page }}",
                "command_topic": topics.command(pager.id, "page"),
                "options": list(pager.pages),
            },
        )
    ]
    for turn in ("next", "previous"):
        config = {
            "name": f"{title} {turn}",
            "icon": f"mdi:page-{turn}-outline",
            "command_topic": topics.command(pager.id, "turn"),
            "payload_press": turn,
            "qos": _EXACTLY_ONCE,
        }
        entities.append(("button", turn, config))
    if pager.auto_advance is not None:
        config = {
            "name": f"{title} autoplay",
            "icon": "mdi:play-pause",
            "state_topic": topics.state(pager.id),
            "value_template": "{{ value_json.autoplay }}",
            "command_topic": topics.command(pager.id, "autoplay"),
        }
        entities.append(("switch", "autoplay", config))
    return entities


def _shared(topics: Topics, component: str, object: str) -> dict[str, Any]:
    id = f"{topics.node}_{object}"
    return {
        "unique_id": id,
        "default_entity_id": f"{component}.{id}",
        # Home Assistant before 2025.10 knows only this member, and 2026.4 ignores it.
        "object_id": id,
        "availability_topic": topics.availability,
        "device": {
            "identifiers": [topics.node],
            "name": f"pagerd {topics.name}",
            "manufacturer": "pagerd",
        },
        "origin": {"name": "pagerd-mqtt", "sw_version": __version__},
    }
