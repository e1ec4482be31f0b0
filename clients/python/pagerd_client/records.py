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
    PrimaryEdge,
    Property,
    Reason,
    Rewind,
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
    When,
)
from .reply import Reply, Turn


@dataclass(frozen=True, kw_only=True)
class WindowRecord:
    """The record of a window."""

    #: its id
    id: str
    #: in points
    size: Size
    #: the root controller; null: none
    root: str | None
    #: back to front
    subviews: tuple[str, ...] = ()
    #: in points; absent: all 0 [13.9]
    safe_area_insets: Inset | None = None


@dataclass(frozen=True, kw_only=True)
class Breakpoint:
    """The type of `breakpoints` in the protocol."""

    #: the size of the window
    when: When
    #: options of the controller's kind
    options: Any = None


@dataclass(frozen=True, kw_only=True)
class ControllerRecord:
    """The record of a controller."""

    #: its id
    id: str
    #: view, pager, tabBar, navigation, page, split, or a kind that a package or a plugin adds
    kind: str
    #: for display
    title: str | None
    #: the shown content
    content: Any = None
    #: null: none
    parent: str | None
    #: in order [1.8]
    children: tuple[str, ...]
    #: as in UIKit [4]
    appearance: Appearance
    #: loadView has run [12.6]
    is_view_loaded: bool
    #: of its view
    superview: str | None
    #: of its view, back to front
    subviews: tuple[str, ...] = ()
    #: of its view
    frame: Frame
    #: whether the view is hidden
    hidden: bool
    #: 0 to 1
    alpha: float = 1
    #: clips subviews
    clips_to_bounds: bool = False
    #: a CSS colour
    background_color: str | None = None
    #: how the frame follows the superview's size
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: about the view's centre; absent: the identity [13.10]
    transform: Transform | None = None
    #: of its view
    window: str | None
    #: the nearest one above [12.1]
    navigation_controller: str | None
    #: the nearest one above [12.1]
    tab_bar_controller: str | None
    #: the nearest one above [12.1]
    split_view_controller: str | None
    #: what it, or its nearest presenting ancestor, presents [11.1]
    presented_view_controller: str | None
    #: what presents it, or its topmost ancestor [11.1]
    presenting_view_controller: str | None
    #: as in UIKit [12.2]
    is_being_presented: bool
    #: as in UIKit [12.2]
    is_being_dismissed: bool
    #: as in UIKit [12.2]
    is_moving_to_parent: bool
    #: as in UIKit [12.2]
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
    #: the option; absent: all 0 [13.9]
    additional_safe_area_insets: Inset | None = None
    #: the option; absent: true
    can_leave: bool | None = None
    #: the option
    leave_reason: str | None = None
    #: the option; absent: false
    disabled: bool | None = None
    #: the option; absent: false
    pinned: bool | None = None
    #: the option; absent: false
    uses_preferred_content_size: bool | None = None
    #: the option; absent: none
    adaptive_presentation_style: ModalPresentationStyle | None = None
    #: the option; absent: none
    breakpoints: tuple[Breakpoint, ...] | None = None
    #: the values that breakpoints have replaced; absent: none
    base_options: Any = None
    #: the option; absent: none
    badge: str | None = None
    #: of its view, in points; absent: all 0, or no window [13.9]
    safe_area_insets: Inset | None = None
    #: members that this package does not know, with their names in the protocol
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, kw_only=True)
class ViewRecord:
    """The record of a view."""

    #: its id
    id: str
    #: whose view it is; null: none
    controller: str | None
    #: a view or window; null: none
    superview: str | None
    #: back to front
    subviews: tuple[str, ...]
    #: null: none
    window: str | None
    #: in the superview's coordinates, without the transform
    frame: Frame
    #: whether the view is hidden
    hidden: bool
    #: 0 to 1
    alpha: float = 1
    #: clips subviews
    clips_to_bounds: bool = False
    #: a CSS colour
    background_color: str | None = None
    #: how the frame follows the superview's size
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: about the view's centre; absent: the identity [13.10]
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class Track:
    """The keyframes of one property; `from` and `to` in the protocol."""

    #: the animated property
    property: Property
    #: in the order of `at`
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
    #: in the superview's coordinates
    frame: Frame | None = None
    #: 0 to 1
    alpha: float | None = None
    #: a CSS colour
    background_color: str | None = None
    #: about the view's centre; `{}`: the identity
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionRecord:
    """The record of a transition."""

    #: its id
    transition: str
    #: of a presentation the presenter
    container: str
    #: the controller that leaves
    from_: str | None
    #: the controller that appears
    to: str | None
    #: its name
    style: str
    #: along or against the order of the pages
    direction: Direction
    #: in seconds
    duration: float
    #: the timing curve
    curve: Curve
    #: the options of the command
    options: tuple[Option, ...]
    #: whether it is animated
    animated: bool
    #: a client sets the progress
    interactive: bool
    #: keyframes of both sides
    tracks: Tracks
    #: 0 to 1: as a client sets it, or by the curve at the daemon's time
    progress: float
    #: in seconds on the daemon's clock
    began: float
    #: in seconds on the daemon's clock; absent while it runs
    ended: float | None = None
    #: absent while it runs
    outcome: Outcome | None = None
    #: shown at the end: `to`, or `from` if it was cancelled
    selected: str | None = None
    #: views with their final values; absent: none [5.10]
    alongside: tuple[Alongside, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class PresentationRecord:
    """The record of a presentation."""

    #: the controller
    id: str
    #: null: not presented
    presenter: str | None
    #: automatic: pageSheet [10.8]
    style: ModalPresentationStyle | None
    #: the transition style
    transition: str | None
    #: the presenter's view is removed [10.1]
    removes_presenters_view: bool


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """An open request for a page; `requests` in the protocol."""

    #: its number, for `supply`
    request: int
    #: where `beside` needs a neighbour
    side: Side
    #: the container's first or last page
    beside: str


@dataclass(frozen=True, kw_only=True)
class TurnStyles:
    """The transition styles of a pager; its `transition` in the protocol."""

    #: for turns to later pages
    forward: str = "curlUp"
    #: for turns to earlier pages
    backward: str = "curlDown"


@dataclass(frozen=True, kw_only=True)
class DataSource:
    """The settings for requesting pages; `dataSource` in the protocol."""

    #: pages (or a page controller's turns) to request ahead on each side, 0 to `keep`
    read_ahead: int = 1
    #: pages (or turns) to keep on each side, 1 to 1000; others are released
    keep: int = 2
    #: seconds after which an unanswered request means no page, above 0 and at most 1000000000
    timeout: float = 10


@dataclass(frozen=True, kw_only=True)
class PagerRecord(ControllerRecord):
    """The record of a controller of the kind pager."""

    #: all pages, in order
    pages: tuple[str, ...]
    #: that of the selected page
    index: int | None = None
    #: the selected page
    selected: str | None = None
    #: whether autoAdvance is paused
    paused: bool
    #: open requests for pages
    requests: tuple[PageRequest, ...] = ()
    #: which pager.back selects
    back: str | None = None
    #: which pager.forward selects
    forward: str | None = None
    #: a page turn by the user has paused autoAdvance; see autoAdvanceOnInteraction
    auto_advance_held: bool = False
    #: seconds until autoAdvance turns the page, or until the pause after a page turn by the user
    #: ends; only in the reply to controller.get, and absent if no time is running
    auto_advance_in: float | None = None
    #: the first page follows the last
    wrap: bool = False
    #: the styles of page turns
    transition: TurnStyles = TurnStyles(forward='curlUp', backward='curlDown')
    #: seconds of an animated page turn; if it has its default, styles of transition.define use
    #: their own
    duration: float = 1
    #: along which pages turn
    direction: Axis = "horizontal"
    #: swaps left and right
    right_to_left: bool = False
    #: pages on each side of the visible ones that stay children
    offscreen_limit: int = 0
    #: seconds until the next page; null: never
    auto_advance: float | None = None
    #: from the pager's edges, in points
    inset: Inset = Inset(top=0, left=0, bottom=0, right=0)
    #: whether, or in which direction, the user may turn pages; commands always can
    swipe_enabled: SwipeEnabled = True
    #: requests pages when it needs them, for pager.supply; null: it has all its pages
    data_source: DataSource | None = None
    #: a swipe past the end bounces; false: it turns the nearest outer pager that can turn that way
    bounces: bool = True
    #: what back selects. none: nothing; first: the first member; initial: the one selected first;
    #: order: the one before; history: the one selected before
    back_behavior: BackBehavior = "none"
    #: autoAdvance continues with the first page after the last; always: next, previous and swipes
    #: do so, too, and turn in the opposite direction
    rewind: Rewind = False
    #: with wrap, a selection turns forward or backward, whichever passes fewer pages
    shortest_way: bool | None = None
    #: with direction vertical: later pages are above, so a swipe down shows the next one
    bottom_to_top: bool | None = None
    #: how viewers draw the pages at rest, as tracks whose `at` is the place: 0 the page before the
    #: selected one and all earlier ones, 0.5 the selected page, 1 the page after it and all later
    #: ones
    transformer: tuple[Track, ...] | None = None
    #: autoAdvance shows previous pages
    reverse: bool = False
    #: what a page turn by the user does to autoAdvance. pause: pauses it for resumeAfter seconds;
    #: stop: pauses it until pager.resume
    auto_advance_on_interaction: AutoAdvanceOnInteraction = "continue"
    #: seconds after a page turn by the user, if autoAdvanceOnInteraction is pause
    resume_after: float = 10
    #: a page's dwellTime counts from the start of the turn to it, not from the end
    dwell_time_includes_transition: bool = False
    #: pages side by side along `direction`, 1 to 12; 2.5: half of the third is visible
    pages_per_view: float = 1
    #: between two pages, in points
    spacing: float = 0
    #: visible part of one more page at each end, in points; makes all pages smaller
    peek: float = 0
    #: start: the selected page comes first, but no space is left after the last; center: it is in
    #: the middle, even at the ends; end: it comes last, but no space is left before the first;
    #: centerTrimmed: it is in the middle, but no space is left at the ends
    alignment: Alignment = "start"
    #: pages per turn of next, previous, swipe and autoAdvance, 1 to 100
    step: int = 1
    #: false: a command without an id ignores this pager if there are others
    is_default: bool = True


@dataclass(frozen=True, kw_only=True)
class TabBarRecord(ControllerRecord):
    """The record of a controller of the kind tabBar."""

    #: the tabs, in order
    controllers: tuple[str, ...]
    #: that of the selected tab
    index: int | None = None
    #: the selected tab
    selected: str | None = None
    #: which tabBar.back selects
    back: str | None = None
    #: which tabBar.forward selects
    forward: str | None = None
    #: a controller on the selected tab's stack hides the bar [7.9]
    bar_hidden: bool = False
    #: what back selects. none: nothing; first: the first member; initial: the one selected first;
    #: order: the one before; history: the one selected before
    back_behavior: BackBehavior = "none"
    #: the styles of its changes; default: UIKit's
    transition: TurnStyles | None = None
    #: seconds of an animated change; default: UIKit's, or that of the style
    duration: float | None = None
    #: of an animated change; default: that of the style
    curve: Curve | None = None
    #: whether commands animate that do not say so; default: as each command says
    animated: bool | None = None


@dataclass(frozen=True, kw_only=True)
class NavigationRecord(ControllerRecord):
    """The record of a controller of the kind navigation."""

    #: from the root to the top
    controllers: tuple[str, ...]
    #: the last of the stack
    top: str | None = None
    #: the user may pop with a gesture, such as an edge swipe; commands always can
    interactive_pop_enabled: bool = True
    #: isNavigationBarHidden [6.20]
    bar_hidden: bool = False
    #: the styles of its changes; default: UIKit's
    transition: TurnStyles | None = None
    #: seconds of an animated change; default: UIKit's, or that of the style
    duration: float | None = None
    #: of an animated change; default: that of the style
    curve: Curve | None = None
    #: whether commands animate that do not say so; default: as each command says
    animated: bool | None = None


@dataclass(frozen=True, kw_only=True)
class PageRecord(ControllerRecord):
    """The record of a controller of the kind page."""

    #: one page, or two with the spine in the middle
    controllers: tuple[str, ...]
    #: open requests for pages
    requests: tuple[PageRequest, ...] = ()
    #: how a page turns
    style: Style = "curl"
    #: mid: two pages
    spine: Spine = "min"
    #: along which pages turn
    navigation_orientation: Axis = "horizontal"
    #: each curling sheet has a page on its back, as always with the spine in the middle; null: no
    double_sided: bool | None = None
    #: requests pages when it needs them, for page.supply; without one, no gesture turns a page
    data_source: DataSource | None = None
    #: points between two pages while one scrolls, for viewers; only with style scroll
    inter_page_spacing: float | None = None


@dataclass(frozen=True, kw_only=True)
class SplitRecord(ControllerRecord):
    """The record of a controller of the kind split."""

    #: the primary column
    primary: str | None = None
    #: the secondary column
    secondary: str | None = None
    #: the window is too narrow for two columns
    collapsed: bool
    #: which columns are shown
    display_mode: DisplayMode
    #: between primary and secondary; null: two columns
    supplementary: str | None = None
    #: on top after three columns have collapsed; columns after it are not shown [8.7]
    top_column: TopColumn = "secondary"
    #: the secondary column after two have expanded. top: the top of the primary's stack; column:
    #: the one before the collapse [8.8]
    separate_secondary: SeparateSecondary = "top"
    #: in points, above 0, at most that of the split; default: 320, or a part of a narrow one
    preferred_primary_column_width: float | None = None
    #: of three columns, as preferredPrimaryColumnWidth
    preferred_supplementary_column_width: float | None = None
    #: the side of the primary column; default: leading
    primary_edge: PrimaryEdge | None = None
    #: whether split.swipe shows and hides columns over the secondary one; default: true
    presents_with_gesture: bool | None = None
    #: true: in a window less than 600 points wide, the columns do not collapse; the others are
    #: shown over the secondary one, or not at all
    drawer: bool | None = None


@dataclass(frozen=True, kw_only=True)
class PresentTurn(Turn):
    """The result of `modal.present`."""

    #: the presenter [11]; null: nothing was presented
    presenting: str | None


@dataclass(frozen=True, kw_only=True)
class Endpoints:
    """The addresses of the daemon's sockets; `endpoints` in the protocol."""

    #: the command socket (REP)
    command: str
    #: the events socket (XPUB)
    events: str
    #: the plugins socket (ROUTER)
    plugins: str


@dataclass(frozen=True, kw_only=True)
class Hello(Reply):
    """The result of `server.hello`."""

    #: version of the protocol
    protocol: int
    #: version of the daemon
    version: str
    #: the instance
    name: str
    #: changes at each start of the daemon
    boot: str
    #: the seq at which this boot began
    boot_seq: int
    #: id of the event sequence; if it changes, take a snapshot
    history: str
    #: Unix time at which the history began
    epoch: float
    #: seconds on the daemon's clock since the history began
    time: float
    #: the iOS release that is reproduced
    uikit: int
    #: the mode of the clock
    clock: Clock
    #: the daemon's sockets
    endpoints: Endpoints
    #: the daemon's limits
    limits: Any = None
    #: the controller kinds
    kinds: tuple[str, ...]
    #: digest of the record changes in server.describe
    changes: str
    #: the transition styles
    transitions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Journal:
    """The state of the daemon's journal; `journal` in the protocol."""

    #: its path
    path: str
    #: when records reach the disk
    sync: Sync
    #: size of the records
    bytes: int
    #: size of the records after the snapshot
    bytes_since_snapshot: int
    #: records after the snapshot
    records_since_snapshot: int
    #: written since the start
    snapshots: int
    #: Unix time of the last of these; null: none
    last_snapshot: float | None
    #: why it cannot be written now; null: it can
    failure: str | None
    #: failed syncs since the start, each followed by a rewrite
    sync_failures: int


@dataclass(frozen=True, kw_only=True)
class Book:
    """The book that was last applied to the daemon; `book` in the protocol."""

    #: its file or folder
    path: str
    #: false: the daemon shows the state from before
    shown: bool = True
    #: one sentence for each mistake, with its place
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Stats(Reply):
    """The result of `server.stats`."""

    #: seconds since the start
    uptime: float
    #: answered requests
    requests: int
    #: refused requests
    refused: int
    #: numbered events of the history, that is, the latest seq
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
    #: commands waiting for a transition
    queued_commands: int
    #: events kept for replay
    retained_events: int
    #: approximate memory of these events
    retained_bytes: int
    #: most bytes of a replay of all of them; events without a subscriber are encoded only then
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
    #: bytes that clients and subscribers have not received yet
    unsent_bytes: int
    #: bytes of replies that libzmq queues for slow clients
    unsent_reply_bytes: int
    #: replies dropped since the start, because the client was gone or by libzmq
    dropped_replies: int
    #: requests dropped since the start, because the client was gone
    abandoned_requests: int
    #: connections closed since the start for too many queued replies
    overfull_connections: int
    #: most events that libzmq queues per subscriber now; it does not report queued or dropped ones
    queued_event_limit: int
    #: connections closed since the start for their number
    refused_connections: int
    #: connections closed since the start for receiving nothing
    stuck_connections: int
    #: subscriptions ignored since the start for their number or size
    ignored_subscriptions: int
    #: subscriptions, and nodes of their prefixes in libzmq's tree, also without a welcome
    subscription_places: int
    #: connections closed since the start for their prefixes
    oversubscribed_connections: int
    #: messages queued for plugins
    queued_plugin_messages: int
    #: size of these messages
    queued_plugin_bytes: int
    #: size of the decisions of all plugins, also disconnected ones
    declaration_bytes: int
    #: containers whose pages a schedule could not set; the log has the reasons
    failed_schedules: int
    #: null: there is none
    journal: Journal | None
    #: that of --book or of the latest apply; absent: none
    book: Book | None = None


@dataclass(frozen=True, kw_only=True)
class Description(Reply):
    """The result of `server.describe`."""

    #: with their parameters, results and errors
    methods: Any = None
    #: with their options (`omitted`: records omit the option if it is null), the record member that
    #: names the nearest such ancestor, and their form in books
    kinds: Any = None
    #: with their fields, record changes and form in checks
    events: Any = None
    #: with their codes
    errors: Any = None
    #: the built-in transition styles
    styles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ClockReading(Reply):
    """The result of `clock.get`."""

    #: the mode of the clock
    mode: Clock
    #: seconds since the history began
    time: float


@dataclass(frozen=True, kw_only=True)
class Replay(Reply):
    """The result of `events.replay`."""

    #: changes at each start of the daemon
    boot: str
    #: id of the event sequence; if it changes, take a snapshot
    history: str
    #: the oldest kept seq; 0: none
    oldest: int
    #: the latest seq
    latest: int
    #: false if events are no longer kept
    complete: bool
    #: why events are missing; forked: the event `since` is not in this journal, so none are
    #: returned
    reason: Reason | None = None
    #: `since` for the next page; absent at the end
    next: int | None = None


@dataclass(frozen=True, kw_only=True)
class Snapshot(Reply):
    """The result of `state.snapshot`."""

    #: changes at each start of the daemon
    boot: str
    #: id of the event sequence; if it changes, take a snapshot
    history: str
    #: seconds on the daemon's clock since the history began
    time: float
    #: in order of creation
    windows: tuple[WindowRecord, ...]
    #: in order of creation
    controllers: tuple[ControllerRecord, ...]
    #: those without a controller, in order of creation
    views: tuple[ViewRecord, ...]
    #: running ones by their start; all that fit on the first page
    transitions: tuple[TransitionRecord, ...]
    #: `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class Screen:
    """A screen that a viewer serves; `screens` in the protocol."""

    #: set by the daemon
    viewer: str | None = None
    #: the user or key of the viewer, set by the daemon
    reporter: str | None = None
    #: from `?name=` of its address; empty: none
    name: str = ""
    #: the browser's network address
    address: str = ""
    #: command: its user can turn pages
    right: Right = "watch"
    #: empty: none
    window: str = ""
    #: empty: none
    page: str = ""
    #: of the browser's view, in CSS pixels
    width: int = 0
    #: of the browser's view, in CSS pixels
    height: int = 0
    #: the latest error of a page or script; empty: none
    error: str = ""
    #: number of these errors
    errors: int = 0
    #: it cannot show its page; `error` says why
    failed: bool = False
    #: it can show the page again without the viewer
    offline_copy: bool = False
    #: seconds since the latest report
    last_seen: int = 0
    #: it has a name and is gone; set by the daemon
    offline: bool = False


@dataclass(frozen=True, kw_only=True)
class ScreenForget(Reply):
    """The result of `screen.forget`."""

    #: the number of removed screens
    removed: int


@dataclass(frozen=True, kw_only=True)
class ScreenList(Reply):
    """The result of `screen.list`."""

    #: grouped by viewer; then those with a name that are gone, until screen.forget
    screens: tuple[Screen, ...]


@dataclass(frozen=True, kw_only=True)
class PluginRecord:
    """The record of a plugin; `plugins` in the protocol."""

    #: its name
    name: str
    #: expected: configured, but not registered yet
    state: PluginState
    #: kinds that it hosts
    kinds: tuple[str, ...]
    #: what it decides
    decisions: tuple[Any, ...]
    #: permissions beyond its own controllers
    grants: tuple[Grant, ...]
    #: its process id, if it runs on this machine
    pid: int | None
    #: restarts by the daemon
    restarts: int
    #: messages queued for it
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
    #: `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class ControllerList(Reply):
    """The result of `plugin.controllers`."""

    #: its controllers
    controllers: tuple[ControllerRecord, ...]
    #: `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class WindowList(Reply):
    """The result of `window.list`."""

    #: in order of creation
    windows: tuple[WindowRecord, ...]
    #: `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionList(Reply):
    """The result of `transition.list`."""

    #: in order of their start
    transitions: tuple[TransitionRecord, ...]
    #: `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class StyleRecord:
    """The record of a transition style; `styles` in the protocol."""

    #: its name
    style: str
    #: keyframes of both sides
    tracks: Tracks
    #: seconds, if neither the command nor the container sets them
    duration: float
    #: the timing curve
    curve: Curve


@dataclass(frozen=True, kw_only=True)
class StyleList(Reply):
    """The result of `transition.styles`."""

    #: the built-in ones first
    styles: tuple[StyleRecord, ...]
    #: `after` for the next page; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class PagerInsert(Reply):
    """The result of `pager.insert`."""

    #: the one that began; absent: none
    transition: str | None = None


@dataclass(frozen=True, kw_only=True)
class NavigationPop(Turn):
    """The result of `navigation.pop`."""

    #: a controller, a list, or null [6.14]
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
