internal import PagerModel
internal import PagerWire

/// The help topics other than subcommands: options of controllers, kinds, styles and the line
/// format.
enum HelpTopic {
    /// Returns the help text of a topic, or nil if there is no such topic.
    static func text(_ word: String) -> String? {
        switch word {
        case "options": options(OptionFields.groups)
        case "format": format
        default: kind(word)
        }
    }

    private static let format = """
        --format TEXT prints a line for each record: each window's controllers on screen (status),
        each record of a list, each event (subscribe), else the reply. {NAME} is a member of the
        record, {NAME.NAME} one of an object in it; {{ and }} are braces. A member that is null or
        missing is printed as -. A member that no record has is an error, except in subscribe.

          pagerctl status --format '{window}: {title}'
          pagerctl controller.list --format '{id} {kind}'
          pagerctl subscribe pager. --format '{time} {subject} {event}'
        """

    private static func options(
        _ groups: [(title: String, mark: String, fields: [SchemaField])]
    ) -> String {
        var lines = [
            "Options of controllers: --NAME VALUE of create and update, members of a controller in a",
            "book.",
        ]
        for group in groups where !group.fields.isEmpty {
            lines += ["", group.title] + group.fields.map { Help.row($0) }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the help text of a built-in controller kind, or nil if there is none with this name.
    private static func kind(_ name: String) -> String? {
        guard Kinds.named(name) != nil else { return nil }
        let mark = "\(name): "
        let groups = OptionFields.groups.filter { $0.mark.isEmpty || $0.mark == mark }
        return kind(name, groups, Vocabulary.methods.map { ($0.method, $0.summary) })
    }

    /// Returns the help text of a controller kind of the daemon, or nil if the daemon does not have
    /// the kind.
    static func text(_ name: String, of added: AddedKinds) throws(Failure) -> String? {
        guard let own = try added.options(of: name) else { return nil }
        let groups = OptionFields.groups.prefix(1) + [("OPTIONS of the kind \(name)", "", own)]
        return kind(name, Array(groups), try added.commands().map { ($0.method, $0.summary) })
    }

    /// Returns the help text of a controller kind: the given options, and the commands in the
    /// kind's category.
    private static func kind(
        _ name: String, _ groups: [(title: String, mark: String, fields: [SchemaField])],
        _ commands: [(method: String, summary: String)]
    ) -> String {
        let own = commands.filter { $0.method.hasPrefix("\(name).") }
        guard !own.isEmpty else { return options(groups) }
        return options(groups) + "\n\nCOMMANDS\n"
            + own.map { Help.row($0.method, $0.summary) }.joined(separator: "\n")
    }

    /// The help text of the built-in transition styles and of the styles of presentations.
    static var styles: String {
        var lines = [
            "STYLES of transitions, for `transition` of a pager, --transition and",
            "modalTransitionStyle; transition.define adds others", "",
        ]
        for style in TransitionStyle.builtIn {
            let seconds = Value.number(style.duration).json
            lines.append(Help.row(style.name, "\(seconds) s, \(style.curve.rawValue)"))
        }
        lines += [
            "", "STYLES of presentations, for modalPresentationStyle and --style of modal.present",
            "",
        ]
        for style in PresentationStyle.allCases {
            lines.append(Help.row(style.rawValue, presentation(style)))
        }
        return lines.joined(separator: "\n")
    }

    private static func presentation(_ style: PresentationStyle) -> String {
        if style.resolved != style { return "the same as \(style.resolved.rawValue)" }
        let presenter =
            style.isInContext ? "the nearest controller that defines a context" : "the root"
        let view = style.removesPresentersView ? "; removes the presenter's view" : ""
        return "presented by \(presenter)\(view)" + (style.isSheet ? "; a sheet" : "")
    }
}
