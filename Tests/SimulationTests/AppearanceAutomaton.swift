import PagerModel

/// What an observer of the events can demand: each controller's callbacks take turns as UIKit's do,
/// and each transition that began ends once.
struct AppearanceAutomaton {
    private var states: [Handle: Appearance] = [:]
    private var open: Set<TransitionID> = []

    /// A sentence for the first event that may not come now.
    mutating func feed(_ log: EventLog) -> String? {
        for event in log.events {
            if let problem = feed(event, log) { return problem }
        }
        return nil
    }

    private mutating func feed(_ event: Event, _ log: EventLog) -> String? {
        switch event.body {
        case .viewWillAppear: move(event, [.disappeared, .disappearing], .appearing)
        case .viewDidAppear: move(event, [.appearing], .appeared)
        case .viewWillDisappear: move(event, [.appeared, .appearing], .disappearing)
        case .viewDidDisappear: move(event, [.disappearing], .disappeared)
        case .viewIsAppearing: move(event, [.appearing], .appearing)
        case .began(let detail):
            open.insert(log.detail(detail).transition).inserted ? nil : "began twice"
        case .ended(let id, _): open.remove(id) != nil ? nil : "\(id) ended without began"
        default: nil
        }
    }

    private mutating func move(
        _ event: Event, _ allowed: Set<Appearance>, _ next: Appearance
    ) -> String? {
        let now = states[event.subject] ?? .disappeared
        guard allowed.contains(now) else { return "\(event.body) while \(now)" }
        states[event.subject] = next
        return nil
    }

    var openTransitions: Set<TransitionID> { open }

    func state(of controller: Handle) -> Appearance { states[controller] ?? .disappeared }
}
