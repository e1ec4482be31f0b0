internal import PagerModel
internal import PagerWire

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
