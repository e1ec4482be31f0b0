"""A small etcd for one client: keys, transactions that succeed, and one lease."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class FakeEtcd:
    """Serves etcd's JSON interface on loopback."""

    def __init__(self, port: int) -> None:
        #: The stored values by their keys, both in base64.
        self.values: dict[str, str] = {}
        values = self.values

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                text = json.dumps(_answer(values, self.path, body)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = port
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(60)


def _answer(values: dict[str, str], path: str, body: dict[str, Any]) -> dict[str, Any]:
    if path == "/v3/kv/range":
        value = values.get(body["key"])
        return {} if value is None else {"kvs": [{"value": value, "mod_revision": "1"}]}
    if path == "/v3/lease/grant":
        return {"ID": "7", "TTL": body["TTL"]}
    if path == "/v3/lease/revoke":
        values.clear()
    if path == "/v3/lease/keepalive":
        return {"result": {"ID": "7", "TTL": "10"}}
    if path == "/v3/kv/txn":
        for one in body["success"]:
            values[one["request_put"]["key"]] = one["request_put"]["value"]
        return {"succeeded": True, "header": {"revision": "1"}}
    return {}
