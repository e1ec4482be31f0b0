/// The end of a run of bytes that stand for themselves in a JSON string.
struct PlainRun {
    /// The first control character, quote or backslash, else the end of the bytes.
    var end: Int
    /// Whether the run has no byte above 0x7F.
    var isASCII: Bool

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Looks at eight bytes at a time.
    @inline(__always)
    init(in bytes: UnsafeRawBufferPointer, from start: Int) {
        var index = start
        var seen: UInt64 = 0
        while index &+ 8 <= bytes.count {
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // Per byte: borrows out of the subtraction and has no high bit of its own.
            let control = (word &- Self.ones &* 0x20) & ~word
            let quoted = word ^ (Self.ones &* UInt64(Ascii.quote))
            let escaped = word ^ (Self.ones &* UInt64(Ascii.backslash))
            let hits =
                (control | ((quoted &- Self.ones) & ~quoted)
                    | ((escaped &- Self.ones) & ~escaped)) & Self.highs
            if hits != 0 {
                let clean = hits.trailingZeroBitCount / 8
                seen |= word & ((1 << UInt64(clean &* 8)) &- 1)
                end = index &+ clean
                isASCII = seen & Self.highs == 0
                return
            }
            seen |= word
            index &+= 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash { break }
            seen |= UInt64(byte)
            index &+= 1
        }
        end = index
        isASCII = seen & Self.highs == 0
    }
}
