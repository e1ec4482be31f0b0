extension KindDeclaration {
    /// The first error in the kind's event declarations. Nil if they are valid.
    package static var problemOfEvents: String? {
        if events.isEmpty { return nil }
        let kind = name.description
        var names: Set<TextKey> = []
        let events = DeclaredEvents([Self.self])
        for event in events.ofKinds {
            let name = event.name.description
            let position = "the event \(quoted(name)) of the kind \(kind)"
            if Identifier(name) == nil {
                return "\(position) has an invalid name; a name is \(Identifier.form)"
            }
            if !names.insert(TextKey(name)).inserted { return "\(position) is declared twice" }
            if let problem = event.problemOfFields(among: events) {
                return "\(position) \(problem)"
            }
        }
        for type in Self.events where type.declaration.contains(where: { $0.presence == .rest }) {
            return
                "the event \(quoted(type.name.description)) of the kind \(kind) has `rest`, which "
                + "events cannot store"
        }
        return nil
    }
}

extension DeclaredEvent {
    /// The names of the members that every event has in addition to its own fields.
    package static let envelope: Set<TextKey> = [
        "seq", "prev", "revision", "time", "category", "subject", "event", "cause",
    ]

    /// The first error in the fields of the event, or in the changes that name them.
    package func problemOfFields(among events: DeclaredEvents) -> String? {
        let words = fields.reduce(0) { $0 + $1.form.words }
        guard words <= EventRecord.mostWords else {
            return
                "has fields of \(words) words; at most \(EventRecord.mostWords) are possible, "
                + "one of which can be a value with members of its own"
        }
        let fields = EventDescription(self, among: events).fields.map(\.name)
        var names = Self.envelope
        for field in fields {
            if Identifier(field) == nil {
                return "has a field with the invalid name \(quoted(field))"
            }
            if !names.insert(TextKey(field)).inserted {
                return "has two fields with the name \(field)"
            }
        }
        let own = Set<TextKey>(fields.map { TextKey($0) })
        for field in changes.flatMap(\.fields) where !own.contains(TextKey(field)) {
            return "changes a record with the field \(quoted(field)), which it does not have"
        }
        return nil
    }
}
