public import PagerModel

/// An object that executes overrides of view controllers' callbacks. For example, the observer of
/// the module `UIKit` calls the overridden methods of `UIViewController` objects.
///
/// A scene calls its observer in each callback, at the point where UIKit calls an override. At this
/// point, `log` contains the callback's event, and the controller's kind has reacted to the
/// callback. The controller's children receive the callback afterwards.
///
/// The observer may change the scene with the same commands as the reactions in a controller's
/// option `on`. The observer calls `run(in:)` for commands whose `reactionTiming` is `atOnce`, and
/// `postpone` for commands of containers. Copies of a scene share the observer, and archives of a
/// scene omit the observer.
///
/// The effects of an override cannot be undone. So the observer is not called in a transaction that
/// may be undone (`isProvisional`).
///
/// A child is misplaced if its view is inside the view of a controller other than its parent.
/// Without an observer, the engine usually undoes and refuses a command that brings a misplaced
/// child into a window. With an observer, the engine removes the child's view from the view tree
/// instead.
public protocol SceneObserver: AnyObject, Sendable {
    /// Called when the observer is attached to a scene, and after the scene was read from an
    /// archive. Does nothing by default.
    ///
    /// An implementation discards its objects of earlier scenes, and recreates the objects for the
    /// controllers of this scene.
    func sceneDidBegin(_ scene: inout Scene)

    /// Called in each callback of a controller, up to a nesting depth of 64. Deeper callbacks are
    /// only recorded, with a `misuse` diagnostic.
    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle)

    /// Called before the first appearance callback of a visible transition, and of each
    /// presentation and dismissal. Does nothing by default.
    ///
    /// The observer may change the animation of the transition: `animated`, `duration`, `curve`,
    /// `interactive` and `isDriven` of the plan, and `frame` and `superview` of a presentation. A
    /// transition without animation may become animated only if the plan has `mayBecomeAnimated`.
    func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID)

    /// Called before a container collapses or expands because of the width of its window. Does
    /// nothing by default.
    ///
    /// The observer may change the container's options with `controller.update`, to affect the
    /// result.
    func scene(_ scene: inout Scene, willAdapt container: Handle)

    /// Called before a command that was passed to `postpone` runs. Does nothing by default.
    func scene(_ scene: inout Scene, willRunPostponed number: Int)

    /// Called after a command that was passed to `postpone` has run or was refused. Does nothing by
    /// default.
    func scene(_ scene: inout Scene, didRunPostponed number: Int, error: CommandError?)

    /// Returns whether the callbacks of a controller come at UIKit's moments, because the observer
    /// has an object for it: `viewIsAppearing` in the layout pass, and the end of an appearance
    /// that a moved view or a window's root causes after the commit. False by default.
    ///
    /// If the result is true, the observer keeps the object until the end of the cycle.
    func postponesAppearance(of controller: Handle) -> Bool

    /// Called at the end of each transaction, when the views are laid out and no command is
    /// postponed.
    ///
    /// - Returns: Whether the observer has changed the scene. If so, the views are laid out,
    ///   postponed commands run, and the observer is called again, at most 64 times.
    func sceneWillEndTurn(_ scene: inout Scene) -> Bool

    /// Called at a time that `wakeObserver` has set, in a transaction of its own.
    func sceneDidReachDeadline(_ scene: inout Scene)

    /// Returns whether the observer has an object for a controller, view or window.
    func hasObject(for subject: Handle) -> Bool

    /// Returns whether the code of the observer's program, and not a client, has created a
    /// controller or view. False by default.
    func hasCreated(_ subject: Handle) -> Bool
}

extension SceneObserver {
    public func sceneDidBegin(_ scene: inout Scene) {}
    public func scene(_ scene: inout Scene, willAdapt container: Handle) {}

    public func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID
    ) {}

    public func scene(_ scene: inout Scene, willRunPostponed number: Int) {}
    public func scene(_ scene: inout Scene, didRunPostponed number: Int, error: CommandError?) {}
    public func postponesAppearance(of controller: Handle) -> Bool { false }
    public func sceneWillEndTurn(_ scene: inout Scene) -> Bool { false }
    public func sceneDidReachDeadline(_ scene: inout Scene) {}
    public func hasObject(for subject: Handle) -> Bool { false }
    public func hasCreated(_ subject: Handle) -> Bool { false }
}

extension Scene {
    /// The number of events since the scene was created.
    package var eventTotal: Int { state.drained + state.log.events.count }

    /// The attachments of the events in the log.
    package var attachments: EventAttachments { state.log.attachments }

    /// Returns the first event in the log whose number among all events since the scene was created
    /// is at least `number`; nil if there is none. O(1).
    package func firstEvent(since number: Int) -> (number: Int, record: EventRecord)? {
        let index = max(number - state.drained, 0)
        guard index < state.log.events.count else { return nil }
        return (index + state.drained, state.log.events[index])
    }

    package var observer: (any SceneObserver)? { state.observer }

    /// Sets the observer that is called in each callback. Nil removes it.
    public mutating func setObserver(_ observer: (any SceneObserver)?) {
        makeUnique()
        state.observer = observer
        observer?.sceneDidBegin(&self)
    }

    /// Withholds the current size or trait callback from the controller's children, like an
    /// override that does not call `super` [13.2]. The observer calls this function inside that
    /// callback.
    public mutating func keepFromChildren() {
        makeUnique()
        state.nesting.stopCallback()
    }

    /// Ends a transaction whose commands were executed by `run(in:)`: lays out the views that need
    /// it and increments the revision, just as `apply` does after each command.
    public mutating func finishTurn() {
        makeUnique()
        endTurn()
    }

    /// Schedules a call of the observer's `sceneDidReachDeadline`, at least `Limits.shortestWait`
    /// from now.
    public mutating func wakeObserver(at time: Instant) {
        makeUnique()
        insertDeadline(at: time, .observer)
    }

    /// Whether the current transaction may be undone. If so, the observer is not called.
    public var isProvisional: Bool { state.isProvisional }

    package mutating func setProvisional(_ isProvisional: Bool) {
        makeUnique()
        state.isProvisional = isProvisional
    }

    /// Finds the first event, from event number `number` on, that concerns a controller, view or
    /// window for which the observer has an object. Returns this controller, view or window, or nil
    /// if there is no such event. O(events).
    ///
    /// The daemon calls this function after each command of an atomic batch, and refuses the batch
    /// if the result is not nil. The reason is that the observer may have to call overrides of the
    /// object, and the daemon cannot undo their effects.
    package func observedSubject(since number: Int) -> Handle? {
        guard let observer else { return nil }
        var next = number
        while let (number, event) = firstEvent(since: next) {
            if observer.hasObject(for: event.subject) { return event.subject }
            next = number + 1
        }
        return nil
    }

    /// Lays out the views that need a layout pass, superviews first. O(number of these views).
    public mutating func layoutIfNeeded() {
        makeUnique()
        flushLayout()
    }

    /// Calls the observer for a callback of a controller, unless the transaction may be undone. If
    /// the limit for nested reactions is reached, publishes a diagnostic instead.
    mutating func tell(
        _ observer: any SceneObserver, _ callback: Callback, of controller: Handle
    ) {
        if state.isProvisional { return }
        if let excess = nestingExcess {
            return misuse(
                controller,
                "\(excess) deep; the override of \(callback.rawValue) of \(shown(controller)) "
                    + "is not called")
        }
        call { observer.scene(&$0, didSend: callback, to: controller) }
    }

    /// Calls the observer before a container collapses or expands. Does nothing if the transaction
    /// may be undone or the limit for nested reactions is reached. The container's kind calls this
    /// function.
    public mutating func willAdapt(_ container: Handle) {
        guard let observer, nestingExcess == nil, !state.isProvisional else {
            return
        }
        makeUnique()
        call { observer.scene(&$0, willAdapt: container) }
    }

    /// Calls a method of the observer, as one level of nesting.
    private mutating func call(_ body: (inout Scene) -> Void) {
        enterReaction()
        enterLevel()
        body(&self)
        leaveLevel()
        leaveReaction()
    }

    /// Calls the observer before a transition starts. Does nothing if the transaction may be undone
    /// or the limit for nested reactions is reached.
    mutating func tell(
        _ observer: any SceneObserver, willStart plan: inout TransitionPlan,
        as transition: TransitionID
    ) {
        guard nestingExcess == nil, !state.isProvisional else { return }
        let mayMove = plan.animated || plan.interactive || plan.mayBecomeAnimated
        call { observer.scene(&$0, willStart: &plan, as: transition) }
        if !mayMove { (plan.animated, plan.interactive, plan.isDriven) = (false, false, false) }
        if !(0...Limits.seconds).contains(plan.duration) { plan.duration = 0 }
    }

    /// Calls the observer at the end of a transaction, repeatedly until it makes no more changes.
    mutating func tellEndOfTurn(_ observer: any SceneObserver) {
        if state.isProvisional { return }
        var calls = 0
        while observer.sceneWillEndTurn(&self), calls < Limits.nestedReactions {
            calls += 1
            flushLayout()
            runPostponed()
            if !state.cycle.isEmpty { finishCycle() }
        }
    }
}
