/// A scanner for the tags and texts of HTML. It leaves out comments, declarations, and the contents of
/// scripts and styles.
public struct HTMLScanner {
    public struct Tag {
        /// The name in lower case.
        public let name: String
        /// The attributes in lower case, with their values as written.
        public let attributes: [(name: String, value: [UInt8])]
        /// The index of the `<`.
        public let position: Int

        /// Returns the value of an attribute with its entities decoded, or nil.
        public func value(_ name: String) -> String? {
            attributes.first { $0.name == name }.map { HTMLScanner.decoded($0.value[...]) }
        }
    }

    public enum Token {
        case text(ArraySlice<UInt8>)
        case begin(Tag)
        case end(String)
    }

    private let text: [UInt8]
    private var index = 0
    /// The tag that follows the latest text.
    private var waiting: Token?

    public init(_ text: [UInt8]) { self.text = text }

    /// Returns the next start tag.
    public mutating func nextTag() -> Tag? {
        while let token = next() {
            if case .begin(let tag) = token { return tag }
        }
        return nil
    }

    public mutating func next() -> Token? {
        if let token = waiting {
            waiting = nil
            return token
        }
        let start = index
        while let mark = text[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = mark
            let token = markup()
            guard index > mark else {
                index = mark + 1
                continue
            }
            guard mark > start else {
                if let token { return token }
                return next()
            }
            waiting = token
            return .text(text[start..<mark])
        }
        index = text.count
        return start < text.count ? .text(text[start...]) : nil
    }

    /// Reads the tag, comment or declaration at the index. Returns nil for one that is left out. The
    /// index stays if there is none.
    private mutating func markup() -> Token? {
        let start = index
        let rest = text[(start + 1)...]
        if rest.starts(with: "!--".utf8) {
            index = end(of: "-->", from: start + 2)
            return nil
        }
        if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "?") {
            index = end(of: ">", from: start)
            return nil
        }
        let isEnd = rest.first == UInt8(ascii: "/")
        guard rest.dropFirst(isEnd ? 1 : 0).first.map({ (0x61...0x7A).contains($0 | 0x20) }) == true
        else { return nil }
        index = start + (isEnd ? 2 : 1)
        let name = word { $0 > 0x20 && !"/>".utf8.contains($0) }
        let attributes = attributes()
        if index < text.count { index += 1 }
        if isEnd { return .end(name) }
        if name == "script" || name == "style" {
            index = end(ofRaw: name)
        }
        return .begin(Tag(name: name, attributes: attributes, position: start))
    }

    private func end(of mark: String, from start: Int) -> Int {
        text[start...].firstRange(of: Array(mark.utf8))?.upperBound ?? text.count
    }

    /// Returns the index of the end tag after a script or style, which otherwise ends with the text.
    private func end(ofRaw name: String) -> Int {
        var start = index
        while let mark = text[start...].firstIndex(of: UInt8(ascii: "<")) {
            let word = text[(mark + 1)...].prefix(name.utf8.count + 1).map { $0 | 0x20 }
            if word.elementsEqual("/\(name)".utf8) { return mark }
            start = mark + 1
        }
        return text.count
    }

    private mutating func word(while isPart: (UInt8) -> Bool) -> String {
        let bytes = text[index...].prefix(while: isPart)
        index = bytes.endIndex
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private mutating func attributes() -> [(name: String, value: [UInt8])] {
        var found: [(name: String, value: [UInt8])] = []
        while index < text.count, text[index] != UInt8(ascii: ">") {
            let name = word { $0 > 0x20 && !"=>/\"'".utf8.contains($0) }
            guard !name.isEmpty else {
                index += 1
                continue
            }
            let rest = text[index...].drop { $0 <= 0x20 }
            guard rest.first == UInt8(ascii: "=") else {
                found.append((name, []))
                continue
            }
            let value = rest.dropFirst().drop { $0 <= 0x20 }
            if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let end = value.dropFirst().firstIndex(of: quote) ?? text.endIndex
                found.append((name, Array(value[..<end].dropFirst())))
                index = min(end + 1, text.count)
            } else {
                let plain = value.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
                found.append((name, Array(plain)))
                index = plain.endIndex
            }
        }
        return found
    }

    /// Returns a text with the most frequent entities and all numbers decoded.
    public static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var result = String()
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            let inside = rest[(mark + 1)...].prefix(32)
            guard let end = inside.firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: inside[..<end], as: UTF8.self))
            else {
                result += "&"
                rest = rest[(mark + 1)...]
                continue
            }
            result.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        if let known = entities[name] { return known }
        guard name.utf8.first == UInt8(ascii: "#") else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.utf8.first.map { $0 | 0x20 == UInt8(ascii: "x") } == true
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 >= 0x20 ? Unicode.Scalar($0) : nil }
    }

    private static let entities: TextDictionary<Unicode.Scalar> = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        "copy": "\u{A9}", "reg": "\u{AE}", "deg": "\u{B0}", "middot": "\u{B7}",
        "times": "\u{D7}", "ndash": "\u{2013}", "mdash": "\u{2014}", "hellip": "\u{2026}",
        "bull": "\u{2022}", "rarr": "\u{2192}", "larr": "\u{2190}", "euro": "\u{20AC}",
    ]
}

/// The elements of HTML in Markdown that are shown.
public enum MarkdownElements {
    /// Returns the name of the element as which one is shown. Returns nil for one that is not shown.
    public static func shown(_ name: String) -> String? { all[name] }

    /// Returns whether an element is not shown together with its text, unlike others of which the
    /// text remains.
    public static func isHidden(_ name: String) -> Bool { hidden.contains(name) }

    private static let all: TextDictionary<String> = {
        let same = [
            "br", "hr", "img", "a", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li",
            "blockquote", "pre", "code", "em", "strong", "del", "sub", "sup", "small", "kbd",
            "details", "summary", "table", "tr", "th", "td",
        ]
        let others = [
            ("b", "strong"), ("i", "em"), ("s", "del"), ("strike", "del"), ("tt", "code"),
            ("samp", "code"), ("cite", "em"),
        ]
        return TextDictionary(same.map { ($0, $0) } + others, uniquingKeysWith: { $1 })
    }()

    private static let hidden: TextSet = [
        "script", "style", "template", "title", "iframe", "object", "embed", "video", "audio",
        "canvas", "svg", "math", "select", "textarea", "button", "noscript", "form",
    ]
}
