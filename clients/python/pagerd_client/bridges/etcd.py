"""One lease and two keys of etcd, by its JSON interface."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import Sequence
from typing import Any

import aiohttp

from ..errors import PagerError


class NoEtcd(PagerError):
    """No etcd has carried out a request in time; the text says what was tried."""


class Etcd:
    """A client of a cluster: it tries the endpoints one after the other."""

    def __init__(self, endpoints: Sequence[str], timeout: float) -> None:
        """`timeout` is in seconds, for one endpoint."""
        self._endpoints = list(endpoints)
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._session: aiohttp.ClientSession | None = None

    async def call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The response to a request, such as `kv/range`. Raises NoEtcd."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout)
        problems: list[str] = []
        for endpoint in list(self._endpoints):
            try:
                async with self._session.post(f"{endpoint}/v3/{path}", json=body) as response:
                    text = await response.text()
                    if response.status == 200:
                        read: dict[str, Any] = json.loads(text)
                        return read
                    problems.append(f"{endpoint}: status {response.status}, {text[:200]}")
            except (aiohttp.ClientError, asyncio.TimeoutError, ValueError, OSError) as error:
                problems.append(f"{endpoint}: {str(error) or type(error).__name__}")
            # The next request begins with another one.
            self._endpoints.append(self._endpoints.pop(0))
        raise NoEtcd("; ".join(problems))

    async def get(self, key: str) -> bytes | None:
        """The value of a key; None where there is none. Raises NoEtcd."""
        found = (await self.call("kv/range", {"key": coded(key)})).get("kvs")
        return base64.b64decode(found[0].get("value", "")) if found else None

    async def close(self) -> None:
        """Closes the connections."""
        if self._session is not None:
            await self._session.close()


class Lease:
    """A key that one process at a time holds, for as long as it keeps its lease alive."""

    def __init__(self, etcd: Etcd, key: str, owner: str, seconds: int) -> None:
        self._etcd = etcd
        self._key = coded(key)
        self._owner = coded(owner)
        self._seconds = seconds
        self._id: str | None = None
        #: On the monotonic clock, which a jump of the clock does not change: until then the key is
        #: this process's for certain. Time in which the process was stopped counts.
        self.deadline = 0.0

    @property
    def is_held(self) -> bool:
        """Whether the lease cannot have ended yet."""
        return _now() < self.deadline

    async def acquire(self) -> bool:
        """Whether this process holds the key now; False where another does. Raises NoEtcd."""
        if self._id is None:
            granted = await self._etcd.call("lease/grant", {"TTL": str(self._seconds)})
            self._id = granted["ID"]
        began = _now()
        # A lease that has ended meanwhile cannot be kept alive, and is not taken for one.
        if not await self._is_alive():
            self._id = None
            return False
        put = {"key": self._key, "value": self._owner, "lease": self._id}
        taken = await self._etcd.call("kv/txn", {
            "compare": [{"key": self._key, "target": "CREATE", "create_revision": "0"}],
            "success": [{"request_put": put}],
        })
        if taken.get("succeeded"):
            self.deadline = began + self._seconds
        return bool(taken.get("succeeded"))

    async def keep(self) -> bool:
        """Extends the lease; False where it has ended. Raises NoEtcd."""
        began = _now()
        if not await self._is_alive():
            self.deadline = 0.0
            return False
        # From the moment before the request: etcd counts from a later one.
        self.deadline = began + self._seconds
        return True

    async def _is_alive(self) -> bool:
        kept = await self._etcd.call("lease/keepalive", {"ID": self._id})
        return int(kept.get("result", {}).get("TTL", 0)) > 0

    async def put(self, key: str, value: bytes) -> bool:
        """Writes a value if the key of the lease is still this process's. Raises NoEtcd."""
        written = await self._etcd.call("kv/txn", {
            "compare": [{"key": self._key, "target": "VALUE", "value": self._owner}],
            "success": [{"request_put": {"key": coded(key), "value": coded(value)}}],
        })
        return bool(written.get("succeeded"))

    async def release(self) -> None:
        """Gives the key free at once. Raises NoEtcd."""
        lease, self._id, self.deadline = self._id, None, 0.0
        if lease is not None:
            await self._etcd.call("lease/revoke", {"ID": lease})


def coded(value: str | bytes) -> str:
    """Base64, as etcd's JSON has keys and values."""
    return base64.b64encode(value.encode() if isinstance(value, str) else value).decode()


def _now() -> float:
    """Seconds that go on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)
