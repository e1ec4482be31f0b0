public import PagerModel

// MARK: - Changes by a kind

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

    /// Adds a controller as the last child of another controller.
    ///
    /// - Throws: The errors of `checkAddChild`.
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

    /// Reorders the children of a container. The children in `order` come first, in the order of
    /// this list, and the container's remaining children follow.
    public mutating func arrange(_ order: [Handle], of container: Handle) throws(CommandError) {
        try self.open(container)
        try self.check(controllers: order)
        self.arrange(order, of: container)
    }

    /// Removes a child from its parent, with the callbacks of `removeFromParent()`.
    public mutating func removeFromParent(_ child: Handle) throws(CommandError) {
        try self.open(child)
        self.removeFromParent(child)
    }

    /// Sets the frame of a child's view and adds the view to the container's view.
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

    /// Requests a layout pass of a controller's view at the end of the transaction.
    public mutating func setNeedsLayout(_ controller: Handle) throws(CommandError) {
        try self.open(controller)
        self.needsLayout(controller)
    }

    public mutating func setFrame(_ view: Handle, _ frame: Frame) throws(CommandError) {
        try self.check(view)
        self.makeUnique()
        self.setFrame(view, frame)
    }

    /// Starts a transition in a container that has no running transition.
    ///
    /// - Throws: `controllerNotFound` for a stale handle; `kindUnknown` for a style that does not
    ///   exist.
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

    /// Decides what happens to the container's running transition if a command with the given
    /// interruption policy arrives.
    ///
    /// - Parameter command: The command, which is queued if it must wait.
    /// - Throws: `controllerNotFound` for a stale handle; `transitionInProgress` if a transition is
    ///   running and the policy is `reject`; `limitExceeded` if the queue is full.
    public func decideInterruption<C: SceneCommand>(
        of container: Handle, by command: @autoclosure () -> C, policy: Interruption
    ) throws(CommandError) -> InterruptionDecision {
        try self.check(controller: container)
        return try self.decideInterruption(of: container, by: command(), policy: policy)
    }

    /// Carries out a decision that `decideInterruption` has made: ends the running transition or
    /// queues the command.
    ///
    /// - Returns: Whether the command continues now.
    /// - Throws: `controllerNotFound` for a stale handle.
    public mutating func resolve(
        _ decision: InterruptionDecision, of container: Handle
    ) throws(CommandError) -> Bool {
        try self.open(container)
        return self.resolve(decision, of: container)
    }

    /// Ends the container's running transition at once: completes it, or cancels it if it is
    /// interactive. Drops the queued commands. Does nothing if no transition is running.
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

    /// Sets a time at which the engine calls `deadline(_:of:in:)` of the controller's kind, with
    /// `token` as an argument. The token lets the kind recognise a stale deadline.
    public mutating func schedule(
        _ controller: Handle, at time: Instant, token: UInt64
    ) throws(CommandError) {
        try self.open(controller)
        self.schedule(controller, at: time, token: token)
    }

    /// Returns the seconds until such a time, or nil if none is set.
    public func secondsUntilDeadline(
        of controller: Handle, token: UInt64
    ) throws(CommandError) -> Double? {
        try self.check(controller: controller)
        return self.secondsUntilDeadline(of: controller, token: token)
    }
}

// MARK: - Events of a kind

extension CheckedHandles where Self == Scene {
    /// Records an event that the controller's kind declares. Amortised O(size of the event).
    ///
    /// - Throws: `controllerNotFound` for a stale handle.
    /// - Precondition: The controller's kind declares the event.
    public mutating func emit<E: EventDeclaration>(
        _ event: E, of controller: Handle
    ) throws(CommandError) {
        try self.open(controller)
        self.emit(event, of: controller)
    }

    /// Publishes `controller.updated` for changed members of the controller's record.
    ///
    /// A kind must publish every change to the result of `record(of:in:)`, in the same transaction.
    /// O(changes).
    public mutating func announce(
        _ changes: [Value.Member], of controller: Handle
    ) throws(CommandError) {
        try self.open(controller)
        self.announce(changes, of: controller)
    }

    /// Publishes `controller.custom`, an event with a name and members that the kind chooses. The
    /// event does not change any records. O(members).
    public mutating func announce(
        _ name: String, _ members: [Value.Member] = [], of controller: Handle
    ) throws(CommandError) {
        try self.open(controller)
        self.announce(name, members, of: controller)
    }

    /// Publishes a diagnostic for a call that UIKit discourages.
    public mutating func misuse(_ controller: Handle, _ text: String) throws(CommandError) {
        try self.check(controller)
        self.makeUnique()
        self.misuse(controller, text)
    }

    /// Publishes the message that UIKit logs for a call that UIKit ignores, and adds the message to
    /// the reply of the current command.
    public mutating func ignore(_ controller: Handle, _ text: String) throws(CommandError) {
        try self.check(controller)
        self.makeUnique()
        self.ignore(controller, text)
    }
}

// MARK: - Lists of members

extension CheckedHandles where Self == Scene {
    /// Checks that controllers may become the members of a container.
    ///
    /// - Throws: `duplicateController` if a controller is in the list twice, `limitExceeded` if the
    ///   list is too long, and the errors of `checkMember`.
    public func checkMembers(
        _ members: [Handle], of container: Handle, at path: String
    ) throws(CommandError) {
        try self.check(controller: container)
        try self.check(controllers: members)
        try self.checkMembers(members, of: container, at: path)
    }

    /// Checks that a controller may become a member of a container.
    ///
    /// - Throws: The errors of `checkAddChild`. Also those of `checkUnused` if the container is not
    ///   the parent of the controller.
    public func checkMember(
        _ member: Handle, of container: Handle, at path: String
    ) throws(CommandError) {
        try self.check(controller: container)
        try self.check(controller: member)
        try self.checkMember(member, of: container, at: path)
    }

    /// Checks that a controller may become a child.
    ///
    /// - Throws: `controllerNotFound` for a stale handle; `wouldCreateCycle` if the parent is the
    ///   child or is inside the child; `hierarchyInconsistency` if the child is the root of a
    ///   window, or if its view is in the view of a controller other than the parent;
    ///   `controllerInUse` if the child is presented or belongs to a different container;
    ///   `limitExceeded` for too many children or levels.
    public func checkAddChild(
        _ child: Handle, to parent: Handle, at path: String
    ) throws(CommandError) {
        try self.check(controller: child)
        try self.check(controller: parent)
        try self.checkAddChild(child, to: parent, at: path)
    }

    /// Checks that no parent, container, presenter or window uses a controller.
    ///
    /// - Throws: `controllerNotFound` for a stale handle, `controllerInUse` for a used controller.
    public func checkUnused(_ controller: Handle, at path: String) throws(CommandError) {
        try self.check(controller: controller)
        try self.checkUnused(controller, at: path)
    }

    /// Checks that the user may select a controller.
    ///
    /// - Throws: `controllerNotFound` for a stale handle; `vetoed` if the kind of the controller or
    ///   of the container forbids the selection.
    public func checkSelection(of controller: Handle, in container: Handle) throws(CommandError) {
        try self.check(controller: controller)
        try self.check(controller: container)
        try self.checkSelection(of: controller, in: container)
    }

    /// Checks that the user may remove a controller from a container's list.
    ///
    /// - Throws: `controllerNotFound` for a stale handle; `vetoed` if the controller is pinned, if a
    ///   kind forbids the removal, or if the controller is shown and the user may not leave it.
    public func checkRemoval(
        of controller: Handle, from container: Handle, isShown: Bool
    ) throws(CommandError) {
        try self.check(controller: controller)
        try self.check(controller: container)
        try self.checkRemoval(of: controller, from: container, isShown: isShown)
    }

    /// Checks that the user may leave a controller.
    ///
    /// - Throws: `controllerNotFound` for a stale handle; `vetoed` if the option `canLeave` of the
    ///   controller is false.
    public func checkLeaving(_ controller: Handle) throws(CommandError) {
        try self.check(controller: controller)
        try self.checkLeaving(controller)
    }

    /// Adds a controller to a container's list of members and to the container's children. Returns
    /// true if the container was not yet the controller's parent; the kind must then call
    /// `didMove`. If a reaction to a callback has added the controller elsewhere, the controller
    /// does not become a child.
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

    /// Returns the index of a member in a list, or nil if the list does not contain the member. The
    /// search starts at the member's last known index.
    public func index(of member: Handle, in list: [Handle]) throws(CommandError) -> Int? {
        try self.check(controller: member)
        return self.firstIndex(of: member, in: list)
    }

    /// Returns the index of a member. A command specifies the member by index or by name. Returns
    /// nil if the list does not contain the named controller.
    ///
    /// - Throws: `indexOutOfRange` for an index outside of the list, `controllerNotFound` for an
    ///   unknown name, and `invalidParams` unless exactly one of index and name is given.
    public func index(
        _ index: Int?, or name: Identifier?, at path: String, in list: [Handle],
        called noun: String
    ) throws(CommandError) -> Int? {
        try self.check(controllers: list)
        return try self.index(index, or: name, at: path, in: list, called: noun)
    }

    /// Records the index of each member in a list. Later searches for a member start at the
    /// recorded index.
    public mutating func note(indexes list: [Handle]) throws(CommandError) {
        try self.check(controllers: list)
        self.makeUnique()
        self.note(indexes: list)
    }

    /// Repeats the check of controllers that will become members of a container, after callbacks
    /// have run. Returns whether the controllers can still be added.
    public mutating func mayStillTake(
        _ members: [Handle], into container: Handle
    ) throws(CommandError) -> Bool {
        try self.open(container)
        try self.check(controllers: members)
        return self.mayStillTake(members, into: container)
    }
}
