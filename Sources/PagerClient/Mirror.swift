public import PagerModel
public import PagerWire

/// The state of a daemon, kept by its events.
///
/// Built from the pages of a snapshot, or from nothing when the history is followed from its
/// start. After all events up to a seq have been applied it equals the snapshot at that seq, field
/// by field; only where the events were counted (seq, revision, boot, history) is not its business.
///
///     subscribe ─▶ welcome ─▶ snapshot at seq S ─▶ drop events with seq ≤ S ─▶ apply the rest
public struct Mirror: Sendable {
    /// The last event applied, or the seq of the snapshot.
    public internal(set) var seq = 0

    var windowRecords = TextDictionary<MirrorRecord>()
    var controllerRecords = TextDictionary<MirrorRecord>()
    var viewRecords = TextDictionary<MirrorRecord>()
    var transitionRecords = TextDictionary<MirrorRecord>()
    /// Who presents whom and the other way round: the edge itself, which records show derived.
    var presented = TextDictionary<String>()
    var presenter = TextDictionary<String>()
    /// Whose flags end with a presentation's or dismissal's transition.
    var casts = TextDictionary<[String]>()
    private var nextSerial = 0
    /// What the kinds' events change.
    public let changes: RecordChanges

    /// - Parameter changes: those of the daemon; else of one to which nothing is added.
    public init(changes: RecordChanges = .builtIn) { self.changes = changes }

    /// - Parameters:
    ///   - pages: the results of `state.snapshot`, all pages of one snapshot in order.
    ///   - changes: those of the daemon; else of one to which nothing is added.
    public init(snapshot pages: [Value], changes: RecordChanges = .builtIn) {
        self.changes = changes
        for page in pages {
            seq = page["seq"]?.integer ?? seq
            for record in page["windows"]?.array ?? [] { load(record, "id", \.windowRecords) }
            for record in page["controllers"]?.array ?? [] {
                load(record, "id", \.controllerRecords)
            }
            for record in page["views"]?.array ?? [] { load(record, "id", \.viewRecords) }
            for record in page["transitions"]?.array ?? [] {
                load(Self.atItsBeginning(record), "transition", \.transitionRecords)
            }
        }
        for (id, record) in controllerRecords where record["parent"] == .null {
            // A presented controller has no parent, so that here the edge itself is seen.
            guard let presenting = record["presentingViewController"]?.string else { continue }
            present(id, by: presenting)
        }
        for (id, record) in transitionRecords { casts[id] = cast(of: record) }
    }

    /// A transition's record as events keep it. That of the clock stays as it began: its progress
    /// follows from the time, see `TransitionCurve.progress(after:of:)`.
    private static func atItsBeginning(_ record: Value) -> Value {
        guard record["interactive"] == .bool(false), let members = record.members else {
            return record
        }
        return .object(members.map { $0.name == "progress" ? .init("progress", 0) : $0 })
    }

    private mutating func load(
        _ record: Value, _ key: String,
        _ path: WritableKeyPath<Mirror, TextDictionary<MirrorRecord>>
    ) {
        guard let id = record[key]?.string else { return }
        self[keyPath: path][id] = made(record.members ?? [])
    }

    mutating func made(_ members: [Value.Member]) -> MirrorRecord {
        defer { nextSerial += 1 }
        return MirrorRecord(serial: nextSerial, members)
    }

    /// Each presents one at most and is presented by one at most: the latest counts.
    mutating func present(_ controller: String, by presenting: String) {
        separate(controller)
        if let other = presented[presenting] { separate(other) }
        presented[presenting] = controller
        presenter[controller] = presenting
    }

    mutating func separate(_ controller: String) {
        guard let presenting = presenter.removeValue(forKey: controller) else { return }
        presented[presenting] = nil
    }

    /// Who is being presented or dismissed by a transition; empty for one of a container.
    func cast(of transition: MirrorRecord) -> [String] {
        let container = transition["container"]?.string ?? ""
        let from = transition["from"]?.string ?? ""
        let to = transition["to"]?.string ?? ""
        if from == container, presented[container] == to, flag("isBeingPresented", to) {
            return [to]
        }
        if to == container, flag("isBeingDismissed", from) { return presentedAbove(container) }
        return []
    }

    private func flag(_ name: String, _ controller: String) -> Bool {
        controllerRecords[controller]?[name]?.bool ?? false
    }

    /// Everybody presented above a controller's family.
    private func presentedAbove(_ controller: String) -> [String] {
        var found: [String] = []
        var open = [controller]
        // No stream of events, however wrong, makes this go round for ever.
        var seen: Set<TextKey> = []
        while let next = open.popLast() {
            guard seen.insert(TextKey(next)).inserted else { continue }
            if let above = presented[next] {
                found.append(above)
                open.append(above)
            }
            open += controllerRecords[next]?.names("children") ?? []
        }
        return found
    }
}
