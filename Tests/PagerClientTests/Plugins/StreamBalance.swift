import PagerModel

/// The books on will and did of every controller, and on began and ended of every transition, as
/// callbacks come by name.
struct StreamBalance {
    private static let steps: [String: (from: Set<String>, to: String)] = [
        "viewWillAppear": (["disappeared", "disappearing"], "appearing"),
        "viewIsAppearing": (["appearing"], "appearing"),
        "viewDidAppear": (["appearing"], "appeared"),
        "viewWillDisappear": (["appeared", "appearing"], "disappearing"),
        "viewDidDisappear": (["disappearing"], "disappeared"),
    ]

    private(set) var appearances: [String: String] = [:]
    /// Transitions that began and have not ended.
    private(set) var open: Set<String> = []
    private var begun: Set<String> = []
    /// A sentence for each callback that came where it cannot.
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

    /// Controllers between will and did.
    var unsettled: [String] {
        appearances.filter { $0.value.hasSuffix("ing") }.keys.sorted()
    }
}
