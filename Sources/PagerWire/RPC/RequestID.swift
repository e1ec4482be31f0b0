internal import PagerModel

/// The id of a request that is a number.
enum RequestID {
    /// The value that a number as it was sent becomes, equal to it in every digit. Two numbers that
    /// differ never become one id, and `1`, `1.0` and `1e0` are the same id, which a journal brings
    /// back as it was. O(length).
    ///
    /// - Parameters:
    ///   - number: what the parser made of it; not an integer as `Int` has it.
    ///   - text: the number in the message.
    /// - Throws: `invalidRequest` where no number of this program has all its digits.
    static func value(of number: Double, sentAs text: [UInt8]) throws(CommandError) -> Value {
        let value = number.magnitude < 0x1p53 ? Int(exactly: number) : nil
        let id = value.map { Value.integer($0) } ?? .number(number)
        guard Digits(text) == Digits(Array(id.json.utf8)) else {
            let sent = beginning(of: String(decoding: text, as: UTF8.self))
            throw CommandError(
                .invalidRequest,
                "the id \(sent) has more digits than a number keeps; send an integer from "
                    + "\(Int.min) to \(Int.max), or a string", path: "id")
        }
        return id
    }

    /// A decimal number: its digits without zeros at either end, and the power of ten of the last.
    private struct Digits: Equatable {
        private var isNegative = false
        private var digits: [UInt8] = []
        private var exponent = 0

        private static let farthest = 1 << 40

        /// - Parameter text: a number as JSON has it.
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
            // No number but 0 has an exponent beyond that.
            let sent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
            exponent += min(max(sent, -Self.farthest), Self.farthest)
        }
    }
}

extension JSONParser {
    /// A member of the outermost object as it stands in a message that has been parsed, nil where
    /// there is none. O(bytes).
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
