public import PagerModel

/// What UIKit would ask a delegate or a data source.
public enum QuestionKind: String, FieldEnumeration, BitwiseCopyable {
    /// May a person select this controller? [7.5]
    case shouldSelect
    /// May a person drag this presented controller away? [10.7]
    case shouldDismiss
    /// Who comes after the last page, who before the first?
    case pageAfter, pageBefore
    /// What does this controller show?
    case contentFor
}

/// One question, and about whom.
public struct Question: Sendable, BitwiseCopyable {
    public var kind: QuestionKind
    /// The container of a selection, the presenter of a dismissal; nobody where there is none.
    public var container: Handle
    /// Who would be selected or dismissed.
    public var controller: Handle

    public init(_ kind: QuestionKind, container: Handle, controller: Handle) {
        self.kind = kind
        self.container = container
        self.controller = controller
    }
}

extension Scene {
    /// What the kinds concerned say, nil where they have no opinion: first the controller's own,
    /// then its container's. Changes nothing. O(1) and what the kinds do.
    public func answer(_ question: Question) -> Bool? {
        answer(question, of: question.controller) ?? answer(question, of: question.container)
    }

    private func answer(_ question: Question, of controller: Handle) -> Bool? {
        guard !controller.isNone else { return nil }
        return kinds[Int(self[controller].kind)].kind.answer(question, in: self)
    }

    /// Whether a person may select a controller. Ask before anything has changed, and only for
    /// taps and swipes: what a program selects is not asked for [7.5].
    ///
    /// - Throws: `vetoed`.
    public func checkSelection(
        of controller: Handle, in container: Handle
    ) throws(Refusal) {
        let question = Question(.shouldSelect, container: container, controller: controller)
        guard answer(question) ?? true else {
            throw Refusal(.vetoed, "\(shown(controller)) may not be selected now")
        }
    }
}
