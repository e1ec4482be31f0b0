import PagerModel

/// A state machine for the appearance callbacks of every controller and for the start and end of
/// every transition.
struct Automaton {
    enum State: String { case disappeared, appearing, appeared, disappearing }

    private var states: [String: State] = [:]
    private var running: Set<String> = []
    private var begun: Set<String> = []
    /// The appearance callbacks that came in a state in which they are not valid.
    private(set) var appearanceFaults: [String] = []
    private(set) var transitionFaults: [String] = []

    init(_ events: [Value] = []) {
        for event in events { note(event) }
    }

    /// The controllers whose appearance transition has begun and has not ended.
    var unsettled: [String] {
        states.filter { $0.value == .appearing || $0.value == .disappearing }.keys.sorted()
    }

    /// The transitions that have begun and not ended.
    var open: [String] { running.sorted() }

    mutating func note(_ event: Value) {
        let subject = event["subject"]?.string ?? ""
        switch event["event"]?.string {
        case "viewWillAppear": move(subject, [.disappeared, .disappearing], .appearing, event)
        case "viewDidAppear": move(subject, [.appearing], .appeared, event)
        case "viewWillDisappear": move(subject, [.appeared, .appearing], .disappearing, event)
        case "viewDidDisappear": move(subject, [.disappearing], .disappeared, event)
        case "began": begin(event)
        case "ended": end(event)
        default: break
        }
    }

    private mutating func move(
        _ subject: String, _ allowed: Set<State>, _ next: State, _ event: Value
    ) {
        let now = states[subject] ?? .disappeared
        if !allowed.contains(now) {
            appearanceFaults.append("\(Token(event)) while \(now) (\(event.place))")
        }
        states[subject] = next
    }

    private mutating func begin(_ event: Value) {
        let id = event["transition"]?.string ?? "nil"
        if !begun.insert(id).inserted {
            transitionFaults.append("\(id) began twice (\(event.place))")
        }
        running.insert(id)
    }

    private mutating func end(_ event: Value) {
        let id = event["transition"]?.string ?? "nil"
        if running.remove(id) == nil {
            transitionFaults.append("\(id) ended without having begun (\(event.place))")
        }
    }
}

extension Value {
    /// The position of an event in the stream, for error messages.
    var place: String { "seq \(self["seq"]?.integer ?? 0)" }
}
