internal import Containment
internal import PagerModel

/// Methods for page turns of a pager whose pages are side by side: all pages move together as a
/// strip.
extension Pager {
    /// Returns whether page turns animate only the frames of the pages. This is true if the option
    /// `transition` has its default value.
    func movesByFrames(_ pager: Handle, in scene: Scene) -> Bool {
        scene[Pager.self, pager].options.transition == PagerTransition()
    }

    /// The index of the transition style `none`, which has no animation tracks.
    static let still = 0

    /// Completes the plan of a page turn: sets the pages whose views the page turn adds and
    /// removes, the pages that become or stop being children, and the frames of the added views.
    ///
    /// - Returns: False if the same pages stay visible and none of them moves.
    func showStrip(
        _ page: Handle, at index: Int, _ pager: Handle, _ turn: Turn, _ plan: inout TransitionPlan,
        in scene: inout Scene
    ) -> Bool {
        var state = scene[Pager.self, pager]
        let target = page.isNone ? -1 : index
        let old = state.shown.isNone ? [] : [state.shown] + state.beside
        let next = visiblePages(of: pager, at: target, in: scene).map(\.page)
        let going = old.filter { !next.contains($0) }
        let coming = next.filter { !old.contains($0) }
        let way = turn.replaced == nil ? way(to: target, turn.direction, state) : 0
        guard way != 0 || !coming.isEmpty || !going.isEmpty else { return false }
        plan.from = turn.replaced?.page ?? state.selected
        plan.to = page
        plan.leaving = TransitionParticipants(going)
        plan.entering = TransitionParticipants(coming)
        plan.joining = TransitionParticipants(coming.filter { scene.parent(of: $0) != pager })
        plan.frame = pageFrame(of: pager, in: scene)
        let moves = (plan.animated || plan.interactive) && scene.isVisible(pager)
        let start = moves && plan.style == Self.still ? way : 0
        plan.frames = visiblePages(of: pager, at: target, after: start, in: scene)
            .filter { coming.contains($0.page) }.map(\.frame)
        state.index = target
        plan.parting = TransitionParticipants(going.filter { !isNear($0, state, in: &scene) })
        return true
    }

    private func way(to target: Int, _ direction: TransitionDirection, _ state: State) -> Double {
        guard state.index >= 0, target >= 0 else { return 0 }
        return state.layout.way(from: state.index, to: target, direction)
    }

    /// Animates the frames of the pages that stay visible during a page turn. If the transition
    /// style has no animation tracks, also animates the frames of the added and removed pages. If
    /// the page turn is not animated, sets the frames at once.
    func moveStrip(_ transition: Transition, in scene: inout Scene) {
        let (pager, plan) = (transition.container, transition.plan)
        let state = scene[Pager.self, pager]
        guard let page = plan.to, !page.isNone, plan.frame != nil,
            let target = scene.index(of: page, in: state.pages)
        else { return }
        guard transition.animated else {
            for (page, frame) in visiblePages(of: pager, at: target, in: scene)
            where scene.parent(of: page) == pager {
                scene.setFrame(page, frame)
            }
            return
        }
        let isStill = plan.style == Self.still
        var pages = visiblePages(of: pager, at: target, in: scene).filter {
            isStill || !plan.entering.contains($0.page)
        }
        if isStill {
            let way = way(to: target, plan.direction, state)
            pages += visiblePages(of: pager, at: state.index, after: -way, in: scene).filter {
                plan.leaving.contains($0.page)
            }
        }
        scene.animate(pages.map { ($0.page, $0.frame) }, along: transition)
    }

    /// Records the visible pages after a page turn.
    func setVisible(_ plan: TransitionPlan, _ pager: Handle, in scene: inout Scene) {
        let shown = plan.to ?? plan.entering.first
        let before = scene[Pager.self, pager].shown
        scene[Pager.self, pager].shown = shown
        guard scene[Pager.self, pager].hasVisibleList else { return }
        let old = [before] + scene[Pager.self, pager].beside
        let staying = old.filter { !plan.leaving.contains($0) }
        scene[Pager.self, pager].beside = (staying + plan.entering.controllers).filter {
            !$0.isNone && $0 != shown
        }
    }

    /// Returns the index of the page that a step selects. Returns nil at an end of the list, or if
    /// the data source must supply pages first.
    func target(ofStep step: Int, _ state: State, isLastKnown: Bool) -> Int? {
        let count = state.pages.count
        guard count > 0 else { return nil }
        let step = step * state.step
        guard !state.wraps else {
            let next = state.layout.index(at: state.index + step)
            return next == state.index ? nil : next
        }
        let last = state.isStrip ? state.layout.last : count - 1
        let index = min(state.index, last)
        if step > 0, index + step > last, !isLastKnown { return nil }
        let next = max(0, min(index + step, last))
        return next == index ? nil : next
    }
}
