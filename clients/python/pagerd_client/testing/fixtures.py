"""Fixtures of pytest. Load them with `pytest_plugins = ["pagerd_client.testing.fixtures"]`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..pager import Pager
from .daemon import PrivateDaemon


@pytest.fixture
def pagerd() -> Iterator[PrivateDaemon]:
    """A running pagerd for this test only, with the manual clock and without a journal."""
    with PrivateDaemon() as daemon:
        yield daemon


@pytest.fixture
def wall(pagerd: PrivateDaemon) -> Iterator[Pager]:
    """A client of the fixture `pagerd`."""
    with pagerd.pager() as pager:
        yield pager
