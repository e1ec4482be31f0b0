internal import PagerModel
internal import PagerWire

/// A 128-bit digest of a command's method and params: SipHash-2-4 with a fixed key. The digest
/// shows whether a request repeats an earlier command or uses the earlier id for a different
/// command.
///
/// Digests are compared only if peer, client and id are equal. A client that finds a collision only
/// gets its own earlier reply, so a fixed key is enough. Snapshots contain digests, so a change of
/// the key or of the hashed bytes needs a new `version`.
struct CommandDigest: Hashable, Sendable {
    private var low: UInt64
    private var high: UInt64

    /// Computes the digest of a request. O(size of the params).
    init(_ request: Request) {
        var json = JSONWriter()
        json.beginArray()
        json.string(request.method)
        Value.object(request.params).write(to: &json)
        json.endArray()
        self = json.buffer.withSpan { bytes in CommandDigest(hashing: bytes) }
    }

    /// Computes the digest of bytes. O(count).
    init(hashing bytes: Span<UInt8>) {
        var hash = SipHash()
        let words = bytes.count / 8
        for word in 0..<words {
            hash.add(bytes.littleEndian(UInt64.self, at: 8 * word))
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for place in 8 * words..<bytes.count {
            last |= UInt64(bytes[place]) << UInt64(8 * (place - 8 * words))
        }
        hash.add(last)
        (low, high) = hash.finish()
    }

    /// The digest as 16 bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: low)
        bytes.append(number: high)
        return bytes
    }
}

extension CommandDigest {
    /// The first byte of an archived digest. Snapshots of earlier pagerd versions contain the JSON
    /// of the command instead of a digest. That JSON begins with a bracket.
    private static let version: UInt8 = 1

    /// The archived form: the version and the 16 bytes.
    var archived: [UInt8] { [Self.version] + bytes }

    /// Decodes an archived digest. If `archived` is the JSON of a command, from a snapshot of an
    /// earlier pagerd version, computes the digest of that JSON.
    init(archived: [UInt8]) {
        guard archived.count == 17, archived[0] == Self.version else {
            self = CommandDigest(hashing: archived.span)
            return
        }
        low = archived.span.littleEndian(UInt64.self, at: 1)
        high = archived.span.littleEndian(UInt64.self, at: 9)
    }
}

/// SipHash-2-4 with 128 bits of output and the key of its reference test vectors.
private struct SipHash {
    private var v0: UInt64 = 0x736f_6d65_7073_6575 ^ 0x0706_0504_0302_0100
    private var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ 0x0f0e_0d0c_0b0a_0908 ^ 0xee
    private var v2: UInt64 = 0x6c79_6765_6e65_7261 ^ 0x0706_0504_0302_0100
    private var v3: UInt64 = 0x7465_6462_7974_6573 ^ 0x0f0e_0d0c_0b0a_0908

    mutating func add(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    mutating func finish() -> (low: UInt64, high: UInt64) {
        v2 ^= 0xee
        for _ in 0..<4 { round() }
        let low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        for _ in 0..<4 { round() }
        return (low, v0 ^ v1 ^ v2 ^ v3)
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = Self.rotated(v1, 13) ^ v0
        v0 = Self.rotated(v0, 32)
        v2 &+= v3
        v3 = Self.rotated(v3, 16) ^ v2
        v0 &+= v3
        v3 = Self.rotated(v3, 21) ^ v0
        v2 &+= v1
        v1 = Self.rotated(v1, 17) ^ v2
        v2 = Self.rotated(v2, 32)
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word &<< bits | word &>> (64 &- bits)
    }
}
