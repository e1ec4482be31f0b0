"""Two network namespaces, and a link between them that a test can cut."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import needs
import pytest


class Network:
    """The machines `near` and `far`, each with its own address in the same network."""

    ADDRESSES = {"near": "192.0.2.1", "far": "192.0.2.2"}

    def inside(self, machine: str) -> list[str]:
        """Returns the words to put before a command so that it runs on a machine."""
        return ["ip", "netns", "exec", self.namespace(machine)]

    def namespace(self, machine: str) -> str:
        return f"pagerd-{os.getpid()}-{machine}"

    def set_link(self, state: str) -> None:
        """Cuts the link if `state` is `down`, and restores it if `state` is `up`."""
        _ip("-n", self.namespace("near"), "link", "set", "cable", state)


@contextmanager
def network() -> Iterator[Network]:
    """Creates the namespaces, and removes them with everything in them afterwards.

    Without the right to create them, the test is skipped.
    """
    if reason := needs.NAMESPACES.reason:
        pytest.skip(reason)
    it = Network()
    near, far = it.namespace("near"), it.namespace("far")
    try:
        _ip("netns", "add", near)
        _ip("netns", "add", far)
        _ip("link", "add", "cable", "netns", near, "type", "veth",
            "peer", "name", "cable", "netns", far)
        for machine, address in Network.ADDRESSES.items():
            namespace = it.namespace(machine)
            _ip("-n", namespace, "address", "add", f"{address}/24", "dev", "cable")
            _ip("-n", namespace, "link", "set", "lo", "up")
            _ip("-n", namespace, "link", "set", "cable", "up")
        yield it
    finally:
        for namespace in (near, far):
            subprocess.run(["ip", "netns", "delete", namespace], capture_output=True, check=False)


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"ip {' '.join(words)}: {done.stderr.strip()}"
