internal import PagerModel

/// The positions of a value and of its parts, as a tree like the value.
///
/// A part without a position of its own, such as the title that a slide gets from its heading, has
/// the position of the value around it. So the tree may be smaller than the value.
struct Places: Sendable {
    let line: Int32
    let column: Int32
    /// The positions of an array's elements, or of an object's members, in their order.
    private var parts: [Places] = []

    init(line: Int, column: Int) {
        self.line = Int32(clamping: line)
        self.column = Int32(clamping: column)
    }

    /// Creates the position of a member, which begins with its name.
    init(line: Int, column: Int, ofMember value: Places) {
        self.init(line: line, column: column)
        parts = value.parts
    }

    mutating func append(_ part: Places) { parts.append(part) }

    /// Removes the position of a part and returns it.
    mutating func remove(_ index: Int) -> Places {
        parts.indices.contains(index) ? parts.remove(at: index) : itself
    }

    /// The position of an element or member.
    subscript(_ index: Int) -> Places { parts.indices.contains(index) ? parts[index] : itself }

    private var itself: Places { Places(line: Int(line), column: Int(column)) }

    /// Returns the position of the value at a path, with the positions of its parts. If the path
    /// does not exist in `value`, returns the position of the last value on the path that exists.
    func find(_ path: Substring, in value: Value) -> Places {
        switch value {
        case .array(let items):
            guard let (index, rest) = Self.index(path), items.indices.contains(index) else {
                return self
            }
            return self[index].find(rest, in: items[index])
        case .object(let members):
            let path = path.utf8.first == UInt8(ascii: ".") ? path.dropFirst() : path
            var found: Int?
            // Names may contain the separators of paths, so the longest matching name applies.
            for (index, member) in members.enumerated()
            where Self.begins(path, with: member.name) {
                if member.name.utf8.count >= found.map({ members[$0].name.utf8.count }) ?? 0 {
                    found = index
                }
            }
            guard let found else { return self }
            let rest = path.dropFirst(members[found].name.count)
            return self[found].find(rest, in: members[found].value)
        default:
            return self
        }
    }

    private static func begins(_ path: Substring, with name: String) -> Bool {
        guard path.hasPrefix(name), !path.isEmpty else { return false }
        switch path.dropFirst(name.count).utf8.first {
        case nil, UInt8(ascii: "."), UInt8(ascii: "["): return true
        default: return false
        }
    }

    /// Splits a path that begins with an index: `[3].x` into 3 and `.x`. Returns nil for any other
    /// path.
    static func index(_ path: Substring) -> (index: Int, rest: Substring)? {
        guard path.utf8.first == UInt8(ascii: "["), let end = path.firstIndex(of: "]"),
            let index = Int(path[path.index(after: path.startIndex)..<end])
        else { return nil }
        return (index, path[path.index(after: end)...])
    }
}
