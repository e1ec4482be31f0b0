"""What the daemon returns: records of what there is, and replies.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .contract import (
    Alignment,
    Appearance,
    AutoAdvanceOnInteraction,
    Autoresizing,
    Axis,
    BackBehavior,
    Clock,
    Curve,
    Direction,
    DisplayMode,
    Frame,
    Grant,
    Inset,
    Keyframe,
    ModalPresentationStyle,
    Option,
    Outcome,
    PluginState,
    Property,
    Reason,
    Right,
    SeparateSecondary,
    Side,
    Size,
    Spine,
    Style,
    SwipeEnabled,
    Sync,
    TopColumn,
    Transform,
)
from .reply import Reply, Turn


@dataclass(frozen=True, kw_only=True)
class WindowRecord:
    """The record of a window."""

    #: its name
    id: str
    #: in points
    size: Size
    #: its root controller
    root: str | None
    #: safe area insets in points; absent if all are 0 [13.9]
    safe_area_insets: Inset | None = None


@dataclass(frozen=True, kw_only=True)
class ControllerRecord:
    """The record of a controller."""

    #: its name
    id: str
    #: view, pager, tabBar, navigation, page, split or added
    kind: str
    #: a title for display
    title: str | None
    #: what it shows
    content: Any = None
    #: its container
    parent: str | None
    #: its children, in order [1.8]
    children: tuple[str, ...]
    #: its appearance state [4]
    appearance: Appearance
    #: whether loadView has run [12.6]
    is_view_loaded: bool
    #: the superview of its view
    superview: str | None
    #: the frame of its view
    frame: Frame
    #: whether its view is hidden
    hidden: bool
    #: 0 to 1
    alpha: float = 1
    #: whether subviews are clipped
    clips_to_bounds: bool = False
    #: a CSS colour
    background_color: str | None = None
    #: how it follows the size of its superview
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: about the view's centre; absent: identity [13.10]
    transform: Transform | None = None
    #: the window of its view
    window: str | None
    #: the nearest [12.1]
    navigation_controller: str | None
    #: the nearest [12.1]
    tab_bar_controller: str | None
    #: the nearest [12.1]
    split_view_controller: str | None
    #: presented by it or an ancestor [11.1]
    presented_view_controller: str | None
    #: presenter of it or an ancestor [11.1]
    presenting_view_controller: str | None
    #: [12.2]
    is_being_presented: bool
    #: [12.2]
    is_being_dismissed: bool
    #: [12.2]
    is_moving_to_parent: bool
    #: [12.2]
    is_moving_from_parent: bool
    #: option
    forwards_appearance: bool = True
    #: option
    defines_presentation_context: bool = False
    #: option
    provides_presentation_context_transition_style: bool = False
    #: option
    modal_presentation_style: ModalPresentationStyle = "automatic"
    #: option
    modal_transition_style: str = "coverVertical"
    #: option
    is_modal_in_presentation: bool = False
    #: option
    preferred_content_size: Size = Size(width=0, height=0)
    #: option
    dwell_time: float = 0
    #: option
    on: Mapping[str, Any] | None
    #: option, with the selected detent [10.13]
    sheet: Any = None
    #: option [7.9]
    hides_bottom_bar_when_pushed: bool = False
    #: option; absent if all are 0 [13.9]
    additional_safe_area_insets: Inset | None = None
    #: safe area insets of its view in points; absent if all are 0, and outside of windows [13.9]
    safe_area_insets: Inset | None = None
    #: members that this package does not know, named as on the wire
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, kw_only=True)
class ViewRecord:
    """The record of a view."""

    #: its name
    id: str
    #: the controller of the view; null: none
    controller: str | None
    #: its superview, a view or window
    superview: str | None
    #: back to front
    subviews: tuple[str, ...]
    #: the window it is in
    window: str | None
    #: in the superview's coordinates, without the transform
    frame: Frame
    #: whether it is hidden
    hidden: bool
    #: 0 to 1
    alpha: float = 1
    #: whether subviews are clipped
    clips_to_bounds: bool = False
    #: a CSS colour
    background_color: str | None = None
    #: how it follows the size of its superview
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: about the view's centre; absent: identity [13.10]
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class Track:
    """`from` of the wire contract."""

    #: the animated property
    property: Property
    #: in the order of `at`
    keyframes: tuple[Keyframe, ...]


@dataclass(frozen=True, kw_only=True)
class Tracks:
    """`tracks` of the wire contract."""

    #: tracks of the page that leaves
    from_: tuple[Track, ...]
    #: tracks of the page that appears
    to: tuple[Track, ...]


@dataclass(frozen=True, kw_only=True)
class Alongside:
    """`alongside` of the wire contract."""

    #: the view
    view: str
    #: in its superview
    frame: Frame | None = None
    #: 0 to 1
    alpha: float | None = None
    #: a CSS colour
    background_color: str | None = None
    #: about the view's centre; `{}` is the identity
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionRecord:
    """The record of a transition."""

    #: its id
    transition: str
    #: the container of the transition
    container: str
    #: the controller that leaves
    from_: str | None
    #: the controller that appears
    to: str | None
    #: the style's name
    style: str
    #: forward or reverse
    direction: Direction
    #: seconds
    duration: float
    #: timing curve
    curve: Curve
    #: the command's options
    options: tuple[Option, ...]
    #: whether it is animated
    animated: bool
    #: whether a client sets its progress
    interactive: bool
    #: keyframes of both sides
    tracks: Tracks
    #: 0 to 1: as set by a client, or by the curve at the daemon's time
    progress: float
    #: seconds on the daemon's clock
    began: float
    #: its end, in seconds on the daemon's clock; absent while it runs
    ended: float | None = None
    #: how it ended; absent while it runs
    outcome: Outcome | None = None
    #: the controller shown after its end: `to`, or `from` if it was cancelled
    selected: str | None = None
    #: the views animated alongside, with their final values; absent if there are none [5.10]
    alongside: tuple[Alongside, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class PresentationRecord:
    """The record of a presentation."""

    #: the controller
    id: str
    #: its presenter; null if it is not presented
    presenter: str | None
    #: the presentation style; automatic means pageSheet [10.8]
    style: ModalPresentationStyle | None
    #: the transition style
    transition: str | None
    #: whether the presentation removes the presenter's view [10.1]
    removes_presenters_view: bool


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """`requests` of the wire contract."""

    #: its number, for the command `supply`
    request: int
    #: the side of `beside` for the page
    side: Side
    #: the first or the last page
    beside: str


@dataclass(frozen=True, kw_only=True)
class TurnStyles:
    """`transition` of the wire contract."""

    #: the style of turns to later pages
    forward: str = "curlUp"
    #: the style of turns to earlier pages
    backward: str = "curlDown"


@dataclass(frozen=True, kw_only=True)
class DataSource:
    """`dataSource` of the wire contract."""

    #: pages to request in advance on each side; for a page controller turns, not pages
    read_ahead: int = 1
    #: pages to keep on each side, others are released; for a page controller turns, not pages
    keep: int = 2
    #: seconds until a request without an answer ends as if there were no page
    timeout: float = 10


@dataclass(frozen=True, kw_only=True)
class PagerRecord(ControllerRecord):
    """The record of a controller of the kind pager."""

    #: in order
    pages: tuple[str, ...]
    #: index of the selected page
    index: int | None = None
    #: the selected page
    selected: str | None = None
    #: whether autoAdvance is paused
    paused: bool
    #: the open requests for pages
    requests: tuple[PageRequest, ...] = ()
    #: the page that pager.back selects
    back: str | None = None
    #: the page that pager.forward selects
    forward: str | None = None
    #: whether the user's page turn has paused autoAdvance, see autoAdvanceOnInteraction
    auto_advance_held: bool = False
    #: whether the first page follows the last one
    wrap: bool = False
    #: the transition styles of its turns
    transition: TurnStyles = TurnStyles(forward='curlUp', backward='curlDown')
    #: seconds of an animated page change; with the default, a style of transition.define uses its
    #: own duration
    duration: float = 1
    #: the axis of its turns
    direction: Axis = "horizontal"
    #: whether left and right are swapped
    right_to_left: bool = False
    #: pages on each side that stay children
    offscreen_limit: int = 0
    #: seconds until the next page is shown; null: never
    auto_advance: float | None = None
    #: distance of the pages from the pager's edges, in points
    inset: Inset = Inset(top=0, left=0, bottom=0, right=0)
    #: whether the user may turn it, or in which direction; commands always can
    swipe_enabled: SwipeEnabled = True
    #: requests pages when needed, which pager.supply answers; null: the pager has all pages
    data_source: DataSource | None = None
    #: whether the user's swipe past its end bounces; if false, the swipe turns the nearest pager
    #: around it that can turn in that direction
    bounces: bool = True
    #: what back selects. none: nothing; first: the first of the list; initial: the one selected
    #: first; order: the one before the selected one in the list; history: the previously selected
    #: one
    back_behavior: BackBehavior = "none"
    #: whether autoAdvance continues with the first page after the last one
    rewind: bool = False
    #: whether autoAdvance shows the previous page instead of the next one
    reverse: bool = False
    #: what the user's page turn does to autoAdvance: nothing, pauses it for resumeAfter seconds, or
    #: pauses it until pager.resume
    auto_advance_on_interaction: AutoAdvanceOnInteraction = "continue"
    #: seconds after the user's page turn until autoAdvance resumes, if autoAdvanceOnInteraction is
    #: pause
    resume_after: float = 10
    #: number of pages side by side along `direction`, 1 to 12; with 2.5 half of the third is
    #: visible
    pages_per_view: float = 1
    #: distance between two pages, in points
    spacing: float = 0
    #: visible part of one more page at either end, in points; the other pages are smaller by that
    peek: float = 0
    #: start: the selected page is the first visible one, but no space is left after the last page;
    #: center: it is in the middle, also the first and the last page
    alignment: Alignment = "start"
    #: pages per turn of pager.next, pager.previous, pager.swipe and autoAdvance, 1 to 100
    step: int = 1


@dataclass(frozen=True, kw_only=True)
class TabBarRecord(ControllerRecord):
    """The record of a controller of the kind tabBar."""

    #: the tabs, in order
    controllers: tuple[str, ...]
    #: index of the selected tab
    index: int | None = None
    #: the selected tab
    selected: str | None = None
    #: the tab that tabBar.back selects
    back: str | None = None
    #: the tab that tabBar.forward selects
    forward: str | None = None
    #: whether a controller on the selected tab's stack hides the bar [7.9]
    bar_hidden: bool = False
    #: what back selects. none: nothing; first: the first of the list; initial: the one selected
    #: first; order: the one before the selected one in the list; history: the previously selected
    #: one
    back_behavior: BackBehavior = "none"


@dataclass(frozen=True, kw_only=True)
class NavigationRecord(ControllerRecord):
    """The record of a controller of the kind navigation."""

    #: the stack, from root to top
    controllers: tuple[str, ...]
    #: the last controller of the stack
    top: str | None = None
    #: whether the user may pop with a gesture, such as a swipe from the edge; commands can always
    #: pop
    interactive_pop_enabled: bool = True
    #: isNavigationBarHidden [6.20]
    bar_hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class PageRecord(ControllerRecord):
    """The record of a controller of the kind page."""

    #: the visible page or pages
    controllers: tuple[str, ...]
    #: the open requests for pages
    requests: tuple[PageRequest, ...] = ()
    #: the animation of a turn
    style: Style = "curl"
    #: position of the spine; mid shows two pages
    spine: Spine = "min"
    #: the axis of its turns
    navigation_orientation: Axis = "horizontal"
    #: whether each curling sheet has a page on its back, as always with the spine in the middle;
    #: null: no
    double_sided: bool | None = None
    #: requests pages when needed, which page.supply answers; without a data source no gesture turns
    #: it
    data_source: DataSource | None = None


@dataclass(frozen=True, kw_only=True)
class SplitRecord(ControllerRecord):
    """The record of a controller of the kind split."""

    #: the primary column
    primary: str | None = None
    #: the secondary column
    secondary: str | None = None
    #: whether the window is too narrow for two columns
    collapsed: bool
    #: which columns are shown
    display_mode: DisplayMode
    #: the column between them; null with two columns
    supplementary: str | None = None
    #: the top one of three columns after a collapse; columns after it are not shown [8.7]
    top_column: TopColumn = "secondary"
    #: the secondary of two columns after an expansion: top, the top of the primary's stack; column,
    #: the one before the collapse [8.8]
    separate_secondary: SeparateSecondary = "top"


@dataclass(frozen=True, kw_only=True)
class PresentTurn(Turn):
    """The result of `modal.present`."""

    #: the presenter [11]; null if nothing was presented
    presenting: str | None


@dataclass(frozen=True, kw_only=True)
class Endpoints:
    """`endpoints` of the wire contract."""

    #: REP
    command: str
    #: XPUB
    events: str
    #: ROUTER
    plugins: str


@dataclass(frozen=True, kw_only=True)
class Hello(Reply):
    """The result of `server.hello`."""

    #: version of the wire protocol
    protocol: int
    #: version of the daemon
    version: str
    #: name of the instance
    name: str
    #: changes at each start
    boot: str
    #: the seq at which this boot began
    boot_seq: int
    #: changes whenever seq starts over
    history: str
    #: Unix time at which the history began
    epoch: float
    #: of the daemon: seconds since the history began
    time: float
    #: the iOS release whose behaviour the daemon reproduces
    uikit: int
    #: real or manual
    clock: Clock
    #: the sockets
    endpoints: Endpoints
    #: limits of the daemon
    limits: Any = None
    #: controller kinds
    kinds: tuple[str, ...]
    #: a digest of the record changes that server.describe lists
    changes: str
    #: transition styles
    transitions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Journal:
    """`journal` of the wire contract."""

    #: the file
    path: str
    #: when records are synced to the disk
    sync: Sync
    #: size of its records
    bytes: int
    #: after the snapshot
    bytes_since_snapshot: int
    #: after it
    records_since_snapshot: int
    #: written since the start
    snapshots: int
    #: Unix time of the last of these; null: none
    last_snapshot: float | None
    #: why the daemon cannot write it at present; null if it can
    failure: str | None
    #: failed syncs since the start; after each the journal was rewritten
    sync_failures: int


@dataclass(frozen=True, kw_only=True)
class Book:
    """`book` of the wire contract."""

    #: the file or folder
    path: str
    #: whether it is shown; if false, the state from before it is
    shown: bool = True
    #: a sentence for each mistake, with its place
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Stats(Reply):
    """The result of `server.stats`."""

    #: seconds since the start
    uptime: float
    #: answered requests
    requests: int
    #: of them refused with an error
    refused: int
    #: events published since the start
    published: int
    #: subscriptions welcomed since the start
    subscriptions: int
    #: existing windows
    windows: int
    #: existing controllers
    controllers: int
    #: existing views without a controller
    views: int
    #: running transitions
    transitions: int
    #: commands that wait for a transition
    queued_commands: int
    #: events kept for replay
    retained_events: int
    #: approximate memory of these events
    retained_bytes: int
    #: maximum size of a replay of all of them; events without a subscriber are encoded only when
    #: replayed
    replay_bytes: int
    #: replies kept for repeated requests
    remembered_replies: int
    #: approximate memory of these replies
    remembered_bytes: int
    #: memory of the process
    resident_bytes: int
    #: file descriptors of the process
    open_files: int
    #: maximum of file descriptors
    file_limit: int
    #: to all sockets
    connections: int
    #: connections to the events socket
    subscribers: int
    #: current subscriptions
    active_subscriptions: int
    #: sent bytes that clients and subscribers have not received yet
    unsent_bytes: int
    #: bytes of replies that libzmq queues for slow clients
    unsent_reply_bytes: int
    #: replies dropped since the start, because the client was gone or libzmq no longer knew it
    dropped_replies: int
    #: connections closed since the start because too many replies were queued
    overfull_connections: int
    #: events that libzmq queues at most per subscriber at present; it does not report how many it
    #: queues or drops
    queued_event_limit: int
    #: connections closed since the start because there were too many
    refused_connections: int
    #: connections closed since the start because they received nothing
    stuck_connections: int
    #: subscriptions ignored since the start because of their number or size
    ignored_subscriptions: int
    #: subscriptions, and nodes of their prefixes in libzmq's tree, including those without a
    #: welcome
    subscription_places: int
    #: connections closed since the start because of their prefixes
    oversubscribed_connections: int
    #: messages queued for plugins
    queued_plugin_messages: int
    #: size of these messages
    queued_plugin_bytes: int
    #: size of the decisions that plugins declare, including disconnected plugins
    declaration_bytes: int
    #: null without a journal
    journal: Journal | None
    #: the book of --book or of the latest apply; absent without one
    book: Book | None = None


@dataclass(frozen=True, kw_only=True)
class Description(Reply):
    """The result of `server.describe`."""

    #: with parameters, results and errors
    methods: Any = None
    #: controller kinds, with their own options, the record member in which descendants name the
    #: nearest one, and their form in books
    kinds: Any = None
    #: with their fields, their record changes, and their form in checks
    events: Any = None
    #: with their codes
    errors: Any = None
    #: built-in transition styles
    styles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ClockReading(Reply):
    """The result of `clock.get`."""

    #: real or manual
    mode: Clock
    #: seconds since the history began
    time: float


@dataclass(frozen=True, kw_only=True)
class Replay(Reply):
    """The result of `events.replay`."""

    #: changes at each start
    boot: str
    #: changes whenever seq starts over
    history: str
    #: the oldest seq that is kept; 0: none
    oldest: int
    #: the latest seq
    latest: int
    #: false if some are no longer kept
    complete: bool
    #: why it is not complete; forked: `since` is of another log, no events are returned
    reason: Reason | None = None
    #: pass this as `since` for the next page; absent at the end
    next: int | None = None


@dataclass(frozen=True, kw_only=True)
class Snapshot(Reply):
    """The result of `state.snapshot`."""

    #: changes at each start
    boot: str
    #: changes whenever seq starts over
    history: str
    #: of the daemon: seconds since the history began
    time: float
    #: in order of creation
    windows: tuple[WindowRecord, ...]
    #: in order of creation
    controllers: tuple[ControllerRecord, ...]
    #: views without a controller, in order of creation
    views: tuple[ViewRecord, ...]
    #: running ones in order of their start; all that fit on the first page
    transitions: tuple[TransitionRecord, ...]
    #: pass this as `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class Screen:
    """`screens` of the wire contract."""

    #: the viewer that serves it; the daemon sets it
    viewer: str | None = None
    #: given in its address as `?name=`; empty for none
    name: str = ""
    #: of its browser
    address: str = ""
    #: what may be done with it
    right: Right = "watch"
    #: the window that it shows; empty for none
    window: str = ""
    #: the page that it shows; empty for none
    page: str = ""
    #: in CSS pixels
    width: int = 0
    #: in CSS pixels
    height: int = 0
    #: the latest error of its scripts; empty for none
    error: str = ""
    #: how many errors its scripts had
    errors: int = 0
    #: whether its browser can show the page again without the viewer
    offline_copy: bool = False
    #: seconds since its latest message
    last_seen: int = 0


@dataclass(frozen=True, kw_only=True)
class ScreenList(Reply):
    """The result of `screen.list`."""

    #: viewer by viewer
    screens: tuple[Screen, ...]


@dataclass(frozen=True, kw_only=True)
class PluginRecord:
    """`plugins` of the wire contract."""

    #: its name
    name: str
    #: attached, lost, or expected by the configuration
    state: PluginState
    #: the kinds of controllers it hosts
    kinds: tuple[str, ...]
    #: the decisions it answers
    decisions: tuple[Any, ...]
    #: its permissions beyond the controllers it hosts
    grants: tuple[Grant, ...]
    #: its process id, if it runs on this machine
    pid: int | None
    #: how often the daemon restarted it
    restarts: int
    #: messages in its queue
    queued: int
    #: number of controllers it hosts
    controllers: int
    #: why it was lost
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class PluginList(Reply):
    """The result of `plugin.list`."""

    #: sorted by name
    plugins: tuple[PluginRecord, ...]
    #: pass this as `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class ControllerList(Reply):
    """The result of `plugin.controllers`."""

    #: its controllers, in their current state
    controllers: tuple[ControllerRecord, ...]
    #: pass this as `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class WindowList(Reply):
    """The result of `window.list`."""

    #: in order of creation
    windows: tuple[WindowRecord, ...]
    #: pass this as `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionList(Reply):
    """The result of `transition.list`."""

    #: in order of their start
    transitions: tuple[TransitionRecord, ...]
    #: pass this as `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class StyleRecord:
    """`styles` of the wire contract."""

    #: the style's name
    style: str
    #: keyframes of both sides
    tracks: Tracks
    #: seconds, if neither the command nor the container sets them
    duration: float
    #: timing curve
    curve: Curve


@dataclass(frozen=True, kw_only=True)
class StyleList(Reply):
    """The result of `transition.styles`."""

    #: the built-in ones first
    styles: tuple[StyleRecord, ...]
    #: pass this as `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class NavigationPop(Turn):
    """The result of `navigation.pop`."""

    #: the popped controller, a list of several, or null [6.14]
    popped: Any = None


@dataclass(frozen=True, kw_only=True)
class BatchReply(Reply):
    """The result of `batch`."""

    #: {result} or {error} of each command
    results: tuple[Any, ...]


#: The records of controllers by their kind.
KINDS: dict[str, type[ControllerRecord]] = {
    "pager": PagerRecord,
    "tabBar": TabBarRecord,
    "navigation": NavigationRecord,
    "page": PageRecord,
    "split": SplitRecord,
}
