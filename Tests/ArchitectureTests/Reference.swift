import PagerModel
import PagerServer
import PagerWire

/// docs/reference/PROTOCOL.md, generated from the declarations.
enum Reference {
    static func text() -> String {
        ([ReferencePreamble.text] + methods() + records() + kinds() + [ReferenceReactions.text]
            + events() + [errors(), limits()])
            .joined(separator: "\n\n") + "\n"
    }

    // MARK: methods

    private static func methods() -> [String] {
        var parts = ["## Methods", ReferenceExamples.introduction]
        for group in namespaces() {
            parts.append("### \(group)")
            for type in Contract.methods where namespace(type) == group {
                parts += method(type)
            }
        }
        return parts
    }

    /// Returns the namespaces in the order of their first method.
    private static func namespaces() -> [String] {
        var groups: [String] = []
        for type in Contract.methods where !groups.contains(namespace(type)) {
            groups.append(namespace(type))
        }
        return groups
    }

    private static func namespace(_ type: any Command.Type) -> String {
        String(type.method.prefix { $0 != "." })
    }

    private static func method<C: Command>(_: C.Type) -> [String] {
        var parts = ["#### `\(C.method)`", C.summary]
        if !C.declaration.isEmpty { parts.append(parameters(C.declaration)) }
        if !C.Reply.declaration.isEmpty { parts.append(reply(C.Reply.declaration)) }
        if !C.errors.isEmpty {
            parts.append("Errors: \(C.errors.map { "`\($0.rawValue)`" }.joined(separator: ", ")).")
        }
        if let example = ReferenceExamples.text(of: C.method) { parts.append(example) }
        return parts
    }

    private static func parameters(_ fields: [SchemaField]) -> String {
        ReferenceTable.text(
            ["parameter", "type", "presence", "default", "meaning"],
            fields.flatMap { ReferenceTable.rows($0) }.map {
                [
                    code($0.name), ReferenceTable.type($0.field.schema), presence($0.field),
                    $0.field.standard.map { code($0.json) } ?? "", $0.field.doc,
                ]
            })
    }

    /// Returns the tables of the records that several results contain.
    private static func records() -> [String] {
        ["## Records"]
            + ReferenceTable.records.flatMap { name, fields in
                [
                    "### \(name)",
                    ReferenceTable.text(
                        ["member", "type", "presence", "meaning"],
                        fields.flatMap { ReferenceTable.rows($0) }.map(replyRow)),
                ]
            }
    }

    private static func reply(_ fields: [SchemaField]) -> String {
        if let record = ReferenceTable.record(fields) {
            return "The result is a \(ReferenceTable.link(record)). It may have the member "
                + "`pending`, see Replies."
        }
        return ReferenceTable.text(
            ["in the result", "type", "presence", "meaning"],
            (fields + [pending]).flatMap { ReferenceTable.rows($0) }.map(replyRow))
    }

    /// A member that every result may have.
    private static let pending = SchemaField(
        name: "pending", schema: .string, presence: .optional,
        doc: "the decision of a plugin that the command waits for, see Replies")

    private static func replyRow(_ name: String, _ field: SchemaField) -> [String] {
        [code(name), ReferenceTable.type(field.schema), replyPresence(field), field.doc]
    }

    private static func presence(_ field: SchemaField) -> String {
        switch field.presence {
        case .required: "required"
        case .nullable: "required, may be null"
        case .optional: "optional"
        case .defaulted: "default"
        case .rest: "further members"
        }
    }

    private static func replyPresence(_ field: SchemaField) -> String {
        switch field.presence {
        case .required, .defaulted: "always"
        case .nullable: "always, may be null"
        case .optional: "may be absent"
        case .rest: "further members"
        }
    }

    private static func code(_ text: String) -> String { "`\(text)`" }

    // MARK: kinds

    private static func kinds() -> [String] {
        var parts = [
            "## Kinds of controllers",
            "The options of a controller are members of the parameters of `controller.create` and "
                + "`controller.update`, and of the controller's record.",
            "### every kind",
            parameters(ControllerOptions.declaration),
        ]
        for (kind, record) in zip(Contract.kindOptions, Contract.kindMembers) {
            parts.append("### `\(kind.kind)`")
            parts.append(
                kind.fields.isEmpty ? "This kind has no further options." : parameters(kind.fields))
            if record.fields.isEmpty { continue }
            parts += ["Its record has these further members:", reply(record.fields)]
        }
        return parts
    }

    // MARK: events

    private static func events() -> [String] {
        var parts = [
            "## Events",
            "Every event has all of its fields, and also `seq`, `prev`, `revision`, `time`, "
                + "`category`, `subject` and `event`. If a request with a `client` caused the "
                + "event, it also has `cause`.",
        ]
        for category in EventWords.builtIn.categories {
            let events = EventDescription.all.filter { $0.category == category }
            guard let first = events.first else { continue }
            parts.append("### \(category)")
            parts.append("Subject: \(first.subject).")
            parts += events.flatMap { event($0) }
        }
        return parts
    }

    private static func event(_ event: EventDescription) -> [String] {
        var parts = ["#### `\(event.category).*.\(event.name)`", event.doc]
        var rows = event.fields.flatMap { field in
            let presence = field.nullable ? "always, may be null" : "always"
            let own = [
                code(field.name), ReferenceTable.type(field.schema), presence, field.doc,
            ]
            return [own] + ReferenceTable.rows(inside: field.schema, of: field.name).map(replyRow)
        }
        if let rest = event.rest { rows.append([code("*"), "object", "further members", rest]) }
        if !rows.isEmpty {
            parts.append(ReferenceTable.text(["field", "type", "presence", "meaning"], rows))
        }
        if !event.changes.isEmpty {
            let changes = event.changes.map(\.sentence).joined(separator: "; ")
            parts.append("Changes in the record of the subject: \(changes).")
        }
        return parts
    }

    // MARK: errors and limits

    private static func errors() -> String {
        "## Errors\n\n"
            + ReferenceTable.text(
                ["name", "code", "meaning"],
                ErrorName.allCases.map { [code($0.rawValue), "\($0.code)", $0.summary] })
    }

    private static func limits() -> String {
        "## Limits\n\n`server.hello` returns the limits. A refused command has changed nothing.\n\n"
            + ReferenceTable.text(
                ["limit", "value", "bounds", "effect of exceeding it"],
                Limits.all.map { limit in
                    [
                        code(limit.name),
                        Int(exactly: limit.value).map { "\($0)" } ?? "\(limit.value)",
                        limit.bounds, over(limit),
                    ]
                })
    }

    private static func over(_ limit: Limit) -> String {
        switch limit.over {
        case .refused(let name): code(name.rawValue)
        case .effect(let sentence): sentence
        }
    }
}

extension RecordChange {
    /// The description of the change for the reference.
    fileprivate var sentence: String {
        switch self {
        case .set(let member, let field): "`\(member)` becomes the field `\(field)`"
        case .select(let list, let field):
            "`index` becomes the field `\(field)`, and `selected` the name at this index of "
                + "`\(list)`; both become null if there is no such name"
        case .reselect(let list):
            "`index` becomes the index of `selected` in `\(list)`; both become null if the list "
                + "does not contain it"
        case .last(let member, let list):
            "`\(member)` becomes the last name in `\(list)`, or null if the list is empty"
        }
    }
}
