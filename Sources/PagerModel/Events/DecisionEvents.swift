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
        try visitor.required(
            "decision", &decision, "the id of the decision, as in `pending` of the reply")
        try visitor.required("question", &question, "the question")
        try visitor.nullable(
            "controller", &controller, "the controller that the question is about")
        try visitor.nullable("container", &container, "the container of the controller")
        try visitor.nullable(
            "method", &method, "the method of the waiting command; null: none")
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
        try visitor.required("by", &source, "the source of the answer")
        try visitor.required("applied", &applied, "whether the command was executed")
        try visitor.nullable(
            "error", &error, "the name of the error if the command was refused")
        try visitor.nullable(
            "transition", &transition, "the transition that the command started")
    }
}

/// The names of the controller kinds that a plugin hosts.
public struct HostedKinds: Fields {
    public var kinds: [String] = []

    public init() {}

    public init(_ kinds: [String]) { self.kinds = kinds }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("kinds", &kinds, "the kinds that the plugin hosts")
    }
}
