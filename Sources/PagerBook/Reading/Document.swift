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
    let places: Places

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
        let (value, places) = try YAMLReader.read(text, name: name)
        return Document(name: name, value: value, places: places)
    }

    private static func parseJSON(
        _ text: String, name: String
    ) throws(DocumentProblem) -> Document {
        let bytes = Array(text.utf8)
        do {
            let value = try JSONParser.parse(bytes, maximumDepth: Limits.documentNesting)
            return Document(name: name, value: value, places: JSONPlaces.read(bytes))
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
    public func place(of path: String) -> (line: Int, column: Int) {
        let place = places.find(path[...], in: value)
        return (Int(place.line), Int(place.column))
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
        DocumentProblem(name, message, at: place(of: path))
    }
}
