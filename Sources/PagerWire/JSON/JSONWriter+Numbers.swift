public import PagerModel

extension JSONWriter {
    public mutating func integer(_ number: Int) {
        separate()
        if number < 0 { buffer.append(Ascii.minus) }
        digits(UInt64(number.magnitude))
    }

    /// Writes the shortest text that parses to the same number. Integers below 2^53 have no
    /// fraction. Infinity and NaN become null.
    public mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        let isNegativeZero = number == 0 && number.sign == .minus
        if number.magnitude < 0x1p53, !isNegativeZero, let whole = Int(exactly: number) {
            return integer(whole)
        }
        separate()
        buffer.append(number.description)
    }

    /// Writes a transition's id as a string: `"t1"`.
    public mutating func transition(_ id: TransitionID) {
        separate()
        buffer.append(Ascii.quote)
        buffer.append(UInt8(ascii: "t"))
        digits(id.number)
        buffer.append(Ascii.quote)
    }

    /// Writes a time in seconds, exact to the nanosecond: `12.031`.
    public mutating func seconds(_ instant: Instant) {
        separate()
        if instant.nanoseconds < 0 { buffer.append(Ascii.minus) }
        let (whole, rest) = instant.nanoseconds.magnitude
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(whole)
        guard rest > 0 else { return }
        buffer.append(Ascii.dot)
        var remainder = rest
        var place: UInt64 = 100_000_000
        while remainder > 0 {
            buffer.append(Ascii.zero + UInt8(remainder / place))
            remainder %= place
            place /= 10
        }
    }

    mutating func digits(_ number: UInt64) { buffer.append(digits: number) }
}
