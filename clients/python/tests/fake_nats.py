"""A small NATS server with one stream: enough for `pagerd-nats`, and without JetStream's rules."""

from __future__ import annotations

import base64
import json
import re
import socket
import threading
from typing import Any

from hostile import Impostor

_INFO = {"server_id": "fake", "version": "2.9.10", "headers": True, "max_payload": 1 << 20}


class FakeNats:
    """Serves clients of the stream `pagerd_test` on loopback."""

    def __init__(self, port: int) -> None:
        self._changed = threading.Condition()
        #: The stored messages: subject, headers, data.
        self.messages: list[tuple[str, dict[str, str], bytes]] = []
        #: Whether the server stores the next message, forgets its id, and ends the connection.
        self.fails_once = False
        #: The numbers of messages whose ids the server has forgotten.
        self._forgotten: set[int] = set()
        self._server = Impostor(port, self._serve)
        self.port = self._server.port

    def _serve(self, one: socket.socket) -> None:
        one.sendall(b"INFO " + json.dumps(_INFO).encode() + b"\r\n")
        file = one.makefile("rb")
        inbox = b"1"
        while line := file.readline():
            words = line.split()
            if words[0] == b"PING":
                one.sendall(b"PONG\r\n")
            elif words[0] == b"SUB":
                inbox = words[-1]
            elif words[0] in (b"PUB", b"HPUB"):
                sizes = [int(word) for word in words[-2 if words[0] == b"HPUB" else -1 :]]
                body = file.read(sizes[-1] + 2)[:-2]
                head = sizes[0] if words[0] == b"HPUB" else 0
                answer = json.dumps(self._answer(words[1].decode(), body[:head], body[head:])).encode()
                if self.fails_once and not words[1].startswith(b"$JS"):
                    self.fails_once = False
                    one.shutdown(socket.SHUT_RDWR)
                    return
                one.sendall(b"MSG %s %s %d\r\n%s\r\n" % (words[2], inbox, len(answer), answer))

    def _answer(self, subject: str, head: bytes, data: bytes) -> Any:
        with self._changed:
            if subject.startswith("$JS.API.STREAM.INFO"):
                state = {"messages": 0, "bytes": 0, "first_seq": 1, "last_seq": 0, "consumer_count": 0}
                return {"config": {"name": "pagerd_test"}, "state": state, "created": _NOW}
            if subject.startswith("$JS.API.STREAM.MSG.GET"):
                return self._stored(json.loads(data).get("seq", len(self.messages)))
            headers = dict(re.findall(r"([\w-]+): (.*?)\r\n", head.decode()))
            for number, (_, earlier, _) in enumerate(self.messages, 1):
                if earlier["Nats-Msg-Id"] == headers["Nats-Msg-Id"] and number not in self._forgotten:
                    return {"stream": "pagerd_test", "seq": number, "duplicate": True}
            self.messages.append((subject, headers, data))
            if self.fails_once:
                self._forgotten.add(len(self.messages))
            self._changed.notify_all()
            return {"stream": "pagerd_test", "seq": len(self.messages)}

    def _stored(self, number: int) -> Any:
        if not 1 <= number <= len(self.messages):
            return {"error": {"code": 404, "err_code": 10037, "description": "no message found"}}
        subject, headers, data = self.messages[number - 1]
        head = "NATS/1.0\r\n" + "".join(f"{key}: {value}\r\n" for key, value in headers.items())
        return {"message": {
            "subject": subject, "seq": number, "time": _NOW,
            "hdrs": base64.b64encode((head + "\r\n").encode()).decode(),
            "data": base64.b64encode(data).decode(),
        }}

    def until(self, count: int) -> list[dict[str, Any]]:
        """Waits until the stream has `count` messages, and returns them as JSON."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.messages) >= count, 60), self.messages
            return [json.loads(data) for _, _, data in self.messages]

    def close(self) -> None:
        """Ends the server."""
        self._server.close()


_NOW = "2026-01-01T00:00:00Z"
