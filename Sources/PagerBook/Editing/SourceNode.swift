internal import PagerModel
internal import PagerWire

/// A value of a YAML or JSON text with the bytes at which it is written.
struct SourceNode {
    struct Member {
        let name: String
        let key: Range<Int>
        let value: SourceNode
    }

    enum Form {
        case scalar
        /// An alias, `*NAME` in YAML.
        case alias
        case list([SourceNode])
        case object([Member])
    }

    var form: Form
    /// The bytes of the value. For a list or object without brackets, they end with its last part.
    var bytes: Range<Int>
    /// Whether a list or object is in brackets or braces.
    var isFlow = false
    /// The name of the anchor, `&NAME` in YAML.
    var anchor: String?

    /// Returns the nodes of a text.
    ///
    /// - Parameter name: The name of the text: one that ends in `.json` is JSON, any other YAML.
    /// - Throws: `DocumentProblem` for a text that `Document.parse` refuses.
    static func read(_ text: String, name: String) throws(DocumentProblem) -> SourceNode {
        guard !name.hasSuffix(".json") else {
            var scanner = JSONNodes(bytes: Array(text.utf8))
            return scanner.value()
        }
        var reader = YAMLNodes(text, name: name)
        return try reader.document()
    }

    /// The members of an object. Nil for another value.
    var members: [Member]? {
        if case .object(let members) = form { members } else { nil }
    }

    /// The elements of a list. Nil for another value.
    var elements: [SourceNode]? {
        if case .list(let elements) = form { elements } else { nil }
    }

    subscript(name: String) -> SourceNode? {
        members?.first { isSame($0.name, name) }?.value
    }
}

/// A reader of the nodes of a YAML text, which may contain aliases.
private struct YAMLNodes {
    private let events: YAMLEvents
    /// The byte at which each character of the text begins, and the number of bytes.
    private let starts: [Int32]

    init(_ text: String, name: String) {
        events = YAMLEvents(text, name: name)
        var starts: [Int32] = []
        var offset: Int32 = 0
        for byte in text.utf8 {
            if byte & 0xC0 != 0x80 { starts.append(offset) }
            offset += 1
        }
        self.starts = starts + [offset]
    }

    mutating func document() throws(DocumentProblem) -> SourceNode {
        _ = try events.next()
        _ = try events.next()
        return try node(try events.next())
    }

    private func bytes(_ event: YAMLEvents.Event) -> Range<Int> {
        func offset(_ character: Int) -> Int { Int(starts[min(character, starts.count - 1)]) }
        return offset(event.characters.lowerBound)..<offset(event.characters.upperBound)
    }

    private mutating func node(_ event: YAMLEvents.Event) throws(DocumentProblem) -> SourceNode {
        var node = SourceNode(
            form: .scalar, bytes: bytes(event), isFlow: event.isFlow, anchor: event.anchor)
        switch event.content {
        case .alias: node.form = .alias
        case .sequenceStart:
            var elements: [SourceNode] = []
            while true {
                let event = try events.next()
                if case .sequenceEnd = event.content {
                    end(&node, event, after: elements.last)
                    break
                }
                elements.append(try self.node(event))
            }
            node.form = .list(elements)
        case .mappingStart:
            var members: [SourceNode.Member] = []
            while true {
                let event = try events.next()
                if case .mappingEnd = event.content {
                    end(&node, event, after: members.last?.value)
                    break
                }
                guard case .scalar(let scalar) = event.content else { break }
                let key = bytes(event)
                let value = try self.node(try events.next())
                members.append(.init(name: scalar.text, key: key, value: value))
            }
            node.form = .object(members)
        default: break
        }
        return node
    }

    /// Sets the end of a list or object. Without brackets, libyaml's mark is that of the next token.
    private func end(
        _ node: inout SourceNode, _ event: YAMLEvents.Event, after last: SourceNode?
    ) {
        let end = node.isFlow ? bytes(event).upperBound : last?.bytes.upperBound
        node.bytes = node.bytes.lowerBound..<max(node.bytes.lowerBound, end ?? 0)
    }
}

/// A scanner of the nodes of a text that is valid JSON.
private struct JSONNodes {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func value() -> SourceNode {
        skip()
        let start = position
        var form = SourceNode.Form.scalar
        switch next {
        case UInt8(ascii: "["):
            position += 1
            var elements: [SourceNode] = []
            while skipping() != UInt8(ascii: "]") { elements.append(value()) }
            position += 1
            form = .list(elements)
        case UInt8(ascii: "{"):
            position += 1
            var members: [SourceNode.Member] = []
            while skipping() != UInt8(ascii: "}") {
                let key = position
                string()
                let end = position
                let name = (try? JSONParser.parse(Array(bytes[key..<end])))?.string ?? ""
                members.append(.init(name: name, key: key..<end, value: value()))
            }
            position += 1
            form = .object(members)
        case UInt8(ascii: "\""): string()
        default:
            while position < bytes.count, !Self.ends(bytes[position]) { position += 1 }
        }
        return SourceNode(form: form, bytes: start..<position, isFlow: true)
    }

    private var next: UInt8 { position < bytes.count ? bytes[position] : UInt8(ascii: "]") }

    private static func ends(_ byte: UInt8) -> Bool { byte <= 0x20 || ",:]}".utf8.contains(byte) }

    private mutating func skip() {
        while position < bytes.count, bytes[position] <= 0x20 || ",:".utf8.contains(bytes[position])
        {
            position += 1
        }
    }

    private mutating func skipping() -> UInt8 {
        skip()
        return next
    }

    private mutating func string() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }
}
