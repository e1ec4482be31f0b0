internal import PagerModel

/// A reader that composes the events of a YAML text into values and their positions.
///
/// The text is checked while it is read. A name is checked before it is used, and the nesting limit
/// before a deeper level is read. Therefore memory and time are proportional to the length of the
/// text. The result has at most `maximumValues` values. Each use of an alias counts as if the
/// values that the alias refers to were repeated there.
struct YAMLReader {
    /// A value with its position and size.
    private struct Node {
        var value: Value
        var positions: Positions
        /// The number of values inside this value, including itself. The value of an alias counts
        /// each time that the alias is used.
        var values = 1
        /// The number of bytes of text in the value. The text of an alias counts each time that the
        /// alias is used.
        var bytes = 0
        /// The number of nested levels of arrays and objects in the value.
        var depth = 0
    }

    private typealias Event = YAMLEvents.Event

    private let name: String
    private let events: YAMLEvents
    private var anchors: [TextKey: Node] = [:]
    /// The number of values read so far. The value of an alias counts each time that the alias is
    /// used.
    private var values = 0
    /// The number of bytes of text read so far. The text of an alias counts each time that the
    /// alias is used.
    private var bytes = 0

    static let maximumValues = 1_000_000
    static let maximumText = 64 << 20

    /// Returns the value in a YAML text, and the positions of all parts of this value.
    ///
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    static func read(
        _ text: String, name: String
    ) throws(DocumentProblem) -> (Value, Positions) {
        var reader = YAMLReader(name: name, events: YAMLEvents(text, name: name))
        return try reader.document()
    }

    private init(name: String, events: YAMLEvents) {
        self.name = name
        self.events = events
    }

    private mutating func document() throws(DocumentProblem) -> (Value, Positions) {
        _ = try events.next()
        if case .streamEnd = try events.next().content {
            throw DocumentProblem(name, "the file is empty", at: (1, 1))
        }
        let root = try node(try events.next(), depth: 0)
        _ = try events.next()
        let rest = try events.next()
        guard case .streamEnd = rest.content else {
            throw problem(
                rest, "a file may contain only one YAML document; a second one begins here")
        }
        return (root.value, root.positions)
    }

    private func problem(_ event: Event, _ message: String) -> DocumentProblem {
        DocumentProblem(name, message, at: (event.line, event.column))
    }

    /// Reads and returns the value whose first YAML event is `event`, such as the start of a list.
    private mutating func node(_ event: Event, depth: Int) throws(DocumentProblem) -> Node {
        let (valuesBefore, bytesBefore) = (values, bytes)
        var node = Node(value: .null, positions: Positions(line: event.line, column: event.column))
        switch event.content {
        case .scalar(let scalar):
            try count(1, scalar.text.utf8.count, event)
            do {
                node.value = try scalar.value
            } catch {
                throw problem(event, error.message)
            }
        case .sequenceStart:
            try enter(event, "tag:yaml.org,2002:seq", depth)
            try readElements(into: &node, depth)
        case .mappingStart:
            try enter(event, "tag:yaml.org,2002:map", depth)
            try readMembers(into: &node, depth)
        case .alias(let anchor): return try repeated(anchor, event, depth: depth)
        default: throw problem(event, "not YAML: a value is missing")
        }
        node.values = values - valuesBefore
        node.bytes = bytes - bytesBefore
        if let anchor = event.anchor { anchors[TextKey(anchor)] = node }
        return node
    }

    /// Returns the value that an alias refers to. O(1), because the values are shared.
    private mutating func repeated(
        _ anchor: String, _ event: Event, depth: Int
    ) throws(DocumentProblem) -> Node {
        guard let node = anchors[TextKey(anchor)] else {
            throw problem(event, "not YAML: found undefined alias")
        }
        try count(node.values, node.bytes, event)
        guard depth + node.depth <= Limits.documentNesting else { throw tooDeep(event) }
        return node
    }

    private mutating func readElements(
        into node: inout Node, _ depth: Int
    ) throws(DocumentProblem) {
        var items: [Value] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.content { break }
            let element = try self.node(event, depth: depth + 1)
            items.append(element.value)
            node.positions.append(element.positions)
            node.depth = max(node.depth, element.depth)
        }
        node.depth += 1
        node.value = .array(items)
    }

    private mutating func readMembers(
        into node: inout Node, _ depth: Int
    ) throws(DocumentProblem) {
        var members: [Value.Member] = []
        var taken: Set<TextKey> = []
        var merged: [(node: Node, event: Event)] = []
        while true {
            let key = try events.next()
            if case .mappingEnd = key.content { break }
            let (name, isPlain) = try self.name(key)
            guard taken.insert(TextKey(name)).inserted else {
                let first = members.firstIndex { $0.name == name }.map { node.positions[$0] }
                throw DocumentProblem(
                    self.name, "the object contains the name \(quoted(name)) twice",
                    at: first.map { (Int($0.line), Int($0.column)) } ?? (key.line, key.column))
            }
            let event = try events.next()
            let member = try self.node(event, depth: depth + 1)
            if name == "<<", isPlain {
                // The members of the object, or of each object in a list, are merged into this
                // object.
                let levels = member.value.array == nil ? 1 : 2
                node.depth = max(node.depth, member.depth - levels)
                merged.append((member, event))
                continue
            }
            node.depth = max(node.depth, member.depth)
            members.append(Value.Member(name, member.value))
            node.positions.append(
                Positions(line: key.line, column: key.column, ofMember: member.positions))
        }
        for (source, event) in merged {
            try merge(source, event, into: &members, &node.positions, &taken)
        }
        node.depth += 1
        node.value = .object(members)
    }

    /// Merges the members of other objects (`<<: *other`) into an object. Members that the object
    /// already has are not replaced.
    private func merge(
        _ source: Node, _ event: Event, into members: inout [Value.Member],
        _ positions: inout Positions, _ taken: inout Set<TextKey>
    ) throws(DocumentProblem) {
        let sources =
            source.value.array.map { $0.enumerated().map { ($1, source.positions[$0]) } }
            ?? [(source.value, source.positions)]
        for (value, position) in sources {
            guard let others = value.members else {
                throw DocumentProblem(
                    name, "<< takes an object or a list of objects, such as *name",
                    at: (Int(position.line), Int(position.column)))
            }
            for (index, member) in others.enumerated()
            where taken.insert(TextKey(member.name)).inserted {
                members.append(member)
                positions.append(position[index])
            }
        }
    }

    /// Returns the name of a member, and whether it is a plain scalar (written without quotes).
    ///
    /// - Throws: `DocumentProblem` for a name that is not text, such as a number or a list.
    private mutating func name(_ key: Event) throws(DocumentProblem) -> (String, isPlain: Bool) {
        switch key.content {
        case .scalar(let scalar):
            if scalar.isPlain, YAMLScalar.isNotText(scalar.text) {
                let text = scalar.text.isEmpty ? "~" : scalar.text
                throw problem(key, "a member name must be text; write \(quoted(text)) in quotes")
            }
            try count(0, scalar.text.utf8.count, key)
            if let anchor = key.anchor {
                anchors[TextKey(anchor)] = Node(
                    value: .string(scalar.text),
                    positions: Positions(line: key.line, column: key.column),
                    bytes: scalar.text.utf8.count)
            }
            return (scalar.text, scalar.isPlain)
        case .alias(let anchor):
            throw problem(
                key,
                "a member name must be text, not the alias *\(beginning(of: anchor)); write the "
                    + "name out")
        default: throw problem(key, "a member name must be text, not a list or an object")
        }
    }

    private mutating func count(
        _ values: Int, _ bytes: Int, _ event: Event
    ) throws(DocumentProblem) {
        self.values += values
        self.bytes += bytes
        guard self.values <= Self.maximumValues, self.bytes <= Self.maximumText else {
            throw problem(
                event,
                "with all aliases expanded, the document is larger than "
                    + "\(Self.maximumValues) values or \(Self.maximumText >> 20) MiB of text")
        }
    }

    /// Checks the nesting depth and the tag of a sequence or mapping, and counts it as a value.
    private mutating func enter(
        _ event: Event, _ expected: String, _ depth: Int
    ) throws(DocumentProblem) {
        guard depth < Limits.documentNesting else { throw tooDeep(event) }
        guard let tag = event.tag, tag != expected, tag != "!" else {
            return try count(1, 0, event)
        }
        throw problem(event, "the tag \(beginning(of: tag)) is not supported; omit it")
    }

    private func tooDeep(_ event: Event) -> DocumentProblem {
        problem(event, "this is nested deeper than \(Limits.documentNesting) levels")
    }
}

/// A YAML scalar and its meaning according to the core schema of YAML 1.2.
///
/// YAML 1.1 would parse `on` and `no` as booleans, and `on` is an option of every controller.
struct YAMLScalar {
    let text: String
    /// The complete tag. Nil if there is none.
    let tag: String?
    /// Whether the scalar is written without quotes and without a block indicator (`|` or `>`).
    let isPlain: Bool

    struct Problem: Error {
        let message: String
    }

    private static let standard = "tag:yaml.org,2002:"

    var value: Value {
        get throws(Problem) {
            guard let tag else { return isPlain ? try Self.plain(text) : .string(text) }
            switch tag {
            case "!", Self.standard + "str": return .string(text)
            case Self.standard + "null", Self.standard + "bool", Self.standard + "int",
                Self.standard + "float":
                return try Self.tagged(text, tag)
            default:
                throw Problem(
                    message: "the tag \(beginning(of: tag)) is not supported; omit it")
            }
        }
    }

    static func isNotText(_ plain: String) -> Bool {
        if case .string? = try? self.plain(plain) { false } else { true }
    }

    private static func tagged(_ text: String, _ tag: String) throws(Problem) -> Value {
        switch (tag.dropFirst(standard.utf8.count), try plain(text)) {
        case ("null", .null): return .null
        case ("bool", .bool(let flag)): return .bool(flag)
        case ("int", .integer(let number)): return .integer(number)
        case ("float", .integer(let number)): return .number(Double(number))
        case ("float", .number(let number)): return .number(number)
        default:
            throw Problem(
                message:
                    "\(quoted(text)) does not match its tag !!\(tag.dropFirst(standard.utf8.count))"
            )
        }
    }

    private static func plain(_ text: String) throws(Problem) -> Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first, startsNumber(first) else { return .string(text) }
        if let number = based(text) { return number }
        let unsigned = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard unsigned.count >= text.utf8.count - 1 else { return .string(text) }
        switch String(unsigned) {
        case ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN":
            throw Problem(
                message: "a number must be finite; write \(quoted(text)) in quotes to make it text")
        default: break
        }
        if unsigned.allSatisfy(isDigit), let number = Int(text) { return .integer(number) }
        guard isDecimal(unsigned), let number = Double(text) else { return .string(text) }
        guard number.isFinite else {
            throw Problem(
                message:
                    "\(beginning(of: text)) is too large for a number; write it in quotes to make "
                    + "it text")
        }
        return .number(number)
    }

    /// Parses a hexadecimal or octal integer, such as `0x1F` or `0o17`. Returns nil for any other
    /// text.
    private static func based(_ text: String) -> Value? {
        let radix = text.hasPrefix("0x") ? 16 : text.hasPrefix("0o") ? 8 : 0
        let digits = text.dropFirst(2)
        guard radix > 0, digits.utf8.first.map({ $0 != UInt8(ascii: "+") }) ?? false,
            digits.utf8.first != UInt8(ascii: "-")
        else { return nil }
        return Int(digits, radix: radix).map { .integer($0) }
    }

    private static func startsNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether a text is a decimal number: `12`, `12.`, `.5`, `12.5e-3`.
    private static func isDecimal(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(fraction)
        }
        guard whole.count + fraction > 0 else { return false }
        guard let letter = rest.first else { return true }
        guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }
}
