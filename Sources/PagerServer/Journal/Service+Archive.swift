internal import Containment
package import PagerModel
internal import PagerWire

/// All of a service that outlives the daemon: what a snapshot of the journal holds.
extension Service {
    mutating func visit(
        _ archive: inout Archive, migrations: [SnapshotMigration] = SnapshotMigration.all
    ) {
        SnapshotMigration.visit(migrations, &archive)
        archive.visit(clock: &present)
        scene.visit(&archive)
        state.recorder.visit(&archive, state.scene)
        memory.visit(&archive)
        state.plugins.visit(&archive, state.scene)
        guard archive.isReading, archive.problem == nil else { return }
        for migration in migrations where !archive.holds(migration.name) { migration.run(&self) }
    }
}

extension Peer: Archived {
    package init() { self.init(uid: nil) }

    package mutating func visit(_ archive: inout Archive) {
        var (uid, key) = (uid, key)
        archive.visit(&uid)
        archive.visit(&key)
        self = Peer(uid: uid, key: key)
    }
}

extension EventRecorder {
    /// Left out: the encoder, which holds nothing between two turns.
    mutating func visit(_ archive: inout Archive, _ scene: Scene) {
        archive.visit(counter: &seq)
        let categories = CategoryPlaces(scene.events, &archive)
        categories.visit(&latest, &archive)
        let past = 0...max(seq, 0)
        archive.require(
            latest.allSatisfy { past.contains($0) }, "a category has events that are to come")
        let kinds = KindPlaces(scene, &archive)
        history.visit(&archive, kinds, names(scene))
        archive.require(
            history.count == 0 || history.newest == seq, "the events do not lead to \(seq)")
        var chains = archive.isReading ? [:] : ofSubject.chains
        archive.visit(&chains, by: ChainTable.Chain.isInOrder, new: 0) { last, archive in
            last.visit(&archive)
            archive.require(last > 0 && past.contains(last), "a subject's last event is \(last)")
        }
        if archive.isReading, archive.problem == nil {
            ofSubject = ChainTable(categories.present(chains))
        }
        archive.visit(&causes, by: <, new: EventCause()) { $0.visit(&$1) }
        archive.visit(&waiting, by: <, new: Waiting(cause: EventCause(), count: 0)) {
            $0.cause.visit(&$1)
            $1.visit(counter: &$0.count)
        }
        archive.visit(counter: &nextOrigin)
        archive.visit(&ofPlugin)
        archive.require(
            ofPlugin.values.allSatisfy { past.contains($0) }, "a plugin has events that are to come"
        )
        hostsKinds.visit(&archive)
    }
}

/// The places that the archive's categories have now; a daemon with other kinds has others.
private struct CategoryPlaces {
    /// By the place in the archive, nil for the category of a kind that is not there any more.
    private var places: [Int?]

    init(_ events: DeclaredEvents, _ archive: inout Archive) {
        let present = Self.names(events)
        var names = archive.isReading ? Self.names(.builtIn) : present
        if archive.holds("namesOfCategories") { names.visit(&archive) }
        places = names.map { name in
            name.isEmpty ? nil : present.firstIndex { $0 == name }
        }
    }

    /// By index; a text without characters where no category has it.
    private static func names(_ events: DeclaredEvents) -> [String] {
        var names = Array(repeating: "", count: events.indexCount)
        for category in events.allCategories {
            names[category.index] = events.name(of: category).description
        }
        return names
    }

    func visit(_ latest: inout [Int], _ archive: inout Archive) {
        var archived = latest
        archived.visit(&archive)
        guard archive.isReading else { return }
        archive.require(archived.count == places.count, "there are other categories of events")
        for (seq, place) in zip(archived, places) {
            if let place { latest[place] = seq }
        }
    }

    func present(_ chains: [ChainTable.Chain: Int]) -> [ChainTable.Chain: Int] {
        var present: [ChainTable.Chain: Int] = [:]
        for (chain, seq) in chains where places.indices.contains(Int(chain.category)) {
            guard let place = places[Int(chain.category)] else { continue }
            present[ChainTable.Chain(subject: chain.subject, category: UInt8(place))] = seq
        }
        return present
    }
}

extension ChainTable.Chain: Archived {
    init() { self.init(subject: .none, category: 0) }

    mutating func visit(_ archive: inout Archive) {
        var (subject, category) = (subject, category)
        subject.visit(&archive)
        category.visit(&archive)
        self = ChainTable.Chain(subject: subject, category: category)
    }

    static func isInOrder(_ left: Self, _ right: Self) -> Bool {
        (left.subject.slot, left.subject.generation, left.category)
            < (right.subject.slot, right.subject.generation, right.category)
    }
}

extension EventHistory {
    /// How many are kept is for the present daemon to say. All are written.
    fileprivate mutating func visit(
        _ archive: inout Archive, _ kinds: KindPlaces, _ names: NamesOfAll
    ) {
        var encoder = EventEncoder(names.scene.events)
        var kept = archive.isReading ? [] : Array(turns)
        // Encoded one by one: all of them may take much more memory than they do now.
        archive.visit(&kept, new: .written(TurnRecord(firstSeq: 0))) { turn, archive in
            var written = turn.written(names, by: &encoder)
            written.visit(&archive, kinds)
            if archive.isReading { turn = .written(written) }
        }
        guard archive.isReading else { return }
        var next = kept.first?.firstSeq ?? 0
        archive.require(kept.isEmpty || next > 0, "the events begin with number \(next)")
        for turn in kept where archive.problem == nil {
            archive.require(turn.firstSeq == next, "the events have a gap")
            next += turn.count
            append(turn)
        }
    }
}

/// The places that the archive's kinds have in the scene, which may have others before them.
private struct KindPlaces {
    private var places: [Int?]

    init(_ scene: Scene, _ archive: inout Archive) {
        var names = archive.isReading ? [] : scene.kindNames
        names.visit(&archive)
        places = names.map { scene.kind(named: $0) }
    }

    func visit(_ kind: inout Int, _ archive: inout Archive) {
        kind.visit(&archive)
        guard archive.isReading else { return }
        let place = places.indices.contains(kind) ? places[kind] : nil
        archive.require(place != nil, "there is no kind number \(kind)")
        kind = place ?? 0
    }
}

extension TurnRecord {
    /// Left out: what only the daemon of the turn needed, to ask plugins for content.
    fileprivate mutating func visit(_ archive: inout Archive, _ kinds: KindPlaces) {
        var first = firstSeq
        archive.visit(counter: &first)
        bytes.visit(&archive)
        visitFrames(&archive)
        archive.visit(&deliveries, new: Delivery(index: 0, kind: 0)) {
            var index = $0.index
            index.visit(&$1)
            kinds.visit(&$0.kind, &$1)
            $0 = Delivery(index: index, kind: $0.kind)
        }
        guard archive.isReading else { return }
        let (bytes, frames, deliveries) = (bytes, frames, deliveries)
        self = TurnRecord(firstSeq: first)
        self.bytes = bytes
        self.frames = frames
        self.deliveries = deliveries
        archive.require(
            deliveries.allSatisfy { frames.indices.contains($0.frame) },
            "an event for a plugin is not there")
    }

    private mutating func visitFrames(_ archive: inout Archive) {
        var archived = frames.map(ArchivedFrames.init)
        archived.visit(&archive)
        guard archive.isReading else { return }
        frames = []
        var end = 0
        for lowBits in archived {
            let next = lowBits.frames(from: end)
            archive.require(next.start == end, "an event is not where it should be")
            frames.append(next)
            end = next.end
        }
        archive.require(end == bytes.count, "an event is not where it should be")
    }
}

/// The frames of an event in an archive: the low 32 bits of each offset.
///
/// Events follow one another without a gap, and each is shorter than 4 GiB, so the offset of the
/// previous event gives the high bits. A turn can be longer.
struct ArchivedFrames: ArchivedBytes {
    private var start: UInt32 = 0
    private var payload: UInt32 = 0
    private var end: UInt32 = 0

    init() {}

    init(_ frames: EventFrames) {
        start = UInt32(truncatingIfNeeded: frames.start)
        payload = UInt32(truncatingIfNeeded: frames.payload)
        end = UInt32(truncatingIfNeeded: frames.end)
    }

    /// The frames whose low bits these are, the first at `place` or less than 4 GiB behind it.
    func frames(from place: Int) -> EventFrames {
        let start = place + Int(start &- UInt32(truncatingIfNeeded: place))
        let payload = start + Int(self.payload &- self.start)
        return EventFrames(
            start: start, payload: payload, end: payload + Int(end &- self.payload))
    }
}
