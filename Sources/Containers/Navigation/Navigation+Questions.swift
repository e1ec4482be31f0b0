public import Containment
public import PagerModel

/// Questions that ask whether the user may pop a controller. A command whose parameter `user` is
/// false comes from a program and does not need permission.
extension Navigation {
    /// Returns the question that asks whether the user may pop the top controller. Returns nil if
    /// the stack is empty, if the top controller stays on the stack, or if the command is ignored
    /// [6.13] [6.18].
    private func question(
        _ stack: Handle, keepsTop: Bool, _ motion: TransitionRequest, in scene: borrowing Scene
    ) -> Question? {
        let top = scene[Navigation.self, stack].top
        let isIgnored = scene.isRunning(stack) && motion.interruption == nil
        guard !top.isNone, !keepsTop, !isIgnored, allowsPop(motion, of: stack, in: scene) else {
            return nil
        }
        return Question(.shouldPop, container: stack, controller: top)
    }

    /// Returns the question that asks whether the user may pop controllers until `length`
    /// controllers are left on the stack. The root is never popped [6.14].
    fileprivate func question(
        popping stack: Handle, to length: Int, _ motion: TransitionRequest,
        in scene: borrowing Scene
    ) -> Question? {
        let count = scene[Navigation.self, stack].stack.count
        return question(stack, keepsTop: count <= max(length, 1), motion, in: scene)
    }

    /// Returns the question that asks whether the user may replace the stack with `next`.
    fileprivate func question(
        changing stack: Handle, to next: [Handle], _ motion: TransitionRequest,
        in scene: borrowing Scene
    ) -> Question? {
        let keepsTop = next.contains(scene[Navigation.self, stack].top)
        return question(stack, keepsTop: keepsTop, motion, in: scene)
    }

    /// Returns whether the stack allows the user to pop with the given animation options. An
    /// interactive pop is allowed only if the option `interactivePopEnabled` is true.
    func allowsPop(
        _ motion: TransitionRequest, of stack: Handle, in scene: borrowing Scene
    ) -> Bool {
        !motion.interactive || scene[Navigation.self, stack].options.interactivePopEnabled
    }

    /// Checks that no container kind forbids the pop that the question asks about.
    ///
    /// - Throws: `vetoed` if a container kind forbids the pop.
    fileprivate func check(_ question: Question?, in scene: borrowing Scene) throws(CommandError) {
        guard let question, scene.answer(question) == false else { return }
        throw CommandError(.vetoed, "\(scene.shown(question.controller)) may not be popped now")
    }

    /// Checks that the user may pop controllers until `length` controllers are left on the stack.
    ///
    /// - Throws: `vetoed` if a container kind forbids the pop.
    func checkPop(
        _ stack: Handle, to length: Int, _ motion: TransitionRequest, in scene: borrowing Scene
    ) throws(CommandError) {
        try check(question(popping: stack, to: length, motion, in: scene), in: scene)
    }

    /// Checks that the user may replace the stack with a different list of controllers.
    ///
    /// - Throws: `vetoed` if a container kind forbids the pop.
    func checkChange(
        of stack: Handle, to next: [Handle], _ motion: TransitionRequest,
        in scene: borrowing Scene
    ) throws(CommandError) {
        try check(question(changing: stack, to: next, motion, in: scene), in: scene)
    }
}

extension NavigationPop: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self) else { return nil }
        guard count ?? 1 > 0 else { return nil }
        let length = scene[Navigation.self, stack].stack.count - (count ?? 1)
        return Navigation().question(popping: stack, to: length, motion, in: scene)
    }
}

extension NavigationPopTo: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self),
            let target = try? scene.controller(controller),
            let index = scene.place(of: target, in: scene[Navigation.self, stack].stack)
        else { return nil }
        return Navigation().question(popping: stack, to: index + 1, motion, in: scene)
    }
}

extension NavigationPopToRoot: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self) else { return nil }
        return Navigation().question(popping: stack, to: 1, motion, in: scene)
    }
}

extension NavigationSetStack: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self),
            let next = try? scene.controllers(controllers, at: "controllers"),
            (try? Navigation().checkStack(next, of: stack, in: scene)) != nil
        else { return nil }
        return Navigation().question(changing: stack, to: next, motion, in: scene)
    }
}
