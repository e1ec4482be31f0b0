public import Containment
public import PagerModel

extension NavigationPop: AskingCommand {
    /// May a person leave the controller on top?
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self) else { return nil }
        return Navigation().popQuestion(stack, motion, in: scene)
    }
}

extension Navigation {
    /// Whether a person may pop in this way.
    func allowsPop(
        _ motion: TransitionRequest, of stack: Handle, in scene: borrowing Scene
    ) -> Bool {
        !motion.interactive || scene[Navigation.self, stack].options.interactivePopEnabled
    }

    /// Nil where there is nothing to pop, or where the pop is ignored [6.13].
    fileprivate func popQuestion(_ stack: Handle, _ motion: TransitionRequest, in scene: Scene)
        -> Question?
    {
        let state = scene[Navigation.self, stack]
        let isIgnored = scene.isRunning(stack) && motion.interruption == nil
        guard state.stack.count > 1, !isIgnored, allowsPop(motion, of: stack, in: scene) else {
            return nil
        }
        return Question(.shouldDismiss, container: stack, controller: state.top)
    }

    /// Asks the kinds concerned, before anything has changed.
    ///
    /// - Throws: `vetoed`.
    func checkPop(_ stack: Handle, _ motion: TransitionRequest, in scene: Scene)
        throws(CommandError)
    {
        guard let question = popQuestion(stack, motion, in: scene),
            scene.answer(question) == false
        else { return }
        throw CommandError(.vetoed, "\(scene.shown(question.controller)) may not be popped now")
    }
}
