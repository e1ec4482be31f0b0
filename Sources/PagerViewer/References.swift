/// The possible paths in a document: Markdown, HTML, SVG, CSS or JavaScript.
///
/// The document is not parsed. Each string between two quotation marks of the same kind, between
/// parentheses, or after an equals sign is a possible path. So the result can contain more than the
/// document's references. It does not contain paths that a script composes, or paths of more than
/// `longest` bytes. The total length of the result is limited to about eight times the length of
/// the document. So some paths can be missing if most bytes of the document could begin a path.
/// O(bytes).
struct References: Sequence, IteratorProtocol {
    /// The maximum number of bytes of one reference.
    private static let longest = 1_024

    /// The bytes that end a reference.
    private enum End: Int, CaseIterable {
        case doubleQuote, singleQuote, backtick, parenthesis, blank

        func holds(_ byte: UInt8) -> Bool {
            switch self {
            case .doubleQuote: byte == UInt8(ascii: "\"")
            case .singleQuote: byte == UInt8(ascii: "'")
            case .backtick: byte == UInt8(ascii: "`")
            case .parenthesis: byte == UInt8(ascii: ")")
            case .blank: byte <= 0x20 || byte == UInt8(ascii: ">")
            }
        }
    }

    private let text: [UInt8]
    private var position = 0
    /// For each case of `End`, the offset of the byte that the last search for this case found: the
    /// length of `text` if it found none, and -1 before the first search. The next search starts at
    /// this offset, or at `position` if that is greater, so that it skips the bytes already searched.
    private var ends = [Int](repeating: -1, count: End.allCases.count)
    private var found: [[UInt8]] = []
    /// The number of bytes by which the result may still grow.
    private var rest: Int

    init(in text: [UInt8]) {
        self.text = text
        rest = 8 * text.count + 8 * Self.longest
    }

    mutating func next() -> [UInt8]? {
        while found.isEmpty, position < text.count, rest > 0 {
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): take(to: .doubleQuote)
            case UInt8(ascii: "'"): take(to: .singleQuote)
            case UInt8(ascii: "`"): take(to: .backtick)
            case UInt8(ascii: "("): take(to: .parenthesis)
            case UInt8(ascii: "="): take(to: .blank)
            default: break
            }
        }
        return found.popLast()
    }

    private mutating func offset(of end: End) -> Int {
        var next = Swift.max(ends[end.rawValue], position)
        while next < text.count, !end.holds(text[next]) { next += 1 }
        ends[end.rawValue] = next
        return next
    }

    /// Adds the string from `position` up to the next `end` if it may be a path. Also adds the first
    /// word of each comma-separated part of this string. Does not advance `position`, because the
    /// string may contain more references.
    private mutating func take(to end: End) {
        let whole = text[position..<offset(of: end)]
        // A text without a slash, a dot or a percent sign, which can encode them, is not considered
        // a path.
        guard whole.count <= Self.longest, !whole.contains(UInt8(ascii: "\n")),
            whole.contains(where: { "./%".utf8.contains($0) })
        else { return }
        rest -= 2 * whole.count
        add(whole)
        // The text may be a list of pictures (`srcset`), or a path and its title.
        for item in whole.split(separator: UInt8(ascii: ",")) {
            let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
            if let first = item.split(whereSeparator: isBlank).first, first.count < whole.count {
                add(first)
            }
        }
    }

    /// Adds a reference in two forms: as written, and as a browser decodes it.
    private mutating func add(_ reference: ArraySlice<UInt8>) {
        var plain = reference
        if plain.first == UInt8(ascii: "<"), plain.last == UInt8(ascii: ">") {
            plain = plain.dropFirst().dropLast()
        }
        if plain.first.map({ "\"'".utf8.contains($0) }) == true, plain.first == plain.last {
            plain = plain.dropFirst().dropLast()
        }
        found.append(Array(plain))
        let path = plain.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let decoded = Percent.decoded(Self.withoutEntities(path))
        if let decoded, !decoded.elementsEqual(plain) { found.append(decoded) }
    }

    /// Returns the text with `&amp;` replaced by `&`. Paths do not need any other HTML entities.
    private static func withoutEntities(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let entity = Array("amp;".utf8)
        var result: [UInt8] = []
        var position = text.startIndex
        while position < text.endIndex {
            result.append(text[position])
            position += 1
            if result.last == UInt8(ascii: "&"), text[position...].starts(with: entity) {
                position += entity.count
            }
        }
        return result
    }
}

/// Functions that percent-encode and decode parts of URLs.
enum Percent {
    /// Decodes a percent-encoded string.
    ///
    /// - Returns: The decoded bytes, or nil if a `%` is not followed by two hexadecimal digits.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    /// Returns the string with all characters percent-encoded except letters, digits, `-`, `.` and
    /// `_`.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        return text.utf8.reduce(into: "") { result, byte in
            let isPlain =
                byte < 0x80
                && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte))
                || [0x2d, 0x2e, 0x5f].contains(byte)
            if isPlain {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result.unicodeScalars.append(contentsOf: [
                    "%", digits[Int(byte >> 4)], digits[Int(byte & 15)],
                ])
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
