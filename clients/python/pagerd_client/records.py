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
    #: how much is covered at each side; absent where nothing is [13.9]
    safe_area_insets: Inset | None = None


@dataclass(frozen=True, kw_only=True)
class ControllerRecord:
    """The record of a controller."""

    #: its name
    id: str
    #: view, pager, tabBar, navigation, page, split or added
    kind: str
    #: for people
    title: str | None
    #: what it shows
    content: Any = None
    #: its container
    parent: str | None
    #: contained controllers, in order [1.8]
    children: tuple[str, ...]
    #: where it is in its appearance [4]
    appearance: Appearance
    #: whether loadView has run [12.6]
    is_view_loaded: bool
    #: of its view
    superview: str | None
    #: of its view
    frame: Frame
    #: of its view
    hidden: bool
    #: 0 to 1
    alpha: float = 1
    #: whether subviews are cut off
    clips_to_bounds: bool = False
    #: as CSS writes it
    background_color: str | None = None
    #: how it follows its superview's size
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: about its centre; absent for the identity [13.10]
    transform: Transform | None = None
    #: its view is in
    window: str | None
    #: nearest [12.1]
    navigation_controller: str | None
    #: nearest [12.1]
    tab_bar_controller: str | None
    #: nearest [12.1]
    split_view_controller: str | None
    #: by it or its family [11.1]
    presented_view_controller: str | None
    #: of its family [11.1]
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
    #: option; absent where it adds nothing [13.9]
    additional_safe_area_insets: Inset | None = None
    #: how much of its view is covered at each side; absent where nothing is, and outside of windows
    #: [13.9]
    safe_area_insets: Inset | None = None
    #: members that this package does not know, named as on the wire
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, kw_only=True)
class ViewRecord:
    """The record of a view."""

    #: its name
    id: str
    #: whose view it is, null for a plain one
    controller: str | None
    #: view or window
    superview: str | None
    #: back to front
    subviews: tuple[str, ...]
    #: the window it is in
    window: str | None
    #: in the superview, without its transform
    frame: Frame
    #: whether it is hidden
    hidden: bool
    #: 0 to 1
    alpha: float = 1
    #: whether subviews are cut off
    clips_to_bounds: bool = False
    #: as CSS writes it
    background_color: str | None = None
    #: how it follows its superview's size
    autoresizing: tuple[Autoresizing, ...] = ("flexibleWidth", "flexibleHeight")
    #: about its centre; absent for the identity [13.10]
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class Track:
    """`from` of the wire contract."""

    #: what moves
    property: Property
    #: in the order of `at`
    keyframes: tuple[Keyframe, ...]


@dataclass(frozen=True, kw_only=True)
class Tracks:
    """`tracks` of the wire contract."""

    #: of the page that leaves
    from_: tuple[Track, ...]
    #: of the page that comes
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
    #: as CSS writes it
    background_color: str | None = None
    #: about its centre; `{}` is the identity
    transform: Transform | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionRecord:
    """The record of a transition."""

    #: its id
    transition: str
    #: who is in transition
    container: str
    #: who leaves
    from_: str | None
    #: who comes
    to: str | None
    #: the style's name
    style: str
    #: forward or reverse
    direction: Direction
    #: seconds
    duration: float
    #: how progress follows time
    curve: Curve
    #: as the caller gave them
    options: tuple[Option, ...]
    #: whether it takes time
    animated: bool
    #: whether it waits for a hand
    interactive: bool
    #: keyframes of both sides
    tracks: Tracks
    #: 0 to 1: as an interactive one was moved, or where the curve is at the daemon's time
    progress: float
    #: seconds on the daemon's clock
    began: float
    #: when it ended, on the daemon's clock; absent while it runs
    ended: float | None = None
    #: how it ended; absent while it runs
    outcome: Outcome | None = None
    #: the controller shown when it had ended: `to`, or `from` where it went back
    selected: str | None = None
    #: the views that move along with it, with their values at its end; absent where none does
    #: [5.10]
    alongside: tuple[Alongside, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class PresentationRecord:
    """The record of a presentation."""

    #: the controller
    id: str
    #: who presents it, null if nobody
    presenter: str | None
    #: how; automatic is a pageSheet [10.8]
    style: ModalPresentationStyle | None
    #: the style of transition
    transition: str | None
    #: whether the presenter's view is out of the tree meanwhile [10.1]
    removes_presenters_view: bool


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """`requests` of the wire contract."""

    #: its number, for the command `supply`
    request: int
    #: the side of `beside` where the page belongs
    side: Side
    #: the first or the last page
    beside: str


@dataclass(frozen=True, kw_only=True)
class TurnStyles:
    """`transition` of the wire contract."""

    #: a style
    forward: str = "curlUp"
    #: a style
    backward: str = "curlDown"


@dataclass(frozen=True, kw_only=True)
class DataSource:
    """`dataSource` of the wire contract."""

    #: pages that are requested in advance on each side; for a page controller turns, not pages
    read_ahead: int = 1
    #: pages that stay in the list on each side, where those beyond are released; for a page
    #: controller turns, not pages
    keep: int = 2
    #: seconds until a request ends as if there were no page
    timeout: float = 10


@dataclass(frozen=True, kw_only=True)
class PagerRecord(ControllerRecord):
    """The record of a controller of the kind pager."""

    #: in order
    pages: tuple[str, ...]
    #: of the selected page
    index: int | None = None
    #: the selected page
    selected: str | None = None
    #: whether autoAdvance is held
    paused: bool
    #: the pages that it waits for
    requests: tuple[PageRequest, ...] = ()
    #: the page that pager.back selects
    back: str | None = None
    #: the page that pager.forward selects
    forward: str | None = None
    #: whether a page turn by a person holds autoAdvance, see autoAdvanceOnInteraction
    auto_advance_held: bool = False
    #: whether the ends are joined
    wrap: bool = False
    #: the styles it turns with
    transition: TurnStyles = TurnStyles(forward='curlUp', backward='curlDown')
    #: seconds of an animated page change; at the default a style that was added with
    #: transition.define brings its own
    duration: float = 1
    #: the axis it turns along
    direction: Axis = "horizontal"
    #: whether left and right are swapped
    right_to_left: bool = False
    #: pages kept as children on each side
    offscreen_limit: int = 0
    #: seconds at rest before the next page, or null
    auto_advance: float | None = None
    #: between the pager's edges and the page's, in points
    inset: Inset = Inset(top=0, left=0, bottom=0, right=0)
    #: whether a person may turn it, or in which direction alone; programs always may
    swipe_enabled: SwipeEnabled = True
    #: requests pages when they are needed, which pager.supply gives it; null where it has all pages
    data_source: DataSource | None = None
    #: whether a person's swipe past its end bounces; where false, the swipe turns the nearest pager
    #: around it that can turn in that direction
    bounces: bool = True
    #: what back selects. none: nothing; first: the first of the list; initial: the one that was
    #: selected first; order: the one before the selected one in the list; history: the one that was
    #: selected before
    back_behavior: BackBehavior = "none"
    #: whether autoAdvance continues with the first page after the last one
    rewind: bool = False
    #: whether autoAdvance shows the previous page in place of the next one
    reverse: bool = False
    #: what a page turn by a person does to autoAdvance: nothing, it holds it for resumeAfter
    #: seconds, or it holds it until pager.resume
    auto_advance_on_interaction: AutoAdvanceOnInteraction = "continue"
    #: seconds at rest after which autoAdvance resumes, where autoAdvanceOnInteraction is pause
    resume_after: float = 10
    #: how many pages are side by side along `direction`, 1 to 12; of 2.5, the third is visible by
    #: half
    pages_per_view: float = 1
    #: between two pages, in points
    spacing: float = 0
    #: what is visible of one more page at either end, in points; the other pages are that much
    #: smaller
    peek: float = 0
    #: start: the selected page is the first visible one, and the last pages leave no room after
    #: them; center: it is in the middle, also the first and the last page
    alignment: Alignment = "start"
    #: how many pages pager.next, pager.previous, pager.swipe and autoAdvance go, 1 to 100
    step: int = 1


@dataclass(frozen=True, kw_only=True)
class TabBarRecord(ControllerRecord):
    """The record of a controller of the kind tabBar."""

    #: the tabs, in order
    controllers: tuple[str, ...]
    #: of the selected tab
    index: int | None = None
    #: the selected tab
    selected: str | None = None
    #: the tab that tabBar.back selects
    back: str | None = None
    #: the tab that tabBar.forward selects
    forward: str | None = None
    #: whether a controller on the stack of the selected tab hides the bar [7.9]
    bar_hidden: bool = False
    #: what back selects. none: nothing; first: the first of the list; initial: the one that was
    #: selected first; order: the one before the selected one in the list; history: the one that was
    #: selected before
    back_behavior: BackBehavior = "none"


@dataclass(frozen=True, kw_only=True)
class NavigationRecord(ControllerRecord):
    """The record of a controller of the kind navigation."""

    #: the stack, from its root on
    controllers: tuple[str, ...]
    #: the last of them
    top: str | None = None
    #: whether a person may pop by an interactive transition, such as a swipe from the edge;
    #: programs always may
    interactive_pop_enabled: bool = True
    #: isNavigationBarHidden [6.20]
    bar_hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class PageRecord(ControllerRecord):
    """The record of a controller of the kind page."""

    #: the visible page, or the two visible pages
    controllers: tuple[str, ...]
    #: the pages that it waits for
    requests: tuple[PageRequest, ...] = ()
    #: how it turns
    style: Style = "curl"
    #: mid shows two pages
    spine: Spine = "min"
    #: the axis along which it turns
    navigation_orientation: Axis = "horizontal"
    #: whether each sheet that curls has a page on its back; with the spine in the middle it always
    #: has; null for no
    double_sided: bool | None = None
    #: requests pages when they are needed, which page.supply gives it; without a data source no
    #: gesture turns it
    data_source: DataSource | None = None


@dataclass(frozen=True, kw_only=True)
class SplitRecord(ControllerRecord):
    """The record of a controller of the kind split."""

    #: the column at the side
    primary: str | None = None
    #: the other column
    secondary: str | None = None
    #: whether the window is too narrow for two columns
    collapsed: bool
    #: which columns are shown
    display_mode: DisplayMode
    #: the column between them, null with two columns
    supplementary: str | None = None
    #: which of three columns is on top after a collapse; those after it are not shown [8.7]
    top_column: TopColumn = "secondary"
    #: the secondary column of two after an expansion: top, the top of the primary column's stack;
    #: column, the one from before the collapse [8.8]
    separate_secondary: SeparateSecondary = "top"


@dataclass(frozen=True, kw_only=True)
class PresentTurn(Turn):
    """The result of `modal.present`."""

    #: who presents [11], null if nobody
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

    #: version of the wire contract
    protocol: int
    #: version of the daemon
    version: str
    #: the instance
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
    #: the release that is reproduced
    uikit: int
    #: real or manual
    clock: Clock
    #: the sockets
    endpoints: Endpoints
    #: what the daemon takes at the most
    limits: Any = None
    #: kinds of controllers
    kinds: tuple[str, ...]
    #: a digest of what the kinds' events change in records; server.describe has it all
    changes: str
    #: styles of transitions
    transitions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Journal:
    """`journal` of the wire contract."""

    #: the file
    path: str
    #: when a record is also on the disk
    sync: Sync
    #: of its records
    bytes: int
    #: behind the snapshot
    bytes_since_snapshot: int
    #: behind it
    records_since_snapshot: int
    #: written since the start
    snapshots: int
    #: Unix time of the last of these, null for none
    last_snapshot: float | None
    #: why it cannot be written at present, null where it can
    failure: str | None
    #: times since the start that the disk failed to take it; each time it was written anew
    sync_failures: int


@dataclass(frozen=True, kw_only=True)
class Stats(Reply):
    """The result of `server.stats`."""

    #: seconds since the start
    uptime: float
    #: messages answered
    requests: int
    #: of them with an error
    refused: int
    #: events published since the start
    published: int
    #: subscriptions welcomed so far
    subscriptions: int
    #: there are
    windows: int
    #: there are
    controllers: int
    #: plain ones there are
    views: int
    #: running
    transitions: int
    #: that wait for a transition
    queued_commands: int
    #: kept for replay
    retained_events: int
    #: memory that these events take, about
    retained_bytes: int
    #: of a replay of all of them, at the most: events that nobody has subscribed to are encoded
    #: when they are replayed
    replay_bytes: int
    #: kept for repeats
    remembered_replies: int
    #: memory that these replies take, about
    remembered_bytes: int
    #: memory of the process
    resident_bytes: int
    #: file descriptors of the process
    open_files: int
    #: how many it may have
    file_limit: int
    #: to all sockets
    connections: int
    #: connections to the events socket
    subscribers: int
    #: of these connections
    active_subscriptions: int
    #: that the kernel holds for clients and subscribers who do not take them
    unsent_bytes: int
    #: of replies that libzmq holds for clients that do not take them
    unsent_reply_bytes: int
    #: that libzmq has dropped since the start: the client had gone, or libzmq had lost track of it
    dropped_replies: int
    #: cut off since the start because of the replies that waited for them
    overfull_connections: int
    #: events that libzmq may hold for one subscriber at present; what it holds and drops it does
    #: not tell
    queued_event_limit: int
    #: cut off since the start because there were too many
    refused_connections: int
    #: cut off since the start because they took nothing
    stuck_connections: int
    #: not welcomed since the start because there were too many, or too many bytes
    ignored_subscriptions: int
    #: subscriptions, and places that their prefixes take in libzmq's tree, those without a welcome
    #: among them
    subscription_places: int
    #: cut off since the start because of their prefixes
    oversubscribed_connections: int
    #: that wait for plugins
    queued_plugin_messages: int
    #: of these messages
    queued_plugin_bytes: int
    #: of the decisions that plugins declare, plugins that are gone among them
    declaration_bytes: int
    #: null without one
    journal: Journal | None


@dataclass(frozen=True, kw_only=True)
class Description(Reply):
    """The result of `server.describe`."""

    #: with parameters, replies and errors
    methods: Any = None
    #: of controllers, with the options of their own, the member of records in which descendants
    #: name the nearest one, and how books write them
    kinds: Any = None
    #: with their fields, what they change in records, and how a check writes them
    events: Any = None
    #: with their codes
    errors: Any = None
    #: of transitions that need no definition
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
    #: the oldest seq that is kept, 0 for none
    oldest: int
    #: the latest seq
    latest: int
    #: false when some are kept no longer
    complete: bool
    #: why it is not complete; forked: another log has `since`, and no events follow it
    reason: Reason | None = None
    #: go on with this as `since`; absent at the end
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
    #: in the order they were made
    windows: tuple[WindowRecord, ...]
    #: in the order they were made
    controllers: tuple[ControllerRecord, ...]
    #: plain ones, in the order they were made
    views: tuple[ViewRecord, ...]
    #: running, in the order they began; on the first page all that fit there
    transitions: tuple[TransitionRecord, ...]
    #: go on with this as `after`; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class PluginRecord:
    """`plugins` of the wire contract."""

    #: its name
    name: str
    #: attached, lost, or expected by the configuration
    state: PluginState
    #: the kinds of controllers it hosts
    kinds: tuple[str, ...]
    #: what it answers
    decisions: tuple[Any, ...]
    #: what it may do beyond the controllers it hosts
    grants: tuple[Grant, ...]
    #: its process, where it is on this machine
    pid: int | None
    #: how often the daemon started it again
    restarts: int
    #: messages that wait for it
    queued: int
    #: how many controllers it hosts
    controllers: int
    #: why it was lost
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class PluginList(Reply):
    """The result of `plugin.list`."""

    #: by name
    plugins: tuple[PluginRecord, ...]
    #: go on with this as `after`; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class ControllerList(Reply):
    """The result of `plugin.controllers`."""

    #: those it hosts, as they are now
    controllers: tuple[ControllerRecord, ...]
    #: go on with this as `after`; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class WindowList(Reply):
    """The result of `window.list`."""

    #: in the order they were made
    windows: tuple[WindowRecord, ...]
    #: go on with this as `after`; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class TransitionList(Reply):
    """The result of `transition.list`."""

    #: in the order they began
    transitions: tuple[TransitionRecord, ...]
    #: go on with this as `after`; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class StyleRecord:
    """`styles` of the wire contract."""

    #: the style's name
    style: str
    #: keyframes of both sides
    tracks: Tracks
    #: seconds, where neither the command nor the container names them
    duration: float
    #: how progress follows time
    curve: Curve


@dataclass(frozen=True, kw_only=True)
class StyleList(Reply):
    """The result of `transition.styles`."""

    #: the built-in ones first
    styles: tuple[StyleRecord, ...]
    #: go on with this as `after`; absent at the end
    next: str | None = None


@dataclass(frozen=True, kw_only=True)
class NavigationPop(Turn):
    """The result of `navigation.pop`."""

    #: who was popped: one controller, a list of several, or null [6.14]
    popped: Any = None


@dataclass(frozen=True, kw_only=True)
class BatchReply(Reply):
    """The result of `batch`."""

    #: of each command {result} or {error}
    results: tuple[Any, ...]


#: The records of controllers by their kind.
KINDS: dict[str, type[ControllerRecord]] = {
    "pager": PagerRecord,
    "tabBar": TabBarRecord,
    "navigation": NavigationRecord,
    "page": PageRecord,
    "split": SplitRecord,
}
