"""Hosts pages that show the time, until Ctrl-C: `python plugin.py [INSTANCE]`."""

# %% A plugin has a name, and a daemon
import sys
import time

from pagerd_client.plugin import Content, Event, Page, Plugin

plugin = Plugin("example", instance=sys.argv[1] if len(sys.argv) > 1 else None)


# %% Each controller of the kind gets one of these
@plugin.page("time")
class Time(Page):
    def viewDidLoad(self, event: Event) -> None:
        # Only while the page is on show.
        self.every(1, self.refresh, aligned=True)

    def content(self) -> Content:
        return {"type": "text/plain", "body": time.strftime("%H:%M:%S")}


# %% Once the daemon knows the plugin, there can be such a page
@plugin.attached
def attached() -> None:
    print("now: pagerctl create time --id now", flush=True)


# %% Stays until Ctrl-C, SIGTERM or the end of the daemon
plugin.main()
