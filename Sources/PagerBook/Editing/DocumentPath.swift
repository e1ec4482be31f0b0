internal import PagerModel

/// The way from the root of a document to one of its values.
struct DocumentPath {
    enum Step: Equatable {
        case member(String)
        case element(Int)
    }

    let steps: [Step]

    /// Creates the way that a path such as `pager.pages[2]` describes. Nil if there is no value.
    init?(_ path: String, in root: Value) {
        var (rest, value, steps) = (path[...], root, [Step]())
        while !rest.isEmpty {
            switch value {
            case .array(let items):
                guard let (index, tail) = Positions.index(rest), items.indices.contains(index)
                else {
                    return nil
                }
                steps.append(.element(index))
                (rest, value) = (tail, items[index])
            case .object(let members):
                let inner = rest.utf8.first == UInt8(ascii: ".") ? rest.dropFirst() : rest
                // Names may contain the separators of paths, so the longest matching name applies.
                let found = members.filter { Positions.begins(inner, with: $0.name) }
                guard let member = found.max(by: { $0.name.utf8.count < $1.name.utf8.count })
                else { return nil }
                steps.append(.member(member.name))
                (rest, value) = (inner.dropFirst(member.name.count), member.value)
            default: return nil
            }
        }
        self.steps = steps
    }
}

extension SourceNode {
    /// Returns the node at the end of a way, or the alias or missing member that is in the way.
    func find(_ path: DocumentPath) -> SourceNode? {
        path.steps.reduce(self as SourceNode?) { node, step in
            guard let node else { return nil }
            if case .alias = node.form { return node }
            switch step {
            case .member(let name): return node[name]
            case .element(let index):
                let elements = node.elements ?? []
                return elements.indices.contains(index) ? elements[index] : nil
            }
        }
    }
}

extension Value {
    /// Returns the value with a change of the part at the end of a way.
    func changing(
        _ steps: ArraySlice<DocumentPath.Step>, _ change: (Value) -> Value
    ) -> Value {
        switch (steps.first, self) {
        case (nil, _): return change(self)
        case (.element(let index), .array(var items)) where items.indices.contains(index):
            items[index] = items[index].changing(steps.dropFirst(), change)
            return .array(items)
        case (.member(let name), .object(var members)):
            guard let index = members.firstIndex(where: { isSame($0.name, name) })
            else { return self }
            members[index].value = members[index].value.changing(steps.dropFirst(), change)
            return .object(members)
        default: return self
        }
    }

    /// The value with the members of all objects in the order of their names.
    var sorted: Value {
        switch self {
        case .array(let items): .array(items.map(\.sorted))
        case .object(let members):
            .object(
                members.map { .init($0.name, $0.value.sorted) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        default: self
        }
    }
}

/// Returns whether two names have the same bytes.
func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
