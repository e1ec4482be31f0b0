"""The behavior of the sockets, without a daemon."""

from __future__ import annotations

from pathlib import Path

import zmq

from pagerd_client.endpoints import resolve
from pagerd_client.wire import connect, requester, send


def test_a_received_message_outlives_its_sender(runtime: Path) -> None:
    """A daemon closes its socket right after its last message, the reply to `server.shutdown`."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context.instance()
    (runtime / "last").mkdir(mode=0o700)
    endpoint = resolve("command", None, "last", None)
    with context.socket(zmq.REP) as daemon, requester(endpoint) as socket:
        daemon.bind(endpoint.address)
        with socket.get_monitor_socket(zmq.EVENT_DISCONNECTED) as monitor:
            connect(socket, endpoint)
            send(socket, b"question")
            assert daemon.recv() == b"question"
            daemon.send(b"answer")
            daemon.close(linger=60_000)
            assert monitor.poll(60_000), "the connection has not ended"
            assert socket.recv_multipart(zmq.NOBLOCK)[-1] == b"answer"
            socket.disable_monitor()
