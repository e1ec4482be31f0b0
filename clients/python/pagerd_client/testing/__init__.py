"""Helpers for tests of programs that use pagerd: a private daemon, or a fake one in memory.

In `conftest.py`:

    pytest_plugins = ["pagerd_client.testing.fixtures"]

Then a test can use the fixtures `pagerd`, a PrivateDaemon with the manual clock, and `wall`, a
Pager that is connected to it.
"""

from .daemon import PrivateDaemon, find_pagerd
from .fake import FakeDaemon

__all__ = ["FakeDaemon", "PrivateDaemon", "find_pagerd"]
