/// What waits to be sent to one browser.
///
/// It holds no events and no snapshot of its own: both belong to the relay and are shared by all
/// browsers. A browser that falls behind the events that the relay keeps is sent a snapshot.
struct BrowserQueue {
    /// Bytes of replies and notes that may wait. One that is longer goes out if it is the only one.
    static let mostNoteBytes = 8 << 20
    /// As `mostNoteBytes`, for a browser without the token.
    static let mostWatcherNoteBytes = 512 << 10
    /// Replies and notes that may wait.
    static let mostNotes = 1_024

    /// Whether the browser has no token.
    let isWatcher: Bool
    /// Whole messages, sent before any events.
    private(set) var notes: [[UInt8]] = []
    private(set) var noteBytes = 0
    /// The last event that the browser was sent, by itself or in a snapshot.
    var seq = 0
    private(set) var wantsSnapshot = false
    private(set) var isClosed = false
    /// What the browser says of itself, where it is, and when it said so; nil before that.
    var screen: Screen?
    var address = ""
    var seen = 0.0
    /// Whether the browser has said who it is.
    private(set) var isGreeted = false

    init(isWatcher: Bool = false) { self.isWatcher = isWatcher }

    mutating func greet(_ notes: [[UInt8]]) {
        isGreeted = true
        for note in notes { add(note: note) }
        askForSnapshot()
    }

    /// Adds a message in front of the events; a browser that leaves too much waiting is given up.
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

    /// Takes the oldest note.
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
