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
    #: the parent to be, null when leaving
    parent: str | None


@dataclass(frozen=True)
class ContainmentDidMoveToParent(Event):
    """didMove(toParent:)

    `subject` is the child.
    """

    topic_of: ClassVar[tuple[str, str]] = ("containment", "didMoveToParent")
    #: the parent, null after leaving
    parent: str | None


@dataclass(frozen=True)
class ContainmentParentChanged(Event):
    """The edge between parent and child is made or cut.

    `subject` is the child.
    """

    topic_of: ClassVar[tuple[str, str]] = ("containment", "parentChanged")
    #: null where the edge is cut
    parent: str | None
    #: the child's place among the parent's children
    index: int | None


@dataclass(frozen=True)
class ContainmentRemoveFromParent(Event):
    """The call that addChild makes by itself [1.4].

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
    #: as the property reads inside [12.2]
    is_moving_to_parent: bool
    #: as the property reads inside
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
    #: as the property reads inside [12.2]
    is_moving_to_parent: bool
    #: as the property reads inside
    is_being_presented: bool


@dataclass(frozen=True)
class LifecycleViewWillDisappear(Event):
    """viewWillDisappear(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewWillDisappear")
    #: the callback's argument
    animated: bool
    #: as the property reads inside [12.2]
    is_moving_from_parent: bool
    #: as the property reads inside
    is_being_dismissed: bool


@dataclass(frozen=True)
class LifecycleViewDidDisappear(Event):
    """viewDidDisappear(_:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "viewDidDisappear")
    #: the callback's argument
    animated: bool
    #: as the property reads inside [12.2]
    is_moving_from_parent: bool
    #: as the property reads inside
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
    #: the size to be
    size: Size


@dataclass(frozen=True)
class LifecyclePreferredContentSizeDidChange(Event):
    """preferredContentSizeDidChange(forChildContentContainer:)

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("lifecycle", "preferredContentSizeDidChange")
    #: the child whose wish changed
    child: str | None


@dataclass(frozen=True)
class ViewCreated(Event):
    """A plain view was made.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "created")
    #: in the superview to be
    frame: Frame


@dataclass(frozen=True)
class ViewDestroyed(Event):
    """A plain view is gone.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "destroyed")


@dataclass(frozen=True)
class ViewDidMoveToSuperview(Event):
    """The view was inserted, moved or taken out.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "didMoveToSuperview")
    #: view or window, null where it was taken out
    superview: str | None
    #: its place among the subviews, back to front
    index: int | None


@dataclass(frozen=True)
class ViewDidChangeFrame(Event):
    """The frame changed.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "didChangeFrame")
    #: the new one
    frame: Frame


@dataclass(frozen=True)
class ViewDidChangeHidden(Event):
    """The view was hidden or shown; no appearance [3.10].

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "didChangeHidden")
    #: the new value
    hidden: bool


@dataclass(frozen=True)
class ViewUpdated(Event):
    """Other properties of the view changed.

    `subject` is the view.
    """

    topic_of: ClassVar[tuple[str, str]] = ("view", "updated")
    #: the changed properties and their new values
    changes: Any


@dataclass(frozen=True)
class TransitionBegan(Event):
    """A transition has begun; exactly one `ended` follows.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "began")
    #: which one, in all events and commands about it
    transition: str
    #: who leaves
    from_: str | None
    #: who comes
    to: str | None
    #: the style's name
    style: str
    #: along or against the order of what is shown
    direction: Direction
    #: seconds, 0 where nothing moves
    duration: float
    #: how progress follows time
    curve: Curve
    #: the command's options
    options: tuple[Option, ...]
    #: whether it takes time
    animated: bool
    #: whether it is moved by hand, not by the clock
    interactive: bool
    #: keyframes of both sides, in the direction of this transition
    tracks: Tracks


@dataclass(frozen=True)
class TransitionProgressed(Event):
    """An interactive transition was moved.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "progressed")
    #: which one
    transition: str
    #: 0 to 1
    progress: float


@dataclass(frozen=True)
class TransitionInteractionEnded(Event):
    """The finger is lifted.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "interactionEnded")
    #: which one
    transition: str
    #: whether it goes back
    cancelled: bool


@dataclass(frozen=True)
class TransitionCompletion(Event):
    """Where UIKit runs the caller's completion block.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "completion")
    #: which one
    transition: str
    #: false where it was cut short or taken back
    finished: bool


@dataclass(frozen=True)
class TransitionEnded(Event):
    """The transition is over, in the place of animationEnded.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "ended")
    #: which one
    transition: str
    #: how
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
    """A waiting command was not carried out.

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "dropped")
    #: its method
    command: str
    #: the error's name, or `replaced`
    error: str


@dataclass(frozen=True)
class TransitionAnimatesAlongside(Event):
    """Views move along with a running transition [5.10].

    `subject` is the container; of a presentation the presenter.
    """

    topic_of: ClassVar[tuple[str, str]] = ("transition", "animatesAlongside")
    #: which one
    transition: str
    #: all that move, each with its values at the end
    views: Any


@dataclass(frozen=True)
class PresentationTransitionWillBegin(Event):
    """The presentation controller's hook, before every will callback [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "presentationTransitionWillBegin")
    #: who presents
    presenter: str | None
    #: the presentation style
    style: ModalPresentationStyle


@dataclass(frozen=True)
class PresentationTransitionDidEnd(Event):
    """The presentation controller's hook, before every did callback [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "presentationTransitionDidEnd")
    #: false where it was taken back
    completed: bool


@dataclass(frozen=True)
class PresentationDismissalTransitionWillBegin(Event):
    """The presentation controller's hook, before every will callback [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "dismissalTransitionWillBegin")


@dataclass(frozen=True)
class PresentationDismissalTransitionDidEnd(Event):
    """The presentation controller's hook, before every did callback [10.5].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "dismissalTransitionDidEnd")
    #: false where it was taken back
    completed: bool


@dataclass(frozen=True)
class PresentationShouldDismiss(Event):
    """The sheet's delegate is asked [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "shouldDismiss")


@dataclass(frozen=True)
class PresentationWillDismiss(Event):
    """The sheet's delegate is told [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "willDismiss")


@dataclass(frozen=True)
class PresentationDidDismiss(Event):
    """A person dragged the sheet away [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "didDismiss")


@dataclass(frozen=True)
class PresentationDidAttemptToDismiss(Event):
    """A person tried and may not [10.7].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "didAttemptToDismiss")


@dataclass(frozen=True)
class PresentationDetentChanged(Event):
    """Another detent of a sheet is selected; the sheet's new frame follows [10.13].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "detentChanged")
    #: its name
    detent: str
    #: whether the sheet moves there
    animated: bool
    #: seconds; 0 where it does not move
    duration: float
    #: how it moves
    curve: Curve


@dataclass(frozen=True)
class PresentationDidChangeSelectedDetent(Event):
    """The sheet's delegate is told that a person has selected another detent [10.14].

    `subject` is the presented controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("presentation", "didChangeSelectedDetent")
    #: its name
    detent: str


@dataclass(frozen=True)
class PagerWillSelect(Event):
    """Another page is about to be shown.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "willSelect")
    #: the shown page
    from_: str | None
    #: the page to come
    to: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class PagerDidSelect(Event):
    """The decision for a page; it may still be moving.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "didSelect")
    #: the selected page
    page: str | None
    #: its index
    index: int | None
    #: the index before, null where there was none
    previous_index: int | None


@dataclass(frozen=True)
class PagerDidSettle(Event):
    """The pager is at rest.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "didSettle")
    #: the shown page
    page: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class PagerDidCancel(Event):
    """A swipe was taken back.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "didCancel")
    #: the index that stays
    index: int | None


@dataclass(frozen=True)
class PagerPagesChanged(Event):
    """The list of pages or the index in it changed.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "pagesChanged")
    #: all pages
    pages: tuple[str, ...]
    #: of the selected page, null where there is none
    index: int | None


@dataclass(frozen=True)
class PagerBounced(Event):
    """There is no page further that way; nothing moved.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "bounced")
    #: which end
    edge: Edge


@dataclass(frozen=True)
class PagerPageNeeded(Event):
    """A page is needed beside the first or the last one; `supply` gives it.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "pageNeeded")
    #: its number, never used twice by one container
    request: int | None
    #: the side of `beside` where the page belongs
    side: Side
    #: the first or the last page
    beside: str | None
    #: all open requests, this one among them
    requests: Any


@dataclass(frozen=True)
class PagerRequestEnded(Event):
    """A request for a page is over.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "requestEnded")
    #: its number
    request: int | None
    #: how it ended
    outcome: PagerOutcome
    #: the page that was supplied, else null
    page: str | None
    #: the requests that are still open
    requests: Any


@dataclass(frozen=True)
class PagerPagesReleased(Event):
    """Pages have left the list of a container with a data source; they can be used again.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "pagesReleased")
    #: the pages that are further from the selected one than `keep`
    pages: tuple[str, ...]


@dataclass(frozen=True)
class PagerHistoryChanged(Event):
    """Back or forward lead to another page now.

    `subject` is the pager.
    """

    topic_of: ClassVar[tuple[str, str]] = ("pager", "historyChanged")
    #: the page that pager.back selects, null where none
    back: str | None
    #: the page that pager.forward selects, null where none
    forward: str | None


@dataclass(frozen=True)
class TabBarDidSelect(Event):
    """A person has tapped a tab: the delegate is called [7.5].

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "didSelect")
    #: the tapped tab
    controller: str | None
    #: its index
    index: int | None


@dataclass(frozen=True)
class TabBarSelectionChanged(Event):
    """Another tab is selected.

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "selectionChanged")
    #: the selected tab, null where there is none
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
    """Back or forward lead to another tab now.

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "historyChanged")
    #: the tab that tabBar.back selects, null where none
    back: str | None
    #: the tab that tabBar.forward selects, null where none
    forward: str | None


@dataclass(frozen=True)
class TabBarBarHiddenChanged(Event):
    """The bar is hidden, or shown again [7.9].

    `subject` is the tab bar controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("tabBar", "barHiddenChanged")
    #: whether it is hidden
    hidden: bool


@dataclass(frozen=True)
class NavigationWillShow(Event):
    """The delegate is told who will be on top [6.6].

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "willShow")
    #: who
    controller: str | None
    #: whether it moves there
    animated: bool


@dataclass(frozen=True)
class NavigationDidShow(Event):
    """The delegate is told who is on top [6.6].

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "didShow")
    #: who
    controller: str | None
    #: whether it moved there
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
    """The bar is hidden, or shown again [6.20].

    `subject` is the navigation controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("navigation", "barHiddenChanged")
    #: whether it is hidden
    hidden: bool
    #: whether it moves
    animated: bool


@dataclass(frozen=True)
class PageWillTransition(Event):
    """A gesture is about to turn the page: the delegate is called [9.4].

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "willTransition")
    #: the pages to come
    to: tuple[str, ...]


@dataclass(frozen=True)
class PageDidFinishAnimating(Event):
    """A gesture has ended: the delegate is called [9.4].

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
    """Other pages are shown.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "pagesChanged")
    #: one, or two with the spine in the middle
    controllers: tuple[str, ...]


@dataclass(frozen=True)
class PageWillShowBack(Event):
    """The sheet that turns has a page on its back, which receives no appearance callback.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "willShowBack")
    #: the page
    back: str | None


@dataclass(frozen=True)
class PageBounced(Event):
    """There is no page further that way; nothing moved.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "bounced")
    #: which end
    edge: Edge


@dataclass(frozen=True)
class PageNeeded(Event):
    """A page is needed beside the first or the last one; `supply` gives it.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "pageNeeded")
    #: its number, never used twice by one container
    request: int | None
    #: the side of `beside` where the page belongs
    side: Side
    #: the first or the last page
    beside: str | None
    #: all open requests, this one among them
    requests: Any


@dataclass(frozen=True)
class PageRequestEnded(Event):
    """A request for a page is over.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "requestEnded")
    #: its number
    request: int | None
    #: how it ended
    outcome: PagerOutcome
    #: the page that was supplied, else null
    page: str | None
    #: the requests that are still open
    requests: Any


@dataclass(frozen=True)
class PagesReleased(Event):
    """Pages have left the list of a container with a data source; they can be used again.

    `subject` is the page controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("page", "pagesReleased")
    #: the pages that are further from the selected one than `keep`
    pages: tuple[str, ...]


@dataclass(frozen=True)
class SplitCollapseSecondary(Event):
    """The secondary column goes onto the primary.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "collapseSecondary")
    #: the secondary column
    secondary: str | None


@dataclass(frozen=True)
class SplitSeparateSecondary(Event):
    """The secondary column comes off the primary.

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
    #: the new one
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
    #: whether only one column is shown
    collapsed: bool


@dataclass(frozen=True)
class SplitTopColumnForCollapsing(Event):
    """The delegate is asked which of three columns is on top after a collapse [8.7].

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "topColumnForCollapsing")
    #: always the secondary column
    proposed: TopColumn
    #: its answer: the option `topColumn`
    column: TopColumn


@dataclass(frozen=True)
class SplitSupplementaryChanged(Event):
    """The supplementary column changed.

    `subject` is the split controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("split", "supplementaryChanged")
    #: the column, null with two columns
    supplementary: str | None


@dataclass(frozen=True)
class WindowCreated(Event):
    """A window was made, visible at once.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "created")
    #: its size
    size: Size


@dataclass(frozen=True)
class WindowDestroyed(Event):
    """A window is gone.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "destroyed")


@dataclass(frozen=True)
class WindowRootChanged(Event):
    """The window has another root controller.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "rootChanged")
    #: the new one, null for none
    controller: str | None


@dataclass(frozen=True)
class WindowResized(Event):
    """The window has another size.

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "resized")
    #: the new one
    size: Size


@dataclass(frozen=True)
class WindowSafeAreaInsetsChanged(Event):
    """Other parts of the window are covered, by the device or by bars [13.9].

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "safeAreaInsetsChanged")
    #: the new ones, null where nothing is covered
    insets: Any


@dataclass(frozen=True)
class WindowWillResize(Event):
    """A resize begins that takes time; `resized` follows at once, one `didResize` later [13.11].

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "willResize")
    #: the size to be
    size: Size
    #: seconds until `didResize`
    duration: float


@dataclass(frozen=True)
class WindowDidResize(Event):
    """The time of a resize is over [13.11].

    `subject` is the window.
    """

    topic_of: ClassVar[tuple[str, str]] = ("window", "didResize")
    #: false where another resize or the end of the window cut it short
    finished: bool


@dataclass(frozen=True)
class ControllerCreated(Event):
    """A controller was made.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "created")


@dataclass(frozen=True)
class ControllerUpdated(Event):
    """Options of a controller, or other members of its record, changed.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "updated")
    #: the changed members and their new values
    changes: Any


@dataclass(frozen=True)
class ControllerContentChanged(Event):
    """A controller has other content.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "contentChanged")
    #: the new content
    content: Any


@dataclass(frozen=True)
class ControllerDestroyed(Event):
    """A controller is gone.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "destroyed")


@dataclass(frozen=True)
class ControllerCustom(Event):
    """Something that a kind added by a plugin tells.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("controller", "custom")
    #: the kind's name for it
    name: str
    #: an object, as the kind describes it
    values: Any


@dataclass(frozen=True)
class DiagnosticUnbalanced(Event):
    """UIKit's log line about unbalanced calls [4.14].

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("diagnostic", "unbalanced")
    #: UIKit's text
    message: str


@dataclass(frozen=True)
class DiagnosticMisuse(Event):
    """A call that UIKit warns of, or a reaction that failed.

    `subject` is the controller.
    """

    topic_of: ClassVar[tuple[str, str]] = ("diagnostic", "misuse")
    #: the text
    message: str


@dataclass(frozen=True)
class DiagnosticWarning(Event):
    """UIKit's log line for a call it ignores.

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
    #: the kinds it hosts
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class PluginLost(Event):
    """A plugin is gone; its controllers stay.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "lost")
    #: how it went
    reason: str


@dataclass(frozen=True)
class PluginRestored(Event):
    """A plugin that was lost is back.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "restored")
    #: the kinds it hosts
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class PluginForgotten(Event):
    """A plugin that was gone has been forgotten, with its kinds.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "forgotten")


@dataclass(frozen=True)
class PluginDecisionRequested(Event):
    """A command waits for a plugin's answer.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "decisionRequested")
    #: its id, as `pending` has it
    decision: str
    #: what is asked
    question: Question
    #: about whom
    controller: str | None
    #: in whom
    container: str | None
    #: the command that waits, null where none does
    method: str | None


@dataclass(frozen=True)
class PluginDecisionMade(Event):
    """The answer has come, or its default holds.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "decisionMade")
    #: its id, as `pending` has it
    decision: str
    #: what is asked
    question: Question
    #: about whom
    controller: str | None
    #: in whom
    container: str | None
    #: the command that waits, null where none does
    method: str | None
    #: the plugin's, or the default
    answer: Any
    #: who gave it
    by: By
    #: whether the command was carried out
    applied: bool
    #: the name of the error where it was refused
    error: str | None
    #: what it started
    transition: str | None


@dataclass(frozen=True)
class PluginDiagnostic(Event):
    """Something is wrong with what a plugin sends.

    `subject` is the plugin.
    """

    topic_of: ClassVar[tuple[str, str]] = ("plugin", "diagnostic")
    #: what
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
