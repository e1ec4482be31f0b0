extension JSONParser {
    /// Parses a string. The parser's position must be at the opening quote.
    @inline(__always)
    mutating func string() throws(JSONError) -> String {
        let start = position + 1
        let run = bytes.plainRun(from: start)
        guard run.end < bytes.count, bytes[run.end] == Ascii.quote else {
            return try escapedString(start, run)
        }
        position = run.end + 1
        if run.isASCII { return bytes.text(start..<run.end) }
        return try validated(bytes.validText(start..<run.end), start..<run.end)
    }

    /// Parses a string that contains escapes or is invalid. `start` is the position after its
    /// opening quote.
    private mutating func escapedString(
        _ start: Int, _ first: StringScanner
    ) throws(JSONError) -> String {
        var run = first
        position = start
        scratch.removeAll(keepingCapacity: true)
        while true {
            scratch += bytes[position..<run.end]
            position = run.end
            guard position < bytes.count else {
                throw error("the string is not closed", at: start - 1)
            }
            let byte = bytes[position]
            if byte == Ascii.quote { break }
            guard byte == Ascii.backslash else {
                throw error("a control character in a string must be escaped")
            }
            try escape()
            run = bytes.plainRun(from: position)
        }
        let end = position
        position += 1
        // An escape never completes a UTF-8 sequence of raw bytes, so one check is enough for both.
        return try validated(String(validating: scratch, as: UTF8.self), start..<end)
    }

    private func validated(
        _ text: String?, _ source: Range<Int>
    ) throws(JSONError) -> String {
        guard let text else {
            throw error("the string is not valid UTF-8", at: firstInvalid(in: source))
        }
        return text
    }

    private func firstInvalid(in source: Range<Int>) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var input = bytes[source].makeIterator()
        var offset = source.lowerBound
        while true {
            switch decoder.parseScalar(from: &input) {
            case .valid(let scalar): offset += scalar.count
            case .error, .emptyInput: return min(offset, source.upperBound)
            }
        }
    }

    /// Decodes an escape and appends its character to the scratch buffer. The parser's position
    /// must be at the backslash.
    private mutating func escape() throws(JSONError) {
        let start = position
        position += 1
        switch next {
        case Ascii.quote, Ascii.backslash, Ascii.slash: scratch.append(next)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(Ascii.newline)
        case UInt8(ascii: "r"): scratch.append(Ascii.carriageReturn)
        case UInt8(ascii: "t"): scratch.append(Ascii.tab)
        case UInt8(ascii: "u"):
            position += 1
            return try unicodeEscape(from: start)
        default: throw error("invalid escape sequence", at: start)
        }
        position += 1
    }

    /// Parses the four digits of a `\u` escape. If the escape is the first half of a surrogate
    /// pair, also parses the escape of the second half.
    private mutating func unicodeEscape(from start: Int) throws(JSONError) {
        let unit = try hexadecimal(start)
        var code = unit
        if UTF16.isLeadSurrogate(UInt16(unit)) {
            guard next == Ascii.backslash, position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw error("unpaired UTF-16 surrogate in a \\u escape", at: start) }
            position += 2
            let trail = try hexadecimal(position - 2)
            guard UTF16.isTrailSurrogate(UInt16(trail)) else {
                throw error("unpaired UTF-16 surrogate in a \\u escape", at: start)
            }
            code = 0x10000 + ((unit - 0xD800) << 10) + (trail - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw error("unpaired UTF-16 surrogate in a \\u escape", at: start)
        }
        scratch += String(Character(scalar)).utf8
    }

    private mutating func hexadecimal(_ start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Self.hexadecimalDigit(next) else {
                throw error("\\u needs four hexadecimal digits", at: start)
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case Ascii.zero...Ascii.nine: UInt32(byte - Ascii.zero)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
