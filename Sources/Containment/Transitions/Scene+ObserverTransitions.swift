public import PagerModel

/// Functions for an observer (see `SceneObserver`) that completes or cancels transitions itself,
/// just as animation controllers do in UIKit. In the plan of such a transition, `isDriven` is true.
extension Scene {
    /// Ends the interaction of a transition that an observer drives. The transition continues until
    /// `complete(_:finished:)` is called [6.12]. Does nothing if the transition is not running or
    /// not interactive.
    public mutating func endInteraction(of id: TransitionID, cancelled: Bool) {
        guard let transition = transition(id), transition.isInteractive,
            !transition.hasEndedInteraction
        else { return }
        makeUnique()
        change(id) { $0.hasEndedInteraction = true }
        emit(
            TransitionEvents.InteractionEnded {
                $0.transition = id
                $0.cancelled = cancelled
            },
            of: transition.container)
    }

    /// Completes or cancels a transition that an observer drives [6.5] [6.10] [10.6]. Does nothing
    /// if the transition is not running.
    ///
    /// - Parameter finished: True to complete the transition, false to cancel it. A container's
    ///   transition that is not interactive is always completed, unless the container's kind has
    ///   the trait `KindTraits.restoresDecisions`.
    public mutating func complete(_ id: TransitionID, finished: Bool) {
        guard let transition = transition(id), transition.plan.isDriven else { return }
        makeUnique()
        if finished || !mayCancel(transition) {
            end(id, .completed)
        } else {
            cancel(id, .cancelled)
        }
    }

    /// Inserts a view without a controller in front of all other views of a window. Like UIKit's
    /// container view of a presentation, the inserted view always has the window's size, and
    /// presented views are inserted into it.
    public mutating func insert(_ view: Handle, intoWindow window: Handle) {
        guard isAlive(view), self[view].role == .view, isAlive(window),
            self[window].role == .window
        else { return }
        makeUnique()
        setFrame(view, Frame(self[window].frame.size))
        insert(view, into: window)
    }
}

extension Scene {
    private func mayCancel(_ transition: Transition) -> Bool {
        transition.isInteractive || transition.plan.owner != .kind
            || self[kindOf: transition.container].traits.restoresDecisions
    }

    /// Returns whether an observer may move the controller's view. True in each of these cases:
    ///
    /// - The controller takes part in a transition that an observer drives.
    /// - The controller takes part in a transition that has a container view.
    /// - The controller's view is inside the container view of a presentation.
    /// - The controller is about to be presented, and its view has no superview.
    func isPlacedByDriver(_ controller: Handle) -> Bool {
        guard self[controller].role == .controller else { return false }
        if isPlaced(controller) { return true }
        let (parent, presenter) = (self[controller].parent, self[controller].presenter)
        if observer != nil, !presenter.isNone, self[presenter].presenting.number == 0,
            self[controller].superview.isNone, self[controller].flags.contains(.beingPresented)
        {
            return true
        }
        if !hasTransitions { return false }
        if !parent.isNone, takesPart(controller, in: self[parent].running) { return true }
        return !presenter.isNone && takesPart(controller, in: self[presenter].presenting)
    }

    private func takesPart(_ controller: Handle, in id: TransitionID) -> Bool {
        guard let plan = transition(id)?.plan, plan.isDriven || isAlive(plan.superview) else {
            return false
        }
        return plan.entering.contains(controller) || plan.leaving.contains(controller)
    }

    /// Returns whether the superview of a presented controller's view is a view without a
    /// controller. If so, the observer sets the frame of the controller's view.
    func isPlaced(_ controller: Handle) -> Bool {
        guard !self[controller].presenter.isNone, let superview = self[controller].superview.some
        else { return false }
        return self[superview].role == .view
    }

    /// Moves views back into the container at the end of a transition that an observer drives, if
    /// the observer moved them elsewhere. These are the views of the entering controllers when the
    /// transition completes, and of the leaving ones when it is cancelled.
    mutating func collect(_ staying: TransitionParticipants, of transition: Transition) {
        guard transition.plan.owner == .kind, transition.plan.frame != nil else { return }
        let container = transition.container
        staying.forEachMutating(&self) { scene, controller in
            guard scene[controller].superview != container, !scene.isDisplaced(controller),
                !scene.isDescendant(container, of: controller)
            else { return }
            scene.move(controller, to: container, at: scene[container].subviews.count)
        }
    }
}
