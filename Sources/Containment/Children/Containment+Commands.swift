public import PagerModel

extension ControllerAddChild: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    /// The result of validating `controller.addChild`: the parent and the child. Nil if the child
    /// already belongs to the parent.
    public typealias Plan = (parent: Handle, child: Handle)?

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let parent = try scene.controller(self.parent, at: "parent")
        let child = try scene.controller(self.child, at: "child")
        if scene[child].parent == parent { return nil }
        try scene.checkAddChild(child, to: parent, at: "child")
        if let container = scene[child].container.some,
            container != parent || !scene[kindOf: container].traits.forwardsToForeignChildren
        {
            throw CommandError(
                .controllerInUse,
                "\(scene.shown(child)) is in the list of \(scene.shown(container)); remove it "
                    + "from that list first",
                path: "child")
        }
        return (parent, child)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if let plan { scene.addChild(plan.child, to: plan.parent) }
        return Reply()
    }
}

extension ControllerRemoveFromParent: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let child = try scene.controller(id)
        guard !scene[child].parent.isNone else {
            throw CommandError(.notAChild, "\(id) has no parent", path: "id")
        }
        try scene.checkUnmanaged(child, at: "id")
        return child
    }

    public func commit(_ child: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.removeFromParent(child)
        return Reply()
    }
}

extension ControllerWillMove: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public typealias Plan = (child: Handle, parent: Handle)

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        (try scene.controller(id), try scene.optionalParent(parent))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.willMove(plan.child, to: plan.parent)
        return Reply()
    }
}

extension ControllerDidMove: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public typealias Plan = (child: Handle, parent: Handle)

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        (try scene.controller(id), try scene.optionalParent(parent))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.didMove(plan.child, to: plan.parent)
        return Reply()
    }
}

extension ControllerBeginAppearanceTransition: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let controller = try scene.controller(id)
        if !scene.isDrivenByOther(controller) { try scene.checkBegin(of: controller) }
        return controller
    }

    public func commit(_ controller: Handle, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        if scene.isDrivenByOther(controller) {
            // The running transition controls this child, so the call is unbalanced [5.6].
            scene.unbalanced(controller)
        } else {
            scene.begin(controller, appearing: appearing, animated: animated, driver: .manual)
        }
        return Reply()
    }
}

extension ControllerEndAppearanceTransition: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id)
    }

    public func commit(_ controller: Handle, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        if scene.isDrivenByOther(controller) {
            // The running transition ends by itself, so the call is unbalanced [5.6].
            scene.unbalanced(controller)
        } else {
            scene.end(controller)
        }
        return Reply()
    }
}

extension ControllerLoadViewIfNeeded: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id)
    }

    public func commit(_ controller: Handle, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        scene.loadViewIfNeeded(controller)
        return Reply()
    }
}

extension Scene {
    /// Returns whether the controller is in an appearance transition that was begun by anything
    /// other than a client, such as its container.
    fileprivate func isDrivenByOther(_ controller: Handle) -> Bool {
        isTransitioning(controller) && self[controller].driver != .manual
    }

    fileprivate func optionalParent(_ id: Identifier?) throws(CommandError) -> Handle {
        guard let id else { return .none }
        return try controller(id, at: "parent")
    }

    /// Checks that no container manages the controller.
    ///
    /// - Throws: `controllerInUse` if a container manages the controller.
    func checkUnmanaged(_ controller: Handle, at path: String) throws(CommandError) {
        guard self[controller].flags.contains(.managed) else { return }
        let container = shown(self[controller].parent)
        throw CommandError(
            .controllerInUse,
            "\(shown(controller)) belongs to the container \(container); use the commands of that "
                + "container",
            path: path)
    }
}

extension ControllerTransition: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public struct Change {
        let container: Handle
        let from: Handle
        let to: Handle
        let animations: [AlongsideChange]
        let decision: InterruptionDecision
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Change? {
        let container = try scene.controller(self.container, at: "container")
        let from = try scene.controller(self.from, at: "from")
        let to = try scene.controller(self.to, at: "to")
        try scene.check(
            TransitionRequest {
                $0.duration = duration
                $0.transition = transition
            })
        let animations = try scene.check(animations: self.animations)
        if from == to { return nil }
        guard !scene.isStarting(container) else {
            throw CommandError(
                .transitionInProgress,
                "a transition of \(scene.shown(container)) is starting; a reaction cannot start "
                    + "another",
                path: "container")
        }
        try checkChildren(container, from, to, scene)
        return Change(
            container: container, from: from, to: to, animations: animations,
            decision: try scene.decideInterruption(
                of: container, by: self, policy: interruption ?? .reject))
    }

    public func commit(_ plan: Change?, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        guard let plan, scene.resolve(plan.decision, of: plan.container) else { return Reply() }
        if plan.decision.isReplacing {
            // A reaction to the end of the previous transition may have moved one of the
            // controllers.
            let event = "the previous transition ended"
            guard scene.stillExist([plan.from, plan.to], after: event) else { return Reply() }
            let mayRun = scene.stillHolds(for: plan.container, after: event) {
                (scene) throws(CommandError) in
                try checkChildren(plan.container, plan.from, plan.to, scene)
            }
            guard mayRun else { return Reply() }
        }
        return Reply {
            $0.transition = scene.start(
                self.plan(plan.container, plan.from, plan.to, scene), animations: plan.animations)
        }
    }

    private func plan(
        _ container: Handle, _ from: Handle, _ to: Handle, _ scene: borrowing Scene
    ) -> TransitionPlan {
        var plan = TransitionPlan(container: container)
        plan.owner = .client
        plan.leaving = TransitionParticipants(from)
        plan.entering = TransitionParticipants(to)
        plan.curve = options.curve
        scene.setStyle(
            scene.style(named: options.style) ?? 0, of: &plan, duration: duration,
            default: duration,
            motion: scene.motion(
                TransitionRequest {
                    $0.duration = duration
                    $0.curve = curve ?? (options.hasCurve ? options.curve : nil)
                    $0.transition = transition
                }))
        plan.options = options
        plan.animated = duration > 0
        plan.interactive = interactive
        if edges {
            plan.parting = TransitionParticipants(from)
            if scene[to].parent != container { plan.joining = TransitionParticipants(to) }
        }
        return plan
    }

    private func checkChildren(
        _ container: Handle, _ from: Handle, _ to: Handle, _ scene: borrowing Scene
    ) throws(CommandError) {
        let exception = "NSInvalidArgumentException"
        if edges, scene[to].parent != container {
            try scene.checkUnused(to, at: "to")
            try scene.checkAddChild(to, to: container, at: "to")
        } else if scene[from].parent.isNone || scene[from].parent != scene[to].parent {
            throw CommandError(
                .noCommonParent,
                "Children view controllers \(scene.shown(from)) and \(scene.shown(to)) must have "
                    + "a common parent view controller when calling -[UIViewController "
                    + "transitionFromViewController:toViewController:duration:options:animations:"
                    + "completion:]",
                path: "to", exception: exception)
        }
        guard scene[from].parent == container else {
            throw CommandError(
                .notAChild, "\(scene.shown(from)) is not a child of \(scene.shown(container))",
                path: "from")
        }
        try scene.checkUnmanaged(from, at: "from")
        try scene.checkUnmanaged(to, at: "to")
        guard scene[kindOf: container].traits.forwardsToForeignChildren else {
            throw .invalidArgument(
                "\(scene.shown(container)) shows only children that its own commands have added "
                    + "[5.1]",
                path: "container")
        }
        guard scene.forwards(container) else {
            throw CommandError(
                .invalidArgument,
                "\(scene.shown(container)) forwards appearance methods itself and cannot call "
                    + "transitionFromViewController:toViewController:duration:options:animations:"
                    + "completion:",
                path: "container", exception: exception)
        }
    }
}
