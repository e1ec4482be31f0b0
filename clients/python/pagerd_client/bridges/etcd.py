"""A client of etcd's JSON interface, and a lease that one process at a time holds."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import aiohttp

from ..core.forms import is_object
from ..errors import PagerError

#: A safety margin in seconds: the holder stops this long before etcd ends the lease.
_TO_STOP = 0.5
#: The limit of bytes of a response. A state has at most 1 MiB, and is larger in base64.
_MOST_BYTES = 4 << 20
_NO_SPACE = "database space exceeded"


class NoEtcd(PagerError):
    """No endpoint of etcd carried out a request in time. The text lists the attempts."""


class FullEtcd(NoEtcd):
    """etcd has no space for a change. It still extends leases, but grants no new ones."""


class Etcd:
    """A client of an etcd cluster. It tries the endpoints in turn until one responds."""

    def __init__(self, endpoints: Sequence[str], timeout: float) -> None:
        """`timeout` is the time to wait for one endpoint, in seconds."""
        self._endpoints = [endpoint.rstrip("/") for endpoint in endpoints]
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._session: aiohttp.ClientSession | None = None

    async def call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sends a request to `path`, such as `kv/range`. Returns the response. Raises NoEtcd."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=self._timeout, auto_decompress=False
            )
        problems: list[str] = []
        for endpoint in list(self._endpoints):
            try:
                async with self._session.post(f"{endpoint}/v3/{path}", json=body) as response:
                    text = await _text(response)
                    if response.status == 200:
                        return _checked(json.loads(text))
                    if _NO_SPACE in text:
                        raise FullEtcd(f"etcd refuses every change: {endpoint}: {text[:200]}")
                    problems.append(f"{endpoint}: status {response.status}, {text[:200]}")
            except (
                aiohttp.ClientError, asyncio.TimeoutError, ValueError, OSError, RecursionError
            ) as error:
                problems.append(f"{endpoint}: {str(error) or type(error).__name__}")
            # Later requests begin with another endpoint.
            self._endpoints.append(self._endpoints.pop(0))
        raise NoEtcd(f"no etcd answers: {'; '.join(problems)}")

    async def get(self, key: str) -> bytes | None:
        """Returns the value of a key, or None if there is none. Raises NoEtcd."""
        found = (await self.call("kv/range", {"key": coded(key)})).get("kvs")
        with _as_no_etcd():
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
        #: The revision of the last put. The next put fails unless the key still has this revision.
        self._revision = 0
        #: The time on CLOCK_BOOTTIME until which this process certainly holds the key. Unlike the
        #: wall clock, that clock cannot be set, and it runs on while the process is stopped.
        self.deadline = 0.0

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative after it."""
        return self.deadline - _now()

    @property
    def is_held(self) -> bool:
        """Whether this process certainly still holds the lease."""
        return self.left > 0

    async def acquire(self) -> bool:
        """Tries to acquire the key. Returns False if another process holds it. Raises NoEtcd.

        While another process holds the key, this only reads, so waiting costs etcd no disk write.
        """
        holder = await self._etcd.get(self._key)
        if holder is not None and self._id and holder == self._owner:
            # An earlier transaction was carried out, but its response was lost.
            return await self.keep()
        if holder is not None:
            return False
        began = _now()
        granted = await self._etcd.call("lease/grant", {"TTL": str(self._seconds)})
        with _as_no_etcd():
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
        """Extends the lease. Returns False if it has ended. Raises NoEtcd."""
        began = _now()
        kept = await self._etcd.call("lease/keepalive", {"ID": self._id})
        with _as_no_etcd():
            left = int(kept.get("result", {}).get("TTL", 0))
        if left <= 0:
            self.deadline = 0.0
            return False
        self._extend(began)
        return True

    async def put(self, key: str, value: bytes) -> bool:
        """Writes a value. Returns False if another process holds the lease. Raises NoEtcd.

        If two attempts reach etcd in the wrong order, etcd refuses the older one, because the key's
        revision is no longer the one that this attempt expects. After a refusal or a lost response,
        this function tries again.
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
            with _as_no_etcd():
                if written.get("succeeded"):
                    self._revision = int(written["header"]["revision"])
                    return True
                holder, found = (_first(each) for each in written["responses"])
                is_other = holder.get("value") != coded(self._owner)
                revision = int(found.get("mod_revision", 0))
            if is_other:
                self.deadline = 0.0
                return False
            if revision == self._revision:
                raise NoEtcd("etcd refuses a change of the revision that it has")
            self._revision = revision

    async def release(self) -> None:
        """Releases the key at once. Raises NoEtcd."""
        lease, self._id, self.deadline = self._id, "", 0.0
        if lease:
            await self._etcd.call("lease/revoke", {"ID": lease})

    @property
    def _owner(self) -> bytes:
        """The value of the key: the host name and the id of the lease, which is unique."""
        return f"{os.uname().nodename} {self._id}".encode()

    def _extend(self, began: float) -> None:
        """Sets the deadline, which is before the time at which etcd ends the lease.

        `began` is a time before the request, and etcd counts from when it receives the request.
        """
        self.deadline = began + self._seconds - _TO_STOP


async def _text(response: aiohttp.ClientResponse) -> str:
    """Returns the body of a response. Raises ValueError if it is too large or not UTF-8."""
    text = b""
    async for piece in response.content.iter_any():
        text += piece
        if len(text) > _MOST_BYTES:
            raise ValueError(f"a response of more than {_MOST_BYTES} bytes")
    return text.decode()


def _checked(read: object) -> dict[str, Any]:
    if not is_object(read):
        raise ValueError("the response is no JSON object")
    return read


@contextmanager
def _as_no_etcd() -> Generator[None, None, None]:
    """Raises NoEtcd if a member of a response is missing or has another form than etcd's."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise NoEtcd(f"a response is not etcd's: {error!r}") from None


def _first(response: dict[str, Any]) -> dict[str, Any]:
    """Returns the first key-value pair that a transaction has read, or an empty one."""
    found: list[dict[str, Any]] = response["response_range"].get("kvs", [{}])
    return found[0]


def coded(value: str | bytes) -> str:
    """Returns the value in base64, the encoding of keys and values in etcd's JSON."""
    return base64.b64encode(value.encode() if isinstance(value, str) else value).decode()


def _now() -> float:
    """Returns the seconds of CLOCK_BOOTTIME, which also counts while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)
