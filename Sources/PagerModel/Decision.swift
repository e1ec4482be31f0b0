/// What a plugin may be asked before something happens.
public enum QuestionKind: String, FieldEnumeration, BitwiseCopyable {
    /// May this page or tab be selected? A boolean.
    case shouldSelect
    /// May the person drag this sheet away? A boolean.
    case shouldDismiss
    /// Which page comes after the last one? An id, or null for none.
    case pageAfter
    /// Which page comes before the first one? An id, or null for none.
    case pageBefore
    /// What does this controller show? Any content, or null.
    case contentFor

    /// The answer where nobody gives one.
    public var standard: Value {
        switch self {
        case .shouldSelect, .shouldDismiss: true
        case .pageAfter, .pageBefore, .contentFor: nil
        }
    }
}

/// A question that a plugin answers, as it registers it.
public struct DecisionDeclaration: FieldValue, Hashable {
    public var question = QuestionKind.shouldSelect
    /// The controllers it decides about; nil for all that it hosts.
    public var of: [Identifier]?
    /// The answer where it gives none in time.
    public var standard: Value = true
    /// Seconds it has to answer.
    public var deadline = Limits.decisionSeconds

    public static var schema: Schema { .any }

    public init() {}

    /// Reads the question's name alone, or an object.
    public init(reading value: Value) throws(Refusal) {
        if case .string = value {
            question = try QuestionKind(reading: value)
            standard = question.standard
            return
        }
        let long = try LongForm(reading: value)
        question = long.question
        of = long.of
        standard = long.standard ?? question.standard
        deadline = long.deadline
        guard deadline > 0, deadline <= Limits.longestDecisionSeconds else {
            throw .invalidArgument(
                "above 0 and at most \(Int(Limits.longestDecisionSeconds)) seconds",
                path: "deadline")
        }
    }

    public func write<W: ValueWriter>(to writer: inout W) {
        var long = LongForm()
        long.question = question
        long.of = of
        long.standard = standard
        long.deadline = deadline
        long.write(to: &writer)
    }

    private struct LongForm: FieldObject {
        var question = QuestionKind.shouldSelect
        var of: [Identifier]?
        var standard: Value?
        var deadline = Limits.decisionSeconds

        mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("question", &question, "what it answers")
            try visitor.optional("of", &of, "about whom; else about all that it hosts")
            try visitor.optional("default", &standard, "the answer where it gives none in time")
            try visitor.defaulted("deadline", &deadline, "seconds it has")
        }
    }
}
