public import PagerModel

/// Transitions that an observer drives, as UIKit's animation controllers do: the plan has `isDriven`,
/// and the transition ends when the observer says so.
extension Scene {
    /// Ends the interaction of a driven transition, which runs on until `complete(_:finished:)`
    /// [6.12]. Does nothing where it does not run, or is not interactive.
    public mutating func endInteraction(of id: TransitionID, cancelled: Bool) {
        guard let transition = transitions[id], transition.isInteractive,
            !transition.hasEndedInteraction
        else { return }
        makeUnique()
        transitions[id]?.hasEndedInteraction = true
        emit(
            TransitionEvents.InteractionEnded(transition: id, cancelled: cancelled),
            of: transition.container)
    }

    /// Completes a driven transition, or takes it back [6.5] [6.10] [10.6]. Does nothing where it
    /// does not run.
    ///
    /// - Parameter finished: whether it is completed. So is one that is not interactive, in a container
    ///   whose kind cannot restore what it has decided: see `KindTraits.restoresDecisions`.
    public mutating func complete(_ id: TransitionID, finished: Bool) {
        guard let transition = transitions[id], transition.plan.isDriven else { return }
        makeUnique()
        if finished || !mayTakeBack(transition) {
            end(id, .completed)
        } else {
            cancel(id, .cancelled)
        }
    }

    /// Puts a plain view into a window, above all that is in it: the place of presented views, as the
    /// container view of a presentation. It gets the window's size, now and with each resize.
    public mutating func insert(_ place: Handle, intoWindow window: Handle) {
        guard isAlive(place), self[place].role == .view, isAlive(window),
            self[window].role == .window
        else { return }
        makeUnique()
        setFrame(place, Frame(self[window].frame.size))
        insert(place, into: window)
    }
}

extension Scene {
    private func mayTakeBack(_ transition: Transition) -> Bool {
        transition.isInteractive || transition.plan.owner != .kind
            || kinds[Int(self[transition.container].kind)].traits.restoresDecisions
    }

    /// Whether an observer may move the controller's view: it takes part in a driven transition, lies
    /// in the place of a presentation, or is about to be presented and lies nowhere yet.
    func isPlacedByDriver(_ controller: Handle) -> Bool {
        guard self[controller].role == .controller else { return false }
        if isPlaced(controller) { return true }
        let (parent, presenter) = (self[controller].parent, self[controller].presenter)
        if state.observer != nil, !presenter.isNone, self[presenter].presenting.number == 0,
            self[controller].superview.isNone, self[controller].flags.contains(.beingPresented)
        {
            return true
        }
        if transitions.isEmpty { return false }
        if !parent.isNone, takesPart(controller, in: self[parent].running) { return true }
        return !presenter.isNone && takesPart(controller, in: self[presenter].presenting)
    }

    private func takesPart(_ controller: Handle, in id: TransitionID) -> Bool {
        guard let plan = transitions[id]?.plan, plan.isDriven || isAlive(plan.place) else {
            return false
        }
        return plan.entering.contains(controller) || plan.leaving.contains(controller)
    }

    /// Whether a presented controller's view lies in a plain view, which the observer lays out.
    func isPlaced(_ controller: Handle) -> Bool {
        guard !self[controller].presenter.isNone, let superview = self[controller].superview.some
        else { return false }
        return self[superview].role == .view
    }

    /// Brings the views of those who stay back into the container, where a driver has put them into
    /// other views.
    mutating func collect(_ staying: TransitionParticipants, of transition: Transition) {
        guard transition.plan.owner == .kind, transition.plan.frame != nil else { return }
        let container = transition.container
        staying.forEachMutating(&self) { scene, controller in
            guard scene[controller].superview != container, scene.displaced[controller] == nil,
                !scene.isDescendant(container, of: controller)
            else { return }
            scene.move(controller, to: container, at: scene[container].subviews.count)
        }
    }
}
