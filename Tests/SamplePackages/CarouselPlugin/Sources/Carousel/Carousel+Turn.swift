import Containment
import PagerModel

/// A turn by one page.
extension Carousel {
    /// Turns, unless an end is reached, a person may not, or something runs and stays.
    func turn<C: SceneCommand>(
        _ carousel: Handle, by step: Int, user: Bool, _ motion: Motion, for command: C,
        in scene: inout Scene
    ) throws(Refusal) -> TransitionReply {
        let state = scene[Carousel.self, carousel]
        guard !state.pages.isEmpty else {
            throw Refusal(
                .nothingToShow, "\(try scene.shown(carousel)) has no pages", path: "id")
        }
        let target = state.index + step
        guard (0...state.lastIndex).contains(target) else {
            try scene.emit(CarouselKind.Bounced(edge: step > 0 ? .last : .first), of: carousel)
            return TransitionReply()
        }
        let coming = step > 0 ? target + state.options.shown - 1 : target
        if user { try scene.checkSelection(of: state.pages[coming], in: carousel) }
        let way = try scene.makeWay(
            in: carousel, for: command, policy: motion.interruption ?? .replace)
        if way == .queued { return TransitionReply() }
        guard !scene[Carousel.self, carousel].onShow.isEmpty else {
            try move(carousel, to: target, in: &scene)
            return TransitionReply()
        }
        return TransitionReply(
            try scene.start(plan(carousel, to: target, step, motion, in: scene)))
    }

    private func plan(
        _ carousel: Handle, to target: Int, _ step: Int, _ motion: Motion, in scene: Scene
    ) throws(Refusal) -> TransitionPlan {
        let state = scene[Carousel.self, carousel]
        let next = state.window(at: target)
        let coming = next.filter { !state.onShow.contains($0) }
        let slot = step > 0 ? next.count - 1 : 0
        var plan = TransitionPlan(container: carousel)
        plan.leaving = Cast(state.onShow.filter { !next.contains($0) })
        plan.entering = Cast(coming)
        plan.parting = plan.leaving
        var joining: [Handle] = []
        for page in coming where try scene.parent(of: page) != carousel { joining.append(page) }
        plan.joining = Cast(joining)
        plan.style = scene.style(named: state.options.style) ?? 0
        plan.direction = step > 0 ? .forward : .reverse
        plan.reversed = step < 0
        plan.duration = state.options.duration
        plan.animated = motion.animated
        plan.interactive = motion.interactive
        plan.frame = frame(at: slot, state.options, in: try scene.bounds(of: carousel))
        plan.tag = target
        return plan
    }

    /// Who stays moves over while the others come and go.
    public func transitionWillBegin(
        _ transition: Transition, in scene: inout Scene
    ) throws(Refusal) {
        let carousel = transition.container
        let next = scene[Carousel.self, carousel].window(at: transition.plan.tag)
        try place(next, in: carousel, &scene)
    }

    public func transitionDidBegin(
        _ transition: Transition, in scene: inout Scene
    ) throws(Refusal) {
        if !transition.isInteractive { try decide(transition, in: &scene) }
    }

    public func transitionWillFinish(
        _ transition: Transition, in scene: inout Scene
    ) throws(Refusal) {
        try decide(transition, in: &scene)
    }

    private func decide(_ transition: Transition, in scene: inout Scene) throws(Refusal) {
        let carousel = transition.container
        try move(carousel, to: transition.plan.tag, in: &scene)
        let state = scene[Carousel.self, carousel]
        scene[Carousel.self, carousel].onShow = state.window(at: state.index)
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) throws(Refusal) {
        let carousel = transition.container
        switch outcome {
        case .completed:
            let index = scene[Carousel.self, carousel].index
            try scene.emit(CarouselKind.DidSettle(index: index), of: carousel)
        case .cancelled, .superseded:
            // Where it was taken back, who stayed goes back too; else this changes nothing.
            try layOut(carousel, in: &scene)
        }
    }
}
