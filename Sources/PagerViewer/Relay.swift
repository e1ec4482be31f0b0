internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// Stands between one daemon and many browsers.
///
/// It keeps a mirror. A browser is sent a snapshot of it and then every event, so that all of them
/// are in step; one that was left behind gets another snapshot. Browsers pull: what waits for one
/// that does not read has a bound, see `Outlet`.
///
///     daemon ─▶ DaemonLink ─▶ Relay ─▶ Outlet ─▶ browser
///                             mirror   one each
final class Relay: Sendable {
    /// How many browsers may be open at once.
    static let mostBrowsers = 64
    /// How many of them may be there without the token, where that is allowed.
    static let mostWatchers = 48
    /// Different snapshots that may be on their way at once; further browsers wait.
    static let mostSnapshots = 3
    /// Bytes of notes that may wait for all browsers together.
    static let mostNoteBytes = 32 << 20

    private struct State {
        /// Nil while there is no daemon.
        var mirror: Mirror?
        var hello = Value.null
        var backlog = EventBacklog()
        var outlets: [Int: Outlet] = [:]
        var watchers: Set<Int> = []
        var lastID = 0
        /// Snapshots that some browser is still being sent.
        var snapshots: [WeakSnapshot] = []
        /// Rises when everything begins anew.
        var beginnings = 0
        /// Rises when contents may have changed.
        var contentsVersion = 0
        /// Called after a change that a browser should be sent.
        var changed: @Sendable () -> Void = {}
    }

    private struct WeakSnapshot {
        weak var snapshot: Snapshot?
    }

    /// The state at one time as a message, shared by the browsers that are sent it.
    final class Snapshot: Sendable {
        let seq: Int
        /// How often the relay had begun anew.
        let beginning: Int
        let bytes: [UInt8]

        init(seq: Int, beginning: Int, bytes: [UInt8]) {
            self.seq = seq
            self.beginning = beginning
            self.bytes = bytes
        }
    }

    /// A message to one browser, in parts that may be shared with others.
    struct Message {
        var parts: [[UInt8]]
        /// Kept until the message is sent, so that snapshots on their way can be counted.
        var snapshot: Snapshot?
    }

    private let state = Mutex(State())

    /// Has `changed` called when a browser should be sent something. It is called with a lock held.
    func notify(_ changed: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = changed }
    }

    /// Opens an outlet for a browser and sends it a welcome, what the daemon is and a snapshot; from
    /// then on all that happens.
    ///
    /// - Returns: nil where there are too many.
    func open(isWatcher: Bool, welcome: [UInt8]) -> Int? {
        state.withLock { state in
            guard state.outlets.count < Self.mostBrowsers,
                !isWatcher || state.watchers.count < Self.mostWatchers
            else { return nil }
            state.lastID += 1
            var outlet = Outlet()
            outlet.greet([welcome, Self.presence(state)])
            state.outlets[state.lastID] = outlet
            if isWatcher { state.watchers.insert(state.lastID) }
            return state.lastID
        }
    }

    /// Takes the next message to a browser; nil when there is none yet.
    func next(_ id: Int) -> Message? {
        state.withLock { state in
            guard var outlet = state.outlets[id] else { return nil }
            defer { state.outlets[id] = outlet }
            if let note = outlet.takeNote() { return Message(parts: [note]) }
            guard let mirror = state.mirror else { return nil }
            if outlet.wantsSnapshot || outlet.seq < state.backlog.start {
                outlet.askForSnapshot()
                guard let snapshot = Self.snapshot(of: mirror, &state) else { return nil }
                outlet.tookSnapshot(at: snapshot.seq)
                return Message(parts: [snapshot.bytes], snapshot: snapshot)
            }
            guard let (parts, seq) = state.backlog.message(after: outlet.seq) else { return nil }
            outlet.seq = seq
            return Message(parts: parts)
        }
    }

    /// Whether a browser was given up.
    func isClosed(_ id: Int) -> Bool { state.withLock { $0.outlets[id]?.isClosed ?? true } }

    /// Forgets a browser.
    func close(_ id: Int) {
        state.withLock { state in
            state.outlets[id] = nil
            state.watchers.remove(id)
        }
    }

    /// Sends a message to one browser.
    func send(_ note: [UInt8], to id: Int) {
        state.withLock { state in
            let waiting = state.outlets.values.reduce(0) { $0 + $1.noteBytes }
            if waiting > Self.mostNoteBytes, state.outlets[id]?.notes.isEmpty == false {
                state.outlets[id]?.close()
            } else {
                state.outlets[id]?.add(note: note)
            }
            state.changed()
        }
    }

    /// One browser has found a gap and wants a snapshot.
    func resynchronize(_ id: Int) {
        state.withLock { state in
            state.outlets[id]?.askForSnapshot()
            state.changed()
        }
    }

    /// A record's `content`; nil where there is none.
    func content(of controller: String) -> Value? {
        state.withLock { $0.mirror?.controller(controller)?["content"] }
    }

    /// The contents of all controllers, and a number that is another whenever they may have changed.
    func contents(unless version: Int?) -> (version: Int, contents: [Value])? {
        state.withLock { state in
            guard version != state.contentsVersion else { return nil }
            let records = state.mirror?.controllers ?? []
            return (state.contentsVersion, records.compactMap { $0["content"] })
        }
    }
}

/// What comes from the daemon.
extension Relay {
    /// The daemon is there, and this is how it stands: everybody begins anew.
    func begin(_ mirror: Mirror, hello: Value) {
        state.withLock { state in
            state.mirror = mirror
            state.hello = hello
            state.beginnings += 1
            state.contentsVersion += 1
            state.backlog.begin(at: mirror.seq)
            Self.tellAll(&state) { outlet, state in
                outlet.add(note: Self.presence(state))
                outlet.askForSnapshot()
            }
        }
    }

    /// The daemon does not answer.
    func lose() {
        state.withLock { state in
            guard state.mirror != nil else { return }
            state.mirror = nil
            state.contentsVersion += 1
            Self.tellAll(&state) { outlet, state in outlet.add(note: Self.presence(state)) }
        }
    }

    /// Passes events on, in order.
    func publish(_ events: [PublishedEvent]) {
        state.withLock { state in
            for event in events {
                state.mirror?.apply(event.value)
                state.backlog.append(event.bytes, seq: event.seq)
            }
            if events.contains(where: { $0.category == "controller" }) {
                state.contentsVersion += 1
            }
            state.changed()
        }
    }

    /// The daemon lives and stands at `seq`: a browser that has less has lost something.
    func beat(_ seq: Int) {
        let note = Array("{\"beat\":\(seq)}".utf8)
        state.withLock { state in
            let current = state.mirror?.seq
            Self.tellAll(&state) { outlet, _ in
                // Events that wait come after a note, and would look lost.
                if outlet.notes.isEmpty, outlet.seq == current { outlet.add(note: note) }
            }
        }
    }

    private static func tellAll(_ state: inout State, _ tell: (inout Outlet, State) -> Void) {
        for id in state.outlets.keys {
            guard var outlet = state.outlets[id] else { continue }
            tell(&outlet, state)
            state.outlets[id] = outlet
        }
        state.changed()
    }

    /// The state as a message; nil while too many others are on their way.
    private static func snapshot(of mirror: Mirror, _ state: inout State) -> Snapshot? {
        state.snapshots.removeAll { $0.snapshot == nil }
        if let latest = state.snapshots.last?.snapshot, latest.seq == mirror.seq,
            latest.beginning == state.beginnings
        {
            return latest
        }
        guard state.snapshots.count < mostSnapshots else { return nil }
        let members: [Value.Member] = [
            .init("seq", .integer(mirror.seq)), .init("windows", .array(mirror.windows)),
            .init("controllers", .array(mirror.controllers)),
            .init("views", .array(mirror.views)),
            .init("transitions", .array(mirror.transitions)),
            // Of the events that follow.
            .init("changes", mirror.changes.description),
        ]
        let snapshot = Snapshot(
            seq: mirror.seq, beginning: state.beginnings,
            bytes: Array(Value.object([.init("snapshot", .object(members))]).json.utf8))
        state.snapshots.append(WeakSnapshot(snapshot: snapshot))
        return snapshot
    }

    private static func presence(_ state: State) -> [UInt8] {
        let daemon = state.mirror == nil ? Value.null : state.hello
        return Array(Value.object([.init("daemon", daemon)]).json.utf8)
    }
}
