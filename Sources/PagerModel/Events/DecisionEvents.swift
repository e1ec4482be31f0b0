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

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("decision", &decision, "as in `pending` of the reply")
        try visitor.required("question", &question, "what is decided")
        try visitor.nullable("controller", &controller, "which the question is about")
        try visitor.nullable("container", &container, "that of the controller")
        try visitor.nullable("method", &method, "the waiting command; null: none")
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

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("answer", &answer, "the plugin's answer, or the default")
        try visitor.required("by", &source, "who answered")
        try visitor.required("applied", &applied, "whether the command was executed")
        try visitor.nullable("error", &error, "its name, if the command was refused")
        try visitor.nullable("transition", &transition, "the one that the command began")
    }
}

/// The names of the controller kinds that a plugin hosts.
public struct HostedKinds: Fields {
    public var kinds: [String] = []

    public init() {}

    public init(_ kinds: [String]) { self.kinds = kinds }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("kinds", &kinds, "the kinds that it hosts")
    }
}
