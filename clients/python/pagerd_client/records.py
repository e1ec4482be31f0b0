"""The records and the results that the daemon returns.

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

    #: the name of the window
    id: str
    #: the size in points
    size: Size
    #: the root controller; null: none
    root: str | None
    #: the safe area insets in points; absent if all are 0 [13.9]
    safe_area_insets: Inset | None = None


@dataclass(frozen=True, kw_only=True)
class ControllerRecord:
    """The record of a controller."""

    #: the name of the controller
    id: str
    #: view, pager, tabBar, navigation, page, split, or a kind that a package or a plugin adds
    kind: str
    #: a title for display
    title: str | None
    #: the shown content
    content: Any = None
    #: the parent controller; null: none
    parent: str | None
    #: the children, in order [1.8]
    children: tuple[str, ...]
    #: the appearance state [4]
    appearance: Appearance
    #: whether loadView has run [12.6]
    is_view_loaded: bool
    #: the superview of the view
    superview: str | None
    #: the frame of the view
    frame: Frame
    #: whether the view is hidden
    hidden: bool
    #: the opacity, 0 to 1
    alpha: float = 1
    #: whether subviews are clipped
    clips_to_bounds: bool = False
    #: a CSS colour
    background_color: str | None = None
    #: how the frame follows the size of the superview
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: the transform about the view's centre; absent: the identity [13.10]
    transform: Transform | None = None
    #: the window of the view
    window: str | None
    #: the nearest navigation controller above the controller [12.1]
    navigation_controller: str | None
    #: the nearest tab bar controller above the controller [12.1]
    tab_bar_controller: str | None
    #: the nearest split view controller above the controller [12.1]
    split_view_controller: str | None
    #: the controller that this one or its nearest presenting ancestor presents [11.1]
    presented_view_controller: str | None
    #: the controller that presents this one or its topmost ancestor [11.1]
    presenting_view_controller: str | None
    #: UIKit's isBeingPresented [12.2]
    is_being_presented: bool
    #: UIKit's isBeingDismissed [12.2]
    is_being_dismissed: bool
    #: UIKit's isMovingToParent [12.2]
    is_moving_to_parent: bool
    #: UIKit's isMovingFromParent [12.2]
    is_moving_from_parent: bool
    #: the option
    forwards_appearance: bool = True
    #: the option
    defines_presentation_context: bool = False
    #: the option
    provides_presentation_context_transition_style: bool = False
    #: the option
    modal_presentation_style: ModalPresentationStyle = "automatic"
    #: the option
    modal_transition_style: str = "coverVertical"
    #: the option
    is_modal_in_presentation: bool = False
    #: the option
    preferred_content_size: Size = Size(width=0, height=0)
    #: the option
    dwell_time: float = 0
    #: the option
    on: Mapping[str, Any] | None
    #: the option, with the selected detent [10.13]
    sheet: Any = None
    #: the option [7.9]
    hides_bottom_bar_when_pushed: bool = False
    #: the option; absent if all insets are 0 [13.9]
    additional_safe_area_insets: Inset | None = None
    #: the safe area insets of the view in points; absent if all are 0, and outside of windows
    #: [13.9]
    safe_area_insets: Inset | None = None
    #: members that this package does not know, with their names in the protocol
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, kw_only=True)
class ViewRecord:
    """The record of a view."""

    #: the name of the view
    id: str
    #: the controller of the view; null: none
    controller: str | None
    #: the superview, a view or window; null: none
    superview: str | None
    #: the subviews, back to front
    subviews: tuple[str, ...]
    #: the window that contains the view; null: none
    window: str | None
    #: the frame in the superview's coordinates, without the transform
    frame: Frame
    #: whether the view is hidden
    hidden: bool
    #: the opacity, 0 to 1
    alpha: float = 1
    #: whether subviews are clipped
    clips_to_bounds: bool = False
    #: a CSS colour
    background_color: str | None = None
    #: how the frame follows the size of the superview
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: the transform about the view's centre; absent: the identity [13.10]
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class Track:
    """The keyframes of one property; `from` and `to` in the protocol."""

    #: the animated property
    property: Property
    #: the keyframes, in the order of `at`
    keyframes: tuple[Keyframe, ...]


@dataclass(frozen=True, kw_only=True)
class Tracks:
    """The animations of both pages of a transition; `tracks` in the protocol."""

    #: the tracks of the page that leaves
    from_: tuple[Track, ...]
    #: the tracks of the page that appears
    to: tuple[Track, ...]


@dataclass(frozen=True, kw_only=True)
class Alongside:
    """A view that a transition animates as well; `alongside` in the protocol."""

    #: the view
    view: str
    #: the frame in the superview's coordinates
    frame: Frame | None = None
    #: the opacity, 0 to 1
    alpha: float | None = None
    #: a CSS colour
    background_color: str | None = None
    #: the transform about the view's centre; `{}` is the identity
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionRecord:
    """The record of a transition."""

    #: the id of the transition
    transition: str
    #: the container of the transition
    container: str
    #: the controller that leaves
    from_: str | None
    #: the controller that appears
    to: str | None
    #: the name of the transition style
    style: str
    #: forward or reverse
    direction: Direction
    #: the duration in seconds
    duration: float
    #: the timing curve
    curve: Curve
    #: the options of the command
    options: tuple[Option, ...]
    #: whether the transition is animated
    animated: bool
    #: whether a client sets the progress
    interactive: bool
    #: the keyframes of both sides
    tracks: Tracks
    #: the progress, 0 to 1: as set by a client, or by the curve at the daemon's time
    progress: float
    #: the start, in seconds on the daemon's clock
    began: float
    #: the end, in seconds on the daemon's clock; absent while the transition runs
    ended: float | None = None
    #: how the transition ended; absent while it runs
    outcome: Outcome | None = None
    #: the controller shown after the end: `to`, or `from` if the transition was cancelled
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
    """An open request for a page; `requests` in the protocol."""

    #: the number of the request, for the command `supply`
    request: int
    #: the side of `beside` on which a page is needed
    side: Side
    #: the first or the last page of the container
    beside: str


@dataclass(frozen=True, kw_only=True)
class TurnStyles:
    """The transition styles of a pager; its `transition` in the protocol."""

    #: the style of turns to later pages
    forward: str = "curlUp"
    #: the style of turns to earlier pages
    backward: str = "curlDown"


@dataclass(frozen=True, kw_only=True)
class DataSource:
    """The settings for requesting pages; `dataSource` in the protocol."""

    #: number of pages to request in advance on each side; for a page controller, number of turns
    read_ahead: int = 1
    #: number of pages to keep on each side; others are released; for a page controller, number of
    #: turns
    keep: int = 2
    #: seconds after which an unanswered request ends as if there were no page
    timeout: float = 10


@dataclass(frozen=True, kw_only=True)
class PagerRecord(ControllerRecord):
    """The record of a controller of the kind pager."""

    #: all pages, in order
    pages: tuple[str, ...]
    #: the index of the selected page
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
    #: whether a page turn by the user has paused autoAdvance; see autoAdvanceOnInteraction
    auto_advance_held: bool = False
    #: whether the first page follows the last one
    wrap: bool = False
    #: the transition styles of page turns
    transition: TurnStyles = TurnStyles(forward='curlUp', backward='curlDown')
    #: seconds of an animated page turn; with the default, a style that transition.define has
    #: defined uses its own duration
    duration: float = 1
    #: the axis along which pages turn
    direction: Axis = "horizontal"
    #: whether left and right are swapped
    right_to_left: bool = False
    #: number of pages on each side of the visible ones that stay children
    offscreen_limit: int = 0
    #: seconds until the next page is shown; null: never
    auto_advance: float | None = None
    #: distance of the pages from the pager's edges, in points
    inset: Inset = Inset(top=0, left=0, bottom=0, right=0)
    #: whether the user may turn pages, or the only direction in which the user may; commands can
    #: always turn pages
    swipe_enabled: SwipeEnabled = True
    #: if set, the pager requests pages when it needs them, and pager.supply supplies them; null:
    #: the pager has all of its pages
    data_source: DataSource | None = None
    #: whether a swipe past the last page bounces; if false, the swipe turns the nearest outer pager
    #: that can turn in that direction
    bounces: bool = True
    #: what the command back selects. none: nothing; first: the first member of the list; initial:
    #: the member that was selected first; order: the member before the selected one in the list;
    #: history: the member that was selected previously
    back_behavior: BackBehavior = "none"
    #: whether autoAdvance continues with the first page after the last one
    rewind: bool = False
    #: whether autoAdvance shows the previous page instead of the next one
    reverse: bool = False
    #: what a page turn by the user does to autoAdvance. continue: nothing; pause: pauses it for
    #: resumeAfter seconds; stop: pauses it until pager.resume
    auto_advance_on_interaction: AutoAdvanceOnInteraction = "continue"
    #: seconds from a page turn by the user until autoAdvance resumes, if autoAdvanceOnInteraction
    #: is pause
    resume_after: float = 10
    #: whether the dwellTime of a page counts from the beginning of the page turn that shows the
    #: page, instead of from its end
    dwell_time_includes_transition: bool = False
    #: number of pages side by side along `direction`, 1 to 12; with 2.5 half of the third is
    #: visible
    pages_per_view: float = 1
    #: distance between two pages, in points
    spacing: float = 0
    #: visible part of one more page at each end, in points; it reduces the size of all pages
    peek: float = 0
    #: start: the selected page is the first visible one, but no space is left after the last page;
    #: center: it is in the middle, even at the ends of the list
    alignment: Alignment = "start"
    #: pages per turn of pager.next, pager.previous, pager.swipe and autoAdvance, 1 to 100
    step: int = 1
    #: false: a command without an id ignores this pager if there are others
    is_default: bool = True


@dataclass(frozen=True, kw_only=True)
class TabBarRecord(ControllerRecord):
    """The record of a controller of the kind tabBar."""

    #: the tabs, in order
    controllers: tuple[str, ...]
    #: the index of the selected tab
    index: int | None = None
    #: the selected tab
    selected: str | None = None
    #: the tab that tabBar.back selects
    back: str | None = None
    #: the tab that tabBar.forward selects
    forward: str | None = None
    #: whether a controller on the selected tab's stack hides the bar [7.9]
    bar_hidden: bool = False
    #: what the command back selects. none: nothing; first: the first member of the list; initial:
    #: the member that was selected first; order: the member before the selected one in the list;
    #: history: the member that was selected previously
    back_behavior: BackBehavior = "none"


@dataclass(frozen=True, kw_only=True)
class NavigationRecord(ControllerRecord):
    """The record of a controller of the kind navigation."""

    #: the stack, from the root to the top
    controllers: tuple[str, ...]
    #: the last controller of the stack
    top: str | None = None
    #: whether the user may pop with a gesture, such as a swipe from the edge; commands can always
    #: pop
    interactive_pop_enabled: bool = True
    #: whether the bar is hidden: isNavigationBarHidden [6.20]
    bar_hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class PageRecord(ControllerRecord):
    """The record of a controller of the kind page."""

    #: the visible page or pages
    controllers: tuple[str, ...]
    #: the open requests for pages
    requests: tuple[PageRequest, ...] = ()
    #: the animation of a page turn
    style: Style = "curl"
    #: the position of the spine; mid shows two pages
    spine: Spine = "min"
    #: the axis along which pages turn
    navigation_orientation: Axis = "horizontal"
    #: whether each curling sheet has a page on its back; with the spine in the middle every sheet
    #: has one; null: no
    double_sided: bool | None = None
    #: if set, the controller requests pages when it needs them, and page.supply supplies them;
    #: without a data source, no gesture turns a page
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
    #: the column between primary and secondary; null with two columns
    supplementary: str | None = None
    #: the column on top after three columns have collapsed; columns after it are not shown [8.7]
    top_column: TopColumn = "secondary"
    #: the secondary column after two columns have expanded. top: the top of the primary column's
    #: stack; column: the secondary column before the collapse [8.8]
    separate_secondary: SeparateSecondary = "top"


@dataclass(frozen=True, kw_only=True)
class PresentTurn(Turn):
    """The result of `modal.present`."""

    #: the presenter [11]; null if nothing was presented
    presenting: str | None


@dataclass(frozen=True, kw_only=True)
class Endpoints:
    """The addresses of the daemon's sockets; `endpoints` in the protocol."""

    #: the endpoint of the command socket (REP)
    command: str
    #: the endpoint of the events socket (XPUB)
    events: str
    #: the endpoint of the plugins socket (ROUTER)
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
    #: an id that changes at each start of the daemon
    boot: str
    #: the seq at which this boot began
    boot_seq: int
    #: the id of the event sequence; if it changes, fetch a snapshot
    history: str
    #: Unix time at which the history began
    epoch: float
    #: the daemon's time: seconds since the history began
    time: float
    #: the iOS release whose behaviour the daemon reproduces
    uikit: int
    #: the clock mode: real or manual
    clock: Clock
    #: the endpoints of the daemon's sockets
    endpoints: Endpoints
    #: the limits of the daemon
    limits: Any = None
    #: the controller kinds
    kinds: tuple[str, ...]
    #: a digest of the record changes that server.describe lists
    changes: str
    #: the transition styles
    transitions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Journal:
    """The state of the daemon's journal; `journal` in the protocol."""

    #: the path of the journal
    path: str
    #: when records are synced to the disk
    sync: Sync
    #: the size of the journal's records
    bytes: int
    #: the size of the records after the snapshot
    bytes_since_snapshot: int
    #: the number of records after the snapshot
    records_since_snapshot: int
    #: snapshots written since the start
    snapshots: int
    #: Unix time of the last of these snapshots; null: none
    last_snapshot: float | None
    #: why the daemon cannot write the journal now; null if it can
    failure: str | None
    #: failed syncs since the start; after each of them, the daemon rewrote the journal
    sync_failures: int


@dataclass(frozen=True, kw_only=True)
class Book:
    """The book that was last applied to the daemon; `book` in the protocol."""

    #: the file or folder of the book
    path: str
    #: whether the daemon shows the book; if false, it shows the state from before
    shown: bool = True
    #: a sentence for each mistake in the book, with its place
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Stats(Reply):
    """The result of `server.stats`."""

    #: seconds since the start
    uptime: float
    #: answered requests
    requests: int
    #: requests refused with an error
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
    #: connections to all sockets
    connections: int
    #: connections to the events socket
    subscribers: int
    #: current subscriptions
    active_subscriptions: int
    #: sent bytes that clients and subscribers have not received yet
    unsent_bytes: int
    #: bytes of replies that libzmq queues for slow clients
    unsent_reply_bytes: int
    #: replies dropped since the start, because the client had disconnected or because of the error
    #: in libzmq; see Requests
    dropped_replies: int
    #: connections closed since the start because too many replies were queued
    overfull_connections: int
    #: maximum number of events that libzmq queues per subscriber at present; libzmq does not report
    #: how many it queues or drops
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

    #: all methods, with their parameters, results and errors
    methods: Any = None
    #: all controller kinds, with their own options, the record member in which descendants name the
    #: nearest controller of the kind, and their form in books
    kinds: Any = None
    #: all events, with their fields, record changes and form in checks
    events: Any = None
    #: all error names, with their codes
    errors: Any = None
    #: built-in transition styles
    styles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ClockReading(Reply):
    """The result of `clock.get`."""

    #: the clock mode: real or manual
    mode: Clock
    #: seconds since the history began
    time: float


@dataclass(frozen=True, kw_only=True)
class Replay(Reply):
    """The result of `events.replay`."""

    #: an id that changes at each start of the daemon
    boot: str
    #: the id of the event sequence; if it changes, fetch a snapshot
    history: str
    #: the oldest seq that is kept; 0: none
    oldest: int
    #: the latest seq
    latest: int
    #: false if some of the events are no longer kept
    complete: bool
    #: why events are missing; forked: the journal has another event with that seq, or none, so no
    #: events are returned
    reason: Reason | None = None
    #: pass this as `since` for the next page; absent at the end
    next: int | None = None


@dataclass(frozen=True, kw_only=True)
class Snapshot(Reply):
    """The result of `state.snapshot`."""

    #: an id that changes at each start of the daemon
    boot: str
    #: the id of the event sequence; if it changes, fetch a snapshot
    history: str
    #: the daemon's time: seconds since the history began
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
    """A screen that a viewer serves; `screens` in the protocol."""

    #: the viewer that serves the browser; the daemon sets this field
    viewer: str | None = None
    #: the name of the screen, from `?name=` of its address; empty for none
    name: str = ""
    #: the network address of the browser
    address: str = ""
    #: the permission of the browser
    right: Right = "watch"
    #: the shown window; empty for none
    window: str = ""
    #: the shown page; empty for none
    page: str = ""
    #: the width of the browser's view in CSS pixels
    width: int = 0
    #: the height of the browser's view in CSS pixels
    height: int = 0
    #: the latest error of the browser's scripts; empty for none
    error: str = ""
    #: the number of errors of the browser's scripts
    errors: int = 0
    #: whether the browser can show the page again without the viewer
    offline_copy: bool = False
    #: seconds since the latest report about the browser
    last_seen: int = 0


@dataclass(frozen=True, kw_only=True)
class ScreenList(Reply):
    """The result of `screen.list`."""

    #: the screens, grouped by viewer
    screens: tuple[Screen, ...]


@dataclass(frozen=True, kw_only=True)
class PluginRecord:
    """The record of a plugin; `plugins` in the protocol."""

    #: the name of the plugin
    name: str
    #: attached, lost, or expected by the configuration
    state: PluginState
    #: the kinds of controllers it hosts
    kinds: tuple[str, ...]
    #: the decisions that it makes
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
    #: why the plugin was lost
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
    """The record of a transition style; `styles` in the protocol."""

    #: the name of the transition style
    style: str
    #: the keyframes of both sides
    tracks: Tracks
    #: the duration in seconds, if neither the command nor the container sets one
    duration: float
    #: the timing curve
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


#: The classes of controller records by kind.
KINDS: dict[str, type[ControllerRecord]] = {
    "pager": PagerRecord,
    "tabBar": TabBarRecord,
    "navigation": NavigationRecord,
    "page": PageRecord,
    "split": SplitRecord,
}
