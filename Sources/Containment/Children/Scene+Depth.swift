internal import PagerModel

/// What is above a controller: its parent, else the container that has it in its list, else its
/// presenter. A page far from the selected one is no child yet, but it will be, so it counts.
extension Scene {
    /// Whether the first contains the second in its family, or is it. O(depth).
    func isAncestor(_ ancestor: Handle, of controller: Handle) -> Bool {
        climb(from: controller, to: ancestor) { enclosing($0) }
    }

    /// Whether the first stands below the second, presentations included, or is it. O(depth).
    func isBelow(_ controller: Handle, _ other: Handle) -> Bool {
        climb(from: controller, to: other) { above($0) }
    }

    /// Whether a way up comes by a record.
    @inline(__always)
    func climb(from start: Handle, to end: Handle, _ next: (Handle) -> Handle) -> Bool {
        var current = start
        while !current.isNone, current != end { current = next(current) }
        return !current.isNone
    }

    /// Whether a controller with all that is below it may come directly below another.
    ///
    /// - Throws: `limitExceeded`. O(depth).
    func checkDepth(
        of controller: Handle, below other: Handle, at path: String, _ known: Above? = nil
    ) throws(CommandError) {
        let depth = known?.depth ?? depth(of: other)
        guard depth + Int(self[controller].height.levels) <= Limits.depth else {
            throw CommandError(
                .limitExceeded,
                "controllers are at most \(Limits.depth) deep, presentations included", path: path)
        }
    }

    /// Whether a view with all that lies or will lie in it may come directly into another.
    ///
    /// - Throws: `limitExceeded`. O(depth).
    func checkViewDepth(
        of view: Handle, in other: Handle, at path: String, _ known: Above? = nil
    ) throws(CommandError) {
        let levels = known?.viewLevels ?? viewLevels(above: other)
        guard levels + Int(self[view].viewHeight.levels) <= Limits.depth else {
            throw CommandError(.limitExceeded, "views are at most \(Limits.depth) deep", path: path)
        }
    }

    /// Up the superviews, and from a view that is in none to where it waits to be shown.
    fileprivate func viewLevels(above view: Handle) -> Int {
        var levels = 0
        var current = view
        while !current.isNone, self[current].role != .window, levels <= Limits.depth {
            levels += 1
            current = place(of: current)
        }
        return levels
    }

    /// Where a view lies, or will lie once it is shown: its superview, the place a presentation has
    /// taken it from, its controller's parent or the container in whose list that waits.
    func place(of view: Handle) -> Handle {
        if let superview = self[view].superview.some { return superview }
        if displaced.isEmpty { return enclosing(view) }
        return displaced[view]?.superview.some ?? enclosing(view)
    }

    /// Whether a view is, or would be once its containers show it, inside another. O(depth), and
    /// O(all that is above) where children lie outside of their parents.
    func isEnclosed(_ view: Handle, by ancestor: Handle) -> Bool {
        if let isReached = isReachedStraight(ancestor, from: view) { return isReached }
        return places(above: view).contains(ancestor)
    }

    /// Whether the only way up from a view comes by an ancestor, nil where there are several ways.
    private func isReachedStraight(_ ancestor: Handle, from view: Handle) -> Bool? {
        var (current, levels) = (view, 0)
        while !current.isNone {
            if current == ancestor { return true }
            guard levels <= 2 * Limits.depth, otherPlaces(of: current).isEmpty else { return nil }
            current = place(of: current)
            levels += 1
        }
        return false
    }

    /// A view and all that it is or would be in. Where views will lie may go round: a child whose
    /// superview was destroyed waits to be shown by a parent that lies in it.
    fileprivate func places(above view: Handle) -> Set<Handle> {
        var found: Set<Handle> = []
        var waiting = [view]
        while let next = waiting.popLast() {
            var current = next
            while !current.isNone, found.insert(current).inserted {
                waiting += otherPlaces(of: current)
                current = place(of: current)
            }
        }
        return found
    }

    /// Where a view that lies elsewhere for now will lie, too: a far page in its container, a child
    /// in its parent. What is presented in a context lies in the window and follows the frame of its
    /// definer: inside of each other, both would move without end [11.7].
    private func otherPlaces(of view: Handle) -> [Handle] {
        if state.contexts > 0, presentations[view]?.style.isInContext == true {
            return [self[view].presenter]
        }
        let (superview, parent) = (self[view].superview, self[view].parent)
        if superview.isNone || superview == parent { return [] }
        if parent.isNone { return self[view].container.some.map { [$0] } ?? [] }
        return nearestController(above: view) == parent ? [] : [parent]
    }

    fileprivate func enclosing(_ controller: Handle) -> Handle {
        let parent = self[controller].parent
        return parent.isNone ? self[controller].container : parent
    }

    /// The parent, else the container in whose list it stands, else who presents it.
    func above(_ controller: Handle) -> Handle {
        let enclosing = enclosing(controller)
        return enclosing.isNone ? self[controller].presenter : enclosing
    }

    /// Controllers from the farthest one above down to this one.
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

/// What is above a controller, for the check of many children at once.
struct Above {
    /// Itself, its parents and the containers in whose lists they stand.
    private(set) var ancestors: Set<Handle> = []
    /// Those and presenters, with what is above these.
    private(set) var above: Set<Handle> = []
    /// The views that its view is in, or would be once it is shown.
    let enclosing: Set<Handle>
    let depth: Int
    let viewLevels: Int

    /// O(depth).
    init(_ controller: Handle, in scene: Scene) {
        depth = scene.depth(of: controller)
        viewLevels = scene.viewLevels(above: controller)
        var current = controller
        while !current.isNone, ancestors.insert(current).inserted {
            current = scene.enclosing(current)
        }
        current = controller
        while !current.isNone, above.insert(current).inserted { current = scene.above(current) }
        enclosing = scene.places(above: controller)
    }
}
