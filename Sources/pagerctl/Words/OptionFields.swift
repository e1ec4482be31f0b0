internal import PagerModel

/// The declared options of controllers.
enum OptionFields {
    /// The groups of options: first the options that every controller has, then the options of each
    /// controller kind. In completions, each description of an option begins with the `mark` of the
    /// option's group, such as `pager: `.
    static let groups: [(title: String, mark: String, fields: [SchemaField])] =
        [("OPTIONS of every controller", "", ControllerOptions.declaration)]
        + Kinds.all.map {
            ("OPTIONS of the kind \($0.name)", "\($0.name): ", $0.options.declaration)
        }

    static func named(_ name: String) -> SchemaField? {
        groups.lazy.flatMap(\.fields).first { $0.name == name }
    }

    /// Returns whether only some kinds of controllers have the option.
    static func isOfKind(_ field: SchemaField) -> Bool {
        groups.dropFirst().contains { $0.fields.contains(field) }
    }

    /// Checks that the options of a new controller exist for its kind and have the right types.
    /// Options of kinds that are not built-in are not checked.
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
        try general.read(from: &decoder)
        var own = Own()
        try own.read(from: &decoder)
        try decoder.finish()
    }
}
