"""The events, one dataclass for each.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from .contract import (
    By,
    Curve,
    Direction,
    DisplayMode,
    Edge,
    Frame,
    Horizontal,
    ModalPresentationStyle,
    Option,
    Outcome,
    PagerOutcome,
    Question,
    Side,
    Size,
    TopColumn,
)
from .event import Event
from .records import Tracks


@dataclass(frozen=True)
class ContainmentWillMoveToParent(Event):
    """willMove(toParent:)

    `subject` is the child.
    """

    topic_of: ClassVar[tuple[str, str]] = ("containment", "willMoveToParent")
    #: the future parent; null before removal
    parent: str | None


@dataclass(frozen=True)
class ContainmentDidMoveToParent(Event):
    """didMove(toParent:)

    `subject` is the child.
    """

    topic_of: ClassVar[tuple[str, str]] = ("containment", "didMoveToParent")
    #: the parent; null after removal
    parent: str | None


@dataclass(frozen=True)
class ContainmentParentChanged(Event):
    """The child was added to a parent or removed.

    `subject` is the child.
    """

    topic_of: ClassVar[tuple[str, str]] = ("containment", "parentChanged")
    #: the parent; null after removal
    parent: str | None
    #: its index among the parent's children
    index: int | None


@dataclass(frozen=True)
class ContainmentRemoveFromParent(Event):
    """addChild removed the child from its former parent [1.4].

    `subject` is the child.
    """

    topic_of: ClassVar[tuple[str, str]] = ("containment", "removeFromParent")


@dataclass(frozen=True)
class LifecycleLoadView(Event):
    """loadView()

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "loadView")


@dataclass(frozen=True)
class LifecycleViewDidLoad(Event):
    """viewDidLoad()

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewDidLoad")


@dataclass(frozen=True)
class LifecycleViewWillAppear(Event):
    """viewWillAppear(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewWillAppear")
    #: the callback's argument
    animated: bool
    #: as in UIKit [12.2]
    is_moving_to_parent: bool
    #: as in UIKit [12.2]
    is_being_presented: bool


@dataclass(frozen=True)
class LifecycleViewIsAppearing(Event):
    """viewIsAppearing(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewIsAppearing")
    #: the callback's argument
    animated: bool


@dataclass(frozen=True)
class LifecycleViewDidAppear(Event):
    """viewDidAppear(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewDidAppear")
    #: the callback's argument
    animated: bool
    #: as in UIKit [12.2]
    is_moving_to_parent: bool
    #: as in UIKit [12.2]
    is_being_presented: bool


@dataclass(frozen=True)
class LifecycleViewWillDisappear(Event):
    """viewWillDisappear(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewWillDisappear")
    #: the callback's argument
    animated: bool
    #: as in UIKit [12.2]
    is_moving_from_parent: bool
    #: as in UIKit [12.2]
    is_being_dismissed: bool


@dataclass(frozen=True)
class LifecycleViewDidDisappear(Event):
    """viewDidDisappear(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewDidDisappear")
    #: the callback's argument
    animated: bool
    #: as in UIKit [12.2]
    is_moving_from_parent: bool
    #: as in UIKit [12.2]
    is_being_dismissed: bool


@dataclass(frozen=True)
class LifecycleViewWillLayoutSubviews(Event):
    """viewWillLayoutSubviews()

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewWillLayoutSubviews")


@dataclass(frozen=True)
class LifecycleViewDidLayoutSubviews(Event):
    """viewDidLayoutSubviews()

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewDidLayoutSubviews")


@dataclass(frozen=True)
class LifecycleWillTransitionToTraits(Event):
    """willTransition(to:with:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "willTransitionToTraits")
    #: horizontal size class
    horizontal: Horizontal
    #: vertical size class
    vertical: Horizontal


@dataclass(frozen=True)
class LifecycleTraitCollectionDidChange(Event):
    """traitCollectionDidChange(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "traitCollectionDidChange")
    #: horizontal size class
    horizontal: Horizontal
    #: vertical size class
    vertical: Horizontal


@dataclass(frozen=True)
class LifecycleViewWillTransitionToSize(Event):
    """viewWillTransition(to:with:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewWillTransitionToSize")
    #: the new size
    size: Size


@dataclass(frozen=True)
class LifecyclePreferredContentSizeDidChange(Event):
    """preferredContentSizeDidChange(forChildContentContainer:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "preferredContentSizeDidChange")
    #: whose preferredContentSize changed
    child: str | None


@dataclass(frozen=True)
class ViewCreated(Event):
    """A view without a controller was created.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "created")
    #: in the future superview's coordinates
    frame: Frame


@dataclass(frozen=True)
class ViewDestroyed(Event):
    """A view without a controller was destroyed.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "destroyed")


@dataclass(frozen=True)
class ViewDidMoveToSuperview(Event):
    """The view was inserted, moved or removed.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "didMoveToSuperview")
    #: the new superview, a view or window; null after removal
    superview: str | None
    #: index among the subviews, back to front
    index: int | None


@dataclass(frozen=True)
class ViewDidChangeFrame(Event):
    """The frame changed.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "didChangeFrame")
    #: the new frame
    frame: Frame


@dataclass(frozen=True)
class ViewDidChangeHidden(Event):
    """The view was hidden or shown, without appearance callbacks [3.10].

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "didChangeHidden")
    #: the new value
    hidden: bool


@dataclass(frozen=True)
class ViewUpdated(Event):
    """Other properties changed.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "updated")
    #: the changed properties
    changes: Any


@dataclass(frozen=True)
class TransitionBegan(Event):
    """A transition has begun; exactly one `ended` follows.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "began")
    #: its id in all events and commands
    transition: str
    #: the controller that leaves
    from_: str | None
    #: the controller that appears
    to: str | None
    #: its name
    style: str
    #: along or against the order of the pages
    direction: Direction
    #: seconds; 0: not animated
    duration: float
    #: the timing curve
    curve: Curve
    #: the options of the command
    options: tuple[Option, ...]
    #: whether it is animated
    animated: bool
    #: a client sets the progress
    interactive: bool
    #: keyframes of both sides, in the direction of this transition
    tracks: Tracks


@dataclass(frozen=True)
class TransitionProgressed(Event):
    """An interactive transition progressed.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "progressed")
    #: the transition
    transition: str
    #: 0 to 1
    progress: float


@dataclass(frozen=True)
class TransitionInteractionEnded(Event):
    """The user lifted the finger.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "interactionEnded")
    #: the transition
    transition: str
    #: whether the transition is cancelled
    cancelled: bool


@dataclass(frozen=True)
class TransitionCompletion(Event):
    """UIKit runs the caller's completion block here.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "completion")
    #: the transition
    transition: str
    #: false: interrupted or cancelled
    finished: bool


@dataclass(frozen=True)
class TransitionEnded(Event):
    """The transition ended; UIKit calls animationEnded here.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "ended")
    #: the transition
    transition: str
    #: how it ended
    outcome: Outcome


@dataclass(frozen=True)
class TransitionQueued(Event):
    """A command waits for the running transition.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "queued")
    #: its method
    command: str


@dataclass(frozen=True)
class TransitionDropped(Event):
    """A waiting command was not executed.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "dropped")
    #: its method
    command: str
    #: its name, or `replaced`
    error: str


@dataclass(frozen=True)
class TransitionAnimatesAlongside(Event):
    """Views are animated alongside a running transition [5.10].

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "animatesAlongside")
    #: the transition
    transition: str
    #: all of them, with their final values
    views: Any


@dataclass(frozen=True)
class PresentationTransitionWillBegin(Event):
    """UIKit's `presentationTransitionWillBegin`. It comes before every `viewWillAppear` and `viewWillDisappear` of the transition [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "presentationTransitionWillBegin")
    #: the presenter
    presenter: str | None
    #: the presentation style
    style: ModalPresentationStyle


@dataclass(frozen=True)
class PresentationTransitionDidEnd(Event):
    """UIKit's `presentationTransitionDidEnd`. It comes before every `viewDidAppear` and `viewDidDisappear` of the transition [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "presentationTransitionDidEnd")
    #: false: cancelled
    completed: bool


@dataclass(frozen=True)
class PresentationDismissalTransitionWillBegin(Event):
    """UIKit's `dismissalTransitionWillBegin`. It comes before every `viewWillAppear` and `viewWillDisappear` of the transition [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "dismissalTransitionWillBegin")


@dataclass(frozen=True)
class PresentationDismissalTransitionDidEnd(Event):
    """UIKit's `dismissalTransitionDidEnd`. It comes before every `viewDidAppear` and `viewDidDisappear` of the transition [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "dismissalTransitionDidEnd")
    #: false: cancelled
    completed: bool


@dataclass(frozen=True)
class PresentationShouldDismiss(Event):
    """The sheet's delegate is asked whether the user may dismiss it [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "shouldDismiss")


@dataclass(frozen=True)
class PresentationWillDismiss(Event):
    """The user dismisses the sheet, and its delegate is called [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "willDismiss")


@dataclass(frozen=True)
class PresentationDidDismiss(Event):
    """The user has dismissed the sheet [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "didDismiss")


@dataclass(frozen=True)
class PresentationDidAttemptToDismiss(Event):
    """The user tried to dismiss the sheet, which is not allowed [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "didAttemptToDismiss")


@dataclass(frozen=True)
class PresentationDetentChanged(Event):
    """The sheet's detent changed; its new frame follows [10.13].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "detentChanged")
    #: the new one
    detent: str
    #: whether it is animated
    animated: bool
    #: seconds; 0: not animated
    duration: float
    #: the timing curve
    curve: Curve


@dataclass(frozen=True)
class PresentationDidChangeSelectedDetent(Event):
    """The user selected a detent, and the sheet's delegate is called [10.14].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "didChangeSelectedDetent")
    #: the new one
    detent: str


@dataclass(frozen=True)
class PagerWillSelect(Event):
    """The pager is about to select another page.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "willSelect")
    #: the shown page
    from_: str | None
    #: the page to select
    to: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class PagerDidSelect(Event):
    """The selected page changed; its transition may still run.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "didSelect")
    #: the selected page
    page: str | None
    #: its index
    index: int | None
    #: null: none
    previous_index: int | None


@dataclass(frozen=True)
class PagerDidSettle(Event):
    """The pager's transition ended; it shows the selected page.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "didSettle")
    #: the shown page
    page: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class PagerDidCancel(Event):
    """A swipe was cancelled.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "didCancel")
    #: that of the page that stays selected
    index: int | None


@dataclass(frozen=True)
class PagerPagesChanged(Event):
    """The pages or the selected index changed.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "pagesChanged")
    #: all pages
    pages: tuple[str, ...]
    #: that of the selected page; null: none
    index: int | None


@dataclass(frozen=True)
class PagerBounced(Event):
    """There is no further page in that direction.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "bounced")
    #: at which end
    edge: Edge


@dataclass(frozen=True)
class PagerPageNeeded(Event):
    """The container needs a page at one end, from the command `supply`.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "pageNeeded")
    #: its number, unique in the container
    request: int | None
    #: where `beside` needs a neighbour
    side: Side
    #: the container's first or last page
    beside: str | None
    #: all open requests, with this one
    requests: Any


@dataclass(frozen=True)
class PagerRequestEnded(Event):
    """A request for a page ended.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "requestEnded")
    #: its number
    request: int | None
    #: how it ended
    outcome: PagerOutcome
    #: null: none
    page: str | None
    #: those that are still open
    requests: Any


@dataclass(frozen=True)
class PagerPagesReleased(Event):
    """Pages far from the selected one were released.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "pagesReleased")
    #: the released pages
    pages: tuple[str, ...]


@dataclass(frozen=True)
class PagerHistoryChanged(Event):
    """What pager.back and pager.forward select has changed.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "historyChanged")
    #: which pager.back selects; null: none
    back: str | None
    #: which pager.forward selects; null: none
    forward: str | None


@dataclass(frozen=True)
class TabBarDidSelect(Event):
    """The user tapped a tab; the delegate is called [7.5].

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "didSelect")
    #: the tapped tab
    controller: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class TabBarSelectionChanged(Event):
    """The selected tab changed.

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "selectionChanged")
    #: the selected tab; null: none
    controller: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class TabBarControllersChanged(Event):
    """The list of tabs changed.

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "controllersChanged")
    #: all tabs
    controllers: tuple[str, ...]


@dataclass(frozen=True)
class TabBarHistoryChanged(Event):
    """What tabBar.back and tabBar.forward select has changed.

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "historyChanged")
    #: which tabBar.back selects; null: none
    back: str | None
    #: which tabBar.forward selects; null: none
    forward: str | None


@dataclass(frozen=True)
class TabBarBarHiddenChanged(Event):
    """The bar was hidden or shown [7.9].

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "barHiddenChanged")
    #: whether the bar is hidden
    hidden: bool


@dataclass(frozen=True)
class NavigationWillShow(Event):
    """UIKit calls the delegate before another controller is on top [6.6].

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "willShow")
    #: the controller on top
    controller: str | None
    #: whether it is animated
    animated: bool


@dataclass(frozen=True)
class NavigationDidShow(Event):
    """UIKit calls the delegate when another controller is on top [6.6].

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "didShow")
    #: the controller on top
    controller: str | None
    #: whether it was animated
    animated: bool


@dataclass(frozen=True)
class NavigationStackChanged(Event):
    """The stack changed.

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "stackChanged")
    #: from the root to the top
    controllers: tuple[str, ...]


@dataclass(frozen=True)
class NavigationBarHiddenChanged(Event):
    """The bar was hidden or shown [6.20].

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "barHiddenChanged")
    #: whether the bar is hidden
    hidden: bool
    #: whether it is animated
    animated: bool


@dataclass(frozen=True)
class PageWillTransition(Event):
    """A gesture is about to turn the page; the delegate is called [9.4].

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "willTransition")
    #: the pages that it would show
    to: tuple[str, ...]


@dataclass(frozen=True)
class PageDidFinishAnimating(Event):
    """A gesture has ended; the delegate is called [9.4].

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "didFinishAnimating")
    #: whether the animation ran to its end
    finished: bool
    #: the pages shown before
    previous: tuple[str, ...]
    #: whether the page was turned
    completed: bool


@dataclass(frozen=True)
class PagesChanged(Event):
    """The shown pages changed.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "pagesChanged")
    #: one page, or two with the spine in the middle
    controllers: tuple[str, ...]


@dataclass(frozen=True)
class PageWillShowBack(Event):
    """A sheet turns. The page on its back receives no appearance callbacks.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "willShowBack")
    #: the page on its back
    back: str | None


@dataclass(frozen=True)
class PageBounced(Event):
    """There is no further page in that direction.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "bounced")
    #: at which end
    edge: Edge


@dataclass(frozen=True)
class PageNeeded(Event):
    """The container needs a page at one end, from the command `supply`.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "pageNeeded")
    #: its number, unique in the container
    request: int | None
    #: where `beside` needs a neighbour
    side: Side
    #: the container's first or last page
    beside: str | None
    #: all open requests, with this one
    requests: Any


@dataclass(frozen=True)
class PageRequestEnded(Event):
    """A request for a page ended.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "requestEnded")
    #: its number
    request: int | None
    #: how it ended
    outcome: PagerOutcome
    #: null: none
    page: str | None
    #: those that are still open
    requests: Any


@dataclass(frozen=True)
class PagesReleased(Event):
    """Pages far from the selected one were released.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "pagesReleased")
    #: the released pages
    pages: tuple[str, ...]


@dataclass(frozen=True)
class SplitCollapseSecondary(Event):
    """The split collapses: the secondary column is pushed onto the primary.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "collapseSecondary")
    #: the secondary column
    secondary: str | None


@dataclass(frozen=True)
class SplitSeparateSecondary(Event):
    """The split expands: the secondary column is separated from the primary.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "separateSecondary")
    #: the secondary column
    secondary: str | None


@dataclass(frozen=True)
class SplitDisplayModeChanged(Event):
    """The display mode changed.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "displayModeChanged")
    #: the new display mode
    mode: DisplayMode


@dataclass(frozen=True)
class SplitColumnsChanged(Event):
    """The columns changed.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "columnsChanged")
    #: the primary column
    primary: str | None
    #: the secondary column
    secondary: str | None
    #: only one column is shown
    collapsed: bool


@dataclass(frozen=True)
class SplitTopColumnForCollapsing(Event):
    """The delegate decides which of three columns is on top after a collapse [8.7].

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "topColumnForCollapsing")
    #: always the secondary column
    proposed: TopColumn
    #: the decision: the option `topColumn`
    column: TopColumn


@dataclass(frozen=True)
class SplitSupplementaryChanged(Event):
    """The supplementary column changed.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "supplementaryChanged")
    #: null: two columns
    supplementary: str | None


@dataclass(frozen=True)
class WindowCreated(Event):
    """A visible window was created.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "created")
    #: in points
    size: Size


@dataclass(frozen=True)
class WindowDestroyed(Event):
    """A window was destroyed.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "destroyed")


@dataclass(frozen=True)
class WindowRootChanged(Event):
    """The root controller changed.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "rootChanged")
    #: null: none
    controller: str | None


@dataclass(frozen=True)
class WindowResized(Event):
    """The size changed.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "resized")
    #: the new size
    size: Size


@dataclass(frozen=True)
class WindowSafeAreaInsetsChanged(Event):
    """The safe area insets changed [13.9].

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "safeAreaInsetsChanged")
    #: null: none
    insets: Any


@dataclass(frozen=True)
class WindowWillResize(Event):
    """An animated resize begins: `resized` follows at once, `didResize` at the end [13.11].

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "willResize")
    #: the new size
    size: Size
    #: seconds until `didResize`
    duration: float


@dataclass(frozen=True)
class WindowDidResize(Event):
    """An animated resize ended [13.11].

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "didResize")
    #: false: another resize or the window's destruction ended it early
    finished: bool


@dataclass(frozen=True)
class ControllerCreated(Event):
    """A controller was created.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "created")


@dataclass(frozen=True)
class ControllerUpdated(Event):
    """Options, or other members of the record, changed.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "updated")
    #: the changed members
    changes: Any


@dataclass(frozen=True)
class ControllerContentChanged(Event):
    """The content changed.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "contentChanged")
    #: the new content
    content: Any


@dataclass(frozen=True)
class ControllerDestroyed(Event):
    """A controller was destroyed.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "destroyed")


@dataclass(frozen=True)
class ControllerCustom(Event):
    """An event of a kind that a plugin hosts.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "custom")
    #: the kind's name for the event
    name: str
    #: an object that the kind defines
    values: Any


@dataclass(frozen=True)
class DiagnosticUnbalanced(Event):
    """UIKit's log message about unbalanced calls [4.14].

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("diagnostic", "unbalanced")
    #: UIKit's text
    message: str


@dataclass(frozen=True)
class DiagnosticMisuse(Event):
    """A call that UIKit discourages, or a reaction that failed.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("diagnostic", "misuse")
    #: what is wrong
    message: str


@dataclass(frozen=True)
class DiagnosticWarning(Event):
    """UIKit's log message for an ignored call.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("diagnostic", "warning")
    #: UIKit's text
    message: str


@dataclass(frozen=True)
class PluginAttached(Event):
    """A plugin has registered.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "attached")
    #: the kinds that it hosts
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class PluginLost(Event):
    """A plugin disconnected; its controllers remain.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "lost")
    #: why it disconnected
    reason: str


@dataclass(frozen=True)
class PluginRestored(Event):
    """A lost plugin has registered again.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "restored")
    #: the kinds that it hosts
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class PluginForgotten(Event):
    """A disconnected plugin was removed with its kinds.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "forgotten")


@dataclass(frozen=True)
class PluginDecisionRequested(Event):
    """A command waits for a plugin's answer.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "decisionRequested")
    #: as in `pending` of the reply
    decision: str
    #: what is decided
    question: Question
    #: which the question is about
    controller: str | None
    #: that of the controller
    container: str | None
    #: the waiting command; null: none
    method: str | None


@dataclass(frozen=True)
class PluginDecisionMade(Event):
    """A plugin made a decision, or its default applied.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "decisionMade")
    #: as in `pending` of the reply
    decision: str
    #: what is decided
    question: Question
    #: which the question is about
    controller: str | None
    #: that of the controller
    container: str | None
    #: the waiting command; null: none
    method: str | None
    #: the plugin's answer, or the default
    answer: Any
    #: who answered
    by: By
    #: whether the command was executed
    applied: bool
    #: its name, if the command was refused
    error: str | None
    #: the one that the command began
    transition: str | None


@dataclass(frozen=True)
class PluginDiagnostic(Event):
    """A plugin sent something invalid.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "diagnostic")
    #: what is wrong
    message: str


#: The dataclasses by category and name.
EVENTS: dict[tuple[str, str], type[Event]] = {
    ("containment", "willMoveToParent"): ContainmentWillMoveToParent,
    ("containment", "didMoveToParent"): ContainmentDidMoveToParent,
    ("containment", "parentChanged"): ContainmentParentChanged,
    ("containment", "removeFromParent"): ContainmentRemoveFromParent,
    ("lifecycle", "loadView"): LifecycleLoadView,
    ("lifecycle", "viewDidLoad"): LifecycleViewDidLoad,
    ("lifecycle", "viewWillAppear"): LifecycleViewWillAppear,
    ("lifecycle", "viewIsAppearing"): LifecycleViewIsAppearing,
    ("lifecycle", "viewDidAppear"): LifecycleViewDidAppear,
    ("lifecycle", "viewWillDisappear"): LifecycleViewWillDisappear,
    ("lifecycle", "viewDidDisappear"): LifecycleViewDidDisappear,
    ("lifecycle", "viewWillLayoutSubviews"): LifecycleViewWillLayoutSubviews,
    ("lifecycle", "viewDidLayoutSubviews"): LifecycleViewDidLayoutSubviews,
    ("lifecycle", "willTransitionToTraits"): LifecycleWillTransitionToTraits,
    ("lifecycle", "traitCollectionDidChange"): LifecycleTraitCollectionDidChange,
    ("lifecycle", "viewWillTransitionToSize"): LifecycleViewWillTransitionToSize,
    ("lifecycle", "preferredContentSizeDidChange"): LifecyclePreferredContentSizeDidChange,
    ("view", "created"): ViewCreated,
    ("view", "destroyed"): ViewDestroyed,
    ("view", "didMoveToSuperview"): ViewDidMoveToSuperview,
    ("view", "didChangeFrame"): ViewDidChangeFrame,
    ("view", "didChangeHidden"): ViewDidChangeHidden,
    ("view", "updated"): ViewUpdated,
    ("transition", "began"): TransitionBegan,
    ("transition", "progressed"): TransitionProgressed,
    ("transition", "interactionEnded"): TransitionInteractionEnded,
    ("transition", "completion"): TransitionCompletion,
    ("transition", "ended"): TransitionEnded,
    ("transition", "queued"): TransitionQueued,
    ("transition", "dropped"): TransitionDropped,
    ("transition", "animatesAlongside"): TransitionAnimatesAlongside,
    ("presentation", "presentationTransitionWillBegin"): PresentationTransitionWillBegin,
    ("presentation", "presentationTransitionDidEnd"): PresentationTransitionDidEnd,
    ("presentation", "dismissalTransitionWillBegin"): PresentationDismissalTransitionWillBegin,
    ("presentation", "dismissalTransitionDidEnd"): PresentationDismissalTransitionDidEnd,
    ("presentation", "shouldDismiss"): PresentationShouldDismiss,
    ("presentation", "willDismiss"): PresentationWillDismiss,
    ("presentation", "didDismiss"): PresentationDidDismiss,
    ("presentation", "didAttemptToDismiss"): PresentationDidAttemptToDismiss,
    ("presentation", "detentChanged"): PresentationDetentChanged,
    ("presentation", "didChangeSelectedDetent"): PresentationDidChangeSelectedDetent,
    ("pager", "willSelect"): PagerWillSelect,
    ("pager", "didSelect"): PagerDidSelect,
    ("pager", "didSettle"): PagerDidSettle,
    ("pager", "didCancel"): PagerDidCancel,
    ("pager", "pagesChanged"): PagerPagesChanged,
    ("pager", "bounced"): PagerBounced,
    ("pager", "pageNeeded"): PagerPageNeeded,
    ("pager", "requestEnded"): PagerRequestEnded,
    ("pager", "pagesReleased"): PagerPagesReleased,
    ("pager", "historyChanged"): PagerHistoryChanged,
    ("tabBar", "didSelect"): TabBarDidSelect,
    ("tabBar", "selectionChanged"): TabBarSelectionChanged,
    ("tabBar", "controllersChanged"): TabBarControllersChanged,
    ("tabBar", "historyChanged"): TabBarHistoryChanged,
    ("tabBar", "barHiddenChanged"): TabBarBarHiddenChanged,
    ("navigation", "willShow"): NavigationWillShow,
    ("navigation", "didShow"): NavigationDidShow,
    ("navigation", "stackChanged"): NavigationStackChanged,
    ("navigation", "barHiddenChanged"): NavigationBarHiddenChanged,
    ("page", "willTransition"): PageWillTransition,
    ("page", "didFinishAnimating"): PageDidFinishAnimating,
    ("page", "pagesChanged"): PagesChanged,
    ("page", "willShowBack"): PageWillShowBack,
    ("page", "bounced"): PageBounced,
    ("page", "pageNeeded"): PageNeeded,
    ("page", "requestEnded"): PageRequestEnded,
    ("page", "pagesReleased"): PagesReleased,
    ("split", "collapseSecondary"): SplitCollapseSecondary,
    ("split", "separateSecondary"): SplitSeparateSecondary,
    ("split", "displayModeChanged"): SplitDisplayModeChanged,
    ("split", "columnsChanged"): SplitColumnsChanged,
    ("split", "topColumnForCollapsing"): SplitTopColumnForCollapsing,
    ("split", "supplementaryChanged"): SplitSupplementaryChanged,
    ("window", "created"): WindowCreated,
    ("window", "destroyed"): WindowDestroyed,
    ("window", "rootChanged"): WindowRootChanged,
    ("window", "resized"): WindowResized,
    ("window", "safeAreaInsetsChanged"): WindowSafeAreaInsetsChanged,
    ("window", "willResize"): WindowWillResize,
    ("window", "didResize"): WindowDidResize,
    ("controller", "created"): ControllerCreated,
    ("controller", "updated"): ControllerUpdated,
    ("controller", "contentChanged"): ControllerContentChanged,
    ("controller", "destroyed"): ControllerDestroyed,
    ("controller", "custom"): ControllerCustom,
    ("diagnostic", "unbalanced"): DiagnosticUnbalanced,
    ("diagnostic", "misuse"): DiagnosticMisuse,
    ("diagnostic", "warning"): DiagnosticWarning,
    ("plugin", "attached"): PluginAttached,
    ("plugin", "lost"): PluginLost,
    ("plugin", "restored"): PluginRestored,
    ("plugin", "forgotten"): PluginForgotten,
    ("plugin", "decisionRequested"): PluginDecisionRequested,
    ("plugin", "decisionMade"): PluginDecisionMade,
    ("plugin", "diagnostic"): PluginDiagnostic,
}
