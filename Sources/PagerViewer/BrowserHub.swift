internal import NIOCore
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// A hub that passes the state and the events of one daemon to many browsers.
///
/// The hub has a mirror (a copy of the daemon's state). A browser receives a snapshot of the mirror
/// and then every event, so all browsers show the same state. A browser that falls behind receives
/// another snapshot. The data that waits for a slow browser is limited: see `BrowserQueue`.
///
///     daemon ─▶ DaemonLink ─▶ BrowserHub ─▶ BrowserQueue ─▶ browser
///                             mirror   one each
final class BrowserHub: Sendable {
    /// The maximum number of connected browsers.
    static let mostBrowsers = 64
    /// The maximum number of connected browsers that may only watch.
    static let mostWatchers = 48
    /// The maximum total size, in bytes, of the waiting messages to all browsers that may send
    /// commands.
    static let mostNoteBytes = 32 << 20

    private struct State {
        /// The mirror (a copy) of the daemon's state. Nil while there is no daemon.
        var mirror: Mirror?
        var hello = Value.null
        /// The revision of the last event. Nil before the first event of a daemon.
        var revision: Int?
        /// The daemon's clock. Nil until a daemon has replied for the first time.
        var clock: DaemonClock?
        var backlog = EventBacklog()
        var queues: [Int: BrowserQueue] = [:]
        var lastID = 0
        /// The entries of the daemon's register for screens that are gone.
        var offlineScreens: [Value] = []
        /// The number of snapshots sent to browsers.
        var snapshotCount = 0
        /// The number of events received from the daemon.
        var eventCount = 0
        var snapshots = Snapshots()
        /// The controllers whose content may have changed since the last call of
        /// `takeContentChanges`.
        var contents = ChangedContents.all
        /// The function to call when a browser should receive data.
        var changed: @Sendable () -> Void = {}
    }

    /// A message to one browser. It consists of parts, which messages to other browsers may share.
    struct Message {
        var parts: [ByteBuffer]
        /// An object that exists until the snapshot in this message is sent, so that the hub can
        /// count the snapshots being sent. Nil for a message without a snapshot.
        var delivery: Snapshots.Delivery?
    }

    /// The pages that screens could not show.
    let failures = PageFailures()
    /// What speakers share: the timer, the pointer and the frozen page.
    let talk = SharedTalk()
    private let state = Mutex(State())
    private let mostBrowsers: Int
    private let mostWatchers: Int

    init(
        mostBrowsers: Int = BrowserHub.mostBrowsers, mostWatchers: Int = BrowserHub.mostWatchers
    ) {
        self.mostBrowsers = mostBrowsers
        self.mostWatchers = mostWatchers
    }

    /// Sets the function to call when a browser should receive data. The hub is locked during the
    /// call, so the function must not call the hub.
    func notify(_ changed: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = changed }
    }

    /// Adds a browser to the hub. The browser receives the message `welcome`, the daemon's
    /// description, a snapshot, and then all events.
    ///
    /// - Returns: The number of the browser, or nil if there are too many browsers.
    func open(isWatcher: Bool, welcome: [UInt8]) -> Int? {
        state.withLock { state in
            guard state.queues.count < mostBrowsers,
                !isWatcher || state.queues.values.count(where: \.isWatcher) < mostWatchers
            else { return nil }
            state.lastID += 1
            var queue = BrowserQueue(isWatcher: isWatcher)
            queue.greet([welcome, Self.presence(state)])
            state.queues[state.lastID] = queue
            return state.lastID
        }
    }

    /// Encodes a snapshot together with the daemon's time. A browser needs the time to show running
    /// transitions at the right progress.
    private static func parts(
        of delivery: Snapshots.Delivery, _ clock: DaemonClock?
    ) -> [ByteBuffer] {
        let time = Value.number(clock?.time ?? 0).json
        return [
            ByteBuffer(string: "{\"snapshot\":"), delivery.bytes,
            ByteBuffer(string: ",\"time\":\(time)}"),
        ]
    }

    /// Removes and returns the next message to a browser. Returns nil if there is none yet.
    func next(_ id: Int) -> Message? {
        state.withLock { state in
            guard var queue = state.queues[id] else { return nil }
            defer { state.queues[id] = queue }
            while let note = queue.takeNote() {
                let permitted = queue.isWatcher ? AudienceCopy.of(message: note) : note
                if let permitted { return Message(parts: [ByteBuffer(bytes: permitted)]) }
            }
            guard let mirror = state.mirror else { return nil }
            if queue.wantsSnapshot || queue.seq < state.backlog.start {
                queue.askForSnapshot()
                guard let delivery = Self.snapshot(of: mirror, to: id, queue.isWatcher, &state)
                else { return nil }
                state.snapshotCount += 1
                queue.tookSnapshot(at: delivery.snapshot.seq)
                return Message(parts: Self.parts(of: delivery, state.clock), delivery: delivery)
            }
            let message = state.backlog.message(after: queue.seq, isWatcher: queue.isWatcher)
            guard let (parts, seq) = message else { return nil }
            queue.seq = seq
            return Message(parts: parts)
        }
    }

    /// Returns whether the browser must be disconnected, or is disconnected already.
    func isClosed(_ id: Int) -> Bool { state.withLock { $0.queues[id]?.isClosed ?? true } }

    /// Calls `body` to change the queue of a browser. Does nothing if the browser is disconnected.
    func change(_ id: Int, _ body: (inout BrowserQueue) -> Void) {
        state.withLock { state in
            guard var queue = state.queues[id] else { return }
            body(&queue)
            state.queues[id] = queue
        }
    }

    /// Returns the queues of all browsers, in the order in which the browsers connected.
    func queues() -> [BrowserQueue] {
        state.withLock { $0.queues.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// A copy of the daemon's state. Nil while the daemon does not reply.
    var mirror: Mirror? { state.withLock { $0.mirror } }

    /// Removes a browser, together with its queue.
    func close(_ id: Int) {
        state.withLock { $0.queues[id] = nil }
    }

    /// Sends a message to one browser.
    ///
    /// The waiting messages to all browsers with the token for commands may together take at most
    /// `mostNoteBytes`. If the new message exceeds this limit, the hub disconnects one of these
    /// browsers: the browser whose waiting messages take the most bytes. A browser with only one
    /// waiting message is not disconnected.
    func send(_ note: [UInt8], to id: Int) {
        state.withLock { state in
            state.queues[id]?.add(note: note)
            // The messages for browsers without the token have their own limits.
            let queues = state.queues.filter { !$0.value.isWatcher }
            if queues.values.reduce(0, { $0 + $1.noteBytes }) > Self.mostNoteBytes {
                let largest = queues.filter { $0.value.notes.count > 1 }
                    .max { $0.value.noteBytes < $1.value.noteBytes }
                if let largest { state.queues[largest.key]?.close() }
            }
            state.changed()
        }
    }

    /// Sends a message to all browsers.
    ///
    /// - Parameter isPassing: Whether a browser for which other messages wait does not need it.
    func tell(_ note: [UInt8], isPassing: Bool = false) {
        state.withLock { state in
            Self.updateQueues(&state) { queue, _ in
                if !isPassing || queue.notes.isEmpty { queue.add(note: note) }
            }
        }
    }

    /// Lets a browser that has missed events receive a snapshot next. The browser does not receive
    /// any events before the snapshot.
    func resynchronize(_ id: Int) {
        state.withLock { state in
            state.queues[id]?.askForSnapshot()
            state.changed()
        }
    }

    /// The values that pagerview publishes as metrics, about the daemon and the browsers.
    struct Counts {
        var hasDaemon: Bool
        var commanding: Int
        var watching: Int
        var events: Int
        var snapshots: Int
    }

    var counts: Counts {
        state.withLock { state in
            let watching = state.queues.values.count(where: \.isWatcher)
            return Counts(
                hasDaemon: state.mirror != nil, commanding: state.queues.count - watching,
                watching: watching, events: state.eventCount, snapshots: state.snapshotCount)
        }
    }

    var hasDaemon: Bool { counts.hasDaemon }

    /// Returns the member `content` of a controller's record, or nil if there is none.
    func content(of controller: String) -> Value? {
        state.withLock { $0.mirror?.controller(controller)?["content"] }
    }

    /// Returns the ids of the controllers whose content may have changed since the last call, each
    /// with its current content. The case `.some` contains nil for a controller without content.
    /// The case `.all` omits such controllers.
    func takeContentChanges() -> ContentChanges {
        state.withLock { state in
            defer { state.contents = .some([]) }
            switch state.contents {
            case .all:
                let records = state.mirror?.controllers ?? []
                return .all(
                    records.compactMap { record in
                        guard let id = record["id"]?.string else { return nil }
                        return record["content"].map { (id, $0) }
                    })
            case .some(let ids):
                if ids.isEmpty { return .none }
                return .some(
                    ids.map { id in
                        (id.text, state.mirror?.controller(id.text)?["content"])
                    })
            }
        }
    }
}

/// Functions that handle the state, the events and the heartbeats that arrive from the daemon.
extension BrowserHub {
    /// Replaces the hub's copy of the daemon's state with `mirror`, after pagerview has connected
    /// to the daemon. Each browser then receives a snapshot of the new state. `hello` is the
    /// daemon's reply to `server.hello`.
    func begin(_ mirror: Mirror, hello: Value) {
        state.withLock { state in
            state.hello = hello
            state.clock = DaemonClock(hello)
            Self.replace(&state, mirror)
        }
    }

    /// Replaces the hub's copy of the daemon's state with `mirror`, a newer copy from the same
    /// daemon.
    func replace(_ mirror: Mirror) {
        state.withLock { Self.replace(&$0, mirror) }
    }

    private static func replace(_ state: inout State, _ mirror: Mirror) {
        state.mirror = mirror
        state.revision = nil
        state.snapshots.begin()
        state.contents = .all
        state.backlog.begin(at: mirror.seq)
        updateQueues(&state) { queue, state in
            queue.add(note: presence(state))
            queue.askForSnapshot()
        }
    }

    /// Discards the mirror (the copy of the daemon's state) because the daemon no longer replies,
    /// and informs all browsers.
    func lose() {
        state.withLock { state in
            guard state.mirror != nil else { return }
            state.mirror = nil
            state.snapshots.begin()
            state.contents = .all
            Self.updateQueues(&state) { queue, state in queue.add(note: Self.presence(state)) }
        }
    }

    /// Applies events to the mirror (the copy of the daemon's state) and forwards them to the
    /// browsers, in order.
    func publish(_ events: [PublishedEvent]) {
        state.withLock { state in
            state.eventCount += events.count
            let changes = state.mirror?.changes ?? .builtIn
            for event in events {
                state.mirror?.apply(event.value)
                state.revision = event.value["revision"]?.integer
                let copy = AudienceCopy.of(event: event.value, changes).json
                state.backlog.append(event.bytes, forWatchers: Array(copy.utf8), seq: event.seq)
                if event.category == "controller", let id = event.value["subject"]?.string {
                    state.contents.insert(id)
                }
            }
            state.snapshots.discardOutdated(state.backlog)
            state.changed()
        }
    }

    /// Forwards a heartbeat to each browser for which no data waits. The heartbeat contains `seq`,
    /// the sequence number of the daemon's last event. A browser whose last event has a lower
    /// number has lost events.
    func beat(_ seq: Int, _ time: Double?) {
        let note = Array("{\"beat\":\(seq)}".utf8)
        state.withLock { state in
            if let time { state.clock?.set(time) }
            let current = state.mirror?.seq
            Self.updateQueues(&state) { queue, _ in
                // A heartbeat is sent before waiting events, which would then seem to be lost.
                if queue.notes.isEmpty, queue.seq == current { queue.add(note: note) }
            }
        }
    }

    private static func updateQueues(
        _ state: inout State, _ tell: (inout BrowserQueue, State) -> Void
    ) {
        for id in state.queues.keys {
            guard var queue = state.queues[id] else { continue }
            tell(&queue, state)
            state.queues[id] = queue
        }
        state.changed()
    }

    /// Returns the snapshot for a browser. Returns nil if the browser must wait because too many
    /// other snapshots are being sent.
    private static func snapshot(
        of mirror: Mirror, to browser: Int, _ isWatcher: Bool, _ state: inout State
    ) -> Snapshots.Delivery? {
        switch state.snapshots.decide(for: browser, isWatcher: isWatcher, mirror, state.backlog) {
        case .send(let delivery): return delivery
        case .wait: return nil
        case .waitAndEnd(let slow):
            for id in slow { state.queues[id]?.close() }
            return nil
        }
    }

    private static func presence(_ state: State) -> [UInt8] {
        let daemon = state.mirror == nil ? Value.null : state.hello
        return Array(Value.object([.init("daemon", daemon)]).json.utf8)
    }
}

/// Changes of controllers' contents, by which pagerview finds the files that pages name.
extension BrowserHub {
    enum ContentChanges {
        case none
        case all([(id: String, content: Value)])
        case some([(id: String, content: Value?)])
    }

    /// The controllers whose content may have changed.
    enum ChangedContents {
        case all
        case some(Set<TextKey>)

        /// The maximum number of controllers that are recorded by id. If more have changed, all
        /// are treated as changed.
        private static let most = 10_000

        mutating func insert(_ id: String) {
            guard case .some(var ids) = self else { return }
            self = .some([])
            ids.insert(TextKey(id))
            self = ids.count > Self.most ? .all : .some(ids)
        }
    }
}

/// Functions for the register of screens. A screen is a connected browser that has reported which
/// page it shows.
extension BrowserHub {
    /// Records what a browser has reported about itself, such as its size and the page that it
    /// shows.
    func report(_ screen: Screen, of id: Int, from address: String) {
        change(id) { queue in
            queue.screen = screen
            queue.address = address
            queue.seen = WebServer.now()
        }
    }

    /// The register's entries for all screens, in the order in which the browsers connected.
    var screens: [ScreenRecord] {
        let now = WebServer.now()
        return queues().compactMap { queue in
            queue.screen?.record(
                queue.address, isWatcher: queue.isWatcher, age: now - queue.seen)
        }
    }

    /// The entries of the register of screens, as JSON, and then those of screens that are gone.
    var screenValues: Value {
        var builder = ValueBuilder()
        screens.write(to: &builder)
        return .array((builder.result.array ?? []) + offlineScreens)
    }

    /// The entries of the daemon's register for screens that are gone, as last read, without those
    /// of screens that are back.
    var offlineScreens: [Value] {
        let present = TextSet(screens.map(\.name))
        return state.withLock { $0.offlineScreens }
            .filter { !present.contains($0["name"]?.string ?? "") }
    }

    func set(offlineScreens: [Value]) {
        state.withLock { $0.offlineScreens = offlineScreens }
    }

    /// Sends the register of screens (the browsers that show pages) to one browser.
    func sendScreens(to id: Int) {
        send(Array(Value.object([.init("screens", screenValues)]).json.utf8), to: id)
    }
}

/// Functions that show the next page after the end of a video, for pages that stay on screen until
/// their video ends.
extension BrowserHub {
    /// Returns the command that selects the next page after the video of `page` has ended.
    ///
    /// The command contains the id of the next page, or the revision of the state, so a second
    /// report about the same video has no effect.
    ///
    /// - Returns: Nil in each of these cases:
    ///   - The content of `page` does not have `untilEnd`.
    ///   - `page` is not the selected and completely visible page of its container.
    ///   - The container is paused.
    ///   - No page follows.
    ///   - The daemon does not reply.
    func request(afterVideoOf page: String) -> Value? {
        guard content(of: page)?["untilEnd"] == true else { return nil }
        return request(after: page, animated: true)
    }

    /// Returns the command that selects the page after `page`, as `request(afterVideoOf:)`.
    func request(after page: String, animated: Bool) -> Value? {
        let (mirror, revision) = state.withLock { ($0.mirror, $0.revision) }
        guard let next = mirror.flatMap({ Self.successor(of: page, in: $0) }) else { return nil }
        let motion = animated ? [] : [Value.Member("animated", false)]
        // A selection by id would turn backwards, from the last page to the first.
        if let method = next.wrapping, let revision {
            return [
                "id": "next", "method": .string(method),
                "params": .object(
                    [.init("id", .string(next.container)), .init("ifRevision", .integer(revision))]
                        + motion),
            ]
        }
        return [
            "id": "next", "method": .string(PagerSelect.method),
            "params": .object(
                [.init("id", .string(next.container)), .init("page", .string(next.page))] + motion),
        ]
    }

    private static func successor(
        of page: String, in mirror: Mirror
    ) -> (container: String, page: String, wrapping: String?)? {
        guard let record = mirror.controller(page), record["appearance"] == "appeared",
            let id = record["parent"]?.string,
            let container = mirror.controller(id), container["selected"] == .string(page),
            container["paused"] != true,
            let pages = container["pages"]?.array?.compactMap(\.string),
            let index = pages.firstIndex(of: page)
        else { return nil }
        let isReverse = container["reverse"] == true
        let returns = container["wrap"] == true || container["rewind"] == true
        let neighbour = isReverse ? index - 1 : index + 1
        if pages.indices.contains(neighbour) { return (id, pages[neighbour], nil) }
        guard returns, pages.count > 1 else { return nil }
        let isNeighbour = container["wrap"] == true && (container["step"]?.integer ?? 1) == 1
        let method = isReverse ? PagerPrevious.method : PagerNext.method
        return (id, isReverse ? pages[pages.count - 1] : pages[0], isNeighbour ? method : nil)
    }
}

/// The data that waits to be sent to one browser.
///
/// The queue does not contain events or snapshots, because the hub stores these once for all
/// browsers. If the hub no longer has the next event for a browser, the browser receives a
/// snapshot.
struct BrowserQueue {
    /// The maximum number of bytes of the waiting `notes`. If only one note waits, it may be
    /// longer.
    static let mostNoteBytes = 8 << 20
    /// The limit that applies instead of `mostNoteBytes` to a browser that may only watch.
    static let mostWatcherNoteBytes = 512 << 10
    /// The maximum number of waiting `notes`.
    static let mostNotes = 1_024

    /// Whether the browser may only watch.
    let isWatcher: Bool
    /// Complete messages that wait to be sent to the browser, such as replies to commands. They are
    /// sent before events.
    private(set) var notes: [[UInt8]] = []
    private(set) var noteBytes = 0
    /// The `seq` (sequence number) of the last event that was sent to the browser, in a message
    /// with events or as part of a snapshot.
    var seq = 0
    private(set) var wantsSnapshot = false
    private(set) var isClosed = false
    /// The latest description of the browser and its page, as sent by the browser. Nil before the
    /// first description.
    var screen: Screen?
    /// The address of the browser. Empty before the first description; see `screen`.
    var address = ""
    /// The time of the latest description in `screen`, in seconds as returned by `WebServer.now()`.
    var seen = 0.0

    init(isWatcher: Bool = false) { self.isWatcher = isWatcher }

    mutating func greet(_ notes: [[UInt8]]) {
        for note in notes { add(note: note) }
        askForSnapshot()
    }

    /// Adds a message to the `notes`, which are sent before events. Disconnects the browser if too
    /// many messages or bytes wait.
    mutating func add(note: [UInt8]) {
        guard !isClosed else { return }
        let most = isWatcher ? Self.mostWatcherNoteBytes : Self.mostNoteBytes
        guard
            notes.isEmpty || (notes.count < Self.mostNotes && noteBytes + note.count <= most)
        else { return close() }
        notes.append(note)
        noteBytes += note.count
    }

    mutating func askForSnapshot() { wantsSnapshot = true }

    mutating func close() {
        notes = []
        noteBytes = 0
        isClosed = true
    }

    /// Removes and returns the oldest of the `notes`. Returns nil if there is none.
    mutating func takeNote() -> [UInt8]? {
        guard !notes.isEmpty else { return nil }
        let note = notes.removeFirst()
        noteBytes -= note.count
        return note
    }

    mutating func tookSnapshot(at seq: Int) {
        wantsSnapshot = false
        self.seq = seq
    }
}
