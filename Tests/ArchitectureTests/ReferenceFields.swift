import PagerModel
import PagerWire

/// The lists of fields in the reference. A record that several places share is described once.
enum ReferenceFields {
    /// The side that sends the fields.
    enum Sender {
        case client, daemon
    }

    /// Returns a line for each field, and lines for the fields inside of a type without a link.
    static func list(_ fields: [SchemaField], from sender: Sender) -> String {
        let (shared, own) = ReferenceShared.split(fields)
        return (own.flatMap { lines($0, from: sender) } + shared.map { "- \($0)" })
            .joined(separator: "\n")
    }

    /// Returns a list of the parameters of a shared group itself.
    static func whole(_ group: [SchemaField]) -> String {
        group.flatMap { lines($0, from: .client) }.joined(separator: "\n")
    }

    private static func lines(
        _ field: SchemaField, from sender: Sender, inside outer: String = ""
    ) -> [String] {
        if field.presence == .rest { return ["- further members: \(field.doc)"] }
        let name = outer + field.name
        let notes = [type(field.schema)] + notes(field, from: sender)
        return ["- `\(name)` *\(notes.joined(separator: ", "))*: \(field.doc)"]
            + inner(field.schema, of: name, from: sender)
    }

    /// Returns lines for the fields of a type that is too large for one line.
    private static func inner(_ schema: Schema, of name: String, from sender: Sender) -> [String] {
        guard let members = members(schema), record(members) == nil, !isSmall(members) else {
            return []
        }
        return members.flatMap { lines($0, from: sender, inside: name + suffix(schema) + ".") }
    }

    private static func notes(_ field: SchemaField, from sender: Sender) -> [String] {
        switch (field.presence, sender) {
        case (.required, .client): ["required"]
        case (.nullable, .client): ["or null, required"]
        case (.nullable, .daemon): ["or null"]
        case (.optional, .daemon): ["optional"]
        case (.defaulted, .client):
            field.standard.map { ["default \($0 == "" ? "empty" : "`\($0.json)`")"] } ?? []
        default: []
        }
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
        case .enumeration(let names):
            enumerations.first { $0.schema == schema }.map { link($0.name, to: $0.anchor) }
                ?? names.map { "`\($0)`" }.joined(separator: ", ")
        case .booleanOr(let names):
            (["true", "false"] + names.map { "\"\($0)\"" }).map { "`\($0)`" }
                .joined(separator: ", ")
        case .array(let element): "array of \(type(element))"
        case .object(let fields):
            record(fields).map { link($0) } ?? (isSmall(fields) ? inline(fields) : "object")
        }
    }

    /// The records that several places share, each with its sender.
    static let records: [(name: String, fields: [SchemaField], sender: Sender)] = [
        ("window record", WindowRecord.declaration, .daemon),
        ("controller record", ControllerRecord.declaration, .daemon),
        ("view record", ViewRecord.declaration, .daemon),
        ("transition record", TransitionRecord.declaration, .daemon),
        ("screen record", ScreenRecord.declaration, .client),
        ("view change", AlongsideView.declaration, .client),
        ("transition style", TransitionStyle.declaration, .client),
        ("tracks", Tracks.declaration, .client), ("track", Track.declaration, .client),
        ("keyframe", Keyframe.declaration, .client),
        ("reaction step", ReactionStep.declaration, .client),
        ("data source", PageSource.declaration, .client),
        ("page request", PageRequest.declaration, .daemon),
        ("size", Size.declaration, .client),
        ("frame", Frame.declaration, .client),
        ("insets", Insets.declaration, .client),
        ("transform", AffineTransform.declaration, .client),
    ]

    /// Returns the name of the record with these fields, or nil.
    static func record(_ fields: [SchemaField]) -> String? {
        records.first { $0.fields.map(\.name) == fields.map(\.name) }?.name
    }

    static func link(_ record: String, to anchor: String? = nil) -> String {
        "[\(record)](#\((anchor ?? record).replacing(" ", with: "-")))"
    }

    /// Long enumerations that several places share, each with the section that lists its values.
    private static let enumerations: [(name: String, schema: Schema, anchor: String)] = [
        ("grant", Grant.schema, "permissions"),
        ("presentation style", PresentationStyle.schema, "values"),
        ("display mode", SplitDisplayMode.schema, "values"),
        ("animation option", .enumeration(TransitionOptions.names.map(\.name)), "values"),
        ("autoresizing flag", .enumeration(Autoresizing.names.map(\.name)), "values"),
    ]

    /// The values of the enumerations that no other section lists.
    static var values: String {
        enumerations.filter { $0.anchor == "values" }.map { name, schema, _ in
            guard case .enumeration(let names) = schema else { return "" }
            return "- \(name): \(names.map { "`\($0)`" }.joined(separator: ", "))"
        }
        .joined(separator: "\n")
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
