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
        values: Vocabulary.methods.map { $0.method }, hasAddedValues: true,
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
        for group in Vocabulary.groups {
            lines += ["", group.title]
            for verb in group.verbs { lines.append(row(verb.name, verb.summary)) }
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
