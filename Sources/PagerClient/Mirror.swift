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

/// Functions that apply the events of container kinds, such as pagers, to the copied records. The
/// daemon declares which members of a record each event changes.
extension Mirror {
    mutating func applyKind(
        _ category: String, _ name: String, _ subject: String, _ event: Value
    ) {
        guard let changes = changes.changes(category, name),
            var record = controllerRecords[subject]
        else { return }
        for change in changes { record.carryOut(change, of: event) }
        controllerRecords[subject] = record
    }
}

extension MirrorRecord {
    fileprivate mutating func carryOut(_ change: RecordChange, of event: Value) {
        switch change {
        case .set(let member, let field): self[member] = event[field]
        case .select(let list, let field): select(event[field]?.integer, in: list)
        case .reselect(let list):
            let selected = self["selected"]?.string
            let position = selected.flatMap { id in elements(list).firstIndex { $0.string == id } }
            select(position, in: list)
        case .last(let member, let list): self[member] = elements(list).last ?? .null
        }
    }

    private mutating func select(_ index: Int?, in list: String) {
        let elements = elements(list)
        let position = index.flatMap { elements.indices.contains($0) ? $0 : nil }
        self["index"] = position.map { .integer($0) } ?? .null
        self["selected"] = position.map { elements[$0] } ?? .null
    }

    /// Returns the elements of the list in the member `list`, including null elements. Returns an
    /// empty array if the member's value is not a list.
    private func elements(_ list: String) -> [Value] { self[list]?.array ?? [] }
}

/// The windows, controllers, views and transitions of the mirror. Each is a record with the same
/// members as in the daemon's replies.
extension Mirror {
    /// The windows in order of creation. O(n log n).
    public var windows: [Value] {
        sorted(windowRecords).map { .object($0.value.members) }
    }

    /// The controllers in order of creation. O(n log n), plus O(depth in the tree) for each
    /// controller.
    public var controllers: [Value] {
        sorted(controllerRecords).map { shown($0.key, $0.value) }
    }

    /// The views without controllers, in order of creation. O(n log n), plus O(depth in the tree)
    /// for each view.
    public var views: [Value] {
        sorted(viewRecords).map { shownView($0.value) }
    }

    /// The running transitions in the order of their ids. O(n log n).
    public var transitions: [Value] {
        transitionRecords.sorted { number($0.key) < number($1.key) }
            .map { .object($0.value.members) }
    }

    public func window(_ id: String) -> Value? {
        windowRecords[id].map { .object($0.members) }
    }

    public func controller(_ id: String) -> Value? {
        controllerRecords[id].map { shown(id, $0) }
    }

    public func view(_ id: String) -> Value? {
        viewRecords[id].map { shownView($0) }
    }

    public func transition(_ id: String) -> Value? {
        transitionRecords[id].map { .object($0.members) }
    }

    private func sorted(
        _ records: TextDictionary<MirrorRecord>
    ) -> [(key: String, value: MirrorRecord)] {
        records.sorted { $0.value.serial < $1.value.serial }
    }

    private func number(_ transition: String) -> UInt64 {
        TransitionID(transition)?.number ?? .max
    }

    /// Returns a controller's record, with the members that depend on the controller's position in
    /// the trees of controllers and views.
    private func shown(_ id: String, _ record: MirrorRecord) -> Value {
        var record = record
        var nearest = TextDictionary<String>()
        var family = id
        var presenting = presented[id]
        var depth = 0
        while depth < Limits.depth, let parent = controllerRecords[family]?["parent"]?.string {
            depth += 1
            family = parent
            if presenting == nil { presenting = presented[parent] }
            let kind = controllerRecords[parent]?["kind"]?.string ?? ""
            if nearest[kind] == nil { nearest[kind] = parent }
        }
        for (property, kind) in Kinds.ancestors {
            record[property.rawValue] = Value(name: nearest[kind])
        }
        record["presentedViewController"] = Value(name: presenting)
        record["presentingViewController"] = Value(name: presenter[family])
        record["window"] = Value(name: window(above: record))
        record["safeAreaInsets"] = safeAreaInsets(of: id)
        // Events have null for these members if there is no value, but a record then omits them.
        for name in Kinds.omittedMembers where record[name] == .null {
            record[name] = nil
        }
        return .object(record.members)
    }

    private func shownView(_ record: MirrorRecord) -> Value {
        var record = record
        record["window"] = Value(name: window(above: record))
        return .object(record.members)
    }

    /// Returns the id of the window that contains a view, or nil if no window contains it. The
    /// number of steps is limited, so that wrong events cannot cause an endless loop.
    private func window(above record: MirrorRecord) -> String? {
        var superview = record["superview"]?.string
        var depth = 0
        while depth < Limits.depth, let view = superview {
            depth += 1
            if windowRecords[view] != nil { return view }
            superview = (controllerRecords[view] ?? viewRecords[view])?["superview"]?.string
        }
        return nil
    }
}

/// Functions that compute the safe area insets from windows, frames and options of controllers.
extension Mirror {
    /// Returns the safe area insets of a controller's view. Returns nil if all insets are 0, or if
    /// the view is in no window. The number of steps is limited, so that wrong events cannot cause
    /// an endless loop.
    func safeAreaInsets(of controller: String) -> Value? {
        var path: [MirrorRecord] = []
        var name = controller
        while path.count <= Limits.depth, windowRecords[name] == nil {
            guard let record = controllerRecords[name] ?? viewRecords[name],
                let superview = record["superview"]?.string
            else { return nil }
            path.append(record)
            name = superview
        }
        guard let window = windowRecords[name],
            window["safeAreaInsets"] != nil
                || path.contains(where: { $0["additionalSafeAreaInsets"]?.members != nil })
        else { return nil }
        var insets = Self.read(window["safeAreaInsets"]) ?? Insets.zero
        var size: Size? = Self.read(window["size"])
        for record in path.reversed() {
            guard let outer = size, let frame: Frame = Self.read(record["frame"]) else {
                return nil
            }
            let own = Self.read(record["additionalSafeAreaInsets"]) ?? Insets.zero
            insets = insets.reaching(frame, in: outer).adding(own)
            size = frame.size
        }
        // A conditional expression would convert nil to the value null.
        if insets == .zero { return nil }
        return Value(insets).asParsed
    }

    private static func read<F: FieldValue>(_ value: Value?) -> F? {
        value.flatMap { try? F(reading: $0) }
    }
}

/// A record of a window, controller, view or transition in a mirror (a copy of the daemon's state).
/// Its members have the same order as in the daemon's replies.
struct MirrorRecord: Equatable {
    /// The record's position in the order of creation.
    var serial: Int
    var members: [Value.Member]

    init(serial: Int, _ members: [Value.Member]) {
        self.serial = serial
        self.members = members
    }

    subscript(name: String) -> Value? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (nil, let value?): members.append(Value.Member(name, value))
            case (let index?, nil): members.remove(at: index)
            case (nil, nil): break
            }
        }
    }

    /// Sets members of the record. Members that exist already keep their position.
    mutating func merge(_ changes: [Value.Member]) {
        for change in changes { self[change.name] = change.value }
    }

    /// Returns the strings in the list that is the value of the member `name`. Returns an empty
    /// array if the value is not a list.
    func names(_ name: String) -> [String] { (self[name]?.array ?? []).compactMap(\.string) }
}

extension Value {
    /// The value as the JSON parser would return it: whole numbers become integers.
    var asParsed: Value {
        switch self {
        case .number(let number): Int(exactly: number).map { .integer($0) } ?? self
        case .array(let items): .array(items.map(\.asParsed))
        case .object(let members):
            .object(members.map { Value.Member($0.name, $0.value.asParsed) })
        default: self
        }
    }

    init(names: [String]) { self = .array(names.map { .string($0) }) }

    init(name: String?) { self = name.map { .string($0) } ?? .null }
}

/// Functions that keep a mirror up to date while it follows a daemon, even after lost events,
/// reconnections and restarts of the daemon.
extension Mirror {
    /// Creates a mirror of the daemon's current state. The subscription already exists, so no
    /// events are missed.
    ///
    /// - Throws: The same errors as `Subscription.snapshot`.
    public init(_ subscription: inout Subscription) throws(ClientError) {
        for _ in 0...10 {
            let daemon = try subscription.identity()
            let changes = try subscription.changes(digest: daemon.digest)
            let pages = try subscription.snapshot().map(\.result)
            // If a different process has sent the snapshot, its events may change records
            // differently, and no later message would reveal this.
            guard subscription.boot == daemon.boot else { continue }
            self.init(snapshot: pages, changes: changes)
            return
        }
        throw .badReply(
            "each reply from \(subscription.address.command) comes from another process: the "
                + "daemon restarts repeatedly")
    }

    /// Applies a message that a subscription has delivered, such as an event. The subscription must
    /// be for all events. Reads the whole state again in these cases:
    /// - Events were lost.
    /// - The daemon has a different history, or its event log differs from the received events.
    /// - A new daemon process has a different table of how events change records.
    /// - The event changes records in a way that this client does not know.
    ///
    /// - Returns: Whether the whole state was read again.
    /// - Throws: The same errors as `Subscription.snapshot`. The mirror can then no longer be
    ///   updated; create a new one.
    public mutating func take(
        _ news: Subscription.News, from subscription: inout Subscription
    ) throws(ClientError) -> Bool {
        switch news {
        case .event(let event):
            apply(event.value)
            if changes.isExact(event.category, event.name) { break }
            // The daemon is newer, so the state is read instead of applying unknown changes.
            self = try Mirror(&subscription)
            return true
        case .lost, .forked, .restarted(sameHistory: false, seq: _):
            self = try Mirror(&subscription)
            return true
        case .restarted:
            // The events of a different version of pagerd, or of different container kinds, may
            // change records differently.
            if try subscription.identity().digest == changes.digest { break }
            self = try Mirror(&subscription)
            return true
        case .replayed, .heartbeat, .shutdown: break
        }
        return false
    }
}
