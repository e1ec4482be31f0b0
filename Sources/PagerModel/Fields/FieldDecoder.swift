/// A visitor that reads declared fields from the members of an object.
///
/// Call `finish()` after all fields have been visited. `finish()` throws if the object has a member
/// that no field declares.
public struct FieldDecoder: FieldVisitor {
    private let members: [Value.Member]
    /// A bit set of the members that have been read, for the first 64 members of the object.
    /// Objects rarely have more members.
    private var taken: UInt64 = 0
    private var takenBeyond: Set<Int> = []
    /// The number of members that have not been read.
    private var left: Int
    /// The first error, alone. After it, no field is read. An array, because whether it is empty is
    /// known without a copy of the error.
    private var problems: [CommandError] = []

    public init(_ members: [Value.Member]) {
        self.members = members
        left = members.count
    }

    private func isTaken(_ index: Int) -> Bool {
        index < UInt64.bitWidth ? taken >> index & 1 == 1 : takenBeyond.contains(index)
    }

    private mutating func markTaken(_ index: Int) {
        left -= 1
        if index < UInt64.bitWidth { taken |= 1 << index } else { takenBeyond.insert(index) }
    }

    private mutating func take(_ name: String) -> Value? {
        if left == 0 { return nil }
        for index in members.indices where !isTaken(index) && members[index].name == name {
            markTaken(index)
            return members[index].value
        }
        return nil
    }

    /// Takes the member with the name, and reads it. A member that is missing must be `form`.
    private mutating func read(
        _ name: String, required form: @autoclosure () -> String? = nil,
        _ body: (Value) throws(CommandError) -> Void
    ) {
        guard problems.isEmpty else { return }
        guard let found = take(name) else {
            if let form = form() {
                problems = [
                    CommandError(
                        .invalidParams, "the parameter \(name) is missing; it must be \(form)",
                        path: name)
                ]
            }
            return
        }
        do {
            try body(found)
        } catch {
            problems = [error.inside(name)]
        }
    }

    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        read(name) { (found) throws(CommandError) in value = try T(reading: found) }
    }

    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        read(name) { (found) throws(CommandError) in try T.read(found, into: &value) }
    }

    public mutating func flag(
        _ name: String, _ value: inout Bool, isGiven: inout Bool, _ text: String
    ) {
        let before = left
        field(name, &value, text)
        if left < before { isGiven = true }
    }

    public mutating func required<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        read(name, required: T.schema.phrase) { (found) throws(CommandError) in
            value = try T(reading: found)
        }
    }

    public mutating func required<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String)
    {
        read(name, required: "\(T.schema.phrase), or null") { (found) throws(CommandError) in
            try T.read(found, into: &value)
        }
    }

    public mutating func rest<Form: Fields>(
        _ rest: inout [Value.Member], of form: Form.Type, _ text: String
    ) {
        guard problems.isEmpty else { return }
        rest = []
        for index in members.indices where !isTaken(index) {
            markTaken(index)
            rest.append(members[index])
        }
    }

    /// Checks that the fields visited so far could be read.
    public func check() throws(CommandError) {
        if let problem = problems.first { throw problem }
    }

    /// Checks that every member has been read.
    ///
    /// - Throws: `invalidParams` with the name of the first member that no field declares.
    public func finish() throws(CommandError) {
        try check()
        guard left > 0, let index = members.indices.first(where: { !isTaken($0) }) else { return }
        let name = beginning(of: members[index].name)
        throw CommandError(.invalidParams, "there is no parameter \(name) here", path: name)
    }
}

extension Fields {
    /// Creates a value and reads its fields from the members of an object. Absent optional fields
    /// keep their defaults.
    ///
    /// - Throws: An error such as `invalidParams` or `invalidIdentifier`, with the field's path.
    public init(reading members: [Value.Member]) throws(CommandError) {
        self.init()
        var decoder = FieldDecoder(members)
        try read(from: &decoder)
        try decoder.finish()
    }
}

extension CommandError {
    /// Returns a copy of this error with a longer path: puts `outer` before the path. `outer` is
    /// the name of the enclosing field, or `[index]` for an element of a list.
    public func inside(_ outer: String) -> CommandError {
        var refusal = self
        guard let inner = path else {
            refusal.path = outer
            return refusal
        }
        refusal.path = inner.utf8.first == UInt8(ascii: "[") ? outer + inner : "\(outer).\(inner)"
        return refusal
    }

    static func mismatch(_ schema: Schema, _ value: Value) -> CommandError {
        CommandError(.invalidParams, "expected \(schema.phrase), found \(value.typeName)")
    }
}
