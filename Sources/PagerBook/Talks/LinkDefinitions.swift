internal import PagerModel

/// The definitions of links and footnotes in a text, such as `[name]: address`. In Markdown they
/// hold for the whole text, but each slide is drawn alone.
struct LinkDefinitions {
    /// The most bytes of definitions in all slides of a talk.
    static let mostBytes = 4 << 20

    private var lines: TextDictionary<[UInt8]> = [:]

    init(_ lines: ArraySlice<ArraySlice<UInt8>>) {
        var code = CodeFence()
        var footnote: String?
        for line in lines {
            if code.read(line) || code.isOpen {
                footnote = nil
            } else if let label = Self.label(definedBy: line) {
                if self.lines[label] == nil { self.lines[label] = Array(line) }
                footnote = label.hasPrefix("^") ? label : nil
            } else if let label = footnote, line.starts(with: "    ".utf8) {
                self.lines[label]? += [UInt8(ascii: "\n")] + line
            } else {
                footnote = nil
            }
        }
    }

    func contains(_ label: ArraySlice<UInt8>) -> Bool { lines[Self.normal(label)] != nil }

    /// Returns a text with the definitions that it uses and does not have.
    func completed(_ text: [UInt8]) -> [UInt8] {
        if lines.count == 0 { return text }
        var result = text
        var own = LinkDefinitions(text.split(separator: UInt8(ascii: "\n"))[...])
        var new = text[...]
        while true {
            var added: [UInt8] = []
            for label in Self.labels(in: new) where own.lines[label] == nil {
                guard let line = lines[label] else { continue }
                own.lines[label] = line
                added += [UInt8(ascii: "\n")] + line + [UInt8(ascii: "\n")]
            }
            if added.isEmpty { return result }
            if result.last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
            result += added
            // The text of a footnote may use others.
            new = added[...]
        }
    }

    /// Returns whether a text has nothing but definitions.
    static func isAll(of text: [UInt8]) -> Bool {
        text.split(separator: UInt8(ascii: "\n"))
            .allSatisfy { $0.isBlank || label(definedBy: $0) != nil }
    }

    private static func label(definedBy line: ArraySlice<UInt8>) -> String? {
        let text = line.drop { $0 == UInt8(ascii: " ") }
        guard line.count - text.count < 4, text.first == UInt8(ascii: "["),
            let end = text.firstIndex(of: UInt8(ascii: "]")),
            text[(end + 1)...].first == UInt8(ascii: ":"), !text[(end + 2)...].isBlank,
            !text[..<end].dropFirst().isBlank
        else { return nil }
        return normal(text[..<end].dropFirst())
    }

    private static func normal(_ label: ArraySlice<UInt8>) -> String {
        let words = label.split { $0 <= 0x20 }.joined(separator: [0x20])
        return String(decoding: Array(words), as: UTF8.self).lowercased()
    }

    /// Returns the texts in brackets without brackets inside.
    private static func labels(in text: ArraySlice<UInt8>) -> [String] {
        var found: [String] = []
        var start: Int?
        for (index, byte) in zip(text.indices, text) {
            if byte == UInt8(ascii: "[") { start = index + 1 }
            guard byte == UInt8(ascii: "]"), let first = start else { continue }
            if first < index { found.append(normal(text[first..<index])) }
            start = nil
        }
        return found
    }
}
