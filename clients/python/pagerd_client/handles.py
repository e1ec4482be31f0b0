"""The handles to a daemon's objects whose methods block.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from . import methods
from .handle import Asker, Blocking, Id


class UIKitVerbs(methods.UIKitVerbs, Blocking):
    """UIKit's own methods, which custom containers call."""


class ControllerHandle(methods.ControllerHandle, Blocking):
    """A handle to a controller."""

    @property
    def uikit(self) -> UIKitVerbs:
        """UIKit's own methods, which custom containers call."""
        return UIKitVerbs(self._asker, self._id)


class ServerMethods(methods.ServerMethods, Blocking):
    """The methods `server.*`."""


class ClockMethods(methods.ClockMethods, Blocking):
    """The methods `clock.*`."""


class EventsMethods(methods.EventsMethods, Blocking):
    """The methods `events.*`."""


class StateMethods(methods.StateMethods, Blocking):
    """The methods `state.*`."""


class ScreenMethods(methods.ScreenMethods, Blocking):
    """The methods `screen.*`."""


class Screens(methods.Screens, Blocking):
    """The methods for screens that need no handle."""


class Plugins(methods.Plugins, Blocking):
    """The methods for plugins that need no handle."""


class PluginHandle(methods.PluginHandle, Blocking):
    """A handle to a plugin."""


class WindowHandle(methods.WindowHandle, Blocking):
    """A handle to a window."""


class ViewHandle(methods.ViewHandle, Blocking):
    """A handle to a view."""


class TransitionHandle(methods.TransitionHandle, Blocking):
    """A handle to a transition."""


class Transitions(methods.Transitions, Blocking):
    """The methods for transitions that need no handle."""


class PagerHandle(methods.PagerHandle, ControllerHandle):
    """A handle to a controller of the kind pager."""


class TabBarHandle(methods.TabBarHandle, ControllerHandle):
    """A handle to a controller of the kind tabBar."""


class NavigationHandle(methods.NavigationHandle, ControllerHandle):
    """A handle to a controller of the kind navigation."""


class PageHandle(methods.PageHandle, ControllerHandle):
    """A handle to a controller of the kind page."""


class SplitHandle(methods.SplitHandle, ControllerHandle):
    """A handle to a controller of the kind split."""


class Windows(methods.Windows[WindowHandle], Blocking):
    """The methods for windows that need no handle."""

    _made = WindowHandle


class Controllers(methods.Controllers[ControllerHandle], Blocking):
    """The methods for controllers that need no handle."""

    _made = ControllerHandle


class Views(methods.Views[ViewHandle], Blocking):
    """The methods for views that need no handle."""

    _made = ViewHandle


class Daemon(methods.Daemon, Asker):
    """All methods of a daemon, grouped by the objects that they are about."""

    def controller(self, id: Id) -> ControllerHandle:
        """Returns a handle to the controller with this id."""
        return ControllerHandle(self, id)

    @property
    def server(self) -> ServerMethods:
        """The methods `server.*`."""
        return ServerMethods(self)

    @property
    def clock(self) -> ClockMethods:
        """The methods `clock.*`."""
        return ClockMethods(self)

    @property
    def state(self) -> StateMethods:
        """The methods `state.*`."""
        return StateMethods(self)

    @property
    def screen(self) -> ScreenMethods:
        """The methods `screen.*`."""
        return ScreenMethods(self)

    @property
    def screens(self) -> Screens:
        """The methods for screens that need no handle."""
        return Screens(self)

    @property
    def plugins(self) -> Plugins:
        """The methods for plugins that need no handle."""
        return Plugins(self)

    def plugin(self, id: Id) -> PluginHandle:
        """Returns a handle to the plugin with this id."""
        return PluginHandle(self, id)

    @property
    def windows(self) -> Windows:
        """The methods for windows that need no handle."""
        return Windows(self)

    def window(self, id: Id) -> WindowHandle:
        """Returns a handle to the window with this id."""
        return WindowHandle(self, id)

    @property
    def controllers(self) -> Controllers:
        """The methods for controllers that need no handle."""
        return Controllers(self)

    @property
    def views(self) -> Views:
        """The methods for views that need no handle."""
        return Views(self)

    def view(self, id: Id) -> ViewHandle:
        """Returns a handle to the view with this id."""
        return ViewHandle(self, id)

    def transition(self, id: Id) -> TransitionHandle:
        """Returns a handle to the transition with this id."""
        return TransitionHandle(self, id)

    @property
    def transitions(self) -> Transitions:
        """The methods for transitions that need no handle."""
        return Transitions(self)

    def pager(self, id: Id | None = None) -> PagerHandle:
        """Returns a handle to the pager with this id, or to the only one if `id` is None."""
        return PagerHandle(self, id)

    def tab_bar(self, id: Id | None = None) -> TabBarHandle:
        """Returns a handle to the tabBar with this id, or to the only one if `id` is None."""
        return TabBarHandle(self, id)

    def navigation(self, id: Id | None = None) -> NavigationHandle:
        """Returns a handle to the navigation with this id, or to the only one if `id` is None."""
        return NavigationHandle(self, id)

    def page(self, id: Id | None = None) -> PageHandle:
        """Returns a handle to the page with this id, or to the only one if `id` is None."""
        return PageHandle(self, id)

    def split(self, id: Id | None = None) -> SplitHandle:
        """Returns a handle to the split with this id, or to the only one if `id` is None."""
        return SplitHandle(self, id)

    def __getitem__(self, id: Id) -> PagerHandle:
        """Returns a handle to the pager with this id, as `pager(id)` does."""
        return PagerHandle(self, id)
