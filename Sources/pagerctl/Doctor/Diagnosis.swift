internal import PagerModel

/// A result of `pagerctl doctor`.
struct Diagnosis: Equatable {
    enum State: String {
        case ok
        /// Noteworthy, but not an error.
        case note
        case problem
    }

    /// The name of the check, for programs.
    var check: String
    var state = State.ok
    /// The result of the check as a sentence.
    var text: String
    /// Advice for the user on a problem.
    var advice: String?

    var value: Value {
        [
            "check": .string(check), "state": .string(state.rawValue), "text": .string(text),
            "advice": advice.map { .string($0) } ?? .null,
        ]
    }

    var lines: [String] {
        let first = "\(Report.pad(state.rawValue, 7))  \(text)"
        return [first] + (advice.map { ["         \($0)"] } ?? [])
    }
}
