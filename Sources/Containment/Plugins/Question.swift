public import PagerModel

/// What is asked before a command is carried out.
public struct Question: Sendable, Hashable {
    public var kind: QuestionKind
    /// The container that would change; of a sheet its presenter.
    public var container: Handle
    /// Whom it is about: the page to come, the sheet to go, the top of the stack that leaves it, the
    /// page at the end.
    public var controller: Handle

    public init(_ kind: QuestionKind, container: Handle, controller: Handle) {
        self.kind = kind
        self.container = container
        self.controller = controller
    }
}

/// A command about which a plugin may be asked before it is carried out.
public protocol AskingCommand: SceneCommand {
    /// The question, nil where the command would change nothing or be refused. Changes nothing.
    func question(in scene: Scene) -> Question?
    /// Makes of the answer what the question is for; nil where the command is not to be carried
    /// out. What is made stands before the command.
    ///
    /// - Throws: what the steps before the command throw; then nothing has changed.
    func prepare(_ question: Question, answer: Value, in scene: inout Scene) throws(CommandError)
        -> Bool
}

extension AskingCommand {
    /// The command is carried out where the answer is true.
    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        answer == true
    }
}

extension Scene {
    /// Carries out a command after its question has been answered, as one turn; nil where the
    /// answer keeps it from being carried out.
    ///
    /// - Throws: the refusal; then the scene is what it was before.
    public mutating func apply<C: AskingCommand>(
        _ command: C, after question: Question, answer: Value
    ) throws(CommandError) -> C.Reply? {
        // Only a page that is put in before the command has to be taken out again.
        let before = question.kind.addsBefore ? self : nil
        if before != nil { note(visits: 16 * nodes.count) }
        makeUnique()
        if !ignored.isEmpty { forgetIgnored() }
        do {
            let goes = try command.prepare(question, answer: answer, in: &self)
            let reply = goes ? try command.run(in: &self) : nil
            endTurn()
            return reply
        } catch {
            if let before { restore(before) }
            throw error
        }
    }
}

extension ModalDismiss: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let asked = try? scene.controller(id) else { return nil }
        let presenter = scene.presenter(dismissedBy: asked)
        guard !presenter.isNone, !scene.isPresentationBusy(around: presenter) else { return nil }
        let lowest = scene[presenter].presented
        guard scene.presentations[lowest]?.style.isSheet == true,
            !scene.isModalInPresentation(lowest)
        else { return nil }
        return Question(.shouldDismiss, container: presenter, controller: lowest)
    }

    /// Where the answer is no, the person has attempted it [10.7].
    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        if answer == true { return true }
        scene.attemptToDismiss(question.controller)
        return false
    }
}

extension Scene {
    /// Whether a person may not drag the presentation away: the presented controller says so, or a
    /// visible descendant of it [10.12]. O(visible descendants).
    func isModalInPresentation(_ presented: Handle) -> Bool {
        var pending = [presented]
        while let controller = pending.popLast() {
            if options[Int(controller.slot)].isModalInPresentation { return true }
            pending += forwardedChildren(of: controller).filter(isVisible)
        }
        return false
    }

    /// A person tried to drag a sheet away that stays.
    mutating func attemptToDismiss(_ sheet: Handle) {
        guard isAlive(sheet), !self[sheet].presenter.isNone else { return }
        emit(PresentationEvents.ShouldDismiss(), of: sheet)
        emit(PresentationEvents.DidAttemptToDismiss(), of: sheet)
    }
}

extension Scene {
    /// What the kinds concerned say, nil where they have no opinion: first the controller's own,
    /// then its container's. Where neither has one about a question with a substitute, both are asked
    /// that. Changes nothing. O(1) and what the kinds do.
    package func answer(_ question: Question) -> Bool? {
        if let answer = answer(question, of: question.controller)
            ?? answer(question, of: question.container)
        {
            return answer
        }
        guard let kind = question.kind.substitute else { return nil }
        return answer(
            Question(kind, container: question.container, controller: question.controller))
    }

    private func answer(_ question: Question, of controller: Handle) -> Bool? {
        guard !controller.isNone else { return nil }
        return kinds[Int(self[controller].kind)].kind.answer(question, in: self)
    }

    /// Whether a person may select a controller. Ask before anything has changed, and only for
    /// taps and swipes: what a program selects is not asked for [7.5].
    ///
    /// - Throws: `vetoed`.
    package func checkSelection(
        of controller: Handle, in container: Handle
    ) throws(CommandError) {
        let question = Question(.shouldSelect, container: container, controller: controller)
        guard answer(question) ?? true else {
            throw CommandError(.vetoed, "\(shown(controller)) may not be selected now")
        }
    }
}
