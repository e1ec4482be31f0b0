internal import Containment
package import PagerModel
internal import PagerWire

/// All of a service that outlives the daemon: what a snapshot of the journal holds.
extension Service {
    /// Changes with what this file visits.
    private static let format = 3

    mutating func visit(_ archive: inout Archive) {
        archive.expect(Self.format, "format of the snapshot")
        present.visit(&archive)
        scene.visit(&archive)
        recorder.visit(&archive, scene)
        memory.visit(&archive)
        plugins.visit(&archive, scene)
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
        seq.visit(&archive)
        latest.visit(&archive)
        archive.require(
            latest.count == EventCategory.allCases.count, "there are other categories of events")
        let kinds = KindPlaces(scene, &archive)
        history.visit(&archive, kinds, names(scene))
        var chains = archive.isReading ? [:] : ofSubject.chains
        archive.visit(&chains, by: ChainTable.Chain.isInOrder, new: 0) { $0.visit(&$1) }
        if archive.isReading { ofSubject = ChainTable(chains) }
        archive.visit(&causes, by: <, new: EventCause()) { $0.visit(&$1) }
        archive.visit(&waiting, by: <, new: Waiting(cause: EventCause(), count: 0)) {
            $0.cause.visit(&$1)
            $0.count.visit(&$1)
        }
        nextOrigin.visit(&archive)
        archive.visit(&ofPlugin)
        hostsKinds.visit(&archive)
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
        var encoder = EventEncoder()
        var kept = archive.isReading ? [] : turns.map { $0.written(names, by: &encoder) }
        archive.visit(&kept, new: TurnRecord(firstSeq: 0)) { $0.visit(&$1, kinds) }
        guard archive.isReading else { return }
        var next = kept.first?.firstSeq ?? 0
        for turn in kept {
            archive.require(turn.firstSeq == next, "the events have a gap")
            next += turn.count
            append(.written(turn))
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
        first.visit(&archive)
        bytes.visit(&archive)
        frames.visit(&archive)
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
        var end: Int32 = 0
        for frame in frames {
            archive.require(
                frame.start == end && frame.payload >= frame.start && frame.end >= frame.payload,
                "an event is not where it should be")
            end = frame.end
        }
        archive.require(Int(end) == bytes.count, "an event is not where it should be")
    }
}

extension ReplyMemory {
    mutating func visit(_ archive: inout Archive) {
        archive.visit(&clients, by: Key.isInOrder, new: Client()) { $0.visit(&$1) }
        uses.visit(&archive)
        guard archive.isReading else { return }
        for client in clients.values {
            count += client.replies.count
            for entry in client.replies.values { bytes += entry.digest.count + entry.reply.count }
        }
    }
}

extension ReplyMemory.Key: Archived {
    init() { self.init(peer: Peer(), client: "") }

    mutating func visit(_ archive: inout Archive) {
        var (peer, client) = (peer, client)
        peer.visit(&archive)
        client.visit(&archive)
        self = ReplyMemory.Key(peer: peer, client: client)
    }

    fileprivate static func isInOrder(_ left: Self, _ right: Self) -> Bool {
        if left.client != right.client { return left.client < right.client }
        if left.peer.key != right.peer.key {
            return (left.peer.key ?? "") < (right.peer.key ?? "")
        }
        return (left.peer.uid.map { Int($0) } ?? -1) < (right.peer.uid.map { Int($0) } ?? -1)
    }
}

extension ReplyMemory.Client {
    /// The oldest reply first.
    fileprivate mutating func visit(_ archive: inout Archive) {
        var list = order.map {
            (id: $0, entry: replies[$0] ?? ReplyMemory.Entry(digest: [], reply: []))
        }
        archive.visit(&list, new: (.null, ReplyMemory.Entry(digest: [], reply: []))) {
            item, archive in
            archive.visit(field: &item.id)
            item.entry.digest.visit(&archive)
            item.entry.reply.visit(&archive)
        }
        used.visit(&archive)
        guard archive.isReading else { return }
        for item in list {
            archive.require(replies.updateValue(item.entry, forKey: item.id) == nil, "an id twice")
            order.append(item.id)
        }
    }
}
