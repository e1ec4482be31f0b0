public import PagerModel

extension JSONWriter {
    public mutating func integer(_ number: Int) {
        separate()
        if number < 0 { bytes.append(Ascii.minus) }
        digits(UInt64(number.magnitude))
    }

    /// The shortest text that reads back as the same number; whole numbers below 2^53 without a
    /// fraction. What is not finite has no form in JSON and becomes null.
    public mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        let isNegativeZero = number == 0 && number.sign == .minus
        if number.magnitude < 0x1p53, !isNegativeZero, let whole = Int(exactly: number) {
            return integer(whole)
        }
        separate()
        var text = number.description
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// A transition's id as a string: `"t1"`.
    public mutating func transition(_ id: TransitionID) {
        separate()
        bytes.append(Ascii.quote)
        bytes.append(UInt8(ascii: "t"))
        digits(id.number)
        bytes.append(Ascii.quote)
    }

    /// A time in seconds, exact to the nanosecond: `12.031`.
    public mutating func seconds(_ instant: Instant) {
        separate()
        if instant.nanoseconds < 0 { bytes.append(Ascii.minus) }
        let (whole, rest) = instant.nanoseconds.magnitude
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(whole)
        guard rest > 0 else { return }
        bytes.append(Ascii.dot)
        var remainder = rest
        var place: UInt64 = 100_000_000
        while remainder > 0 {
            bytes.append(Ascii.zero + UInt8(remainder / place))
            remainder %= place
            place /= 10
        }
    }

    /// Twenty digits hold every 64-bit number.
    mutating func digits(_ number: UInt64) {
        if number < 10 { return bytes.append(Ascii.zero + UInt8(number)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var index = 20
            var rest = number
            while rest > 0 {
                index &-= 1
                buffer[index] = Ascii.zero &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[index...]))
        }
    }
}
