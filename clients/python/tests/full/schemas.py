"""Validates messages by Home Assistant's own schemas, in a Python that has Home Assistant.

Standard input: `{"discovery": {TOPIC: CONFIG}, "automations": [AUTOMATION]}`. Prints a line for
each problem, then `validated N`.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def main() -> None:
    """Reads standard input and prints its problems."""
    given = json.load(sys.stdin)
    for topic, config in given["discovery"].items():
        component = topic.split("/")[1]
        module = importlib.import_module(f"homeassistant.components.mqtt.{component}")
        check(topic, module.DISCOVERY_SCHEMA, config)
    automation: Any = importlib.import_module("homeassistant.components.automation.config")
    for one in given["automations"]:
        check(one.get("alias", "automation"), automation.PLATFORM_SCHEMA, one)
    print("validated", len(given["discovery"]) + len(given["automations"]))


def check(name: str, schema: Any, config: dict[str, Any]) -> None:
    """Prints the error of the schema, and the members that the schema does not know."""
    try:
        kept = schema(dict(config))
    except Exception as error:  # The type checker's Python does not have voluptuous.
        print(f"{name}: {error}")
        return
    for member in config.keys() - kept.keys():
        print(f"{name}: {member} is unknown")


if __name__ == "__main__":
    main()
