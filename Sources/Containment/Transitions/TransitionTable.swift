public import PagerModel

/// The running transitions, with the views that are animated alongside them.
struct TransitionTable: Sendable {
    private var running: [TransitionID: Transition] = [:]
    /// The number of the next transition.
    private(set) var next: UInt64 = 1
    /// The views that are animated alongside each running transition, with their final values.
    private var alongside: [TransitionID: [AlongsideChange]] = [:]

    // MARK: Running transitions

    @inline(__always)
    var isEmpty: Bool { running.isEmpty }
    var count: Int { running.count }
    /// The running transitions in the order of their start. O(n log n).
    var ids: [TransitionID] { running.keys.sorted() }
    var all: some Sequence<(key: TransitionID, value: Transition)> { running }

    @inline(__always)
    subscript(id: TransitionID) -> Transition? { running[id] }

    @inline(__always)
    func contains(_ id: TransitionID) -> Bool { running[id] != nil }

    mutating func newID() -> TransitionID {
        defer { next += 1 }
        return TransitionID(next)
    }

    mutating func add(_ transition: Transition) { running[transition.id] = transition }

    /// Changes a transition, if it is running.
    mutating func change(_ id: TransitionID, _ body: (inout Transition) -> Void) {
        if let index = running.index(forKey: id) { body(&running.values[index]) }
    }

    mutating func remove(_ id: TransitionID) -> Transition? { running.removeValue(forKey: id) }

    // MARK: Views animated alongside

    /// Whether views are animated alongside any transition.
    @inline(__always)
    var hasAlongside: Bool { !alongside.isEmpty }

    func alongside(_ id: TransitionID) -> [AlongsideChange]? { alongside[id] }

    mutating func setAlongside(_ id: TransitionID, _ changes: [AlongsideChange]) {
        alongside[id] = changes
    }

    mutating func takeAlongside(_ id: TransitionID) -> [AlongsideChange]? {
        alongside.isEmpty ? nil : alongside.removeValue(forKey: id)
    }

    /// Removes a view from the views animated alongside transitions.
    ///
    /// - Returns: The changed transitions in the order of their start, each with its other views.
    mutating func removeAlongside(_ view: Handle) -> [(Transition, [AlongsideChange])] {
        var changed: [(Transition, [AlongsideChange])] = []
        for id in alongside.keys.sorted() {
            guard var changes = alongside[id], let transition = running[id],
                let index = changes.firstIndex(where: { $0.view == view })
            else { continue }
            changes.remove(at: index)
            alongside[id] = changes
            changed.append((transition, changes))
        }
        return changed
    }

    // MARK: Archives

    mutating func visitRunning(_ archive: inout Archive) {
        Transition.visit(&running, &archive)
        archive.visit(counter: &next)
    }

    mutating func visitAlongside(_ archive: inout Archive) {
        archive.declaration(of: AlongsideView.self, "a view animated alongside")
        archive.visit(&alongside, by: <, new: []) { changes, archive in
            archive.visit(&changes, new: AlongsideChange()) { $0.visit(&$1) }
        }
        archive.require(
            alongside.keys.allSatisfy { running[$0] != nil },
            "views are animated alongside a transition that does not run")
    }
}

extension Scene {
    /// Whether a transition is running.
    @inline(__always)
    var hasTransitions: Bool { !state.transitions.isEmpty }

    public func transition(_ id: TransitionID) -> Transition? { state.transitions[id] }

    func isRunning(_ id: TransitionID) -> Bool { state.transitions.contains(id) }

    /// Changes a transition, if it is running.
    mutating func change(_ id: TransitionID, _ body: (inout Transition) -> Void) {
        state.transitions.change(id, body)
    }

    public func runningTransitions() -> [Transition] {
        state.transitions.ids.compactMap { state.transitions[$0] }
    }

    /// Returns the ids of the running transitions in the order of their start, without the first
    /// `start` ones. O(n log n), or O(1) if the result is empty.
    public func runningTransitions(from start: Int) -> ArraySlice<TransitionID> {
        start < runningTransitionCount ? state.transitions.ids[start...] : []
    }

    public var runningTransitionCount: Int { state.transitions.count }
}
