/// The formulas of a Markdown text, by pandoc's rules: `$` directly before and after a formula that
/// is part of a line, without a digit behind, and `$$` around one of its own. Code has no formulas.
///
/// Marks replace the formulas before the text is parsed, so that their `_` and `*` have no effect.
struct Formulas {
    struct Formula {
        let source: String
        let isDisplayed: Bool

        /// The formula as written.
        var text: String { isDisplayed ? "$$\(source)$$" : "$\(source)$" }
    }

    /// A part of a text that was parsed.
    enum Part {
        case text(String)
        case formula(Formula)
    }

    /// The maximum number of bytes of a formula in a line, and of one of its own.
    private static let longest = (inline: 1_000, displayed: 10_000)
    /// The maximum number of bytes of code in a line.
    private static let longestCode = 4_096
    /// The characters around the number of a formula.
    private static let begin: [UInt8] = [0xEE, 0x80, 0x80]
    private static let end: [UInt8] = [0xEE, 0x80, 0x81]

    private(set) var all: [Formula] = []
    /// The text with marks in place of the formulas.
    private(set) var text: String

    init(in text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        // The characters of the marks are for private use; a text that uses them has no formulas.
        guard bytes.contains(UInt8(ascii: "$")),
            !text.unicodeScalars.contains(where: {
                $0 == "\u{E000}" || $0 == "\u{E001}"
            })
        else { return }
        let result = replaced(bytes)
        if !all.isEmpty { self.text = String(decoding: result, as: UTF8.self) }
    }

    /// Returns the parts of a text of the parsed document.
    func parts(of text: String) -> [Part] {
        guard !all.isEmpty, text.unicodeScalars.contains("\u{E000}") else { return [.text(text)] }
        var parts: [Part] = []
        var rest = Array(text.utf8)[...]
        while let start = rest.firstIndex(of: Self.begin[0]) {
            let inside = rest[start...].dropFirst(3)
            let digits = inside.prefix { (0x30...0x39).contains($0) }
            guard rest[start...].starts(with: Self.begin),
                inside[digits.endIndex...].starts(with: Self.end),
                let number = Int(String(decoding: digits, as: UTF8.self)), number < all.count
            else {
                parts.append(.text(String(decoding: rest[...start], as: UTF8.self)))
                rest = rest[(start + 1)...]
                continue
            }
            parts.append(.text(String(decoding: rest[..<start], as: UTF8.self)))
            parts.append(.formula(all[number]))
            rest = rest[(digits.endIndex + 3)...]
        }
        return parts + [.text(String(decoding: rest, as: UTF8.self))]
    }

    /// Returns a text of the parsed document as it was written.
    func restored(_ text: String) -> String {
        parts(of: text).map { part in
            switch part {
            case .text(let text): text
            case .formula(let formula): formula.text
            }
        }.joined()
    }

    // MARK: finding

    private mutating func replaced(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        var isLineStart = true
        while index < bytes.count {
            let byte = bytes[index]
            var end = index + 1
            if isLineStart, let fenced = Self.fenced(bytes, at: index) {
                end = fenced
            } else if byte == UInt8(ascii: "\\") {
                end = min(index + 2, bytes.count)
            } else if byte == UInt8(ascii: "`") {
                end = Self.code(bytes, at: index)
            } else if byte == UInt8(ascii: "<") {
                end = Self.tag(bytes, at: index)
            } else if byte == UInt8(ascii: "$"),
                let (formula, after) = Self.formula(bytes, at: index)
            {
                result += Self.begin + Array("\(all.count)".utf8) + Self.end
                all.append(formula)
                index = after
                isLineStart = false
                continue
            }
            result += bytes[index..<end]
            isLineStart = bytes[end - 1] == UInt8(ascii: "\n")
            index = end
        }
        return result
    }

    /// Returns the formula that begins at a `$`, and the index after it.
    private static func formula(_ bytes: [UInt8], at start: Int) -> (Formula, Int)? {
        let isDisplayed = bytes[start...].starts(with: "$$".utf8)
        let width = isDisplayed ? 2 : 1
        let first = start + width
        guard first < bytes.count, isDisplayed || bytes[first] > 0x20 else { return nil }
        let limit = min(bytes.count, first + (isDisplayed ? longest.displayed : longest.inline))
        var index = first
        while index < limit {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "`"): return nil
            case UInt8(ascii: "\n"):
                // A formula ends with its paragraph.
                let next = bytes[(index + 1)...].prefix { $0 == 0x20 || $0 == 9 || $0 == 13 }
                    .endIndex
                if next >= bytes.count || bytes[next] == UInt8(ascii: "\n") { return nil }
            case UInt8(ascii: "$") where isEnd(bytes, index, isDisplayed) && index > first:
                let source =
                    isDisplayed ? Self.withoutSteps(bytes[first..<index]) : bytes[first..<index]
                guard !source.allSatisfy({ $0 <= 0x20 }) else { return nil }
                return (
                    Formula(
                        source: String(decoding: source, as: UTF8.self), isDisplayed: isDisplayed),
                    index + width
                )
            case UInt8(ascii: "$") where !isDisplayed: return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Removes the steps of Slidev at the beginning, such as `{1|3|all}`.
    private static func withoutSteps(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = source.drop { $0 == 0x20 }
        guard text.first == UInt8(ascii: "{"), let end = text.firstIndex(of: UInt8(ascii: "\n")),
            let last = text[..<end].last(where: { $0 > 0x20 }), last == UInt8(ascii: "}"),
            text[..<end].contains(UInt8(ascii: "|"))
        else { return source }
        return text[end...]
    }

    private static func isEnd(_ bytes: [UInt8], _ index: Int, _ isDisplayed: Bool) -> Bool {
        if isDisplayed { return bytes[index...].starts(with: "$$".utf8) }
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        return bytes[index - 1] > 0x20 && !(0x30...0x39).contains(next)
            && next != UInt8(ascii: "$")
    }

    // MARK: skipping

    /// Returns the index after fenced code that begins at the start of a line, or nil.
    private static func fenced(_ bytes: [UInt8], at start: Int) -> Int? {
        func mark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            line.drop { $0 == 0x20 || $0 == 9 || $0 == UInt8(ascii: ">") }
        }
        func lineEnd(_ index: Int) -> Int {
            bytes[index...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
        }
        var end = lineEnd(start)
        let opening = mark(bytes[start..<end])
        guard let first = opening.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
        else { return nil }
        let count = opening.prefix { $0 == first }.count
        guard count >= 3, first != UInt8(ascii: "`") || !opening.dropFirst(count).contains(first)
        else { return nil }
        while end < bytes.count {
            let next = lineEnd(end)
            let line = mark(bytes[end..<next])
            end = next
            let closing = line.prefix { $0 == first }.count
            if closing >= count, line.dropFirst(closing).allSatisfy({ $0 <= 0x20 }) { break }
        }
        return end
    }

    /// Returns the index after code between backticks, or after the backticks if nothing ends it.
    private static func code(_ bytes: [UInt8], at start: Int) -> Int {
        let first = bytes[start...].prefix { $0 == UInt8(ascii: "`") }.endIndex
        let limit = min(bytes.count, first + longestCode)
        var index = first
        while index < limit {
            if bytes[index...].starts(with: "\n\n".utf8) { break }
            guard bytes[index] == UInt8(ascii: "`") else {
                index += 1
                continue
            }
            let end = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.endIndex
            if end - index == first - start { return end }
            index = end
        }
        return first
    }

    /// Returns the index after a tag in the same line, or after the `<`.
    private static func tag(_ bytes: [UInt8], at start: Int) -> Int {
        guard start + 1 < bytes.count, (0x61...0x7A).contains(bytes[start + 1] | 0x20) else {
            return start + 1
        }
        let rest = bytes[start...].prefix(1_000)
        let end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\n") }
        return end.map { bytes[$0] == UInt8(ascii: ">") ? $0 + 1 : start + 1 } ?? start + 1
    }
}
