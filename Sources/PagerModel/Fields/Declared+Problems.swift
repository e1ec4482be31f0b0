extension Declared {
    /// The first error in the declaration of the fields, such as `has two fields with the name id`.
    /// Nil if the declaration is valid.
    package static var problemOfFields: String? { SchemaField.problem(in: declaration) }
}

extension SchemaField {
    fileprivate static func problem(in fields: [SchemaField]) -> String? {
        var names: Set<TextKey> = []
        for (index, field) in fields.enumerated() {
            if let problem = field.schema.problem(at: field.name) { return problem }
            if field.presence == .rest {
                if index == fields.count - 1 { continue }
                return "has the field \(quoted(fields[index + 1].name)) after the rest of the "
                    + "members, which it could never get; visit the rest last"
            }
            if Identifier(field.name) == nil {
                return
                    "has a field with the invalid name \(quoted(field.name)); a name is "
                    + "\(Identifier.form)"
            }
            if !names.insert(TextKey(field.name)).inserted {
                return "has two fields with the name \(field.name)"
            }
        }
        return nil
    }
}

extension Schema {
    /// The first error in the fields of the objects in a field.
    fileprivate func problem(at name: String) -> String? {
        switch self {
        case .array(let element), .dictionary(_, let element): element.problem(at: name)
        case .object(let fields):
            SchemaField.problem(in: fields).map { "has the field \(name), which \($0)" }
        default: nil
        }
    }
}

extension Command {
    /// The first error in the declaration. Nil if it is valid.
    package static var problemOfDeclaration: String? {
        if let problem = problemOfFields { return "the command \(method) \(problem)" }
        if let problem = Reply.problemOfFields { return "the reply of \(method) \(problem)" }
        guard !onlyReads else { return nil }
        // Without a permission, every observer and plugin could send it.
        if access == .free || access == .batch {
            return
                "the command \(method) changes the state, so its access must be a grant, such as "
                + ".grant(.select), or nil for that of its kind"
        }
        if !isRecorded {
            return
                "the command \(method) changes the state and is not recorded, so the change would "
                + "be lost at a restart"
        }
        return nil
    }
}
