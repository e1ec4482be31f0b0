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
            let hits = Self.hits(in: word)
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

    /// The high bit of the first byte that must be escaped, and maybe of others.
    @inline(__always)
    private static func hits(in word: UInt64) -> UInt64 {
        // Per byte: borrows out of the subtraction and has no high bit of its own.
        let control = (word &- ones &* 0x20) & ~word
        let quoted = word ^ (ones &* UInt64(Ascii.quote))
        let escaped = word ^ (ones &* UInt64(Ascii.backslash))
        return (control | ((quoted &- ones) & ~quoted) | ((escaped &- ones) & ~escaped)) & highs
    }

    /// Copies bytes that all stand for themselves. False where one does not; then what was copied
    /// is of no use.
    @inline(__always)
    static func copy(_ bytes: UnsafeRawBufferPointer, to place: UnsafeMutableRawPointer) -> Bool {
        guard let source = bytes.baseAddress else { return true }
        let count = bytes.count
        if count < 8 { return copyFew(source, count, to: place) }
        var hits: UInt64 = 0
        var index = 0
        // The last eight are looked at by themselves, some of them for the second time.
        while index < count &- 8 {
            hits |= copy(UInt64.self, source + index, to: place + index)
            index &+= 8
        }
        hits |= copy(UInt64.self, source + (count &- 8), to: place + (count &- 8))
        return hits == 0
    }

    /// The first and the last four, two or one, which between them are all.
    @inline(__always)
    private static func copyFew(
        _ source: UnsafeRawPointer, _ count: Int, to place: UnsafeMutableRawPointer
    ) -> Bool {
        if count >= 4 {
            return copy(UInt32.self, source, to: place)
                | copy(UInt32.self, source + (count &- 4), to: place + (count &- 4)) == 0
        }
        if count >= 2 {
            return copy(UInt16.self, source, to: place)
                | copy(UInt16.self, source + (count &- 2), to: place + (count &- 2)) == 0
        }
        return count == 0 || copy(UInt8.self, source, to: place) == 0
    }

    @inline(__always)
    private static func copy<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _: Word.Type, _ source: UnsafeRawPointer, to place: UnsafeMutableRawPointer
    ) -> UInt64 {
        let word = source.loadUnaligned(as: Word.self)
        place.storeBytes(of: word, as: Word.self)
        // What a narrower word leaves free is filled with what stands for itself.
        let filled = UInt64(truncatingIfNeeded: word) | (spaces << UInt64(Word.bitWidth))
        return hits(in: filled)
    }

    private static let spaces: UInt64 = 0x2020_2020_2020_2020
}
