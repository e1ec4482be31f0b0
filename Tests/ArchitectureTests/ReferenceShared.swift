import PagerModel

/// Groups of fields that many declarations share. The reference describes each group once.
enum ReferenceShared {
    /// The parameters of commands that may start a transition.
    static let animation = TransitionRequest.declaration

    /// The parameters of commands that return a list.
    static let range: [SchemaField] = {
        var describer = FieldDescriber()
        var range = ListRange()
        range.visit(&describer)
        return describer.fields
    }()

    /// The options that are also members of every controller's record.
    private static let options = ControllerOptions.declaration.map(\.name)

    /// Separates the shared groups, each as a line with a link, from a declaration's own fields.
    static func split(_ fields: [SchemaField]) -> (lines: [String], own: [SchemaField]) {
        var own = fields
        var lines: [String] = []
        if let found = take(animation, optional: "transition", from: &own) {
            let animated = found.first { $0.name == "animated" }
            let note = animated?.standard == false ? "; `animated` is false by default" : ""
            lines.append("the parameters of an [animation](#animation)\(note)")
        }
        if take(range, from: &own) != nil { lines.append("the parameters of a [list](#lists)") }
        if fields.contains(where: { $0.name == "next" && $0.doc.hasPrefix("`after` for the next") })
        {
            own.removeAll { $0.name == "next" }
            lines.append("`next` of a [list](#lists)")
        }
        let echoes = own.filter { options.contains($0.name) && $0.doc == "the option" }
        if !echoes.isEmpty {
            own.removeAll { echoes.contains($0) }
            lines.append("the other [options](#every-kind) of every kind")
        }
        return (lines, own)
    }

    /// Removes a group of fields, and returns them. Returns nil if a field is missing or differs in
    /// more than its default.
    private static func take(
        _ group: [SchemaField], optional: String? = nil, from fields: inout [SchemaField]
    ) -> [SchemaField]? {
        let found = fields.filter { field in
            group.contains {
                $0.name == field.name && $0.schema == field.schema && $0.doc == field.doc
            }
        }
        let needed = group.filter { $0.name != optional }.map(\.name)
        guard needed.allSatisfy({ name in found.contains { $0.name == name } }) else { return nil }
        fields.removeAll { found.contains($0) }
        return found
    }
}
