import PagerModel

extension JSONParser {
    /// The digits of a number that have been parsed so far.
    private struct Digits {
        /// The first 19 digits of the number after any leading zeros, without the decimal point. 19
        /// digits always fit into a `UInt64`.
        var mantissa: UInt64 = 0
        /// The number of digits in the mantissa, without leading zeros.
        var count = 0
        /// The power of ten by which the mantissa is multiplied.
        var exponent = 0
        /// Whether the number has more digits than fit into the mantissa.
        var isCut = false
        var isInteger = true

        @inline(__always)
        mutating func take(_ byte: UInt8) {
            guard count < 19 else {
                isCut = true
                return
            }
            mantissa = mantissa &* 10 &+ UInt64(byte &- Ascii.zero)
            if mantissa != 0 { count &+= 1 }
        }
    }

    /// Parses a number. The parser's position must be at the sign or the first digit.
    mutating func number() throws(JSONError) -> Value {
        let start = position
        let isNegative = next == Ascii.minus
        if isNegative { position += 1 }
        guard Ascii.isDigit(next) else { throw unexpected("a digit") }
        if next == Ascii.zero, position + 1 < bytes.count, Ascii.isDigit(bytes[position + 1]) {
            throw error("a number must not have leading zeros")
        }
        var digits = Digits()
        while Ascii.isDigit(next) {
            digits.take(next)
            position &+= 1
        }
        if next == Ascii.dot { try fraction(&digits) }
        if next | 0x20 == UInt8(ascii: "e") { try exponent(&digits) }
        if digits.isInteger, !digits.isCut, let integer = Self.integer(digits, isNegative) {
            return .integer(integer)
        }
        return .number(try double(digits, isNegative, start))
    }

    private mutating func fraction(_ digits: inout Digits) throws(JSONError) {
        digits.isInteger = false
        position += 1
        guard Ascii.isDigit(next) else { throw unexpected("a digit after the point") }
        while Ascii.isDigit(next) {
            digits.take(next)
            digits.exponent &-= 1
            position &+= 1
        }
    }

    private mutating func exponent(_ digits: inout Digits) throws(JSONError) {
        digits.isInteger = false
        position += 1
        let isNegative = next == Ascii.minus
        if isNegative || next == Ascii.plus { position += 1 }
        guard Ascii.isDigit(next) else { throw unexpected("a digit of the exponent") }
        var exponent = 0
        while Ascii.isDigit(next) {
            // A larger exponent exceeds the range of a Double anyway, so further digits are
            // ignored.
            if exponent < 1_000_000_000 { exponent = exponent * 10 + Int(next - Ascii.zero) }
            position &+= 1
        }
        digits.exponent += isNegative ? -exponent : exponent
    }

    private static func integer(_ digits: Digits, _ isNegative: Bool) -> Int? {
        guard isNegative else { return Int(exactly: digits.mantissa) }
        if digits.mantissa == Int.min.magnitude { return .min }
        return Int(exactly: digits.mantissa).map { -$0 }
    }

    private func double(
        _ digits: Digits, _ isNegative: Bool, _ start: Int
    ) throws(JSONError) -> Double {
        // Both factors are exact, so the product or quotient is rounded correctly.
        if !digits.isCut, digits.mantissa < 1 << 53, abs(digits.exponent) < Self.powers.count {
            let mantissa = isNegative ? -Double(digits.mantissa) : Double(digits.mantissa)
            let power = Self.powers[abs(digits.exponent)]
            return digits.exponent < 0 ? mantissa / power : mantissa * power
        }
        let text = bytes.text(start..<position)
        guard let number = Double(text), number.isFinite else {
            throw error("the number is too large", at: start)
        }
        return number
    }

    /// The powers of ten that a Double represents exactly.
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
