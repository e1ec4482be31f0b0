internal import Containment
internal import PagerModel

/// Methods that decide which of several nested pagers a swipe turns.
extension Pager {
    /// Returns the pager that a swipe turns, which is usually `pager` itself. If `pager` has no
    /// page in the direction of the swipe and does not bounce, returns the nearest outer pager that
    /// accepts the swipe, if there is one. O(depth).
    func pager(turnedBy swipe: PagerSwipe, for pager: Handle, in scene: borrowing Scene) -> Handle {
        if scene[Pager.self, pager].options.bounces { return pager }
        guard isAtEnd(pager, swipe, in: scene) else { return pager }
        var outer = scene.parent(of: pager)
        while !outer.isNone {
            if isPager(outer, in: scene), takes(swipe, outer, in: scene) { return outer }
            outer = scene.parent(of: outer)
        }
        return pager
    }

    private func isPager(_ controller: Handle, in scene: borrowing Scene) -> Bool {
        scene.kindName(of: controller) == "\(PagerKind.name)"
    }

    private func isAtEnd(
        _ pager: Handle, _ swipe: PagerSwipe, in scene: borrowing Scene
    ) -> Bool {
        let state = scene[Pager.self, pager]
        guard let step = try? swipe.step(state.options), !state.pages.isEmpty,
            allowsSwipe(step > 0 ? .forward : .reverse, of: pager, in: scene)
        else { return false }
        return neighbour(of: pager, step: step, in: scene) == nil
            && missingSide(of: pager, step: step, in: scene) == nil
    }

    /// Returns whether an outer pager accepts a swipe: it can turn in that direction, or bounces at
    /// its end.
    private func takes(
        _ swipe: PagerSwipe, _ outer: Handle, in scene: borrowing Scene
    ) -> Bool {
        let state = scene[Pager.self, outer]
        guard let step = try? swipe.step(state.options), !state.pages.isEmpty,
            allowsSwipe(step > 0 ? .forward : .reverse, of: outer, in: scene)
        else { return false }
        return state.options.bounces || !isAtEnd(outer, swipe, in: scene)
    }
}
