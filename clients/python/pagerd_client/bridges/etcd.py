"""One lease and two keys of etcd, by its JSON interface."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Sequence
from typing import Any

import aiohttp

from ..errors import PagerError

#: Seconds before the end of the lease that its holder keeps for stopping what it does.
_TO_STOP = 0.5
_NO_SPACE = "database space exceeded"


class NoEtcd(PagerError):
    """No etcd has carried out a request in time; the text says what was tried."""


class FullEtcd(NoEtcd):
    """etcd has no space for a change. It still extends leases, but grants none."""


class Etcd:
    """A client of a cluster: it tries the endpoints one after the other."""

    def __init__(self, endpoints: Sequence[str], timeout: float) -> None:
        """`timeout` is in seconds, for one endpoint."""
        self._endpoints = [endpoint.rstrip("/") for endpoint in endpoints]
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._session: aiohttp.ClientSession | None = None

    async def call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Returns the response to a request, such as `kv/range`. Raises NoEtcd."""
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
                    if _NO_SPACE in text:
                        raise FullEtcd(f"etcd refuses every change: {endpoint}: {text[:200]}")
                    problems.append(f"{endpoint}: status {response.status}, {text[:200]}")
            except (aiohttp.ClientError, asyncio.TimeoutError, ValueError, OSError) as error:
                problems.append(f"{endpoint}: {str(error) or type(error).__name__}")
            # The next request begins with another one.
            self._endpoints.append(self._endpoints.pop(0))
        raise NoEtcd(f"no etcd answers: {'; '.join(problems)}")

    async def get(self, key: str) -> bytes | None:
        """Returns the value of a key, or None if there is none. Raises NoEtcd."""
        found = (await self.call("kv/range", {"key": coded(key)})).get("kvs")
        return base64.b64decode(found[0].get("value", "")) if found else None

    async def close(self) -> None:
        """Closes the connections."""
        if self._session is not None:
            await self._session.close()


class Lease:
    """A key that one process at a time holds, for as long as it keeps its lease alive."""

    def __init__(self, etcd: Etcd, key: str, seconds: int) -> None:
        self._etcd = etcd
        self._key = key
        self._seconds = seconds
        self._id = ""
        #: The revision of the last put, which the next put must find.
        self._revision = 0
        #: On the monotonic clock, which a jump of the clock does not change: until then the key
        #: belongs to this process for certain. Time in which the process was stopped counts.
        self.deadline = 0.0

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative after it."""
        return self.deadline - _now()

    @property
    def is_held(self) -> bool:
        """Whether the lease cannot have ended yet."""
        return self.left > 0

    async def acquire(self) -> bool:
        """Whether this process holds the key now; False if another does. Raises NoEtcd.

        While another process holds the key, this only reads, so waiting costs etcd no disk write.
        """
        holder = await self._etcd.get(self._key)
        if holder is not None and self._id and holder == self._owner:
            # The transaction was carried out, but its response was lost.
            return await self.keep()
        if holder is not None:
            return False
        began = _now()
        granted = await self._etcd.call("lease/grant", {"TTL": str(self._seconds)})
        self._id = granted["ID"]
        put = {"key": coded(self._key), "value": coded(self._owner), "lease": self._id}
        taken = await self._etcd.call("kv/txn", {
            "compare": [{"key": coded(self._key), "target": "CREATE", "create_revision": "0"}],
            "success": [{"request_put": put}],
        })
        if taken.get("succeeded"):
            self._extend(began)
        return bool(taken.get("succeeded"))

    async def keep(self) -> bool:
        """Extends the lease; False if it has ended. Raises NoEtcd."""
        began = _now()
        kept = await self._etcd.call("lease/keepalive", {"ID": self._id})
        if int(kept.get("result", {}).get("TTL", 0)) <= 0:
            self.deadline = 0.0
            return False
        self._extend(began)
        return True

    async def put(self, key: str, value: bytes) -> bool:
        """Writes a value; False if this process does not hold the lease's key. Raises NoEtcd.

        An attempt that reaches etcd after a later one is refused, because it expects an older
        revision of the key. After a refusal, or a lost response, the value is put once more.
        """
        both = [{"request_range": {"key": coded(name)}} for name in (self._key, key)]
        while True:
            written = await self._etcd.call("kv/txn", {
                "compare": [
                    {"key": coded(self._key), "target": "VALUE", "value": coded(self._owner)},
                    {"key": coded(key), "target": "MOD", "mod_revision": str(self._revision)},
                ],
                "success": [{"request_put": {"key": coded(key), "value": coded(value)}}],
                "failure": both,
            })
            if written.get("succeeded"):
                self._revision = int(written["header"]["revision"])
                return True
            holder, found = (_first(each) for each in written["responses"])
            if holder.get("value") != coded(self._owner):
                self.deadline = 0.0
                return False
            self._revision = int(found.get("mod_revision", 0))

    async def release(self) -> None:
        """Gives the key free at once. Raises NoEtcd."""
        lease, self._id, self.deadline = self._id, "", 0.0
        if lease:
            await self._etcd.call("lease/revoke", {"ID": lease})

    @property
    def _owner(self) -> bytes:
        """The value of the key, which names the lease and so differs for each lease."""
        return f"{os.uname().nodename} {self._id}".encode()

    def _extend(self, began: float) -> None:
        """Sets the deadline from the moment before a request: etcd counts from a later one."""
        self.deadline = began + self._seconds - _TO_STOP


def _first(response: dict[str, Any]) -> dict[str, Any]:
    """Returns the first key of a range in the response to a transaction."""
    found: list[dict[str, Any]] = response["response_range"].get("kvs", [{}])
    return found[0]


def coded(value: str | bytes) -> str:
    """Base64, as etcd's JSON has keys and values."""
    return base64.b64encode(value.encode() if isinstance(value, str) else value).decode()


def _now() -> float:
    """Seconds that go on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)
