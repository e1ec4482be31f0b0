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

        var isMember: Bool { if case .member = self { true } else { false } }
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
        // `{{title}}` is a placeholder elsewhere; here it would print the same line for each record.
        guard parts.contains(where: { $0.isMember }) || !plain.contains("{") else {
            throw .usage("--format: {{ prints a brace; a member is in single ones: {title}")
        }
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
            try check(path, in: records)
        }
        return records.map(line)
    }

    /// Checks the names before there are records.
    ///
    /// - Throws: `Failure` with exit status 64 for a member that is not in `names`.
    func check(_ names: [String]) throws(Failure) {
        for case .member(let path) in parts where !names.contains(path[0]) {
            throw Self.missing(path[0], "here", names)
        }
    }

    private static func missing(_ name: String, _ place: String, _ names: [String]) -> Failure {
        .usage(
            "--format: there is no member \(quoted(name)) \(place)"
                + (names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))"))
    }

    private func check(_ path: [String], in records: [Value]) throws(Failure) {
        var values = records
        for (depth, name) in path.enumerated() {
            // Null instead of an object says nothing about its members.
            guard !values.contains(.null) else { return }
            let found = values.compactMap { $0[name] }
            guard found.isEmpty else {
                values = found
                continue
            }
            let names = values.lazy.compactMap(\.members).first { !$0.isEmpty }?.map(\.name) ?? []
            let place = path[..<depth].joined(separator: ".")
            throw Self.missing(name, place.isEmpty ? "here" : "in \(place)", names)
        }
    }
}
