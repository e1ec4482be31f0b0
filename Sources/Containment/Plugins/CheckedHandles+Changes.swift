public import PagerModel

// MARK: - What a kind changes

extension CheckedHandles where Self == Scene {
    public mutating func loadViewIfNeeded(_ controller: Handle) throws(CommandError) {
        try self.open(controller)
        self.loadViewIfNeeded(controller)
    }

    public mutating func willMove(_ child: Handle, to parent: Handle) throws(CommandError) {
        try self.open(child)
        if !parent.isNone { try self.check(controller: parent) }
        self.willMove(child, to: parent)
    }

    public mutating func didMove(_ child: Handle, to parent: Handle) throws(CommandError) {
        try self.open(child)
        if !parent.isNone { try self.check(controller: parent) }
        self.didMove(child, to: parent)
    }

    /// Makes a controller the last child of another.
    ///
    /// - Throws: `controllerNotFound`; `wouldCreateCycle` and `limitExceeded` as `checkAddChild`.
    public mutating func addManagedChild(_ child: Handle, to parent: Handle) throws(CommandError) {
        try self.open(child)
        try self.check(controller: parent)
        if self.parent(of: child) != parent {
            try self.checkAddChild(child, to: parent, at: "child")
        }
        self.addManagedChild(child, to: parent)
    }

    public mutating func didMoveWhenAppeared(_ child: Handle) throws(CommandError) {
        try self.open(child)
        self.didMoveWhenAppeared(child)
    }

    /// Puts children into another order; all children stand in the list.
    public mutating func arrange(_ order: [Handle], of container: Handle) throws(CommandError) {
        try self.open(container)
        try self.check(controllers: order)
        self.arrange(order, of: container)
    }

    /// Takes a child from its parent.
    public mutating func removeFromParent(_ child: Handle) throws(CommandError) {
        try self.open(child)
        self.removeFromParent(child)
    }

    /// Puts the view of a child into the view of its container, and shows it.
    public mutating func addView(
        of child: Handle, to container: Handle, frame: Frame
    ) throws(CommandError) {
        try self.open(child)
        try self.check(controller: container)
        self.addView(of: child, to: container, frame: frame)
    }

    public mutating func removeView(of child: Handle) throws(CommandError) {
        try self.open(child)
        self.removeView(of: child)
    }

    public mutating func hideView(of child: Handle, in container: Handle) throws(CommandError) {
        try self.open(child)
        try self.check(controller: container)
        self.hideView(of: child, in: container)
    }

    /// Asks for a layout pass of a controller's view at the end of the turn.
    public mutating func setNeedsLayout(_ controller: Handle) throws(CommandError) {
        try self.open(controller)
        self.needsLayout(controller)
    }

    public mutating func setFrame(_ view: Handle, _ frame: Frame) throws(CommandError) {
        try self.check(view)
        self.makeUnique()
        self.setFrame(view, frame)
    }

    /// Begins a transition in a container in which none runs.
    ///
    /// - Throws: `controllerNotFound`; `kindUnknown` for a style that there is not.
    @discardableResult
    public mutating func start(_ plan: TransitionPlan) throws(CommandError) -> TransitionID {
        try self.open(plan.container)
        for part in [plan.leaving, plan.entering, plan.joining, plan.parting] {
            try self.check(controllers: part.controllers)
        }
        for end in [plan.from, plan.to] {
            if let end, !end.isNone { try self.check(controller: end) }
        }
        guard self.styleNames.indices.contains(plan.style) else {
            throw CommandError(.kindUnknown, "there is no style number \(plan.style)")
        }
        return self.start(plan)
    }

    /// Decides what a command does about the container's running transition, by its policy.
    ///
    /// - Parameter command: what waits where it has to.
    /// - Throws: `controllerNotFound`; `transitionInProgress` for reject, `limitExceeded` for a full
    ///   queue.
    public func decideInterruption<C: SceneCommand>(
        of container: Handle, by command: @autoclosure () -> C, policy: Interruption
    ) throws(CommandError) -> InterruptionDecision {
        try self.check(controller: container)
        return try self.decideInterruption(of: container, by: command(), policy: policy)
    }

    /// Ends the running transition, or lets the command wait for its end, as it was decided.
    ///
    /// - Returns: whether the command goes on now.
    /// - Throws: `controllerNotFound`.
    public mutating func resolve(
        _ decision: InterruptionDecision, of container: Handle
    ) throws(CommandError) -> Bool {
        try self.open(container)
        return self.resolve(decision, of: container)
    }

    /// Ends the container's running transition at once: completes it, or cancels an interactive one.
    /// What waits behind it is dropped; where nothing runs, nothing happens.
    public mutating func supersede(
        _ container: Handle, isReplaced: Bool = false
    ) throws(CommandError) {
        try self.open(container)
        self.supersede(container, isReplaced: isReplaced)
    }

    public mutating func dropQueue(of container: Handle, because error: String) throws(CommandError)
    {
        try self.open(container)
        self.dropQueue(of: container, because: error)
    }

    /// Asks for a deadline of the controller's kind. Give a token by which a stale one is known.
    public mutating func schedule(
        _ controller: Handle, at time: Instant, token: UInt64
    ) throws(CommandError) {
        try self.open(controller)
        self.schedule(controller, at: time, token: token)
    }
}

// MARK: - What a kind publishes

extension CheckedHandles where Self == Scene {
    /// Records an event of the controller's kind. Amortised O(what it tells).
    ///
    /// - Throws: `controllerNotFound`.
    /// - Precondition: the controller's kind declares the event.
    public mutating func emit<E: EventDeclaration>(
        _ event: E, of controller: Handle
    ) throws(CommandError) {
        try self.open(controller)
        self.emit(event, of: controller)
    }

    /// Publishes that members of the controller's record have changed: `controller.updated`.
    ///
    /// A kind must publish every change of what `record(of:in:)` returns, in the transaction that
    /// makes it. O(changes).
    public mutating func announce(
        _ changes: [Value.Member], of controller: Handle
    ) throws(CommandError) {
        try self.open(controller)
        self.announce(changes, of: controller)
    }

    /// Tells something that is no change of a record: `controller.custom`, with the kind's own
    /// name for it and its own members. O(members).
    public mutating func announce(
        _ name: String, _ members: [Value.Member] = [], of controller: Handle
    ) throws(CommandError) {
        try self.open(controller)
        self.announce(name, members, of: controller)
    }

    /// Something that UIKit warns of.
    public mutating func misuse(_ controller: Handle, _ text: String) throws(CommandError) {
        try self.check(controller)
        self.makeUnique()
        self.misuse(controller, text)
    }

    /// A call that UIKit only logs: the command changes nothing and its reply says so.
    public mutating func ignore(_ controller: Handle, _ text: String) throws(CommandError) {
        try self.check(controller)
        self.makeUnique()
        self.ignore(controller, text)
    }
}

// MARK: - Lists of members

extension CheckedHandles where Self == Scene {
    /// - Throws: `controllerNotFound`, `duplicateController`, `controllerInUse`, `wouldCreateCycle`,
    ///   `limitExceeded`.
    public func checkMembers(
        _ members: [Handle], of container: Handle, at path: String
    ) throws(CommandError) {
        try self.check(controller: container)
        try self.check(controllers: members)
        try self.checkMembers(members, of: container, at: path)
    }

    /// - Throws: `controllerNotFound`, `controllerInUse`, `wouldCreateCycle`, `limitExceeded`.
    public func checkMember(
        _ member: Handle, of container: Handle, at path: String
    ) throws(CommandError) {
        try self.check(controller: container)
        try self.check(controller: member)
        try self.checkMember(member, of: container, at: path)
    }

    /// - Throws: `controllerNotFound`, `wouldCreateCycle`, `limitExceeded`.
    public func checkAddChild(
        _ child: Handle, to parent: Handle, at path: String
    ) throws(CommandError) {
        try self.check(controller: child)
        try self.check(controller: parent)
        try self.checkAddChild(child, to: parent, at: path)
    }

    /// - Throws: `controllerNotFound`, `controllerInUse`.
    public func checkUnused(_ controller: Handle, at path: String) throws(CommandError) {
        try self.check(controller: controller)
        try self.checkUnused(controller, at: path)
    }

    /// Whether a person may select a controller.
    ///
    /// - Throws: `controllerNotFound`, `vetoed`.
    public func checkSelection(of controller: Handle, in container: Handle) throws(CommandError) {
        try self.check(controller: controller)
        try self.check(controller: container)
        try self.checkSelection(of: controller, in: container)
    }

    /// Adds a controller to the list of a container's members, where that is still allowed.
    @discardableResult
    public mutating func take(_ member: Handle, into container: Handle) throws(CommandError) -> Bool
    {
        try self.open(member)
        try self.check(controller: container)
        return self.take(member, into: container)
    }

    public mutating func reserve(_ members: [Handle], for container: Handle) throws(CommandError) {
        try self.open(container)
        try self.check(controllers: members)
        self.reserve(members, for: container)
    }

    public mutating func addMember(_ member: Handle, to container: Handle) throws(CommandError) {
        try self.open(member)
        try self.check(controller: container)
        self.addMember(member, to: container)
    }

    public mutating func removeMember(_ member: Handle, from container: Handle) throws(CommandError)
    {
        try self.open(member)
        try self.check(controller: container)
        self.removeMember(member, from: container)
    }

    /// The index of a member in its container's list; it is searched near its last place.
    public func index(of member: Handle, in list: [Handle]) throws(CommandError) -> Int? {
        try self.check(controller: member)
        return self.place(of: member, in: list)
    }

    /// The index that a command names by itself or by a member's name; nil where it names none.
    ///
    /// - Throws: `controllerNotFound`, `indexOutOfRange`, `notAChild`.
    public func index(
        _ index: Int?, or name: Identifier?, at path: String, in list: [Handle],
        called noun: String
    ) throws(CommandError) -> Int? {
        try self.check(controllers: list)
        return try self.index(index, or: name, at: path, in: list, called: noun)
    }

    /// Notes where the members of a list stand.
    public mutating func note(places list: [Handle]) throws(CommandError) {
        try self.check(controllers: list)
        self.makeUnique()
        self.note(places: list)
    }

    /// Whether members may still come into a container after what has happened since they were
    /// checked.
    public mutating func mayStillTake(
        _ members: [Handle], into container: Handle
    ) throws(CommandError) -> Bool {
        try self.open(container)
        try self.check(controllers: members)
        return self.mayStillTake(members, into: container)
    }
}
