internal import PagerModel
internal import PagerWire

/// The help texts of pagerctl.
enum Help {
    static let short = """
        usage: pagerctl SUBCOMMAND [ARGUMENT...] [OPTION...]
        pagerctl --help lists the subcommands, pagerctl help SUBCOMMAND describes one
        """

    static let verb = Verb(
        name: "help", summary: "Describes a subcommand.",
        arguments: "[SUBCOMMAND|KIND|options|styles|format]", count: 0...1,
        values: { Vocabulary.methods.map { $0.method } }, hasAddedValues: true,
        run: { (options, arguments) throws(Failure) in try run(options, arguments.words.first) })

    private static func run(_ options: GlobalOptions, _ word: String?) throws(Failure) -> Int32 {
        guard let word else {
            Terminal.print(own: overview)
            return 0
        }
        if let synonym = Synonym.named(word) {
            Terminal.print(own: "\(word) means \(synonym.meaning)")
            guard synonym.subcommand != GlobalOptions.version else { return 0 }
            Terminal.print("")
            return try run(options, synonym.subcommand)
        }
        if let verb = Vocabulary.verb(word) {
            Terminal.print(own: text(of: verb))
        } else if let type = Vocabulary.method(word) {
            Terminal.print(own: text(of: CommandForm(type)))
        } else if let topic = HelpTopic.text(word) {
            Terminal.print(own: topic)
        } else if word.contains(".") {
            Terminal.print(foreign: text(of: try Invocation.command(word, options)))
        } else if let topic = try HelpTopic.text(word, of: try AddedKinds(options)) {
            Terminal.print(foreign: topic)
        } else {
            throw Invocation.unknown(word, [])
        }
        return 0
    }

    static var overview: String {
        var lines = [
            "Controls pagerd and shows its state.", "",
            "usage: pagerctl SUBCOMMAND [ARGUMENT...] [OPTION...]",
        ]
        var told: TextSet = []
        lines += ["", "WALLS AND TALKS"]
        for word in Vocabulary.common {
            if let verb = Vocabulary.verb(word) { lines.append(row(verb.name, verb.summary)) }
            if let type = Vocabulary.method(word) { lines.append(row(type)) }
            told.insert(Vocabulary.method(word)?.method ?? word)
        }
        for group in Vocabulary.groups {
            lines += ["", group.title]
            for verb in group.verbs where !told.contains(verb.name) {
                lines.append(row(verb.name, verb.summary))
            }
            for type in group.methods where !told.contains(type.method) {
                told.insert(type.method)
                lines.append(row(type))
            }
        }
        lines += ["", "WORDS OF OTHER PROGRAMS"]
        for synonym in Synonym.all { lines.append(row(synonym.word, synonym.meaning)) }
        lines += ["", "OPTIONS, before or after the subcommand"]
        for option in GlobalOptions.valued + GlobalOptions.plain {
            lines.append(row(option.title, option.doc))
        }
        lines += [
            "",
            "A name in brackets is a short form. Required fields need no --NAME: `swipe left`,",
            "`push detail`. A number is an index, from 0: `select 3` selects the fourth page. Other",
            "text is an id: `select home`. If a number is also an id, use `--index 3` or `--page 3`.",
            "Lists: `a,b,c`, or several words; sizes: 390x844; objects: JSON.",
            "",
            "`pagerctl help options` lists the options of controllers, `pagerctl help styles` the",
            "styles of transitions and presentations. `pagerctl help pager` describes a kind.",
            "", "EXIT STATUS",
        ]
        for status in Failure.statuses { lines.append(row("\(status.number)", status.meaning)) }
        return lines.joined(separator: "\n")
    }

    private static func row(_ type: any Command.Type) -> String {
        let alias = Vocabulary.alias(of: type.method).map { " [\($0)]" } ?? ""
        return row(type.method + alias, type.summary)
    }

    static func row(_ name: String, _ text: String) -> String {
        "  \(Report.pad(name, 40))  \(text)"
    }

    static func text(of verb: Verb) -> String {
        let rows = verb.forms.map { row($0.0, $0.1) } + verb.options.map { row($0.title, $0.doc) }
        var parts = ["\(verb.summary)\n\n\(verb.usage)"]
        if !rows.isEmpty { parts.append(rows.joined(separator: "\n")) }
        if !verb.notes.isEmpty { parts.append(verb.notes) }
        return parts.joined(separator: "\n\n")
    }

    static func text(of form: CommandForm) -> String {
        var lines = [form.summary, "", Usage.line(of: form)]
        if form.type != nil, let alias = Vocabulary.alias(of: form.method) {
            lines.append("short form: pagerctl \(alias) ...")
        }
        let fields = form.fields
        if !fields.isEmpty { lines += ["", "FIELDS"] }
        for field in fields { lines.append(row(field)) }
        if fields.contains(where: { $0.presence == .rest }) {
            for group in OptionFields.groups where !group.fields.isEmpty {
                lines += ["", group.title]
                for field in group.fields { lines.append(row(field)) }
            }
            lines += ["", "Added kinds may have others; --NAME VALUE accepts any."]
        }
        if form.type == Batch.self {
            lines += [
                "", "STANDARD INPUT",
                row("-", "read the commands from standard input, one a line"),
                "",
                "A line is a command such as `select home --no-animated`, or JSON,",
                "{\"method\":M,\"params\":P}. # begins a comment. One JSON list of commands is",
                "accepted, too.",
            ]
        }
        if form.startsTransition {
            lines += [
                "", "WHEN IT RETURNS",
                row(
                    TransitionWait.flag,
                    "return when a plugin has decided and the transition has ended"),
                row(
                    CommandFlags.exitCode,
                    "exit with status 4 if nothing moved, as at the last page"),
            ]
        }
        if let slot = Usage.optionalSlot(of: fields, for: "0"), slot.name == "index",
            let other = Usage.optionalSlot(of: fields, for: "x")
        {
            lines += [
                "",
                "A number without a name is an index, from 0; another word is the \(other.name)'s id.",
                "If a number is also an id, use --index or --\(other.name).",
            ]
        }
        if !form.answer.isEmpty { lines += ["", "RESULT"] + form.answer.map { row($0) } }
        if !form.errors.isEmpty { lines += ["", "ERRORS"] }
        for error in form.errors { lines.append(row(error.name, error.summary)) }
        if form.type == TransitionStyles.self { lines += ["", HelpTopic.styles] }
        return lines.joined(separator: "\n")
    }

    static func row(_ field: SchemaField) -> String {
        var words = [field.doc]
        switch field.presence {
        case .required: words.append("(required)")
        case .nullable: words.append("(required, or null)")
        case .optional, .rest: break
        case .defaulted:
            if let standard = field.standard { words.append("(default \(Cell.text(standard)))") }
        }
        switch field.schema {
        case .enumeration(let names): words.append("[\(names.joined(separator: " "))]")
        case .booleanOr(let names):
            words.append("[true false \(names.joined(separator: " "))]")
        default: break
        }
        return row(field.name, words.joined(separator: " "))
    }
}

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

/// Functions that derive a command's positional arguments and usage line from its declaration.
enum Usage {
    /// Returns those of a command's fields that are required. On the command line, positional
    /// arguments set these fields.
    static func slots(of fields: [SchemaField]) -> [SchemaField] {
        fields.filter { $0.presence == .required || $0.presence == .nullable }
    }

    /// Returns the field that a positional argument sets, for a command without required fields.
    /// Returns nil if there is no such field.
    ///
    /// If the command has the field `index`, a number sets this field. Any other word then sets the
    /// first id field that is declared after `index`. If the command has no field `index`, the
    /// argument sets the first optional field that is not a boolean.
    static func optionalSlot(of fields: [SchemaField], for text: String) -> SchemaField? {
        guard slots(of: fields).isEmpty else { return nil }
        guard let index = fields.firstIndex(where: { $0.name == "index" }) else {
            return fields.first { $0.presence == .optional && $0.schema != .boolean }
        }
        // `02` and `+1` are not numbers of pages that anybody would print.
        if let number = Int(text), "\(number)" == text { return fields[index] }
        return fields[(index + 1)...].first { $0.schema == .identifier }
    }

    /// Returns the usage line: `usage: pagerctl pager.swipe DIRECTION [--id ID] [--[no-]animated]
    /// ...`
    static func line(of form: CommandForm) -> String {
        let fields = form.fields
        var words = ["usage: pagerctl", form.method]
        words += slots(of: fields).map { slot in
            if case .array = slot.schema { return slot.name.uppercased() + "..." }
            return slot.name.uppercased()
        }
        if slots(of: fields).isEmpty {
            if let slot = optionalSlot(of: fields, for: "0") {
                let other = optionalSlot(of: fields, for: "x").map(\.name) ?? slot.name
                let names = slot.name == other ? [other] : [slot.name, other]
                words.append("[\(names.map { $0.uppercased() }.joined(separator: "|"))]")
            }
        }
        for field in fields where field.presence == .optional || field.presence == .defaulted {
            words.append("[\(option(field))]")
        }
        if form.startsTransition {
            words.append("[\(TransitionWait.flag)] [\(CommandFlags.exitCode)]")
        }
        if fields.contains(where: { $0.presence == .rest }) { words.append("[--OPTION VALUE]...") }
        return words.joined(separator: " ")
    }

    /// Returns the second part of an error in the arguments of a command.
    static func hint(for form: CommandForm) -> String {
        line(of: form) + "\nsee pagerctl help \(form.method)"
    }

    static func option(_ field: SchemaField) -> String {
        field.schema == .boolean
            ? "--[no-]\(field.name)" : "--\(field.name) \(placeholder(field.schema))"
    }

    private static func placeholder(_ schema: Schema) -> String {
        switch schema {
        case .any: "JSON"
        case .boolean: "true|false"
        case .integer: "N"
        case .number: "NUMBER"
        case .string: "TEXT"
        case .identifier: "ID"
        case .transition: "T"
        case .enumeration(let names): names.count > 5 ? "NAME" : names.joined(separator: "|")
        case .booleanOr(let names): (["true", "false"] + names).joined(separator: "|")
        case .array(let element): "\(placeholder(element)),..."
        case .object(let fields):
            fields.map(\.name) == ["width", "height"] ? "WxH" : "JSON"
        case .dictionary, .members: "JSON"
        }
    }
}
