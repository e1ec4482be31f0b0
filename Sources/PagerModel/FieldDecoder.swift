/// Reads declared fields from the members of an object.
///
/// After the last declaration call `finish()`, which refuses members that nobody has taken.
public struct FieldDecoder: FieldVisitor {
    public typealias Failure = Refusal

    private var members: [Value.Member]
    private var taken: [Bool]

    public init(_ members: [Value.Member]) {
        self.members = members
        taken = Array(repeating: false, count: members.count)
    }

    private mutating func take(_ name: String) -> Value? {
        for index in members.indices where !taken[index] && members[index].name == name {
            taken[index] = true
            return members[index].value
        }
        return nil
    }

    private func read<T: FieldValue>(_ name: String, _ value: Value) throws(Refusal) -> T {
        do {
            return try T(reading: value)
        } catch {
            throw error.inside(name)
        }
    }

    public mutating func required<T: FieldValue>(
        _ name: String, _ value: inout T, _ doc: String
    ) throws(Refusal) {
        guard let found = take(name) else {
            throw Refusal(
                .invalidParams, "the parameter \(name) is missing: \(T.schema.phrase)", path: name)
        }
        value = try read(name, found)
    }

    public mutating func nullable<T: FieldValue>(
        _ name: String, _ value: inout T?, _ doc: String
    ) throws(Refusal) {
        guard let found = take(name) else {
            throw Refusal(
                .invalidParams, "the parameter \(name) is missing: \(T.schema.phrase), or null",
                path: name)
        }
        value = found == .null ? nil : try read(name, found)
    }

    public mutating func optional<T: FieldValue>(
        _ name: String, _ value: inout T?, _ doc: String
    ) throws(Refusal) {
        guard let found = take(name) else { return }
        value = found == .null ? nil : try read(name, found)
    }

    public mutating func defaulted<T: FieldValue>(
        _ name: String, _ value: inout T, _ doc: String
    ) throws(Refusal) {
        guard let found = take(name) else { return }
        value = try read(name, found)
    }

    public mutating func rest<Form: Fields>(
        _ rest: inout [Value.Member], of form: Form.Type, _ doc: String
    ) throws(Refusal) {
        rest = members.indices.filter { !taken[$0] }.map { members[$0] }
        taken = Array(repeating: true, count: members.count)
    }

    /// - Throws: `invalidParams` naming the first member that no declaration has taken.
    public func finish() throws(Refusal) {
        guard let index = taken.firstIndex(of: false) else { return }
        let name = members[index].name
        throw Refusal(.invalidParams, "there is no parameter \(name) here", path: name)
    }
}

extension Fields {
    /// Reads all fields from an object; absent optional ones keep their defaults.
    ///
    /// - Throws: `invalidParams` or `invalidIdentifier` with the field's path.
    public init(reading members: [Value.Member]) throws(Refusal) {
        self.init()
        var decoder = FieldDecoder(members)
        try visit(&decoder)
        try decoder.finish()
    }
}

extension Refusal {
    /// The same refusal, its path seen from outside the named field or the `[index]`.
    public func inside(_ outer: String) -> Refusal {
        var refusal = self
        guard let inner = path else {
            refusal.path = outer
            return refusal
        }
        refusal.path = inner.utf8.first == UInt8(ascii: "[") ? outer + inner : "\(outer).\(inner)"
        return refusal
    }

    static func mismatch(_ schema: Schema, _ value: Value) -> Refusal {
        Refusal(.invalidParams, "expected \(schema.phrase), found \(value.typeName)")
    }
}
