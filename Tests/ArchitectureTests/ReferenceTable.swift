import PagerModel

/// The tables of the reference.
enum ReferenceTable {
    static func text(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { line($0) }.joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String {
        "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
    }

    /// Returns a row for a field and, if its type is too large for a cell, rows for the fields
    /// inside.
    static func rows(
        _ field: SchemaField, inside outer: String = ""
    ) -> [(name: String, field: SchemaField)] {
        let name = outer + (field.presence == .rest ? "*" : field.name)
        let row = (name: name, field: field)
        // The options of controllers have their own table.
        return field.presence == .rest ? [row] : [row] + rows(inside: field.schema, of: name)
    }

    /// Returns rows for the fields of a type that is too large for a cell.
    static func rows(inside schema: Schema, of name: String) -> [(name: String, field: SchemaField)]
    {
        guard let members = members(schema), !isSmall(members), record(members) == nil else {
            return []
        }
        return members.flatMap { rows($0, inside: name + suffix(schema) + ".") }
    }

    /// Returns a short description of a type.
    static func type(_ schema: Schema) -> String {
        switch schema {
        case .any: "any JSON"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .identifier: "id"
        case .transition: "transition id"
        case .dictionary(_, let element): "object of \(type(element))"
        case .members: "object"
        case .enumeration(let names): names.map { "`\($0)`" }.joined(separator: ", ")
        case .booleanOr(let names):
            (["true", "false"] + names.map { "\"\($0)\"" }).map { "`\($0)`" }
                .joined(separator: ", ")
        case .array(let element): "array of \(type(element))"
        case .object(let fields):
            record(fields).map(link) ?? (isSmall(fields) ? inline(fields) : "object")
        }
    }

    /// The records that several results contain. Each has a table of its own.
    static let records: [(name: String, fields: [SchemaField])] = [
        ("window record", WindowRecord.declaration),
        ("controller record", ControllerRecord.declaration),
        ("view record", ViewRecord.declaration),
        ("transition record", TransitionRecord.declaration),
    ]

    /// Returns the name of the record with these fields, or nil.
    static func record(_ fields: [SchemaField]) -> String? {
        records.first { $0.fields.map(\.name) == fields.map(\.name) }?.name
    }

    /// Returns a link to the table of a record.
    static func link(_ record: String) -> String {
        "[\(record)](#\(record.replacing(" ", with: "-")))"
    }

    private static func inline(_ fields: [SchemaField]) -> String {
        "{\(fields.map { "\($0.name): \(type($0.schema))" }.joined(separator: ", "))}"
    }

    private static func isSmall(_ fields: [SchemaField]) -> Bool {
        fields.count <= 4
            && fields.allSatisfy {
                switch $0.schema {
                case .boolean, .integer, .number, .string, .identifier: $0.presence != .rest
                default: false
                }
            }
    }

    private static func members(_ schema: Schema) -> [SchemaField]? {
        switch schema {
        case .object(let fields): fields
        case .array(let element): members(element)
        default: nil
        }
    }

    private static func suffix(_ schema: Schema) -> String {
        if case .array(let element) = schema { "[]" + suffix(element) } else { "" }
    }
}
