"""W3C trace contexts, and spans in the JSON lines of OpenTelemetry's file exporter."""

from __future__ import annotations

import json
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import TextIO

_TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")
_SERVER, _OK, _ERROR = 2, 1, 2


@dataclass
class Span:
    """One request, from its arrival to its reply or to the end of its transition."""

    name: str
    trace: str
    parent: str
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    began: int = field(default_factory=time.time_ns)
    attributes: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def traceparent(self) -> str:
        """The `traceparent` header with which another program continues this trace."""
        return f"00-{self.trace}-{self.id}-01"


def begin(name: str, traceparent: str | None) -> Span:
    """Returns a span in the trace of the header, or in a new trace if the header has none."""
    found = _TRACEPARENT.fullmatch(traceparent or "")
    if found is None or not int(found[1], 16) or not int(found[2], 16):
        return Span(name, secrets.token_hex(16), "")
    return Span(name, found[1], found[2])


def write(span: Span, is_ok: bool, file: TextIO) -> None:
    """Ends the span now and appends it to the file as one line of JSON."""
    attributes = [{"key": key, "value": {"stringValue": value}}
                  for key, value in span.attributes.items()]
    record = {
        "traceId": span.trace,
        "spanId": span.id,
        **({"parentSpanId": span.parent} if span.parent else {}),
        "name": span.name,
        "kind": _SERVER,
        "startTimeUnixNano": str(span.began),
        "endTimeUnixNano": str(time.time_ns()),
        "attributes": attributes,
        "status": {"code": _OK if is_ok else _ERROR},
    }
    service = {"key": "service.name", "value": {"stringValue": "pagerd-http"}}
    scope = {"scope": {"name": "pagerd_client"}, "spans": [record]}
    line = {"resourceSpans": [{"resource": {"attributes": [service]}, "scopeSpans": [scope]}]}
    file.write(json.dumps(line, separators=(",", ":")) + "\n")
    file.flush()
