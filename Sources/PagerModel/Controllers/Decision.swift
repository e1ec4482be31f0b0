/// A question that the daemon asks a plugin, such as whether a page may be selected.
public enum QuestionKind: String, FieldEnumeration, BitwiseCopyable {
    /// Asks whether a page or tab may be selected. The answer is a boolean.
    case shouldSelect
    /// Asks whether the user may dismiss a sheet. The answer is a boolean.
    case shouldDismiss
    /// Asks whether the user may pop a controller from its stack. The answer is a boolean.
    case shouldPop
    /// Asks whether the user may remove a page or tab. The answer is a boolean.
    case shouldRemove
    /// The page to add after the last one. The answer is its id, or null.
    case pageAfter
    /// The page to add before the first one. The answer is its id, or null.
    case pageBefore
    /// Asks for the content of a controller. The answer is any value, or null.
    case contentFor

    /// The answer to the question if no plugin gives one.
    public var standard: Value {
        switch self {
        case .shouldSelect, .shouldDismiss, .shouldPop, .shouldRemove: true
        case .pageAfter, .pageBefore, .contentFor: nil
        }
    }

    /// The question that the daemon asks instead if no plugin or kind answers this one.
    /// `shouldDismiss` for the question `shouldPop`, which is unknown to plugins and kinds written
    /// for earlier versions of pagerd. Nil for all other questions.
    public var substitute: QuestionKind? { self == .shouldPop ? .shouldDismiss : nil }

    /// Whether the answer is a page, which is added before the waiting command runs.
    public var addsBefore: Bool { self == .pageAfter || self == .pageBefore }

    /// Checks that a value is a valid answer.
    ///
    /// - Throws: `invalidArgument` for a value of the wrong type, `limitExceeded` for content that
    ///   is too large.
    public func check(_ answer: Value) throws(CommandError) {
        switch (self, answer) {
        case (.shouldSelect, .bool), (.shouldDismiss, .bool), (.shouldPop, .bool),
            (.shouldRemove, .bool):
            return
        case (.pageAfter, .null), (.pageBefore, .null): return
        case (.pageAfter, .string(let text)), (.pageBefore, .string(let text)):
            if Identifier(text) != nil { return }
        case (.contentFor, _): return try Limits.checkContent(answer.footprint, at: "answer")
        case (.shouldSelect, _), (.shouldDismiss, _), (.shouldPop, _), (.shouldRemove, _),
            (.pageAfter, _), (.pageBefore, _):
            break
        }
        throw .invalidArgument(answerForm, path: "answer")
    }

    private var answerForm: String {
        switch self {
        case .shouldSelect, .shouldDismiss, .shouldPop, .shouldRemove:
            "the answer to \(rawValue) must be true or false"
        case .pageAfter, .pageBefore:
            "the answer to \(rawValue) must be the id of a controller, or null"
        case .contentFor: "the answer to \(rawValue) may be any value"
        }
    }
}

/// A question that a plugin answers, with its subjects, default and deadline.
public struct DecisionDeclaration: FieldValue, Hashable {
    public var question = QuestionKind.shouldSelect
    /// The controllers in question. Nil: all that the plugin hosts.
    public var of: [Identifier]?
    /// The answer that applies if the plugin does not give a valid answer in time.
    public var standard: Value = true
    /// The number of seconds within which the plugin must answer.
    public var deadline = Limits.decisionSeconds

    public static var schema: Schema { .any }

    public init() {}

    /// Parses a declaration, which is either the name of a question or an object.
    public init(reading value: Value) throws(CommandError) {
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
                "must be above 0 and at most \(Int(Limits.longestDecisionSeconds)) s, got "
                    + "\(deadline)",
                path: "deadline")
        }
    }

    /// The approximate amount of memory that the declaration takes, in bytes.
    public var bytes: Int {
        (of ?? []).reduce(128 + standard.footprint) { $0 + 128 + $1.text.utf8.count }
    }

    /// Checks that the default answer is not too large and that `of` has no duplicates. Does not
    /// check the type of the default answer. For compatibility, a default of the wrong type means
    /// false.
    ///
    /// - Throws: `limitExceeded` for a default answer that is too large, `invalidArgument` for a
    ///   duplicate.
    public func check() throws(CommandError) {
        try Limits.checkContent(standard.footprint, at: "default")
        var names: Set<TextKey> = []
        for (index, id) in (of ?? []).enumerated()
        where !names.insert(TextKey(id.text)).inserted {
            throw .invalidArgument(
                "the list contains \(id) twice; name it once", path: "of[\(index)]")
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

        private var deadlineDoc: String {
            "seconds to answer, above 0 and at most \(Int(Limits.longestDecisionSeconds))"
        }

        mutating func visit(_ v: inout some FieldVisitor) {
            v.required("question", &question, "what it decides")
            v.field("of", &of, "about these controllers; default: all that it hosts")
            v.field("default", &standard, "the answer after the deadline")
            v.field("deadline", &deadline, deadlineDoc)
        }
    }
}
