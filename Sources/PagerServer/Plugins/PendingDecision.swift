internal import Containment
internal import PagerModel
internal import PagerWire

/// A question that was sent to a plugin, and the command, if any, that waits for the answer.
struct PendingDecision: Sendable {
    var number: Int
    var plugin: String
    var inquiry: DecisionInquiry
    var declaration: DecisionDeclaration
    var question: Question
    /// The command that waits for the answer. Nil if the plugin was asked for a controller's
    /// content.
    var command: (any AskingCommand)?
    var cause: EventCause?
    /// The time by which the plugin must answer. It is real time even if the daemon's clock is
    /// manual.
    var deadline: Instant
}
