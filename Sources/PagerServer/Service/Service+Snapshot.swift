internal import Containment
internal import PagerModel
internal import PagerWire

extension Service {
    /// Replies with one page of the list of all records: windows, controllers, views and running
    /// transitions. All pages show the state of the first one, which is kept meanwhile. Each record is
    /// encoded before the next one is created. O(size of the page). While some of the n running
    /// transitions have not been sent, each page also takes O(n log n).
    ///
    /// The page has as many running transitions as fit into `Limits.listBytes`. The remaining space
    /// is filled with windows, controllers and views. While any of them remain, the page has at
    /// least one, so its size can exceed `Limits.listBytes` by one record.
    ///
    /// - Throws: `staleRevision` if the state has changed since the previous page and is not kept,
    ///   `invalidArgument` for a limit outside of its range or an `after` that no reply contained.
    mutating func snapshot(
        _ command: StateSnapshot, _ context: RequestContext
    ) throws(CommandError) {
        guard (1...Limits.askedElements).contains(command.limit) else {
            throw .invalidArgument(
                "must be between 1 and \(Limits.askedElements), got \(command.limit)",
                path: "limit")
        }
        let start = try command.after.map { (text) throws(CommandError) in
            SnapshotPosition(try ListCursor(text, at: scene.revision).position)
        }
        let limit = min(command.limit, Limits.snapshotRecords)
        guard let page = records(from: start, limit: limit) else { throw .foreignCursor }
        let transitions = transitions(from: start?.transition ?? 0)
        let windows = page.records.prefix { scene.isWindow($0) }
        let controllers = page.records[windows.endIndex...].prefix { scene.isController($0) }
        let views = page.records[controllers.endIndex...]
        var reply = StateSnapshot.Reply()
        reply.boot = identity.boot
        reply.history = identity.history
        reply.time = scene.now.seconds
        let budget = SeriesBudget(bytes: max(Limits.listBytes - transitions.bytes, 0))
        reply.windows = series(windows, budget) { $0.record(window: $1) }
        reply.controllers = series(controllers, budget) { $0.record(controller: $1) }
        reply.views = series(views, budget) { $0.record(view: $1) }
        reply.transitions = transitions.series
        let revision = scene.revision
        var isLast = true
        self.reply(context) { json in
            reply.writeMembers(to: &json)
            // The number of records on the page is known only after they are encoded.
            let slot =
                budget.written < page.records.count
                ? page.records[budget.written].slot : page.next ?? 0
            if slot != 0 || !transitions.isLast {
                let next = SnapshotPosition(slot: slot, transition: transitions.next)
                json.key(plain: "next")
                json.string(ListCursor(revision: revision, position: next.packed).description)
                isLast = false
            }
            return []
        }
        if command.after == nil, command.keep || !isLast {
            keptStates.keep(
                scene, at: point, for: context.peer, isWanted: command.keep, at: present)
        } else if command.after != nil, isLast {
            keptStates.finish(revision)
        }
    }

    /// Returns the records of the page of the reply that begins at `start`, or nil if no page can
    /// begin there.
    private func records(
        from start: SnapshotPosition?, limit: Int
    ) -> (records: [Handle], next: UInt32?)? {
        guard let start else { return scene.records(from: nil, limit: limit) }
        let count = scene.runningTransitionCount
        if start.slot == 0 {
            return (1..<max(count, 1)).contains(start.transition) ? ([], nil) : nil
        }
        return start.transition <= count
            ? scene.records(from: Int(start.slot), limit: limit) : nil
    }

    private func series<Record: FieldValue>(
        _ handles: ArraySlice<Handle>, _ budget: SeriesBudget,
        _ record: @escaping @Sendable (Scene, Handle) -> Record
    ) -> Series<Record> {
        let scene = scene
        return Series(count: handles.count, budget: budget) {
            record(scene, handles[handles.startIndex + $0])
        }
    }

    /// Returns the running transitions of one page of the reply: as many as fit into
    /// `Limits.listBytes`, at least one. Their sizes are computed one by one before they are
    /// encoded.
    private func transitions(from start: Int) -> TransitionsOfPage {
        let scene = scene
        let left = scene.runningTransitions(from: start)
        var page = TransitionsOfPage(next: start)
        var shown: [Transition] = []
        for id in left {
            guard let transition = scene.transition(id) else { continue }
            let length = JSONLength.of(scene.record(transition: transition))
            guard shown.isEmpty || page.bytes + length <= Limits.listBytes else { break }
            page.bytes += length
            shown.append(transition)
        }
        page.next += shown.count
        page.isLast = shown.count == left.count
        page.series = Series(count: shown.count) { [shown] in scene.record(transition: shown[$0]) }
        return page
    }
}

private struct TransitionsOfPage {
    var series = Series<TransitionRecord>()
    var bytes = 0
    /// The index of the first transition of the next page: the number of transitions on this page
    /// and the previous ones.
    var next: Int
    var isLast = true
}

/// The start of a page of a snapshot. `slot` is the index in the scene of the page's first record,
/// or 0 if no records remain. `transition` is the number of running transitions on previous pages.
struct SnapshotPosition {
    var slot: UInt32
    var transition: Int

    init(slot: UInt32, transition: Int) {
        self.slot = slot
        self.transition = transition
    }

    /// Decodes the start of a page from the number in a cursor: the low 32 bits are the slot, and
    /// the high 32 bits are the number of transitions.
    init(_ packed: Int) {
        self.init(slot: UInt32(truncatingIfNeeded: packed), transition: packed >> 32)
    }

    var packed: Int { transition << 32 | Int(slot) }
}
