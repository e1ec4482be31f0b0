"""A real nats-server with JetStream on loopback, in the version that Debian packages."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import nats
from broker import await_port, free_port
from nats.js.errors import NotFoundError


class Server:
    """nats-server at its own port. It keeps its streams when it is restarted."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, more: str = "") -> Server:
        configuration = self.folder / "nats.conf"
        configuration.write_text(
            f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{self.folder}/js" }}\n{more}'
        )
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        self.process = subprocess.Popen(
            [program, "-c", str(configuration)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        await_port(self.port, self.process)
        return self

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    def publish(
        self, subject: str, data: bytes, headers: dict[str, str], count: int = 1
    ) -> None:
        """Publishes a message `count` times as another client and waits until it is stored."""

        async def write() -> None:
            client = await nats.connect(self.url)
            for _ in range(count):
                await client.jetstream().publish(subject, data, headers=headers or None)
            await client.close()

        asyncio.run(asyncio.wait_for(write(), 60))

    def messages(self, count: int) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
        """Waits for `count` messages in the stream. Returns each as subject, event, headers."""

        async def read() -> list[tuple[str, dict[str, Any], dict[str, str]]]:
            client = await nats.connect(self.url)
            stream = client.jetstream()
            while True:
                try:
                    info = await stream.stream_info("pagerd_test")
                    if info.state.messages >= count:
                        break
                except NotFoundError:
                    pass
                await asyncio.sleep(0.05)
            found: list[tuple[str, dict[str, Any], dict[str, str]]] = []
            for number in range(1, info.state.last_seq + 1):
                one = await stream.get_msg("pagerd_test", number)
                found.append((one.subject or "", json.loads(one.data or b""), one.headers or {}))
            await client.close()
            return found

        return asyncio.run(asyncio.wait_for(read(), 60))
