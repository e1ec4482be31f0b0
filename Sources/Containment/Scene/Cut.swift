package import PagerModel

/// The point at which a work limit ended a loop early. Such loops run over the commands of a batch,
/// reactions, queued commands or deadlines.
package struct Cut: FieldObject, Hashable {
    /// The number of the check at which the loop ended, counted from the start of the message.
    package private(set) var question = 0
    /// The exceeded limit, as a sentence or the beginning of one.
    package private(set) var reason = ""

    package init() {}

    init(question: Int, reason: String) {
        self.question = question
        self.reason = reason
    }

    package mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("question", &question, "the number of the check in the message")
        try visitor.required("reason", &reason, "the exceeded limit")
    }
}

/// The cuts of one message.
///
/// The amount of work depends on the version of the engine. Therefore the journal records the cuts,
/// and a replay ends the loops at the same points, whatever work it counts.
struct Cuts: Sendable {
    private var questions = 0
    private(set) var made: [Cut] = []
    /// The cuts that a replay repeats, the next one first. Nil outside of a replay.
    private var told: ArraySlice<Cut>?

    init() {}

    /// Creates the cuts that the journal contains.
    init(repeating cuts: [Cut]) { told = cuts[...] }

    /// Whether no check of this message has been made and no cuts are to be repeated.
    var isUntouched: Bool { questions == 0 && told == nil }

    /// Checks whether a loop may continue. Returns the reason to stop, or nil.
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
    /// Checks a work limit. Every loop that such a limit may end calls this before each step.
    ///
    /// - Parameter excess: The exceeded limit, or nil.
    /// - Returns: The reason to stop, or nil to continue.
    package mutating func cut(_ excess: String?) -> String? {
        makeUnique()
        return state.cuts.cut(excess)
    }

    /// Restarts the count of checks and returns the cuts since the last call.
    package mutating func takeCuts() -> [Cut] {
        guard !state.cuts.isUntouched else { return [] }
        makeUnique()
        defer { state.cuts = Cuts() }
        return state.cuts.made
    }

    /// Repeats the cuts that the journal contains for the next message.
    package mutating func repeatCuts(_ cuts: [Cut]) {
        makeUnique()
        state.cuts = Cuts(repeating: cuts)
    }
}
