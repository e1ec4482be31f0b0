internal import PagerClient
internal import PagerModel

/// A subcommand that does more than send one command. Its parser, help, completions and manual
/// follow from this declaration.
struct Verb: Sendable {
    let name: String
    let summary: String
    /// The positional arguments, as in the usage line.
    var arguments = ""
    /// How many positional arguments there may be.
    var count = 0...0
    var options: [VerbOption] = []
    /// What must follow `--`, as in the usage line. Nil if `--` only ends the options.
    var program: String?
    /// Rows of the help that explain arguments.
    var forms: [(String, String)] = []
    /// The last paragraphs of the help.
    var notes = ""
    /// Returns the values to complete for the first argument. A closure, because each start of
    /// pagerctl makes the list of all verbs.
    var values: @Sendable () -> [String] = { [] }
    /// Whether a running daemon with additional kinds adds `values`.
    var hasAddedValues = false
    var takesIDs = false
    /// Whether it changes nothing. A hint proposes it first.
    var onlyReads = true
    /// Whether `--format` applies to the output.
    var takesFormat = false
    let run: @Sendable (GlobalOptions, VerbArguments) throws(Failure) -> Int32

    var usage: String {
        let words = [name, arguments] + options.map(\.usage) + [program.map { "-- \($0)" } ?? ""]
        return "usage: pagerctl " + words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    func misuse(_ text: String) -> Failure { .usage(text, usage) }

    func callAsFunction(
        _ arguments: [String], _ options: GlobalOptions
    ) throws(Failure) -> Int32 {
        guard takesFormat || options.format == nil else {
            throw misuse("--format does not apply to \(name)")
        }
        return try run(options, try VerbArguments(arguments, for: self))
    }
}

/// An option of a verb.
struct VerbOption: Sendable {
    let flag: String
    var short: String?
    /// The placeholder of its value. Nil for an option without a value.
    var value: String?
    var repeats = false
    var isRequired = false
    let doc: String

    fileprivate var usage: String {
        let names = [short, flag].compactMap { $0 }
        let name = names.map { name in value.map { "\(name) \($0)" } ?? name }
            .joined(separator: "|")
        return (isRequired ? name : "[\(name)]") + (repeats ? "..." : "")
    }

    /// The option as a row of the help.
    var title: String {
        let name = value.map { "\(flag) \($0)" } ?? flag
        return short.map { "\($0), \(name)" } ?? name
    }
}

/// The arguments of a verb, separated into words and declared options.
struct VerbArguments {
    private let verb: Verb
    private(set) var words: [String] = []
    /// The words after `--`, if the verb runs a program.
    private(set) var program: [String] = []
    private var given: [(flag: String, value: String)] = []

    /// - Throws: `Failure` with exit status 64 and the usage of the verb.
    init(_ arguments: [String], for verb: Verb) throws(Failure) {
        self.verb = verb
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                if verb.program == nil { words += rest } else { program = Array(rest) }
                break
            }
            if word.hasPrefix("-"), word != "-" {
                try take(word, &rest)
            } else {
                words.append(word)
            }
        }
        if words.count > verb.count.upperBound {
            let extra = words[verb.count.upperBound]
            throw verb.misuse(
                verb.count.upperBound == 0
                    ? "\(verb.name) takes no arguments" + Hint.argument(extra)
                    : "unexpected argument \"\(extra)\"")
        }
        if words.count < verb.count.lowerBound {
            throw verb.misuse("\(verb.name) needs \(verb.arguments)")
        }
        for option in verb.options where option.isRequired && !has(option) {
            throw verb.misuse("\(verb.name) needs \(option.title)")
        }
        if let wanted = verb.program, program.isEmpty {
            throw verb.misuse("\(verb.name) needs -- \(wanted)")
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
        let name = String(word.prefix { $0 != "=" })
        guard let option = verb.options.first(where: { $0.flag == name || $0.short == name })
        else { throw noOption(name) }
        guard option.repeats || !has(option) else {
            throw verb.misuse("\(name) is given twice")
        }
        guard option.value != nil else {
            guard name == word else { throw verb.misuse("\(name) takes no value") }
            given.append((option.flag, ""))
            return
        }
        let value = name == word ? rest.popFirst() : String(word.dropFirst(name.count + 1))
        guard let value else { throw verb.misuse("\(name) needs a value") }
        given.append((option.flag, value))
    }

    private func noOption(_ name: String) -> Failure {
        let globals = GlobalOptions.flags.filter { $0 != "--format" || verb.takesFormat }
        let hint = Hint.option(name, among: verb.options.map(\.flag) + globals)
        return verb.misuse("there is no option \(name)\(hint)")
    }

    func has(_ option: VerbOption) -> Bool { given.contains { $0.flag == option.flag } }

    func all(_ option: VerbOption) -> [String] {
        given.filter { $0.flag == option.flag }.map(\.value)
    }

    subscript(option: VerbOption) -> String? { all(option).first }

    func misuse(_ text: String) -> Failure { verb.misuse(text) }
}

/// A word of another program that pagerctl understands: tmux, i3, playerctl or a shell.
struct Synonym: Sendable {
    let word: String
    /// The subcommand that it means, or the first of several.
    let subcommand: String
    let meaning: String
    /// Returns the command line that it stands for, without the words that follow it.
    private let words: (@Sendable (_ rest: [String], GlobalOptions) throws(Failure) -> [String])?

    static let all = [
        Synonym("ls", Instances.verb.name), Synonym("current", Status.verb.name),
        Synonym("top", Watch.verb.name), Synonym("clients", Screens.verb.name),
        Synonym("windows", WindowList.method), Synonym("events", Subscribe.verb.name),
        Synonym("version", GlobalOptions.version), Synonym("prev", PagerPrevious.method),
        Synonym("goto", PagerSelect.method), Synonym("show", PagerSelect.method),
        Synonym("first", PagerSelect.method, "\(PagerSelect.method) --index 0", first),
        Synonym("last", PagerSelect.method, "\(PagerSelect.method) the last page", last),
        Synonym("play", PagerResume.method),
        Synonym("toggle", PagerPause.method, "pause, or resume what is paused", toggle),
        Synonym("play-pause", PagerPause.method, "toggle", toggle),
        Synonym("stop", ServerShutdown.method), Synonym("kill-server", ServerShutdown.method),
        Synonym("reload", Apply.verb.name, "apply the daemon's book again", reload),
    ]

    static func named(_ word: String) -> Synonym? { all.first { $0.word == word } }

    private init(
        _ word: String, _ subcommand: String, _ meaning: String? = nil,
        _ words: (@Sendable (_ rest: [String], GlobalOptions) throws(Failure) -> [String])? = nil
    ) {
        self.word = word
        self.subcommand = subcommand
        self.meaning = meaning ?? subcommand
        self.words = words
    }

    /// Returns the command line that it stands for, with the words that follow it.
    func expanded(_ rest: [String], _ options: GlobalOptions) throws(Failure) -> [String] {
        guard let words, !options.help else { return [subcommand] + rest }
        return try words(rest, options) + rest
    }

    /// The method that it always means, which a batch can contain.
    var method: String? { words == nil ? subcommand : nil }

    private static func first(_: [String], _: GlobalOptions) -> [String] {
        [PagerSelect.method, "--index", "0"]
    }

    private static func last(
        _ rest: [String], _ options: GlobalOptions
    ) throws(Failure) -> [String] {
        guard let page = try pager(PagerSelect.self, rest, options)?.members?.last else {
            // The daemon explains why.
            return first(rest, options)
        }
        return [PagerSelect.method, "--page", page]
    }

    private static func toggle(
        _ rest: [String], _ options: GlobalOptions
    ) throws(Failure) -> [String] {
        let isHeld = try pager(PagerPause.self, rest, options)?.isHeld ?? false
        return [isHeld ? PagerResume.method : PagerPause.method]
    }

    private static func pager(
        _ command: any Command.Type, _ rest: [String], _ options: GlobalOptions
    ) throws(Failure) -> ContainerRecord? {
        let form = CommandForm(command)
        let (_, arguments) = CommandFlags.take(from: rest, for: form)
        var requester = try options.requester()
        return try ContainerRecord(
            named: try ArgumentReader.read(arguments, for: form), for: form, &requester)
    }

    private static func reload(
        _: [String], _ options: GlobalOptions
    ) throws(Failure) -> [String] {
        var requester = try options.requester()
        let stats: Reply
        do {
            stats = try requester.send(ServerStats())
        } catch {
            throw Failure(error)
        }
        guard let book = BookProblems(in: stats.result) else {
            throw Failure(
                Failure.refused, "the daemon shows no book; pagerctl apply FILE shows one")
        }
        return [Apply.verb.name, book.path]
    }
}

/// The words that can be subcommands: all methods, the short names of many methods, and pagerctl's
/// own verbs.
enum Vocabulary {
    /// Subcommands under one heading of the help.
    struct Group: Sendable {
        let title: String
        var verbs: [Verb] = []
        var families: [String] = []
        var onlyReads = false

        /// The methods that belong here, unless an earlier group contains them.
        var methods: [any Command.Type] {
            families.flatMap { family in
                Vocabulary.methods.filter { type in
                    type.method.prefix { $0 != "." } == family && (type.onlyReads || !onlyReads)
                }
            }
        }
    }

    static let groups = [
        Group(
            title: "SHOW the state",
            verbs: [Status.verb, Watch.verb, Pages.verb, Screens.verb, Instances.verb],
            families: ["controller", "window", "view", "modal", "transition", "screen", "state"],
            onlyReads: true),
        Group(
            title: "CONTROL what is shown", verbs: [Alarm.verb],
            families: Kinds.all.filter { !$0.commands.isEmpty }.map { $0.name.description }
                + ["modal", "transition"]),
        Group(
            title: "OBSERVE what happens", verbs: [Subscribe.verb, Wait.verb],
            families: ["events"]),
        Group(
            title: "BUILD windows, controllers and views",
            families: ["window", "controller", "view"]),
        Group(
            title: "BOOKS, files that describe the state",
            verbs: [Apply.verb, Diff.verb, Dump.verb]),
        Group(title: "PLUGINS in other processes", verbs: [PluginRun.verb], families: ["plugin"]),
        Group(title: "TEST container code", verbs: [Check.verb], families: ["clock"]),
        Group(
            title: "SERVER and shell",
            verbs: [Doctor.verb, Raw.verb, Keys.verb, Completions.verb, Help.verb],
            families: ["server", "batch", "screen"]),
    ]

    /// The words that people need for walls and talks, which the help lists first.
    static let common = [
        "status", "pages", "next", "previous", "select", "pause", "resume", "alarm", "screens",
        "apply",
    ]

    static let verbs = groups.flatMap(\.verbs)

    static func verb(_ word: String) -> Verb? { verbs.first { $0.name == word } }

    /// The methods that a client can call on the daemon's command socket.
    static let methods: [any Command.Type] = CommandList.all.filter { !$0.isOnlyForPlugins }

    /// The categories that take precedence, in this order, if several methods end in the same word.
    /// For example, `back` means `pager.back` and not `tabBar.back`.
    static let preferred = ["pager", "controller"]

    /// Returns the short name of a method, which is its last part. Returns nil if that word means
    /// something else or is ambiguous.
    static func alias(of method: String) -> String? {
        guard let short = lastPart(method), self.method(short)?.method == method else { return nil }
        return short
    }

    /// Returns the method whose complete or short name is `word`, if there is one.
    ///
    /// It compares `word` with each method instead of computing all short names, which would take
    /// longer than the daemon's reply.
    static func method(_ word: String) -> (any Command.Type)? {
        if let exact = CommandList.all.first(where: { $0.method == word }) { return exact }
        guard verb(word) == nil, Synonym.named(word) == nil else { return nil }
        let ending = "." + word
        let sharing = methods.filter { $0.method.hasSuffix(ending) }
        if sharing.count == 1 { return sharing[0] }
        for subject in preferred {
            if let chosen = sharing.first(where: { $0.method == subject + ending }) {
                return chosen
            }
        }
        return nil
    }

    /// Returns the methods whose last part is `word`, for the error about an ambiguous word.
    static func sharing(_ word: String) -> [String] {
        methods.map { $0.method }.filter { lastPart($0) == word }
    }

    private static func lastPart(_ method: String) -> String? {
        guard let dot = method.lastIndex(of: ".") else { return nil }
        return String(method[method.index(after: dot)...])
    }
}
