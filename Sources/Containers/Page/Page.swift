public import Containment
public import PagerModel

/// A page controller: one page, or two with the spine in the middle [9].
public struct Page: ContainerKind {
    public struct State: ContainerState {
        public var options = PageOptions()
        var controllers: [Handle] = []
        /// The pages that the running transition leads to.
        var next: [Handle] = []
        /// The pages before it.
        var previous: [Handle] = []

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.visit(&options)
            controllers.visit(&archive)
            next.visit(&archive)
            previous.visit(&archive)
        }
    }

    public typealias Declaration = PageKind
    public static let traits = KindTraits(
        laysOutAfterAppearing: true, supportsManualForwarding: false)
    public static let reactions = CallbackSet(.viewWillLayoutSubviews)
    public static let scrollDuration = 0.3
    public static let curlDuration = 0.5

    public init() {}

    public func record(of page: Handle, in scene: Scene) -> PageRecord {
        var record = PageRecord()
        record.controllers = scene.identifiers(scene[Page.self, page].controllers)
        return record
    }

    public func members(of page: Handle, in scene: Scene) -> [Handle] {
        scene[Page.self, page].controllers
    }

    public func react(
        to callback: Callback, of page: Handle, animated: Bool, in scene: inout Scene
    ) {
        place(scene[Page.self, page].controllers, page, in: &scene)
    }

    public func size(
        forChild child: Handle, of page: Handle, in scene: Scene, parentSize: Size
    ) -> Size? {
        frame(of: 0, among: scene[Page.self, page].controllers.count, parentSize).size
    }

    /// Two pages lie side by side, one fills everything.
    private func frame(of place: Int, among count: Int, _ size: Size) -> Frame {
        guard count == 2 else { return Frame(size) }
        let half = size.width / 2
        return Frame(x: place == 0 ? 0 : half, y: 0, width: half, height: size.height)
    }

    private func place(_ pages: [Handle], _ page: Handle, in scene: inout Scene) {
        let size = scene.bounds(of: page)
        for (index, controller) in pages.enumerated()
        where scene.parent(of: controller) == page {
            scene.setFrame(controller, frame(of: index, among: pages.count, size))
        }
    }

    /// Turns to other pages. Children that come before the page controller is on screen appear at
    /// once, before the page controller itself [9.3].
    func go(
        to controllers: [Handle], _ page: Handle, _ command: PageSet, in scene: inout Scene
    ) -> TransitionID? {
        let state = scene[Page.self, page]
        scene[Page.self, page].next = controllers
        scene[Page.self, page].previous = state.controllers
        let coming = controllers.filter { !state.controllers.contains($0) }
        let going = state.controllers.filter { !controllers.contains($0) }
        scene.reserve(coming, for: page)
        scene.loadViewIfNeeded(page)
        if coming.isEmpty, going.isEmpty {
            commit(page, in: &scene)
            return nil
        }
        var plan = TransitionPlan(container: page)
        plan.leaving = TransitionParticipants(going)
        plan.entering = TransitionParticipants(coming)
        plan.joining = plan.entering
        plan.parting = plan.leaving
        plan.from = state.controllers.first ?? Handle.none
        plan.to = controllers.first ?? Handle.none
        plan.evenUnseen = true
        plan.order = state.options.style == .scroll ? .pageScroll : .pageCurl
        plan.direction = command.direction
        let isReverse = command.direction == .reverse
        let style = state.options.style == .scroll ? "scroll" : isReverse ? "curlDown" : "curlUp"
        let isNamed = command.motion.transition != nil
        plan.reversed = isReverse && (state.options.style == .scroll || isNamed)
        let duration = state.options.style == .scroll ? Self.scrollDuration : Self.curlDuration
        plan.duration = duration
        if command.motion.moves {
            scene.setStyle(
                scene.style(named: style) ?? 0, of: &plan, duration: duration,
                default: duration, motion: scene.motion(command.motion))
        }
        plan.animated = command.motion.animated && plan.duration > 0
        plan.interactive = command.motion.interactive
        let size = scene.bounds(of: page)
        plan.frame = Frame(size)
        plan.frames = controllers.indices.filter { coming.contains(controllers[$0]) }
            .map { frame(of: $0, among: controllers.count, size) }
        plan.tag = command.user ? 1 : 0
        if command.user { willTransition(to: controllers, page, in: &scene) }
        return scene.start(plan)
    }

    private func willTransition(
        to controllers: [Handle], _ page: Handle, in scene: inout Scene
    ) {
        scene.emit(PageKind.WillTransition(to: controllers), of: page)
    }

    private func commit(_ page: Handle, in scene: inout Scene) {
        let next = scene[Page.self, page].next
        scene[Page.self, page].controllers = next
        scene.emit(PageKind.PagesChanged(controllers: next), of: page)
        place(next, page, in: &scene)
    }

    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene) {
        if !transition.isInteractive { commit(transition.container, in: &scene) }
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition.container, in: &scene)
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let page = transition.container
        let plan = transition.plan
        let current = scene[Page.self, page].controllers
        for controller in plan.leaving.controllers + plan.entering.controllers
        where !current.contains(controller) {
            scene.removeMember(controller, from: page)
        }
        guard plan.tag == 1 else { return }
        let went = outcome == .completed || (outcome == .superseded && !transition.isInteractive)
        scene.emit(
            PageKind.DidFinishAnimating(
                finished: outcome != .superseded, previous: scene[Page.self, page].previous,
                completed: went), of: page)
    }
}

extension PageSet: ContainerCommand {
    public struct Change {
        let page: Handle
        let controllers: [Handle]
        let decision: InterruptionDecision
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Change? {
        let page = try scene.controller(id, of: Page.self)
        try scene.check(motion)
        let handles = try scene.controllers(controllers, at: "controllers")
        let state = scene[Page.self, page]
        let wanted = state.options.spine == .mid ? 2 : 1
        // Out of a window the last pages may be taken away, so that they can be used elsewhere.
        let isTakenDown = handles.isEmpty && scene.windowSize(of: page) == nil
        guard handles.count == wanted || isTakenDown else {
            throw CommandError(
                .invalidArgument,
                "The number of view controllers provided (\(handles.count)) doesn't match the "
                    + "number required (\(wanted)) for the requested transition",
                path: "controllers", exception: "NSInvalidArgumentException")
        }
        try scene.checkMembers(handles, of: page, at: "controllers")
        if handles == state.controllers { return nil }
        return Change(
            page: page, controllers: handles,
            decision: try scene.decideInterruption(
                of: page, by: self, policy: motion.interruption ?? .replace))
    }

    public func commit(_ plan: Change?, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        guard let plan, scene.resolve(plan.decision, of: plan.page) else { return Reply() }
        if plan.decision.isReplacing,
            !scene.mayStillTake(plan.controllers, into: plan.page)
                || plan.controllers == scene[Page.self, plan.page].controllers
        {
            return Reply()
        }
        return Reply(Page().go(to: plan.controllers, plan.page, self, in: &scene))
    }
}
