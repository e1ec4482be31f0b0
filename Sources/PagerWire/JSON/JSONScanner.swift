/// The bytes that a parser reads, with checked bounds. Valid only inside the closure of `with`.
@safe struct JSONText {
    private let bytes: UnsafeRawBufferPointer

    private init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// Passes the bytes to `body` as a `JSONText`, and returns the result of `body`.
    static func with<Result, Failure: Error>(
        _ bytes: Span<UInt8>, _ body: (JSONText) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBytes { (bytes) throws(Failure) in
            try body(unsafe JSONText(bytes))
        }
    }

    @inline(__always)
    var count: Int { unsafe bytes.count }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe bytes[index]
    }

    @inline(__always)
    private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    /// A copy of the bytes in a range.
    subscript(range: Range<Int>) -> [UInt8] { unsafe [UInt8](part(range)) }

    /// Returns the bytes in a range as a string. Replaces invalid UTF-8 with U+FFFD.
    @inline(__always)
    func text(_ range: Range<Int>) -> String {
        unsafe String(decoding: part(range), as: UTF8.self)
    }

    /// Returns the bytes in a range as a string, or nil if they are not valid UTF-8.
    func validText(_ range: Range<Int>) -> String? {
        unsafe String(validating: part(range), as: UTF8.self)
    }

    @inline(__always)
    func plainRun(from start: Int) -> StringScanner {
        precondition(start >= 0)
        return unsafe StringScanner(in: bytes, from: start)
    }
}

extension Span<UInt8> {
    func plainRun(from start: Int) -> StringScanner {
        unsafe withUnsafeBytes { unsafe StringScanner(in: $0, from: start) }
    }
}

/// A scanner that searches a string for the first byte that needs an escape, and stores the result.
struct StringScanner {
    /// The position of the first control character, quote or backslash, or the end of the bytes.
    var end: Int
    /// Whether all scanned bytes before `end` are ASCII.
    var isASCII: Bool

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Scans the bytes from `start` on, eight at a time.
    @inline(__always)
    fileprivate init(in bytes: UnsafeRawBufferPointer, from start: Int) {
        var index = start
        var seen: UInt64 = 0
        while index &+ 8 <= bytes.count {
            let word = unsafe UInt64(
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
            let byte = unsafe bytes[index]
            if byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash { break }
            seen |= UInt64(byte)
            index &+= 1
        }
        end = index
        isASCII = seen & Self.highs == 0
    }

    /// Returns a mask for the eight bytes in `word`. Its lowest set bit is in the first byte that
    /// must be escaped; the mask is 0 if there is none. Higher set bits may be wrong.
    @inline(__always)
    private static func hits(in word: UInt64) -> UInt64 {
        // In each byte the subtraction sets the high bit for a control character.
        let control = (word &- ones &* 0x20) & ~word
        let quoted = word ^ (ones &* UInt64(Ascii.quote))
        let escaped = word ^ (ones &* UInt64(Ascii.backslash))
        return (control | ((quoted &- ones) & ~quoted) | ((escaped &- ones) & ~escaped)) & highs
    }

    /// Copies bytes, and returns true if no byte needs an escape. If the result is false, do not
    /// use the copy.
    @inline(__always)
    static func copy(_ bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> Bool {
        guard let source = bytes.baseAddress else { return true }
        let count = bytes.count
        if count < 8 { return unsafe copyFew(source, count, to: target) }
        var hits: UInt64 = 0
        var index = 0
        // The last eight bytes are scanned separately, and partly a second time.
        while index < count &- 8 {
            unsafe hits |= copy(UInt64.self, source + index, to: target + index)
            index &+= 8
        }
        unsafe hits |= copy(UInt64.self, source + (count &- 8), to: target + (count &- 8))
        return hits == 0
    }

    /// Copies fewer than eight bytes in two parts of the same size (four, two or one bytes), one at
    /// the start and one at the end. The two parts may overlap.
    @inline(__always)
    private static func copyFew(
        _ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer
    ) -> Bool {
        if count >= 4 {
            return unsafe copy(UInt32.self, source, to: target)
                | copy(UInt32.self, source + (count &- 4), to: target + (count &- 4)) == 0
        }
        if count >= 2 {
            return unsafe copy(UInt16.self, source, to: target)
                | copy(UInt16.self, source + (count &- 2), to: target + (count &- 2)) == 0
        }
        return unsafe count == 0 || copy(UInt8.self, source, to: target) == 0
    }

    @inline(__always)
    private static func copy<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _: Word.Type, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
    ) -> UInt64 {
        let word = unsafe source.loadUnaligned(as: Word.self)
        unsafe target.storeBytes(of: word, as: Word.self)
        // Fewer than eight bytes are filled up with spaces, which need no escapes.
        let filled = UInt64(truncatingIfNeeded: word) | (spaces << UInt64(Word.bitWidth))
        return hits(in: filled)
    }

    private static let spaces: UInt64 = 0x2020_2020_2020_2020
}
