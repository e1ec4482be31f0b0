"""The methods of a daemon, grouped by the objects that they are about.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .contract import (
    Alignment,
    AutoAdvanceOnInteraction,
    Autoresizing,
    Axis,
    BackBehavior,
    Callback,
    Curve,
    Direction,
    DisplayMode,
    Frame,
    Inset,
    Interruption,
    KeepIndex,
    ModalPresentationStyle,
    Option,
    PrimaryEdge,
    Rewind,
    SeparateSecondary,
    SheetDirection,
    Size,
    Spine,
    Style,
    SwipeDirection,
    SwipeEnabled,
    TopColumn,
    Transform,
)
from .handle import Creation, Handle, Id, Maker, Method, Part, R
from .records import (
    Alongside,
    BatchReply,
    Breakpoint,
    ClockReading,
    ControllerList,
    ControllerRecord,
    DataSource,
    Description,
    Hello,
    NavigationPop,
    NavigationRecord,
    PageRecord,
    PagerInsert,
    PagerRecord,
    PluginList,
    PresentTurn,
    PresentationRecord,
    Replay,
    Screen,
    ScreenForget,
    ScreenList,
    Snapshot,
    SplitRecord,
    Stats,
    StyleList,
    TabBarRecord,
    Track,
    Tracks,
    TransitionList,
    TransitionRecord,
    TurnStyles,
    ViewRecord,
    WindowList,
    WindowRecord,
)
from .reply import Created, Reply, Turn
from .request import Command, Request, UNSAID, Unsaid, by_id_or_index


class UIKitVerbs(Handle):
    """UIKit's own methods, which custom containers call."""

    @Method
    def call(
        self,
        callback: Callback,
        *,
        animated: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Calls an appearance callback directly, which UIKit discourages [4.13].

        callback: the method to call
        animated: passed to the callback (default false)

        Raises Refused: `controllerNotFound`.
        """
        return Request(
            "controller.call",
            Reply,
            {"id": self._id, "callback": callback},
            {"animated": animated, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def add_child(
        self,
        child: Id,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Adds a child: addChild(_:), which calls willMove(toParent:) first [1.1].

        child: the controller to add

        Raises Refused: `controllerNotFound`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `controllerInUse`, `limitExceeded`.
        """
        return Request(
            "controller.addChild",
            Reply,
            {"parent": self._id, "child": child},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def remove_from_parent(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Removes a child: removeFromParent(), which calls didMove(nil) afterwards [1.2].

        Raises Refused: `controllerNotFound`, `notAChild`, `controllerInUse`.
        """
        return Request(
            "controller.removeFromParent",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def will_move(
        self,
        parent: Id | None,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Calls willMove(toParent:), as before a removal [1.2].

        parent: the future parent; null before removal

        Raises Refused: `controllerNotFound`.
        """
        return Request(
            "controller.willMove",
            Reply,
            {"id": self._id, "parent": parent},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def did_move(
        self,
        parent: Id | None,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Calls didMove(toParent:), as after addChild [1.3].

        parent: the parent; null after removal

        Raises Refused: `controllerNotFound`.
        """
        return Request(
            "controller.didMove",
            Reply,
            {"id": self._id, "parent": parent},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def begin_appearance_transition(
        self,
        appearing: bool,
        animated: bool,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Calls beginAppearanceTransition(_:animated:) of a child [4].

        appearing: true to appear, false to disappear
        animated: passed to the callbacks

        Raises Refused: `controllerNotFound`.
        """
        return Request(
            "controller.beginAppearanceTransition",
            Reply,
            {"id": self._id, "appearing": appearing, "animated": animated},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def end_appearance_transition(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Calls endAppearanceTransition() of a child [4].

        Raises Refused: `controllerNotFound`.
        """
        return Request(
            "controller.endAppearanceTransition",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def load_view_if_needed(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Loads the view if it is not loaded: loadViewIfNeeded() [12.6].

        Raises Refused: `controllerNotFound`.
        """
        return Request(
            "controller.loadViewIfNeeded",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def transition(
        self,
        from_: Id,
        to: Id,
        duration: float,
        *,
        options: Sequence[Option] | None = None,
        edges: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        animations: Sequence[Alongside] | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Replaces one child by another: transition(from:to:duration:options:animations:completion:) [5].

        from_: the child that leaves
        to: the child that appears
        duration: seconds; 0: not animated
        options: UIView.AnimationOptions (default [])
        edges: also calls willMove, addChild, didMove and removeFromParent (default false)
        interactive: a client sets the progress (default false)
        interruption: if a transition of the container runs; default: reject
        curve: default: that of `options`, else of the style
        transition: the style; default: that of `options`
        animations: views with their final values, at most 32 [5.11] (default [])

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `noCommonParent`, `notAChild`, `controllerInUse`,
        `transitionInProgress`, `invalidArgument`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `limitExceeded`, `kindUnknown`, `viewNotFound`.
        """
        return Request(
            "controller.transition",
            Turn,
            {"container": self._id, "from": from_, "to": to, "duration": duration},
            {
                "options": options,
                "edges": edges,
                "interactive": interactive,
                "interruption": interruption,
                "curve": curve,
                "transition": transition,
                "animations": animations,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )


class ControllerHandle(Handle):
    """A handle to a controller."""

    @Method
    def update(
        self,
        /,
        *,
        title: str | None | Unsaid = UNSAID,
        content: Any = UNSAID,
        forwards_appearance: bool | None = None,
        defines_presentation_context: bool | None = None,
        provides_presentation_context_transition_style: bool | None = None,
        modal_presentation_style: ModalPresentationStyle | None = None,
        modal_transition_style: str | None = None,
        is_modal_in_presentation: bool | None = None,
        preferred_content_size: Size | None = None,
        dwell_time: float | None = None,
        on: Mapping[str, Any] | None | Unsaid = UNSAID,
        sheet: Any = None,
        hides_bottom_bar_when_pushed: bool | None = None,
        additional_safe_area_insets: Inset | None | Unsaid = UNSAID,
        can_leave: bool | None | Unsaid = UNSAID,
        leave_reason: str | None | Unsaid = UNSAID,
        disabled: bool | None | Unsaid = UNSAID,
        pinned: bool | None | Unsaid = UNSAID,
        uses_preferred_content_size: bool | None | Unsaid = UNSAID,
        adaptive_presentation_style: ModalPresentationStyle | None | Unsaid = UNSAID,
        breakpoints: Sequence[Breakpoint] | None | Unsaid = UNSAID,
        base_options: Any = UNSAID,
        badge: str | None | Unsaid = UNSAID,
        wrap: bool | None = None,
        transition: TurnStyles | None | Unsaid = UNSAID,
        duration: float | None | Unsaid = UNSAID,
        direction: Axis | None = None,
        right_to_left: bool | None = None,
        offscreen_limit: int | None = None,
        auto_advance: float | None | Unsaid = UNSAID,
        inset: Inset | None = None,
        swipe_enabled: SwipeEnabled | None = None,
        data_source: DataSource | None | Unsaid = UNSAID,
        bounces: bool | None = None,
        back_behavior: BackBehavior | None = None,
        rewind: Rewind | None = None,
        shortest_way: bool | None | Unsaid = UNSAID,
        bottom_to_top: bool | None | Unsaid = UNSAID,
        transformer: Sequence[Track] | None | Unsaid = UNSAID,
        reverse: bool | None = None,
        auto_advance_on_interaction: AutoAdvanceOnInteraction | None = None,
        resume_after: float | None = None,
        dwell_time_includes_transition: bool | None = None,
        pages_per_view: float | None = None,
        spacing: float | None = None,
        peek: float | None = None,
        alignment: Alignment | None = None,
        step: int | None = None,
        is_default: bool | None = None,
        curve: Curve | None | Unsaid = UNSAID,
        animated: bool | None | Unsaid = UNSAID,
        interactive_pop_enabled: bool | None = None,
        bar_hidden: bool | None = None,
        style: Style | None = None,
        spine: Spine | None = None,
        navigation_orientation: Axis | None = None,
        double_sided: bool | None | Unsaid = UNSAID,
        inter_page_spacing: float | None | Unsaid = UNSAID,
        top_column: TopColumn | None = None,
        separate_secondary: SeparateSecondary | None = None,
        preferred_primary_column_width: float | None | Unsaid = UNSAID,
        preferred_supplementary_column_width: float | None | Unsaid = UNSAID,
        primary_edge: PrimaryEdge | None | Unsaid = UNSAID,
        presents_with_gesture: bool | None | Unsaid = UNSAID,
        drawer: bool | None | Unsaid = UNSAID,
        if_revision: int | None = None,
        trace: bool | None = None,
        **options: Any,
    ) -> Request[Reply]:
        """Changes options of a controller; omitted ones keep their values.

        title: for display
        content: any JSON; by convention {type: MIME, body: text} or {type: MIME, url: ...}
        forwards_appearance: forwards appearance callbacks to its children:
            shouldAutomaticallyForwardAppearanceMethods [2.4] (default true)
        defines_presentation_context: in-context presentations use this controller [11.2]; true by
            default for a navigation controller [11.3] (default false)
        provides_presentation_context_transition_style: determines the transition style of these
            presentations [11.5] (default false)
        modal_presentation_style: of its presentation, unless the command sets one [10.8] (default
            "automatic")
        modal_transition_style: of its presentation, unless the command sets one (default
            "coverVertical")
        is_modal_in_presentation: the user cannot dismiss its sheet [10.12] (default false)
        preferred_content_size: UIKit's preferredContentSize [13.5] (default {"width": 0, "height":
            0})
        dwell_time: seconds in a pager with autoAdvance; 0: those of autoAdvance (default 0)
        on: commands that it executes in its callbacks
        sheet: {detents, selectedDetent?, largestUndimmedDetent?, prefersGrabberVisible?,
            preferredCornerRadius?}, where detents are 1 to 8 of {id, height?}: medium, large, or a
            name with a height above 0 and at most 1000000 points; null: a sheet as high as the
            window [10.13] (default null)
        hides_bottom_bar_when_pushed: hides the tab bar while it is on a stack above the root [7.9]
            (default false)
        additional_safe_area_insets: added to the safe area of its view and the views inside, in
            points [13.9]
        can_leave: false: the user cannot select another page or tab instead of it, pop or dismiss
            it; default: true
        leave_reason: why not, for the error `vetoed`
        disabled: true: the user cannot select it as a tab or page, and tabBar.next and previous
            skip it
        pinned: true: the user cannot remove it as a tab or page
        uses_preferred_content_size: true: as a form sheet or popover in a window at least 600
            points wide, its view has its preferredContentSize, in the middle of the window
        adaptive_presentation_style: the style of its presentation if the window is less than 600
            points wide then, also if the command sets another one; not custom
        breakpoints: options of its kind by the size of its window: of those whose `when` holds,
            later ones win
        base_options: only read: the values that breakpoints have replaced; absent: none
        badge: a text on its tab, such as a number: UITabBarItem.badgeValue
        wrap (of kind pager): the first page follows the last (default false)
        transition (of kind pager and tabBar and navigation): the styles of page turns (default
            {"forward": "curlUp", "backward": "curlDown"})
        duration (of kind pager and tabBar and navigation): seconds of an animated page turn; if it
            has its default, styles of transition.define use their own (default 1)
        direction (of kind pager): along which pages turn (default "horizontal")
        right_to_left (of kind pager): swaps left and right (default false)
        offscreen_limit (of kind pager): pages on each side of the visible ones that stay children
            (default 0)
        auto_advance (of kind pager): seconds until the next page; null: never
        inset (of kind pager): from the pager's edges, in points (default {"top": 0, "left": 0,
            "bottom": 0, "right": 0})
        swipe_enabled (of kind pager): whether, or in which direction, the user may turn pages;
            commands always can (default true)
        data_source (of kind pager and page): requests pages when it needs them, for pager.supply;
            null: it has all its pages
        bounces (of kind pager): a swipe past the end bounces; false: it turns the nearest outer
            pager that can turn that way (default true)
        back_behavior (of kind pager and tabBar): what back selects. none: nothing; first: the first
            member; initial: the one selected first; order: the one before; history: the one
            selected before (default "none")
        rewind (of kind pager): autoAdvance continues with the first page after the last; always:
            next, previous and swipes do so, too, and turn in the opposite direction (default false)
        shortest_way (of kind pager): with wrap, a selection turns forward or backward, whichever
            passes fewer pages
        bottom_to_top (of kind pager): with direction vertical: later pages are above, so a swipe
            down shows the next one
        transformer (of kind pager): how viewers draw the pages at rest, as tracks whose `at` is the
            place: 0 the page before the selected one and all earlier ones, 0.5 the selected page, 1
            the page after it and all later ones
        reverse (of kind pager): autoAdvance shows previous pages (default false)
        auto_advance_on_interaction (of kind pager): what a page turn by the user does to
            autoAdvance. pause: pauses it for resumeAfter seconds; stop: pauses it until
            pager.resume (default "continue")
        resume_after (of kind pager): seconds after a page turn by the user, if
            autoAdvanceOnInteraction is pause (default 10)
        dwell_time_includes_transition (of kind pager): a page's dwellTime counts from the start of
            the turn to it, not from the end (default false)
        pages_per_view (of kind pager): pages side by side along `direction`, 1 to 12; 2.5: half of
            the third is visible (default 1)
        spacing (of kind pager): between two pages, in points (default 0)
        peek (of kind pager): visible part of one more page at each end, in points; makes all pages
            smaller (default 0)
        alignment (of kind pager): start: the selected page comes first, but no space is left after
            the last; center: it is in the middle, even at the ends; end: it comes last, but no
            space is left before the first; centerTrimmed: it is in the middle, but no space is left
            at the ends (default "start")
        step (of kind pager): pages per turn of next, previous, swipe and autoAdvance, 1 to 100
            (default 1)
        is_default (of kind pager): false: a command without an id ignores this pager if there are
            others (default true)
        curve (of kind tabBar and navigation): of an animated change; default: that of the style
        animated (of kind tabBar and navigation): whether commands animate that do not say so;
            default: as each command says
        interactive_pop_enabled (of kind navigation): the user may pop with a gesture, such as an
            edge swipe; commands always can (default true)
        bar_hidden (of kind navigation): isNavigationBarHidden [6.20] (default false)
        style (of kind page): how a page turns (default "curl")
        spine (of kind page): mid: two pages (default "min")
        navigation_orientation (of kind page): along which pages turn (default "horizontal")
        double_sided (of kind page): each curling sheet has a page on its back, as always with the
            spine in the middle; null: no
        inter_page_spacing (of kind page): points between two pages while one scrolls, for viewers;
            only with style scroll
        top_column (of kind split): on top after three columns have collapsed; columns after it are
            not shown [8.7] (default "secondary")
        separate_secondary (of kind split): the secondary column after two have expanded. top: the
            top of the primary's stack; column: the one before the collapse [8.8] (default "top")
        preferred_primary_column_width (of kind split): in points, above 0, at most that of the
            split; default: 320, or a part of a narrow one
        preferred_supplementary_column_width (of kind split): of three columns, as
            preferredPrimaryColumnWidth
        primary_edge (of kind split): the side of the primary column; default: leading
        presents_with_gesture (of kind split): whether split.swipe shows and hides columns over the
            secondary one; default: true
        drawer (of kind split): true: in a window less than 600 points wide, the columns do not
            collapse; the others are shown over the secondary one, or not at all
        options: options of an added kind, with their names in the protocol

        Raises Refused: `controllerNotFound`, `invalidArgument`, `kindUnknown`, `limitExceeded`.
        """
        return Request(
            "controller.update",
            Reply,
            {"id": self._id, **options},
            {
                "forwardsAppearance": forwards_appearance,
                "definesPresentationContext": defines_presentation_context,
                "providesPresentationContextTransitionStyle": provides_presentation_context_transition_style,
                "modalPresentationStyle": modal_presentation_style,
                "modalTransitionStyle": modal_transition_style,
                "isModalInPresentation": is_modal_in_presentation,
                "preferredContentSize": preferred_content_size,
                "dwellTime": dwell_time,
                "sheet": sheet,
                "hidesBottomBarWhenPushed": hides_bottom_bar_when_pushed,
                "wrap": wrap,
                "direction": direction,
                "rightToLeft": right_to_left,
                "offscreenLimit": offscreen_limit,
                "inset": inset,
                "swipeEnabled": swipe_enabled,
                "bounces": bounces,
                "backBehavior": back_behavior,
                "rewind": rewind,
                "reverse": reverse,
                "autoAdvanceOnInteraction": auto_advance_on_interaction,
                "resumeAfter": resume_after,
                "dwellTimeIncludesTransition": dwell_time_includes_transition,
                "pagesPerView": pages_per_view,
                "spacing": spacing,
                "peek": peek,
                "alignment": alignment,
                "step": step,
                "isDefault": is_default,
                "interactivePopEnabled": interactive_pop_enabled,
                "barHidden": bar_hidden,
                "style": style,
                "spine": spine,
                "navigationOrientation": navigation_orientation,
                "topColumn": top_column,
                "separateSecondary": separate_secondary,
                "ifRevision": if_revision,
                "trace": trace,
            },
            {
                "title": title,
                "content": content,
                "on": on,
                "additionalSafeAreaInsets": additional_safe_area_insets,
                "canLeave": can_leave,
                "leaveReason": leave_reason,
                "disabled": disabled,
                "pinned": pinned,
                "usesPreferredContentSize": uses_preferred_content_size,
                "adaptivePresentationStyle": adaptive_presentation_style,
                "breakpoints": breakpoints,
                "baseOptions": base_options,
                "badge": badge,
                "transition": transition,
                "duration": duration,
                "autoAdvance": auto_advance,
                "dataSource": data_source,
                "shortestWay": shortest_way,
                "bottomToTop": bottom_to_top,
                "transformer": transformer,
                "curve": curve,
                "animated": animated,
                "doubleSided": double_sided,
                "interPageSpacing": inter_page_spacing,
                "preferredPrimaryColumnWidth": preferred_primary_column_width,
                "preferredSupplementaryColumnWidth": preferred_supplementary_column_width,
                "primaryEdge": primary_edge,
                "presentsWithGesture": presents_with_gesture,
                "drawer": drawer,
            },
        )

    @Method
    def destroy(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Destroys a controller that is neither contained nor presented.

        Raises Refused: `controllerNotFound`, `controllerInUse`.
        """
        return Request(
            "controller.destroy",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def get(self) -> Request[ControllerRecord]:
        """Returns the record of a controller.

        Raises Refused: `controllerNotFound`.
        """
        return Request("controller.get", ControllerRecord, {"id": self._id})

    @Method
    def present(
        self,
        controller: Id | None,
        *,
        style: ModalPresentationStyle | None = None,
        transition: str | None = None,
        removes_presenters_view: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[PresentTurn]:
        """Presents a controller: present(_:animated:completion:) [10].

        controller: the one to present; null raises UIKit's exception
        style: default: the controller's modalPresentationStyle
        transition: the style; default: the controller's modalTransitionStyle
        removes_presenters_view: for `custom`: remove the presenter's view [10.1]
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `controllerInUse`, `wouldCreateCycle`, `kindUnknown`,
        `transitionInProgress`, `invalidArgument`, `limitExceeded`, `hierarchyInconsistency`.
        """
        return Request(
            "modal.present",
            PresentTurn,
            {"from": self._id, "controller": controller},
            {
                "style": style,
                "transition": transition,
                "removesPresentersView": removes_presenters_view,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def dismiss(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Dismisses presented controllers: dismiss(animated:completion:) [10.10].

        user: a gesture of the user; the delegate is called (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "modal.dismiss",
            Turn,
            {"id": self._id},
            {
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def select_detent(
        self,
        detent: Id,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Selects a detent of a sheet, and so its height [10.13].

        detent: one of its detents
        user: the user selects; the delegate is called (default false)
        animated: whether to animate (default true)
        duration: seconds; default: 0.4
        curve: default: easeInOut

        Raises Refused: `controllerNotFound`, `invalidArgument`.
        """
        return Request(
            "modal.selectDetent",
            Reply,
            {"id": self._id, "detent": detent},
            {
                "user": user,
                "animated": animated,
                "duration": duration,
                "curve": curve,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )

    @Method
    def swipe_sheet(
        self,
        direction: SheetDirection,
        *,
        animated: bool | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Swipes a sheet to the next detent, or dismisses it at the last [10.14].

        direction: the finger's direction
        animated: whether to animate (default true)
        duration: seconds; default: 0.4
        curve: default: easeInOut

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "modal.swipeSheet",
            Turn,
            {"id": self._id, "direction": direction},
            {
                "animated": animated,
                "duration": duration,
                "curve": curve,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def presentation(self) -> Request[PresentationRecord]:
        """Returns how a controller is presented.

        Raises Refused: `controllerNotFound`.
        """
        return Request("modal.get", PresentationRecord, {"id": self._id})


class ServerMethods(Part):
    """The methods `server.*`."""

    @Method
    def hello(self, *, if_revision: int | None = None, trace: bool | None = None) -> Request[Hello]:
        """Returns the daemon's version, limits and sockets."""
        return Request("server.hello", Hello, {}, {"ifRevision": if_revision, "trace": trace})

    @Method
    def ping(self, *, if_revision: int | None = None, trace: bool | None = None) -> Request[Reply]:
        """Tests the connection."""
        return Request("server.ping", Reply, {}, {"ifRevision": if_revision, "trace": trace})

    @Method
    def stats(self, *, if_revision: int | None = None, trace: bool | None = None) -> Request[Stats]:
        """Returns statistics."""
        return Request("server.stats", Stats, {}, {"ifRevision": if_revision, "trace": trace})

    @Method
    def describe(
        self,
        *,
        method: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Description]:
        """Describes the protocol, or one method.

        method: the only one to describe; default: all
        """
        return Request(
            "server.describe",
            Description,
            {},
            {"method": method, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def shutdown(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Stops the daemon after the reply."""
        return Request("server.shutdown", Reply, {}, {"ifRevision": if_revision, "trace": trace})

    @Method
    def report_book(
        self,
        path: str,
        *,
        shown: bool | None = None,
        problems: Sequence[str] | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Reports the book that a client applies, for server.stats.

        path: its file or folder
        shown: false: the daemon shows the state from before (default true)
        problems: one sentence for each mistake, with its place (default [])

        Raises Refused: `limitExceeded`.
        """
        return Request(
            "server.reportBook",
            Reply,
            {"path": path},
            {"shown": shown, "problems": problems, "ifRevision": if_revision, "trace": trace},
        )


class ClockMethods(Part):
    """The methods `clock.*`."""

    @Method
    def get(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ClockReading]:
        """Returns the daemon's clock."""
        return Request("clock.get", ClockReading, {}, {"ifRevision": if_revision, "trace": trace})

    @Method
    def advance(
        self,
        seconds: float,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ClockReading]:
        """Advances a manual clock; deadlines run in order.

        seconds: at least 0

        Raises Refused: `clockIsReal`, `invalidArgument`, `limitExceeded`.
        """
        return Request(
            "clock.advance",
            ClockReading,
            {"seconds": seconds},
            {"ifRevision": if_revision, "trace": trace},
        )


class EventsMethods(Part):
    """The methods `events.*`."""

    @Method
    def replay(
        self,
        since: int,
        *,
        boot: str | None = None,
        limit: int | None = None,
        topic: str | None = None,
        plugin: Id | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Replay]:
        """Returns published events again as `events`, byte for byte.

        since: the last seq received; only later events are returned
        boot: the boot of that seq
        limit: maximum number of events (default 10000)
        topic: only topics with this prefix (default "")
        plugin: only events of the controllers that it hosts

        Raises Refused: `invalidArgument`.
        """
        return Request(
            "events.replay",
            Replay,
            {"since": since},
            {
                "boot": boot,
                "limit": limit,
                "topic": topic,
                "plugin": plugin,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )


class StateMethods(Part):
    """The methods `state.*`."""

    @Method
    def snapshot(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        keep: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Snapshot]:
        """Returns the whole state, in pages that belong to one revision.

        after: `next` of the previous page
        limit: records per page (default 10000)
        keep: keep this state for commands that read it with `ifRevision` (default false)

        Raises Refused: `staleRevision`, `invalidArgument`.
        """
        return Request(
            "state.snapshot",
            Snapshot,
            {},
            {
                "after": after,
                "limit": limit,
                "keep": keep,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )


class ScreenMethods(Part):
    """The methods `screen.*`."""

    @Method
    def report(
        self,
        viewer: str,
        screens: Sequence[Screen],
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Replaces a viewer's report of its screens, kept for 30 seconds.

        viewer: its name, the same in all reports
        screens: all its screens; empty: removes the report

        Raises Refused: `limitExceeded`.
        """
        return Request(
            "screen.report",
            Reply,
            {"viewer": viewer, "screens": screens},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def forget(
        self,
        *,
        name: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ScreenForget]:
        """Removes screens that are gone from the list.

        name: the screen's name; default: all that are gone
        """
        return Request(
            "screen.forget",
            ScreenForget,
            {},
            {"name": name, "ifRevision": if_revision, "trace": trace},
        )


class Screens(Part):
    """The methods for screens that need no handle."""

    @Method
    def list(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ScreenList]:
        """Returns the screens that viewers have reported."""
        return Request("screen.list", ScreenList, {}, {"ifRevision": if_revision, "trace": trace})


class Plugins(Part):
    """The methods for plugins that need no handle."""

    @Method
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[PluginList]:
        """Returns the plugins, also disconnected ones.

        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return Request(
            "plugin.list",
            PluginList,
            {},
            {"after": after, "limit": limit, "ifRevision": if_revision, "trace": trace},
        )


class PluginHandle(Handle):
    """A handle to a plugin."""

    @Method
    def controllers(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ControllerList]:
        """Returns the controllers that a plugin hosts; the state may change between pages.

        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `tooLarge`, `invalidArgument`.
        """
        return Request(
            "plugin.controllers",
            ControllerList,
            {"name": self._id},
            {"after": after, "limit": limit, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def forget(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Removes a disconnected plugin, its declarations and kinds.

        Raises Refused: `invalidArgument`, `unsupported`, `controllerInUse`.
        """
        return Request(
            "plugin.forget",
            Reply,
            {"name": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )


class Windows(Maker[R]):
    """The methods for windows that need no handle."""

    @Creation
    def create(self, id: Id | None = None, *, size: Size | None = None) -> Request[Created]:
        """Creates a visible window.

        id: default: the daemon assigns one
        size: in points (default {"width": 390, "height": 844})

        Raises Refused: `idTaken`, `invalidArgument`, `limitExceeded`.
        """
        return Request("window.create", Created, {}, {"id": id, "size": size})

    @Method
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[WindowList]:
        """Returns all windows.

        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return Request(
            "window.list",
            WindowList,
            {},
            {"after": after, "limit": limit, "ifRevision": if_revision, "trace": trace},
        )


class WindowHandle(Handle):
    """A handle to a window."""

    @Method
    def destroy(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Destroys a window; its root and what that presents disappear.

        Raises Refused: `windowNotFound`.
        """
        return Request(
            "window.destroy",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def get(self) -> Request[WindowRecord]:
        """Returns the record of a window.

        Raises Refused: `windowNotFound`.
        """
        return Request("window.get", WindowRecord, {"id": self._id})

    @Method
    def set_root(
        self,
        controller: Id | None,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Sets or removes the root controller of a window.

        controller: the new root; null: none

        Raises Refused: `windowNotFound`, `controllerNotFound`, `controllerInUse`,
        `hierarchyInconsistency`.
        """
        return Request(
            "window.setRoot",
            Reply,
            {"id": self._id, "controller": controller},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def resize(
        self,
        size: Size,
        *,
        duration: float | None = None,
        animated: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Resizes a window as a rotation does [13].

        size: in points
        duration: seconds, if animated (default 0.3)
        animated: displays animate the change [13.11] (default false)

        Raises Refused: `windowNotFound`, `invalidArgument`, `hierarchyInconsistency`.
        """
        return Request(
            "window.resize",
            Reply,
            {"id": self._id, "size": size},
            {"duration": duration, "animated": animated, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def set_safe_area_insets(
        self,
        insets: Inset,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Sets a window's safe area insets: what the device covers [13.9].

        insets: in points; an omitted side is 0

        Raises Refused: `windowNotFound`, `invalidArgument`.
        """
        return Request(
            "window.setSafeAreaInsets",
            Reply,
            {"id": self._id, "insets": insets},
            {"ifRevision": if_revision, "trace": trace},
        )


class Controllers(Maker[R]):
    """The methods for controllers that need no handle."""

    @Creation
    def create(
        self,
        /,
        kind: str,
        id: Id | None = None,
        *,
        title: str | None | Unsaid = UNSAID,
        content: Any = UNSAID,
        forwards_appearance: bool | None = None,
        defines_presentation_context: bool | None = None,
        provides_presentation_context_transition_style: bool | None = None,
        modal_presentation_style: ModalPresentationStyle | None = None,
        modal_transition_style: str | None = None,
        is_modal_in_presentation: bool | None = None,
        preferred_content_size: Size | None = None,
        dwell_time: float | None = None,
        on: Mapping[str, Any] | None | Unsaid = UNSAID,
        sheet: Any = None,
        hides_bottom_bar_when_pushed: bool | None = None,
        additional_safe_area_insets: Inset | None | Unsaid = UNSAID,
        can_leave: bool | None | Unsaid = UNSAID,
        leave_reason: str | None | Unsaid = UNSAID,
        disabled: bool | None | Unsaid = UNSAID,
        pinned: bool | None | Unsaid = UNSAID,
        uses_preferred_content_size: bool | None | Unsaid = UNSAID,
        adaptive_presentation_style: ModalPresentationStyle | None | Unsaid = UNSAID,
        breakpoints: Sequence[Breakpoint] | None | Unsaid = UNSAID,
        base_options: Any = UNSAID,
        badge: str | None | Unsaid = UNSAID,
        wrap: bool | None = None,
        transition: TurnStyles | None | Unsaid = UNSAID,
        duration: float | None | Unsaid = UNSAID,
        direction: Axis | None = None,
        right_to_left: bool | None = None,
        offscreen_limit: int | None = None,
        auto_advance: float | None | Unsaid = UNSAID,
        inset: Inset | None = None,
        swipe_enabled: SwipeEnabled | None = None,
        data_source: DataSource | None | Unsaid = UNSAID,
        bounces: bool | None = None,
        back_behavior: BackBehavior | None = None,
        rewind: Rewind | None = None,
        shortest_way: bool | None | Unsaid = UNSAID,
        bottom_to_top: bool | None | Unsaid = UNSAID,
        transformer: Sequence[Track] | None | Unsaid = UNSAID,
        reverse: bool | None = None,
        auto_advance_on_interaction: AutoAdvanceOnInteraction | None = None,
        resume_after: float | None = None,
        dwell_time_includes_transition: bool | None = None,
        pages_per_view: float | None = None,
        spacing: float | None = None,
        peek: float | None = None,
        alignment: Alignment | None = None,
        step: int | None = None,
        is_default: bool | None = None,
        curve: Curve | None | Unsaid = UNSAID,
        animated: bool | None | Unsaid = UNSAID,
        interactive_pop_enabled: bool | None = None,
        bar_hidden: bool | None = None,
        style: Style | None = None,
        spine: Spine | None = None,
        navigation_orientation: Axis | None = None,
        double_sided: bool | None | Unsaid = UNSAID,
        inter_page_spacing: float | None | Unsaid = UNSAID,
        top_column: TopColumn | None = None,
        separate_secondary: SeparateSecondary | None = None,
        preferred_primary_column_width: float | None | Unsaid = UNSAID,
        preferred_supplementary_column_width: float | None | Unsaid = UNSAID,
        primary_edge: PrimaryEdge | None | Unsaid = UNSAID,
        presents_with_gesture: bool | None | Unsaid = UNSAID,
        drawer: bool | None | Unsaid = UNSAID,
        **options: Any,
    ) -> Request[Created]:
        """Creates a controller of a kind.

        kind: view, pager, tabBar, navigation, page, split, or a kind that a package or a plugin
            adds
        id: default: the daemon assigns one
        title: for display
        content: any JSON; by convention {type: MIME, body: text} or {type: MIME, url: ...}
        forwards_appearance: forwards appearance callbacks to its children:
            shouldAutomaticallyForwardAppearanceMethods [2.4] (default true)
        defines_presentation_context: in-context presentations use this controller [11.2]; true by
            default for a navigation controller [11.3] (default false)
        provides_presentation_context_transition_style: determines the transition style of these
            presentations [11.5] (default false)
        modal_presentation_style: of its presentation, unless the command sets one [10.8] (default
            "automatic")
        modal_transition_style: of its presentation, unless the command sets one (default
            "coverVertical")
        is_modal_in_presentation: the user cannot dismiss its sheet [10.12] (default false)
        preferred_content_size: UIKit's preferredContentSize [13.5] (default {"width": 0, "height":
            0})
        dwell_time: seconds in a pager with autoAdvance; 0: those of autoAdvance (default 0)
        on: commands that it executes in its callbacks
        sheet: {detents, selectedDetent?, largestUndimmedDetent?, prefersGrabberVisible?,
            preferredCornerRadius?}, where detents are 1 to 8 of {id, height?}: medium, large, or a
            name with a height above 0 and at most 1000000 points; null: a sheet as high as the
            window [10.13] (default null)
        hides_bottom_bar_when_pushed: hides the tab bar while it is on a stack above the root [7.9]
            (default false)
        additional_safe_area_insets: added to the safe area of its view and the views inside, in
            points [13.9]
        can_leave: false: the user cannot select another page or tab instead of it, pop or dismiss
            it; default: true
        leave_reason: why not, for the error `vetoed`
        disabled: true: the user cannot select it as a tab or page, and tabBar.next and previous
            skip it
        pinned: true: the user cannot remove it as a tab or page
        uses_preferred_content_size: true: as a form sheet or popover in a window at least 600
            points wide, its view has its preferredContentSize, in the middle of the window
        adaptive_presentation_style: the style of its presentation if the window is less than 600
            points wide then, also if the command sets another one; not custom
        breakpoints: options of its kind by the size of its window: of those whose `when` holds,
            later ones win
        base_options: only read: the values that breakpoints have replaced; absent: none
        badge: a text on its tab, such as a number: UITabBarItem.badgeValue
        wrap (of kind pager): the first page follows the last (default false)
        transition (of kind pager and tabBar and navigation): the styles of page turns (default
            {"forward": "curlUp", "backward": "curlDown"})
        duration (of kind pager and tabBar and navigation): seconds of an animated page turn; if it
            has its default, styles of transition.define use their own (default 1)
        direction (of kind pager): along which pages turn (default "horizontal")
        right_to_left (of kind pager): swaps left and right (default false)
        offscreen_limit (of kind pager): pages on each side of the visible ones that stay children
            (default 0)
        auto_advance (of kind pager): seconds until the next page; null: never
        inset (of kind pager): from the pager's edges, in points (default {"top": 0, "left": 0,
            "bottom": 0, "right": 0})
        swipe_enabled (of kind pager): whether, or in which direction, the user may turn pages;
            commands always can (default true)
        data_source (of kind pager and page): requests pages when it needs them, for pager.supply;
            null: it has all its pages
        bounces (of kind pager): a swipe past the end bounces; false: it turns the nearest outer
            pager that can turn that way (default true)
        back_behavior (of kind pager and tabBar): what back selects. none: nothing; first: the first
            member; initial: the one selected first; order: the one before; history: the one
            selected before (default "none")
        rewind (of kind pager): autoAdvance continues with the first page after the last; always:
            next, previous and swipes do so, too, and turn in the opposite direction (default false)
        shortest_way (of kind pager): with wrap, a selection turns forward or backward, whichever
            passes fewer pages
        bottom_to_top (of kind pager): with direction vertical: later pages are above, so a swipe
            down shows the next one
        transformer (of kind pager): how viewers draw the pages at rest, as tracks whose `at` is the
            place: 0 the page before the selected one and all earlier ones, 0.5 the selected page, 1
            the page after it and all later ones
        reverse (of kind pager): autoAdvance shows previous pages (default false)
        auto_advance_on_interaction (of kind pager): what a page turn by the user does to
            autoAdvance. pause: pauses it for resumeAfter seconds; stop: pauses it until
            pager.resume (default "continue")
        resume_after (of kind pager): seconds after a page turn by the user, if
            autoAdvanceOnInteraction is pause (default 10)
        dwell_time_includes_transition (of kind pager): a page's dwellTime counts from the start of
            the turn to it, not from the end (default false)
        pages_per_view (of kind pager): pages side by side along `direction`, 1 to 12; 2.5: half of
            the third is visible (default 1)
        spacing (of kind pager): between two pages, in points (default 0)
        peek (of kind pager): visible part of one more page at each end, in points; makes all pages
            smaller (default 0)
        alignment (of kind pager): start: the selected page comes first, but no space is left after
            the last; center: it is in the middle, even at the ends; end: it comes last, but no
            space is left before the first; centerTrimmed: it is in the middle, but no space is left
            at the ends (default "start")
        step (of kind pager): pages per turn of next, previous, swipe and autoAdvance, 1 to 100
            (default 1)
        is_default (of kind pager): false: a command without an id ignores this pager if there are
            others (default true)
        curve (of kind tabBar and navigation): of an animated change; default: that of the style
        animated (of kind tabBar and navigation): whether commands animate that do not say so;
            default: as each command says
        interactive_pop_enabled (of kind navigation): the user may pop with a gesture, such as an
            edge swipe; commands always can (default true)
        bar_hidden (of kind navigation): isNavigationBarHidden [6.20] (default false)
        style (of kind page): how a page turns (default "curl")
        spine (of kind page): mid: two pages (default "min")
        navigation_orientation (of kind page): along which pages turn (default "horizontal")
        double_sided (of kind page): each curling sheet has a page on its back, as always with the
            spine in the middle; null: no
        inter_page_spacing (of kind page): points between two pages while one scrolls, for viewers;
            only with style scroll
        top_column (of kind split): on top after three columns have collapsed; columns after it are
            not shown [8.7] (default "secondary")
        separate_secondary (of kind split): the secondary column after two have expanded. top: the
            top of the primary's stack; column: the one before the collapse [8.8] (default "top")
        preferred_primary_column_width (of kind split): in points, above 0, at most that of the
            split; default: 320, or a part of a narrow one
        preferred_supplementary_column_width (of kind split): of three columns, as
            preferredPrimaryColumnWidth
        primary_edge (of kind split): the side of the primary column; default: leading
        presents_with_gesture (of kind split): whether split.swipe shows and hides columns over the
            secondary one; default: true
        drawer (of kind split): true: in a window less than 600 points wide, the columns do not
            collapse; the others are shown over the secondary one, or not at all
        options: options of an added kind, with their names in the protocol

        Raises Refused: `idTaken`, `kindUnknown`, `invalidArgument`, `limitExceeded`.
        """
        return Request(
            "controller.create",
            Created,
            {"kind": kind, **options},
            {
                "id": id,
                "forwardsAppearance": forwards_appearance,
                "definesPresentationContext": defines_presentation_context,
                "providesPresentationContextTransitionStyle": provides_presentation_context_transition_style,
                "modalPresentationStyle": modal_presentation_style,
                "modalTransitionStyle": modal_transition_style,
                "isModalInPresentation": is_modal_in_presentation,
                "preferredContentSize": preferred_content_size,
                "dwellTime": dwell_time,
                "sheet": sheet,
                "hidesBottomBarWhenPushed": hides_bottom_bar_when_pushed,
                "wrap": wrap,
                "direction": direction,
                "rightToLeft": right_to_left,
                "offscreenLimit": offscreen_limit,
                "inset": inset,
                "swipeEnabled": swipe_enabled,
                "bounces": bounces,
                "backBehavior": back_behavior,
                "rewind": rewind,
                "reverse": reverse,
                "autoAdvanceOnInteraction": auto_advance_on_interaction,
                "resumeAfter": resume_after,
                "dwellTimeIncludesTransition": dwell_time_includes_transition,
                "pagesPerView": pages_per_view,
                "spacing": spacing,
                "peek": peek,
                "alignment": alignment,
                "step": step,
                "isDefault": is_default,
                "interactivePopEnabled": interactive_pop_enabled,
                "barHidden": bar_hidden,
                "style": style,
                "spine": spine,
                "navigationOrientation": navigation_orientation,
                "topColumn": top_column,
                "separateSecondary": separate_secondary,
            },
            {
                "title": title,
                "content": content,
                "on": on,
                "additionalSafeAreaInsets": additional_safe_area_insets,
                "canLeave": can_leave,
                "leaveReason": leave_reason,
                "disabled": disabled,
                "pinned": pinned,
                "usesPreferredContentSize": uses_preferred_content_size,
                "adaptivePresentationStyle": adaptive_presentation_style,
                "breakpoints": breakpoints,
                "baseOptions": base_options,
                "badge": badge,
                "transition": transition,
                "duration": duration,
                "autoAdvance": auto_advance,
                "dataSource": data_source,
                "shortestWay": shortest_way,
                "bottomToTop": bottom_to_top,
                "transformer": transformer,
                "curve": curve,
                "animated": animated,
                "doubleSided": double_sided,
                "interPageSpacing": inter_page_spacing,
                "preferredPrimaryColumnWidth": preferred_primary_column_width,
                "preferredSupplementaryColumnWidth": preferred_supplementary_column_width,
                "primaryEdge": primary_edge,
                "presentsWithGesture": presents_with_gesture,
                "drawer": drawer,
            },
        )

    @Method
    def tree(
        self,
        *,
        root: Id | None = None,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ControllerList]:
        """Returns a controller with its descendants, or all controllers, as trees.

        root: the top of the tree; default: every controller without a parent
        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `controllerNotFound`, `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return Request(
            "controller.tree",
            ControllerList,
            {},
            {
                "root": root,
                "after": after,
                "limit": limit,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )

    @Method
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[ControllerList]:
        """Returns all controllers.

        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return Request(
            "controller.list",
            ControllerList,
            {},
            {"after": after, "limit": limit, "ifRevision": if_revision, "trace": trace},
        )


class Views(Maker[R]):
    """The methods for views that need no handle."""

    @Creation
    def create(self, id: Id | None = None, *, frame: Frame | None = None) -> Request[Created]:
        """Creates a view without a controller.

        id: default: the daemon assigns one
        frame: in the future superview's coordinates (default {"x": 0, "y": 0, "width": 0, "height":
            0})

        Raises Refused: `idTaken`, `invalidArgument`, `limitExceeded`.
        """
        return Request("view.create", Created, {}, {"id": id, "frame": frame})


class ViewHandle(Handle):
    """A handle to a view."""

    @Method
    def destroy(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Destroys a view without a controller; removes it and its subviews from the tree.

        Raises Refused: `viewNotFound`, `controllerInUse`.
        """
        return Request(
            "view.destroy",
            Reply,
            {"view": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def add_subview(
        self,
        to: Id,
        *,
        above: Id | None = None,
        below: Id | None = None,
        at: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Inserts a view into another; a controller's view has the controller's id.

        to: the new superview, not a window
        above: insert in front of this subview
        below: insert behind this subview
        at: index among the subviews, back to front

        Raises Refused: `viewNotFound`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `controllerInUse`, `invalidArgument`, `indexOutOfRange`, `limitExceeded`.
        """
        return Request(
            "view.addSubview",
            Reply,
            {"view": self._id, "to": to},
            {"above": above, "below": below, "at": at, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def remove_from_superview(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Removes a view from its superview.

        Raises Refused: `viewNotFound`, `controllerInUse`.
        """
        return Request(
            "view.removeFromSuperview",
            Reply,
            {"view": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def set(
        self,
        *,
        frame: Frame | None = None,
        hidden: bool | None = None,
        alpha: float | None = None,
        clips_to_bounds: bool | None = None,
        background_color: str | None = None,
        autoresizing: Sequence[Autoresizing] | None = None,
        transform: Transform | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Changes a view; omitted properties keep their values.

        frame: in the superview's coordinates
        hidden: causes no appearance callbacks [3.10]
        alpha: 0 to 1
        clips_to_bounds: clips subviews
        background_color: a CSS colour
        autoresizing: how the frame follows the superview's size
        transform: about the view's centre; `{}`: the identity [13.10]

        Raises Refused: `viewNotFound`, `invalidArgument`, `limitExceeded`.
        """
        return Request(
            "view.set",
            Reply,
            {"view": self._id},
            {
                "frame": frame,
                "hidden": hidden,
                "alpha": alpha,
                "clipsToBounds": clips_to_bounds,
                "backgroundColor": background_color,
                "autoresizing": autoresizing,
                "transform": transform,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )

    @Method
    def get(self) -> Request[ViewRecord]:
        """Returns the record of a view.

        Raises Refused: `viewNotFound`.
        """
        return Request("view.get", ViewRecord, {"view": self._id})


class TransitionHandle(Handle):
    """A handle to a transition."""

    @Method
    def update(
        self,
        progress: float,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Sets the progress of an interactive transition.

        progress: 0 to 1

        Raises Refused: `transitionNotFound`, `notInteractive`, `invalidArgument`.
        """
        return Request(
            "transition.update",
            Reply,
            {"id": self._id, "progress": progress},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def finish(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Completes an interactive transition.

        Raises Refused: `transitionNotFound`, `notInteractive`, `hierarchyInconsistency`.
        """
        return Request(
            "transition.finish",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def cancel(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Cancels an interactive transition.

        Raises Refused: `transitionNotFound`, `notInteractive`, `hierarchyInconsistency`.
        """
        return Request(
            "transition.cancel",
            Reply,
            {"id": self._id},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def animate_alongside(
        self,
        view: Id,
        *,
        frame: Frame | None = None,
        alpha: float | None = None,
        background_color: str | None = None,
        transform: Transform | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Animates a view alongside a transition: animate(alongsideTransition:) [5.10].

        view: the view
        frame: in the superview's coordinates
        alpha: 0 to 1
        background_color: a CSS colour
        transform: about the view's centre; `{}`: the identity

        Raises Refused: `transitionNotFound`, `viewNotFound`, `invalidArgument`, `limitExceeded`.
        """
        return Request(
            "transition.animateAlongside",
            Reply,
            {"id": self._id, "view": view},
            {
                "frame": frame,
                "alpha": alpha,
                "backgroundColor": background_color,
                "transform": transform,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )

    @Method
    def get(self) -> Request[TransitionRecord]:
        """Returns a running transition, or one of the last 1024 that ended.

        Raises Refused: `transitionNotFound`.
        """
        return Request("transition.get", TransitionRecord, {"id": self._id})


class Transitions(Part):
    """The methods for transitions that need no handle."""

    @Method
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[TransitionList]:
        """Returns the running transitions.

        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return Request(
            "transition.list",
            TransitionList,
            {},
            {"after": after, "limit": limit, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def define(
        self,
        style: str,
        tracks: Tracks,
        duration: float,
        curve: Curve,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Defines a transition style.

        style: its name
        tracks: keyframes of both sides
        duration: seconds, if neither the command nor the container sets them
        curve: the timing curve

        Raises Refused: `idTaken`, `invalidArgument`, `limitExceeded`.
        """
        return Request(
            "transition.define",
            Reply,
            {"style": style, "tracks": tracks, "duration": duration, "curve": curve},
            {"ifRevision": if_revision, "trace": trace},
        )

    @Method
    def styles(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[StyleList]:
        """Returns all transition styles.

        after: `next` of the previous page
        limit: items per page; default: the whole list

        Raises Refused: `tooLarge`, `staleRevision`, `invalidArgument`.
        """
        return Request(
            "transition.styles",
            StyleList,
            {},
            {"after": after, "limit": limit, "ifRevision": if_revision, "trace": trace},
        )


class PagerHandle(ControllerHandle):
    """A handle to a controller of the kind pager."""

    @Method
    def get(self) -> Request[PagerRecord]:
        """Returns its record. Raises WrongKind if it has another kind."""
        return Request("controller.get", PagerRecord, {"id": self._id})

    @Method
    def set_pages(
        self,
        pages: Sequence[Id],
        *,
        selected: Id | None = None,
        index: int | None = None,
        keep_index: KeepIndex | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Sets the pages; the shown one stays if the list contains it.

        pages: all pages, in order
        selected: the page to show; or give `index`
        index: of the page to show; or give `selected`
        keep_index: the page to show if the shown one is missing: the first; the one at the same
            index, or the last; the nearest one that stays, else the first. Default: first

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `indexOutOfRange`, `notAChild`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `limitExceeded`, `invalidArgument`.
        """
        return Request(
            "pager.setPages",
            Turn,
            {"pages": pages},
            {
                "id": self._id,
                "selected": selected,
                "index": index,
                "keepIndex": keep_index,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def swipe(
        self,
        direction: SwipeDirection,
        *,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Turns pages as a swipe does; stops at the ends.

        direction: the finger's direction
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `transitionInProgress`,
        `nothingToShow`, `limitExceeded`, `vetoed`, `hierarchyInconsistency`, `kindUnknown`,
        `invalidArgument`.
        """
        return Request(
            "pager.swipe",
            Turn,
            {"direction": direction},
            {
                "id": self._id,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def show(
        self,
        page: Id | int,
        *,
        transition: str | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Selects a page by index or name.

        page: its id, or its index from 0
        transition: the style; default: the pager's
        user: the user turns the page; plugins decide first [7.5] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `indexOutOfRange`, `notAChild`,
        `kindUnknown`, `transitionInProgress`, `limitExceeded`, `hierarchyInconsistency`, `vetoed`,
        `invalidArgument`.
        """
        return Request(
            "pager.select",
            Turn,
            {**by_id_or_index("page", page)},
            {
                "id": self._id,
                "transition": transition,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def next(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Selects the next page; stops at the end.

        user: the user turns the page; plugins decide first [7.5] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "pager.next",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def previous(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Selects the previous page; stops at the start.

        user: the user turns the page; plugins decide first [7.5] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "pager.previous",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def insert(
        self,
        page: Id,
        at: int,
        *,
        animated: bool | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[PagerInsert]:
        """Inserts a page; the selection does not change.

        page: the page to insert
        at: its new index
        animated: whether to animate (default false)
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `indexOutOfRange`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`,
        `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "pager.insert",
            PagerInsert,
            {"page": page, "at": at},
            {
                "id": self._id,
                "animated": animated,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )

    @Method
    def remove(
        self,
        page: Id,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Removes a page; if it is shown, the next one takes its place.

        page: the page to remove
        user: the user removes it; plugins decide first (default false)
        animated: whether to animate (default false)
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `hierarchyInconsistency`,
        `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "pager.remove",
            Turn,
            {"page": page},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def move(
        self,
        page: Id,
        to: int,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Moves a page to another index; the selection does not change.

        page: the page to move
        to: its new index

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `indexOutOfRange`.
        """
        return Request(
            "pager.move",
            Reply,
            {"page": page, "to": to},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def pause(self, *, if_revision: int | None = None, trace: bool | None = None) -> Request[Reply]:
        """Pauses autoAdvance.

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return Request(
            "pager.pause",
            Reply,
            {},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def resume(
        self,
        *,
        rest: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Resumes autoAdvance with a new interval, also after a page turn by the user.

        rest: with the time that was left at pager.pause instead, if the same page is selected
            (default false)

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return Request(
            "pager.resume",
            Reply,
            {},
            {"id": self._id, "rest": rest, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def interact(
        self,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """The user uses the shown page: delays autoAdvance as a page turn by the user does.

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return Request(
            "pager.interact",
            Reply,
            {},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def supply(
        self,
        request: int,
        page: Id | None,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Answers a request for a page.

        request: its number
        page: the page; null: none on that side

        Raises Refused: `controllerNotFound`, `wrongKind`, `requestNotFound`, `duplicateController`,
        `controllerInUse`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return Request(
            "pager.supply",
            Reply,
            {"request": request, "page": page},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def back(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Goes back as backBehavior says; does nothing if there is no such page.

        user: the user turns the page; plugins decide first [7.5] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "pager.back",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def forward(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Undoes the last pager.back; does nothing once another page was selected.

        user: the user turns the page; plugins decide first [7.5] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "pager.forward",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )


class TabBarHandle(ControllerHandle):
    """A handle to a controller of the kind tabBar."""

    @Method
    def get(self) -> Request[TabBarRecord]:
        """Returns its record. Raises WrongKind if it has another kind."""
        return Request("controller.get", TabBarRecord, {"id": self._id})

    @Method
    def set_controllers(
        self,
        controllers: Sequence[Id],
        *,
        selected: Id | None = None,
        index: int | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Sets the tabs; all become children at once [7.1].

        controllers: all tabs, in order
        selected: the tab to show; default: the selected one if it stays, else the one at its index,
            else the first [7.8]
        index: of the tab to show; or give `selected`

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `indexOutOfRange`, `notAChild`, `wouldCreateCycle`, `hierarchyInconsistency`,
        `limitExceeded`.
        """
        return Request(
            "tabBar.setControllers",
            Turn,
            {"controllers": controllers},
            {
                "id": self._id,
                "selected": selected,
                "index": index,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def show(
        self,
        controller: Id | int,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Selects a tab by index or name.

        controller: its id, or its index from 0
        user: a tap of the user; plugins decide first, the delegate is called, and a tap on the
            selected tab pops its stack to the root [7.5] (default false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `indexOutOfRange`, `notAChild`,
        `transitionInProgress`, `limitExceeded`, `vetoed`, `hierarchyInconsistency`, `kindUnknown`,
        `invalidArgument`.
        """
        return Request(
            "tabBar.select",
            Turn,
            {**by_id_or_index("controller", controller)},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def back(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Goes back as backBehavior says; does nothing if there is no such tab.

        user: the user selects; plugins decide first, and the delegate is called [7.5] (default
            false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "tabBar.back",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def forward(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Undoes the last tabBar.back; does nothing once another tab was selected.

        user: the user selects; plugins decide first, and the delegate is called [7.5] (default
            false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "tabBar.forward",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def remove(
        self,
        controller: Id,
        *,
        user: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Removes a tab; if it is selected, the one at its index is selected, else the first [7.8].

        controller: the tab to remove
        user: the user removes it; plugins decide first (default false)

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `hierarchyInconsistency`,
        `vetoed`.
        """
        return Request(
            "tabBar.remove",
            Turn,
            {"controller": controller},
            {"id": self._id, "user": user, "ifRevision": if_revision, "trace": trace},
            wait=wait,
        )

    @Method
    def next(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Selects the next tab that is not disabled; does nothing if there is none.

        user: the user selects; plugins decide first, and the delegate is called [7.5] (default
            false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "tabBar.next",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def previous(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Selects the previous tab that is not disabled; does nothing if there is none.

        user: the user selects; plugins decide first, and the delegate is called [7.5] (default
            false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `nothingToShow`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "tabBar.previous",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )


class NavigationHandle(ControllerHandle):
    """A handle to a controller of the kind navigation."""

    @Method
    def get(self) -> Request[NavigationRecord]:
        """Returns its record. Raises WrongKind if it has another kind."""
        return Request("controller.get", NavigationRecord, {"id": self._id})

    @Method
    def set_stack(
        self,
        controllers: Sequence[Id],
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Replaces the stack: setViewControllers(_:animated:) [6.7] [6.8].

        controllers: from the root to the top
        user: the user acts; plugins decide first whether the top is popped [6.19] (default false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `transitionInProgress`, `limitExceeded`,
        `unsupported`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "navigation.setStack",
            Turn,
            {"controllers": controllers},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def push(
        self,
        controller: Id | None,
        *,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Pushes a controller: pushViewController(_:animated:) [6.1].

        controller: the new top; null logs UIKit's message
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `transitionInProgress`, `limitExceeded`,
        `unsupported`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "navigation.push",
            Turn,
            {"controller": controller},
            {
                "id": self._id,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def pop(
        self,
        *,
        count: int | None = None,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[NavigationPop]:
        """Pops one or `count` controllers, never the root: popViewController(animated:) [6.2] [6.14].

        count: default: 1; at most all but the root. With it, `popped` is a list
        user: the user pops; plugins decide first [6.19] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "navigation.pop",
            NavigationPop,
            {},
            {
                "id": self._id,
                "count": count,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def pop_to(
        self,
        controller: Id,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[NavigationPop]:
        """Pops to a controller: popToViewController(_:animated:) [6.9].

        controller: the new top
        user: the user pops; plugins decide first [6.19] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `notAChild`, `transitionInProgress`,
        `limitExceeded`, `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "navigation.popTo",
            NavigationPop,
            {"controller": controller},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def pop_to_root(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[NavigationPop]:
        """Pops to the root: popToRootViewController(animated:) [6.9].

        user: the user pops; plugins decide first [6.19] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `transitionInProgress`, `limitExceeded`,
        `hierarchyInconsistency`, `vetoed`, `kindUnknown`, `invalidArgument`.
        """
        return Request(
            "navigation.popToRoot",
            NavigationPop,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def set_bar_hidden(
        self,
        hidden: bool,
        *,
        animated: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Hides or shows the bar: setNavigationBarHidden(_:animated:) [6.20].

        hidden: whether the bar is hidden
        animated: displays animate the bar (default false)

        Raises Refused: `controllerNotFound`, `wrongKind`.
        """
        return Request(
            "navigation.setBarHidden",
            Reply,
            {"hidden": hidden},
            {"id": self._id, "animated": animated, "ifRevision": if_revision, "trace": trace},
        )


class PageHandle(ControllerHandle):
    """A handle to a controller of the kind page."""

    @Method
    def get(self) -> Request[PageRecord]:
        """Returns its record. Raises WrongKind if it has another kind."""
        return Request("controller.get", PageRecord, {"id": self._id})

    @Method
    def set(
        self,
        controllers: Sequence[Id],
        direction: Direction,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Shows one or two pages: setViewControllers(_:direction:animated:completion:) [9].

        controllers: one, or two with the spine in the middle; for an animated turn of a
            double-sided sheet the page, then the one on its back
        direction: which way the page turns
        user: a gesture of the user; the delegate is called [9.4] (default false)
        animated: whether to animate (default false)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `transitionInProgress`, `limitExceeded`,
        `invalidArgument`, `kindUnknown`, `vetoed`.
        """
        return Request(
            "page.set",
            Turn,
            {"controllers": controllers, "direction": direction},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def next(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Turns to the next pages of the data source.

        user: a gesture of the user; the delegate is called [9.4] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `nothingToShow`,
        `transitionInProgress`, `limitExceeded`, `kindUnknown`, `invalidArgument`, `vetoed`.
        """
        return Request(
            "page.next",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def previous(
        self,
        *,
        user: bool | None = None,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Turns to the previous pages of the data source.

        user: a gesture of the user; the delegate is called [9.4] (default false)
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `nothingToShow`,
        `transitionInProgress`, `limitExceeded`, `kindUnknown`, `invalidArgument`, `vetoed`.
        """
        return Request(
            "page.previous",
            Turn,
            {},
            {
                "id": self._id,
                "user": user,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def swipe(
        self,
        direction: SwipeDirection,
        *,
        animated: bool | None = None,
        interactive: bool | None = None,
        interruption: Interruption | None = None,
        duration: float | None = None,
        curve: Curve | None = None,
        transition: str | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Turns to pages of the data source, as a swipe of the user does.

        direction: the finger's direction
        animated: whether to animate (default true)
        interactive: a client controls it with transition.update, finish and cancel (default false)
        interruption: if a transition of the container runs; default: replace, but stacks and
            presentations ignore the command, as UIKit does
        duration: seconds; default: the container's, or the style's
        curve: default: the style's
        transition: the style; default: the container's

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `unsupported`, `nothingToShow`,
        `transitionInProgress`, `limitExceeded`, `kindUnknown`, `invalidArgument`, `vetoed`.
        """
        return Request(
            "page.swipe",
            Turn,
            {"direction": direction},
            {
                "id": self._id,
                "animated": animated,
                "interactive": interactive,
                "interruption": interruption,
                "duration": duration,
                "curve": curve,
                "transition": transition,
                "ifRevision": if_revision,
                "trace": trace,
            },
            wait=wait,
        )

    @Method
    def supply(
        self,
        request: int,
        page: Id | None,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Answers a request for a page.

        request: its number
        page: the page; null: none on that side

        Raises Refused: `controllerNotFound`, `wrongKind`, `requestNotFound`, `duplicateController`,
        `controllerInUse`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return Request(
            "page.supply",
            Reply,
            {"request": request, "page": page},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )


class SplitHandle(ControllerHandle):
    """A handle to a controller of the kind split."""

    @Method
    def get(self) -> Request[SplitRecord]:
        """Returns its record. Raises WrongKind if it has another kind."""
        return Request("controller.get", SplitRecord, {"id": self._id})

    @Method
    def set_columns(
        self,
        primary: Id | None,
        secondary: Id | None,
        *,
        supplementary: Id | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Sets or removes the two or three columns [8.1] [8.6].

        primary: null: none
        secondary: null: none
        supplementary: between primary and secondary; without it there are two columns

        Raises Refused: `invalidArgument`, `controllerNotFound`, `wrongKind`, `duplicateController`,
        `controllerInUse`, `wouldCreateCycle`, `hierarchyInconsistency`, `limitExceeded`.
        """
        return Request(
            "split.setColumns",
            Reply,
            {"primary": primary, "secondary": secondary},
            {
                "id": self._id,
                "supplementary": supplementary,
                "ifRevision": if_revision,
                "trace": trace,
            },
        )

    @Method
    def show_detail(
        self,
        controller: Id,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
        wait: bool | float = False,
    ) -> Request[Turn]:
        """Replaces the secondary column: showDetailViewController(_:sender:).

        controller: the new secondary column

        With `wait=True`, it returns after the transition has ended, and the result has `outcome`
        and `selected`. With a number, it waits at most so many seconds, then raises TimeoutError.

        Raises Refused: `controllerNotFound`, `wrongKind`, `duplicateController`, `controllerInUse`,
        `wouldCreateCycle`, `hierarchyInconsistency`, `nothingToShow`, `limitExceeded`.
        """
        return Request(
            "split.showDetail",
            Turn,
            {"controller": controller},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
            wait=wait,
        )

    @Method
    def set_display_mode(
        self,
        mode: DisplayMode,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Shows or hides the primary and the supplementary column [8.6].

        mode: the display mode

        Raises Refused: `controllerNotFound`, `wrongKind`, `hierarchyInconsistency`.
        """
        return Request(
            "split.setDisplayMode",
            Reply,
            {"mode": mode},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def show(
        self,
        column: TopColumn,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Shows a column: show(_:) [8.9].

        column: the column to show

        Raises Refused: `controllerNotFound`, `wrongKind`, `nothingToShow`, `invalidArgument`,
        `hierarchyInconsistency`.
        """
        return Request(
            "split.show",
            Reply,
            {"column": column},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def hide(
        self,
        column: TopColumn,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Hides a column: hide(_:) [8.9].

        column: the column to hide

        Raises Refused: `controllerNotFound`, `wrongKind`, `nothingToShow`, `invalidArgument`,
        `hierarchyInconsistency`.
        """
        return Request(
            "split.hide",
            Reply,
            {"column": column},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )

    @Method
    def swipe(
        self,
        direction: SwipeDirection,
        *,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[Reply]:
        """Shows or hides a column over the secondary one, as a swipe of the user does.

        direction: the finger's direction

        Raises Refused: `controllerNotFound`, `wrongKind`, `nothingToShow`, `unsupported`,
        `hierarchyInconsistency`.
        """
        return Request(
            "split.swipe",
            Reply,
            {"direction": direction},
            {"id": self._id, "ifRevision": if_revision, "trace": trace},
        )


class Daemon:
    """All methods of a daemon, grouped by the objects that they are about."""

    @Method
    def batch(
        self,
        commands: Sequence[Command],
        *,
        atomic: bool | None = None,
        if_revision: int | None = None,
        trace: bool | None = None,
    ) -> Request[BatchReply]:
        """Executes commands: all or none with `atomic`, else each with a result or error.

        commands: in the order of execution
        atomic: if a command fails, nothing changes and nothing is published (default false)

        Raises Refused: `limitExceeded`, `tooLarge`.
        """
        return Request(
            "batch",
            BatchReply,
            {"commands": commands},
            {"atomic": atomic, "ifRevision": if_revision, "trace": trace},
        )
