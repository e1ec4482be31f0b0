import PagerModel
import PagerServer
import PagerWire

/// docs/reference/PROTOCOL.md, generated from the declarations.
enum Reference {
    static func text() -> String {
        ([ReferencePreamble.text] + methods() + records() + kinds() + [ReferenceReactions.text]
            + events() + [ReferencePermissions.text, errors(), limits()])
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
        if !C.declaration.isEmpty {
            parts.append(ReferenceFields.list(C.declaration, from: .client))
        }
        if !C.Reply.declaration.isEmpty { parts += result(C.Reply.declaration) }
        if !C.errors.isEmpty {
            parts.append("Errors: \(C.errors.map { "`\($0.rawValue)`" }.joined(separator: ", ")).")
        }
        if let example = ReferenceExamples.text(of: C.method) { parts.append(example) }
        return parts
    }

    private static func result(_ fields: [SchemaField]) -> [String] {
        if let record = ReferenceFields.record(fields) {
            return ["Result: a \(ReferenceFields.link(record))."]
        }
        if fields == TransitionReply.declaration {
            return ["Result: the `transition` that began, or null."]
        }
        return ["Result:", ReferenceFields.list(fields, from: .daemon)]
    }

    /// Returns the records that several declarations share.
    private static func records() -> [String] {
        ["## Records"]
            + ReferenceFields.records.flatMap {
                ["### \($0.name)", ReferenceFields.list($0.fields, from: $0.sender)]
            }
            + ["### values", ReferenceFields.values]
    }

    private static func code(_ text: String) -> String { "`\(text)`" }

    // MARK: kinds

    private static func kinds() -> [String] {
        var parts = [
            "## Kinds of controllers",
            "Options are parameters of `controller.create` and `controller.update`, and members of "
                + "the controller's record.",
            "### every kind",
            ReferenceFields.list(ControllerOptions.declaration, from: .client),
        ]
        for (kind, record) in zip(Contract.kindOptions, Contract.kindMembers) {
            parts.append("### `\(kind.kind)`")
            parts.append(
                kind.fields.isEmpty
                    ? "No further options." : ReferenceFields.list(kind.fields, from: .client))
            if record.fields.isEmpty { continue }
            parts += [
                "Further members of its record:",
                ReferenceFields.list(record.fields, from: .daemon),
            ]
        }
        return parts
    }

    // MARK: events

    private static func events() -> [String] {
        var parts = [
            "## Events",
            "Every event has all of its fields, and also `seq`, `prev`, `revision`, `time`, "
                + "`category`, `subject`, `event` and, if a request with a `client` caused it, "
                + "`cause`. *Sets* lists what a mirror changes in the subject's record.",
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
        var fields = event.fields.map {
            SchemaField(
                name: $0.name, schema: $0.schema, presence: $0.nullable ? .nullable : .required,
                doc: $0.doc)
        }
        if let rest = event.rest {
            fields.append(SchemaField(name: "", schema: .members, presence: .rest, doc: rest))
        }
        if !fields.isEmpty { parts.append(ReferenceFields.list(fields, from: .daemon)) }
        if !event.changes.isEmpty {
            parts.append("Sets \(event.changes.map(\.sentence).joined(separator: "; ")).")
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
        "## Limits\n\n`server.hello` returns them. An error refuses the command.\n\n"
            + ReferenceTable.text(
                ["limit", "value", "bounds", "beyond it"],
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
    /// The change in the reference's words.
    fileprivate var sentence: String {
        switch self {
        case .set(let member, let field) where member == field: "`\(member)`"
        case .set(let member, let field): "`\(member)` to `\(field)`"
        case .select(let list, let field):
            "`index`\(field == "index" ? "" : " to `\(field)`"), and `selected` to that name in "
                + "`\(list)`, or both to null"
        case .reselect(let list):
            "`index` to that of `selected` in `\(list)`, or both to null"
        case .last(let member, let list): "`\(member)` to the last of `\(list)`, or null"
        }
    }
}
