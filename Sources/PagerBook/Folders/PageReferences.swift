internal import PagerModel

/// A path in the text of a page that the viewer loads, and its line in this text.
struct PageReference {
    let path: String
    /// The line, counted from 1.
    let line: Int
}

/// Functions that find the local files to which Markdown and HTML refer.
enum PageReferences {
    /// Returns the pictures of a Markdown text. Links are not among them, as the viewer shows local
    /// ones as text.
    static func inMarkdown(_ text: some Collection<UInt8>) -> [PageReference] {
        let text = MarkdownMask.mask(Array(text))
        var found = tags(in: text) { $0 == "img" ? ["src"] : [] }
        let definitions = definitions(in: text)
        let lines = LineNumbers(text)
        var index = 0
        while let start = text[index...].position(of: "![") {
            index = start + 2
            guard let end = closing(text, from: start + 1) else { continue }
            var path: [UInt8]?
            if end + 1 < text.count, text[end + 1] == UInt8(ascii: "(") {
                path = destination(text[(end + 2)...])
            } else {
                var label = text[(start + 2)..<end]
                if end + 1 < text.count, text[end + 1] == UInt8(ascii: "["),
                    let last = text[(end + 2)...].firstIndex(of: UInt8(ascii: "]")),
                    last > end + 2
                {
                    label = text[(end + 2)..<last]
                }
                path = definitions[key(label)]
            }
            if let path { found.append(PageReference(path, at: start, lines)) }
        }
        return local(found)
    }

    /// Returns the name of the first element in a Markdown text that is not shown, and its line.
    static func hiddenElement(
        inMarkdown text: some Collection<UInt8>
    ) -> (name: String, line: Int)? {
        let text = MarkdownMask.mask(Array(text))
        var scanner = HTMLScanner(text)
        while let tag = scanner.nextTag() {
            // The tag of an address such as <https://a.example> is none.
            let isAddress = tag.name.contains { ":@".contains($0) }
            guard !isAddress, MarkdownElements.shown(tag.name) == nil else { continue }
            return (tag.name, 1 + text[..<tag.position].count { $0 == UInt8(ascii: "\n") })
        }
        return nil
    }

    /// Returns the files that an HTML document loads, and those to which it links.
    static func inHTML(_ text: some Collection<UInt8>) -> [PageReference] {
        let text = Array(text)
        var found = tags(in: text) { name in
            switch name {
            case "a", "link", "area": ["href"]
            case "image", "use": ["href", "xlink:href"]
            case "video": ["src", "poster"]
            case "object": ["data"]
            default: ["src"]
            }
        }
        let lines = LineNumbers(text)
        var index = 0
        while let start = text[index...].position(of: "url(") {
            index = start + 4
            guard let end = text[index...].firstIndex(of: UInt8(ascii: ")")) else { break }
            let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
            let path = text[index..<end].trimmed.drop { quotes.contains($0) }
            let plain = path.last.map(quotes.contains) == true ? path.dropLast() : path
            found.append(PageReference(Array(plain), at: start, lines))
        }
        return local(found)
    }

    /// Returns the local files among references, with the paths decoded.
    private static func local(_ found: [PageReference]) -> [PageReference] {
        var known: TextSet = []
        return found.compactMap { reference -> PageReference? in
            let bytes = Array(reference.path.utf8)[...].trimmed
            let path = bytes.prefix { !"?#".utf8.contains($0) }
            // Braces are the marks of templates and scripts.
            guard !path.isEmpty, !path.starts(with: "//".utf8), !bytes.contains(text: "{"),
                !hasScheme(path)
            else { return nil }
            return PageReference(path: decoded(path), line: reference.line)
        }.filter { known.insert("\($0.line) \($0.path)") }.sorted { $0.line < $1.line }
    }

    static func hasScheme(_ path: ArraySlice<UInt8>) -> Bool {
        guard let colon = path.firstIndex(of: UInt8(ascii: ":")), colon > path.startIndex else {
            return false
        }
        return path[..<colon].allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                || "+.-".utf8.contains($0)
        }
    }

    /// Returns the path with `%20` and `&amp;` decoded, as a browser reads it.
    private static func decoded(_ path: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = path
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "&"), rest.starts(with: "amp;".utf8) {
                result.append(byte)
                rest = rest.dropFirst(4)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: Markdown

    /// Returns the index of the bracket that closes the one at an index, in the same paragraph.
    private static func closing(_ text: [UInt8], from start: Int) -> Int? {
        var depth = 0
        for index in start..<min(text.count, start + 4096) {
            if text[index] == UInt8(ascii: "[") { depth += 1 }
            if text[index] == UInt8(ascii: "]") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The most bytes of a path that Linux opens.
    private static let longestPath = 4096

    /// Returns the path at the beginning of a text, up to its title or the closing parenthesis.
    private static func destination(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let text = text.drop { $0 <= 0x20 }.prefix(longestPath)
        if text.first == UInt8(ascii: "<") {
            return text.firstIndex(of: UInt8(ascii: ">")).map { Array(text[..<$0].dropFirst()) }
        }
        var depth = 0
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if byte <= 0x20 || depth < 0 { return Array(text[..<index]) }
        }
        return depth == 0 ? Array(text) : nil
    }

    private static func key(_ label: ArraySlice<UInt8>) -> String {
        String(decoding: label.trimmed, as: UTF8.self).lowercased()
    }

    /// Returns the paths of definitions such as `[label]: picture.png` by their labels.
    private static func definitions(in text: [UInt8]) -> TextDictionary<[UInt8]> {
        var found: TextDictionary<[UInt8]> = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let line = line.trimmed
            guard line.first == UInt8(ascii: "["), let end = line.position(of: "]:"),
                let path = destination(line[(end + 2)...])
            else { continue }
            found[key(line[..<end].dropFirst())] = path
        }
        return found
    }

    // MARK: HTML

    /// Returns the values of attributes of all tags.
    ///
    /// - Parameter wanted: Returns the names of the attributes for the name of a tag.
    private static func tags(
        in text: [UInt8], _ wanted: (String) -> [String]
    ) -> [PageReference] {
        var found: [PageReference] = []
        let lines = LineNumbers(text)
        var scanner = HTMLScanner(text)
        while let tag = scanner.nextTag() {
            let names = wanted(tag.name)
            for (name, value) in tag.attributes {
                if names.contains(name) {
                    found.append(PageReference(value, at: tag.position, lines))
                } else if name == "srcset", names.contains("src") {
                    for item in value.split(separator: UInt8(ascii: ",")) {
                        let path = item.trimmed.prefix { $0 > 0x20 }
                        found.append(PageReference(Array(path), at: tag.position, lines))
                    }
                }
            }
        }
        return found
    }
}

extension PageReference {
    fileprivate init(_ path: [UInt8], at position: Int, _ lines: LineNumbers) {
        self.path = String(decoding: path, as: UTF8.self)
        line = lines.line(at: position)
    }
}

/// The numbers of the lines of a text. A number takes time O(log lines).
private struct LineNumbers {
    private let ends: [Int]

    init(_ text: [UInt8]) { ends = text.indices.filter { text[$0] == UInt8(ascii: "\n") } }

    func line(at position: Int) -> Int {
        var range = 0..<ends.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                ends[middle] < position
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return 1 + range.lowerBound
    }
}

/// A function that replaces the code and the comments of Markdown by spaces, so that the lines stay.
enum MarkdownMask {
    static func mask(_ text: [UInt8]) -> [UInt8] {
        var result = text
        var fence = CodeFence()
        var (isAfterBlank, isInList, isCode) = (true, false, false)
        var start = 0
        func hide(_ range: Range<Int>) {
            for index in range where result[index] != UInt8(ascii: "\n") {
                result[index] = UInt8(ascii: " ")
            }
        }
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            let line = text[start..<end]
            let isFence = fence.read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            let first = line.trimmed.first
            let isIndented = line.starts(with: "    ".utf8) || line.first == 9
            isCode = first == nil ? isCode : isIndented && (isCode || isAfterBlank && !isInList)
            if isFence || fence.isOpen || isCode { hide(start..<end) }
            if let first, !isIndented {
                isInList = "-*+".utf8.contains(first) || (0x30...0x39).contains(first)
            }
            isAfterBlank = first == nil
            start = end + 1
        }
        return withoutSpans(result)
    }

    /// Replaces code between backticks, and comments.
    private static func withoutSpans(_ text: [UInt8]) -> [UInt8] {
        var result = text
        var index = 0
        while index < text.count {
            var end: Int?
            var length = 1
            if text[index] == UInt8(ascii: "`") {
                length = text[index...].prefix { $0 == UInt8(ascii: "`") }.count
                end = closing(text, from: index + length, length)
            } else if text[index] == UInt8(ascii: "<"), text[index...].starts(with: "<!--".utf8) {
                end = text[index...].position(of: "-->").map { $0 + 3 } ?? text.count
            }
            if let end {
                for position in index..<end where text[position] != UInt8(ascii: "\n") {
                    result[position] = UInt8(ascii: " ")
                }
            }
            index = end ?? index + length
        }
        return result
    }

    /// Returns the index after the next run of as many backticks, in the same paragraph.
    private static func closing(_ text: [UInt8], from start: Int, _ length: Int) -> Int? {
        var index = start
        while index < text.count {
            if text[index...].starts(with: "\n\n".utf8) { return nil }
            guard text[index] == UInt8(ascii: "`") else {
                index += 1
                continue
            }
            let count = text[index...].prefix { $0 == UInt8(ascii: "`") }.count
            index += count
            if count == length { return index }
        }
        return nil
    }
}
