"""The command line: `pagerd-py call METHOD key=value...` and `pagerd-py events`."""

from __future__ import annotations

import argparse
import json
import os
import re
import select
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from . import Pager, PagerError, Refused
from .core.arguments import Parser
from .core.printing import printable

DONE, UNREACHABLE, REFUSED, VETOED = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status.

    0: success; 1: no daemon answered, or events were lost; 2: the daemon refused the command or
    only logged it; 3: a plugin vetoed it; 64: wrong usage; 130: interrupted.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        pager = Pager(
            options.name,
            options.command,
            options.events,
            timeout=options.timeout,
            client=options.client,
        )
        with pager:
            return _call(pager, options) if options.verb == "call" else _events(pager, options)
    except PagerError as error:
        print(f"pagerd_client: {printable(str(error))}", file=sys.stderr)
        if not isinstance(error, Refused):
            return UNREACHABLE
        return VETOED if error.name == "vetoed" else REFUSED
    except ValueError as error:
        parser.error(str(error))
    except BrokenPipeError:
        # Python flushes stdout when it exits; the pipe is closed, so flush to /dev/null.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return DONE if options.verb == "events" else 130


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="pagerd-py", description="Talk to pagerd.")
    parser.add_argument("--name", help="the daemon's name (PAGERD_NAME, else default)")
    parser.add_argument("--command", help="endpoint of the command socket (PAGERD_COMMAND)")
    parser.add_argument("--events", help="endpoint of the events socket (PAGERD_EVENTS)")
    parser.add_argument("--timeout", type=_seconds, default=5.0, help="seconds to wait for a reply")
    parser.add_argument("--client", help="the client name in requests (else random)")
    verbs = parser.add_subparsers(dest="verb", required=True)
    call = verbs.add_parser("call", help="send one request and print its result")
    call.add_argument("method")
    call.add_argument(
        "params", nargs="*", type=_pair, metavar="key=value", help="parameters as JSON, else text"
    )
    events = verbs.add_parser("events", help="print each event as one line of JSON")
    events.add_argument("prefixes", nargs="*", metavar="PREFIX")
    events.add_argument("--count", type=_count, help="exit after this many events")
    return parser


def _pair(text: str) -> tuple[str, Any]:
    key, separator, value = text.partition("=")
    if not key or not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not key=value")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"must be above 0 and below 1000000 seconds, got {text}")
    return seconds


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {text}")
    return count


def _call(pager: Pager, options: argparse.Namespace) -> int:
    result = pager.call(options.method, **dict(options.params))
    _print(result)
    if result.get("applied") is not False:
        return DONE
    for text in result.get("diagnostics", []):
        print(f"pagerd_client: {printable(str(text))}", file=sys.stderr)
    return REFUSED


def _events(pager: Pager, options: argparse.Namespace) -> int:
    left = options.count
    with pager.events(*options.prefixes, until_shutdown=True) as stream:
        while left != 0:
            event = stream.get(0.5)
            if event is not None:
                _print(event.payload)
                left = None if left is None else left - 1
            elif stream.is_ended or _reader_is_gone():
                break
    return DONE


def _print(value: Mapping[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    print(_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text), flush=True)


# Characters that a terminal acts on: C0, DEL and C1, line separators, direction marks.
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def _reader_is_gone() -> bool:
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


if __name__ == "__main__":
    sys.exit(main())
