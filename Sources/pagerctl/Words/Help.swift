internal import PagerModel
internal import PagerWire

/// The help texts of pagerctl.
enum Help {
    static let short = """
        usage: pagerctl SUBCOMMAND [ARGUMENT...] [OPTION...]
        pagerctl --help lists the subcommands, pagerctl help SUBCOMMAND describes one
        """

    /// Prints the overview of pagerctl, or the help of a subcommand, a method or a help topic.
    static func run(_ options: GlobalOptions, _ arguments: [String]) throws(Failure) -> Int32 {
        guard let word = arguments.first else {
            Terminal.print(own: overview)
            return 0
        }
        if let verb = Vocabulary.Verb(rawValue: word) {
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
            throw Invocation.unknown(word)
        }
        return 0
    }

    private struct Group {
        let title: String
        let verbs: [Vocabulary.Verb]
        let families: [String]
        var methods: [String] = []
    }

    private static let groups: [Group] = [
        Group(
            title: "SHOW the state", verbs: [.status, .watch, .screens, .list], families: [],
            methods: [
                "controller.tree", "controller.list", "controller.get", "window.list",
                "window.get", "view.get", "modal.get", "transition.list", "transition.get",
                "transition.styles", "screen.list", "state.snapshot",
            ]),
        Group(
            title: "CONTROL what is shown", verbs: [.alarm],
            families: Kinds.all.filter { !$0.commands.isEmpty }.map { $0.name.description }
                + ["modal", "transition"]),
        Group(title: "OBSERVE what happens", verbs: [.subscribe, .wait], families: ["events"]),
        Group(
            title: "BUILD windows, controllers and views", verbs: [],
            families: ["window", "controller", "view"]),
        Group(
            title: "BOOKS, files that describe the state", verbs: [.apply, .diff, .dump],
            families: []),
        Group(title: "PLUGINS in other processes", verbs: [.plugin], families: ["plugin"]),
        Group(title: "TEST container code", verbs: [.check], families: ["clock"]),
        Group(
            title: "SERVER and shell", verbs: [.doctor, .raw, .keys, .completions, .help],
            families: ["server", "batch", "state", "screen"]),
    ]

    static var overview: String {
        var lines = [
            "Controls pagerd and shows its state.", "",
            "usage: pagerctl SUBCOMMAND [ARGUMENT...] [OPTION...]",
        ]
        var told: TextSet = []
        for group in groups {
            lines += ["", group.title]
            for verb in group.verbs { lines.append(row(verb.rawValue, verb.summary)) }
            for type in Vocabulary.methods where !told.contains(type.method) {
                let family = String(type.method.prefix { $0 != "." })
                let isShown = groups[0].methods.contains(type.method)
                guard
                    group.methods.contains(type.method)
                        || (!isShown && group.families.contains(family))
                else { continue }
                told.insert(type.method)
                lines.append(row(type))
            }
        }
        lines += ["", "OPTIONS, before or after the subcommand"]
        for option in GlobalOptions.valued {
            lines.append(row("\(option.flag) \(option.value)", option.doc))
        }
        for option in GlobalOptions.plain { lines.append(row(option.flag, option.doc)) }
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

    static func text(of verb: Vocabulary.Verb) -> String {
        var lines = [verb.summary, "", "usage: pagerctl \(verb.usage)", ""]
        switch verb {
        case .subscribe:
            lines += [
                "TOPIC is a category, a category and a subject, or another prefix of a topic.",
                "Without it, all events are printed: as text on a terminal, otherwise as JSON lines,",
                "byte for byte as published. Gaps are filled by replay and reported on standard",
                "error.", "",
                row("-n N, --count N", "end after N events"),
                row("--until EVENT", "end after an event with this name or complete topic"),
                row("--snapshot", "first print the present state, then only later events"),
            ]
        case .wait:
            lines += [
                "EVENT is the name of an event, TOPIC a complete topic or its beginning.",
                "Without --timeout there is no time limit. After a timeout the status is 1.", "",
                row(
                    "--since SEQ",
                    "also accept an earlier event after this seq, such as that of a reply"), "",
                "To wait for the end of a command's own transition: pagerctl next --wait.",
            ]
        case .check:
            lines += [
                row("--trace", "print each step of `when` and the callbacks compared"),
                row("--pagerd PATH", "the daemon to run; default: pagerd beside pagerctl"), "",
                CheckFile.help,
            ]
        case .plugin:
            lines += [
                row(
                    "--kind KIND", "the plugin hosts pages of this kind; repeat it for several"),
                "",
                "PROGRAM runs as long as the plugin does. On its standard input it reads a line",
                "for each event of its pages, `EVENT ID`, such as `viewWillAppear home`. Its output",
                "is sent to the daemon, line by line:", "",
                row("content ID TEXT", "the content of the page; \\n in TEXT is a line break"),
                row("content ID JSON", "an object: {\"type\":MIME,\"body\":TEXT}"),
                row("{\"method\":M,\"params\":P}", "a request; errors go to standard error"),
                "",
                "A page that is already shown is reported as if it appeared now.",
                "The command ends with the program and has the same exit status.",
            ]
        case .apply:
            lines += [
                "Controllers in both the book and the state are kept, and so is the shown page.",
                "Controllers that the book does not name are destroyed. pagerd executes all of the",
                "commands or none. docs/reference/BOOKS.md describes books.", "",
                row("--watch", "apply the book again whenever one of its files changes"),
                row("-", "read the book from standard input"),
                row("--dry-run", "print the commands instead of sending them"),
                row("--allow FOLDER", "also allow paths and links into this folder"), "",
                "pagerctl help options and help styles list the options in a book.",
            ]
        case .diff:
            lines += [
                "Prints one command a line, as for pagerctl or as JSON, and sends none.", "",
                row("-", "read the book from standard input"),
                row("--exit-code", "exit with status 4 if there are differences"),
                row("--allow FOLDER", "also allow paths and links into this folder"),
            ]
        case .watch:
            lines += [
                "Left and right turn the pages of the pager at the cursor, or of the first one on",
                "screen. Up and down move the cursor, Enter shows the controller at the cursor.",
                "p pauses and resumes, f filters the events, q quits.",
            ]
        case .dump:
            lines += [
                "The book contains the ids of all objects, so applying it changes nothing.",
                "A comment at its beginning lists what it cannot describe, such as transitions.",
            ]
        case .alarm:
            lines += [
                "Pagers below the alarm stop their autoAdvance. A page change that is running",
                "completes below the alarm. Another alarm replaces the first one.",
                "`alarm off` ends the alarms of all windows, or of one.", "",
                row("--window WINDOW", "the window, if there are several"),
                row("--all", "all windows"),
                row("--for SECONDS", "end the alarm after this many seconds"),
            ]
        case .screens:
            lines += [
                "Each pagerview that follows the daemon reports its browsers. A screen has the name",
                "that its address gives it: http://wall:8000/?name=Hall. The latest error of its",
                "scripts is printed to standard error.",
            ]
        case .doctor:
            lines += [
                "It checks the folders, each daemon that runs there (or one with --name or",
                "--command), its events, journal and file descriptors, and the machine.", "",
                "The status is 0 without a problem, else 1. JSON output has a member `healthy`.",
            ]
        case .keys:
            lines += [
                row("new FILE", "create a secret key in FILE and its public key in FILE.pub"),
                row("show FILE", "print the public key of the secret key in FILE"),
                row("allow LIST ROLE KEY", "add a client's public key to the list in LIST"), "",
                "ROLE is observe, drive or administer; KEY is the key, a file with it, or",
                "uid:NUMBER for a user of this machine. docs/SECURITY.md has the details.",
            ]
        case .completions:
            lines += [
                "The scripts complete subcommands, options and the ids of the running daemon.", "",
                row("added [METHOD]", "completions of the daemon's added kinds, for the scripts"),
            ]
        case .status, .list, .raw, .help: break
        }
        return lines.joined(separator: "\n")
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
