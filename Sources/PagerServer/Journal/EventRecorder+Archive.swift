internal import Containment
internal import DequeModule
internal import PagerModel
internal import PagerWire

extension EventRecorder {
    /// Writes the recorder to an archive, or reads it from one. Omits the recorder's encoder, which
    /// is empty between two transactions.
    mutating func visit(_ archive: inout Archive, _ scene: Scene) {
        archive.visit(counter: &seq)
        let categories = CategoryIndexes(scene.events, &archive)
        categories.visit(&latest, &archive)
        let past = 0...max(seq, 0)
        archive.require(
            latest.allSatisfy { past.contains($0) }, "a category's last seq is above \(seq)")
        let kinds = KindIndexes(scene, &archive)
        if archive.holds("eventsAsRecords") {
            subjects.visit(&archive)
            history.visit(&archive, kinds, scene.events)
        } else {
            EncodedTransaction.skip(&archive)
        }
        archive.require(
            history.count == 0 || history.newest == seq, "the last kept event is not event \(seq)")
        var chains = archive.isReading ? [:] : ofSubject.chains
        archive.visit(&chains, by: LastSequenceTable.Chain.isInOrder, new: 0) { last, archive in
            last.visit(&archive)
            archive.require(
                last > 0 && past.contains(last), "a subject has the impossible last seq \(last)")
        }
        archive.visit(&causes, by: <, new: EventCause()) { $0.visit(&$1) }
        archive.visit(&waiting, by: <, new: Waiting(cause: EventCause(), count: 0)) {
            $0.cause.visit(&$1)
            $1.visit(counter: &$0.count)
        }
        archive.visit(counter: &nextOrigin)
        if !archive.holds("eventsAsRecords") { visitChainsOfPlugins(&chains, past, &archive) }
        hostsKinds.visit(&archive)
        if archive.isReading, archive.problem == nil {
            ofSubject = LastSequenceTable(categories.present(chains))
        }
    }

    /// Reads the sequence number (`seq`) of each plugin's last event from a snapshot of an earlier
    /// version of pagerd, in which plugins had no handles.
    private mutating func visitChainsOfPlugins(
        _ chains: inout [LastSequenceTable.Chain: Int], _ past: ClosedRange<Int>,
        _ archive: inout Archive
    ) {
        var ofPlugin: [String: Int] = [:]
        archive.visit(&ofPlugin)
        archive.require(
            ofPlugin.values.allSatisfy { past.contains($0) }, "a plugin's last seq is above \(seq)"
        )
        for (name, seq) in ofPlugin.sorted(by: { $0.key < $1.key }) {
            let category = UInt8(EventCategory.plugin.index)
            chains[.init(subject: subjects.handle(ofPlugin: name), category: category)] = seq
        }
    }
}

extension SubjectNames {
    mutating func visit(_ archive: inout Archive) {
        archive.visit(&names, by: Handle.isInOrder, new: "") { name, archive in
            name.visit(&archive)
            archive.require(Identifier(name) != nil, "\(quoted(name)) is not a valid name")
        }
        var ended = Array(ended)
        archive.visit(&ended, new: Ended(seq: 0, subject: .none)) {
            $1.visit(counter: &$0.seq)
            $0.subject.visit(&$1)
        }
        archive.visit(&plugins)
        nextPlugin.visit(&archive)
        if archive.isReading { self.ended = Deque(ended) }
    }
}

extension EventHistory {
    /// Writes all stored events to an archive, or reads them from one. If the current daemon keeps
    /// fewer events than the archive contains, reading drops the oldest ones.
    ///
    /// If the declaration of an archived event has changed, no events are kept, because the event
    /// cannot be read.
    fileprivate mutating func visit(
        _ archive: inout Archive, _ kinds: KindIndexes, _ events: DeclaredEvents
    ) {
        let numbers = EventNumbers(events, &archive)
        var kept = archive.isReading ? [] : Array(transactions)
        var isKnown = true
        archive.visit(&kept, new: Transaction()) {
            isKnown = $0.visit(&$1, kinds, numbers) && isKnown
        }
        guard archive.isReading else { return }
        var next = kept.first?.firstSeq ?? 0
        archive.require(
            kept.isEmpty || next > 0, "the kept events begin with the invalid seq \(next)")
        for transaction in kept where archive.problem == nil {
            archive.require(
                transaction.firstSeq == next,
                "the kept events have a gap before seq \(transaction.firstSeq)")
            next += transaction.events.count
            append(transaction)
        }
        if !isKnown { self = emptied }
    }
}

/// A mapping from the numbers of event declarations in an archive to their numbers in this daemon.
private struct EventNumbers {
    let events: DeclaredEvents
    /// The numbers of the event declarations in this daemon, by their numbers in the archive. Nil
    /// for a declaration that has changed since the archive was written.
    private var numbers: [Int?]

    init(_ events: DeclaredEvents, _ archive: inout Archive) {
        self.events = events
        let present = events.signatures
        var signatures = archive.isReading ? [] : present
        signatures.visit(&archive)
        numbers = signatures.indices.map { present.firstIndex(of: signatures, at: $0) }
    }

    subscript(number: Int) -> Int? { numbers.indices.contains(number) ? numbers[number] : nil }
}

extension [String] {
    /// Returns the index at which this list contains the string `others[index]`, or nil if the list
    /// does not contain it. The result is usually equal to `index`.
    fileprivate func firstIndex(of others: [String], at index: Int) -> Int? {
        if index < count, self[index] == others[index] { return index }
        return firstIndex { $0 == others[index] }
    }
}

extension Transaction {
    fileprivate init() {
        self.init(
            firstSeq: 0, revision: 0, time: .zero, cause: nil, otherCauses: [], events: [],
            attachments: EventAttachments(), deliveries: [], publishedBytes: 0)
    }

    /// Writes the transaction to an archive, or reads it from one. Returns false if the declaration
    /// of one of its events has changed since the archive was written.
    fileprivate mutating func visit(
        _ archive: inout Archive, _ kinds: KindIndexes, _ numbers: EventNumbers
    ) -> Bool {
        var (firstSeq, revision, time, cause) = (firstSeq, revision, time, cause)
        var (otherCauses, attachments) = (otherCauses, attachments)
        var (deliveries, publishedBytes) = (deliveries, publishedBytes)
        archive.visit(counter: &firstSeq)
        archive.visit(counter: &revision)
        archive.visit(clock: &time)
        archive.visit(&cause)
        archive.visit(&otherCauses, new: (index: 0, cause: nil)) {
            $0.index.visit(&$1)
            $1.visit(&$0.cause)
        }
        var archived = events.map {
            ArchivedEvent($0.record, $0.previousInCategory, $0.previousOfSubject)
        }
        archived.visit(&archive)
        attachments.visit(&archive)
        archive.visit(&deliveries, new: Delivery(index: 0, kind: 0)) {
            var (index, kind) = ($0.index, $0.kind)
            index.visit(&$1)
            kinds.visit(&kind, &$1)
            $0 = Delivery(index: index, kind: kind)
        }
        archive.visit(counter: &publishedBytes)
        guard archive.isReading, archive.problem == nil else { return true }
        archive.require(
            deliveries.allSatisfy { archived.indices.contains($0.index) },
            "an event that a plugin receives is missing")
        var events: [Event] = []
        for (index, event) in archived.enumerated() {
            guard let number = numbers[event.number] else { continue }
            let record = event.record(numbers.events, number)
            let problem = numbers.events.problem(of: record, attachments, slots: archive.slots)
            archive.require(problem == nil, problem ?? "")
            archive.require(
                event.isAfterItsPredecessors(firstSeq + index),
                "an event has a predecessor with a later seq")
            events.append(
                Event(
                    record: record, previousInCategory: event.previousInCategory,
                    previousOfSubject: event.previousOfSubject))
        }
        let isKnown = events.count == archived.count
        self = Transaction(
            firstSeq: firstSeq, revision: revision, time: time, cause: cause,
            otherCauses: otherCauses, events: events, attachments: attachments,
            deliveries: deliveries, publishedBytes: publishedBytes)
        return isKnown
    }
}
