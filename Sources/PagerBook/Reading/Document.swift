public import PagerModel
internal import PagerWire

/// A YAML or JSON file as a tree of values with their positions.
///
/// YAML is parsed according to the core schema of YAML 1.2: `true` and `false` are booleans, but
/// `yes`, `on` and dates are texts. The names in an object must be unique, and numbers must be
/// finite. The nesting depth and the expansion of aliases are limited.
public struct Document: Sendable {
    /// The path of the file as given, for messages.
    public let name: String
    public let value: Value
    let positions: Positions
    /// What the reader of a talk says about parts that it does not show as the author meant.
    var remarks: [String] = []
    /// The shown text of the talk from which the document was made. Nil for another document.
    var talk: String?

    /// The maximum size of a file in bytes.
    public static let maximumBytes = 8 << 20

    /// Reads a file. A file whose name ends in `.json` is parsed as JSON, any other file as YAML.
    ///
    /// - Parameter most: The maximum size of the file in bytes.
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    public static func read(
        path: String, atMost most: Int = maximumBytes
    ) throws(DocumentProblem) -> Document {
        try parse(try text(of: path, atMost: most), name: path)
    }

    /// Returns the text of a UTF-8 file.
    ///
    /// - Throws: `DocumentProblem` if the file is too large, is not UTF-8, or cannot be read.
    static func text(
        of path: String, atMost most: Int = maximumBytes
    ) throws(DocumentProblem) -> String {
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path, atMost: most)
        } catch {
            throw DocumentProblem(path, error.sentence)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentProblem(
                path, "the file is not UTF-8; save it in that encoding",
                at: firstInvalid(in: bytes))
        }
        return text
    }

    /// Parses a text as JSON if `name` ends in `.json`, otherwise as YAML.
    ///
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    public static func parse(_ text: String, name: String) throws(DocumentProblem) -> Document {
        let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
        let text =
            text.unicodeScalars.first == byteOrderMark
            ? String(text.unicodeScalars.dropFirst()) : text
        guard text.utf8.count <= maximumBytes else {
            throw DocumentProblem(name, FileProblem.tooLarge(maximumBytes).sentence)
        }
        guard !name.hasSuffix(".json") else { return try parseJSON(text, name: name) }
        let (value, positions) = try YAMLReader.read(text, name: name)
        return Document(name: name, value: value, positions: positions)
    }

    private static func parseJSON(
        _ text: String, name: String
    ) throws(DocumentProblem) -> Document {
        let bytes = Array(text.utf8)
        do {
            let value = try JSONParser.parse(bytes, maximumDepth: Limits.documentNesting)
            return Document(name: name, value: value, positions: JSONPositions.read(bytes))
        } catch {
            throw DocumentProblem(name, error.message, at: (error.line, error.column))
        }
    }

    private static func firstInvalid(in bytes: [UInt8]) -> (line: Int, column: Int) {
        var decoder = UTF8()
        var input = bytes.makeIterator()
        var line = 1
        var column = 1
        while case .scalarValue(let scalar) = decoder.decode(&input) {
            column = scalar == "\n" ? 1 : column + 1
            line += scalar == "\n" ? 1 : 0
        }
        return (line, column)
    }

    /// Returns the line and column, counted from 1, at which a value begins. A member begins with
    /// its name. For a missing value, returns the position of the nearest existing value around it.
    /// O(length of the path).
    ///
    /// - Parameter path: A path as in errors: `controllers[3].pages[0]`, `params.x`.
    public func position(of path: String) -> (line: Int, column: Int) {
        let position = positions.find(path[...], in: value)
        return (Int(position.line), Int(position.column))
    }

    /// Converts an error about the document's content to an error with a position.
    ///
    /// - Parameter refusal: The error. Its path begins at the document's root.
    public func problem(_ refusal: CommandError) -> DocumentProblem { problem(refusal, in: root) }

    /// Reads an object whose members all have the same declared type, such as
    /// `plugins: {clock: {...}}`.
    ///
    /// - Parameters:
    ///   - name: The object's name in the document.
    ///   - what: The noun for a member in error messages, with the article, such as "a plugin".
    /// - Throws: `DocumentProblem` with the position of the first mistake, such as an invalid name
    ///   or an unknown member.
    public func read<T: FieldObject>(
        eachOf name: String, as _: T.Type, called what: String
    ) throws(DocumentProblem) -> [(name: Identifier, value: T)] {
        guard let object = root[name] else { return [] }
        guard let members = object.value.members else {
            throw problem(name, "\(name): expected an object, found \(object.value.typeName)")
        }
        var result: [(name: Identifier, value: T)] = []
        for member in members {
            let node = DocumentNode(value: member.value, path: joined(name, member.name))
            guard let name = Identifier(member.name) else {
                throw problem(
                    node.path,
                    "a name is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                        + quoted(member.name))
            }
            try check(node, is: what, with: T.declaration.map(\.name))
            result.append((name, try read(T.self, node)))
        }
        return result
    }

    /// Checks that the document is an object and has no members except those in `names`.
    ///
    /// - Parameter what: The noun for the document in error messages, with the article. An example
    ///   is `a configuration`.
    /// - Throws: `DocumentProblem` with the position of the first unknown member and the name that
    ///   was probably meant.
    public func check(members names: [String], of what: String) throws(DocumentProblem) {
        try check(root, is: what, with: names)
    }

    func problem(_ path: String, _ message: String) -> DocumentProblem {
        DocumentProblem(name, message, at: position(of: path))
    }
}

/// A value in a YAML or JSON document, and the path of this value, such as `controllers[3].id`.
struct DocumentNode {
    let value: Value
    let path: String

    /// The member with this name, or nil if there is none.
    subscript(name: String) -> DocumentNode? {
        value[name].map { DocumentNode(value: $0, path: joined(path, name)) }
    }

    /// The elements of an array. Nil for other values.
    var elements: [DocumentNode]? {
        value.array?.enumerated().map { DocumentNode(value: $1, path: joined(path, "[\($0)]")) }
    }
}

extension Document {
    var root: DocumentNode { DocumentNode(value: value, path: "") }

    /// Reads a value of a declared type.
    ///
    /// - Throws: `DocumentProblem` if the value or a member of it has the wrong type. The error
    ///   contains the position of the wrong value.
    func read<T: FieldValue>(_: T.Type, _ node: DocumentNode) throws(DocumentProblem) -> T {
        do {
            return try T(reading: node.value)
        } catch {
            throw problem(error, in: node)
        }
    }

    /// Converts an error about a value to an error with a position in the document. The path in
    /// `refusal` is relative to the value.
    func problem(_ refusal: CommandError, in node: DocumentNode) -> DocumentProblem {
        let path = joined(node.path, refusal.path ?? "")
        let last = path.split(separator: ".").last.map(String.init) ?? ""
        let message = refusal.message
        // The message gets the name of the member as a prefix, unless the value is an element of a
        // list or the message already contains the name.
        let isNamed =
            last.isEmpty || last.hasSuffix("]")
            || message.contains("parameter \(last) ")
        // YAML does not parse `title: 2024` and `id: true` as text.
        let isUnquoted =
            (message.hasPrefix("expected a string") || message.hasPrefix("expected an id"))
            && ["a number", "a boolean"].contains { message.hasSuffix("found \($0)") }
        return problem(
            path,
            (isNamed ? "" : "\(last): ") + message + (isUnquoted ? "; put it in quotes" : ""))
    }

    /// Checks that a value is an object and that `names` contains the names of all its members.
    ///
    /// - Throws: `DocumentProblem` if it is not an object or has an unknown member.
    func check(
        _ node: DocumentNode, is what: String, with names: [String]
    ) throws(DocumentProblem) {
        guard let members = node.value.members else {
            throw problem(
                node.path,
                "\(what) is an object {\(names.joined(separator: ", "))}, not "
                    + node.value.typeName)
        }
        for member in members where !names.contains(member.name) {
            let known =
                Spelling.nearest(to: member.name, among: names)
                .map { "did you mean \($0)?" } ?? "there are: \(names.joined(separator: ", "))"
            throw problem(
                joined(node.path, member.name), "\(what) has no \(quoted(member.name)); \(known)")
        }
    }

    /// Returns the elements of a value that must be a list.
    ///
    /// - Throws: `DocumentProblem` if the value is not a list.
    func elements(_ node: DocumentNode, of what: String) throws(DocumentProblem) -> [DocumentNode] {
        guard let elements = node.elements else {
            throw problem(
                node.path, "expected a list of \(what), found \(node.value.typeName)")
        }
        return elements
    }
}

/// An error in a document or a book. One line contains the file, the position if it is known, the
/// reason and advice.
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in the format of compilers, so that editors can jump to the place:
    /// `wallboard.yaml:12:5: what is wrong`.
    public let description: String

    /// Creates an error from its text, which must be one line.
    init(line: String) { description = line }

    init(_ name: String, _ message: String, at position: (line: Int, column: Int)? = nil) {
        guard let position else {
            description = "\(name): \(message)"
            return
        }
        description = "\(name):\(position.line):\(position.column): \(message)"
    }
}

/// A scanner for the positions of values in a text that is valid JSON.
struct JSONPositions {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var column = 1

    /// Returns the positions of the value in a text and of all its parts. O(bytes).
    static func read(_ bytes: [UInt8]) -> Positions {
        var scanner = JSONPositions(bytes: bytes)
        return scanner.value()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func step() {
        if next == UInt8(ascii: "\n") {
            line += 1
            column = 0
        }
        position += 1
        // Only the first byte of each character counts.
        if next & 0xC0 != 0x80 { column += 1 }
    }

    /// Skips white space and the separators between values, such as commas.
    private mutating func skip() {
        while position < bytes.count {
            switch next {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
                UInt8(ascii: ","), UInt8(ascii: ":"):
                step()
            default: return
            }
        }
    }

    private mutating func value() -> Positions {
        skip()
        var positions = Positions(line: line, column: column)
        switch next {
        case UInt8(ascii: "["):
            step()
            while skipping() != UInt8(ascii: "]") { positions.append(value()) }
            step()
        case UInt8(ascii: "{"):
            step()
            while skipping() != UInt8(ascii: "}") {
                let (line, column) = (line, column)
                string()
                positions.append(Positions(line: line, column: column, ofMember: value()))
            }
            step()
        case UInt8(ascii: "\""):
            string()
        default:
            word()
        }
        return positions
    }

    private mutating func skipping() -> UInt8 {
        skip()
        return next
    }

    private mutating func string() {
        step()
        while next != UInt8(ascii: "\"") {
            if next == UInt8(ascii: "\\") { step() }
            step()
        }
        step()
    }

    /// Skips a number, true, false or null.
    private mutating func word() {
        while position < bytes.count {
            switch next {
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "E"):
                step()
            default: return
            }
        }
    }
}
