internal import PagerModel

/// Strays: controllers whose views lie in a detached tree, in another controller's view than their
/// parent's. UIKit checks view tree and controller tree where a view enters a window [14], so
/// `box.addSubview(a.view); view.addSubview(box)` passes whatever lies around `box` in between.
///
/// A command that brings a stray into a window is refused as a whole. Only when the command has run
/// is it known which trees it has shown. So while there are strays, the scene keeps a copy of itself
/// during each command, and returns to it after a refusal. A deadline and a queued command cannot be
/// refused: there the stray's view is removed from the tree, with a misuse diagnostic.
extension Scene {
    /// Carries out a command while there are strays. O(records) where some are strays still.
    mutating func applyBesideStrays<C: SceneCommand>(
        _ command: C, at time: Instant, _ origin: UInt64?
    ) throws(Refusal) -> C.Reply {
        let gone = storage.strays.filter { !isStray($0) }
        storage.strays.subtract(gone)
        guard !storage.strays.isEmpty, C.errors.contains(.hierarchyInconsistency) else {
            return try applyAlone(command, at: time, origin)
        }
        // The copy counts as work in a batch, also where the command is refused.
        note(walked: nodes.count)
        let before = self
        makeUnique()
        storage.refusesStrays = true
        do throws(Refusal) {
            let reply = try applyAlone(command, at: time, origin)
            storage.refusesStrays = false
            guard let refusal = storage.strayRefusal else { return reply }
            throw refusal
        } catch {
            self = before
            throw error
        }
    }

    private func isStray(_ controller: Handle) -> Bool {
        guard isAlive(controller), !self[controller].parent.isNone else { return false }
        let nearest = nearestController(above: controller)
        return !nearest.isNone && nearest != self[controller].parent
    }

    /// Notes the strays that a view has brought into a detached tree. O(1) for a child in its
    /// parent's view.
    mutating func noteStrays(_ view: Handle, in superview: Handle) {
        if self[view].role == .controller {
            guard !self[view].parent.isNone, self[view].parent != superview else { return }
        }
        for controller in controllersOnTop(of: view) where isStray(controller) {
            storage.strays.insert(controller)
        }
    }

    /// The strays in a view's subtree, oldest first, and the controller in whose view each would lie
    /// when the view is in the superview. O(strays times depth).
    func strays(
        in view: Handle, below superview: Handle
    ) -> [(controller: Handle, nearest: Handle)] {
        storage.strays.filter { isAlive($0) && isDescendant($0, of: view) }
            .sorted { self[$0].serial < self[$1].serial }
            .map { controller in
                var above = controller == view ? superview : self[controller].superview
                while !above.isNone, self[above].role != .controller {
                    above = above == view ? superview : self[above].superview
                }
                return (controller, above)
            }
            .filter {
                let parent = self[$0.controller].parent
                return !parent.isNone && $0.nearest != parent
            }
    }

    /// The strays in a view that enters a window: the command is refused when it has run, or they
    /// are taken out of the view.
    mutating func resolveStrays(in view: Handle, entering superview: Handle) {
        if storage.strays.isEmpty { return }
        for (stray, nearest) in strays(in: view, below: superview) {
            guard isDescendant(stray, of: view) else { continue }
            let refusal = inconsistency(of: stray, below: nearest)
            if storage.refusesStrays {
                storage.strayRefusal = storage.strayRefusal ?? refusal
            } else {
                misuse(stray, refusal.message)
                detach(stray)
            }
        }
    }

    /// UIKit's exception for a child in the wrong place [14].
    func inconsistency(of child: Handle, below nearest: Handle, at path: String? = nil) -> Refusal {
        Refusal(
            .hierarchyInconsistency,
            "child view controller:\(shown(child)) should have parent view "
                + "controller:\(shown(nearest)) but actual parent is:\(shown(self[child].parent))",
            path: path, exception: "UIViewControllerHierarchyInconsistency")
    }

    /// The controllers in a view that no other controller's view lies between.
    func controllersOnTop(of view: Handle) -> [Handle] {
        if self[view].role == .controller { return [view] }
        note(walked: self[view].subviews.count)
        return self[view].subviews.all.flatMap { controllersOnTop(of: $0) }
    }

    /// The strays among the records that an archive held. O(records).
    mutating func findStrays() {
        storage.strays = []
        for handle in everything() where isController(handle) && self[handle].window.isNone {
            if isStray(handle) { storage.strays.insert(handle) }
        }
    }
}
