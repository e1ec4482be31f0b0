package import PagerModel

/// Functions that check the invariants that hold between two transactions. They are for tests,
/// including tests of container kinds from other packages. O(records).
extension Scene {
    /// Returns a sentence for each violated invariant.
    public func violations() -> [String] {
        var found: [String] = []
        for handle in everything() {
            checkName(handle, &found)
            checkAncestors(handle, &found)
            checkViews(handle, &found)
            guard isController(handle) else { continue }
            checkEdges(handle, &found)
            checkAppearance(handle, &found)
            checkMembers(handle, &found)
        }
        for handle in mismeasured() {
            found.append("\(shown(handle)) has a wrong height, or no path to presentations")
        }
        checkMisplacedChildren(&found)
        checkTransitions(&found)
        if state.layout.isNeeded { found.append("a view still needs layout") }
        if !state.postponed.isEmpty { found.append("a reaction is still postponed") }
        if !state.cycle.isEmpty { found.append("something waits for the rest of the cycle") }
        return found + state.nesting.violations
    }

    /// Returns a sentence for each controller that has appeared without a window, or that is in a
    /// window and has not appeared. Returns an empty array while a transition is running. Skips
    /// children that receive no callbacks because their container does not manage them [2.3].
    ///
    /// Do not call this method while a client forwards appearance callbacks manually, or for a
    /// scene with page controllers, whose pages appear before they are visible [9.3].
    ///
    /// - Parameter isExcused: Returns whether to skip a controller. After a child has been removed
    ///   from a container that did not manage it, skip the child until its next callback.
    package func halfShown(_ isExcused: (Handle) -> Bool = { _ in false }) -> [String] {
        guard !hasTransitions else { return [] }
        return list(.controller).compactMap { controller in
            guard isHalfShown(controller), receivesWindowCallbacks(controller),
                !isExcused(controller)
            else {
                return nil
            }
            return self[controller].window.isNone
                ? "\(shown(controller)) has appeared and is in no window"
                : "\(shown(controller)) is in a window and has not appeared"
        }
    }

    /// Returns the window of a view or controller, or `.none`.
    package func window(of handle: Handle) -> Handle { self[handle].window }

    /// Returns whether a controller has appeared without a window, or is in a window and has not
    /// appeared.
    package func isHalfShown(_ controller: Handle) -> Bool {
        (self[controller].appearance == .appeared) == self[controller].window.isNone
    }

    /// Returns whether all ancestors forward appearance callbacks to the controller [2.2] [2.3].
    func receivesWindowCallbacks(_ controller: Handle) -> Bool {
        var child = controller
        while true {
            if let parent = self[child].parent.some {
                guard forwards(parent), forwardsCallbacks(to: child, from: parent) else {
                    return false
                }
                child = parent
            } else if isInContext(child) {
                child = self[child].presenter
            } else {
                return true
            }
        }
    }

    private func checkName(_ handle: Handle, _ found: inout [String]) {
        if find(self[handle].name) != handle { found.append("\(shown(handle)) has lost its name") }
    }

    /// Checks that a view is not inside itself and that a controller is not its own ancestor.
    private func checkAncestors(_ handle: Handle, _ found: inout [String]) {
        var (above, below) = (self[handle].superview, 0)
        while !above.isNone, above != handle, below <= slotCount {
            above = self[above].superview
            below += 1
        }
        if above == handle { found.append("\(shown(handle)) is inside its own view") }
        (above, below) = (self[handle].parent, 0)
        while !above.isNone, above != handle, below <= slotCount {
            above = self[above].parent
            below += 1
        }
        if above == handle { found.append("\(shown(handle)) is its own ancestor") }
    }

    private func checkViews(_ view: Handle, _ found: inout [String]) {
        if let marked = self[view].subviews.markCount,
            marked != self[view].subviews.all.count(where: isInContext)
        {
            found.append("\(shown(view)) has not marked its subviews that are in contexts")
        }
        let window = self[view].role == .window ? view : self[view].window
        for subview in self[view].subviews.all {
            if self[subview].superview != view {
                found.append("\(shown(subview)) does not know its superview \(shown(view))")
            }
            if self[subview].window != window {
                found.append("\(shown(subview)) is in another window than \(shown(view))")
            }
        }
        guard let superview = self[view].superview.some else {
            if self[view].role != .window, !self[view].window.isNone {
                found.append("\(shown(view)) is in a window without a superview")
            }
            return
        }
        if self[view].role == .controller, let parent = self[view].parent.some,
            !self[view].window.isNone, nearestController(above: view) != parent
        {
            found.append("\(shown(view)) is in a window and not in its parent's view")
        }
        if self[superview].subviews.all.filter({ $0 == view }).count != 1 {
            found.append("\(shown(superview)) does not have its subview \(shown(view)) once")
        }
    }

    private func checkEdges(_ controller: Handle, _ found: inout [String]) {
        for child in self[controller].children.all where self[child].parent != controller {
            found.append("\(shown(child)) does not know its parent \(shown(controller))")
        }
        if let parent = self[controller].parent.some,
            self[parent].children.all.filter({ $0 == controller }).count != 1
        {
            found.append("\(shown(parent)) does not have its child \(shown(controller)) once")
        }
        if self[controller].flags.contains(.isRoot), !self[controller].parent.isNone {
            found.append("\(shown(controller)) is the root of a window and a child")
        }
        if let presented = self[controller].presented.some,
            self[presented].presenter != controller || presentation(of: presented) == nil
        {
            found.append("\(shown(presented)) does not know its presenter")
        }
    }

    private func checkAppearance(_ controller: Handle, _ found: inout [String]) {
        let moving =
            self[controller].appearance == .appearing
            || self[controller].appearance == .disappearing
        if self[controller].appearance == .appeared, self[controller].window.isNone,
            !self[controller].flags.contains(.unseen)
        {
            found.append("\(shown(controller)) has appeared and is in no window")
        }
        if moving != isTransitioning(controller) {
            found.append(
                "\(shown(controller)) is \(self[controller].appearance) without a transition")
        }
        switch self[controller].driver {
        case .tree: found.append("\(shown(controller)) still has the view tree as its driver")
        case .transition where !hasTransitions:
            found.append("\(shown(controller)) waits for a transition that is over")
        case .parent where !isTransitioning(leader(of: controller)):
            found.append("\(shown(controller)) waits for a parent without a transition")
        default: break
        }
    }

    /// Compares the recorded misplaced children with those that a search of the whole scene finds.
    private func checkMisplacedChildren(_ found: inout [String]) {
        var copy = self
        copy.makeUnique()
        copy.findMisplacedChildren()
        for controller in copy.state.misplacedChildren.difference(from: state.misplacedChildren) {
            found.append("\(shown(controller)) is misplaced, or noted as misplaced, and not both")
        }
    }

    private func checkMembers(_ controller: Handle, _ found: inout [String]) {
        let kind = self[kindOf: controller].kind
        for member in kind.members(of: controller, in: self)
        where !isAlive(member) || self[member].container.isNone {
            found.append("a member of \(shown(controller)) does not know its container")
        }
    }

    private func checkTransitions(_ found: inout [String]) {
        for (id, transition) in state.transitions.all {
            let container = transition.container
            guard isAlive(container) else {
                found.append("\(id) runs in a container that is gone")
                continue
            }
            if self[container].running != id, self[container].presenting != id {
                found.append("\(shown(container)) does not know of its transition \(id)")
            }
        }
        for presenter in state.presentations.displacedPresenters
        where self[presenter].presented.isNone {
            found.append("\(shown(presenter)) is displaced without a presentation")
        }
        for _ in state.waiting.invalid({ !isAlive($0) }) {
            found.append("a queue is empty or has no container")
        }
    }
}
