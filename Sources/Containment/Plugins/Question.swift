public import PagerModel

/// A question that container kinds and plugins answer before a command is executed, such as whether
/// the user may select a page.
public struct Question: Sendable, Hashable {
    public var kind: QuestionKind
    /// The container that would change. For a question about the dismissal of a sheet, this is the
    /// sheet's presenter.
    public var container: Handle
    /// The subject of the question: the page to select, the sheet to dismiss, the controller to
    /// pop, or the first or last page if the question asks for a page before or after it.
    public var controller: Handle

    public init(_ kind: QuestionKind, container: Handle, controller: Handle) {
        self.kind = kind
        self.container = container
        self.controller = controller
    }
}

/// A command that can ask container kinds and plugins a question before it is executed; see
/// `Question`.
public protocol AskingCommand: SceneCommand {
    /// Returns the question, or nil if the command needs no permission, would change nothing or
    /// would be refused. The call changes nothing.
    func question(in scene: Scene) -> Question?
    /// Applies an answer, before the command is executed. An answer can add a page.
    ///
    /// - Returns: Whether the command is executed.
    /// - Throws: An error if the page cannot be added. In that case nothing has changed.
    func prepare(_ question: Question, answer: Value, in scene: inout Scene) throws(CommandError)
        -> Bool
}

extension AskingCommand {
    /// Returns whether the answer to the question is true. The engine executes the command only if
    /// this function returns true.
    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        answer == true
    }
}

extension Scene {
    /// Executes a command after its question has been answered, as one transaction. Returns nil if
    /// the answer prevents the execution.
    ///
    /// - Throws: The error of a refused command. The scene is then unchanged.
    public mutating func apply<C: AskingCommand>(
        _ command: C, after question: Question, answer: Value
    ) throws(CommandError) -> C.Reply? {
        // An answer can add a page. The copy is needed only to remove that page after an error.
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

    /// Returns whether the answer allows the dismissal. If not, publishes the user's failed attempt
    /// to dismiss the sheet [10.7].
    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        if answer == true { return true }
        scene.attemptToDismiss(question.controller)
        return false
    }
}

extension Scene {
    /// Returns whether the presented controller or a visible descendant has the option
    /// `isModalInPresentation`. The user then cannot dismiss the presentation [10.12]. O(number of
    /// visible descendants).
    func isModalInPresentation(_ presented: Handle) -> Bool {
        var pending = [presented]
        while let controller = pending.popLast() {
            if options[Int(controller.slot)].isModalInPresentation { return true }
            pending += forwardedChildren(of: controller).filter(isVisible)
        }
        return false
    }

    /// Publishes the user's attempt to dismiss a sheet that cannot be dismissed.
    mutating func attemptToDismiss(_ sheet: Handle) {
        guard isAlive(sheet), !self[sheet].presenter.isNone else { return }
        emit(PresentationEvents.ShouldDismiss(), of: sheet)
        emit(PresentationEvents.DidAttemptToDismiss(), of: sheet)
    }
}

extension Scene {
    /// Returns the decision of the controller's kind or, if that kind does not decide, of the
    /// container's kind. If neither kind decides and the question has a `substitute`, asks both
    /// kinds this second question. Returns nil if there is no decision. The call changes nothing.
    /// O(1), apart from the time that the kinds take to decide.
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

    /// Checks that the user may select a controller. Call it before any change, and only for taps,
    /// swipes and other actions of the user, because other commands need no permission [7.5].
    ///
    /// - Throws: `vetoed` if a kind forbids the selection.
    package func checkSelection(
        of controller: Handle, in container: Handle
    ) throws(CommandError) {
        let question = Question(.shouldSelect, container: container, controller: controller)
        guard answer(question) ?? true else {
            throw CommandError(.vetoed, "\(shown(controller)) may not be selected now")
        }
    }
}
