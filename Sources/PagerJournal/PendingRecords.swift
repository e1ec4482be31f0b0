package import PagerModel
package import PagerWire
package import SystemCalls

/// The records of accepted messages that have not been written to the journal yet.
package struct PendingRecords: Sendable {
    /// Whether the daemon has a journal. If not, added records are dropped.
    package var isKept = false
    /// The seal: a secret number that every record of the journal contains.
    private var seal = JournalSeal.none
    package private(set) var bytes: [UInt8] = []
    /// The number of records that have not been written yet.
    package private(set) var count = 0
    /// The sequence number of the last event, and the revision of the state, after the last record,
    /// which may be pending or already written.
    package private(set) var end = StatePoint(seq: 0, revision: 0)

    /// The space, in bytes, that a journal reserves in addition to the size of the next message, if
    /// there is one. This space is for other records that the message causes, and for records of
    /// changes that no message has caused.
    package static let room = 64 << 10

    /// Whether the reserved space is enough for one more change that no message has caused, such as
    /// the end of a process. The records of such a change need less than half of `room`.
    package var hasRoom: Bool { bytes.count <= Self.room / 2 }

    package var isEmpty: Bool { bytes.isEmpty }

    package init() {}

    /// Creates an empty list for a journal whose last record led to the state `end`.
    package init(sealing seal: JournalSeal, at end: StatePoint) {
        isKept = true
        self.seal = seal
        self.end = end
    }

    package mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        count = 0
    }

    package mutating func add(
        _ kind: JournalRecord.Kind, at time: Instant, _ point: StatePoint,
        body: (inout [UInt8]) -> Void = { _ in }
    ) {
        guard isKept else { return }
        count += 1
        end = point
        JournalRecord.append(
            kind, at: time, point, seal: kind == .history ? .none : seal, to: &bytes, body: body)
    }

    package mutating func add(
        _ kind: JournalRecord.Kind, at time: Instant, _ point: StatePoint, json: Value
    ) {
        add(kind, at: time, point) { body in
            var writer = JSONWriter()
            json.write(to: &writer)
            body += writer.bytes
        }
    }

    package mutating func add(
        request: Span<UInt8>, from peer: Peer, at time: Instant, _ point: StatePoint
    ) {
        add(.request, at: time, point) { body in
            body.append(peer)
            body.append(contentsOf: request)
        }
    }
}

/// A cursor that reads the values in a record's body, in the order in which they were written.
///
/// The checksum of a record has been verified, so a body that is too short was written by a
/// different version of pagerd.
package struct BodyReader {
    private let body: FileBytes
    private var position: Int

    package init(_ body: FileBytes) {
        self.body = body
        position = body.startIndex
    }

    package mutating func number() -> UInt64? {
        guard body.endIndex - position >= 8 else { return nil }
        defer { position += 8 }
        return body.number(at: position)
    }

    /// Reads an optional number. Returns nil if the body does not contain a valid number here, and
    /// `.some(nil)` if the optional number is nil.
    package mutating func optional() -> UInt32?? {
        guard let number = number(), number <= UInt64(UInt32.max) + 1 else { return nil }
        return .some(number == 0 ? nil : UInt32(number - 1))
    }

    package mutating func bytes() -> [UInt8]? {
        guard let count = number(), count <= UInt64(body.endIndex - position) else { return nil }
        defer { position += Int(count) }
        return Array(body[position..<position + Int(count)])
    }

    package var rest: FileBytes { body[position...] }
}

extension FileBytes {
    /// Returns the little-endian number in the eight bytes that begin at a byte offset.
    package func number(at position: Int) -> UInt64 {
        self[position..<position + 8].withSpan { bytes in bytes.littleEndian(UInt64.self, at: 0) }
    }

    /// The CRC-32C checksum of the bytes.
    package var checksum: UInt32 { withSpan { bytes in Checksum.crc32c(bytes) } }
}
