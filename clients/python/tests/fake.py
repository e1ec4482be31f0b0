"""The daemon's end of the plugins socket, played line by line by a test."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import zmq

from pagerd_client.plugin import Plugin


class FakeDaemon:
    """A ROUTER that says what the test tells it to, and shows what it hears."""

    def __init__(self, folder: Path, name: str = "default") -> None:
        (folder / name).mkdir(mode=0o700, exist_ok=True)
        self.endpoint = f"ipc://{folder}/{name}/plugins"
        self.seq = 100
        self.history = "h1"
        self.peer: bytes = b""
        self._questions = 0
        self.open()

    def open(self) -> None:
        """Listens."""
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        # The daemon keeps what a slow plugin has not taken; a ROUTER by itself would drop it.
        self._socket.setsockopt(zmq.SNDHWM, 0)
        self._socket.bind(self.endpoint)

    def close(self) -> None:
        """As a power cut would end it."""
        self._socket.close(linger=0)

    def hear(self, method: str | None = None, timeout: float = 30.0) -> dict[str, Any]:
        """The next message, which must be of the method; heartbeats are answered and passed."""
        end = time.monotonic() + timeout
        while True:
            left = max(0, int((end - time.monotonic()) * 1000))
            assert self._socket.poll(left), f"heard nothing, wanted {method}"
            *route, frame = self._socket.recv_multipart()
            self.peer = route[0]
            message: dict[str, Any] = json.loads(frame)
            assert message["jsonrpc"] == "2.0"
            if message.get("method") == "plugin.heartbeat" != method:
                self.reply(message, lease=10)
                continue
            assert method is None or message.get("method") == method, message
            return message

    def hears_nothing(self, seconds: float = 0.3) -> bool:
        """Whether nothing comes for a time."""
        return not self._socket.poll(int(seconds * 1000))

    def say(self, message: dict[str, Any]) -> None:
        """One message to who spoke last."""
        frame = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._socket.send_multipart([self.peer, frame])

    def reply(self, request: dict[str, Any], **result: Any) -> None:
        """The result of a request."""
        state = {"seq": self.seq, "revision": self.seq}
        self.say({"id": request["id"], "result": {**state, **result}})

    def refuse(self, request: dict[str, Any], name: str) -> None:
        """The refusal of a request."""
        error = {"code": -32001, "message": f"refused: {name}", "data": {"name": name}}
        self.say({"id": request["id"], "error": error})

    def attach(
        self,
        *controllers: dict[str, Any],
        missed: list[dict[str, Any]] | None = None,
        complete: bool = True,
        lease: float = 10,
        grants: tuple[str, ...] = (),
        boot: str = "b1",
        boot_seq: int | None = None,
        next_missed: int | None = None,
        after: str | None = None,
    ) -> dict[str, Any]:
        """Takes a plugin in; the params of its registration.

        With `next_missed` and `after` there is more than fits into the reply.
        """
        request = self.hear("plugin.register")
        params: dict[str, Any] = request["params"]
        self.reply(
            request,
            name=params["name"],
            lease=lease,
            grants=list(grants),
            controllers=list(controllers),
            missed={
                "complete": complete and next_missed is None,
                "events": missed or [],
                **({} if next_missed is None else {"next": next_missed}),
            },
            **({} if after is None else {"next": after}),
            boot=boot,
            history=self.history,
            **({} if boot_seq is None else {"bootSeq": boot_seq}),
        )
        return params

    def made(self, event: str, subject: str, **fields: Any) -> dict[str, Any]:
        """An event that happens now."""
        self.seq += 1
        known = {"created", "updated", "contentChanged", "destroyed"}
        category = "controller" if event in known else "lifecycle"
        return {
            "seq": self.seq,
            "prev": [0, 0],
            "revision": self.seq,
            "time": 0.0,
            "category": category,
            "subject": subject,
            "event": event,
            **fields,
        }

    def tell(self, event: str, subject: str, **fields: Any) -> None:
        """Sends an event."""
        self.say({"method": "event", "params": self.made(event, subject, **fields)})

    def ask(self, question: str, controller: str, container: str | None = None) -> Any:
        """The answer to a question; an error as its message."""
        self._questions += 1
        number = f"d{self._questions}"
        params = {
            "question": question,
            "controller": controller,
            "container": container,
            "deadline": 0.5,
        }
        self.say({"id": number, "method": "decide", "params": params})
        reply = self.hear()
        assert reply["id"] == number, reply
        return reply["result"]["answer"] if "result" in reply else reply["error"]["message"]


def record(id: str, kind: str, appearance: str = "disappeared", **more: Any) -> dict[str, Any]:
    """A controller as `plugin.register` describes it."""
    return {
        "id": id,
        "kind": kind,
        "title": None,
        "content": None,
        "appearance": appearance,
        "isViewLoaded": appearance != "disappeared",
        **more,
    }


@contextmanager
def running(plugin: Plugin) -> Iterator[Callable[[], None]]:
    """Runs a plugin beside the test; yields what waits for its end and raises its error."""
    failure: list[BaseException] = []

    def run() -> None:
        try:
            plugin.run()
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run)
    thread.start()

    def ended() -> None:
        thread.join(10)
        assert not thread.is_alive(), "the plugin does not end"
        if failure:
            raise failure[0]

    try:
        yield ended
    finally:
        plugin.stop()
        thread.join(10)
