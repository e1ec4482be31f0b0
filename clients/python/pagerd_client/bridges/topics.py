"""The MQTT topics of one daemon."""

from __future__ import annotations

from dataclasses import dataclass

#: The commands of a pager, each a level of its topic.
COMMANDS = ("page", "turn", "autoplay")


@dataclass(frozen=True)
class Topics:
    """Topics below `prefix/name`, and Home Assistant's topics below `discovery`."""

    prefix: str
    name: str
    discovery: str

    @property
    def availability(self) -> str:
        """The topic whose messages are `online` or `offline`."""
        return f"{self.prefix}/{self.name}/availability"

    @property
    def node(self) -> str:
        """The daemon's id in Home Assistant."""
        return f"pagerd_{self.name}"

    def state(self, pager: str) -> str:
        """Returns the topic that holds the state of a pager as JSON."""
        return f"{self.prefix}/{self.name}/pager/{pager}"

    def command(self, pager: str, what: str) -> str:
        """Returns the topic that takes the command `what`, one of COMMANDS, for a pager."""
        return f"{self.state(pager)}/{what}/set"

    def config(self, component: str, object: str) -> str:
        """Returns the topic that holds a discovery message for Home Assistant."""
        return f"{self.discovery}/{component}/{self.node}/{object}/config"

    @property
    def commands(self) -> str:
        """The topic filter that matches all commands."""
        return self.command("+", "+")

    @property
    def retained(self) -> tuple[str, ...]:
        """The topic filters that match all messages about pagers that the broker retains."""
        own = (self.state("+"),)
        return (*own, self.config("+", "+")) if self.discovery else own

    def parse(self, topic: str) -> tuple[str, str] | None:
        """Returns the pager and the command of a topic, or None if it takes no command."""
        levels = topic.split("/")[-4:]
        if len(levels) < 4 or levels[2] not in COMMANDS:
            return None
        pager, what = levels[1], levels[2]
        return (pager, what) if topic == self.command(pager, what) else None
