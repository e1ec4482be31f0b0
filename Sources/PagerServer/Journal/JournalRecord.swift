internal import Glibc
internal import PagerModel
internal import PagerWire

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
struct JournalRecord {
    /// What a record tells.
    enum Kind: UInt64, CaseIterable {
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
    }

    let kind: Kind
    let seal: JournalSeal
    /// Nanoseconds on the daemon's own time, whatever its clock.
    let time: Instant
    let point: StatePoint
    let body: UnsafeRawBufferPointer

    static let magic: [UInt8] = Array("PGRj".utf8)
    static let headerBytes = 48

    /// Where the next record begins, seen from this one.
    var length: Int { Self.headerBytes + body.count }
}

extension JournalRecord {
    /// Writes a record behind others; the closure writes its body.
    static func append(
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
        bytes.withUnsafeMutableBytes { all in
            let length = UInt64(all.count - start - headerBytes)
            all.storeBytes(of: length.littleEndian, toByteOffset: start + 8, as: UInt64.self)
            let checksum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: all[(start + 8)...]))
            all.storeBytes(of: checksum.littleEndian, toByteOffset: start + 4, as: UInt32.self)
        }
    }

    /// Why there is no record at a place.
    enum Fault: Error, Equatable {
        /// Nothing but zeros from here on, or nothing at all: the end.
        case nothing
        /// Its beginning is there, its end is not.
        case cut
        /// Its bytes are not those that were written.
        case damaged
    }

    /// Whether what stands at a place began as a snapshot, whole or not.
    static func isSnapshot(in bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard bytes.count - place >= 24, bytes[place..<place + 4].elementsEqual(magic) else {
            return false
        }
        return bytes[place + 16] == UInt8(Kind.snapshot.rawValue)
    }

    /// Whether the record at a place was never written to its end: nothing but zeros follows before
    /// its last byte. O(bytes behind the place).
    static func isUnfinished(in bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard let last = bytes[place...].lastIndex(where: { $0 != 0 }) else { return false }
        let written = bytes[place...last]
        guard written.prefix(magic.count).elementsEqual(magic.prefix(written.count)) else {
            return false
        }
        guard written.count >= headerBytes else { return true }
        let length = bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
        return UInt64(littleEndian: length) > UInt64(written.count - headerBytes)
    }

    /// Returns where the next whole record with a seal begins after a place, nil for none.
    ///
    /// The bytes between are those of damaged records, also of their bodies, which hold what peers
    /// have sent. Only records that the daemon wrote have the seal, so that these bytes are neither
    /// taken for records nor checked like some. O(bytes) with a seal.
    ///
    /// - Parameter seal: nil where the file's seal is not known; then any counts.
    static func place(
        in bytes: UnsafeRawBufferPointer, after start: Int, sealed seal: JournalSeal?
    ) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var place = start + 1
        while place + headerBytes <= bytes.count {
            guard let found = memchr(base + place, Int32(magic[0]), bytes.count - place) else {
                return nil
            }
            place = base.distance(to: UnsafeRawPointer(found))
            if bytes.count - place >= headerBytes,
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
    init(in bytes: UnsafeRawBufferPointer, at place: Int) throws(Fault) {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        guard rest.count >= Self.headerBytes else {
            throw rest.allSatisfy { $0 == 0 } ? .nothing : .cut
        }
        func number(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard rest.prefix(4).elementsEqual(Self.magic) else {
            throw rest.prefix(Self.headerBytes).allSatisfy { $0 == 0 } ? .nothing : .damaged
        }
        guard number(8) <= UInt64(rest.count - Self.headerBytes) else { throw .cut }
        let end = Self.headerBytes + Int(number(8))
        let checksum = UInt32(
            littleEndian: rest.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        // What is cheap to see comes before the checksum of all bytes.
        guard let kind = Kind(rawValue: number(16) & 0xFF),
            number(24) <= UInt64(Instant.latest.nanoseconds), number(32) <= UInt64(Int.max),
            number(40) <= UInt64(Int.max),
            Checksum.crc32c(UnsafeRawBufferPointer(rebasing: rest[8..<end])) == checksum
        else { throw .damaged }
        self.kind = kind
        seal = JournalSeal(of: bytes, at: place)
        time = Instant(nanoseconds: Int64(bitPattern: number(24)))
        point = StatePoint(seq: Int(number(32)), revision: Int(number(40)))
        body = UnsafeRawBufferPointer(rebasing: rest[Self.headerBytes..<end])
    }
}

extension [UInt8] {
    mutating func append(number: UInt64) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
