public import PagerModel

extension ControllerAddChild: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let parent = try scene.controller(self.parent, at: "parent")
        let child = try scene.controller(self.child, at: "child")
        if scene[child].parent == parent { return Reply() }
        try scene.checkAdoption(of: child, by: parent, at: "child")
        if let container = scene[child].container.some, container != parent {
            throw Refusal(
                .controllerInUse,
                "\(scene.shown(child)) is in the list of \(scene.shown(container)); take it out "
                    + "there first",
                path: "child")
        }
        scene.join(child, to: parent)
        return Reply()
    }
}

extension ControllerRemoveFromParent: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let child = try scene.controller(id)
        guard !scene[child].parent.isNone else {
            throw Refusal(.notAChild, "\(id) has no parent", path: "id")
        }
        try scene.checkUnmanaged(child, at: "id")
        scene.leave(child)
        return Reply()
    }
}

extension ControllerWillMove: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let child = try scene.controller(id)
        scene.willMove(child, to: try scene.optionalParent(parent))
        return Reply()
    }
}

extension ControllerDidMove: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let child = try scene.controller(id)
        scene.didMove(child, to: try scene.optionalParent(parent))
        return Reply()
    }
}

extension ControllerBeginAppearanceTransition: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let controller = try scene.controller(id)
        if scene.isTransitioning(controller), scene[controller].driver != .manual {
            // A running transition is reversed by who runs it; this call is one too many [5.6].
            scene.unbalanced(controller)
        } else {
            try scene.checkBegin(of: controller)
            scene.begin(controller, appearing: appearing, animated: animated, driver: .manual)
        }
        return Reply()
    }
}

extension ControllerEndAppearanceTransition: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let controller = try scene.controller(id)
        if scene.isTransitioning(controller), scene[controller].driver != .manual {
            // A running transition ends by itself; this call is one too many [5.6].
            scene.unbalanced(controller)
        } else {
            scene.end(controller)
        }
        return Reply()
    }
}

extension ControllerLoadViewIfNeeded: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        scene.loadViewIfNeeded(try scene.controller(id))
        return Reply()
    }
}

extension Scene {
    fileprivate func optionalParent(_ id: Identifier?) throws(Refusal) -> Handle {
        guard let id else { return .none }
        return try controller(id, at: "parent")
    }

    /// - Throws: `controllerInUse` for what a container looks after.
    func checkUnmanaged(_ controller: Handle, at path: String) throws(Refusal) {
        guard self[controller].flags.contains(.managed) else { return }
        let container = shown(self[controller].parent)
        throw Refusal(
            .controllerInUse,
            "\(shown(controller)) belongs to the container \(container); use its commands",
            path: path)
    }
}

extension ControllerTransition: SceneCommand {
    public static var isReaction: Bool { true }
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let container = try scene.controller(self.container, at: "container")
        let from = try scene.controller(self.from, at: "from")
        let to = try scene.controller(self.to, at: "to")
        guard (0...Limits.seconds).contains(duration) else {
            throw .invalidArgument("a duration is 0 to \(Int(Limits.seconds)) s", path: "duration")
        }
        if from == to { return Reply() }
        guard !scene.state.starting.contains(container) else {
            throw Refusal(
                .transitionInProgress,
                "a transition of \(scene.shown(container)) is just beginning",
                path: "container")
        }
        try checkChildren(container, from, to, scene)
        if scene.isRunning(container) {
            let way = try scene.makeWay(
                in: container, for: self, policy: interruption ?? .reject)
            guard way == .free else { return Reply() }
            // A reaction to the end of the transition that ran can have moved one of the two.
            let mayRun = scene.stillHolds(
                for: container, after: "the transition that ran has ended"
            ) {
                (scene) throws(Refusal) in
                try checkChildren(container, from, to, scene)
            }
            guard mayRun else { return Reply() }
        }
        return Reply(scene.start(plan(container, from, to, scene)))
    }

    private func plan(
        _ container: Handle, _ from: Handle, _ to: Handle, _ scene: Scene
    ) -> TransitionPlan {
        var plan = TransitionPlan(container: container)
        plan.owner = .client
        plan.leaving = Cast(from)
        plan.entering = Cast(to)
        plan.style = scene.styleIndexes[TextKey(options.style)] ?? 0
        plan.duration = duration
        plan.curve = options.curve
        plan.options = options
        plan.animated = duration > 0
        plan.interactive = interactive
        if edges {
            plan.parting = Cast(from)
            if scene[to].parent != container { plan.joining = Cast(to) }
        }
        return plan
    }

    private func checkChildren(
        _ container: Handle, _ from: Handle, _ to: Handle, _ scene: Scene
    ) throws(Refusal) {
        let exception = "NSInvalidArgumentException"
        if edges, scene[to].parent != container {
            try scene.checkUnused(to, at: "to")
            try scene.checkAdoption(of: to, by: container, at: "to")
        } else if scene[from].parent.isNone || scene[from].parent != scene[to].parent {
            throw Refusal(
                .noCommonParent,
                "Children view controllers \(scene.shown(from)) and \(scene.shown(to)) must have "
                    + "a common parent view controller when calling -[UIViewController "
                    + "transitionFromViewController:toViewController:duration:options:animations:"
                    + "completion:]",
                path: "to", exception: exception)
        }
        guard scene[from].parent == container else {
            throw Refusal(
                .notAChild, "\(scene.shown(from)) is not a child of \(scene.shown(container))",
                path: "from")
        }
        try scene.checkUnmanaged(from, at: "from")
        try scene.checkUnmanaged(to, at: "to")
        guard scene.kinds[Int(scene[container].kind)].traits.forwardsToForeignChildren else {
            throw .invalidArgument(
                "\(scene.shown(container)) shows its own children only [5.1]", path: "container")
        }
        guard scene.forwards(container) else {
            throw Refusal(
                .invalidArgument,
                "\(scene.shown(container)) forwards appearance methods itself and cannot call "
                    + "transitionFromViewController:toViewController:duration:options:animations:"
                    + "completion:",
                path: "container", exception: exception)
        }
    }
}
