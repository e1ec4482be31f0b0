internal import PagerModel

/// The options of controllers that are declared.
enum OptionFields {
    /// Those of every controller, then those of each kind.
    static let groups: [(title: String, mark: String, fields: [SchemaField])] =
        [("OPTIONS of every controller", "", ControllerOptions.declaration)]
        + Kinds.all.map {
            ("OPTIONS of the kind \($0.name)", "\($0.name): ", $0.options.declaration)
        }

    static func named(_ name: String) -> SchemaField? {
        groups.lazy.flatMap(\.fields).first { $0.name == name }
    }

    /// Whether only some kinds have it.
    static func isOfKind(_ field: SchemaField) -> Bool {
        groups.dropFirst().contains { $0.fields.contains(field) }
    }

    /// What a kind that is built in does not have, or has in another form.
    ///
    /// - Throws: `invalidParams` with the option as its path.
    static func check(_ command: ControllerCreate) throws(CommandError) {
        guard let kind = Kinds.named(command.kind) else { return }
        try check(command.options, kind.options)
    }

    private static func check<Own: Fields>(
        _ members: [Value.Member], _: Own.Type
    ) throws(CommandError) {
        var decoder = FieldDecoder(members)
        var general = ControllerOptions()
        try general.visit(&decoder)
        var own = Own()
        try own.visit(&decoder)
        try decoder.finish()
    }
}
