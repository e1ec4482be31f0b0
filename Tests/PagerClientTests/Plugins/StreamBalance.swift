import PagerModel

/// State machines for the appearance callbacks of every controller and for the start and end of
/// every transition, fed with callbacks by name.
struct StreamBalance {
    private static let steps: [String: (from: Set<String>, to: String)] = [
        "viewWillAppear": (["disappeared", "disappearing"], "appearing"),
        "viewIsAppearing": (["appearing"], "appearing"),
        "viewDidAppear": (["appearing"], "appeared"),
        "viewWillDisappear": (["appeared", "appearing"], "disappearing"),
        "viewDidDisappear": (["disappearing"], "disappeared"),
    ]

    private(set) var appearances: [String: String] = [:]
    /// The transitions that have begun and not ended.
    private(set) var open: Set<String> = []
    private var begun: Set<String> = []
    /// A message for each callback that came in a state in which it is not valid.
    private(set) var faults: [String] = []

    mutating func note(_ event: String, _ subject: String, transition: String? = nil) {
        if let step = Self.steps[event] {
            let now = appearances[subject] ?? "disappeared"
            if !step.from.contains(now) { faults.append("\(subject).\(event) while \(now)") }
            appearances[subject] = step.to
        } else if event == "destroyed" {
            appearances[subject] = nil
        } else if event == "began" || event == "ended", let transition {
            let isRight =
                event == "began"
                ? begun.insert(transition).inserted && open.insert(transition).inserted
                : open.remove(transition) != nil
            if !isRight { faults.append("\(event) of \(transition) for the second time") }
        }
    }

    mutating func note(_ event: Value) {
        note(
            event["event"]?.string ?? "", event["subject"]?.string ?? "",
            transition: event["transition"]?.string)
    }

    /// The controllers between a `will` callback and its `did` callback.
    var unsettled: [String] {
        appearances.filter { $0.value.hasSuffix("ing") }.keys.sorted()
    }
}
