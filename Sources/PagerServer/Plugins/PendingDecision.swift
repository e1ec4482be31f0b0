internal import Containment
internal import PagerModel
internal import PagerWire

/// A question sent to a plugin, and the command that waits for the answer.
struct PendingDecision: Sendable {
    var number: Int
    var plugin: String
    var inquiry: DecisionInquiry
    var declaration: DecisionDeclaration
    var question: Question
    /// The waiting command. Nil for a question about content.
    var command: (any AskingCommand)?
    var cause: EventCause?
    /// The deadline in real time, even if the daemon's clock is manual.
    var deadline: Instant
}
