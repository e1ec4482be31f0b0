"""The handles to a daemon's objects whose methods are coroutine functions.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from . import methods
from .handle import AsyncAsker, Awaited, Id


class AsyncUIKitVerbs(methods.UIKitVerbs, Awaited):
    """UIKit's own methods, which custom containers call."""


class AsyncControllerHandle(methods.ControllerHandle, Awaited):
    """A handle to a controller."""

    @property
    def uikit(self) -> AsyncUIKitVerbs:
        """UIKit's own methods, which custom containers call."""
        return AsyncUIKitVerbs(self._asker, self._id)


class AsyncServerMethods(methods.ServerMethods, Awaited):
    """The methods `server.*`."""


class AsyncClockMethods(methods.ClockMethods, Awaited):
    """The methods `clock.*`."""


class AsyncEventsMethods(methods.EventsMethods, Awaited):
    """The methods `events.*`."""


class AsyncStateMethods(methods.StateMethods, Awaited):
    """The methods `state.*`."""


class AsyncScreenMethods(methods.ScreenMethods, Awaited):
    """The methods `screen.*`."""


class AsyncScreens(methods.Screens, Awaited):
    """The methods for screens that need no handle."""


class AsyncPlugins(methods.Plugins, Awaited):
    """The methods for plugins that need no handle."""


class AsyncPluginHandle(methods.PluginHandle, Awaited):
    """A handle to a plugin."""


class AsyncWindowHandle(methods.WindowHandle, Awaited):
    """A handle to a window."""


class AsyncViewHandle(methods.ViewHandle, Awaited):
    """A handle to a view."""


class AsyncTransitionHandle(methods.TransitionHandle, Awaited):
    """A handle to a transition."""


class AsyncTransitions(methods.Transitions, Awaited):
    """The methods for transitions that need no handle."""


class AsyncPagerHandle(methods.PagerHandle, AsyncControllerHandle):
    """A handle to a controller of the kind pager."""


class AsyncTabBarHandle(methods.TabBarHandle, AsyncControllerHandle):
    """A handle to a controller of the kind tabBar."""


class AsyncNavigationHandle(methods.NavigationHandle, AsyncControllerHandle):
    """A handle to a controller of the kind navigation."""


class AsyncPageHandle(methods.PageHandle, AsyncControllerHandle):
    """A handle to a controller of the kind page."""


class AsyncSplitHandle(methods.SplitHandle, AsyncControllerHandle):
    """A handle to a controller of the kind split."""


class AsyncWindows(methods.Windows[Coroutine[Any, Any, AsyncWindowHandle]], Awaited):
    """The methods for windows that need no handle."""

    _made = AsyncWindowHandle


class AsyncControllers(methods.Controllers[Coroutine[Any, Any, AsyncControllerHandle]], Awaited):
    """The methods for controllers that need no handle."""

    _made = AsyncControllerHandle


class AsyncViews(methods.Views[Coroutine[Any, Any, AsyncViewHandle]], Awaited):
    """The methods for views that need no handle."""

    _made = AsyncViewHandle


class AsyncDaemon(methods.Daemon, AsyncAsker):
    """All methods of a daemon, grouped by the objects that they are about."""

    def controller(self, id: Id) -> AsyncControllerHandle:
        """Returns a handle to the controller with this id."""
        return AsyncControllerHandle(self, id)

    @property
    def server(self) -> AsyncServerMethods:
        """The methods `server.*`."""
        return AsyncServerMethods(self)

    @property
    def clock(self) -> AsyncClockMethods:
        """The methods `clock.*`."""
        return AsyncClockMethods(self)

    @property
    def state(self) -> AsyncStateMethods:
        """The methods `state.*`."""
        return AsyncStateMethods(self)

    @property
    def screen(self) -> AsyncScreenMethods:
        """The methods `screen.*`."""
        return AsyncScreenMethods(self)

    @property
    def screens(self) -> AsyncScreens:
        """The methods for screens that need no handle."""
        return AsyncScreens(self)

    @property
    def plugins(self) -> AsyncPlugins:
        """The methods for plugins that need no handle."""
        return AsyncPlugins(self)

    def plugin(self, id: Id) -> AsyncPluginHandle:
        """Returns a handle to the plugin with this id."""
        return AsyncPluginHandle(self, id)

    @property
    def windows(self) -> AsyncWindows:
        """The methods for windows that need no handle."""
        return AsyncWindows(self)

    def window(self, id: Id) -> AsyncWindowHandle:
        """Returns a handle to the window with this id."""
        return AsyncWindowHandle(self, id)

    @property
    def controllers(self) -> AsyncControllers:
        """The methods for controllers that need no handle."""
        return AsyncControllers(self)

    @property
    def views(self) -> AsyncViews:
        """The methods for views that need no handle."""
        return AsyncViews(self)

    def view(self, id: Id) -> AsyncViewHandle:
        """Returns a handle to the view with this id."""
        return AsyncViewHandle(self, id)

    def transition(self, id: Id) -> AsyncTransitionHandle:
        """Returns a handle to the transition with this id."""
        return AsyncTransitionHandle(self, id)

    @property
    def transitions(self) -> AsyncTransitions:
        """The methods for transitions that need no handle."""
        return AsyncTransitions(self)

    def pager(self, id: Id | None = None) -> AsyncPagerHandle:
        """Returns a handle to the pager with this id, or to the only one if `id` is None."""
        return AsyncPagerHandle(self, id)

    def tab_bar(self, id: Id | None = None) -> AsyncTabBarHandle:
        """Returns a handle to the tabBar with this id, or to the only one if `id` is None."""
        return AsyncTabBarHandle(self, id)

    def navigation(self, id: Id | None = None) -> AsyncNavigationHandle:
        """Returns a handle to the navigation with this id, or to the only one if `id` is None."""
        return AsyncNavigationHandle(self, id)

    def page(self, id: Id | None = None) -> AsyncPageHandle:
        """Returns a handle to the page with this id, or to the only one if `id` is None."""
        return AsyncPageHandle(self, id)

    def split(self, id: Id | None = None) -> AsyncSplitHandle:
        """Returns a handle to the split with this id, or to the only one if `id` is None."""
        return AsyncSplitHandle(self, id)

    def __getitem__(self, id: Id) -> AsyncPagerHandle:
        """Returns a handle to the pager with this id, as `pager(id)` does."""
        return AsyncPagerHandle(self, id)
