import PagerModel

// Parents and children [1].
extension Reference {
    func willMove(_ child: Controller, to parent: Controller?) {
        child.movingTo = parent != nil
        child.movingFrom = parent == nil
        tell(child, "containment.willMoveToParent", name(parent))
    }

    func didMove(_ child: Controller, to parent: Controller?) {
        tell(child, "containment.didMoveToParent", name(parent))
        child.movingTo = false
        child.movingFrom = false
        child.owesDidMove = false
    }

    /// Adds a child: willMove(parent), then the relationship [1.1]. A former parent is removed
    /// first [1.4].
    func addChild(_ child: Controller, to parent: Controller) {
        if child.parent === parent { return }
        if child.parent != nil {
            willMove(child, to: nil)
            tell(child, "containment.removeFromParent")
            removeFromParent(child)
        }
        willMove(child, to: parent)
        parent.children.append(child)
        child.parent = parent
        tell(child, "containment.parentChanged", parent.name, "\(parent.children.count - 1)")
    }

    /// Removes the relationship, then sends didMove(nil) [1.2].
    func removeFromParent(_ child: Controller) {
        guard let parent = child.parent else { return }
        parent.children = parent.children.without(child)
        child.parent = nil
        child.isManaged = false
        tell(child, "containment.parentChanged", "null", "null")
        // Only the parent could end what its own appearance has begun, so it ends here.
        if let actor = standIn(for: child) { end(actor, of: .parent) }
        didMove(child, to: nil)
    }

    /// Refuses a controller that is already shown elsewhere.
    func checkUnused(_ controller: Controller) throws(CommandError) {
        if controller.parent != nil || controller.presenter != nil || controller.lister != nil
            || controller.isRoot != nil || controller.isDisplaced
        {
            throw CommandError(.controllerInUse, controller.name)
        }
    }

    /// Adds a child on behalf of a container.
    func addManagedChild(_ child: Controller, to parent: Controller) {
        addChild(child, to: parent)
        child.isManaged = true
    }

    /// Makes a new member of a container's list its child. Returns false if it was one before.
    @discardableResult
    func take(_ member: Controller, into container: Controller) -> Bool {
        let isNew = member.parent !== container
        addManagedChild(member, to: container)
        if member.lister == nil { member.lister = container }
        return isNew
    }

    func delist(_ member: Controller, from container: Controller) {
        if member.lister === container { member.lister = nil }
    }

    /// Sorts the children in the order of the container's list.
    func order(_ wanted: [Controller], in parent: Controller) {
        let mine = wanted.filter { $0.parent === parent }
        for (index, child) in mine.enumerated() {
            guard parent.children[index] !== child else { continue }
            parent.children = parent.children.without(child)
            parent.children.insert(child, at: index)
            tell(child, "containment.parentChanged", parent.name, "\(index)")
        }
    }

    // MARK: commands

    func addChild(_ command: ControllerAddChild) throws(CommandError) {
        let parent = try controller(command.parent)
        let child = try controller(command.child)
        if child.parent === parent { return }
        try check(child, mayJoin: parent)
        if let lister = child.lister, lister !== parent || lister.kind != "pager" {
            throw CommandError(.controllerInUse, child.name)
        }
        addChild(child, to: parent)
    }

    /// Refuses what addChild refuses.
    func check(_ child: Controller, mayJoin parent: Controller) throws(CommandError) {
        if holds(child, parent) || lies(parent.view, in: child.view) {
            throw CommandError(.wouldCreateCycle, child.name)
        }
        if child.isRoot != nil { throw CommandError(.hierarchyInconsistency, child.name) }
        if child.presenter != nil { throw CommandError(.controllerInUse, child.name) }
        if isBelow(child, parent) { throw CommandError(.wouldCreateCycle, child.name) }
        if child.parent !== parent {
            try checkFree(child)
            if child.isDisplaced { throw CommandError(.controllerInUse, child.name) }
        }
        try checkTree(child, wanted: parent)
    }

    /// Whether a controller is the other one or contains it.
    private func holds(_ controller: Controller, _ other: Controller?) -> Bool {
        guard let other else { return false }
        return controller === other || holds(controller, other.parent ?? other.lister)
    }

    /// Whether a controller is the other one or contains it, also through a presenter below it,
    /// because families must not form a cycle. A page that is not a child yet counts as its
    /// pager's.
    func isBelow(_ controller: Controller, _ other: Controller?) -> Bool {
        guard let other else { return false }
        if controller === other { return true }
        return isBelow(controller, other.parent ?? other.lister ?? other.presenter)
    }

    /// Refuses a child that only its container may move.
    func checkFree(_ child: Controller) throws(CommandError) {
        if child.isManaged { throw CommandError(.controllerInUse, child.name) }
    }

    /// Refuses a child whose view is in another controller's tree [14].
    func checkTree(_ child: Controller, wanted parent: Controller) throws(CommandError) {
        guard let host = child.view.superview?.nearestController, host !== parent else { return }
        throw CommandError(.hierarchyInconsistency, child.name)
    }

    func removeFromParent(_ command: ControllerRemoveFromParent) throws(CommandError) {
        let child = try controller(command.id)
        if child.parent == nil { throw CommandError(.notAChild, child.name) }
        try checkFree(child)
        removeFromParent(child)
    }

    func willMove(_ command: ControllerWillMove) throws(CommandError) {
        let child = try controller(command.id)
        let parent: Controller? =
            if let id = command.parent { try controller(id) } else { nil }
        willMove(child, to: parent)
    }

    func didMove(_ command: ControllerDidMove) throws(CommandError) {
        let child = try controller(command.id)
        let parent: Controller? =
            if let id = command.parent { try controller(id) } else { nil }
        didMove(child, to: parent)
    }
}
