/// The first byte of each part of an archived tree of values. It tells the type of the part.
@usableFromInline
enum ValueTag: UInt8 {
    case null, no, yes, integer, number, string, array, endOfArray, object, key, endOfObject
}

extension Archive {
    /// The maximum nesting of arrays and objects in an archive. No valid value exceeds it, and
    /// reading this many levels cannot overflow the stack.
    private static let levels = 4 * Limits.nesting

    /// Reads a tree of values. If the archive is invalid, records the problem and returns an
    /// incomplete tree or null.
    @usableFromInline
    mutating func value() -> Value { value(after: tag(), levels: Self.levels) }

    private mutating func tag() -> ValueTag {
        var tag = ValueTag.null
        visit(&tag)
        return tag
    }

    private mutating func value(after tag: ValueTag, levels: Int) -> Value {
        switch tag {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .integer: return .integer(read())
        case .number: return .number(read())
        case .string: return .string(read())
        case .array: return .array(items(levels))
        case .object: return .object(members(levels))
        case .endOfArray, .key, .endOfObject:
            fail("a value begins with a tag that ends one")
            return .null
        }
    }

    private mutating func read<T: Archived>() -> T {
        var value = T()
        value.visit(&self)
        return value
    }

    private mutating func items(_ levels: Int) -> [Value] {
        require(levels > 0, "values are nested more than \(Self.levels) levels deep")
        var items: [Value] = []
        while problem == nil {
            let tag = tag()
            if tag == .endOfArray { break }
            items.append(value(after: tag, levels: levels - 1))
        }
        return items
    }

    private mutating func members(_ levels: Int) -> [Value.Member] {
        require(levels > 0, "values are nested more than \(Self.levels) levels deep")
        var members: [Value.Member] = []
        // Reserves memory for the content of a page, which has two members: a type and a body.
        members.reserveCapacity(2)
        while problem == nil {
            let next = tag()
            if next == .endOfObject { break }
            require(next == .key, "a member of an object has no name")
            let name: String = read()
            members.append(Value.Member(name, value(after: tag(), levels: levels - 1)))
        }
        return members
    }
}

/// A writer that archives a tree of values. Before each value, it writes a byte that tells the type
/// of the value.
@usableFromInline
struct ArchivedValueWriter: ValueWriter {
    @usableFromInline let archive: LentArchive

    @usableFromInline
    init(archive: LentArchive) { self.archive = archive }

    private func put(_ tag: ValueTag) {
        var tag = tag
        archive.pointee.visit(&tag)
    }

    private func put<T: Archived>(_ tag: ValueTag, _ value: T) {
        put(tag)
        var copy = value
        copy.visit(&archive.pointee)
    }

    @usableFromInline func null() { put(.null) }
    @usableFromInline func bool(_ flag: Bool) { put(flag ? .yes : .no) }
    @usableFromInline func integer(_ number: Int) { put(.integer, number) }
    @usableFromInline func number(_ number: Double) { put(.number, number) }
    @usableFromInline func string(_ text: String) { put(.string, text) }
    @usableFromInline func beginArray() { put(.array) }
    @usableFromInline func endArray() { put(.endOfArray) }
    @usableFromInline func beginObject() { put(.object) }
    @usableFromInline func key(_ name: String) { put(.key, name) }
    @usableFromInline func endObject() { put(.endOfObject) }
}
