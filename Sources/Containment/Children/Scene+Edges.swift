public import PagerModel

extension Scene {
    /// willMove(toParent:) [1.1] [1.9].
    package mutating func willMove(_ child: Handle, to parent: Handle) {
        if parent.isNone {
            self[child].flags.insert(.movingFrom)
            self[child].flags.remove(.movingTo)
        } else {
            self[child].flags.insert(.movingTo)
            self[child].flags.remove(.movingFrom)
        }
        send(ContainmentEvents.WillMoveToParent(parent: parent), to: child)
    }

    /// didMove(toParent:) [1.3].
    package mutating func didMove(_ child: Handle, to parent: Handle) {
        self[child].flags.subtract([.movingTo, .movingFrom, .owedDidMove])
        send(ContainmentEvents.DidMoveToParent(parent: parent), to: child)
    }

    /// addChild(_:) by the container's own code: willMove(parent), then the edge [1.1].
    ///
    /// The child must have been checked with `checkAddChild`. O(1) without a former parent.
    package mutating func addManagedChild(_ child: Handle, to parent: Handle) {
        addChild(child, to: parent)
        if self[child].parent == parent { self[child].flags.insert(.managed) }
    }

    /// didMove(toParent:) now if the child is shown, else when it has appeared [6.3] [6.7].
    package mutating func didMoveWhenAppeared(_ child: Handle) {
        self[child].flags.insert(.owedDidMove)
    }

    /// Whether a didMove is still to come.
    package func isOwedDidMove(_ child: Handle) -> Bool {
        self[child].flags.contains(.owedDidMove)
    }

    /// Puts managed children into an order; the others follow behind. O(children).
    package mutating func arrange(_ order: [Handle], of container: Handle) {
        let listed = Set<Handle>(order)
        let mine = order.filter { self[$0].parent == container }
        let before = self[container].children.all
        note(visits: before.count)
        let sorted = mine + before.filter { !listed.contains($0) }
        guard sorted != before else { return }
        var moved = Set<Handle>()
        // Of those that stand behind the ones in order, the first: it is skipped once it has moved.
        var next = 0
        for (index, child) in sorted.enumerated() {
            while moved.contains(before[next]) { next += 1 }
            if before[next] == child {
                next += 1
            } else {
                moved.insert(child)
                emit(ContainmentEvents.ParentChanged(parent: container, index: index), of: child)
            }
        }
        setChildren(HandleList(sorted), of: container)
    }

    /// Notes where each child stands. O(children).
    private mutating func setChildren(_ children: HandleList, of parent: Handle) {
        note(childPlaces: children.placed)
        self[parent].children = children
    }

    /// O(1), amortised where the list is long.
    private mutating func removeChild(_ child: Handle, of parent: Handle) {
        let hint = Int(self[child].childPlace)
        guard let place = self[parent].children.place(of: child, near: hint) else { return }
        if self[parent].children.isLong {
            note(childPlaces: self[parent].children.removeFromChunk(at: place))
        } else {
            note(visits: abs(place - hint))
            self[parent].children.remove(at: place)
        }
        guard self[parent].children.isSparse else { return }
        self[parent].children.pack()
        note(childPlaces: self[parent].children.placed)
    }

    private mutating func appendChild(_ child: Handle, to parent: Handle) {
        if self[parent].children.isFull {
            self[parent].children.divide()
            note(childPlaces: self[parent].children.placed)
        }
        guard self[parent].children.isLong else {
            self[child].childPlace = UInt32(self[parent].children.append(child))
            return
        }
        let end = self[parent].children.count
        let (place, moved) = self[parent].children.insert(child, at: end) { _ in false }
        self[child].childPlace = UInt32(place)
        note(childPlaces: moved)
    }

    mutating func note(childPlaces moved: HandleChunks.Moved) {
        note(visits: moved.count)
        for (child, place) in moved { self[child].childPlace = UInt32(place) }
    }

    mutating func addChild(_ child: Handle, to parent: Handle) {
        if self[child].parent == parent { return }
        let before = state.relocations
        if !self[child].parent.isNone { removeFromParentImplicitly(child) }
        willMove(child, to: parent)
        // A reaction may have added it already.
        if self[child].parent == parent { return }
        if state.relocations != before || self[child].height.levels > 1
            || !self[child].superview.isNone,
            !mayStillJoin(child, parent)
        {
            return
        }
        relocate(child) { $0[child].parent = parent }
        appendChild(child, to: parent)
        let index = self[parent].children.count - 1
        emit(ContainmentEvents.ParentChanged(parent: parent, index: index), of: child)
    }

    /// The removal that addChild makes by itself, with all edges [1.4].
    private mutating func removeFromParentImplicitly(_ child: Handle) {
        willMove(child, to: .none)
        emit(ContainmentEvents.RemoveFromParent(), of: child)
        removeFromParent(child)
    }

    /// removeFromParent(): the edge is cut, then didMove(nil) [1.2]. The view stays [1.5].
    package mutating func removeFromParent(_ child: Handle) {
        let parent = self[child].parent
        guard !parent.isNone else { return }
        removeChild(child, of: parent)
        relocate(child) { $0[child].parent = .none }
        forgetStray(child)
        self[child].flags.remove(.managed)
        emit(ContainmentEvents.ParentChanged(parent: .none, index: nil), of: child)
        // The former parent no longer ends the appearance transition that its own one has begun.
        let actor = standIn(for: child)
        if !actor.isNone, self[actor].driver == .parent { end(actor) }
        didMove(child, to: .none)
    }

    /// Whether a controller may become a child.
    ///
    /// - Throws: `wouldCreateCycle`, `hierarchyInconsistency`, `controllerInUse`,
    ///   `limitExceeded`.
    package func checkAddChild(
        _ child: Handle, to parent: Handle, at path: String
    ) throws(CommandError) {
        try checkAddChild(child, to: parent, at: path, nil)
    }

    /// - Parameter known: what is above the parent, where several children are checked; then each
    ///   is checked in O(1), else in O(depth).
    func checkAddChild(
        _ child: Handle, to parent: Handle, at path: String, _ known: Above?
    ) throws(CommandError) {
        guard !(known?.ancestors.contains(child) ?? isAncestor(child, of: parent)) else {
            throw CommandError(
                .wouldCreateCycle, "\(shown(parent)) is \(shown(child)) or inside it", path: path)
        }
        guard !(known?.enclosing.contains(child) ?? isEnclosed(parent, by: child)) else {
            throw CommandError(
                .wouldCreateCycle,
                "the view of \(shown(parent)) lies in the view of \(shown(child))", path: path)
        }
        if self[child].flags.contains(.isRoot) {
            throw CommandError(
                .hierarchyInconsistency,
                "adding a root view controller \(shown(child)) as a child of view "
                    + "controller:\(shown(parent))",
                path: path, exception: "UIViewControllerHierarchyInconsistency")
        }
        if !self[child].presenter.isNone {
            throw CommandError(
                .controllerInUse,
                "\(shown(child)) is presented by \(shown(self[child].presenter)); dismiss it first",
                path: path)
        }
        guard !(known?.above.contains(child) ?? isBelow(parent, child)) else {
            throw CommandError(
                .wouldCreateCycle,
                "\(shown(child)) presents \(shown(parent)) or a controller "
                    + "above it", path: path)
        }
        if self[child].parent != parent { try checkMayLeave(child, at: path) }
        try checkViewFits(child, parent, path)
        try checkDepth(of: child, below: parent, at: path, known)
        if self[child].superview.isNone {
            try checkViewDepth(of: child, in: parent, at: path, known)
        }
        try checkChildren(self[parent].children.count + 1, at: path)
    }

    /// Whether a controller may have so many children.
    ///
    /// - Throws: `limitExceeded`.
    public func checkChildren(_ count: Int, at path: String) throws(CommandError) {
        guard count <= Limits.children else {
            throw CommandError(.limitExceeded, "at most \(Limits.children) children", path: path)
        }
    }

    /// - Throws: `controllerInUse` for what a container looks after, and for a presenter whose view
    ///   has to come back to where it was.
    private func checkMayLeave(_ child: Handle, at path: String) throws(CommandError) {
        if self[child].flags.contains(.managed) {
            throw CommandError(
                .controllerInUse,
                "\(shown(child)) belongs to the container \(shown(self[child].parent)); use its "
                    + "commands", path: path)
        }
        if displaced[child] != nil {
            throw CommandError(
                .controllerInUse,
                "\(shown(child)) presents \(shown(self[child].presented)), which has taken its "
                    + "place; dismiss that first", path: path)
        }
    }

    /// The child's view may not lie in another controller's tree [ERR-03].
    private func checkViewFits(_ child: Handle, _ parent: Handle, _ path: String)
        throws(CommandError)
    {
        guard !self[child].superview.isNone else { return }
        let nearest = nearestController(above: child)
        guard nearest != parent, !nearest.isNone else { return }
        throw CommandError(
            .hierarchyInconsistency,
            "child view controller:\(shown(child)) should have parent view "
                + "controller:\(shown(nearest)) but requested parent is:\(shown(parent))",
            path: path, exception: "UIViewControllerHierarchyInconsistency")
    }

    /// The controller whose view is the nearest above a view, `.none` if there is none. O(depth).
    func nearestController(above view: Handle) -> Handle {
        nearestController(from: self[view].superview)
    }

    /// The controller whose view is a view or the nearest above it, `.none` if there is none.
    func nearestController(from view: Handle) -> Handle {
        var above = view
        while !above.isNone, self[above].role != .controller { above = self[above].superview }
        return above
    }

    package func parent(of controller: Handle) -> Handle { self[controller].parent }
    package func children(of controller: Handle) -> [Handle] { self[controller].children.all }
    /// The child at an index, `.none` behind the last one.
    package func child(of controller: Handle, at index: Int) -> Handle {
        self[controller].children.handle(at: index) ?? .none
    }
    package func childCount(of controller: Handle) -> Int { self[controller].children.count }
}
