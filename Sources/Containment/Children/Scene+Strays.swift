internal import PagerModel

/// Strays: children whose views lie in a detached tree, in another controller's view than their
/// parent's. UIKit checks view tree and controller tree where a view enters a window [14], so
/// `box.addSubview(a.view); view.addSubview(box)` passes whatever lies around `box` in between.
/// In a window there are none.
///
/// A command that brings a stray into a window is refused as a whole. Only when the command has run
/// is it known which trees it has shown. So while there are strays, the scene keeps a copy of itself
/// during each command, and returns to it after a refusal. A deadline and a queued command cannot be
/// refused, nor can a command be because of a stray that a reaction to it has made, nor any command
/// in a scene with an observer: there the stray's view is removed from the tree, with a misuse
/// diagnostic.
extension Scene {
    /// Carries out a command while there are strays. O(records).
    mutating func applyBesideStrays<C: SceneCommand>(
        _ command: C, at time: Instant, _ origin: UInt64?
    ) throws(CommandError) -> C.Reply {
        guard state.observer == nil, C.errors.contains(.hierarchyInconsistency) else {
            return try applyAlone(command, at: time, origin)
        }
        let before = self
        makeUnique()
        note(visits: 16 * nodes.count)
        state.refusedStrays = state.strays
        do throws(CommandError) {
            let reply = try applyAlone(command, at: time, origin)
            state.refusedStrays = []
            guard let refusal = state.strayRefusal else { return reply }
            throw refusal
        } catch {
            restore(before)
            throw error
        }
    }

    /// Whether a view is that of a child of another controller than the one around it. O(1).
    private func strays(_ view: Handle, below nearest: Handle) -> Bool {
        guard self[view].role == .controller, !nearest.isNone else { return false }
        let parent = self[view].parent
        return !parent.isNone && parent != nearest
    }

    /// Whether a controller's view lies in another controller's than its parent's. O(depth).
    func isStray(_ controller: Handle) -> Bool {
        strays(controller, below: nearestController(above: controller))
    }

    /// Notes which controllers on top of a view are strays, now that the view lies in another
    /// superview outside of a window, or in none. O(depth + controllers on top).
    mutating func noteStrays(on view: Handle) {
        let nearest = nearestController(above: view)
        if nearest.isNone, state.strays.isEmpty { return }
        for controller in controllersOnTop(of: view) {
            if strays(controller, below: nearest) {
                state.strays.insert(controller)
            } else {
                state.strays.remove(controller)
            }
        }
    }

    /// The controller is a stray no more: it has no parent, or its view no superview.
    mutating func forgetStray(_ controller: Handle) {
        if !state.strays.isEmpty { state.strays.remove(controller) }
    }

    /// Whether a view may enter a window below a controller. For a stray the command is refused when
    /// it has run, or the stray is taken out of the tree. O(1) unless it is a stray.
    mutating func mayEnterWindow(_ view: Handle, below nearest: Handle) -> Bool {
        guard strays(view, below: nearest) else { return true }
        let refusal = inconsistency(of: view, below: nearest)
        if state.refusedStrays.contains(view) {
            state.strayRefusal = state.strayRefusal ?? refusal
        } else {
            misuse(view, refusal.message)
        }
        detach(view)
        return false
    }

    /// Returns the first known stray in a view, and the controller in whose view it lies. O(subtree);
    /// callers check first that there are strays.
    func firstStray(in view: Handle) -> (stray: Handle, nearest: Handle)? {
        if state.strays.contains(view) { return (view, nearestController(above: view)) }
        for subview in self[view].subviews.all {
            if let found = firstStray(in: subview) { return found }
        }
        return nil
    }

    /// UIKit's exception for a child in the wrong place [14].
    func inconsistency(of child: Handle, below nearest: Handle, at path: String? = nil)
        -> CommandError
    {
        CommandError(
            .hierarchyInconsistency,
            "child view controller:\(shown(child)) should have parent view "
                + "controller:\(shown(nearest)) but actual parent is:\(shown(self[child].parent))",
            path: path, exception: "UIViewControllerHierarchyInconsistency")
    }

    /// The controllers in a view that no other controller's view lies between.
    func controllersOnTop(of view: Handle) -> [Handle] {
        if self[view].role == .controller { return [view] }
        return self[view].subviews.all.flatMap { controllersOnTop(of: $0) }
    }

    /// Finds the strays of a scene that an archive held. O(records).
    mutating func findStrays() {
        state.strays = []
        for handle in everything() where isController(handle) && self[handle].window.isNone {
            if isStray(handle) { state.strays.insert(handle) }
        }
    }
}
