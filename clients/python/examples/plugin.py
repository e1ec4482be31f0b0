"""Hosts pages that show the time, until Ctrl-C: `python plugin.py [INSTANCE]`."""

# %% Create a plugin with a name, for a daemon
import sys
import time

from pagerd_client.plugin import Content, Event, Page, Plugin

plugin = Plugin("example", instance=sys.argv[1] if len(sys.argv) > 1 else None)


# %% Each controller of the kind `time` gets an instance of this class
@plugin.page("time")
class Time(Page):
    def viewDidLoad(self, event: Event) -> None:
        # The timer runs only while the page is visible.
        self.every(1, self.refresh, aligned=True)

    def content(self) -> Content:
        return {"type": "text/plain", "body": time.strftime("%H:%M:%S")}


# %% Once the plugin is attached, clients can create such a page
@plugin.attached
def attached() -> None:
    print("now run: pagerctl create time --id now", flush=True)


# %% Run until Ctrl-C, SIGTERM or the shutdown of the daemon
plugin.main()
