"""An exception of a signal handler, such as Ctrl-C, may end a read or a request at any call."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
import zmq
from conftest import Daemon
from test_mirror import is_exact

from pagerd_client import Pager


class Interrupted(Exception):
    """What the signal handler raises."""


@pytest.mark.parametrize("name", ["recv", "send"])
def test_a_mirror_is_exact_after_an_exception_at_any_call_of_a_socket(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with Pager(daemon.name) as wall, Pager(daemon.name) as other, wall.mirror() as mirror:
        mirror.sync()
        original = getattr(zmq.Socket, name)
        for last in count(1):
            for index in range(3):
                other.call("controller.create", id=f"c{last}-{index}", kind="view")
            calls = 0

            def interrupted(socket: zmq.Socket[bytes], *arguments: Any, **more: Any) -> Any:
                nonlocal calls
                result = original(socket, *arguments, **more)
                calls += 1
                if calls == last:
                    raise Interrupted
                return result

            with monkeypatch.context() as patched:
                patched.setattr(zmq.Socket, name, interrupted)
                try:
                    mirror.sync()
                except Interrupted:
                    pass
            mirror.sync()
            is_exact(mirror.state, other)
            wall.call("server.ping")
            if calls < last:
                break
        assert last > {"recv": 6, "send": 1}[name]
