package import PagerModel
package import PagerWire
package import SystemCalls

/// A record of a journal: a message or change, its time, and the resulting state.
///
///     0  magic      4 bytes
///     4  checksum   4 bytes, of all that follows
///     8  length     8 bytes, of the body
///    16  kind       1 byte
///    17  seal       7 bytes, the same in all records of a file but the first; see `JournalSeal`
///    24  time       8 bytes, nanoseconds; see `time`
///    32  seq        8 bytes, the seq after the record
///    40  revision   8 bytes, the revision after the record
///    48  body
///
/// All numbers are little-endian.
package struct JournalRecord {
    /// The kind of a record.
    package enum Kind: UInt64, CaseIterable {
        /// The first record of each file: a header in JSON.
        case history = 1
        /// The complete state, which makes preceding records obsolete.
        case snapshot
        /// A message on the command socket with an accepted command.
        case request
        /// The actions whose deadlines had passed at the record's time, such as the end of a
        /// transition.
        case deadlines
        /// The commands that the daemon executed at its start to show a book (a file or folder that
        /// describes pages).
        case book
        /// The plugins that the daemon's configuration contains when the daemon starts.
        case expected
        /// A message on the plugins socket that changed the state.
        case pluginMessage
        /// A message of several frames on the plugins socket.
        case pluginFrames
        case pluginLost
        /// A question that ended with its default answer, because the plugin did not answer in time
        /// or was disconnected.
        case decisionExpired
        /// A configured plugin that cannot be started.
        case pluginProblem
        /// The start of a daemon that continues this journal, with no plugins connected.
        case restarted
        /// The daemon processes that continued the event log, each with the seq (event number) of
        /// the last event before the process started.
        case boots
        /// The number of restarts of a configured plugin's program, and the reason why it last
        /// ended.
        case pluginProgram
        /// The points at which work limits ended loops early while the daemon executed the next
        /// record of the journal. For example, the loop over a batch's commands can end before the
        /// last command. A replay ends the loops at the same points; see `WorkLimitStops`.
        case cuts
        /// The restoration of the content of some controllers of a reconnected plugin. Placeholders
        /// replaced this content while the plugin was disconnected.
        case contentsUncovered
    }

    package let kind: Kind
    package let seal: JournalSeal
    /// The real time that has passed since the daemon's clock started at 0, even if the clock is
    /// manual.
    package let time: Instant
    package let point: StatePoint
    package let body: FileBytes

    package static let magic: [UInt8] = Array("PGRj".utf8)
    package static let headerBytes = 48

    /// The size of the record in bytes.
    package var length: Int { Self.headerBytes + body.count }
}

extension JournalRecord {
    /// Appends an encoded record to `bytes`. The closure `body` appends the body of the record.
    package static func append(
        _ kind: Kind, at time: Instant, _ point: StatePoint, seal: JournalSeal = .none,
        to bytes: inout [UInt8], body: (inout [UInt8]) -> Void
    ) {
        let start = bytes.count
        bytes.append(contentsOf: magic)
        bytes.append(contentsOf: [0, 0, 0, 0])
        bytes.append(number: 0)
        bytes.append(number: kind.rawValue | seal.number << 8)
        bytes.append(number: UInt64(bitPattern: time.nanoseconds))
        bytes.append(number: UInt64(point.seq))
        bytes.append(number: UInt64(point.revision))
        body(&bytes)
        bytes.replace(at: start + 8, UInt64(bytes.count - start - headerBytes), bytes: 8)
        let checksum = Checksum.crc32c(bytes.span.extracting((start + 8)...))
        bytes.replace(at: start + 4, UInt64(checksum), bytes: 4)
    }

    /// The reason why there is no record at a byte offset.
    package enum Fault: Error, Equatable {
        /// The next 48 bytes are zero, or fewer bytes follow and all of them are zero. Usually this
        /// is the end of the records.
        case nothing
        /// The record is truncated.
        case cut
        /// The checksum does not match, or the header of the record is invalid.
        case damaged
    }

    /// Returns whether a snapshot begins at a byte offset. The snapshot may be incomplete.
    package static func isSnapshot(in bytes: FileBytes, at position: Int) -> Bool {
        guard bytes.endIndex - position >= 24, bytes[position..<position + 4].elementsEqual(magic)
        else {
            return false
        }
        return bytes[position + 16] == UInt8(Kind.snapshot.rawValue)
    }

    /// Returns whether the record at a byte offset was only partly written: its last bytes are
    /// missing, or they and all later bytes of the file are zero. O(number of bytes after the
    /// offset).
    package static func isUnfinished(in bytes: FileBytes, at position: Int) -> Bool {
        guard let last = bytes[position...].lastIndex(where: { $0 != 0 }) else { return false }
        let written = bytes[position...last]
        guard written.prefix(magic.count).elementsEqual(magic.prefix(written.count)) else {
            return false
        }
        guard written.count >= headerBytes else { return true }
        return bytes.number(at: position + 8) > UInt64(written.count - headerBytes)
    }

    /// Returns the byte offset of the next valid record that has the given seal, or nil if there is
    /// none.
    ///
    /// The skipped bytes belong to damaged records, whose bodies contain data from clients. Clients
    /// do not know the seal, so the search does not mistake their data for records, and computes no
    /// checksums of the data. O(bytes) with a seal.
    ///
    /// - Parameter seal: The seal of the file. Nil if it is unknown; then the search accepts any
    ///   valid record.
    package static func position(in bytes: FileBytes, after start: Int, sealed seal: JournalSeal?)
        -> Int?
    {
        var position = start + 1
        while position + headerBytes <= bytes.endIndex {
            guard let found = bytes.position(of: magic[0], from: position) else { return nil }
            position = found
            if bytes.endIndex - position >= headerBytes,
                seal == nil || seal == JournalSeal(of: bytes, at: position),
                (try? JournalRecord(in: bytes, at: position)) != nil
            {
                return position
            }
            position += 1
        }
        return nil
    }

    /// Reads the record at a byte offset. O(size of the record).
    package init(in bytes: FileBytes, at position: Int) throws(Fault) {
        let rest = bytes[position...]
        guard rest.count >= Self.headerBytes else {
            throw rest.allSatisfy { $0 == 0 } ? .nothing : .cut
        }
        guard rest.prefix(4).elementsEqual(Self.magic) else {
            throw rest.prefix(Self.headerBytes).allSatisfy { $0 == 0 } ? .nothing : .damaged
        }
        let length = rest.number(at: position + 8)
        guard length <= UInt64(rest.count - Self.headerBytes) else { throw .cut }
        let end = position + Self.headerBytes + Int(length)
        let checksum = UInt32(truncatingIfNeeded: rest.number(at: position + 4))
        let time = rest.number(at: position + 24)
        let (seq, revision) = (rest.number(at: position + 32), rest.number(at: position + 40))
        // Cheap checks precede the checksum of all bytes.
        guard let kind = Kind(rawValue: rest.number(at: position + 16) & 0xFF),
            time <= UInt64(Instant.latest.nanoseconds), seq <= UInt64(Int.max),
            revision <= UInt64(Int.max), rest[(position + 8)..<end].checksum == checksum
        else { throw .damaged }
        self.kind = kind
        seal = JournalSeal(of: bytes, at: position)
        self.time = Instant(nanoseconds: Int64(bitPattern: time))
        point = StatePoint(seq: Int(seq), revision: Int(revision))
        body = rest[(position + Self.headerBytes)..<end]
    }
}

extension [UInt8] {
    /// Replaces `bytes` bytes at an index with the low bytes of a number, in little-endian order.
    fileprivate mutating func replace(at position: Int, _ number: UInt64, bytes: Int) {
        for byte in 0..<bytes {
            self[position + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
        }
    }
}

/// A secret number of a journal. The first record defines it, and all later records contain it.
///
/// The bodies of records contain bytes from clients. If a record is damaged, a scan searches for
/// the next intact record, also inside the body of the damaged one. Clients do not know the seal,
/// so the scan cannot mistake a part of a body for a record.
package struct JournalSeal: Hashable, Sendable {
    package let number: UInt64

    /// The value for files that have no seal, because an older version wrote them (up to format 2).
    package static let none = JournalSeal(number: 0)

    package init(number: UInt64) { self.number = number }

    /// Returns a new seal. Its number has 51 random bits and 16 decimal digits, so that any JSON
    /// reader represents it exactly.
    package static func random() -> JournalSeal {
        JournalSeal(number: .random(in: 1 << 51..<1 << 52))
    }

    /// Reads the seal in the header of the record that begins at the byte offset `position`.
    package init(of bytes: FileBytes, at position: Int) {
        number = bytes.number(at: position + 16) >> 8
    }
}

/// A CRC-32C checksum, computed eight bytes at a time.
///
/// It detects every error within 32 consecutive bits, and all but one in four billion other errors.
/// It does not protect against intentional changes.
enum Checksum {
    /// The Castagnoli polynomial with reflected bits.
    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Eight tables of 256 entries, one after the other. Entry b of table n is the value that a
    /// byte b contributes to the checksum if n bytes follow it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
            tables[index] = value
        }
        for index in 256..<8 * 256 {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// Returns the checksum. O(bytes), about one nanosecond per byte.
    static func crc32c(_ bytes: Span<UInt8>) -> UInt32 {
        let tables = tables.span
        var crc = ~UInt32(0)
        var position = 0
        while position + 8 <= bytes.count {
            crc = step(bytes.littleEndian(UInt64.self, at: position) ^ UInt64(crc), tables)
            position += 8
        }
        while position < bytes.count {
            crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[position])) & 0xFF)]
            position += 1
        }
        return ~crc
    }

    @inline(__always)
    private static func step(_ word: UInt64, _ tables: Span<UInt32>) -> UInt32 {
        var crc: UInt32 = 0
        for byte in 0..<8 {
            crc ^= tables[(7 - byte) * 256 + Int(truncatingIfNeeded: word >> (8 * byte)) & 0xFF]
        }
        return crc
    }
}

// The encoding of peers in the journal. A plugin, and a client that repeats a request, must be
// recognised after a restart.
extension [UInt8] {
    /// Encodes a peer, and appends it to the body of a journal record. An unknown peer is encoded
    /// as 0, and a user as the user id plus 1. A peer with a key is encoded as a number above those
    /// of all users, the key's length and the key.
    package mutating func append(_ peer: Peer) {
        guard let key = peer.key else {
            return append(number: peer.uid.map { UInt64($0) + 1 } ?? 0)
        }
        append(number: UInt64(UInt32.max) + 2)
        append(number: UInt64(key.utf8.count))
        append(contentsOf: key.utf8)
    }
}

extension BodyReader {
    /// Decodes the peer at the current position in the body of a journal record. Returns nil if
    /// there is no valid peer, because a different version of pagerd wrote the record.
    package mutating func peer() -> Peer? {
        guard let number = number() else { return nil }
        switch number {
        case 0: return Peer(uid: nil)
        case 1...UInt64(UInt32.max) + 1: return Peer(uid: UInt32(number - 1))
        case UInt64(UInt32.max) + 2:
            return bytes().map { Peer(uid: nil, key: String(decoding: $0, as: UTF8.self)) }
        default: return nil
        }
    }
}
