"""The log of a bridge: printable lines, none of them huge, and not too many."""

from __future__ import annotations

import ast
import asyncio
import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import awaited

from pagerd_client.bridges import lines
from pagerd_client.core.printing import MOST_CHARACTERS, line, printable

#: Escaped, as pytest cannot report lone surrogates.
UNSAFE = [
    r"\x1b[31m", r"a\nb", r"\r", r"\x00", r"\x7f", r"\x85", r"\x9b31m", r"\u202eabc", r"\u2066",
    r"\u200b", r"\u2028", r"\u2029", r"\ufeff", r"\ud800", r"\U000e0041", r"\u061c", r"\xad", r"\t",
]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What a bridge has logged."""
    text = io.StringIO()
    root = logging.getLogger()
    before, root.handlers = root.handlers, []
    monkeypatch.setattr("sys.stderr", text)
    lines.begin("pagerd-x")
    logging.captureWarnings(False)
    [handler], root.handlers = root.handlers, before
    # pytest would count these lines, too.
    loggers = [logging.getLogger(name) for name in ("other", lines.TRUSTED, lines.__name__)]
    for logger in loggers:
        logger.handlers, logger.propagate = [handler], False
    logger = logging.getLogger("other")
    logger.setLevel(logging.INFO)
    logging.getLogger(lines.TRUSTED).setLevel(logging.INFO)
    yield text
    for logger in loggers:
        logger.handlers, logger.propagate = [], True


@pytest.mark.parametrize("text", UNSAFE)
def test_unsafe_characters_are_escaped(text: str) -> None:
    text = text.encode().decode("unicode_escape")
    assert printable(text).isprintable() and printable(text) != text
    error = ValueError(text)
    record = logging.LogRecord(
        "other", logging.ERROR, "", 0, "failed with %s", (text,), (ValueError, error, None)
    )
    expected = f"pagerd-x: failed with {printable(text)}: ValueError: {printable(text)}"
    # Without a handler, as pytest cannot report lone surrogates.
    assert lines._Format("pagerd-x").format(record) == expected


def test_ordinary_text_stays_as_it_is() -> None:
    for text in ("plain", "é ü 日本 🙂", "a b", "C:\\path", ""):
        assert printable(text) == text


@pytest.mark.parametrize("letter", ["x", "\n", "\U000e0041", "🙂"])
def test_a_line_has_a_limit(letter: str, log: io.StringIO) -> None:
    logging.getLogger("other").error(letter * 1_000_000)
    logged = log.getvalue().splitlines()
    assert len(logged) == 1 and len(logged[0]) == len("pagerd-x: ") + MOST_CHARACTERS
    assert logged[0].endswith("...")
    assert line("x" * 10, 10) == "x" * 10


@awaited
async def test_repeated_lines_are_counted_and_others_are_not_hidden(log: io.StringIO) -> None:
    handler = logging.getLogger("other").handlers[0]
    handler.removeFilter(handler.filters[0])
    handler.addFilter(lines.Repetitions(seconds=0.05))
    logger = logging.getLogger("other")
    for number in range(lines.MOST_LINES + 500):
        logger.warning("ignored %d", number)
    logger.warning("another kind")
    while "left out" not in log.getvalue():
        await asyncio.sleep(0.01)
    logger.warning("ignored %d", -1)
    logged = log.getvalue().splitlines()
    assert len(logged) == lines.MOST_LINES + 3
    assert logged[-3:] == [
        "pagerd-x: another kind",
        "pagerd-x: left out 500 more lines in 0.05 s, like: ignored %d",
        "pagerd-x: ignored -1",
    ]


@awaited
async def test_endlessly_many_kinds_of_lines_are_limited_too(log: io.StringIO) -> None:
    for number in range(10_000):
        logging.getLogger("other").warning(f"text {number}")
    assert len(log.getvalue().splitlines()) < 500


@awaited
async def test_requests_with_the_right_token_are_all_logged(log: io.StringIO) -> None:
    for _ in range(100):
        logging.getLogger(lines.TRUSTED).info("pager.next\n")
    assert log.getvalue() == "pagerd-x: pager.next\\u{A}\n" * 100


def test_bridges_write_only_through_the_log() -> None:
    """`lines` opens standard error for the log, and `program` shows wrong usage."""
    for file in Path(lines.__file__).parent.glob("*.py"):
        names = {one.id for one in ast.walk(ast.parse(file.read_text())) if isinstance(one, ast.Name)}
        assert "print" not in names, file
        assert "sys" not in names or file.name in ("lines.py", "program.py"), file
