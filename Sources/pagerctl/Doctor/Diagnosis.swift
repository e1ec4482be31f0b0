internal import PagerModel

/// One thing that `pagerctl doctor` has looked at.
struct Diagnosis: Equatable {
    enum State: String {
        case ok
        /// Worth knowing, and nothing is broken by it.
        case note
        case problem
    }

    /// What was looked at, for programs.
    var check: String
    var state = State.ok
    /// What was found.
    var text: String
    /// What to do about it.
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
