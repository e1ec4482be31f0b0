internal import PagerModel

/// What is below an alarm.
extension AlarmPlan {
    /// Returns the presented controllers that an alarm covers, the lowest first. The last one
    /// presents the alarm.
    func below(in window: String) -> [String] {
        Array(presented(in: window).prefix { !isAlarm($0) && !isLeaving($0) })
    }

    /// Returns whether a presented controller is gone when the alarm has ended the running
    /// presentation or dismissal. This completes it, but cancels one that a gesture controls.
    private func isLeaving(_ id: String) -> Bool {
        guard let record = controllers[id] else { return false }
        let presenter = record["presentingViewController"] ?? .null
        let isGesture = transitions.contains { transition in
            transition["container"] == presenter && transition["interactive"] == true
                && (transition["to"] == .string(id) || transition["to"] == presenter)
        }
        return record[isGesture ? "isBeingPresented" : "isBeingDismissed"] == true
    }

    /// Returns the reactions with which an alarm pauses the pagers that stay visible below it, and
    /// resumes them when it ends, also by itself. Empty if there are none.
    func pauses(in window: String) -> [Value.Member] {
        guard let presenter = below(in: window).last else { return [] }
        let ended = TextSet(presented(in: window).filter(isAlarm).flatMap(pausedPagers))
        let pagers = controllers.filter { id, record in
            record["kind"]?.string == PagerKind.name.description
                && record["window"]?.string == window && !isAlarm(id)
                && family(of: id) != presenter && isAdvancing(record, isResumed: ended.contains(id))
        }.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if pagers.isEmpty { return [] }
        func steps(_ method: String) -> Value {
            .array(pagers.map { ["method": .string(method), "params": ["id": .string($0)]] })
        }
        return [
            .init(
                "on",
                [
                    "viewWillAppear": steps(PagerPause.method),
                    "viewDidDisappear": steps(PagerResume.method),
                ])
        ]
    }

    /// Returns whether a pager turns its pages by itself.
    ///
    /// - Parameter isResumed: Whether the end of another alarm resumes the pager.
    private func isAdvancing(_ pager: Value, isResumed: Bool) -> Bool {
        guard pager["autoAdvance"]?.double != nil else { return false }
        // The end of the alarm must not resume what the user has stopped.
        let isStopped =
            pager["autoAdvanceHeld"] == true && pager["autoAdvanceOnInteraction"] == "stop"
        return isResumed || pager["paused"] != true && !isStopped
    }

    private func pausedPagers(by alarm: String) -> [String] {
        let steps = controllers[alarm]?["on"]?["viewDidDisappear"]?.array ?? []
        return steps.filter { $0["method"]?.string == PagerResume.method }
            .compactMap { $0["params"]?["id"]?.string }
    }

    /// Returns the outermost ancestor of a controller, or the controller itself.
    private func family(of id: String) -> String {
        var current = id
        for _ in 0...Limits.depth {
            guard let parent = controllers[current]?["parent"]?.string else { break }
            current = parent
        }
        return current
    }
}
