"""For tests of programs that use pagerd: a daemon of their own, or one in memory.

In `conftest.py`:

    pytest_plugins = ["pagerd_client.testing.fixtures"]

Then a test takes `pagerd`, a PrivateDaemon with the manual clock, or `wall`, a Pager of it.
"""

from .daemon import PrivateDaemon, find_pagerd
from .fake import FakeDaemon

__all__ = ["FakeDaemon", "PrivateDaemon", "find_pagerd"]
