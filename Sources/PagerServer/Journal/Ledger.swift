internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// Records of what has been accepted since they were last written to the journal.
struct Ledger: Sendable {
    /// Whether there is a journal at all.
    var isKept = false
    /// That of the journal's records.
    private var seal = JournalSeal.none
    private(set) var bytes: [UInt8] = []
    /// Records.
    private(set) var count = 0
    /// Where the state stood after the last record.
    private(set) var end = StatePoint(seq: 0, revision: 0)

    /// Bytes for which a journal reserves space, beside those of the messages that are taken.
    static let room = 64 << 10

    /// Whether there is space for the records of one more event that no message has brought. Those
    /// of one event take less than half of the room.
    var hasRoom: Bool { bytes.count <= Self.room / 2 }

    var isEmpty: Bool { bytes.isEmpty }

    init() {}

    /// A ledger for a journal, from a state on.
    init(sealing seal: JournalSeal, at end: StatePoint) {
        isKept = true
        self.seal = seal
        self.end = end
    }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        count = 0
    }

    mutating func add(
        _ kind: JournalRecord.Kind, at time: Instant, _ point: StatePoint,
        body: (inout [UInt8]) -> Void = { _ in }
    ) {
        guard isKept else { return }
        count += 1
        end = point
        JournalRecord.append(
            kind, at: time, point, seal: kind == .history ? .none : seal, to: &bytes, body: body)
    }

    mutating func add(
        _ kind: JournalRecord.Kind, at time: Instant, _ point: StatePoint, json: Value
    ) {
        add(kind, at: time, point) { body in
            var writer = JSONWriter()
            json.write(to: &writer)
            body += writer.bytes
        }
    }

    mutating func add(
        request: Span<UInt8>, from peer: Peer, at time: Instant, _ point: StatePoint
    ) {
        add(.request, at: time, point) { body in
            body.append(peer)
            body.append(contentsOf: request)
        }
    }

    /// A message of a plugin; nil for one of several frames.
    mutating func add(
        plugin message: Span<UInt8>?, from connection: PluginConnection,
        at time: Instant, _ point: StatePoint
    ) {
        add(message == nil ? .pluginFrames : .pluginMessage, at: time, point) { body in
            body.append(connection.peer)
            body.append(optional: connection.pid)
            let routing = connection.recordedRouting
            body.append(number: UInt64(routing.count))
            body.append(contentsOf: routing)
            if let message { body.append(contentsOf: message) }
        }
    }
}

/// What stands in the bodies of records, read in the order in which it was written.
///
/// Records are checked as a whole before; a body that is too short was written by another pagerd.
struct BodyReader {
    private let body: FileBytes
    private var place: Int

    init(_ body: FileBytes) {
        self.body = body
        place = body.startIndex
    }

    mutating func number() -> UInt64? {
        guard body.endIndex - place >= 8 else { return nil }
        defer { place += 8 }
        return body.number(at: place)
    }

    /// A number that may be none.
    mutating func optional() -> UInt32?? {
        guard let number = number(), number <= UInt64(UInt32.max) + 1 else { return nil }
        return .some(number == 0 ? nil : UInt32(number - 1))
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = number(), count <= UInt64(body.endIndex - place) else { return nil }
        defer { place += Int(count) }
        return Array(body[place..<place + Int(count)])
    }

    var rest: FileBytes { body[place...] }
}

extension FileBytes {
    /// The number in the eight bytes from a place on, the lowest byte first.
    func number(at place: Int) -> UInt64 {
        self[place..<place + 8].withSpan { bytes in bytes.littleEndian(UInt64.self, at: 0) }
    }

    /// CRC-32C of the bytes.
    var checksum: UInt32 { withSpan { bytes in Checksum.crc32c(bytes) } }
}

extension [UInt8] {
    fileprivate mutating func append(optional number: UInt32?) {
        append(number: number.map { UInt64($0) + 1 } ?? 0)
    }
}
