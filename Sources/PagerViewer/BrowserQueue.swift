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
