internal import PagerModel

/// The views that need a layout pass, and the views that have moved since the last one.
struct LayoutQueue: Sendable {
    /// The views that need a layout pass, in the order of the requests.
    private(set) var views: [Handle] = []
    /// The views whose frames in the window have changed. They are recorded only while a controller
    /// is presented with the style `currentContext` or `overCurrentContext`.
    private var moved: [Handle] = []

    @inline(__always)
    var isNeeded: Bool { !views.isEmpty }

    mutating func request(_ view: Handle) { views.append(view) }

    /// Removes and returns the views that need a layout pass.
    mutating func take() -> [Handle] {
        var taken: [Handle] = []
        swap(&taken, &views)
        return taken
    }

    /// Uses the memory of views that were laid out for the next requests.
    mutating func reuse(_ done: consuming [Handle]) {
        guard views.isEmpty else { return }
        done.removeAll(keepingCapacity: true)
        views = done
    }

    /// Sorts the views by their present indexes.
    mutating func sort(_ order: [Int]) { views = order.map { views[$0] } }

    @inline(__always)
    var hasMoved: Bool { !moved.isEmpty }

    mutating func noteMoved(_ view: Handle) { moved.append(view) }

    mutating func takeMoved() -> [Handle] {
        let taken = moved
        moved.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func visit(_ archive: inout Archive) { views.visit(&archive) }
}

extension Scene {
    mutating func needsLayout(_ view: Handle) {
        guard self[view].role == .controller, !self[view].flags.contains(.needsLayout) else {
            return
        }
        self[view].flags.insert(.needsLayout)
        state.layout.request(view)
    }

    /// Runs layout passes, superviews first, until no controller's view in a window needs layout.
    /// Stops after `Limits.nestedReactions` passes.
    mutating func flushLayout() {
        var passes = 0
        if state.cycle.hasLayout { beginLayoutPass() }
        followMoved()
        while state.layout.isNeeded, passes < Limits.nestedReactions {
            passes += 1
            sortDirty()
            // A reaction can start a transition, which has its own layout pass.
            let views = state.layout.take()
            for view in views {
                guard isAlive(view) else { continue }
                self[view].flags.remove(.needsLayout)
                guard !self[view].window.isNone else { continue }
                send(LifecycleEvents.ViewWillLayoutSubviews(), to: view)
                send(LifecycleEvents.ViewDidLayoutSubviews(), to: view)
            }
            state.layout.reuse(views)
            if state.cycle.hasLayout { beginLayoutPass() }
            followMoved()
        }
        if state.layout.isNeeded { giveUpLayout() }
    }

    /// Stops the layout of views whose layout callbacks always request another layout, and
    /// publishes a diagnostic.
    private mutating func giveUpLayout() {
        for view in state.layout.take() where isAlive(view) {
            self[view].flags.remove(.needsLayout)
            misuse(
                view,
                "\(shown(view)) still needs layout after \(Limits.nestedReactions) passes in one "
                    + "transaction; its layout callbacks request layout again")
        }
    }

    /// Sorts the views that need a layout pass: superviews before subviews, otherwise in the order
    /// of the requests. Usually the views are already sorted, and the function does nothing.
    private mutating func sortDirty() {
        let dirty = state.layout.views
        // A container and the view it has just inserted are already in this order.
        guard dirty.count > 2 || (dirty.count == 2 && self[dirty[1]].superview != dirty[0]) else {
            return
        }
        var deepest = 0
        var isSorted = true
        for view in dirty {
            let depth = isAlive(view) ? viewDepth(view) : 0
            if depth < deepest { isSorted = false }
            deepest = depth
        }
        guard !isSorted else { return }
        let depths = dirty.map { isAlive($0) ? viewDepth($0) : 0 }
        let order = depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
        state.layout.sort(order)
    }
}
