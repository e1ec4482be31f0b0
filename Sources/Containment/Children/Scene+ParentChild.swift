public import PagerModel

extension Scene {
    /// Performs UIKit's `willMove(toParent:)`: records that the child is about to move, and sends
    /// the callback [1.1] [1.9].
    package mutating func willMove(_ child: Handle, to parent: Handle) {
        if parent.isNone {
            self[child].flags.insert(.movingFrom)
            self[child].flags.remove(.movingTo)
        } else {
            self[child].flags.insert(.movingTo)
            self[child].flags.remove(.movingFrom)
        }
        send(ContainmentEvents.WillMoveToParent { $0.parent = parent }, to: child)
    }

    /// Performs UIKit's `didMove(toParent:)`: records that the move has ended, and sends the
    /// callback [1.3].
    package mutating func didMove(_ child: Handle, to parent: Handle) {
        self[child].flags.subtract([.movingTo, .movingFrom, .owedDidMove])
        send(ContainmentEvents.DidMoveToParent { $0.parent = parent }, to: child)
    }

    /// Performs `addChild(_:)` for a container's own code: calls `willMove(toParent:)`, then adds
    /// the child [1.1].
    ///
    /// Check the child with `checkAddChild` before the call. O(depth) if the child has no former
    /// parent.
    package mutating func addManagedChild(_ child: Handle, to parent: Handle) {
        addChild(child, to: parent)
        if self[child].parent == parent { self[child].flags.insert(.managed) }
    }

    /// Postpones the call of `didMove(toParent:)` until the child has appeared [6.3] [6.7].
    package mutating func didMoveWhenAppeared(_ child: Handle) {
        self[child].flags.insert(.owedDidMove)
    }

    /// Returns whether a call of `didMove(toParent:)` is still pending.
    package func isOwedDidMove(_ child: Handle) -> Bool {
        self[child].flags.contains(.owedDidMove)
    }

    /// Reorders the children of a container. The children in `order` come first, in the order of
    /// this list, and the container's remaining children follow. O(children).
    package mutating func arrange(_ order: [Handle], of container: Handle) {
        let listed = Set<Handle>(order)
        let mine = order.filter { self[$0].parent == container }
        let before = self[container].children.all
        note(visits: before.count)
        let sorted = mine + before.filter { !listed.contains($0) }
        guard sorted != before else { return }
        var moved = Set<Handle>()
        // The index in `before` of the first child that is not sorted yet.
        var next = 0
        for (index, child) in sorted.enumerated() {
            while moved.contains(before[next]) { next += 1 }
            if before[next] == child {
                next += 1
            } else {
                moved.insert(child)
                emit(
                    ContainmentEvents.ParentChanged {
                        $0.parent = container
                        $0.index = index
                    }, of: child)
            }
        }
        setChildren(HandleList(sorted), of: container)
    }

    /// Sets the children of a controller, and records the index of each child. O(children).
    private mutating func setChildren(_ children: HandleList, of parent: Handle) {
        note(childPositions: children.positions)
        self[parent].children = children
    }

    /// Removes a child from its parent's list of children. O(1), amortised for a long list.
    private mutating func removeChild(_ child: Handle, of parent: Handle) {
        let hint = Int(self[child].childPosition)
        guard let position = self[parent].children.position(of: child, near: hint) else { return }
        if self[parent].children.isLong {
            note(childPositions: self[parent].children.removeFromChunk(at: position))
        } else {
            note(visits: abs(position - hint))
            self[parent].children.remove(at: position)
        }
        guard self[parent].children.isSparse else { return }
        self[parent].children.pack()
        note(childPositions: self[parent].children.positions)
    }

    private mutating func appendChild(_ child: Handle, to parent: Handle) {
        if self[parent].children.isFull {
            self[parent].children.divide()
            note(childPositions: self[parent].children.positions)
        }
        guard self[parent].children.isLong else {
            self[child].childPosition = UInt32(self[parent].children.append(child))
            return
        }
        let end = self[parent].children.count
        let (position, moved) = self[parent].children.insert(child, at: end) { _ in false }
        self[child].childPosition = UInt32(position)
        note(childPositions: moved)
    }

    mutating func note(childPositions moved: HandleChunks.Moved) {
        note(visits: moved.count)
        for (child, position) in moved { self[child].childPosition = UInt32(position) }
    }

    mutating func addChild(_ child: Handle, to parent: Handle) {
        if self[child].parent == parent { return }
        let before = state.heights.relocations
        if !self[child].parent.isNone { removeFromParentImplicitly(child) }
        willMove(child, to: parent)
        // A reaction may have added the child already.
        if self[child].parent == parent { return }
        if state.heights.relocations != before || self[child].height.levels > 1
            || !self[child].superview.isNone,
            !mayStillJoin(child, parent)
        {
            return
        }
        relocate(child) { $0[child].parent = parent }
        appendChild(child, to: parent)
        let index = self[parent].children.count - 1
        emit(
            ContainmentEvents.ParentChanged {
                $0.parent = parent
                $0.index = index
            }, of: child)
    }

    /// Removes a child from its former parent, with all callbacks, before `addChild` adds the child
    /// to a new parent [1.4].
    private mutating func removeFromParentImplicitly(_ child: Handle) {
        willMove(child, to: .none)
        emit(ContainmentEvents.RemoveFromParent(), of: child)
        removeFromParent(child)
    }

    /// Performs `removeFromParent()`: removes the child, then calls `didMove(toParent: nil)` [1.2].
    /// The view keeps its superview [1.5].
    package mutating func removeFromParent(_ child: Handle) {
        let parent = self[child].parent
        guard !parent.isNone else { return }
        removeChild(child, of: parent)
        relocate(child) { $0[child].parent = .none }
        forgetMisplacedChild(child)
        self[child].flags.remove(.managed)
        emit(
            ContainmentEvents.ParentChanged {
                $0.parent = .none
                $0.index = nil
            }, of: child)
        // The former parent no longer completes the appearance transition that it has begun for the
        // child.
        let actor = standIn(for: child)
        if !actor.isNone, self[actor].driver == .parent {
            // If the parent's view is not in a window yet, the child's view may never enter one.
            if isAppearingOutsideWindow(actor) {
                begin(actor, appearing: false, animated: false, driver: .tree)
            }
            end(actor)
        }
        didMove(child, to: .none)
    }

    /// Checks that a controller may become a child.
    ///
    /// - Throws: `wouldCreateCycle` if the child is the parent, contains it or presents it;
    ///   `hierarchyInconsistency` if the child is the root of a window, or if its view is in the
    ///   view of a controller other than the parent; `controllerInUse` if the child is presented or
    ///   may not leave its former parent; `limitExceeded` for too many children or levels.
    package func checkAddChild(
        _ child: Handle, to parent: Handle, at path: String
    ) throws(CommandError) {
        try checkAddChild(child, to: parent, at: path, nil)
    }

    /// Checks that a controller may become a child. O(1) if the parameter `known` is given,
    /// otherwise O(depth).
    ///
    /// - Parameter known: The ancestors of the parent, if the caller checks several children.
    func checkAddChild(
        _ child: Handle, to parent: Handle, at path: String, _ known: Above?
    ) throws(CommandError) {
        guard !(known?.ancestors.contains(child) ?? isAncestor(child, of: parent)) else {
            throw CommandError(
                .wouldCreateCycle,
                "\(shown(child)) cannot become a child of \(shown(parent)), because "
                    + "\(shown(parent)) is \(shown(child)) or inside \(shown(child))", path: path)
        }
        guard !(known?.enclosing.contains(child) ?? isEnclosed(parent, by: child)) else {
            throw CommandError(
                .wouldCreateCycle,
                "\(shown(child)) cannot become a child of \(shown(parent)), because the view of "
                    + "\(shown(parent)) is inside the view of \(shown(child))", path: path)
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
                "\(shown(child)) is presented by \(shown(self[child].presenter)); dismiss "
                    + "\(shown(child)) first",
                path: path)
        }
        guard !(known?.above.contains(child) ?? isBelow(parent, child)) else {
            throw CommandError(
                .wouldCreateCycle,
                "\(shown(child)) cannot become a child of \(shown(parent)), because "
                    + "\(shown(child)) presents \(shown(parent)) or a controller above "
                    + "\(shown(parent))", path: path)
        }
        if self[child].parent != parent { try checkMayLeave(child, at: path) }
        try checkViewFits(child, parent, path)
        try checkDepth(of: child, below: parent, at: path, known)
        if self[child].superview.isNone {
            try checkViewDepth(of: child, in: parent, at: path, known)
        }
        try checkChildren(self[parent].children.count + 1, at: path)
    }

    /// Checks that a controller may have `count` children.
    ///
    /// - Throws: `limitExceeded` if `count` is more than `Limits.children`.
    public func checkChildren(_ count: Int, at path: String) throws(CommandError) {
        guard count <= Limits.children else {
            throw CommandError(
                .limitExceeded,
                "a controller can have at most \(Limits.children) children, got \(count)",
                path: path)
        }
    }

    /// Checks that a child may leave its parent.
    ///
    /// - Throws: `controllerInUse` if a container manages the child, or if a presentation has
    ///   removed the child's view and the view must return to its superview.
    private func checkMayLeave(_ child: Handle, at path: String) throws(CommandError) {
        if self[child].flags.contains(.managed) {
            throw CommandError(
                .controllerInUse,
                "\(shown(child)) belongs to the container \(shown(self[child].parent)); use the "
                    + "commands of that container", path: path)
        }
        if isDisplaced(child) {
            throw CommandError(
                .controllerInUse,
                "\(shown(child)) presents \(shown(self[child].presented)), which has replaced the "
                    + "view of \(shown(child)); dismiss \(shown(self[child].presented)) first",
                path: path)
        }
    }

    /// Checks that the child's view is not inside the view of a controller other than the parent
    /// [ERR-03].
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

    /// Returns the controller of the nearest superview, direct or indirect, that has a controller.
    /// Returns `.none` if there is no such superview. O(depth).
    func nearestController(above view: Handle) -> Handle {
        nearestController(from: self[view].superview)
    }

    /// Returns the view's controller. If the view has no controller, returns the controller of the
    /// nearest superview, direct or indirect, that has one. Returns `.none` if there is no such
    /// superview. O(depth).
    func nearestController(from view: Handle) -> Handle {
        var above = view
        while !above.isNone, self[above].role != .controller { above = self[above].superview }
        return above
    }

    package func parent(of controller: Handle) -> Handle { self[controller].parent }
    package func children(of controller: Handle) -> [Handle] { self[controller].children.all }
    /// Returns the child at an index, or `.none` if the controller has no child at that index.
    package func child(of controller: Handle, at index: Int) -> Handle {
        self[controller].children.handle(at: index) ?? .none
    }
    package func childCount(of controller: Handle) -> Int { self[controller].children.count }
}

/// Functions for the views of managed children. A managed child was added by the container's own
/// code instead of by a client.
extension Scene {
    /// Sets the frame of a child's view and adds the view to the container's view, at an index or
    /// in front of the other subviews. If the container has appeared, the child appears, even if
    /// the container is in no window [9.3].
    package mutating func addView(
        of child: Handle, to container: Handle, frame: Frame, at index: Int? = nil
    ) {
        loadViewIfNeeded(child)
        setFrame(child, frame)
        if isDisplaced(child) {
            // The child's own presentation has removed its view. The view returns when the
            // presentation ends.
            setReturnSuperview(of: child, in: container)
        } else if self[child].superview != container {
            detachFully(child)
            // If the container is in a window, `insert` makes the child appear.
            let appears = self[container].window.isNone && enters(child)
            if appears {
                let driver = appearanceDriver(of: child)
                let showsUnseen = setShowsUnseen(true)
                begin(child, appearing: true, animated: false, driver: driver)
                _ = setShowsUnseen(showsUnseen)
            }
            insert(child, into: container, at: index)
            if appears {
                sendIsAppearing(child)
                end(child, of: .tree)
            }
        }
    }

    /// Removes a child's view from the container's view. If the container has appeared, the child
    /// disappears, even if the container is in no window [9.3].
    package mutating func removeView(of child: Handle) {
        if isDisplaced(child) { clearReturnSuperview(of: child) }
        // If the child's view is in a window, `detach` makes the child disappear.
        let parent = self[child].parent
        let disappears =
            self[child].window.isNone && self[child].appearance == .appeared
            && !parent.isNone && hasAppeared(parent) && isForwarded(child, by: parent)
        if disappears { begin(child, appearing: false, animated: false, driver: .tree) }
        detach(child)
        if disappears { end(child, of: .tree) }
    }

    /// Removes a child's view from the container's view if a client has added it there. Called for
    /// a child that the container does not show.
    package mutating func hideView(of child: Handle, in container: Handle) {
        if self[child].superview == container { removeView(of: child) }
    }
}
