internal import PagerModel
internal import Yams

/// Turns the nodes of Yams into values and their places.
struct YAMLReader {
    private let name: String
    /// Values and bytes of text so far, those that aliases repeat counted each time.
    private var values = 0
    private var bytes = 0

    static let maximumValues = 1_000_000
    static let maximumText = 64 << 20

    /// - Throws: `DocumentProblem` with the place of the first mistake.
    static func read(
        _ text: String, name: String
    ) throws(DocumentProblem) -> (Value, Places) {
        let root: Node?
        do {
            // The basic resolver takes every plain scalar for text; YAMLScalar knows better.
            root = try Yams.Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw error.problem(in: name, text)
        } catch {
            throw DocumentProblem(name, "\(error)")
        }
        guard let root else {
            throw DocumentProblem(name, "there is nothing in this file", at: (1, 1))
        }
        var reader = YAMLReader(name: name)
        return try reader.read(root, depth: 0)
    }

    private init(name: String) {
        self.name = name
    }

    private func problem(_ node: Node, _ message: String) -> DocumentProblem {
        DocumentProblem(name, message, at: node.mark.map { ($0.line, $0.column) })
    }

    private func places(of node: Node) -> Places {
        Places(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }

    private mutating func read(
        _ node: Node, depth: Int
    ) throws(DocumentProblem) -> (Value, Places) {
        try count(node)
        switch node {
        case .scalar(let scalar):
            do {
                return (try YAMLScalar.value(of: scalar), places(of: node))
            } catch {
                throw problem(node, error.message)
            }
        case .sequence(let sequence):
            try check(node, sequence.tag, .seq, depth)
            var items: [Value] = []
            var places = places(of: node)
            for element in sequence {
                let (value, place) = try read(element, depth: depth + 1)
                items.append(value)
                places.inner.append(place)
            }
            return (.array(items), places)
        case .mapping(let mapping):
            try check(node, mapping.tag, .map, depth)
            return try read(mapping, at: places(of: node), depth: depth)
        case .alias:
            throw problem(node, "this alias leads nowhere")
        }
    }

    private mutating func read(
        _ mapping: Node.Mapping, at place: Places, depth: Int
    ) throws(DocumentProblem) -> (Value, Places) {
        var members: [Value.Member] = []
        var places = place
        var merged: [Node] = []
        for (key, node) in mapping {
            let name = try self.name(of: key)
            if name == "<<", key.scalar?.style == .plain {
                merged.append(node)
                continue
            }
            let (value, inner) = try read(node, depth: depth + 1)
            var place = self.places(of: key)
            place.inner = inner.inner
            members.append(Value.Member(name, value))
            places.inner.append(place)
        }
        for node in merged { try merge(node, into: &members, &places, depth: depth) }
        return (.object(members), places)
    }

    /// `<<: *other`: the members of another object, or of several, where there are none yet.
    private mutating func merge(
        _ node: Node, into members: inout [Value.Member], _ places: inout Places, depth: Int
    ) throws(DocumentProblem) {
        var taken = Set(members.map(\.name))
        for source in node.sequence.map(Array.init) ?? [node] {
            guard case .mapping = source else {
                throw problem(source, "<< takes an object or a list of objects, such as *name")
            }
            let (value, inner) = try read(source, depth: depth + 1)
            for (member, place) in zip(value.members ?? [], inner.inner)
            where taken.insert(member.name).inserted {
                members.append(member)
                places.inner.append(place)
            }
        }
    }

    private func name(of key: Node) throws(DocumentProblem) -> String {
        guard case .scalar(let scalar) = key else {
            throw problem(key, "a name is text, not a list or an object")
        }
        if scalar.style == .plain, YAMLScalar.isNotText(scalar.string) {
            let text = scalar.string.isEmpty ? "~" : scalar.string
            throw problem(key, "a name is text: write \(quoted(text)), in quotes")
        }
        return scalar.string
    }

    private mutating func count(_ node: Node) throws(DocumentProblem) {
        values += 1
        if case .scalar(let scalar) = node { bytes += scalar.string.utf8.count }
        guard values <= Self.maximumValues, bytes <= Self.maximumText else {
            throw problem(
                node,
                "with its aliases written out the document is larger than "
                    + "\(Self.maximumValues) values or \(Self.maximumText >> 20) MiB of text")
        }
    }

    private func check(
        _ node: Node, _ tag: Tag, _ expected: Tag.Name, _ depth: Int
    ) throws(DocumentProblem) {
        guard depth < Limits.nesting else {
            throw problem(node, "this is nested deeper than \(Limits.nesting) levels")
        }
        guard [expected, .implicit, .nonSpecific].contains(where: { $0.rawValue == tag.rawValue })
        else {
            throw problem(node, "the tag \(tag.rawValue) means nothing here; leave it out")
        }
    }
}

extension YamlError {
    fileprivate func problem(in name: String, _ text: String) -> DocumentProblem {
        switch self {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let around = context.map { context in
                let line = context.mark.line == mark.line ? "" : " (line \(context.mark.line))"
                return "\(context.text)\(line): "
            }
            // libyaml says no more than that some character cannot stand here.
            let hint = Self.isTab(at: mark, in: text) ? "; indent with spaces, not tabs" : ""
            return DocumentProblem(
                name, "not YAML: \(around ?? "")\(problem)\(hint)", at: (mark.line, mark.column))
        case .reader(let problem, let offset, _, _):
            let before = text.prefix(offset ?? 0)
            let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            return DocumentProblem(
                name, "not YAML: \(problem)",
                at: (lines.count, (lines.last?.unicodeScalars.count ?? 0) + 1))
        case .duplicatedKeysInMapping(let names, let context):
            return DocumentProblem(
                name, "the name \(quoted(names[0])) stands twice in one object",
                at: (context.mark.line, context.mark.column))
        default:
            return DocumentProblem(name, "not YAML: \(self)")
        }
    }
    private static func isTab(at mark: Mark, in text: String) -> Bool {
        let lines = text.utf8.split(
            separator: UInt8(ascii: "\n"), maxSplits: mark.line, omittingEmptySubsequences: false)
        guard lines.indices.contains(mark.line - 1) else { return false }
        return Substring(lines[mark.line - 1]).unicodeScalars.dropFirst(mark.column - 1).first
            == "\t"
    }
}
