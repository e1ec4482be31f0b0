/// Writes into memory that has been reserved, without asking again whether there is room.
///
/// Who holds it has reserved as much as is written, and counts it afterwards: `written`.
struct Pen {
    private let start: UnsafeMutablePointer<UInt8>
    private var place: UnsafeMutablePointer<UInt8>

    @inline(__always)
    init(_ start: UnsafeMutablePointer<UInt8>) {
        self.start = start
        place = start
    }

    @inline(__always)
    var written: Int { place - start }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        place.pointee = byte
        place += 1
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        place.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        place += text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        place.update(from: source, count: bytes.count)
        place += bytes.count
    }

    @inline(__always)
    mutating func put(_ bytes: borrowing ByteBuffer) {
        place.update(from: bytes.start, count: bytes.count)
        place += bytes.count
    }

    /// Decimal digits, at most twenty.
    @inline(__always)
    mutating func put(digits number: UInt64) { place += DecimalDigits.write(number, to: place) }
}

/// Decimal digits, two at a time.
enum DecimalDigits {
    /// The most that a number has.
    static let most = 20

    /// - Returns: how many were written.
    static func write(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
        if number < 10 {
            place.pointee = Ascii.zero &+ UInt8(truncatingIfNeeded: number)
            return 1
        }
        let length = length(of: number)
        var end = UnsafeMutableRawPointer(place + length)
        var rest = number
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            end -= 2
            end.storeBytes(of: Self.pair(pair), as: UInt16.self)
            rest = quotient
        }
        if rest < 10 {
            place.pointee = Ascii.zero &+ UInt8(truncatingIfNeeded: rest)
        } else {
            (end - 2).storeBytes(of: pair(rest), as: UInt16.self)
        }
        return length
    }

    /// How many digits a number has: the logarithm of two, times log10(2), and a look.
    @inline(__always)
    private static func length(of number: UInt64) -> Int {
        let bits = UInt64.bitWidth &- number.leadingZeroBitCount
        let least = (bits &* 1233) >> 12
        return number >= powers[least] ? least &+ 1 : least
    }

    private static let powers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    @inline(__always)
    private static func pair(_ number: UInt64) -> UInt16 {
        UnsafeRawPointer(pairs.utf8Start)
            .loadUnaligned(fromByteOffset: 2 &* Int(truncatingIfNeeded: number), as: UInt16.self)
    }

    private static let pairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
}
