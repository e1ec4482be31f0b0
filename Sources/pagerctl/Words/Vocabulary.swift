internal import PagerModel

/// The subcommands: every method of the contract, short names for many, and pagerctl's own.
enum Vocabulary {
    /// What pagerctl does beyond sending one command.
    enum Verb: String, CaseIterable {
        case status, watch, apply, diff, dump, subscribe, wait, raw, list, plugin, check, doctor,
            keys,
            completions, help

        var usage: String {
            switch self {
            case .status: "status"
            case .watch: "watch"
            case .apply: "apply FILE|FOLDER|- [--watch] [--dry-run] [--allow FOLDER]..."
            case .diff: "diff FILE|FOLDER|- [--exit-code] [--allow FOLDER]..."
            case .dump: "dump"
            case .subscribe:
                "subscribe [TOPIC...] [-n N|--count N] [--until EVENT] [--snapshot]"
            case .wait: "wait EVENT|TOPIC [--since SEQ] [--timeout SECONDS]"
            case .raw: "raw JSON|-"
            case .list: "list"
            case .plugin: "plugin run NAME --kind KIND... -- PROGRAM [ARGUMENT...]"
            case .check: "check FILE... [--trace] [--pagerd PATH]"
            case .doctor: "doctor"
            case .keys:
                "keys new FILE | keys show FILE | keys allow LIST ROLE KEY|FILE|uid:N [NOTE]"
            case .completions: "completions bash|zsh|fish"
            case .help: "help [SUBCOMMAND|KIND|options|styles]"
            }
        }

        var summary: String {
            switch self {
            case .status: "Tells what is on show now, in one line."
            case .watch: "Shows tree, state and events, and turns pages by keys."
            case .apply: "Makes the running state what a book says, at once."
            case .diff: "Prints the commands that apply would send."
            case .dump: "Prints the running state as a book."
            case .subscribe: "Prints events as they come."
            case .wait: "Waits for one event, and prints it."
            case .raw: "Sends exactly these bytes and prints the reply."
            case .list: "Shows the running instances and what is on show."
            case .plugin: "Makes a plugin of a program that reads and writes lines."
            case .check: "Runs steps on a private daemon and compares the callbacks."
            case .doctor: "Looks for what is wrong, and says what to do."
            case .keys: "Makes keys for tcp, and puts clients on the daemon's list."
            case .completions: "Prints a script that completes pagerctl in a shell."
            case .help: "Tells what a subcommand takes."
            }
        }
    }

    /// The methods that the command socket takes.
    static let methods: [any Command.Type] = CommandList.all.filter { !isOfPluginsSocket($0) }

    /// Whether a command is a message of plugins, which every other socket refuses.
    static func isOfPluginsSocket(_ type: any Command.Type) -> Bool {
        type == PluginRegister.self || type == PluginHeartbeat.self
    }

    /// The categories that win where methods of several ones end in the same word, in this order:
    /// `back` is `pager.back`, and not `tabBar.back`.
    static let preferred = ["pager", "controller"]

    /// The short name of a method, nil where it has none: its last part if that is its own.
    static func alias(of method: String) -> String? {
        guard let short = lastPart(method), self.method(short)?.method == method else { return nil }
        return short
    }

    /// The method that a word stands for, by its whole or its short name; nil for none. O(methods):
    /// every call of pagerctl asks this once, and asking each method for its short name takes
    /// longer than the daemon's answer.
    static func method(_ word: String) -> (any Command.Type)? {
        if let exact = CommandList.all.first(where: { $0.method == word }) { return exact }
        guard Verb(rawValue: word) == nil else { return nil }
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

    /// The methods whose last part a word is, for the message about an ambiguous one.
    static func sharing(_ word: String) -> [String] {
        methods.map { $0.method }.filter { lastPart($0) == word }
    }

    /// Everything that may be typed as a subcommand.
    static var words: [String] {
        Verb.allCases.map(\.rawValue)
            + methods.flatMap { [$0.method] + (alias(of: $0.method).map { [$0] } ?? []) }
    }

    private static func lastPart(_ method: String) -> String? {
        guard let dot = method.lastIndex(of: ".") else { return nil }
        return String(method[method.index(after: dot)...])
    }
}
