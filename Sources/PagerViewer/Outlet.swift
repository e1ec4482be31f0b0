/// What waits to be sent to one browser.
///
/// It is pulled, never pushed: a browser that reads slowly makes nothing grow here without a
/// limit. What does not fit is forgotten, and a snapshot takes its place.
struct Outlet {
    /// Bytes of events that may wait.
    static let longestBacklog = 8 << 20
    /// Replies and notes that may wait.
    static let mostNotes = 1_024

    /// Whole messages, sent before any events.
    private(set) var notes: [[UInt8]] = []
    /// Payloads with a comma between them.
    private var events: [UInt8] = []
    private(set) var wantsSnapshot = false
    private(set) var isClosed = false
    /// Whether the browser has said who it is.
    private(set) var isGreeted = false
    /// Who waits for the next message.
    var reader: CheckedContinuation<[UInt8]?, Never>?

    mutating func greet(_ notes: [[UInt8]]) {
        isGreeted = true
        for note in notes { add(note: note) }
        askForSnapshot()
    }

    /// A note in front of the events; a browser that lets too many lie is given up.
    mutating func add(note: [UInt8]) {
        guard notes.count < Self.mostNotes else {
            close()
            return
        }
        notes.append(note)
    }

    /// An event; dropped where a snapshot will say the same.
    mutating func add(event payload: [UInt8]) {
        guard !wantsSnapshot else { return }
        guard events.count + payload.count < Self.longestBacklog else {
            askForSnapshot()
            return
        }
        if !events.isEmpty { events.append(UInt8(ascii: ",")) }
        events += payload
    }

    mutating func askForSnapshot() {
        events = []
        wantsSnapshot = true
    }

    mutating func close() {
        notes = []
        events = []
        isClosed = true
    }

    /// Takes the oldest note.
    mutating func takeNote() -> [UInt8]? { notes.isEmpty ? nil : notes.removeFirst() }

    mutating func tookSnapshot() { wantsSnapshot = false }

    /// Takes all events that wait, as one message.
    mutating func takeEvents() -> [UInt8]? {
        guard !events.isEmpty else { return nil }
        defer { events = [] }
        return Array("{\"events\":[".utf8) + events + Array("]}".utf8)
    }
}
