internal import PagerModel
internal import PagerWire

/// The form of a line that `--format` gives: text with members in braces, `{id}: {frame.width}`.
struct LineFormat: Equatable {
    private enum Part: Equatable {
        case text(String)
        /// The names that lead to a member.
        case member([String])
    }

    private var parts: [Part] = []

    /// - Throws: status 64 for a brace that is not closed. `{{` and `}}` are braces.
    init(_ text: String) throws(Failure) {
        var rest = Substring(text)
        var plain = ""
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                plain.append(rest.removeFirst())
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw .usage("--format: a { is not closed; {{ is a brace")
                }
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(.member(rest[..<end].split(separator: ".").map(String.init)))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
    }

    /// The line of one record; a member that is null or missing is `-`.
    func line(_ record: Value) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .member(let path):
                Cell.text(path.reduce(record) { value, name in value[name] ?? .null })
            }
        }.joined()
    }

    /// A line for each record.
    ///
    /// - Throws: status 64 for a member that none of the records has.
    func lines(_ records: [Value]) throws(Failure) -> [String] {
        for case .member(let path) in parts where !records.isEmpty {
            guard let name = path.first else { throw .usage("--format: {} names no member") }
            guard !records.contains(where: { $0[name] != nil }) else { continue }
            let names = (records[0].members ?? []).map(\.name)
            let near = Spelling.question(about: name, among: names)
            throw .usage(
                "--format: there is no member \(quoted(name)) here"
                    + (near.isEmpty ? "; there is \(names.joined(separator: ", "))" : near))
        }
        return records.map(line)
    }

    /// The records that a reply is about: those of its only list, else the result itself.
    static func records(of result: Value) -> [Value] {
        let lists = (result.members ?? []).compactMap { member in
            member.value.array.flatMap { list in
                list.allSatisfy { $0.members != nil } ? list : nil
            }
        }
        return lists.count == 1 ? lists[0] : [result]
    }
}
