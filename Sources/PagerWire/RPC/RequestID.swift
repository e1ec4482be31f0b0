package import PagerModel

/// Functions that convert numbers to request ids, and compare ids.
package enum RequestID {
    /// Returns the id as which the reply memory compares an id: numbers by their decimal value, so
    /// that `1e16` and `10000000000000000` are one id, and strings by their bytes.
    package static func compared(_ id: Value) -> Value {
        guard case .number(let number) = id else { return id }
        return Digits(Array(Value.number(number).json.utf8)).integer.map { .integer($0) } ?? id
    }

    /// Returns the request id for a number that a client has sent. Refuses a number that cannot be
    /// stored with all its digits, so that different numbers never become the same id. `1`, `1.0`
    /// and `1e0` are the same id, also after a replay of the journal. O(length).
    ///
    /// - Parameters:
    ///   - number: A number that the JSON parser has not parsed as an `Int`, such as `1.0` or
    ///     `1e20`.
    ///   - text: The number as written in the message.
    /// - Throws: `invalidRequest` if the number cannot be represented exactly.
    static func value(of number: Double, sentAs text: [UInt8]) throws(CommandError) -> Value {
        let value = number.magnitude < 0x1p53 ? Int(exactly: number) : nil
        let id = value.map { Value.integer($0) } ?? .number(number)
        guard Digits(text) == Digits(Array(id.json.utf8)) else {
            let sent = beginning(of: String(decoding: text, as: UTF8.self))
            throw CommandError(
                .invalidRequest,
                "the id \(sent) cannot be stored exactly as a number; send an integer from "
                    + "\(Int.min) to \(Int.max), or a string", path: "id")
        }
        return id
    }

    /// A decimal number: its digits without zeros at either end, and the power of ten of the last
    /// digit.
    private struct Digits: Equatable {
        private var isNegative = false
        private var digits: [UInt8] = []
        private var exponent = 0

        private static let farthest = 1 << 40

        /// The number as an `Int`. Nil if it is not one.
        var integer: Int? {
            guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
            let zeros = [UInt8](repeating: Ascii.zero, count: exponent)
            let text = (isNegative ? [Ascii.minus] : []) + digits + zeros
            return digits.isEmpty ? 0 : Int(String(decoding: text, as: UTF8.self))
        }

        /// Parses a number into its digits and its power of ten.
        ///
        /// - Parameter text: A number in JSON.
        init(_ text: [UInt8]) {
            var isFraction = false
            var rest = text[...]
            if rest.first == Ascii.minus {
                isNegative = true
                rest.removeFirst()
            }
            while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
                if byte == Ascii.dot {
                    isFraction = true
                } else {
                    if isFraction { exponent -= 1 }
                    if byte != Ascii.zero || !digits.isEmpty { digits.append(byte) }
                }
            }
            while digits.last == Ascii.zero {
                digits.removeLast()
                exponent += 1
            }
            guard !digits.isEmpty else {
                (isNegative, exponent) = (false, 0)
                return
            }
            // A number whose exponent is beyond this limit has been parsed as 0.
            let sent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
            exponent += min(max(sent, -Self.farthest), Self.farthest)
        }
    }
}

extension JSONParser {
    /// Returns the bytes of a member's value in the outermost object of a valid message, or nil if
    /// there is no such member. O(bytes).
    static func text(ofMember name: String, in bytes: Span<UInt8>) -> [UInt8]? {
        JSONText.with(bytes) { bytes in
            var parser = JSONParser(bytes, Limits.nesting)
            return try? parser.text(ofMember: name)
        }
    }

    private mutating func text(ofMember wanted: String) throws(JSONError) -> [UInt8]? {
        skipSpace()
        guard next == Ascii.openBrace else { return nil }
        repeat {
            position += 1
            skipSpace()
            let name = try string()
            skipSpace()
            position += 1
            skipSpace()
            let start = position
            _ = try value(depth: 1)
            if name == wanted { return bytes[start..<position] }
            skipSpace()
        } while next == Ascii.comma
        return nil
    }
}
