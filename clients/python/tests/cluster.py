"""A real cluster of etcd on loopback. etcd is the version that Debian packages."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from broker import free_port

from pagerd_client.bridges.etcd import Etcd, NoEtcd, coded

_PATIENCE = 60.0


class Node:
    """One etcd process with its own folder."""

    def __init__(self, name: str, folder: Path, host: str) -> None:
        self.name = name
        self.folder = folder
        self.port, peers = free_port(), free_port()
        self.url = f"http://{host}:{self.port}"
        self.peers = f"http://{host}:{peers}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, cluster: str, options: Sequence[str], inside: Sequence[str]) -> None:
        program = shutil.which("etcd") or "/usr/bin/etcd"
        self.process = subprocess.Popen(
            [*inside, program, "--name", self.name, "--data-dir", str(self.folder),
             "--listen-client-urls", self.url, "--advertise-client-urls", self.url,
             "--listen-peer-urls", self.peers, "--initial-advertise-peer-urls", self.peers,
             "--initial-cluster", cluster, *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Cluster:
    """Nodes that elect a leader. The only node of a cluster of one is its leader."""

    def __init__(
        self, folder: Path, size: int, *options: str, host: str = "127.0.0.1",
        inside: Sequence[str] = (),
    ) -> None:
        """`inside` is a command that runs another command, such as `ip netns exec NAME`."""
        self.nodes = [Node(f"n{number}", folder / f"etcd{number}", host) for number in range(size)]
        self._options = options
        self._inside = inside

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    def start(self) -> Cluster:
        """Starts the nodes and waits until they have a leader."""
        for node in self.nodes:
            self.restart(node)
        self.leader()
        return self

    def restart(self, node: Node) -> None:
        """Starts a node with the data in its folder."""
        members = ",".join(f"{one.name}={one.peers}" for one in self.nodes)
        node.start(members, self._options, self._inside)

    def leader(self) -> Node:
        """Waits for a leader and returns it."""
        end = time.monotonic() + _PATIENCE
        while True:
            for node in self.nodes:
                try:
                    status = self.call("maintenance/status", {}, node.url)
                except NoEtcd:
                    continue
                if status["header"]["member_id"] == status.get("leader"):
                    return node
            assert time.monotonic() < end, "the cluster has no leader"
            time.sleep(0.05)

    def call(self, path: str, body: dict[str, Any], *urls: str) -> dict[str, Any]:
        """Returns the response of one of the nodes. Raises NoEtcd."""

        words = [path, json.dumps(body), *(urls or self.urls)]
        if not self._inside:
            return _ask(*words)
        asked = subprocess.run([*self._inside, sys.executable, __file__, *words],
                               capture_output=True, text=True, check=False)
        if asked.returncode:
            raise NoEtcd(asked.stderr)
        response: dict[str, Any] = json.loads(asked.stdout)
        return response

    def get(self, key: str) -> dict[str, Any]:
        """Returns a key with its value and revisions, or an empty dictionary if there is none."""
        found: list[dict[str, Any]] = self.call("kv/range", {"key": coded(key)}).get("kvs", [{}])
        return found[0]

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()


def _ask(path: str, body: str, *urls: str) -> dict[str, Any]:
    async def call() -> dict[str, Any]:
        client = Etcd(urls, 60)
        try:
            return await client.call(path, json.loads(body))
        finally:
            await client.close()

    return asyncio.run(call())


# In another network namespace, this file runs as the client program.
if __name__ == "__main__":
    print(json.dumps(_ask(*sys.argv[1:])))
