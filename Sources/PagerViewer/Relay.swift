internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// Stands between one daemon and many browsers.
///
/// It keeps a mirror. A browser is sent a snapshot of it and then every event, so that all of them
/// are in step; one that was left behind gets another snapshot.
///
///     daemon ─▶ DaemonLink ─▶ Relay ─▶ Outlet ─▶ browser
///                              mirror    one each
final class Relay: Sendable {
    /// How many browsers may be open at once.
    static let mostBrowsers = 64

    private struct State {
        /// Nil while there is no daemon.
        var mirror: Mirror?
        var hello = Value.null
        var outlets: [Int: Outlet] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Opens an outlet for a browser; nothing is sent before it was greeted.
    ///
    /// - Returns: nil where there are too many.
    func open() -> Int? {
        state.withLock { state in
            guard state.outlets.count < Self.mostBrowsers else { return nil }
            state.lastID += 1
            state.outlets[state.lastID] = Outlet()
            return state.lastID
        }
    }

    /// Sends a welcome, what the daemon is and a snapshot; from then on all that happens.
    func greet(_ id: Int, welcome: [UInt8]) {
        state.withLock { state in
            let presence = Self.presence(state)
            state.outlets[id]?.greet([welcome, presence])
            Self.serve(id, &state)
        }
    }

    /// Waits for the next message to a browser; nil when its outlet is closed.
    func next(_ id: Int) async -> [UInt8]? {
        await withCheckedContinuation { reader in
            state.withLock { state in
                state.outlets[id]?.reader = reader
                guard state.outlets[id] != nil else { return reader.resume(returning: nil) }
                Self.serve(id, &state)
            }
        }
    }

    /// Forgets a browser.
    func close(_ id: Int) {
        state.withLock { state in
            state.outlets[id]?.close()
            Self.serve(id, &state)
            state.outlets[id] = nil
        }
    }

    /// Sends a message to one browser.
    func send(_ note: [UInt8], to id: Int) {
        state.withLock { state in
            state.outlets[id]?.add(note: note)
            Self.serve(id, &state)
        }
    }

    /// One browser has found a hole and wants a snapshot.
    func resynchronize(_ id: Int) {
        state.withLock { state in
            state.outlets[id]?.askForSnapshot()
            Self.serve(id, &state)
        }
    }

    /// A record's `content`; nil where there is none.
    func content(of controller: String) -> Value? {
        state.withLock { $0.mirror?.controller(controller)?["content"] }
    }
}

/// What comes from the daemon.
extension Relay {
    /// The daemon is there, and this is how it stands: everybody begins anew.
    func begin(_ mirror: Mirror, hello: Value) {
        state.withLock { state in
            state.mirror = mirror
            state.hello = hello
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
            Self.tellAll(&state) { outlet, state in outlet.add(note: Self.presence(state)) }
        }
    }

    /// Passes events on, in order.
    func publish(_ events: [PublishedEvent]) {
        state.withLock { state in
            for event in events { state.mirror?.apply(event.value) }
            Self.tellAll(&state) { outlet, _ in
                for event in events { outlet.add(event: event.bytes) }
            }
        }
    }

    /// The daemon lives and stands at `seq`: a browser that has less has lost something.
    func beat(_ seq: Int) {
        let note = Array("{\"beat\":\(seq)}".utf8)
        state.withLock { state in
            Self.tellAll(&state) { outlet, _ in
                // Events that wait come after a note, and would look lost.
                if outlet.notes.isEmpty, outlet.reader != nil { outlet.add(note: note) }
            }
        }
    }

    private static func tellAll(_ state: inout State, _ tell: (inout Outlet, State) -> Void) {
        for id in state.outlets.keys {
            guard var outlet = state.outlets[id], outlet.isGreeted else { continue }
            state.outlets[id] = nil
            tell(&outlet, state)
            state.outlets[id] = outlet
            serve(id, &state)
        }
    }

    /// Hands the next message to whoever waits for it.
    private static func serve(_ id: Int, _ state: inout State) {
        guard var outlet = state.outlets[id], let reader = outlet.reader else { return }
        let message = outlet.takeNote() ?? snapshot(for: &outlet, state) ?? outlet.takeEvents()
        guard message != nil || outlet.isClosed else { return }
        outlet.reader = nil
        state.outlets[id] = outlet
        reader.resume(returning: message)
    }

    private static func snapshot(for outlet: inout Outlet, _ state: State) -> [UInt8]? {
        guard outlet.wantsSnapshot, let mirror = state.mirror else { return nil }
        outlet.tookSnapshot()
        let members: [Value.Member] = [
            .init("seq", .integer(mirror.seq)), .init("windows", .array(mirror.windows)),
            .init("controllers", .array(mirror.controllers)),
            .init("views", .array(mirror.views)),
            .init("transitions", .array(mirror.transitions)),
        ]
        return Array(Value.object([.init("snapshot", .object(members))]).json.utf8)
    }

    private static func presence(_ state: State) -> [UInt8] {
        let daemon = state.mirror == nil ? Value.null : state.hello
        return Array(Value.object([.init("daemon", daemon)]).json.utf8)
    }
}
