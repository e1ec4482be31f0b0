internal import PagerModel

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

    static let verbs = groups.flatMap(\.verbs)

    static func verb(_ word: String) -> Verb? { verbs.first { $0.name == word } }

    /// The methods that a client can call on the daemon's command socket.
    static let methods: [any Command.Type] = CommandList.all.filter { !isOfPluginsSocket($0) }

    /// Whether only the plugins socket accepts a command.
    static func isOfPluginsSocket(_ type: any Command.Type) -> Bool {
        type == PluginRegister.self || type == PluginHeartbeat.self
    }

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
