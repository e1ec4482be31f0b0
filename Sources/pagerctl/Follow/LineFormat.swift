internal import PagerModel
internal import PagerWire

/// The line format of the option `--format`: text with member names in braces, such as
/// `{id}: {frame.width}`.
struct LineFormat: Equatable {
    private enum Part: Equatable {
        case text(String)
        /// A placeholder for the value of a record's member. The associated value is the path of
        /// the member, such as `["frame", "width"]` for `{frame.width}`.
        case member([String])
    }

    private var parts: [Part] = []

    /// Parses a format. `{{` and `}}` produce braces.
    ///
    /// - Throws: `Failure` with exit status 64 for an unclosed brace or an empty name.
    init(_ text: String) throws(Failure) {
        var rest = Substring(text)
        var plain = ""
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                plain.append(rest.removeFirst())
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw .usage("--format: a { has no closing }; write {{ for a literal brace")
                }
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                let path = rest[..<end].split(separator: ".").map(String.init)
                guard !path.isEmpty else {
                    throw .usage("--format: {} must contain the name of a member")
                }
                parts.append(.member(path))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
    }

    /// Returns the line of one record. A member that is null or missing is printed as `-`.
    func line(_ record: Value) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .member(let path):
                Cell.text(path.reduce(record) { value, name in value[name] ?? .null })
            }
        }.joined()
    }

    /// Returns one line for each record.
    ///
    /// - Throws: `Failure` with exit status 64 for a member that none of the records has.
    func lines(_ records: [Value]) throws(Failure) -> [String] {
        for case .member(let path) in parts where !records.isEmpty {
            let name = path[0]
            guard !records.contains(where: { $0[name] != nil }) else { continue }
            let names = (records[0].members ?? []).map(\.name)
            let near = Spelling.question(about: name, among: names)
            throw .usage(
                "--format: there is no member \(quoted(name)) here"
                    + (near.isEmpty ? "; there is \(names.joined(separator: ", "))" : near))
        }
        return records.map(line)
    }

    /// Returns the records in a result: the elements of its list if it has exactly one list of
    /// records, otherwise the result itself.
    static func records(of result: Value) -> [Value] {
        let lists = (result.members ?? []).compactMap { member in
            member.value.array.flatMap { list in
                list.allSatisfy { $0.members != nil } ? list : nil
            }
        }
        return lists.count == 1 ? lists[0] : [result]
    }
}
