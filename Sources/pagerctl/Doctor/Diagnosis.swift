internal import PagerModel

/// The result of one check of `pagerctl doctor`.
struct Diagnosis: Equatable {
    enum State: String {
        case ok
        /// The result is noteworthy but not an error.
        case note
        case problem
    }

    /// The name of the check. Programs that read the output recognize the check by this name.
    var check: String
    var state = State.ok
    /// The result of the check as a sentence.
    var text: String
    /// Advice on how to solve the problem. Nil if there is none.
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
