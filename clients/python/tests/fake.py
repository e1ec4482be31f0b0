"""A fake of the daemon's plugins socket, which a test controls message by message."""

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
    """A ROUTER socket that sends the messages of a test and returns the received ones."""

    def __init__(self, folder: Path, name: str = "default") -> None:
        (folder / name).mkdir(mode=0o700, exist_ok=True)
        self.endpoint = f"ipc://{folder}/{name}/plugins"
        self.seq = 100
        self.history = "h1"
        self.peer: bytes = b""
        self._questions = 0
        self.open()

    def open(self) -> None:
        """Starts to listen."""
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        # The daemon queues messages for a slow plugin; a ROUTER with a limit would drop them.
        self._socket.setsockopt(zmq.SNDHWM, 0)
        self._socket.bind(self.endpoint)

    def close(self) -> None:
        """Closes the socket without a shutdown message, as after a power cut."""
        self._socket.close(linger=0)

    def hear(self, method: str | None = None, timeout: float = 60.0) -> dict[str, Any]:
        """Returns the next message, which must call `method`. Answers and skips heartbeats."""
        end = time.monotonic() + timeout
        while True:
            left = max(0, int((end - time.monotonic()) * 1000))
            assert self._socket.poll(left), f"no message within {timeout} s, wanted {method}"
            *route, frame = self._socket.recv_multipart()
            self.peer = route[0]
            message: dict[str, Any] = json.loads(frame)
            assert message["jsonrpc"] == "2.0"
            if message.get("method") == "plugin.heartbeat" != method:
                self.reply(message, lease=600)
                continue
            assert method is None or message.get("method") == method, message
            return message

    def contents(self, count: int) -> list[tuple[str, Any]]:
        """Returns the next `count` contents that pages show, each with the page. Answers them."""
        found = []
        for _ in range(count):
            request = self.hear("controller.update")
            self.reply(request)
            found.append((request["params"]["id"], request["params"]["content"]))
        return found

    def receives_nothing(self, seconds: float = 0.3) -> bool:
        """Waits for some seconds. Returns whether no message has arrived."""
        return not self._socket.poll(int(seconds * 1000))

    def say(self, message: dict[str, Any]) -> None:
        """Sends one message to the plugin that sent the last message."""
        frame = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._socket.send_multipart([self.peer, frame])

    def reply(self, request: dict[str, Any], **result: Any) -> None:
        """Sends the result of a request."""
        state = {"seq": self.seq, "revision": self.seq}
        self.say({"id": request["id"], "result": {**state, **result}})

    def refuse(self, request: dict[str, Any], name: str) -> None:
        """Sends an error as the reply to a request."""
        error = {"code": -32001, "message": f"refused: {name}", "data": {"name": name}}
        self.say({"id": request["id"], "error": error})

    def attach(
        self,
        *controllers: dict[str, Any],
        missed: list[dict[str, Any]] | None = None,
        complete: bool = True,
        lease: float = 600,
        grants: tuple[str, ...] = (),
        boot: str = "b1",
        boot_seq: int | None = None,
        next_missed: int | None = None,
        after: str | None = None,
    ) -> dict[str, Any]:
        """Accepts a plugin's registration and returns its params.

        `next_missed` and `after` tell the plugin that the reply does not have everything.
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
        """Returns a new event with the next seq."""
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

    def settle(self) -> None:
        """Waits until the plugin has handled everything so far. Answers the updates meanwhile."""
        self._questions += 1
        number = f"d{self._questions}"
        params = {"question": "shouldSelect", "controller": "nobody", "container": None, "deadline": 60}
        self.say({"id": number, "method": "decide", "params": params})
        while (message := self.hear()).get("id") != number:
            self.reply(message)

    def ask(self, question: str, controller: str, container: str | None = None) -> Any:
        """Asks the plugin a question. Returns its answer, or the message of its error."""
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
    """Returns the record of a controller, as in the result of `plugin.register`."""
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
    """Runs a plugin in a thread.

    Yields a function that waits until the plugin has ended and raises its error.
    """
    failure: list[BaseException] = []

    def run() -> None:
        try:
            plugin.run()
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run)
    thread.start()

    def ended() -> None:
        thread.join(60)
        assert not thread.is_alive(), "the plugin has not ended within 60 s"
        if failure:
            raise failure[0]

    try:
        yield ended
    finally:
        plugin.stop()
        thread.join(60)
