internal import Containment
internal import PagerModel
internal import PagerWire

extension Service {
    /// Answers one page of everything there is, each record written before the next is made. The
    /// state must not move between pages. O(page), and O(n log n) in the running transitions while
    /// some of them are left.
    ///
    /// Transitions come first, so that a client that reads them from the first page alone has all
    /// that fit there. Beside them each page has at least one record while records are left, so
    /// that it is never longer than `Limits.listBytes` and one record.
    ///
    /// - Throws: `staleRevision`, `invalidArgument`.
    mutating func snapshot(
        _ command: StateSnapshot, _ context: RequestContext
    ) throws(CommandError) {
        guard (1...Limits.askedElements).contains(command.limit) else {
            throw .invalidArgument("1 to \(Limits.askedElements)", path: "limit")
        }
        let start = try command.after.map { (text) throws(CommandError) in
            SnapshotPlace(try ListCursor(text, at: scene.revision).place)
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
        self.reply(context) { json in
            reply.writeMembers(to: &json)
            // How many records fit on the page is known once they are written.
            let slot =
                budget.written < page.records.count
                ? page.records[budget.written].slot : page.next ?? 0
            if slot != 0 || !transitions.isLast {
                let next = SnapshotPlace(slot: slot, transition: transitions.next)
                json.key(plain: "next")
                json.string(ListCursor(revision: revision, place: next.packed).description)
            }
            return []
        }
    }

    /// Nil where no page begins at that place.
    private func records(
        from start: SnapshotPlace?, limit: Int
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

    /// The running transitions of one page: as many as take no more than `Limits.listBytes`, and at
    /// least one. They are measured before they are written, one at a time.
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
    /// How many stand on this page and those before it.
    var next: Int
    var isLast = true
}

/// Where a page of a snapshot begins: a slot of the scene, 0 where no records are left, and how many
/// running transitions stood on the pages before.
struct SnapshotPlace {
    var slot: UInt32
    var transition: Int

    init(slot: UInt32, transition: Int) {
        self.slot = slot
        self.transition = transition
    }

    /// The place in a cursor.
    init(_ packed: Int) {
        self.init(slot: UInt32(truncatingIfNeeded: packed), transition: packed >> 32)
    }

    var packed: Int { transition << 32 | Int(slot) }
}
