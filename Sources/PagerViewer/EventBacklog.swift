internal import NIOCore

/// A buffer of the daemon's latest events, shared by all browsers.
struct EventBacklog {
    /// The maximum number of bytes of stored events. An event that exceeds this limit by itself is
    /// stored alone.
    static let longest = 8 << 20
    /// The maximum number of bytes of a message with more than one event.
    static let longestMessage = 256 << 10

    private struct Event {
        let seq: Int
        var bytes: ByteBuffer
        /// The event for browsers that may only watch.
        var copy: ByteBuffer

        func bytes(isWatcher: Bool) -> ByteBuffer { isWatcher ? copy : bytes }
        var count: Int { bytes.readableBytes + copy.readableBytes }
    }

    private var events: [Event] = []
    /// The index of the oldest stored event in `events`. The elements before it are empty; they are
    /// removed from time to time.
    private var first = 0
    private var bytes = 0
    /// The `seq` (sequence number) of the last event before the stored events. All later events are
    /// stored.
    private(set) var start = 0
    /// The number of bytes of all events appended since `begin(at:)`, including events that are no
    /// longer stored.
    private(set) var published = 0

    /// Removes all events. The next event that is appended must be the first one after the sequence
    /// number `seq`.
    mutating func begin(at seq: Int) {
        self = EventBacklog()
        start = seq
    }

    /// Appends an event.
    ///
    /// - Parameter copy: The event for browsers that may only watch. Nil if they receive only its
    ///   number.
    mutating func append(_ event: [UInt8], forWatchers copy: [UInt8]? = nil, seq: Int) {
        let copy = copy.map { ByteBuffer(bytes: $0) } ?? ByteBuffer(string: "{\"seq\":\(seq)}")
        events.append(Event(seq: seq, bytes: ByteBuffer(bytes: event), copy: copy))
        bytes += events[events.count - 1].count
        published += event.count
        while bytes > Self.longest, first < events.count - 1 {
            bytes -= events[first].count
            start = events[first].seq
            events[first].bytes = ByteBuffer()
            events[first].copy = ByteBuffer()
            first += 1
        }
        // Events are moved only after at least as many have been removed.
        if first > 64, first > events.count / 2 {
            events.removeFirst(first)
            first = 0
        }
    }

    /// Returns a message with the next events after `seq`, and the sequence number of the last
    /// event in the message. Returns nil if there are no events after `seq`.
    ///
    /// The message has as many events as fit into `longestMessage`, but at least one.
    ///
    /// - Precondition: `seq` is at least `start`.
    func message(after seq: Int, isWatcher: Bool = false) -> (parts: [ByteBuffer], seq: Int)? {
        var low = first
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].seq <= seq { low = middle + 1 } else { high = middle }
        }
        guard low < events.count else { return nil }
        let opening = ByteBuffer(string: "{\"events\":[")
        let closing = ByteBuffer(string: "]}")
        // A long event is shared with the other browsers, and not copied.
        let first = events[low].bytes(isWatcher: isWatcher)
        guard first.readableBytes < Self.longestMessage else {
            return ([opening, first, closing], events[low].seq)
        }
        var message = opening
        var last = seq
        for event in events[low...] {
            let bytes = event.bytes(isWatcher: isWatcher)
            guard last == seq || message.readableBytes + bytes.readableBytes < Self.longestMessage
            else { break }
            if last != seq { message.writeInteger(UInt8(ascii: ",")) }
            message.writeImmutableBuffer(bytes)
            last = event.seq
        }
        return ([message, closing], last)
    }
}
