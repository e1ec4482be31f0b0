public import Containment
public import PagerModel

extension Navigation {
    /// Decides when a command that changes the stack is executed: at once if no transition of the
    /// stack is running, otherwise according to the command's interruption policy. With `replace`,
    /// the running transition ends first. With `queue`, the command waits until the transition has
    /// ended.
    ///
    /// Returns nil if another change of the stack is beginning, or if a transition is running and
    /// the command has no interruption policy. Then, as in UIKit, the command changes nothing and
    /// is only logged [6.13].
    ///
    /// - Throws: `transitionInProgress` if a transition is running and the policy is `reject`,
    ///   `limitExceeded` if the policy is `queue` and the queue is full.
    fileprivate func decide<C: SceneCommand>(
        _ stack: Handle, _ motion: TransitionRequest, for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> InterruptionDecision? {
        if scene[Navigation.self, stack].isChanging { return nil }
        guard scene.runningTransition(of: stack) != nil else { return .proceed }
        guard let policy = motion.interruption else { return nil }
        return try scene.decideInterruption(of: stack, by: command, policy: policy)
    }

    /// Carries out the result of `decide`: ends the running transition, queues the command or, if
    /// `decision` is nil, logs the command. Returns whether the caller can execute the command now.
    fileprivate func resolve(
        _ decision: InterruptionDecision?, _ stack: Handle, _ selector: String,
        taking members: [Handle] = [], isFollowed: Bool = true, in scene: inout Scene
    ) -> Bool {
        guard let decision else {
            scene.ignore(
                stack,
                "\(selector) called on \(scene.shown(stack)) while an existing transition or "
                    + "presentation is occurring; the navigation stack will not be updated.")
            return false
        }
        guard scene.resolve(decision, of: stack, isFollowed: isFollowed) else { return false }
        return !decision.isReplacing || scene.mayStillTake(members, into: stack)
    }

    /// Checks that a controller can be pushed onto a stack.
    ///
    /// - Throws: `duplicateController` if the controller is on the stack already, `unsupported` for
    ///   a navigation or split view controller, and the errors of `checkMember`.
    fileprivate func checkPush(
        _ controller: Handle, onto stack: Handle, in scene: borrowing Scene
    ) throws(CommandError) {
        let exception = "NSInvalidArgumentException"
        if scene.parent(of: controller) == stack,
            scene.firstIndex(of: controller, in: scene[Navigation.self, stack].stack) != nil
        {
            let text =
                scene.release == .iOS13
                ? "Pushing the same view controller instance more than once is not supported "
                    + "(\(scene.shown(controller)))"
                : "\(scene.shown(stack)) is pushing the same view controller instance "
                    + "(\(scene.shown(controller))) more than once which is not supported and is "
                    + "most likely an error in the application : pagerd"
            throw CommandError(
                .duplicateController, text, path: "controller", exception: exception)
        }
        try checkKind(controller, "controller", in: scene)
        try scene.checkMember(controller, of: stack, at: "controller")
    }

    private func checkKind(
        _ controller: Handle, _ path: String, in scene: Scene
    ) throws(CommandError) {
        let text: String? =
            switch scene.kindName(of: controller) {
            case Navigation.name: "Pushing a navigation controller is not supported"
            case Split.name:
                "Split View Controllers cannot be pushed to a Navigation Controller "
                    + scene.shown(controller)
            default: nil
            }
        if let text {
            throw CommandError(
                .unsupported, text, path: path, exception: "NSInvalidArgumentException")
        }
    }

    func checkStack(
        _ controllers: [Handle], of stack: Handle, in scene: Scene
    ) throws(CommandError) {
        guard Set<Handle>(controllers).count == controllers.count else {
            let names = controllers.map { scene.shown($0) }.joined(separator: ", ")
            throw CommandError(
                .duplicateController,
                "All view controllers in a navigation controller must be distinct (\(names))",
                path: "controllers", exception: "NSInternalInconsistencyException")
        }
        for (index, controller) in controllers.enumerated() {
            try checkKind(controller, "controllers[\(index)]", in: scene)
        }
        try scene.checkChildren(controllers.count, at: "controllers")
        try scene.checkMembers(controllers, of: stack, at: "controllers")
    }
}

extension NavigationSetStack: ContainerCommand {
    public struct Plan {
        let stack: Handle
        let controllers: [Handle]
        let decision: InterruptionDecision?
        /// Whether the command is ignored because it is an interactive pop by the user and the
        /// option `interactivePopEnabled` is false.
        var isIgnored = false
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let stack = try scene.controller(id, of: Navigation.self)
        try scene.check(motion)
        let handles = try scene.controllers(controllers, at: "controllers")
        let kind = Navigation()
        try kind.checkStack(handles, of: stack, in: scene)
        if user, isPop(of: stack, to: handles, in: scene),
            !kind.allowsPop(motion, of: stack, in: scene)
        {
            return Plan(stack: stack, controllers: handles, decision: nil, isIgnored: true)
        }
        if user { try kind.checkChange(of: stack, to: handles, motion, in: scene) }
        return Plan(
            stack: stack, controllers: handles,
            decision: try kind.decide(stack, motion, for: self, in: scene))
    }

    /// Returns whether the change removes the top controller and then either shows a controller
    /// that was below it or leaves the stack empty.
    private func isPop(
        of stack: Handle, to next: [Handle], in scene: borrowing Scene
    ) -> Bool {
        let present = scene[Navigation.self, stack].stack
        guard let top = present.last, !next.contains(top) else { return false }
        return StackChange.replace(present, with: next).isPop(from: present)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let kind = Navigation()
        if plan.isIgnored {
            kind.ignorePop(of: plan.stack, in: &scene)
            return Reply()
        }
        // Without a new top, no other transition tells that the present top is shown.
        let hasNewTop = plan.controllers.last != scene[Navigation.self, plan.stack].stack.last
        let goes = kind.resolve(
            plan.decision, plan.stack, "setViewControllers:animated:", taking: plan.controllers,
            isFollowed: hasNewTop, in: &scene)
        guard goes else { return Reply() }
        let change = StackChange.replace(
            scene[Navigation.self, plan.stack].stack, with: plan.controllers)
        return Reply { $0.transition = kind.go(change, plan.stack, motion, in: &scene) }
    }
}

extension NavigationPush: ContainerCommand {
    public struct Plan {
        let stack: Handle
        /// The pushed controller. `.none` if the command's `controller` is nil.
        let pushed: Handle
        let decision: InterruptionDecision?
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let stack = try scene.controller(id, of: Navigation.self)
        try scene.check(motion)
        guard let controller else { return Plan(stack: stack, pushed: .none, decision: nil) }
        let pushed = try scene.controller(controller, at: "controller")
        let kind = Navigation()
        try kind.checkPush(pushed, onto: stack, in: scene)
        return Plan(
            stack: stack, pushed: pushed,
            decision: try kind.decide(stack, motion, for: self, in: scene))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let (stack, pushed) = (plan.stack, plan.pushed)
        guard !pushed.isNone else {
            scene.ignore(
                stack,
                "Application tried to push a nil view controller on target \(scene.shown(stack)).")
            return Reply()
        }
        let kind = Navigation()
        let goes = kind.resolve(
            plan.decision, stack, "pushViewController:animated:", taking: [pushed], in: &scene)
        return Reply {
            $0.transition = goes ? kind.go(.push(pushed), stack, motion, in: &scene) : nil
        }
    }
}

extension Navigation {
    /// A planned pop, which leaves `length` controllers on the stack.
    public struct PopPlan {
        fileprivate let stack: Handle
        fileprivate let length: Int
        /// Whether the command pops controllers: the stack has more than `length` controllers, and
        /// the command is not ignored.
        fileprivate let isPopping: Bool
        fileprivate let decision: InterruptionDecision?
        /// Whether the command is ignored because it is an interactive pop by the user and the
        /// option `interactivePopEnabled` is false.
        fileprivate var isIgnored = false
    }

    /// Plans a pop that leaves `length` controllers on the stack. If `user` is true, asks the
    /// container kinds whether the user may pop.
    ///
    /// - Throws: `vetoed` if a container kind forbids the pop, and the errors of `decide`.
    fileprivate func plan<C: SceneCommand>(
        popTo length: Int, _ stack: Handle, _ motion: TransitionRequest, user: Bool,
        for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> PopPlan {
        let isPopping = length < scene[Navigation.self, stack].stack.count
        if isPopping, user, !allowsPop(motion, of: stack, in: scene) {
            return PopPlan(
                stack: stack, length: length, isPopping: false, decision: nil, isIgnored: true)
        }
        if user { try checkPop(stack, to: length, motion, in: scene) }
        return PopPlan(
            stack: stack, length: length, isPopping: isPopping,
            decision: isPopping ? try decide(stack, motion, for: command, in: scene) : nil)
    }

    fileprivate func ignorePop(of stack: Handle, in scene: inout Scene) {
        scene.ignore(
            stack,
            "The user may not pop \(scene.shown(stack)) by an interactive transition: its "
                + "interactivePopEnabled is false.",
            because: .interactivePopDisabled)
    }

    /// Pops controllers. If `single` is true, the reply contains the name of the last popped
    /// controller, otherwise the names of all popped controllers.
    fileprivate func pop(
        _ plan: PopPlan, _ motion: TransitionRequest, _ selector: String, single: Bool,
        in scene: inout Scene
    ) -> PopReply {
        let (stack, length) = (plan.stack, plan.length)
        var reply = PopReply()
        if !single { reply.popped = .array([]) }
        if plan.isIgnored { ignorePop(of: stack, in: &scene) }
        guard plan.isPopping, resolve(plan.decision, stack, selector, in: &scene)
        else { return reply }
        // The previous transition may have been cancelled, so this uses the current stack.
        let popped = Array(scene[Navigation.self, stack].stack.dropFirst(length))
        guard !popped.isEmpty, length > 0 else { return reply }
        let names = popped.map { Value.string(scene.name(of: $0)) }
        reply.popped = single ? names.last ?? .null : .array(names)
        reply.transition = go(.pop(popped), stack, motion, in: &scene)
        return reply
    }
}

extension NavigationPop: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Navigation.PopPlan {
        let stack = try scene.controller(id, of: Navigation.self)
        try scene.check(motion)
        if let count, count < 1 {
            throw .invalidArgument("must be at least 1, got \(count)", path: "count")
        }
        // A pop of the root does nothing and returns null [6.14].
        let length = max(1, scene[Navigation.self, stack].stack.count - (count ?? 1))
        return try Navigation().plan(
            popTo: length, stack, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Navigation.PopPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        guard count != nil else {
            return Navigation().pop(
                plan, motion, "popViewControllerAnimated:", single: true, in: &scene)
        }
        return Navigation().pop(
            plan, motion, "popToViewController:transition:", single: false, in: &scene)
    }
}

extension NavigationPopTo: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Navigation.PopPlan {
        let stack = try scene.controller(id, of: Navigation.self)
        try scene.check(motion)
        let target = try scene.controller(controller, at: "controller")
        guard let index = scene.firstIndex(of: target, in: scene[Navigation.self, stack].stack)
        else {
            throw CommandError(
                .notAChild, "Tried to pop to a view controller that doesn't exist.",
                path: "controller", exception: "NSInternalInconsistencyException")
        }
        return try Navigation().plan(
            popTo: index + 1, stack, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Navigation.PopPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Navigation().pop(plan, motion, "popToViewController:transition:", single: false, in: &scene)
    }
}

extension NavigationPopToRoot: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Navigation.PopPlan {
        let stack = try scene.controller(id, of: Navigation.self)
        try scene.check(motion)
        return try Navigation().plan(popTo: 1, stack, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Navigation.PopPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Navigation().pop(
            plan, motion, "popToRootViewControllerAnimated:", single: false, in: &scene)
    }
}

extension NavigationSetBarHidden: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id, of: Navigation.self)
    }

    public func commit(_ stack: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        guard scene[Navigation.self, stack].options.barHidden != hidden else { return Reply() }
        scene[Navigation.self, stack].options.barHidden = hidden
        scene.emit(
            NavigationKind.BarHiddenChanged {
                $0.hidden = hidden
                $0.animated = animated
            }, of: stack)
        return Reply()
    }
}
