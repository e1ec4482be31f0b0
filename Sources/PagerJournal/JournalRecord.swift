package import PagerModel
package import PagerWire
package import SystemCalls

/// One record of a journal: what came in, when, and where the state stood after it.
///
///     0  magic      4 bytes
///     4  checksum   4 bytes, of all that follows
///     8  length     8 bytes, of the body
///    16  kind       1 byte
///    17  seal       7 bytes, the same in all records of a file but the first; see `JournalSeal`
///    24  time       8 bytes, nanoseconds on the daemon's clock
///    32  seq        8 bytes, after it
///    40  revision   8 bytes, after it
///    48  body
///
/// All numbers are little-endian.
package struct JournalRecord {
    /// What a record tells.
    package enum Kind: UInt64, CaseIterable {
        /// The first of each file: who wrote it, as JSON.
        case history = 1
        /// The whole state; what stood before it is not needed any more.
        case snapshot
        /// A message on the command socket whose command was accepted.
        case request
        /// Deadlines ran until this time.
        case deadlines
        /// Commands that came with the start.
        case book
        /// The plugins that the configuration names.
        case expected
        /// A message on the plugins socket that changed something.
        case pluginMessage
        /// A message of several frames on the plugins socket.
        case pluginFrames
        case pluginLost
        /// A decision for which no answer came in time.
        case decisionExpired
        /// A configured plugin that cannot be started.
        case pluginProblem
        /// A daemon came back with this journal; no plugin was connected then.
        case restarted
        /// Processes that went on with the history, and where each began.
        case boots
        /// How often a configured plugin's program was started again, and why it ended last.
        case pluginProgram
        /// Where limits of work cut short what the next record tells; see `Cuts`.
        case cuts
        /// More contents of a plugin that has come back are shown again.
        case contentsUncovered
    }

    package let kind: Kind
    package let seal: JournalSeal
    /// Nanoseconds on the daemon's own time, whatever its clock.
    package let time: Instant
    package let point: StatePoint
    package let body: FileBytes

    package static let magic: [UInt8] = Array("PGRj".utf8)
    package static let headerBytes = 48

    /// Where the next record begins, seen from this one.
    package var length: Int { Self.headerBytes + body.count }
}

extension JournalRecord {
    /// Writes a record behind others; the closure writes its body.
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

    /// Why there is no record at a place.
    package enum Fault: Error, Equatable {
        /// Nothing but zeros from here on, or nothing at all: the end.
        case nothing
        /// Its beginning is there, its end is not.
        case cut
        /// Its bytes are not those that were written.
        case damaged
    }

    /// Whether what stands at a place began as a snapshot, whole or not.
    package static func isSnapshot(in bytes: FileBytes, at place: Int) -> Bool {
        guard bytes.endIndex - place >= 24, bytes[place..<place + 4].elementsEqual(magic) else {
            return false
        }
        return bytes[place + 16] == UInt8(Kind.snapshot.rawValue)
    }

    /// Whether the record at a place was never written to its end: nothing but zeros follows before
    /// its last byte. O(bytes behind the place).
    package static func isUnfinished(in bytes: FileBytes, at place: Int) -> Bool {
        guard let last = bytes[place...].lastIndex(where: { $0 != 0 }) else { return false }
        let written = bytes[place...last]
        guard written.prefix(magic.count).elementsEqual(magic.prefix(written.count)) else {
            return false
        }
        guard written.count >= headerBytes else { return true }
        return bytes.number(at: place + 8) > UInt64(written.count - headerBytes)
    }

    /// Returns where the next whole record with a seal begins after a place, nil for none.
    ///
    /// The bytes between are those of damaged records, also of their bodies, which hold what peers
    /// have sent. Only records that the daemon wrote have the seal, so that these bytes are neither
    /// taken for records nor checked like some. O(bytes) with a seal.
    ///
    /// - Parameter seal: nil where the file's seal is not known; then any counts.
    package static func place(in bytes: FileBytes, after start: Int, sealed seal: JournalSeal?)
        -> Int?
    {
        var place = start + 1
        while place + headerBytes <= bytes.endIndex {
            guard let found = bytes.place(of: magic[0], from: place) else { return nil }
            place = found
            if bytes.endIndex - place >= headerBytes,
                seal == nil || seal == JournalSeal(of: bytes, at: place),
                (try? JournalRecord(in: bytes, at: place)) != nil
            {
                return place
            }
            place += 1
        }
        return nil
    }

    /// Reads the record at a place. O(its bytes).
    package init(in bytes: FileBytes, at place: Int) throws(Fault) {
        let rest = bytes[place...]
        guard rest.count >= Self.headerBytes else {
            throw rest.allSatisfy { $0 == 0 } ? .nothing : .cut
        }
        guard rest.prefix(4).elementsEqual(Self.magic) else {
            throw rest.prefix(Self.headerBytes).allSatisfy { $0 == 0 } ? .nothing : .damaged
        }
        let length = rest.number(at: place + 8)
        guard length <= UInt64(rest.count - Self.headerBytes) else { throw .cut }
        let end = place + Self.headerBytes + Int(length)
        let checksum = UInt32(truncatingIfNeeded: rest.number(at: place + 4))
        let time = rest.number(at: place + 24)
        let (seq, revision) = (rest.number(at: place + 32), rest.number(at: place + 40))
        // What is cheap to see comes before the checksum of all bytes.
        guard let kind = Kind(rawValue: rest.number(at: place + 16) & 0xFF),
            time <= UInt64(Instant.latest.nanoseconds), seq <= UInt64(Int.max),
            revision <= UInt64(Int.max), rest[(place + 8)..<end].checksum == checksum
        else { throw .damaged }
        self.kind = kind
        seal = JournalSeal(of: bytes, at: place)
        self.time = Instant(nanoseconds: Int64(bitPattern: time))
        point = StatePoint(seq: Int(seq), revision: Int(revision))
        body = rest[(place + Self.headerBytes)..<end]
    }
}

extension [UInt8] {
    /// Replaces some bytes by the lowest of a number, the lowest first.
    fileprivate mutating func replace(at place: Int, _ number: UInt64, bytes: Int) {
        for byte in 0..<bytes {
            self[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
        }
    }
}
