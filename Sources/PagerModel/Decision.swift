/// What a plugin may be asked before something happens.
public enum QuestionKind: String, FieldEnumeration, BitwiseCopyable {
    /// May this page or tab be selected? A boolean.
    case shouldSelect
    /// May the person drag this sheet away? A boolean.
    case shouldDismiss
    /// May the person take this controller off the top of its stack? A boolean.
    case shouldPop
    /// Which page comes after the last one? An id, or null for none.
    case pageAfter
    /// Which page comes before the first one? An id, or null for none.
    case pageBefore
    /// What does this controller show? Any content, or null.
    case contentFor

    /// The answer where nobody gives one.
    public var standard: Value {
        switch self {
        case .shouldSelect, .shouldDismiss, .shouldPop: true
        case .pageAfter, .pageBefore, .contentFor: nil
        }
    }

    /// The question that is asked where nobody answers this one; nil for most. Before there was
    /// `shouldPop`, plugins and kinds were asked `shouldDismiss` about a pop.
    public var substitute: QuestionKind? { self == .shouldPop ? .shouldDismiss : nil }

    /// Whether the answer names a controller that is put in before the command is carried out.
    public var addsBefore: Bool { self == .pageAfter || self == .pageBefore }

    /// Checks that a value can be the answer.
    ///
    /// - Throws: `invalidArgument` for another form, `limitExceeded` for content that is too large.
    public func check(_ answer: Value) throws(CommandError) {
        switch (self, answer) {
        case (.shouldSelect, .bool), (.shouldDismiss, .bool), (.shouldPop, .bool): return
        case (.pageAfter, .null), (.pageBefore, .null): return
        case (.pageAfter, .string(let text)), (.pageBefore, .string(let text)):
            if Identifier(text) != nil { return }
        case (.contentFor, _): return try Limits.checkContent(answer.footprint, at: "answer")
        case (.shouldSelect, _), (.shouldDismiss, _), (.shouldPop, _), (.pageAfter, _),
            (.pageBefore, _):
            break
        }
        throw .invalidArgument(answerForm, path: "answer")
    }

    private var answerForm: String {
        switch self {
        case .shouldSelect, .shouldDismiss, .shouldPop: "\(rawValue) is answered by true or false"
        case .pageAfter, .pageBefore: "\(rawValue) is answered by the id of a controller, or null"
        case .contentFor: "\(rawValue) is answered by any value"
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
                "above 0 and at most \(Int(Limits.longestDecisionSeconds)) seconds",
                path: "deadline")
        }
    }

    /// What it takes in the daemon's memory, about.
    public var bytes: Int {
        (of ?? []).reduce(128 + standard.footprint) { $0 + 128 + $1.text.utf8.count }
    }

    /// Checks the size of the default, and that `of` names each controller once. The form of the
    /// default is not checked: one of another form than the question's has always meant no.
    ///
    /// - Throws: `limitExceeded`, `invalidArgument`.
    public func check() throws(CommandError) {
        try Limits.checkContent(standard.footprint, at: "default")
        var names: Set<TextKey> = []
        for (index, id) in (of ?? []).enumerated()
        where !names.insert(TextKey(id.text)).inserted {
            throw .invalidArgument(
                "\(id) stands in the list twice; name it once", path: "of[\(index)]")
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
