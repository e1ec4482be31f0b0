/// The source of an answer: the plugin, or the reason why the declared default applies.
public enum DecisionSource: String, FieldEnumeration, BitwiseCopyable {
    case plugin
    /// The plugin did not answer in time, so the default applies.
    case deadline
    /// The plugin is disconnected, so the default applies.
    case lost
    /// The plugin answered with an error or a value of the wrong type, so the default applies.
    case error
}

/// A question to a plugin and the command that waits for the answer.
public struct DecisionInquiry: Fields {
    public var decision = ""
    public var question = QuestionKind.shouldSelect
    public var controller: Identifier?
    public var container: Identifier?
    public var method: String?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("decision", &decision, "as in `pending` of the reply")
        v.required("question", &question, "what is decided")
        v.required("controller", &controller, "which the question is about")
        v.required("container", &container, "that of the controller")
        v.required("method", &method, "the waiting command; null: none")
    }
}

/// The answer to a question, and the result of the command that waited for the answer.
public struct DecisionVerdict: Fields {
    public var answer: Value = .null
    public var source = DecisionSource.plugin
    public var applied = false
    public var error: String?
    public var transition: TransitionID?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("answer", &answer, "the plugin's answer, or the default")
        v.required("by", &source, "who answered")
        v.required("applied", &applied, "whether the command was executed")
        v.required("error", &error, "its name, if the command was refused")
        v.required("transition", &transition, "the one that the command began")
    }
}

/// The names of the controller kinds that a plugin hosts.
public struct HostedKinds: Fields {
    public var kinds: [String] = []

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("kinds", &kinds, "the kinds that it hosts")
    }
}
