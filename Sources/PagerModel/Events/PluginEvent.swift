/// What decided: the plugin, or the reason for the declared default.
public enum DecisionSource: String, FieldEnumeration, BitwiseCopyable {
    case plugin
    /// No answer came in time: the declared default.
    case deadline
    /// The plugin is gone: the declared default.
    case lost
    /// The plugin answered with an error or with something of another form: the declared default.
    case error
}

/// What happens to plugins and their decisions. The engine knows nothing of them.
public enum PluginEvent: Sendable {
    /// A question to a plugin, and the command that waits for the answer.
    public struct Inquiry: Sendable {
        public var decision = ""
        public var question = QuestionKind.shouldSelect
        public var controller: Identifier?
        public var container: Identifier?
        /// The method of the command that waits; nil where none does.
        public var method: String?

        public init() {}
    }

    /// What became of a question.
    public struct Verdict: Sendable {
        public var answer: Value = .null
        public var source = DecisionSource.plugin
        /// Whether the command was carried out.
        public var applied = false
        public var error: String?
        public var transition: TransitionID?

        public init() {}
    }

    case attached(kinds: [String])
    case restored(kinds: [String])
    case lost(reason: String)
    case forgotten
    case decisionRequested(Inquiry)
    case decisionMade(Inquiry, Verdict)
    case diagnostic(message: String)

    /// Declares the event as `EventBody.visit` does for those of the engine.
    public func visit<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .attached(let kinds):
            v.event(.plugin, "attached", "A plugin has registered.")
            v.field("kinds", kinds, "the kinds it hosts")
        case .restored(let kinds):
            v.event(.plugin, "restored", "A plugin that was lost is back.")
            v.field("kinds", kinds, "the kinds it hosts")
        case .lost(let reason):
            v.event(.plugin, "lost", "A plugin is gone; its controllers stay.")
            v.field("reason", reason, "how it went")
        case .forgotten:
            v.event(
                .plugin, "forgotten", "A plugin that was gone has been forgotten, with its kinds.")
        case .decisionRequested(let inquiry):
            v.event(.plugin, "decisionRequested", "A command waits for a plugin's answer.")
            inquiry.visit(&v)
        case .decisionMade(let inquiry, let verdict):
            v.event(.plugin, "decisionMade", "The answer has come, or its default holds.")
            inquiry.visit(&v)
            verdict.visit(&v)
        case .diagnostic(let message):
            v.event(.plugin, "diagnostic", "Something is wrong with what a plugin sends.")
            v.field("message", message, "what")
        }
    }

    /// One of each, for the reference.
    public static let exemplars: [PluginEvent] = [
        .attached(kinds: []), .lost(reason: ""), .restored(kinds: []),
        .forgotten, .decisionRequested(Inquiry()), .decisionMade(Inquiry(), Verdict()),
        .diagnostic(message: ""),
    ]
}

extension PluginEvent.Inquiry {
    fileprivate func visit<V: EventVisitor>(_ v: inout V) {
        v.field("decision", decision, "its id, as `pending` has it")
        v.field("question", question, "what is asked")
        v.optional("controller", controller, "about whom")
        v.optional("container", container, "in whom")
        v.optional("method", method, "the command that waits, null where none does")
    }
}

extension PluginEvent.Verdict {
    fileprivate func visit<V: EventVisitor>(_ v: inout V) {
        v.field("answer", answer, "the plugin's, or the default")
        v.field("by", source, "who gave it")
        v.field("applied", applied, "whether the command was carried out")
        v.optional("error", error, "the name of the error where it was refused")
        v.optional("transition", transition, "what it started")
    }
}
