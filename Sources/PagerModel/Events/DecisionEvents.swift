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

/// A question to a plugin, and the command that waits for the answer.
public struct DecisionInquiry: Fields {
    public var decision = ""
    public var question = QuestionKind.shouldSelect
    public var controller: Identifier?
    public var container: Identifier?
    public var method: String?

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("decision", &decision, "its id, as `pending` has it")
        try visitor.required("question", &question, "what is asked")
        try visitor.nullable("controller", &controller, "about whom")
        try visitor.nullable("container", &container, "in whom")
        try visitor.nullable(
            "method", &method, "the command that waits, null where none does")
    }
}

/// The answer to a question, and what became of the command.
public struct DecisionVerdict: Fields {
    public var answer: Value = .null
    public var source = DecisionSource.plugin
    public var applied = false
    public var error: String?
    public var transition: TransitionID?

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("answer", &answer, "the plugin's, or the default")
        try visitor.required("by", &source, "who gave it")
        try visitor.required("applied", &applied, "whether the command was carried out")
        try visitor.nullable("error", &error, "the name of the error where it was refused")
        try visitor.nullable("transition", &transition, "what it started")
    }
}

/// The kinds of a plugin.
public struct HostedKinds: Fields {
    public var kinds: [String] = []

    public init() {}

    public init(_ kinds: [String]) { self.kinds = kinds }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("kinds", &kinds, "the kinds it hosts")
    }
}
