internal import Containment
internal import PagerModel
internal import PagerWire

/// A question that a plugin has been asked, and the command that waits for the answer.
struct PendingDecision: Sendable {
    var number: Int
    var plugin: String
    var inquiry: DecisionInquiry
    var declaration: DecisionDeclaration
    var question: Question
    /// Nil for content, which no command waits for.
    var command: (any AskingCommand)?
    var cause: EventCause?
    /// On the daemon's real time, whatever its clock.
    var deadline: Instant
}
