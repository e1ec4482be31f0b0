"""`pagerd-http`: serves the commands, events and statistics of a daemon over HTTP."""

from __future__ import annotations

import argparse
import asyncio
import hmac
import ipaddress
import json
import logging
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Sequence
from typing import Any, Callable, TextIO

from aiohttp import web

from ..aio import AsyncPager
from ..core import nesting
from ..core.forms import is_list, is_object
from ..errors import Discontinued, NoDaemon, PagerError, Refused
from ..version import __version__
from . import lines, metrics, openapi, secret, streams, trace
from .admission import Admission, Limits, Listener, at_port
from .program import ClientParser, cancel, run
from .throttle import WrongTokens

log = logging.getLogger(__name__)
trusted = logging.getLogger(lines.TRUSTED)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MOST_BYTES = 4 << 20
_MOST_STREAMS = 64
_MOST_SPANS = 64
#: Descriptors for other purposes than connections: each stream of events has at most four.
_RESERVED = 64 + 4 * _MOST_STREAMS
#: The limit of bytes that a connection may send before its first request is authenticated. aiohttp
#: reads less than this of a request before it calls `_authenticate`.
_MOST_UNREAD = 256 << 10
#: Seconds after which a connection without a request is closed.
_KEPT = 75.0
#: Seconds in which the rest of a refused request is read, so that the client gets the response.
_LINGERING = 2.0
#: Seconds in which the body of a request must arrive.
_BODY = 60.0
#: Seconds that a span waits for the end of its transition.
_SETTLING = 60.0
_LEAST_TOKEN = 20
#: The HTTP status of a refused request, by the name of the error.
_BY_NAME = {"notPermitted": 403, "tooLarge": 413}
#: The HTTP status for errors that are not in _BY_NAME, by the code of the error. All others: 409.
_BY_CODE = {-32601: 404, -32602: 400}
#: The paths that need no token.
_OPEN = {"/openapi.json"}
_STREAM_HEADERS = {
    "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
}


class Bridge:
    """An HTTP server that sends each request to one daemon."""

    def __init__(
        self, wall: AsyncPager, token: str, allowed: Sequence[str] = (),
        spans: TextIO | None = None, limits: Limits | None = None,
    ) -> None:
        """Creates a server that allows the methods whose names begin with a prefix in `allowed`.

        If there are no prefixes, it allows all methods. OpenTelemetry spans are written to the file
        `spans`; with None, no spans are written. Without `limits`, RLIMIT_NOFILE determines them.
        """
        self.admission = Admission(limits or Limits.of_process(_RESERVED))
        self._wall = wall
        self._token = token.encode()
        self._allowed = tuple(allowed) or ("",)
        self._spans = spans
        #: Why the last span could not be written, or nothing.
        self._spans_problem = ""
        self._settling: set[asyncio.Task[None]] = set()
        self._wrong = WrongTokens()
        self._statuses: Counter[int] = Counter()
        self._streams = 0
        # The request for `server.describe`, which all clients share, and the document made from it.
        self._description: asyncio.Task[dict[str, Any]] | None = None
        self._document: bytes | None = None

    def application(self) -> web.Application:
        """Returns the aiohttp application with its routes."""
        application = web.Application(
            middlewares=[self._count, self._authenticate], client_max_size=_MOST_BYTES
        )
        application.router.add_post("/v1/{method}", self._call)
        application.router.add_get("/events", self._events)
        application.router.add_get("/metrics", self._metrics)
        application.router.add_get("/openapi.json", self._openapi)
        return application

    @web.middleware
    async def _count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response: web.StreamResponse
        try:
            response = await handler(request)
        except web.HTTPException as error:
            response = _problem(error.status, error.text or error.reason)
            if "Allow" in error.headers:
                response.headers["Allow"] = error.headers["Allow"]
        self._statuses[response.status] += 1
        return response

    @web.middleware
    async def _authenticate(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path in _OPEN:
            return await handler(request)
        connection = request.transport
        if connection is None:
            raise ConnectionResetError("the client has disconnected")
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if hmac.compare_digest(_bytes(given), self._token):
            self.admission.admit(connection)
            try:
                return await handler(request)
            finally:
                self.admission.rest(connection)
        self.admission.demote(connection)
        if self._wrong.add(request.remote or "unknown"):
            response = _problem(429, "too many requests with a wrong token; try again in 1 s")
            response.headers["Retry-After"] = "1"
            return response
        response = _problem(401, "the header must be Authorization: Bearer TOKEN")
        response.headers["WWW-Authenticate"] = "Bearer"
        return response

    async def _call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        span = trace.begin(method, request.headers.get("traceparent"))
        began = time.monotonic()
        response: web.StreamResponse
        if not self._allows(method):
            response = _forbidden(method)
        else:
            params = await _params(request)
            others = [one for one in _methods(params) if not self._allows(one)]
            if method == "batch" and others:
                response = _forbidden(others[0])
            else:
                response = await self._carry_out(method, params, span)
        milliseconds = (time.monotonic() - began) * 1000
        trusted.info(
            "%s returned status %d after %.1f ms, trace %s, span %s",
            method, response.status, milliseconds, span.trace, span.id,
        )
        response.headers["traceparent"] = span.traceparent
        return response

    def _allows(self, method: str) -> bool:
        return method.startswith(self._allowed)

    async def _carry_out(
        self, method: str, params: dict[str, Any], span: trace.Span
    ) -> web.StreamResponse:
        try:
            result = await self._wall.call(method, **params)
        except PagerError as error:
            self._end(span, False)
            return _failure(error)
        except (ValueError, TypeError) as error:
            # Nothing was sent. Python also parses NaN, for example, which is not JSON.
            self._end(span, False)
            return _problem(400, f"the request cannot be sent to the daemon: {error}")
        transition = result.get("transition")
        if self._spans is None or not isinstance(transition, str):
            self._end(span, True)
        elif len(self._settling) < _MOST_SPANS:
            task = asyncio.ensure_future(self._settle(span, transition, result["seq"]))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)
        return web.json_response(result, dumps=nesting.encode)

    async def _settle(self, span: trace.Span, transition: str, seq: int) -> None:
        """Ends the span when the transition ends, or after a minute."""
        span.attributes["pagerd.transition"] = transition
        try:
            ended = await self._wall.wait_for(
                lambda event: event.event == "ended"
                and event.payload.get("transition") == transition,
                _SETTLING, since=seq,
            )
        except (PagerError, TimeoutError) as error:
            log.warning("the end of the transition %s is unknown: %s", transition, error)
            self._end(span, False)
            return
        span.attributes["pagerd.outcome"] = str(ended.payload.get("outcome"))
        self._end(span, True)

    def _end(self, span: trace.Span, is_ok: bool) -> None:
        if self._spans is None:
            return
        try:
            trace.write(span, is_ok, self._spans)
            self._spans_problem = ""
        except OSError as error:
            # The command was carried out, so the client gets its reply.
            if str(error) != self._spans_problem:
                self._spans_problem = str(error)
                log.warning("spans cannot be written: %s", error)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        said = request.headers.get("Last-Event-ID") or request.query.get("since")
        place = streams.parse(said) if said else streams.Place(0, None, None)
        if place is None:
            return _problem(400, f"since must be the id or the seq of an event, got {said!r}")
        if self._streams >= _MOST_STREAMS:
            return _problem(503, f"all {_MOST_STREAMS} streams of events are taken; close one")
        try:
            stream = self._wall.events(
                *request.query.getall("prefix", []), since=place.seq if said else None,
                history=place.history, boot=place.boot,
            )
        except ValueError as error:
            return _problem(400, str(error))
        response = web.StreamResponse(headers=_STREAM_HEADERS)
        self._streams += 1
        try:
            try:
                async with stream:
                    await response.prepare(request)
                    await streams.send(stream, response)
            except Discontinued as error:
                if not response.prepared:
                    await response.prepare(request)
                await response.write(streams.last_message(error))
        except ConnectionError:
            # The client has disconnected.
            pass
        except PagerError as error:
            if not response.prepared:
                return _failure(error)
            log.warning("a client's stream of events has ended: %s", error)
        finally:
            self._streams -= 1
        return response

    async def _metrics(self, request: web.Request) -> web.StreamResponse:
        found: list[metrics.Metric] = []
        is_up = True
        try:
            methods = (await self._describe())["methods"]
            fields = next(one["result"] for one in methods if one["method"] == "server.stats")
            found += metrics.of_stats(await self._wall.call("server.stats"), fields)
        except PagerError:
            is_up = False
        found += [
            metrics.Metric("pagerd_up", "1 if the daemon answers, else 0", is_up),
            metrics.Metric("pagerd_http_streams", "open streams of events", self._streams),
            metrics.Metric("pagerd_http_wrong_tokens_total", "requests with a wrong token",
                           self._wrong.count, True),
        ]
        found += [
            metrics.Metric("pagerd_http_responses_total", "responses by HTTP status", count, True,
                           f'status="{status}"')
            for status, count in sorted(self._statuses.items())
        ]
        return web.Response(
            text=metrics.text(found),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )

    async def _openapi(self, request: web.Request) -> web.StreamResponse:
        if self._document is None:
            try:
                description = await self._describe()
            except PagerError as error:
                return _failure(error)
            methods = [one["method"] for one in description["methods"]
                       if self._allows(one["method"])]
            document = openapi.document(description, __version__, methods)
            self._document = json.dumps(document).encode()
        return web.Response(body=self._document, content_type="application/json")

    async def _describe(self) -> dict[str, Any]:
        """Returns the description of the daemon. Strangers wait for one request together."""
        task = self._description
        if task is None or (task.done() and task.exception() is not None):
            task = self._description = asyncio.ensure_future(self._wall.call("server.describe"))
        return await asyncio.shield(task)


def _bytes(header: str) -> bytes:
    """Returns the bytes of a header. aiohttp keeps bytes that are not UTF-8 as surrogates."""
    return header.encode(errors="surrogateescape")


async def _params(request: web.Request) -> dict[str, Any]:
    """Returns the parsed JSON object of the body.

    Raises HTTPBadRequest, HTTPRequestTimeout, HTTPRequestEntityTooLarge.
    """
    try:
        body = await asyncio.wait_for(request.read(), _BODY)
    except asyncio.TimeoutError:
        raise web.HTTPRequestTimeout(text=f"the body did not arrive in {_BODY:g} s") from None
    except web.RequestPayloadError as error:
        raise web.HTTPBadRequest(text=f"the body cannot be read: {error}") from None
    if not body:
        return {}
    try:
        params = json.loads(body)
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest(text="the body is not JSON") from None
    if not is_object(params):
        raise web.HTTPBadRequest(text="the body must be a JSON object with the parameters")
    return params


def _methods(batch: dict[str, Any]) -> list[str]:
    """Returns the methods of the commands of a batch, as far as they have one."""
    commands = batch.get("commands")
    members = [one.get("method") for one in commands if is_object(one)] if is_list(commands) else []
    return [one for one in members if isinstance(one, str)]


def _forbidden(method: str) -> web.Response:
    return _problem(403, f"--allow does not allow the method {method}")


def _problem(status: int, message: str, **more: Any) -> web.Response:
    return web.json_response({"error": {"message": message, **more}}, status=status)


def _failure(error: PagerError) -> web.Response:
    if isinstance(error, Refused):
        by_name = 404 if error.name.endswith("NotFound") else _BY_NAME.get(error.name)
        more = {"path": error.path} if error.path else {}
        return _problem(
            by_name or _BY_CODE.get(error.code, 409), error.message,
            code=error.code, name=error.name, **more,
        )
    response = _problem(503 if isinstance(error, NoDaemon) else 502, str(error))
    response.headers["Retry-After"] = "1"
    return response


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves until SIGTERM or SIGINT and returns 0, or 1 if it cannot listen.

    Wrong usage ends the program with status 64.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    host, port = options.listen
    if not (options.insecure_http or _is_loopback(host)):
        parser.error(
            f"--listen: other machines can reach {host}, and http is not encrypted; "
            "listen at 127.0.0.1 behind a proxy with TLS, or add --insecure-http"
        )
    try:
        token = secret.read(options.token_file, _LEAST_TOKEN)
        spans = open(options.spans, "a", encoding="utf-8") if options.spans else None
    except secret.BadSecret as error:
        parser.error(f"{error}; (umask 077; openssl rand -hex 32 > FILE) makes a token")
    except OSError as error:
        parser.error(f"{options.spans}: {error.strerror}")
    wall = parser.pager(options)
    return run(parser.prog, serve(wall, Bridge(wall, token, options.allow, spans), host, port))


async def serve(wall: AsyncPager, bridge: Bridge, host: str, port: int) -> int:
    """Serves until it is cancelled. Returns 1 if it cannot listen at the address."""
    # Without `auto_decompress`, a few bytes of a stranger cannot become many.
    runner = web.AppRunner(
        bridge.application(), access_log=None, handler_cancellation=True, shutdown_timeout=1,
        keepalive_timeout=_KEPT, lingering_time=_LINGERING, auto_decompress=False,
    )
    await runner.setup()
    server = runner.server
    assert server is not None, "it is set up"
    server.request_handler = _screened(server.request_handler)
    visits: set[asyncio.Task[None]] = set()

    def take(connection: socket.socket) -> None:
        visit = asyncio.ensure_future(_receive(connection, bridge.admission, server))
        visits.add(visit)
        visit.add_done_callback(visits.discard)

    try:
        async with wall:
            try:
                listener = Listener(at_port(host, port), bridge.admission, take)
            except OSError as error:
                log.error("cannot listen at %s:%d: %s", host, port, error.strerror)
                return 1
            try:
                log.info("ready http://%s:%d", *listener.sockets[0].getsockname()[:2])
                await asyncio.Event().wait()
            finally:
                listener.close()
                await cancel(*visits)
            return 0
    finally:
        await runner.cleanup()


def _screened(
    inner: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]],
) -> Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]:
    """Refuses headers that are not UTF-8, which aiohttp itself could not quote in a response."""

    async def handle(request: web.BaseRequest) -> web.StreamResponse:
        for name, value in request.headers.items():
            # A token is compared in bytes.
            is_token = name.lower() == "authorization"
            if not is_token and any("\ud800" <= one <= "\udfff" for one in value):
                return _problem(400, f"the header {name} is not UTF-8")
        return await inner(request)

    return handle


async def _receive(connection: socket.socket, admission: Admission, server: web.Server) -> None:
    """Gives an accepted connection to aiohttp."""
    try:
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: Visit(admission, server()), connection
        )
    except OSError:
        # The client has disconnected.
        connection.close()


class Visit(asyncio.Protocol):
    """One connection. It passes everything on to aiohttp, but counts what a stranger sends."""

    def __init__(self, admission: Admission, inner: asyncio.Protocol) -> None:
        self._admission = admission
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._unread = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._admission.add(transport)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is not None:
            self._admission.remove(self._transport)
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        transport = self._transport
        if transport is None or self._admission.knows(transport):
            self._unread = 0
        elif self._unread > _MOST_UNREAD:
            transport.abort()
            return
        self._unread += len(data)
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


def _parser() -> ClientParser:
    parser = ClientParser(
        "pagerd-http", "Serves commands, events and statistics of a daemon over HTTP."
    )
    parser.add_argument("--listen", type=_address, default=("127.0.0.1", 8480),
                        metavar="HOST:PORT",
                        help="the address (default 127.0.0.1:8480; port 0 takes any free port)")
    parser.add_argument("--token-file", required=True, metavar="FILE",
                        help="a file of mode 600 with the token, of 20 characters or more")
    parser.add_argument("--allow", action="append", default=[], metavar="PREFIX",
                        help="allow only methods that begin with PREFIX, such as pager.; "
                        "may be repeated")
    parser.add_argument("--spans", metavar="FILE",
                        help="append an OpenTelemetry span for each command to FILE")
    parser.add_argument("--insecure-http", action="store_true",
                        help="permit --listen at an address that other machines can reach")
    return parser


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text}: must be HOST:PORT, with a port up to 65535")
    return host.strip("[]"), int(port)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


if __name__ == "__main__":
    raise SystemExit(main())
