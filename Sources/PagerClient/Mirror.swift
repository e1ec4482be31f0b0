public import PagerModel
public import PagerWire

/// A copy of a daemon's state. The daemon's events keep the copy up to date.
///
/// Create a mirror from a snapshot. To follow a history from its start, create an empty mirror.
/// After the mirror has applied all events up to a sequence number, it equals a snapshot with that
/// number in every member except `seq`, `revision`, `boot` and `history`.
///
///     subscribe ─▶ welcome ─▶ snapshot at seq S ─▶ drop events with seq ≤ S ─▶ apply the rest
public struct Mirror: Sendable {
    /// The sequence number of the last applied event. Before the first event, it is the sequence
    /// number of the snapshot.
    public internal(set) var seq = 0

    var windowRecords = TextDictionary<MirrorRecord>()
    var controllerRecords = TextDictionary<MirrorRecord>()
    var viewRecords = TextDictionary<MirrorRecord>()
    var transitionRecords = TextDictionary<MirrorRecord>()
    /// Maps the id of a presenter to the id of the controller that it presents.
    var presented = TextDictionary<String>()
    /// Maps the id of a presented controller to the id of its presenter.
    var presenter = TextDictionary<String>()
    /// Maps the transition id of a running presentation or dismissal to the ids of the controllers
    /// that it presents or dismisses. Their `isBeingPresented` and `isBeingDismissed` are reset
    /// when the transition ends.
    var participants = TextDictionary<[String]>()
    private var nextSerial = 0
    /// The changes that each event of a container kind makes to the records, as the kinds declare
    /// them.
    public let changes: RecordChanges

    /// Creates an empty mirror.
    ///
    /// - Parameter changes: The daemon's table of how events change records. The default is the
    ///   table of a daemon without additional container kinds.
    public init(changes: RecordChanges = .builtIn) { self.changes = changes }

    /// Creates a mirror from a snapshot.
    ///
    /// - Parameters:
    ///   - pages: The results of `state.snapshot`, all pages of one snapshot in order.
    ///   - changes: The daemon's table of how events change records. The default is the table of a
    ///     daemon without additional container kinds.
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
            // A presented controller has no parent, so the presenter in its record is its own.
            guard let presenting = record["presentingViewController"]?.string else { continue }
            present(id, by: presenting)
        }
        for (id, record) in transitionRecords { participants[id] = participants(of: record) }
    }

    /// Returns a transition's record, with a progress of 0 if the transition is not interactive.
    /// Events do not report the progress of such a transition, because clients compute it from the
    /// time; see `TransitionCurve.progress(after:of:)`.
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

    /// Records a presentation. A controller presents at most one controller and has at most one
    /// presenter, so the new presentation replaces earlier ones.
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

    /// Returns the ids of the controllers that a transition presents or dismisses. Returns an empty
    /// array for a transition between the children of a container.
    func participants(of transition: MirrorRecord) -> [String] {
        let container = transition["container"]?.string ?? ""
        let from = transition["from"]?.string ?? ""
        let to = transition["to"]?.string ?? ""
        if from == container, presented[container] == to, flag("isBeingPresented", to) {
            return [to]
        }
        if to == container, flag("isBeingDismissed", from), let lowest = presented[container] {
            return [lowest] + presentedAbove(lowest)
        }
        return []
    }

    private func flag(_ name: String, _ controller: String) -> Bool {
        controllerRecords[controller]?[name]?.bool ?? false
    }

    /// Returns all controllers that a controller and its descendants present, directly or
    /// indirectly.
    private func presentedAbove(_ controller: String) -> [String] {
        var found: [String] = []
        var open = [controller]
        // This check prevents an endless loop with wrong events.
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
