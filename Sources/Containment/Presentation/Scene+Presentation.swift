internal import PagerModel

/// The engine's record of a presented controller.
struct Presentation: Sendable {
    var presenter: Handle
    var style: PresentationStyle
    /// Whether the presenter's view is removed during the presentation [10.1].
    var removesPresentersView: Bool
    var transitionStyle: Int
}

/// Functions for modal presentation [10] and for the choice of the presenter [11]. In their names,
/// a family is all controllers that have the same topmost ancestor.
extension Scene {
    /// The default duration of a presentation or dismissal in seconds.
    static let modalDuration = 0.4

    // MARK: The family

    /// Returns the topmost ancestor of a controller.
    func familyRoot(of controller: Handle) -> Handle {
        var current = controller
        while !self[current].parent.isNone { current = self[current].parent }
        return current
    }

    /// Returns the nearest presenter among a controller and its ancestors, or `.none` [11.1].
    func presenterInFamily(of controller: Handle) -> Handle {
        var current = controller
        while !current.isNone, self[current].presented.isNone { current = self[current].parent }
        return current
    }

    /// Returns the presenter whose presentation ends when this controller receives `dismiss`
    /// [10.9]. This is the nearest presenter among the controller and its ancestors. If there is
    /// none, it is the presenter of the topmost ancestor, or `.none`.
    func presenter(dismissedBy controller: Handle) -> Handle {
        let own = presenterInFamily(of: controller)
        return own.isNone ? self[familyRoot(of: controller)].presenter : own
    }

    /// Returns the controller that becomes the presenter when `controller` receives `present`
    /// [11.1] [11.2].
    func presenter(askedOf controller: Handle, _ style: PresentationStyle) -> Handle {
        guard style.isInContext else { return familyRoot(of: controller) }
        var current = controller
        while !self[current].parent.isNone, !definesContext(current) {
            current = self[current].parent
        }
        return current
    }

    func definesContext(_ controller: Handle) -> Bool {
        self[optionsOf: controller].definesPresentationContext
    }

    // MARK: Presenting

    /// Presents a controller and returns the id of the transition. Before the call, check that the
    /// controller can be presented.
    mutating func present(
        _ controller: Handle, by presenter: Handle, _ presentation: Presentation,
        _ motion: TransitionRequest
    ) -> TransitionID {
        state.presentations.add(controller, presentation)
        markContext(controller, true)
        self[presenter].presented = controller
        relocate(controller) { $0[controller].presenter = presenter }
        self[controller].flags.insert(.beingPresented)
        emit(
            PresentationEvents.PresentationTransitionWillBegin {
                $0.presenter = presenter
                $0.style = presentation.style
            }, of: controller)
        var plan = TransitionPlan(container: presenter)
        plan.owner = .presentation
        plan.order = .modal
        plan.from = presenter
        plan.entering = TransitionParticipants(controller)
        if presentation.removesPresentersView { plan.leaving = TransitionParticipants(presenter) }
        setStyle(
            presentation.transitionStyle, of: &plan, duration: Self.modalDuration,
            default: Self.modalDuration, motion: self.motion(motion))
        plan.animated = motion.animated && plan.duration > 0
        plan.interactive = motion.interactive
        plan.frame =
            presentation.style.isInContext
            ? frameInWindow(of: presenter)
            : frame(ofPresented: controller, in: self[self[presenter].window].frame.size)
        return start(plan)
    }

    // MARK: Dismissing

    /// Dismisses the controller that the presenter presents, with all controllers above it [10.10].
    /// What descendants of the presenter present in their contexts stays.
    ///
    /// - Parameter isReplaced: Whether another root is about to replace the presenter, whose view
    ///   then does not return.
    @discardableResult
    mutating func dismiss(
        above presenter: Handle, _ motion: TransitionRequest, user: Bool, isReplaced: Bool = false
    ) -> TransitionID {
        let dismissed = presented(by: presenter)
        for controller in dismissed
        where isInContext(controller) {
            settleTransitions(around: self[controller].presenter)
        }
        let leaving = Array(dismissed.reversed())
        let isLeaving = Set<Handle>(leaving)
        let lowest = self[presenter].presented
        let presentation = presentation(of: lowest)
        for controller in leaving {
            self[controller].flags.insert(.beingDismissed)
            emit(PresentationEvents.DismissalTransitionWillBegin(), of: controller)
        }
        var plan = TransitionPlan(container: presenter)
        plan.owner = .dismissal
        plan.order = .modal
        plan.from = leaving.first
        plan.to = presenter
        plan.leaving = TransitionParticipants(leaving)
        // If the view of a presenter returns to a dismissed view, it is removed together with the
        // dismissed view, without callbacks.
        plan.entering = TransitionParticipants(
            isReplaced
                ? []
                : uncovered(by: leaving).filter {
                    returnsToWindow($0) && !isLeaving.contains(familyRoot(of: $0))
                })
        setStyle(
            presentation?.transitionStyle ?? 0, of: &plan, duration: Self.modalDuration,
            default: Self.modalDuration, motion: self.motion(motion))
        plan.direction = .reverse
        plan.reversed = true
        plan.animated = motion.animated && plan.duration > 0
        plan.interactive = motion.interactive
        plan.frame = self[presenter].frame
        if isReplaced {
            plan.tag = Self.replaced
        } else if user, presentation?.style.isSheet == true {
            plan.tag = Self.swipedDown
        }
        return start(plan)
    }

    /// The tags of dismissals: a user's of a sheet, and that of what a replaced root presents.
    private static var swipedDown: Int { 1 }
    private static var replaced: Int { 2 }

    /// Returns the presenters whose views return when the given controllers are dismissed, lowest
    /// first. There can be several presenters, because a dismissed controller's descendants can
    /// present in their contexts.
    private func uncovered(by leaving: [Handle]) -> [Handle] {
        let isLeaving = Set<Handle>(leaving)
        return leaving.reversed().map { self[$0].presenter }
            .filter { isDisplaced($0) && !isLeaving.contains($0) }
    }

    /// Returns whether a presentation has removed a presenter's view, and the view will return to a
    /// superview that is in a window. If that superview is in no window, the presenter receives no
    /// appearance callbacks [3.1].
    private func returnsToWindow(_ presenter: Handle) -> Bool {
        guard let superview = returnSuperview(of: presenter), isAlive(superview) else {
            return false
        }
        return self[superview].role == .window || !self[superview].window.isNone
    }

    /// Dismisses all presented controllers whose views are in the window, without animation. At
    /// UIKit's moments, a root that they cover does not appear for this: its view leaves the window.
    mutating func dismissAll(in window: Handle) {
        let isReplaced = waitsForCycle(root(of: window))
        for view in presentedViews(of: window) {
            // A command that waits for the presentation must not begin during this dismissal.
            dropQueue(of: self[view].presenter, because: "replaced")
            supersede(self[self[view].presenter].presenting)
        }
        var lowest = presentedViews(of: window)
        while !lowest.isEmpty {
            let reactions = reactionCount
            for view in lowest where isPresented(view, in: window) {
                dismiss(
                    above: isReplaced ? lowestPresenter(below: view) : self[view].presenter,
                    TransitionRequest { $0.animated = false },
                    user: false, isReplaced: isReplaced)
                // Reactions may have presented or moved other controllers.
                if reactionCount != reactions { break }
            }
            lowest = presentedViews(of: window)
        }
    }

    /// Returns the presenter below a presented controller, and below all that it covers.
    private func lowestPresenter(below presented: Handle) -> Handle {
        var presenter = self[presented].presenter
        while let below = self[familyRoot(of: presenter)].presenter.some { presenter = below }
        return presenter
    }

    /// Returns the views of presented controllers in a window, lowest first. Such a view is a
    /// direct subview of the window, or is inside a plain view (the presentation's container view).
    /// O(subviews).
    private func presentedViews(of window: Handle) -> [Handle] {
        self[window].subviews.all.flatMap { controllersOnTop(of: $0) }
            .filter { !self[$0].presenter.isNone }
    }

    private func isPresented(_ view: Handle, in window: Handle) -> Bool {
        isAlive(view) && self[view].window == window && !self[view].presenter.isNone
    }

    // MARK: During the transition

    /// Adds the view of a controller that appears in a presentation or dismissal. In a
    /// presentation, the view is added to the view `superview` of the transition's plan or, if the plan
    /// has none, to the window. In a dismissal, a presenter's view returns to the superview from
    /// which the presentation removed it.
    mutating func placePresented(_ controller: Handle, of transition: Transition) {
        switch transition.plan.owner {
        case .presentation:
            let superview = transition.plan.superview
            guard !isAlive(superview) else {
                if self[controller].superview.isNone { insert(controller, into: superview) }
                break
            }
            detachFully(controller)
            if let frame = transition.plan.frame { setFrame(controller, frame) }
            insert(controller, into: self[transition.container].window)
        case .dismissal:
            putBack(controller)
        case .kind, .client:
            break
        }
    }

    /// Records the superview to which a presenter's view will return. The value `.none` means that
    /// there is no such superview. The value nil deletes the record, for example when the view
    /// returns.
    mutating func displace(_ presenter: Handle, to superview: Handle?) {
        guard isDisplaced(presenter) || superview != nil else { return }
        relocate(presenter) { $0.state.presentations.displace(presenter, to: superview) }
    }

    /// Deletes `superview` from the records of the superviews to which presenters' views return
    /// after a presentation. Called when `superview` is destroyed.
    mutating func forgetReturnSuperview(_ superview: Handle) {
        for presenter in absent(from: superview) { displace(presenter, to: Handle.none) }
    }

    private mutating func putBack(_ presenter: Handle) {
        let superview = returnSuperview(of: presenter)
        displace(presenter, to: nil)
        guard let superview, isAlive(superview) else { return }
        insert(presenter, into: superview, at: returnIndex(of: presenter, in: superview))
    }

    /// Returns the index at which a presenter's view returns to its superview: above the views of
    /// the controllers that present the presenter itself, below the view that covers it.
    private func returnIndex(of presenter: Handle, in superview: Handle) -> Int {
        var lower = self[presenter].presenter
        if isInContext(presenter) { return contextIndex(above: lower, in: superview) }
        while !lower.isNone {
            let base = subview(of: superview, around: lower)
            if let index = indexAboveContexts(over: base, in: superview) { return index }
            lower = self[base].presenter
        }
        return 0
    }

    /// Removes the view of a controller that leaves the screen in a presentation or dismissal. If
    /// the controller is a presenter, first records the superview to which its view will return.
    mutating func withdrawPresentation(_ controller: Handle, of transition: Transition) {
        let isPresenter =
            transition.plan.owner == .presentation
            ? controller == transition.container
            : transition.plan.entering.controllers.contains(controller)
        if isPresenter {
            displace(controller, to: self[controller].superview)
        }
        detach(controller)
    }

    /// Publishes the event `presentationTransitionDidEnd` or `dismissalTransitionDidEnd`. Called
    /// before the transition sends `viewDidAppear` and `viewDidDisappear` [10.5]. If a dismissal
    /// has completed, also separates the dismissed controllers from their presenters, so that these
    /// controllers are no longer presented when they receive `viewDidDisappear` [10.9].
    mutating func presentationWillTransfer(_ transition: Transition, completed: Bool) {
        switch transition.plan.owner {
        case .presentation:
            let controller = transition.plan.entering.first
            emit(
                PresentationEvents.PresentationTransitionDidEnd { $0.completed = completed },
                of: controller)
            if !completed { separate(controller) }
        case .dismissal:
            let leaving = transition.plan.leaving.controllers
            let uncovered = uncovered(by: leaving)
            for controller in leaving {
                emit(
                    PresentationEvents.DismissalTransitionDidEnd { $0.completed = completed },
                    of: controller)
            }
            // The lowest is separated first, so that heights do not change repeatedly.
            if completed { leaving.reversed().forEach { separate($0) } }
            // These views return to superviews that are in no window, so the transition has not
            // returned the views.
            let isReplaced = transition.plan.tag == Self.replaced
            if completed {
                uncovered.forEach { isReplaced ? displace($0, to: nil) : putBack($0) }
            }
        case .kind, .client:
            break
        }
    }

    private mutating func separate(_ controller: Handle) {
        self[self[controller].presenter].presented = .none
        relocate(controller) { $0[controller].presenter = .none }
        markContext(controller, false)
        state.presentations.remove(controller)
        // If another controller has replaced this controller's view, both leave the screen, and the
        // view does not return.
        displace(controller, to: nil)
    }

    mutating func presentationDidEnd(_ transition: Transition, _ outcome: TransitionOutcome) {
        let plan = transition.plan
        switch plan.owner {
        // Only the flags of the presented controllers change: the presenter may be in the middle of
        // its own presentation.
        case .presentation:
            for controller in plan.entering.controllers {
                self[controller].flags.remove(.beingPresented)
            }
        case .dismissal:
            for controller in plan.leaving.controllers {
                self[controller].flags.remove(.beingDismissed)
            }
        case .kind, .client: break
        }
    }

    mutating func presentationDidAnnounce(_ transition: Transition, _ outcome: TransitionOutcome) {
        guard transition.plan.owner == .dismissal,
            transition.plan.tag == Self.swipedDown,
            self[transition.container].presented.isNone,
            let lowest = transition.plan.leaving.controllers.last
        else { return }
        emit(PresentationEvents.DidDismiss(), of: lowest)
    }
}
