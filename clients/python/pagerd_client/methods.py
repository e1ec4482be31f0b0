"""The daemon's methods.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Callable, Generic, TypeVar

from .contract import (
    Alignment,
    AutoAdvanceOnInteraction,
    Autoresizing,
    BackBehavior,
    Callback,
    Column,
    Curve,
    Direction,
    Frame,
    Inset,
    Interruption,
    Mode,
    Option,
    PageDirection,
    PageStyle,
    PagerDirection,
    SeparateSecondary,
    SheetDirection,
    Size,
    Spine,
    Style,
    SwipeEnabled,
    Transform,
)

#: What a call gives: a result, or what is awaited for it.
R = TypeVar("R")
#: Calls a method and follows the transition that it starts: the method, what is said, and
#: True or the seconds to wait at the most.
Follow = Callable[[str, "dict[str, Any]", "bool | float"], R]


class Unsaid(Enum):
    """The type of an option that is not said, where None means null."""

    UNSAID = "unsaid"


UNSAID = Unsaid.UNSAID


class Methods(Generic[R]):
    """Methods of a daemon. Parameters are given by name; those left out are not said.

    An option of a controller that can be null is taken back with None.

    Each takes `ifRevision`: refused with `staleRevision` when the state has moved on since;
    and `trace`: the result has, as `events`, what the command published. Each result has
    `seq`, the last event before the reply, and `revision`.
    """

    def __init__(self, call: Callable[..., R], follow: Follow[R] | None = None) -> None:
        self._call = call
        self._follow = follow

    def _ask(
        self,
        method: str,
        said: dict[str, Any],
        more: dict[str, Any],
        clearing: dict[str, Any] | None = None,
        *,
        wait: bool | float = False,
    ) -> R:
        for name, value in more.items():
            if value is not None:
                said[name] = value
        if clearing is not None:
            for name, value in clearing.items():
                if value is not UNSAID:
                    said[name] = value
        if wait is False:
            return self._call(method, **said)
        if self._follow is None:
            raise TypeError(f"{method} cannot wait here")
        return self._follow(method, said, wait)


class ServerMethods(Methods[R]):
    """`server.*`"""

    def hello(self, *, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers who the daemon is and what it takes.

        Result: `protocol`, version of the wire contract; `version`, version of the daemon; `name`,
        the instance; `boot`, changes at each start; `bootSeq`, the seq at which this boot began;
        `history`, changes whenever seq starts over; `epoch`, Unix time at which the history began;
        `time`, of the daemon: seconds since the history began; `uikit`, the release that is
        reproduced; `clock`, real or manual; `endpoints`, the sockets; `limits`, what the daemon
        takes at the most; `kinds`, kinds of controllers; `changes`, a digest of what the kinds'
        events change in records; server.describe has it all; `transitions`, styles of transitions.
        """
        return self._ask("server.hello", {}, {"ifRevision": ifRevision, "trace": trace})

    def ping(self, *, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers at once."""
        return self._ask("server.ping", {}, {"ifRevision": ifRevision, "trace": trace})

    def stats(self, *, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers what the daemon holds and has done.

        Result: `uptime`, seconds since the start; `requests`, messages answered; `refused`, of them
        with an error; `published`, events published since the start; `subscriptions`, subscriptions
        welcomed so far; `windows`, there are; `controllers`, there are; `views`, plain ones there
        are; `transitions`, running; `queuedCommands`, that wait for a transition; `retainedEvents`,
        kept for replay; `retainedBytes`, memory that these events take, about; `replayBytes`, of a
        replay of all of them, at the most: events that nobody has subscribed to are encoded when
        they are replayed; `rememberedReplies`, kept for repeats; `rememberedBytes`, memory that
        these replies take, about; `residentBytes`, memory of the process; `openFiles`, file
        descriptors of the process; `fileLimit`, how many it may have; `connections`, to all
        sockets; `subscribers`, connections to the events socket; `activeSubscriptions`, of these
        connections; `unsentBytes`, that the kernel holds for clients and subscribers who do not
        take them; `unsentReplyBytes`, of replies that libzmq holds for clients that do not take
        them; `droppedReplies`, that libzmq has dropped since the start: the client had gone, or
        libzmq had lost track of it; `overfullConnections`, cut off since the start because of the
        replies that waited for them; `queuedEventLimit`, events that libzmq may hold for one
        subscriber at present; what it holds and drops it does not tell; `refusedConnections`, cut
        off since the start because there were too many; `stuckConnections`, cut off since the start
        because they took nothing; `ignoredSubscriptions`, not welcomed since the start because
        there were too many, or too many bytes; `subscriptionPlaces`, subscriptions, and places that
        their prefixes take in libzmq's tree, those without a welcome among them;
        `oversubscribedConnections`, cut off since the start because of their prefixes;
        `queuedPluginMessages`, that wait for plugins; `queuedPluginBytes`, of these messages;
        `declarationBytes`, of the decisions that plugins declare, plugins that are gone among them;
        `journal`, null without one.
        """
        return self._ask("server.stats", {}, {"ifRevision": ifRevision, "trace": trace})

    def describe(
        self,
        *,
        method: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers the whole contract, or one method of it.

        method: only this one

        Result: `methods`, with parameters, replies and errors; `kinds`, of controllers, with the
        options of their own, the member of records in which descendants name the nearest one, and
        how books write them; `events`, with their fields, what they change in records, and how a
        check writes them; `errors`, with their codes; `styles`, of transitions that need no
        definition.
        """
        return self._ask(
            "server.describe",
            {},
            {"method": method, "ifRevision": ifRevision, "trace": trace},
        )

    def shutdown(self, *, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Ends the daemon in order, after the reply."""
        return self._ask("server.shutdown", {}, {"ifRevision": ifRevision, "trace": trace})


class ClockMethods(Methods[R]):
    """`clock.*`"""

    def get(self, *, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers the daemon's clock.

        Result: `mode`, real or manual; `time`, seconds since the history began.
        """
        return self._ask("clock.get", {}, {"ifRevision": ifRevision, "trace": trace})

    def advance(
        self,
        *,
        seconds: float,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Lets time pass on a manual clock; deadlines run in their order.

        seconds: how far, at least 0

        Result: `mode`, real or manual; `time`, seconds since the history began.

        Raises Refused: `clockIsReal`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "clock.advance",
            {"seconds": seconds},
            {"ifRevision": ifRevision, "trace": trace},
        )


class EventsMethods(Methods[R]):
    """`events.*`"""

    def replay(
        self,
        *,
        since: int,
        boot: str | None = None,
        limit: int | None = None,
        topic: str | None = None,
        plugin: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers events again, byte for byte, as `events`.

        since: the last seq you have; only later ones come
        boot: the boot of which you have that seq
        limit: at most so many (default 10000)
        topic: only topics that begin so (default "")
        plugin: only events of the controllers that this plugin hosts

        Result: `boot`, changes at each start; `history`, changes whenever seq starts over;
        `oldest`, the oldest seq that is kept, 0 for none; `latest`, the latest seq; `complete`,
        false when some are kept no longer; `reason`, why it is not complete; forked: another log
        has `since`, and no events follow it; `next`, go on with this as `since`; absent at the end.

        Raises Refused: `invalidArgument`.
        """
        return self._ask(
            "events.replay",
            {"since": since},
            {
                "boot": boot,
                "limit": limit,
                "topic": topic,
                "plugin": plugin,
                "ifRevision": ifRevision,
                "trace": trace,
            },
        )


class StateMethods(Methods[R]):
    """`state.*`"""

    def snapshot(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers everything there is, in pages of one state.

        after: `next` of the page before
        limit: records of one page (default 10000)

        Result: `boot`, changes at each start; `history`, changes whenever seq starts over; `time`,
        of the daemon: seconds since the history began; `windows`, in the order they were made;
        `controllers`, in the order they were made; `views`, plain ones, in the order they were
        made; `transitions`, running, in the order they began; on the first page all that fit there;
        `next`, go on with this as `after`; absent at the end.

        Raises Refused: `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "state.snapshot",
            {},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )


class PluginMethods(Methods[R]):
    """`plugin.*`"""

    def register(
        self,
        *,
        name: str,
        kinds: Sequence[str] | None = None,
        decisions: Sequence[Any] | None = None,
        since: int | None = None,
        boot: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Makes the connection a plugin's; the first message on the plugins socket.

        name: its name
        kinds: the kinds of controllers it hosts (default [])
        decisions: what it answers: a question, or {question, of?, default?, deadline?} (default [])
        since: the last seq it saw, else when it was lost
        boot: the boot of which it saw that seq

        Result: `name`, its name; `lease`, seconds it may be silent over tcp; `grants`, what its
        configuration lets it do; `controllers`, those it hosts, as they are now; `next`, there are
        more: go on with plugin.controllers and this as `after`; `missed`, events of its controllers
        since it was away; `boot`, changes at each start; `bootSeq`, the seq at which this boot
        began; `history`, changes whenever seq starts over.

        Raises Refused: `nameTaken`, `kindTaken`, `notPermitted`, `invalidArgument`,
        `limitExceeded`, `unsupported`.
        """
        return self._ask(
            "plugin.register",
            {"name": name},
            {
                "kinds": kinds,
                "decisions": decisions,
                "since": since,
                "boot": boot,
                "ifRevision": ifRevision,
                "trace": trace,
            },
        )

    def heartbeat(self, *, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Says that the plugin is there; any other message does too.

        Result: `lease`, seconds it may be silent over tcp.

        Raises Refused: `unsupported`.
        """
        return self._ask("plugin.heartbeat", {}, {"ifRevision": ifRevision, "trace": trace})

    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers the plugins, those that are gone among them.

        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `plugins`, by name; `next`, go on with this as `after`; absent at the end.

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "plugin.list",
            {},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )

    def controllers(
        self,
        *,
        name: str,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Returns the controllers that a plugin hosts. The state may change between two pages.

        name: the plugin
        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `controllers`, those it hosts, as they are now; `next`, go on with this as `after`;
        absent at the end.

        Raises Refused: `tooLarge`, `invalidArgument`.
        """
        return self._ask(
            "plugin.controllers",
            {"name": name},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )

    def forget(self, *, name: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Forgets a plugin that is gone: its declarations, its kinds and whose name it was.

        name: the plugin

        Raises Refused: `invalidArgument`, `unsupported`, `controllerInUse`.
        """
        return self._ask(
            "plugin.forget",
            {"name": name},
            {"ifRevision": ifRevision, "trace": trace},
        )


class WindowMethods(Methods[R]):
    """`window.*`"""

    def create(
        self,
        *,
        id: str | None = None,
        size: Size | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Makes a window, visible at once.

        id: its name, else one is assigned
        size: in points (default {"width": 390, "height": 844})

        Result: `id`, its name, chosen or assigned.

        Raises Refused: `idTaken`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "window.create",
            {},
            {"id": id, "size": size, "ifRevision": ifRevision, "trace": trace},
        )

    def destroy(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Takes a window away; its root and what that presents disappear.

        id: the window

        Raises Refused: `windowNotFound`.
        """
        return self._ask("window.destroy", {"id": id}, {"ifRevision": ifRevision, "trace": trace})

    def get(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers a window's record.

        id: the window

        Result: `id`, its name; `size`, in points; `root`, its root controller; `safeAreaInsets`,
        how much is covered at each side; absent where nothing is [13.9].

        Raises Refused: `windowNotFound`.
        """
        return self._ask("window.get", {"id": id}, {"ifRevision": ifRevision, "trace": trace})

    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers all windows.

        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `windows`, in the order they were made; `next`, go on with this as `after`; absent
        at the end.

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "window.list",
            {},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )

    def setRoot(
        self,
        *,
        id: str,
        controller: str | None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Gives a window its root controller, or none.

        id: the window
        controller: the root to be

        Raises Refused: `windowNotFound`, `controllerNotFound`, `controllerInUse`,
        `hierarchyInconsistency`.
        """
        return self._ask(
            "window.setRoot",
            {"id": id, "controller": controller},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def resize(
        self,
        *,
        id: str,
        size: Size,
        duration: float | None = None,
        animated: bool | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Changes a window's size as a rotation does [13].

        id: the window
        size: in points
        duration: seconds, where it is animated (default 0.3)
        animated: whether displays take time for it [13.11] (default false)

        Raises Refused: `windowNotFound`, `invalidArgument`, `hierarchyInconsistency`.
        """
        return self._ask(
            "window.resize",
            {"id": id, "size": size},
            {"duration": duration, "animated": animated, "ifRevision": ifRevision, "trace": trace},
        )

    def setSafeAreaInsets(
        self,
        *,
        id: str,
        insets: Inset,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Sets how much the device or a bar covers at each side of a window [13.9].

        id: the window
        insets: in points; a side that is left out is 0

        Raises Refused: `windowNotFound`, `invalidArgument`.
        """
        return self._ask(
            "window.setSafeAreaInsets",
            {"id": id, "insets": insets},
            {"ifRevision": ifRevision, "trace": trace},
        )


class ControllerMethods(Methods[R]):
    """`controller.*`"""

    def create(
        self,
        *,
        kind: str,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        title: str | None | Unsaid = UNSAID,
        content: Any = UNSAID,
        forwardsAppearance: bool | None = None,
        definesPresentationContext: bool | None = None,
        providesPresentationContextTransitionStyle: bool | None = None,
        modalPresentationStyle: Style | None = None,
        modalTransitionStyle: str | None = None,
        isModalInPresentation: bool | None = None,
        preferredContentSize: Size | None = None,
        dwellTime: float | None = None,
        on: dict[str, Any] | None | Unsaid = UNSAID,
        sheet: Any = None,
        hidesBottomBarWhenPushed: bool | None = None,
        additionalSafeAreaInsets: Inset | None | Unsaid = UNSAID,
        wrap: bool | None = None,
        transition: dict[str, Any] | None = None,
        duration: float | None = None,
        direction: PagerDirection | None = None,
        rightToLeft: bool | None = None,
        offscreenLimit: int | None = None,
        autoAdvance: float | None | Unsaid = UNSAID,
        inset: Inset | None = None,
        swipeEnabled: SwipeEnabled | None = None,
        dataSource: dict[str, Any] | None | Unsaid = UNSAID,
        bounces: bool | None = None,
        backBehavior: BackBehavior | None = None,
        rewind: bool | None = None,
        reverse: bool | None = None,
        autoAdvanceOnInteraction: AutoAdvanceOnInteraction | None = None,
        resumeAfter: float | None = None,
        pagesPerView: float | None = None,
        spacing: float | None = None,
        peek: float | None = None,
        alignment: Alignment | None = None,
        step: int | None = None,
        interactivePopEnabled: bool | None = None,
        barHidden: bool | None = None,
        style: PageStyle | None = None,
        spine: Spine | None = None,
        navigationOrientation: PagerDirection | None = None,
        doubleSided: bool | None | Unsaid = UNSAID,
        topColumn: Column | None = None,
        separateSecondary: SeparateSecondary | None = None,
        **options: Any,
    ) -> R:
        """Makes a controller of a kind.

        kind: view, pager, tabBar, navigation, page, split or added
        id: its name, else one is assigned
        title: for people
        content: any JSON; by convention {type: MIME, body: text} or {type: MIME, url: ...}
        forwardsAppearance: shouldAutomaticallyForwardAppearanceMethods [2.4] (default true)
        definesPresentationContext: as in UIKit [11.2]; a navigation controller's is true by default
            [11.3] (default false)
        providesPresentationContextTransitionStyle: as in UIKit [11.5] (default false)
        modalPresentationStyle: how it is presented, where the command does not say [10.8] (default
            "automatic")
        modalTransitionStyle: with which style of transition it is presented (default
            "coverVertical")
        isModalInPresentation: whether a person may not drag away the sheet that it is, or that
            shows it [10.12] (default false)
        preferredContentSize: its wish to its parent [13.5] (default {"width": 0, "height": 0})
        dwellTime: seconds that a pager with autoAdvance shows it as a page; 0 for the pager's own
            time (default 0)
        on: what it does in its callbacks
        sheet: {detents, selectedDetent, largestUndimmedDetent} for when it is presented as a sheet,
            null for a sheet as high as the window [10.13] (default null)
        hidesBottomBarWhenPushed: whether the tab bar is hidden while it is on a stack, above the
            root [7.9] (default false)
        additionalSafeAreaInsets: insets that it adds to those of its view, and so to those of the
            views in it [13.9]
        wrap (of kind pager): whether the ends are joined (default false)
        transition (of kind pager): the styles it turns with (default {"forward": "curlUp",
            "backward": "curlDown"})
        duration (of kind pager): seconds of an animated page change; at the default a style that
            was added with transition.define brings its own (default 1)
        direction (of kind pager): the axis it turns along (default "horizontal")
        rightToLeft (of kind pager): whether left and right are swapped (default false)
        offscreenLimit (of kind pager): pages kept as children on each side (default 0)
        autoAdvance (of kind pager): seconds at rest before the next page, or null
        inset (of kind pager): between the pager's edges and the page's, in points (default {"top":
            0, "left": 0, "bottom": 0, "right": 0})
        swipeEnabled (of kind pager): whether a person may turn it, or in which direction alone;
            programs always may (default true)
        dataSource (of kind pager and page): requests pages when they are needed, which pager.supply
            gives it; null where it has all pages
        bounces (of kind pager): whether a person's swipe past its end bounces; where false, the
            swipe turns the nearest pager around it that can turn in that direction (default true)
        backBehavior (of kind pager and tabBar): what back selects. none: nothing; first: the first
            of the list; initial: the one that was selected first; order: the one before the
            selected one in the list; history: the one that was selected before (default "none")
        rewind (of kind pager): whether autoAdvance continues with the first page after the last one
            (default false)
        reverse (of kind pager): whether autoAdvance shows the previous page in place of the next
            one (default false)
        autoAdvanceOnInteraction (of kind pager): what a page turn by a person does to autoAdvance:
            nothing, it holds it for resumeAfter seconds, or it holds it until pager.resume (default
            "continue")
        resumeAfter (of kind pager): seconds at rest after which autoAdvance resumes, where
            autoAdvanceOnInteraction is pause (default 10)
        pagesPerView (of kind pager): how many pages are side by side along `direction`, 1 to 12; of
            2.5, the third is visible by half (default 1)
        spacing (of kind pager): between two pages, in points (default 0)
        peek (of kind pager): what is visible of one more page at either end, in points; the other
            pages are that much smaller (default 0)
        alignment (of kind pager): start: the selected page is the first visible one, and the last
            pages leave no room after them; center: it is in the middle, also the first and the last
            page (default "start")
        step (of kind pager): how many pages pager.next, pager.previous, pager.swipe and autoAdvance
            go, 1 to 100 (default 1)
        interactivePopEnabled (of kind navigation): whether a person may pop by an interactive
            transition, such as a swipe from the edge; programs always may (default true)
        barHidden (of kind navigation): isNavigationBarHidden [6.20] (default false)
        style (of kind page): how it turns (default "curl")
        spine (of kind page): mid shows two pages (default "min")
        navigationOrientation (of kind page): the axis along which it turns (default "horizontal")
        doubleSided (of kind page): whether each sheet that curls has a page on its back; with the
            spine in the middle it always has; null for no
        topColumn (of kind split): which of three columns is on top after a collapse; those after it
            are not shown [8.7] (default "secondary")
        separateSecondary (of kind split): the secondary column of two after an expansion: top, the
            top of the primary column's stack; column, the one from before the collapse [8.8]
            (default "top")
        options: those of a kind that is added to pagerd

        Result: `id`, its name, chosen or assigned.

        Raises Refused: `idTaken`, `kindUnknown`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "controller.create",
            {"kind": kind, **options},
            {
                "id": id,
                "ifRevision": ifRevision,
                "trace": trace,
                "forwardsAppearance": forwardsAppearance,
                "definesPresentationContext": definesPresentationContext,
                "providesPresentationContextTransitionStyle": providesPresentationContextTransitionStyle,
                "modalPresentationStyle": modalPresentationStyle,
                "modalTransitionStyle": modalTransitionStyle,
                "isModalInPresentation": isModalInPresentation,
                "preferredContentSize": preferredContentSize,
                "dwellTime": dwellTime,
                "sheet": sheet,
                "hidesBottomBarWhenPushed": hidesBottomBarWhenPushed,
                "wrap": wrap,
                "transition": transition,
                "duration": duration,
                "direction": direction,
                "rightToLeft": rightToLeft,
                "offscreenLimit": offscreenLimit,
                "inset": inset,
                "swipeEnabled": swipeEnabled,
                "bounces": bounces,
                "backBehavior": backBehavior,
                "rewind": rewind,
                "reverse": reverse,
                "autoAdvanceOnInteraction": autoAdvanceOnInteraction,
                "resumeAfter": resumeAfter,
                "pagesPerView": pagesPerView,
                "spacing": spacing,
                "peek": peek,
                "alignment": alignment,
                "step": step,
                "interactivePopEnabled": interactivePopEnabled,
                "barHidden": barHidden,
                "style": style,
                "spine": spine,
                "navigationOrientation": navigationOrientation,
                "topColumn": topColumn,
                "separateSecondary": separateSecondary,
            },
            {
                "title": title,
                "content": content,
                "on": on,
                "additionalSafeAreaInsets": additionalSafeAreaInsets,
                "autoAdvance": autoAdvance,
                "dataSource": dataSource,
                "doubleSided": doubleSided,
            },
        )

    def update(
        self,
        *,
        id: str,
        ifRevision: int | None = None,
        trace: bool | None = None,
        title: str | None | Unsaid = UNSAID,
        content: Any = UNSAID,
        forwardsAppearance: bool | None = None,
        definesPresentationContext: bool | None = None,
        providesPresentationContextTransitionStyle: bool | None = None,
        modalPresentationStyle: Style | None = None,
        modalTransitionStyle: str | None = None,
        isModalInPresentation: bool | None = None,
        preferredContentSize: Size | None = None,
        dwellTime: float | None = None,
        on: dict[str, Any] | None | Unsaid = UNSAID,
        sheet: Any = None,
        hidesBottomBarWhenPushed: bool | None = None,
        additionalSafeAreaInsets: Inset | None | Unsaid = UNSAID,
        wrap: bool | None = None,
        transition: dict[str, Any] | None = None,
        duration: float | None = None,
        direction: PagerDirection | None = None,
        rightToLeft: bool | None = None,
        offscreenLimit: int | None = None,
        autoAdvance: float | None | Unsaid = UNSAID,
        inset: Inset | None = None,
        swipeEnabled: SwipeEnabled | None = None,
        dataSource: dict[str, Any] | None | Unsaid = UNSAID,
        bounces: bool | None = None,
        backBehavior: BackBehavior | None = None,
        rewind: bool | None = None,
        reverse: bool | None = None,
        autoAdvanceOnInteraction: AutoAdvanceOnInteraction | None = None,
        resumeAfter: float | None = None,
        pagesPerView: float | None = None,
        spacing: float | None = None,
        peek: float | None = None,
        alignment: Alignment | None = None,
        step: int | None = None,
        interactivePopEnabled: bool | None = None,
        barHidden: bool | None = None,
        style: PageStyle | None = None,
        spine: Spine | None = None,
        navigationOrientation: PagerDirection | None = None,
        doubleSided: bool | None | Unsaid = UNSAID,
        topColumn: Column | None = None,
        separateSecondary: SeparateSecondary | None = None,
        **options: Any,
    ) -> R:
        """Changes options of a controller; those left out stay.

        id: the controller
        title: for people
        content: any JSON; by convention {type: MIME, body: text} or {type: MIME, url: ...}
        forwardsAppearance: shouldAutomaticallyForwardAppearanceMethods [2.4] (default true)
        definesPresentationContext: as in UIKit [11.2]; a navigation controller's is true by default
            [11.3] (default false)
        providesPresentationContextTransitionStyle: as in UIKit [11.5] (default false)
        modalPresentationStyle: how it is presented, where the command does not say [10.8] (default
            "automatic")
        modalTransitionStyle: with which style of transition it is presented (default
            "coverVertical")
        isModalInPresentation: whether a person may not drag away the sheet that it is, or that
            shows it [10.12] (default false)
        preferredContentSize: its wish to its parent [13.5] (default {"width": 0, "height": 0})
        dwellTime: seconds that a pager with autoAdvance shows it as a page; 0 for the pager's own
            time (default 0)
        on: what it does in its callbacks
        sheet: {detents, selectedDetent, largestUndimmedDetent} for when it is presented as a sheet,
            null for a sheet as high as the window [10.13] (default null)
        hidesBottomBarWhenPushed: whether the tab bar is hidden while it is on a stack, above the
            root [7.9] (default false)
        additionalSafeAreaInsets: insets that it adds to those of its view, and so to those of the
            views in it [13.9]
        wrap (of kind pager): whether the ends are joined (default false)
        transition (of kind pager): the styles it turns with (default {"forward": "curlUp",
            "backward": "curlDown"})
        duration (of kind pager): seconds of an animated page change; at the default a style that
            was added with transition.define brings its own (default 1)
        direction (of kind pager): the axis it turns along (default "horizontal")
        rightToLeft (of kind pager): whether left and right are swapped (default false)
        offscreenLimit (of kind pager): pages kept as children on each side (default 0)
        autoAdvance (of kind pager): seconds at rest before the next page, or null
        inset (of kind pager): between the pager's edges and the page's, in points (default {"top":
            0, "left": 0, "bottom": 0, "right": 0})
        swipeEnabled (of kind pager): whether a person may turn it, or in which direction alone;
            programs always may (default true)
        dataSource (of kind pager and page): requests pages when they are needed, which pager.supply
            gives it; null where it has all pages
        bounces (of kind pager): whether a person's swipe past its end bounces; where false, the
            swipe turns the nearest pager around it that can turn in that direction (default true)
        backBehavior (of kind pager and tabBar): what back selects. none: nothing; first: the first
            of the list; initial: the one that was selected first; order: the one before the
            selected one in the list; history: the one that was selected before (default "none")
        rewind (of kind pager): whether autoAdvance continues with the first page after the last one
            (default false)
        reverse (of kind pager): whether autoAdvance shows the previous page in place of the next
            one (default false)
        autoAdvanceOnInteraction (of kind pager): what a page turn by a person does to autoAdvance:
            nothing, it holds it for resumeAfter seconds, or it holds it until pager.resume (default
            "continue")
        resumeAfter (of kind pager): seconds at rest after which autoAdvance resumes, where
            autoAdvanceOnInteraction is pause (default 10)
        pagesPerView (of kind pager): how many pages are side by side along `direction`, 1 to 12; of
            2.5, the third is visible by half (default 1)
        spacing (of kind pager): between two pages, in points (default 0)
        peek (of kind pager): what is visible of one more page at either end, in points; the other
            pages are that much smaller (default 0)
        alignment (of kind pager): start: the selected page is the first visible one, and the last
            pages leave no room after them; center: it is in the middle, also the first and the last
            page (default "start")
        step (of kind pager): how many pages pager.next, pager.previous, pager.swipe and autoAdvance
            go, 1 to 100 (default 1)
        interactivePopEnabled (of kind navigation): whether a person may pop by an interactive
            transition, such as a swipe from the edge; programs always may (default true)
        barHidden (of kind navigation): isNavigationBarHidden [6.20] (default false)
        style (of kind page): how it turns (default "curl")
        spine (of kind page): mid shows two pages (default "min")
        navigationOrientation (of kind page): the axis along which it turns (default "horizontal")
        doubleSided (of kind page): whether each sheet that curls has a page on its back; with the
            spine in the middle it always has; null for no
        topColumn (of kind split): which of three columns is on top after a collapse; those after it
            are not shown [8.7] (default "secondary")
        separateSecondary (of kind split): the secondary column of two after an expansion: top, the
            top of the primary column's stack; column, the one from before the collapse [8.8]
            (default "top")
        options: those of a kind that is added to pagerd

        Raises Refused: `controllerNotFound`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "controller.update",
            {"id": id, **options},
            {
                "ifRevision": ifRevision,
                "trace": trace,
                "forwardsAppearance": forwardsAppearance,
                "definesPresentationContext": definesPresentationContext,
                "providesPresentationContextTransitionStyle": providesPresentationContextTransitionStyle,
                "modalPresentationStyle": modalPresentationStyle,
                "modalTransitionStyle": modalTransitionStyle,
                "isModalInPresentation": isModalInPresentation,
                "preferredContentSize": preferredContentSize,
                "dwellTime": dwellTime,
                "sheet": sheet,
                "hidesBottomBarWhenPushed": hidesBottomBarWhenPushed,
                "wrap": wrap,
                "transition": transition,
                "duration": duration,
                "direction": direction,
                "rightToLeft": rightToLeft,
                "offscreenLimit": offscreenLimit,
                "inset": inset,
                "swipeEnabled": swipeEnabled,
                "bounces": bounces,
                "backBehavior": backBehavior,
                "rewind": rewind,
                "reverse": reverse,
                "autoAdvanceOnInteraction": autoAdvanceOnInteraction,
                "resumeAfter": resumeAfter,
                "pagesPerView": pagesPerView,
                "spacing": spacing,
                "peek": peek,
                "alignment": alignment,
                "step": step,
                "interactivePopEnabled": interactivePopEnabled,
                "barHidden": barHidden,
                "style": style,
                "spine": spine,
                "navigationOrientation": navigationOrientation,
                "topColumn": topColumn,
                "separateSecondary": separateSecondary,
            },
            {
                "title": title,
                "content": content,
                "on": on,
                "additionalSafeAreaInsets": additionalSafeAreaInsets,
                "autoAdvance": autoAdvance,
                "dataSource": dataSource,
                "doubleSided": doubleSided,
            },
        )

    def destroy(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Ends a controller that nothing uses any more.

        id: the controller

        Raises Refused: `controllerNotFound`, `controllerInUse`.
        """
        return self._ask(
            "controller.destroy",
            {"id": id},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def get(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers a controller's record.

        id: the controller

        Result: `id`, its name; `kind`, view, pager, tabBar, navigation, page, split or added;
        `title`, for people; `content`, what it shows; `parent`, its container; `children`,
        contained controllers, in order [1.8]; `appearance`, where it is in its appearance [4];
        `isViewLoaded`, whether loadView has run [12.6]; `superview`, of its view; `frame`, of its
        view; `hidden`, of its view; `alpha`, 0 to 1; `clipsToBounds`, whether subviews are cut off;
        `backgroundColor`, as CSS writes it; `autoresizing`, how it follows its superview's size;
        `transform`, about its centre; absent for the identity [13.10]; `window`, its view is in;
        `navigationController`, nearest [12.1]; `tabBarController`, nearest [12.1];
        `splitViewController`, nearest [12.1]; `presentedViewController`, by it or its family
        [11.1]; `presentingViewController`, of its family [11.1]; `isBeingPresented`, [12.2];
        `isBeingDismissed`, [12.2]; `isMovingToParent`, [12.2]; `isMovingFromParent`, [12.2];
        `forwardsAppearance`, option; `definesPresentationContext`, option;
        `providesPresentationContextTransitionStyle`, option; `modalPresentationStyle`, option;
        `modalTransitionStyle`, option; `isModalInPresentation`, option; `preferredContentSize`,
        option; `dwellTime`, option; `on`, option; `sheet`, option, with the selected detent
        [10.13]; `hidesBottomBarWhenPushed`, option [7.9]; `additionalSafeAreaInsets`, option;
        absent where it adds nothing [13.9]; `safeAreaInsets`, how much of its view is covered at
        each side; absent where nothing is, and outside of windows [13.9]; `*`, what its kind adds,
        among it the kind's options.

        Raises Refused: `controllerNotFound`.
        """
        return self._ask("controller.get", {"id": id}, {"ifRevision": ifRevision, "trace": trace})

    def tree(
        self,
        *,
        root: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers controllers as a tree, from one or from all without parent.

        root: where to begin
        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `controllers`, records whose children are records; `next`, go on with this as
        `after`; absent at the end.

        Raises Refused: `controllerNotFound`, `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "controller.tree",
            {},
            {
                "root": root,
                "after": after,
                "limit": limit,
                "ifRevision": ifRevision,
                "trace": trace,
            },
        )

    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers all controllers.

        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `controllers`, in the order they were made; `next`, go on with this as `after`;
        absent at the end.

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "controller.list",
            {},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )

    def call(
        self,
        *,
        id: str,
        callback: Callback,
        animated: bool | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Calls an appearance method directly, which UIKit warns of [4.13].

        id: the controller
        callback: which method
        animated: its argument (default false)

        Raises Refused: `controllerNotFound`.
        """
        return self._ask(
            "controller.call",
            {"id": id, "callback": callback},
            {"animated": animated, "ifRevision": ifRevision, "trace": trace},
        )

    def addChild(
        self,
        *,
        parent: str,
        child: str,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """addChild(_:): willMove(parent), then the edge [1.1].

        parent: the container
        child: the controller to contain

        Raises Refused: `controllerNotFound`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `controllerInUse`, `limitExceeded`.
        """
        return self._ask(
            "controller.addChild",
            {"parent": parent, "child": child},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def removeFromParent(
        self,
        *,
        id: str,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """removeFromParent(): cuts the edge, then didMove(nil) [1.2].

        id: the child

        Raises Refused: `controllerNotFound`, `notAChild`, `controllerInUse`.
        """
        return self._ask(
            "controller.removeFromParent",
            {"id": id},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def willMove(
        self,
        *,
        id: str,
        parent: str | None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """willMove(toParent:), which a container calls before it removes [1.2].

        id: the child
        parent: the parent to be, null when leaving

        Raises Refused: `controllerNotFound`.
        """
        return self._ask(
            "controller.willMove",
            {"id": id, "parent": parent},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def didMove(
        self,
        *,
        id: str,
        parent: str | None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """didMove(toParent:), which a container calls after it added [1.3].

        id: the child
        parent: the parent, null after leaving

        Raises Refused: `controllerNotFound`.
        """
        return self._ask(
            "controller.didMove",
            {"id": id, "parent": parent},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def beginAppearanceTransition(
        self,
        *,
        id: str,
        appearing: bool,
        animated: bool,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """beginAppearanceTransition(_:animated:) [4].

        id: the child
        appearing: true to appear, false to disappear
        animated: the argument of the callbacks

        Raises Refused: `controllerNotFound`.
        """
        return self._ask(
            "controller.beginAppearanceTransition",
            {"id": id, "appearing": appearing, "animated": animated},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def endAppearanceTransition(
        self,
        *,
        id: str,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """endAppearanceTransition() [4].

        id: the child

        Raises Refused: `controllerNotFound`.
        """
        return self._ask(
            "controller.endAppearanceTransition",
            {"id": id},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def loadViewIfNeeded(
        self,
        *,
        id: str,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """loadViewIfNeeded(): loadView and viewDidLoad, once [12.6].

        id: the controller

        Raises Refused: `controllerNotFound`.
        """
        return self._ask(
            "controller.loadViewIfNeeded",
            {"id": id},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def transition(
        self,
        *,
        container: str,
        from_: str,
        to: str,
        duration: float,
        options: Sequence[Option] | None = None,
        edges: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        animations: Sequence[dict[str, Any]] | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """transition(from:to:duration:options:animations:completion:) [5].

        container: whose children they are
        from_: the child that leaves
        to: the child that comes
        duration: seconds; 0 for none
        options: UIView.AnimationOptions (default [])
        edges: do willMove, addChild, didMove and removeFromParent too (default false)
        interactive: waits for a hand instead of the clock (default false)
        interruption: default reject
        curve: how progress follows time; else that of `options`, else the style's
        transition: a style, else that of `options`
        animations: views that move along, with their values at the end; at most 32 [5.11] (default
            [])
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `noCommonParent`, `notAChild`, `controllerInUse`,
        `transitionInProgress`, `invalidArgument`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `limitExceeded`, `kindUnknown`, `viewNotFound`.
        """
        return self._ask(
            "controller.transition",
            {"container": container, "from": from_, "to": to, "duration": duration},
            {
                "options": options,
                "edges": edges,
                "interactive": interactive,
                "interruption": interruption,
                "curve": curve,
                "transition": transition,
                "animations": animations,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )


class ViewMethods(Methods[R]):
    """`view.*`"""

    def create(
        self,
        *,
        id: str | None = None,
        frame: Frame | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Makes a plain view.

        id: its name, else one is assigned
        frame: in its superview to be (default {"x": 0, "y": 0, "width": 0, "height": 0})

        Result: `id`, its name, chosen or assigned.

        Raises Refused: `idTaken`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "view.create",
            {},
            {"id": id, "frame": frame, "ifRevision": ifRevision, "trace": trace},
        )

    def destroy(self, *, view: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Ends a plain view; it is taken out of the tree, its subviews too.

        view: a plain view

        Raises Refused: `viewNotFound`, `controllerInUse`.
        """
        return self._ask("view.destroy", {"view": view}, {"ifRevision": ifRevision, "trace": trace})

    def addSubview(
        self,
        *,
        view: str,
        to: str,
        above: str | None = None,
        below: str | None = None,
        at: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Inserts a view; a controller's view is named by its controller.

        view: the view to insert
        to: the superview to be, not a window
        above: in front of this subview
        below: behind this subview
        at: at this index, back to front

        Raises Refused: `viewNotFound`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `controllerInUse`, `invalidArgument`, `indexOutOfRange`, `limitExceeded`.
        """
        return self._ask(
            "view.addSubview",
            {"view": view, "to": to},
            {"above": above, "below": below, "at": at, "ifRevision": ifRevision, "trace": trace},
        )

    def removeFromSuperview(
        self,
        *,
        view: str,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Takes a view out of its superview.

        view: the view

        Raises Refused: `viewNotFound`, `controllerInUse`.
        """
        return self._ask(
            "view.removeFromSuperview",
            {"view": view},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def set(
        self,
        *,
        view: str,
        frame: Frame | None = None,
        hidden: bool | None = None,
        alpha: float | None = None,
        clipsToBounds: bool | None = None,
        backgroundColor: str | None = None,
        autoresizing: Sequence[Autoresizing] | None = None,
        transform: Transform | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Changes properties of a view; those left out stay.

        view: the view
        frame: in its superview
        hidden: no appearance callbacks follow [3.10]
        alpha: 0 to 1
        clipsToBounds: whether subviews are cut off
        backgroundColor: as CSS writes it
        autoresizing: how it follows its superview's size
        transform: UIView.transform, about its centre; `{}` is the identity [13.10]

        Raises Refused: `viewNotFound`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "view.set",
            {"view": view},
            {
                "frame": frame,
                "hidden": hidden,
                "alpha": alpha,
                "clipsToBounds": clipsToBounds,
                "backgroundColor": backgroundColor,
                "autoresizing": autoresizing,
                "transform": transform,
                "ifRevision": ifRevision,
                "trace": trace,
            },
        )

    def get(self, *, view: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers a view's record.

        view: the view

        Result: `id`, its name; `controller`, whose view it is, null for a plain one; `superview`,
        view or window; `subviews`, back to front; `window`, the window it is in; `frame`, in the
        superview, without its transform; `hidden`, whether it is hidden; `alpha`, 0 to 1;
        `clipsToBounds`, whether subviews are cut off; `backgroundColor`, as CSS writes it;
        `autoresizing`, how it follows its superview's size; `transform`, about its centre; absent
        for the identity [13.10].

        Raises Refused: `viewNotFound`.
        """
        return self._ask("view.get", {"view": view}, {"ifRevision": ifRevision, "trace": trace})


class TransitionMethods(Methods[R]):
    """`transition.*`"""

    def update(
        self,
        *,
        id: str,
        progress: float,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Moves an interactive transition.

        id: the transition
        progress: 0 to 1

        Raises Refused: `transitionNotFound`, `notInteractive`, `invalidArgument`.
        """
        return self._ask(
            "transition.update",
            {"id": id, "progress": progress},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def finish(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Lets an interactive transition go through.

        id: the transition

        Raises Refused: `transitionNotFound`, `notInteractive`, `hierarchyInconsistency`.
        """
        return self._ask(
            "transition.finish",
            {"id": id},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def cancel(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Takes an interactive transition back.

        id: the transition

        Raises Refused: `transitionNotFound`, `notInteractive`, `hierarchyInconsistency`.
        """
        return self._ask(
            "transition.cancel",
            {"id": id},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def animateAlongside(
        self,
        *,
        id: str,
        view: str,
        frame: Frame | None = None,
        alpha: float | None = None,
        backgroundColor: str | None = None,
        transform: Transform | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Moves a view along with a running transition: animate(alongsideTransition:) [5.10].

        id: the transition
        view: the view
        frame: in its superview
        alpha: 0 to 1
        backgroundColor: as CSS writes it
        transform: about its centre; `{}` is the identity

        Raises Refused: `transitionNotFound`, `viewNotFound`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "transition.animateAlongside",
            {"id": id, "view": view},
            {
                "frame": frame,
                "alpha": alpha,
                "backgroundColor": backgroundColor,
                "transform": transform,
                "ifRevision": ifRevision,
                "trace": trace,
            },
        )

    def get(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Returns a transition that runs, or one of the last 1024 that ended.

        id: the transition

        Result: `transition`, its id; `container`, who is in transition; `from`, who leaves; `to`,
        who comes; `style`, the style's name; `direction`, forward or reverse; `duration`, seconds;
        `curve`, how progress follows time; `options`, as the caller gave them; `animated`, whether
        it takes time; `interactive`, whether it waits for a hand; `tracks`, keyframes of both
        sides; `progress`, 0 to 1: as an interactive one was moved, or where the curve is at the
        daemon's time; `began`, seconds on the daemon's clock; `ended`, when it ended, on the
        daemon's clock; absent while it runs; `outcome`, how it ended; absent while it runs;
        `selected`, the controller shown when it had ended: `to`, or `from` where it went back;
        `alongside`, the views that move along with it, with their values at its end; absent where
        none does [5.10].

        Raises Refused: `transitionNotFound`.
        """
        return self._ask("transition.get", {"id": id}, {"ifRevision": ifRevision, "trace": trace})

    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers all running transitions.

        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `transitions`, in the order they began; `next`, go on with this as `after`; absent
        at the end.

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "transition.list",
            {},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )

    def define(
        self,
        *,
        style: str,
        tracks: dict[str, Any],
        duration: float,
        curve: Curve,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Adds a style of transitions.

        style: the style's name
        tracks: keyframes of both sides
        duration: seconds, where neither the command nor the container names them
        curve: how progress follows time

        Raises Refused: `idTaken`, `invalidArgument`, `limitExceeded`.
        """
        return self._ask(
            "transition.define",
            {"style": style, "tracks": tracks, "duration": duration, "curve": curve},
            {"ifRevision": ifRevision, "trace": trace},
        )

    def styles(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers all styles of transitions.

        after: `next` of the page before
        limit: at most so many on one page; without it the whole list

        Result: `styles`, the built-in ones first; `next`, go on with this as `after`; absent at the
        end.

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return self._ask(
            "transition.styles",
            {},
            {"after": after, "limit": limit, "ifRevision": ifRevision, "trace": trace},
        )


class ModalMethods(Methods[R]):
    """`modal.*`"""

    def present(
        self,
        *,
        from_: str,
        controller: str | None,
        style: Style | None = None,
        transition: str | None = None,
        removesPresentersView: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """present(_:animated:completion:) [10].

        from_: who is asked to present
        controller: who is presented; null raises
        style: else the controller's modalPresentationStyle
        transition: else the controller's modalTransitionStyle
        removesPresentersView: for style custom [10.1]
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `presenting`, who presents [11], null if nobody; `transition`, the transition, null
        when nothing moved.

        Raises Refused: `controllerNotFound`, `controllerInUse`, `wouldCreateCycle`, `kindUnknown`,
        `transitionInProgress`, `invalidArgument`, `limitExceeded`, `hierarchyInconsistency`.
        """
        return self._ask(
            "modal.present",
            {"from": from_, "controller": controller},
            {
                "style": style,
                "transition": transition,
                "removesPresentersView": removesPresentersView,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def dismiss(
        self,
        *,
        id: str,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """dismiss(animated:completion:) [10.10].

        id: who is asked
        user: a person's gesture: the delegate is called (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "modal.dismiss",
            {"id": id},
            {
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def selectDetent(
        self,
        *,
        id: str,
        detent: str,
        user: bool | None = None,
        animated: bool | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Selects the height at which a sheet rests [10.13].

        id: the sheet, or a controller in it
        detent: the name of one of its detents
        user: a person's choice: the delegate is called (default false)
        animated: whether it takes time (default true)
        duration: seconds where it is animated; else 0.4
        curve: how progress follows time; else easeInOut

        Raises Refused: `controllerNotFound`, `invalidArgument`.
        """
        return self._ask(
            "modal.selectDetent",
            {"id": id, "detent": detent},
            {
                "user": user,
                "animated": animated,
                "duration": duration,
                "curve": curve,
                "ifRevision": ifRevision,
                "trace": trace,
            },
        )

    def swipeSheet(
        self,
        *,
        id: str,
        direction: SheetDirection,
        animated: bool | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """A person's swipe on a sheet: selects the next detent, or dismisses it at the last [10.14].

        id: the sheet, or a controller in it
        direction: the direction in which the finger moves
        animated: whether it takes time (default true)
        duration: seconds where it is animated; else 0.4
        curve: how progress follows time; else easeInOut
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "modal.swipeSheet",
            {"id": id, "direction": direction},
            {
                "animated": animated,
                "duration": duration,
                "curve": curve,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def get(self, *, id: str, ifRevision: int | None = None, trace: bool | None = None) -> R:
        """Answers how a controller is presented.

        id: the presented controller

        Result: `id`, the controller; `presenter`, who presents it, null if nobody; `style`, how;
        automatic is a pageSheet [10.8]; `transition`, the style of transition;
        `removesPresentersView`, whether the presenter's view is out of the tree meanwhile [10.1].

        Raises Refused: `controllerNotFound`.
        """
        return self._ask("modal.get", {"id": id}, {"ifRevision": ifRevision, "trace": trace})


class PagerMethods(Methods[R]):
    """`pager.*`"""

    def setPages(
        self,
        *,
        pages: Sequence[str],
        id: str | None = None,
        selected: str | None = None,
        index: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Gives a pager its pages; the shown one stays if it is among them.

        pages: all pages, in order
        id: the pager; may be left out where there is only one
        selected: the page to show
        index: or its index
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `indexOutOfRange`, `notAChild`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `limitExceeded`.
        """
        return self._ask(
            "pager.setPages",
            {"pages": pages},
            {
                "id": id,
                "selected": selected,
                "index": index,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def swipe(
        self,
        *,
        direction: Direction,
        id: str | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Turns one page the way a finger does; clamped at the ends.

        direction: the direction in which the finger moves
        id: the pager; may be left out where there is only one
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `transitionInProgress`,
        `nothingToShow`, `limitExceeded`, `vetoed`, `hierarchyInconsistency`, `kindUnknown`,
        `invalidArgument`.
        """
        return self._ask(
            "pager.swipe",
            {"direction": direction},
            {
                "id": id,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def select(
        self,
        *,
        id: str | None = None,
        index: int | None = None,
        page: str | None = None,
        transition: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Shows a page, by index or by name.

        id: the pager; may be left out where there is only one
        index: zero-based
        page: or the page itself
        transition: a style, else the pager's
        user: a person's act: plugins are asked [7.5] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `indexOutOfRange`, `notAChild`,
        `kindUnknown`, `transitionInProgress`, `limitExceeded`, `hierarchyInconsistency`, `vetoed`,
        `invalidArgument`.
        """
        return self._ask(
            "pager.select",
            {},
            {
                "id": id,
                "index": index,
                "page": page,
                "transition": transition,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def next(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Shows the next page; clamped at the end.

        id: the pager; may be left out where there is only one
        user: a person's act: plugins are asked [7.5] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "pager.next",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def previous(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Shows the previous page; clamped at the start.

        id: the pager; may be left out where there is only one
        user: a person's act: plugins are asked [7.5] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "pager.previous",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def insert(
        self,
        *,
        page: str,
        at: int,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Inserts a page; the shown page stays shown.

        page: the page to insert
        at: its index to be
        id: the pager; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `indexOutOfRange`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return self._ask(
            "pager.insert",
            {"page": page, "at": at},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )

    def remove(
        self,
        *,
        page: str,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Removes a page; for the shown one the next takes its place.

        page: the page to remove
        id: the pager; may be left out where there is only one
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `hierarchyInconsistency`.
        """
        return self._ask(
            "pager.remove",
            {"page": page},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
            wait=wait,
        )

    def move(
        self,
        *,
        page: str,
        to: int,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Moves a page to another index; the shown page stays shown.

        page: the page to move
        to: its index to be
        id: the pager; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `indexOutOfRange`.
        """
        return self._ask(
            "pager.move",
            {"page": page, "to": to},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )

    def pause(
        self,
        *,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Holds autoAdvance.

        id: the pager; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return self._ask("pager.pause", {}, {"id": id, "ifRevision": ifRevision, "trace": trace})

    def resume(
        self,
        *,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Lets autoAdvance go on, counting from now, also where a page turn by a person holds it.

        id: the pager; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return self._ask("pager.resume", {}, {"id": id, "ifRevision": ifRevision, "trace": trace})

    def supply(
        self,
        *,
        request: int,
        page: str | None,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers a request for a page.

        request: the number of the request
        page: the page, null where there is none on that side
        id: the pager; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `requestNotFound`, `duplicateController`,
        `controllerInUse`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return self._ask(
            "pager.supply",
            {"request": request, "page": page},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )

    def back(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Goes back to a page as backBehavior says; does nothing where there is no such page.

        id: the pager; may be left out where there is only one
        user: a person's act: plugins are asked [7.5] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "pager.back",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def forward(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Undoes the last pager.back; does nothing where another page was selected since.

        id: the pager; may be left out where there is only one
        user: a person's act: plugins are asked [7.5] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "pager.forward",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )


class TabBarMethods(Methods[R]):
    """`tabBar.*`"""

    def setControllers(
        self,
        *,
        controllers: Sequence[str],
        id: str | None = None,
        selected: str | None = None,
        index: int | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Gives a tab bar its tabs; all become children at once [7.1].

        controllers: all tabs, in order
        id: the tab bar; may be left out where there is only one
        selected: the tab to show; else the selected one, else the one at its index, else the first
            [7.8]
        index: or its index
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `indexOutOfRange`, `notAChild`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `limitExceeded`.
        """
        return self._ask(
            "tabBar.setControllers",
            {"controllers": controllers},
            {
                "id": id,
                "selected": selected,
                "index": index,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def select(
        self,
        *,
        id: str | None = None,
        index: int | None = None,
        controller: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Selects a tab, by index or by name.

        id: the tab bar; may be left out where there is only one
        index: zero-based
        controller: or the tab itself
        user: a tap: plugins are asked, the delegate is called, and on the selected tab it pops the
            stack to its root [7.5] (default false)
        animated: whether it takes time (default false)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `indexOutOfRange`, `notAChild`,
        `transitionInProgress`, `limitExceeded`, `vetoed`, `hierarchyInconsistency`, `kindUnknown`,
        `invalidArgument`.
        """
        return self._ask(
            "tabBar.select",
            {},
            {
                "id": id,
                "index": index,
                "controller": controller,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def back(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Goes back to a tab as backBehavior says; does nothing where there is no such tab.

        id: the tab bar; may be left out where there is only one
        user: a person's act: plugins are asked, the delegate is called [7.5] (default false)
        animated: whether it takes time (default false)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "tabBar.back",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def forward(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Undoes the last tabBar.back; does nothing where another tab was selected since.

        id: the tab bar; may be left out where there is only one
        user: a person's act: plugins are asked, the delegate is called [7.5] (default false)
        animated: whether it takes time (default false)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "tabBar.forward",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )


class NavigationMethods(Methods[R]):
    """`navigation.*`"""

    def setStack(
        self,
        *,
        controllers: Sequence[str],
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """setViewControllers(_:animated:) [6.7] [6.8].

        controllers: from the root to the top
        id: the stack; may be left out where there is only one
        user: a person's act: plugins are asked where the top leaves the stack [6.19] (default
            false)
        animated: whether it takes time (default false)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `transitionInProgress`, `limitExceeded`,
        `unsupported`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "navigation.setStack",
            {"controllers": controllers},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def push(
        self,
        *,
        controller: str | None,
        id: str | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """pushViewController(_:animated:) [6.1].

        controller: the controller to show; null is logged
        id: the stack; may be left out where there is only one
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `transitionInProgress`, `limitExceeded`,
        `unsupported`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "navigation.push",
            {"controller": controller},
            {
                "id": id,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def pop(
        self,
        *,
        id: str | None = None,
        count: int | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """popViewController(animated:) [6.2]; with count it pops as many, but never the root [6.14].

        id: the stack; may be left out where there is only one
        count: how many controllers to pop, else one; where there are fewer it pops to the root.
            With a count, popped in the reply is a list
        user: a person's act: plugins are asked [6.19] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `popped`, who was popped: one controller, a list of several, or null [6.14];
        `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "navigation.pop",
            {},
            {
                "id": id,
                "count": count,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def popTo(
        self,
        *,
        controller: str,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """popToViewController(_:animated:) [6.9].

        controller: who shall be on top
        id: the stack; may be left out where there is only one
        user: a person's act: plugins are asked [6.19] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `popped`, who was popped: one controller, a list of several, or null [6.14];
        `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `transitionInProgress`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "navigation.popTo",
            {"controller": controller},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def popToRoot(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """popToRootViewController(animated:) [6.9].

        id: the stack; may be left out where there is only one
        user: a person's act: plugins are asked [6.19] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `popped`, who was popped: one controller, a list of several, or null [6.14];
        `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "navigation.popToRoot",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def setBarHidden(
        self,
        *,
        hidden: bool,
        id: str | None = None,
        animated: bool | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """setNavigationBarHidden(_:animated:) [6.20].

        hidden: whether the bar is hidden
        id: the stack; may be left out where there is only one
        animated: whether displays animate the bar (default false)

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return self._ask(
            "navigation.setBarHidden",
            {"hidden": hidden},
            {"id": id, "animated": animated, "ifRevision": ifRevision, "trace": trace},
        )


class PageMethods(Methods[R]):
    """`page.*`"""

    def set(
        self,
        *,
        controllers: Sequence[str],
        direction: PageDirection,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """setViewControllers(_:direction:animated:completion:) [9].

        controllers: one, or two with the spine in the middle; for an animated turn of a
            double-sided sheet the page and then the back of the sheet
        direction: forward or reverse
        id: the page controller; may be left out where there is only one
        user: a gesture: the delegate is called [9.4] (default false)
        animated: whether it takes time (default false)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `transitionInProgress`, `limitExceeded`,
        `invalidArgument`, `kindUnknown`.
        """
        return self._ask(
            "page.set",
            {"controllers": controllers, "direction": direction},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def next(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Turns to the pages that the data source has after the visible ones.

        id: the page controller; may be left out where there is only one
        user: a gesture: the delegate is called [9.4] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `nothingToShow`,
        `transitionInProgress`, `limitExceeded`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "page.next",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def previous(
        self,
        *,
        id: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Turns to the pages that the data source has before the visible ones.

        id: the page controller; may be left out where there is only one
        user: a gesture: the delegate is called [9.4] (default false)
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `nothingToShow`,
        `transitionInProgress`, `limitExceeded`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "page.previous",
            {},
            {
                "id": id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def swipe(
        self,
        *,
        direction: Direction,
        id: str | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """Turns as a person's swipe does, to pages of the data source.

        direction: the direction in which the finger moves
        id: the page controller; may be left out where there is only one
        animated: whether it takes time (default true)
        interactive: waits for transition.update, finish and cancel instead of the clock (default
            false)
        interruption: what to do when the container is in a transition already
        duration: seconds where it is animated; else the container's, else the style's
        curve: how progress follows time; else the style's
        transition: a style, else the container's
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `nothingToShow`,
        `transitionInProgress`, `limitExceeded`, `kindUnknown`, `invalidArgument`.
        """
        return self._ask(
            "page.swipe",
            {"direction": direction},
            {
                "id": id,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": ifRevision,
                "trace": trace,
            },
            wait=wait,
        )

    def supply(
        self,
        *,
        request: int,
        page: str | None,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Answers a request for a page.

        request: the number of the request
        page: the page, null where there is none on that side
        id: the page controller; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `requestNotFound`, `duplicateController`,
        `controllerInUse`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return self._ask(
            "page.supply",
            {"request": request, "page": page},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )


class SplitMethods(Methods[R]):
    """`split.*`"""

    def setColumns(
        self,
        *,
        primary: str | None,
        secondary: str | None,
        id: str | None = None,
        supplementary: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Gives a split its two or three columns, or takes them away [8.1] [8.6].

        primary: the primary column, null for none
        secondary: the secondary column, null for none
        id: the split; may be left out where there is only one
        supplementary: the column between them; without it the split has two columns

        Raises Refused: `invalidArgument`, `controllerNotFound`, `wrongKind`, `duplicateController`,
        `controllerInUse`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return self._ask(
            "split.setColumns",
            {"primary": primary, "secondary": secondary},
            {"id": id, "supplementary": supplementary, "ifRevision": ifRevision, "trace": trace},
        )

    def showDetail(
        self,
        *,
        controller: str,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> R:
        """showDetailViewController(_:sender:).

        controller: the secondary column to be
        id: the split; may be left out where there is only one
        wait: True returns when the transition has ended, a number waits so many seconds at the
            most; the result then has its `outcome` and the `selected` controller

        Result: `transition`, the transition, null when nothing moved.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `nothingToShow`, `limitExceeded`.
        """
        return self._ask(
            "split.showDetail",
            {"controller": controller},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
            wait=wait,
        )

    def setDisplayMode(
        self,
        *,
        mode: Mode,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Shows or hides the primary and the supplementary column [8.6].

        mode: the display mode
        id: the split; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `hierarchyInconsistency`.
        """
        return self._ask(
            "split.setDisplayMode",
            {"mode": mode},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )

    def show(
        self,
        *,
        column: Column,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """show(_:), of a column [8.9].

        column: the column to show
        id: the split; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `nothingToShow`, `invalidArgument`,
        `hierarchyInconsistency`.
        """
        return self._ask(
            "split.show",
            {"column": column},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )

    def hide(
        self,
        *,
        column: Column,
        id: str | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """hide(_:), of a column [8.9].

        column: the column to hide
        id: the split; may be left out where there is only one

        Raises Refused: `controllerNotFound`, `wrongKind`, `nothingToShow`, `invalidArgument`,
        `hierarchyInconsistency`.
        """
        return self._ask(
            "split.hide",
            {"column": column},
            {"id": id, "ifRevision": ifRevision, "trace": trace},
        )


class Daemon(Methods[R]):
    """Every method, by its category."""

    def __init__(self, call: Callable[..., R], follow: Follow[R] | None = None) -> None:
        super().__init__(call, follow)
        self.server = ServerMethods(call, follow)
        self.clock = ClockMethods(call, follow)
        self.events = EventsMethods(call, follow)
        self.state = StateMethods(call, follow)
        self.plugin = PluginMethods(call, follow)
        self.window = WindowMethods(call, follow)
        self.controller = ControllerMethods(call, follow)
        self.view = ViewMethods(call, follow)
        self.transition = TransitionMethods(call, follow)
        self.modal = ModalMethods(call, follow)
        self.pager = PagerMethods(call, follow)
        self.tabBar = TabBarMethods(call, follow)
        self.navigation = NavigationMethods(call, follow)
        self.page = PageMethods(call, follow)
        self.split = SplitMethods(call, follow)

    def batch(
        self,
        *,
        commands: Sequence[dict[str, Any]],
        atomic: bool | None = None,
        ifRevision: int | None = None,
        trace: bool | None = None,
    ) -> R:
        """Carries out several commands, on demand all or none of them.

        commands: in order
        atomic: when one fails nothing has changed and nothing was published (default false)

        Result: `results`, of each command {result} or {error}.

        Raises Refused: `limitExceeded`, `tooLarge`.
        """
        return self._ask(
            "batch",
            {"commands": commands},
            {"atomic": atomic, "ifRevision": ifRevision, "trace": trace},
        )
