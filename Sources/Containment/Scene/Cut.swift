package import PagerModel

/// A place where a limit of work cut something short: commands of a batch, reactions, queued
/// commands or deadlines.
package struct Cut: FieldObject, Hashable {
    /// Counts the questions whether to continue, from the start of a message on.
    package private(set) var question = 0
    /// What was exceeded, as a sentence or the beginning of one.
    package private(set) var reason = ""

    package init() {}

    init(question: Int, reason: String) {
        self.question = question
        self.reason = reason
    }

    package mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("question", &question, "the number of the question to go on")
        try visitor.required("reason", &reason, "what was exceeded")
    }
}

/// The cuts of one message.
///
/// How much work something is depends on the engine, which changes. So the journal tells where work
/// was cut short, and a replay cuts it in the same places, whatever it counts.
struct Cuts: Sendable {
    private var questions = 0
    private(set) var made: [Cut] = []
    /// Those that a replay repeats, the next one first. Nil outside of a replay.
    private var told: ArraySlice<Cut>?

    init() {}

    /// Cuts as the journal tells them.
    init(repeating cuts: [Cut]) { told = cuts[...] }

    /// Whether nothing has been asked since the start.
    var isUntouched: Bool { questions == 0 && told == nil }

    /// Answers the question whether there is more to do, given what is exceeded now. Nil for yes.
    mutating func cut(_ excess: String?) -> String? {
        questions += 1
        guard let next = told?.first else {
            if told == nil, let excess { made.append(Cut(question: questions, reason: excess)) }
            return told == nil ? excess : nil
        }
        guard next.question == questions else { return nil }
        told?.removeFirst()
        return next.reason
    }
}

extension Scene {
    /// Whether a limit of work cuts short what is under way: every loop that such a limit may end
    /// asks this before each step.
    ///
    /// - Parameter excess: what is exceeded, nil for nothing.
    /// - Returns: the reason to stop, nil to go on.
    package mutating func cut(_ excess: String?) -> String? {
        makeUnique()
        return state.cuts.cut(excess)
    }

    /// Begins to count questions anew, and returns the cuts since the last time.
    package mutating func takeCuts() -> [Cut] {
        guard !state.cuts.isUntouched else { return [] }
        makeUnique()
        defer { state.cuts = Cuts() }
        return state.cuts.made
    }

    /// Repeats the cuts that the journal tells of the message that comes next.
    package mutating func repeatCuts(_ cuts: [Cut]) {
        makeUnique()
        state.cuts = Cuts(repeating: cuts)
    }
}
