public import Containment
public import PagerModel

extension Navigation {
    /// Whether a command may change the stack now. UIKit refuses with a log line while something
    /// runs [6.13]; a command that names a policy gets it.
    fileprivate func mayGo<C: SceneCommand>(
        _ stack: Handle, _ motion: Motion, for command: C, _ selector: String,
        taking members: [Handle] = [], in scene: inout Scene
    ) throws(Refusal) -> Bool {
        guard scene.runningTransition(of: stack) != nil else { return true }
        guard let policy = motion.interruption else {
            scene.ignore(
                stack,
                "\(selector) called on \(scene.shown(stack)) while an existing transition or "
                    + "presentation is occurring; the navigation stack will not be updated.")
            return false
        }
        return try scene.makeWay(in: stack, for: command, policy: policy) == .free
            && scene.mayStillTake(members, into: stack)
    }

    /// - Throws: where UIKit raises for who is pushed.
    fileprivate func checkPush(
        _ controller: Handle, onto stack: Handle, in scene: inout Scene
    ) throws(Refusal) {
        let exception = "NSInvalidArgumentException"
        if scene.parent(of: controller) == stack,
            scene.index(of: controller, in: scene[Navigation.self, stack].stack) != nil
        {
            let text =
                scene.release == .iOS13
                ? "Pushing the same view controller instance more than once is not supported "
                    + "(\(scene.shown(controller)))"
                : "\(scene.shown(stack)) is pushing the same view controller instance "
                    + "(\(scene.shown(controller))) more than once which is not supported and is "
                    + "most likely an error in the application : pagerd"
            throw Refusal(
                .duplicateController, text, path: "controller", exception: exception)
        }
        try checkKind(controller, "controller", in: scene)
        try scene.checkMember(controller, of: stack, at: "controller")
    }

    private func checkKind(
        _ controller: Handle, _ path: String, in scene: Scene
    ) throws(Refusal) {
        let text: String? =
            switch scene.kindName(of: controller) {
            case Navigation.name: "Pushing a navigation controller is not supported"
            case Split.name:
                "Split View Controllers cannot be pushed to a Navigation Controller "
                    + scene.shown(controller)
            default: nil
            }
        if let text {
            throw Refusal(
                .unsupported, text, path: path, exception: "NSInvalidArgumentException")
        }
    }

    fileprivate func checkStack(
        _ controllers: [Handle], of stack: Handle, in scene: Scene
    ) throws(Refusal) {
        guard Set(controllers).count == controllers.count else {
            let names = controllers.map { scene.shown($0) }.joined(separator: ", ")
            throw Refusal(
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

extension NavigationSetStack: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let stack = try scene.controller(id, of: Navigation.self)
        let handles = try scene.controllers(controllers, at: "controllers")
        let kind = Navigation()
        try kind.checkStack(handles, of: stack, in: scene)
        guard
            try kind.mayGo(
                stack, motion, for: self, "setViewControllers:animated:", taking: handles,
                in: &scene)
        else { return Reply() }
        let change = StackChange.replace(scene[Navigation.self, stack].stack, with: handles)
        return Reply(kind.go(change, stack, motion, in: &scene))
    }
}

extension NavigationPush: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let stack = try scene.controller(id, of: Navigation.self)
        guard let controller else {
            scene.ignore(
                stack,
                "Application tried to push a nil view controller on target \(scene.shown(stack)).")
            return Reply()
        }
        let pushed = try scene.controller(controller, at: "controller")
        let kind = Navigation()
        try kind.checkPush(pushed, onto: stack, in: &scene)
        guard
            try kind.mayGo(
                stack, motion, for: self, "pushViewController:animated:", taking: [pushed],
                in: &scene)
        else { return Reply() }
        return Reply(kind.go(.push(pushed), stack, motion, in: &scene))
    }
}

extension Navigation {
    /// Pops to a length of the stack.
    fileprivate func pop<C: SceneCommand>(
        to length: Int, _ stack: Handle, _ motion: Motion, _ selector: String, for command: C,
        single: Bool, in scene: inout Scene
    ) throws(Refusal) -> PopReply {
        var reply = PopReply()
        if !single { reply.popped = .array([]) }
        guard length < scene[Navigation.self, stack].stack.count else { return reply }
        guard try mayGo(stack, motion, for: command, selector, in: &scene) else {
            return single ? PopReply() : reply
        }
        // What ran may have been taken back: pop from what is there now.
        let popped = Array(scene[Navigation.self, stack].stack.dropFirst(length))
        guard !popped.isEmpty, length > 0 else { return reply }
        let names = popped.map { Value.string(scene.name(of: $0)) }
        reply.popped = single ? names.last ?? .null : .array(names)
        reply.transition = go(.pop(popped), stack, motion, in: &scene)
        return reply
    }
}

extension NavigationPop: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let stack = try scene.controller(id, of: Navigation.self)
        if user { try Navigation().checkPop(stack, motion, in: scene) }
        let count = scene[Navigation.self, stack].stack.count
        // Popping the root does nothing and answers nil [6.14].
        return try Navigation().pop(
            to: max(1, count - 1), stack, motion, "popViewControllerAnimated:", for: self,
            single: true, in: &scene)
    }
}

extension NavigationPopTo: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let stack = try scene.controller(id, of: Navigation.self)
        let target = try scene.controller(controller, at: "controller")
        guard let index = scene.index(of: target, in: scene[Navigation.self, stack].stack) else {
            throw Refusal(
                .notAChild, "Tried to pop to a view controller that doesn't exist.",
                path: "controller", exception: "NSInternalInconsistencyException")
        }
        return try Navigation().pop(
            to: index + 1, stack, motion, "popToViewController:transition:", for: self,
            single: false, in: &scene)
    }
}

extension NavigationPopToRoot: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let stack = try scene.controller(id, of: Navigation.self)
        return try Navigation().pop(
            to: 1, stack, motion, "popToRootViewControllerAnimated:", for: self, single: false,
            in: &scene)
    }
}
