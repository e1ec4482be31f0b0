package import PagerModel

/// The point at which a work limit ended a loop early. Such a loop runs over the commands of a
/// batch, reactions, queued commands or deadlines.
package struct WorkLimitStop: FieldObject, Hashable {
    /// The number of the check at which the loop ended. The checks of work limits are counted from
    /// the start of each message.
    package private(set) var question = 0
    /// The description of the exceeded limit.
    package private(set) var reason = ""
    /// Whether only one step of the loop was refused, and the loop continued. Nil means false.
    private(set) var isRefusal: Bool?

    package init() {}

    init(question: Int, reason: String, isRefusal: Bool? = nil) {
        self.question = question
        self.reason = reason
        self.isRefusal = isRefusal
    }

    package mutating func visit(_ v: inout some FieldVisitor) {
        v.required("question", &question, "the number of the check in the message")
        v.required("reason", &reason, "the exceeded limit")
        v.field("refusal", &isRefusal, "whether only one step was refused")
    }
}

/// The points at which work limits ended loops early while one message was handled.
///
/// Different versions of the engine can count different amounts of work for the same message.
/// Therefore the journal records these points. A replay ends the loops at these points and does not
/// apply the work limits.
struct WorkLimitStops: Sendable {
    private var questions = 0
    private(set) var made: [WorkLimitStop] = []
    /// The points at which a replay must end loops, with the next point first. Nil outside of a
    /// replay.
    private var told: ArraySlice<WorkLimitStop>?

    init() {}

    /// Prepares the replay of a message. `stops` are the points at which the replay must end loops,
    /// as recorded in the journal.
    init(repeating stops: [WorkLimitStop]) { told = stops[...] }

    /// Whether no work limit has been checked yet for the current message. Always false during a
    /// replay.
    var isUntouched: Bool { questions == 0 && made.isEmpty && told == nil }

    /// Whether a message is replayed.
    var isReplay: Bool { told != nil }

    /// Checks a work limit before the next step of a loop. Returns the reason to end the loop, or
    /// nil to continue. A replay ignores `excess`, and ends each loop at the point that the journal
    /// has recorded.
    ///
    /// - Parameter excess: A description of the exceeded limit; nil if no limit is exceeded.
    mutating func reasonToStop(_ excess: String?) -> String? {
        questions += 1
        guard let next = told?.first else {
            if told == nil, let excess {
                made.append(WorkLimitStop(question: questions, reason: excess))
            }
            return told == nil ? excess : nil
        }
        guard next.question == questions, next.isRefusal != true else { return nil }
        told?.removeFirst()
        return next.reason
    }

    /// Checks a limit that refuses one step of a loop, and not those after it. Returns the reason
    /// to refuse the step, or nil to execute it. A replay ignores `excess`. The check is not
    /// counted, so journals of versions without it can be replayed.
    mutating func refusal(_ excess: String?) -> String? {
        guard told != nil else {
            if let excess {
                made.append(WorkLimitStop(question: questions, reason: excess, isRefusal: true))
            }
            return excess
        }
        guard let next = told?.first, next.question == questions, next.isRefusal == true else {
            return nil
        }
        told?.removeFirst()
        return next.reason
    }
}

extension Scene {
    /// Checks a work limit. Every loop that a work limit can end calls this function before each
    /// step.
    ///
    /// - Parameter excess: The description of the exceeded limit; nil if no limit is exceeded. A
    ///   replay ignores this value.
    /// - Returns: The reason to end the loop, or nil to continue.
    package mutating func reasonToStop(_ excess: String?) -> String? {
        makeUnique()
        return state.stops.reasonToStop(excess)
    }

    /// Checks a limit that refuses one step of a loop, and not those after it. Call this function
    /// at most once between two calls of `reasonToStop`.
    ///
    /// - Parameter excess: The description of the exceeded limit; nil if no limit is exceeded. A
    ///   replay ignores this value.
    /// - Returns: The reason to refuse the step, or nil to execute it.
    package mutating func refusal(_ excess: String?) -> String? {
        if excess == nil, !state.stops.isReplay { return nil }
        makeUnique()
        return state.stops.refusal(excess)
    }

    /// Restarts the count of checks. Returns the points at which work limits have ended loops since
    /// the last call.
    package mutating func takeWorkLimitStops() -> [WorkLimitStop] {
        guard !state.stops.isUntouched else { return [] }
        makeUnique()
        defer { state.stops = WorkLimitStops() }
        return state.stops.made
    }

    /// Prepares the replay of the next message. During the replay, each loop, such as the one over
    /// the commands of a batch, ends where a work limit ended it when the message was first
    /// handled. The journal contains these points.
    package mutating func repeatWorkLimitStops(_ stops: [WorkLimitStop]) {
        makeUnique()
        state.stops = WorkLimitStops(repeating: stops)
    }
}
