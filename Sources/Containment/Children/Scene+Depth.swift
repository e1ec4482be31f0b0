internal import PagerModel

/// Functions that find the ancestors of a controller and limit the depth of the trees.
///
/// The next ancestor of a controller is its parent. Without a parent, it is the container that has
/// the controller in its list of pages, tabs or stack members; otherwise it is the presenter. The
/// list matters because a page far from the selected page becomes a child of its container only
/// later.
extension Scene {
    /// Returns whether `ancestor` is `controller` itself or one of its ancestors. A presenter does
    /// not count as an ancestor. O(depth).
    func isAncestor(_ ancestor: Handle, of controller: Handle) -> Bool {
        climb(from: controller, to: ancestor) { self[$0].enclosing }
    }

    /// Returns whether `controller` is `other` itself or one of its descendants. A presented
    /// controller counts as a descendant of its presenter. O(depth).
    func isBelow(_ controller: Handle, _ other: Handle) -> Bool {
        climb(from: controller, to: other) { above($0) }
    }

    /// Returns whether `end` is `start` itself or is reached by repeated calls of `next`: first
    /// with `start`, then with the result of the previous call.
    @inline(__always)
    func climb(from start: Handle, to end: Handle, _ next: (Handle) -> Handle) -> Bool {
        var current = start
        while !current.isNone, current != end { current = next(current) }
        return !current.isNone
    }

    /// Checks that the controller tree stays within the depth limit if a controller and its
    /// descendants are added below `other`. O(depth).
    ///
    /// - Throws: `limitExceeded` if the tree would be too deep.
    func checkDepth(
        of controller: Handle, below other: Handle, at path: String, _ known: Above? = nil
    ) throws(CommandError) {
        let depth = known?.depth ?? depth(of: other)
        guard depth + Int(self[controller].height.levels) <= Limits.depth else {
            throw CommandError(
                .limitExceeded,
                "the controller tree, with presentations, must have at most \(Limits.depth) levels",
                path: path)
        }
    }

    /// Checks that the view tree stays within the depth limit if a view is added to another view.
    /// The view's current and future descendants count too. O(depth).
    ///
    /// - Throws: `limitExceeded` if the tree would be too deep.
    func checkViewDepth(
        of view: Handle, in other: Handle, at path: String, _ known: Above? = nil
    ) throws(CommandError) {
        let levels = known?.viewLevels ?? viewLevels(above: other)
        guard levels + Int(self[view].viewHeight.levels) <= Limits.depth else {
            throw CommandError(
                .limitExceeded, "the view tree must have at most \(Limits.depth) levels",
                path: path)
        }
    }

    /// Returns the number of views on the path from a view up to the topmost view, including both
    /// but not the window. If a view on the path has no superview, the path continues with the
    /// view's future superview (`eventualSuperview(of:)`).
    fileprivate func viewLevels(above view: Handle) -> Int {
        var levels = 0
        var current = view
        while !current.isNone, self[current].role != .window, levels <= Limits.depth {
            levels += 1
            current = eventualSuperview(of: current)
        }
        return levels
    }

    /// Returns the current or future superview of a view. This is the first of these that exists:
    ///
    /// - the superview
    /// - the superview from which a presentation has removed the view
    /// - the view of the controller's parent
    /// - the view of the container that has the controller in its list of pages, tabs or stack
    ///   members
    func eventualSuperview(of view: Handle) -> Handle {
        if let superview = self[view].superview.some { return superview }
        return returnSuperview(of: view)?.some ?? self[view].enclosing
    }

    /// Returns whether a view is `ancestor` itself, is inside `ancestor`, or may be inside it
    /// later. Commands use the result to refuse two views that would each be inside the other
    /// [11.7].
    ///
    /// The function goes up from each view to its current or future superview
    /// (`eventualSuperview(of:)`), and also to its other possible superviews
    /// (`otherSuperviews(of:)`). O(number of views on these paths). This is O(depth) if the views
    /// have no other possible superviews.
    func isEnclosed(_ view: Handle, by ancestor: Handle) -> Bool {
        if let isReached = isEnclosedOnSinglePath(ancestor, from: view) { return isReached }
        return superviews(above: view).contains(ancestor)
    }

    /// Returns whether a walk up the superviews leads from a view to `ancestor`. Returns nil if one
    /// walk is not enough, because a view on the way may get a different superview later.
    private func isEnclosedOnSinglePath(_ ancestor: Handle, from view: Handle) -> Bool? {
        var (current, levels) = (view, 0)
        while !current.isNone {
            if current == ancestor { return true }
            guard levels <= 2 * Limits.depth, otherSuperviews(of: current).isEmpty else {
                return nil
            }
            current = eventualSuperview(of: current)
            levels += 1
        }
        return false
    }

    /// Returns a view and all views that contain it now or may contain it later. Visits each view
    /// only once, because future superviews can form a cycle: if a child's view has no superview,
    /// the parent's view is its future superview, but may itself be inside the child's view.
    fileprivate func superviews(above view: Handle) -> Set<Handle> {
        var found: Set<Handle> = []
        var waiting = [view]
        while let next = waiting.popLast() {
            var current = next
            while !current.isNone, found.insert(current).inserted {
                waiting += otherSuperviews(of: current)
                current = eventualSuperview(of: current)
            }
        }
        return found
    }

    /// Returns the views that commands treat as possible later superviews of a view, in addition to
    /// the current or future superview that `eventualSuperview(of:)` returns:
    ///
    /// - If the view of a child is outside of its parent's view: the parent's view.
    /// - If the view of a page without a parent is outside of the container's view: the container's
    ///   view.
    /// - If the view is presented with an in-context style: the presenter's view, because the frame
    ///   of the presented view follows the frame of the presenter's view.
    ///
    /// Commands use the result to refuse two views that would each be inside the other [11.7].
    private func otherSuperviews(of view: Handle) -> [Handle] {
        if hasContexts, isInContext(view) {
            return [self[view].presenter]
        }
        let (superview, parent) = (self[view].superview, self[view].parent)
        if superview.isNone || superview == parent { return [] }
        if parent.isNone { return self[view].container.some.map { [$0] } ?? [] }
        return nearestController(above: view) == parent ? [] : [parent]
    }

    /// Returns the first of these that exists: the parent of a controller, the container that has
    /// the controller in its list of pages, tabs or stack members, or the presenter.
    func above(_ controller: Handle) -> Handle { self[controller].above }

    /// Returns the number of levels from the topmost ancestor to the controller.
    fileprivate func depth(of controller: Handle) -> Int {
        var depth = 0
        var current = controller
        while !current.isNone, depth <= Limits.depth {
            depth += 1
            current = above(current)
        }
        return depth
    }
}

/// The ancestors of a controller, collected once, so that many controllers can be checked as new
/// children of this controller without collecting the ancestors for each check.
struct Above {
    /// The controller and its ancestors, without presenters. The next ancestor of a controller is
    /// its parent or, without a parent, the container that has the controller in its list of pages,
    /// tabs or stack members.
    private(set) var ancestors: Set<Handle> = []
    /// The controller and its ancestors, including presenters. If a controller has neither a parent
    /// nor a container, its next ancestor is its presenter.
    private(set) var above: Set<Handle> = []
    /// The controller's view, and the views that contain it now or may contain it later.
    let enclosing: Set<Handle>
    let depth: Int
    let viewLevels: Int

    /// Collects the ancestors of a controller. O(depth).
    init(_ controller: Handle, in scene: Scene) {
        depth = scene.depth(of: controller)
        viewLevels = scene.viewLevels(above: controller)
        var current = controller
        while !current.isNone, ancestors.insert(current).inserted {
            current = scene[current].enclosing
        }
        current = controller
        while !current.isNone, above.insert(current).inserted { current = scene.above(current) }
        enclosing = scene.superviews(above: controller)
    }
}

/// Functions that update the heights of records after each change of the controller tree or the
/// view tree, so that the depth limit can be checked without a walk through subtrees. O(depth), or
/// O(1) if no height changes.
extension Scene {
    /// Calls `change`, which changes the position of a record in the controller tree or the view
    /// tree. Then updates the heights of the records above the old and the new position.
    @inline(__always)
    mutating func relocate(_ node: Handle, _ change: (inout Scene) -> Void) {
        let old = TreePosition(of: node, in: self)
        if state.presentations.isEmpty { change(&self) } else { changeLeads(of: node, change) }
        let new = TreePosition(of: node, in: self)
        if old == new { return }
        state.heights.noteRelocation()
        if old.above != new.above {
            moveHeight(of: node, in: .controllers, old.above, new.above)
        }
        if old.target != new.target { moveHeight(of: node, in: .views, old.target, new.target) }
    }

    /// The position of a record in both trees. Before a child's view has a superview, `target` is
    /// its parent already. So the insertion of the view changes only `superview`.
    private struct TreePosition: Equatable, BitwiseCopyable {
        let above: Handle
        let target: Handle
        let superview: Handle

        @inline(__always)
        init(of node: Handle, in scene: borrowing Scene) {
            above = scene[node].above
            superview = scene[node].superview
            target =
                superview.some ?? scene.state.presentations.returnSuperview(of: node)?.some
                ?? scene[node].enclosing
        }
    }

    func height(of node: Handle, in tree: Tree) -> Height {
        tree == .controllers ? self[node].height : self[node].viewHeight
    }

    private mutating func moveHeight(
        of node: Handle, in tree: Tree, _ old: Handle, _ new: Handle
    ) {
        let levels = height(of: node, in: tree).levels
        changeHeights(above: old, in: tree, from: levels, to: 0)
        changeHeights(above: new, in: tree, from: 0, to: levels)
    }

    /// Updates the heights of a record and its ancestors after the height of one of the record's
    /// direct descendants has changed. `old` is 0 for an added descendant, and `new` is 0 for a
    /// removed one.
    private mutating func changeHeights(
        above node: Handle, in tree: Tree, from old: UInt16, to new: UInt16
    ) {
        var (current, old, new) = (node, old, new)
        while old != new, isAlive(current) {
            let before = height(of: current, in: tree)
            var after = before
            if old > 0 { state.heights.forget(old, below: current, in: tree, &after) }
            if new > 0 { state.heights.note(new, below: current, in: tree, &after) }
            if tree == .controllers {
                self[current].height = after
            } else {
                self[current].viewHeight = after
            }
            (old, new) = (before.levels, after.levels)
            if old != new {
                current = tree == .controllers ? above(current) : eventualSuperview(of: current)
            }
        }
    }
}

extension Scene {
    /// Computes all stored values that are derived from the trees: the heights of records, the
    /// indexes of children, and the lookup tables for presented controllers and for the removed
    /// views of presenters. O(records).
    ///
    /// A record that is inside itself gets the maximum height, and so do its ancestors.
    mutating func measure() {
        for slot in 0..<UInt32(slotCount) {
            let handle = handle(at: slot)
            self[handle].height = Height()
            self[handle].viewHeight = Height()
            note(childPositions: self[handle].children.positions)
            self[handle].subviews.pack()
            noteSubviews(of: handle)
        }
        for presented in state.presentations.rebuild() { lead(to: presented) }
        state.heights.removeAll()
        measure(.controllers)
        measure(.views)
    }

    /// Computes the heights of all records in one tree, from the leaves upwards.
    private mutating func measure(_ tree: Tree) {
        let handles = (0..<UInt32(slotCount)).map { handle(at: $0) }
        let above = handles.map { handle -> Handle in
            guard isAlive(handle) else { return .none }
            let above = tree == .controllers ? self.above(handle) : eventualSuperview(of: handle)
            return isAlive(above) ? above : .none
        }
        var waiting = [Int](repeating: 0, count: slotCount)
        for above in above where !above.isNone { waiting[Int(above.slot)] += 1 }
        var ready = handles.indices.filter { waiting[$0] == 0 }
        while let slot = ready.popLast() {
            waiting[slot] = -1
            guard let next = above[slot].some else { continue }
            measure(next, over: height(of: handles[slot], in: tree).levels, in: tree)
            waiting[Int(next.slot)] -= 1
            if waiting[Int(next.slot)] == 0 { ready.append(Int(next.slot)) }
        }
        for slot in handles.indices where waiting[slot] > 0 {
            measure(above[slot], over: TreeHeights.highest, in: tree)
        }
    }

    private mutating func measure(_ node: Handle, over levels: UInt16, in tree: Tree) {
        var height = height(of: node, in: tree)
        state.heights.note(levels, below: node, in: tree, &height)
        if tree == .controllers {
            self[node].height = height
        } else {
            self[node].viewHeight = height
        }
    }

    /// Returns the records whose stored derived values, such as heights, differ from newly computed
    /// ones. O(records).
    func mismeasured() -> [Handle] {
        var copy = self
        copy.makeUnique()
        copy.measure()
        return everything().filter { handle in
            guard state.presentations.agrees(with: copy.state.presentations, at: handle) else {
                return true
            }
            return [Tree.controllers, .views].contains {
                let (kept, found) = (height(of: handle, in: $0), copy.height(of: handle, in: $0))
                return (kept.levels, kept.tallest) != (found.levels, found.tallest)
            }
        }
    }
}
