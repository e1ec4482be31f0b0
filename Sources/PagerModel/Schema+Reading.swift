/// Validation of values whose schema has no Swift type, such as the options of controller kinds
/// that other packages add.
extension Schema {
    /// Returns the value in its complete form: numbers have the declared type, and objects contain
    /// the default values of absent fields.
    ///
    /// - Throws: An error such as `invalidParams` or `invalidIdentifier`, with the path inside the
    ///   value.
    package func read(_ value: Value) throws(CommandError) -> Value {
        switch self {
        case .any: return value
        case .boolean: return Value(try Bool(reading: value))
        case .integer: return Value(try Int(reading: value))
        case .number: return Value(try Double(reading: value))
        case .string: return Value(try String(reading: value))
        case .identifier: return Value(try Identifier(reading: value))
        case .transition: return Value(try TransitionID(reading: value))
        case .booleanOr where value.bool != nil: return value
        case .enumeration(let names), .booleanOr(let names):
            let text = try String(reading: value, as: self)
            guard names.contains(where: { $0 == text }) else {
                throw CommandError(.invalidParams, "\(quoted(text)) is not \(phrase)")
            }
            return value
        case .array(let element):
            guard let items = value.array else { throw .mismatch(self, value) }
            var read: [Value] = []
            for (index, item) in items.enumerated() {
                do {
                    read.append(try element.read(item))
                } catch {
                    throw error.inside("[\(index)]")
                }
            }
            return .array(read)
        case .object(let fields):
            guard let members = value.members else { throw .mismatch(self, value) }
            let known = fields.contains { $0.presence == .rest }
            if !known, let other = members.first(where: { !fields.has($0.name) }) {
                let name = beginning(of: other.name)
                throw CommandError(.invalidParams, "there is no parameter \(name) here", path: name)
            }
            return .object(try fields.read(members, writesNull: false))
        case .dictionary(let names, let element):
            guard let members = value.members else { throw .mismatch(self, value) }
            var read: [Value.Member] = []
            for member in members {
                guard names.contains(where: { $0 == member.name }) else {
                    throw CommandError(
                        .invalidParams,
                        "\(quoted(member.name)) is not one of \(names.joined(separator: ", "))",
                        path: beginning(of: member.name))
                }
                do {
                    read.append(.init(member.name, try element.read(member.value)))
                } catch {
                    throw error.inside(member.name)
                }
            }
            return .object(read)
        case .members:
            guard value.members != nil else { throw .mismatch(self, value) }
            return value
        }
    }
}

extension String {
    fileprivate init(reading value: Value, as schema: Schema) throws(CommandError) {
        guard let text = value.string else { throw .mismatch(schema, value) }
        self = text
    }
}

extension [SchemaField] {
    fileprivate func has(_ name: String) -> Bool { contains { $0.name == name } }

    /// Returns the values of all fields, with the defaults of absent fields. Ignores members that
    /// no field declares.
    ///
    /// - Parameter writesNull: Whether the result contains null for fields that have no value or
    ///   the value null. If false, the result omits these fields.
    /// - Throws: An error such as `invalidParams` or `invalidIdentifier`, with the field's path.
    package func read(
        _ members: [Value.Member], writesNull: Bool = true
    ) throws(CommandError) -> [Value.Member] {
        var read: [Value.Member] = []
        for field in self where field.presence != .rest {
            if let value = try field.read(members.first { $0.name == field.name }?.value) {
                read.append(.init(field.name, value))
            } else if writesNull {
                read.append(.init(field.name, .null))
            }
        }
        return read
    }
}

extension SchemaField {
    /// Whether the field accepts null.
    var mayBeNull: Bool { presence == .nullable || presence == .optional }

    /// Returns whether the field accepts a value.
    package func takes(_ value: Value) -> Bool {
        (mayBeNull && value == .null) || (try? schema.read(value)) != nil
    }

    /// Reads the value of the field. `value` is nil if the field is absent.
    ///
    /// Returns the default of an absent field that has one. Returns nil for an absent optional
    /// field, and for an optional or nullable field that is null.
    fileprivate func read(_ value: Value?) throws(CommandError) -> Value? {
        guard let value else {
            switch presence {
            case .defaulted: return standard
            case .optional, .rest: return nil
            case .required, .nullable:
                throw CommandError(
                    .invalidParams,
                    "the parameter \(name) is missing; it must be \(schema.phrase)"
                        + (mayBeNull ? ", or null" : ""), path: name)
            }
        }
        if mayBeNull, value == .null { return nil }
        do {
            return try schema.read(value)
        } catch {
            throw error.inside(name)
        }
    }
}
