import Containment
import PagerModel

/// Page turns by one page.
extension Carousel {
    /// A checked page turn.
    public struct Turn {
        let carousel: Handle
        let step: Int
        /// The index of the first page after the turn, or nil at an end.
        let target: Int?
        let decision: InterruptionDecision?
    }

    /// Checks a page turn without changing anything.
    func plan<C: SceneCommand>(
        _ carousel: Handle, by step: Int, user: Bool, _ motion: TransitionRequest, for command: C,
        in scene: borrowing Scene
    ) throws(CommandError) -> Turn {
        try scene.check(motion)
        let state = scene[Carousel.self, carousel]
        guard !state.pages.isEmpty else {
            throw CommandError(
                .nothingToShow, "\(try scene.shown(carousel)) has no pages", path: "id")
        }
        let target = state.index + step
        guard (0...state.lastIndex).contains(target) else {
            return Turn(carousel: carousel, step: step, target: nil, decision: nil)
        }
        let coming = step > 0 ? target + state.options.shown - 1 : target
        if user { try scene.checkSelection(of: state.pages[coming], in: carousel) }
        let decision = try scene.decideInterruption(
            of: carousel, by: command, policy: motion.interruption ?? .replace)
        return Turn(carousel: carousel, step: step, target: target, decision: decision)
    }

    /// Performs a checked page turn. A page that a callback has destroyed causes a diagnostic.
    func turn(_ turn: Turn, _ motion: TransitionRequest, in scene: inout Scene) -> TransitionReply {
        let carousel = turn.carousel
        let transition = scene.attempt(for: carousel) {
            (scene) throws(CommandError) -> TransitionID? in
            guard let target = turn.target, let decision = turn.decision else {
                let edge: CarouselEdge = turn.step > 0 ? .last : .first
                try scene.emit(CarouselKind.Bounced { $0.edge = edge }, of: carousel)
                return nil
            }
            guard try scene.resolve(decision, of: carousel) else { return nil }
            guard !scene[Carousel.self, carousel].onShow.isEmpty else {
                try move(carousel, to: target, in: &scene)
                return nil
            }
            return try scene.start(
                plan(carousel, to: target, turn.step, motion, in: scene))
        }
        return TransitionReply { $0.transition = transition ?? nil }
    }

    private func plan(
        _ carousel: Handle, to target: Int, _ step: Int, _ motion: TransitionRequest,
        in scene: Scene
    ) throws(CommandError) -> TransitionPlan {
        let state = scene[Carousel.self, carousel]
        let next = state.window(at: target)
        let coming = next.filter { !state.onShow.contains($0) }
        let slot = step > 0 ? next.count - 1 : 0
        var plan = TransitionPlan(container: carousel)
        plan.leaving = TransitionParticipants(state.onShow.filter { !next.contains($0) })
        plan.entering = TransitionParticipants(coming)
        plan.parting = plan.leaving
        var joining: [Handle] = []
        for page in coming where try scene.parent(of: page) != carousel { joining.append(page) }
        plan.joining = TransitionParticipants(joining)
        plan.direction = step > 0 ? .forward : .reverse
        plan.reversed = step < 0
        scene.setStyle(
            scene.style(named: state.options.style) ?? 0, of: &plan,
            duration: state.options.duration, default: CarouselKind.Options().duration,
            motion: scene.motion(motion))
        plan.animated = motion.animated
        plan.interactive = motion.interactive
        plan.frame = frame(at: slot, state.options, in: try scene.bounds(of: carousel))
        plan.tag = target
        return plan
    }

    /// Pages that stay visible move to their new places while the others appear and disappear.
    public func transitionWillBegin(
        _ transition: Transition, in scene: inout Scene
    ) throws(CommandError) {
        let carousel = transition.container
        let next = scene[Carousel.self, carousel].window(at: transition.plan.tag)
        try place(next, in: carousel, &scene)
    }

    public func transitionDidBegin(
        _ transition: Transition, in scene: inout Scene
    ) throws(CommandError) {
        if !transition.isInteractive { try decide(transition, in: &scene) }
    }

    public func transitionWillFinish(
        _ transition: Transition, in scene: inout Scene
    ) throws(CommandError) {
        try decide(transition, in: &scene)
    }

    private func decide(_ transition: Transition, in scene: inout Scene) throws(CommandError) {
        let carousel = transition.container
        try move(carousel, to: transition.plan.tag, in: &scene)
        let state = scene[Carousel.self, carousel]
        scene[Carousel.self, carousel].onShow = state.window(at: state.index)
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) throws(CommandError) {
        let carousel = transition.container
        switch outcome {
        case .completed:
            let index = scene[Carousel.self, carousel].index
            try scene.emit(CarouselKind.DidSettle { $0.index = index }, of: carousel)
        case .cancelled, .superseded:
            // If the transition was cancelled, the pages that stayed move back; otherwise this
            // changes nothing.
            try layOut(carousel, in: &scene)
        }
    }
}
