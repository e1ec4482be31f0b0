internal import PagerModel

/// The words that can be subcommands: all methods, the short names of many methods, and pagerctl's
/// own verbs.
enum Vocabulary {
    /// The verbs of pagerctl that do more than send one command.
    enum Verb: String, CaseIterable {
        case status, watch, apply, diff, dump, alarm, screens, subscribe, wait, raw, list, plugin,
            check, doctor, keys, completions, help

        var usage: String {
            switch self {
            case .status: "status"
            case .watch: "watch"
            case .apply: "apply FILE|FOLDER|- [--watch] [--dry-run] [--allow FOLDER]..."
            case .diff: "diff FILE|FOLDER|- [--exit-code] [--allow FOLDER]..."
            case .dump: "dump"
            case .alarm: "alarm PAGE|off [--window WINDOW | --all] [--for SECONDS]"
            case .screens: "screens"
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
            case .help: "help [SUBCOMMAND|KIND|options|styles|format]"
            }
        }

        var summary: String {
            switch self {
            case .status: "Prints what is on screen, in one line."
            case .watch: "Shows the tree, the state and the events, and turns pages by keys."
            case .apply: "Changes the running state to match a book, in one transaction."
            case .diff: "Prints the commands that apply would send."
            case .dump: "Prints the running state as a book."
            case .alarm: "Shows a page over everything else, and removes it again."
            case .screens: "Prints the connected screens and the page of each."
            case .subscribe: "Prints events as they arrive."
            case .wait: "Waits for an event and prints it."
            case .raw: "Sends a message unchanged and prints the reply."
            case .list: "Prints the running instances and what they show."
            case .plugin: "Runs a program as a plugin, with lines on its standard input and output."
            case .check: "Runs commands on a private daemon and compares the callbacks."
            case .doctor: "Checks daemons and the machine, and reports problems with advice."
            case .keys: "Creates keys for tcp, and adds clients to the access list."
            case .completions: "Prints a completion script for a shell."
            case .help: "Describes a subcommand."
            }
        }
    }

    /// The methods that a client can call on the daemon's command socket.
    static let methods: [any Command.Type] = CommandList.all.filter { !isOfPluginsSocket($0) }

    /// Returns whether a command can be sent only to the plugins socket. The other sockets refuse
    /// such a command.
    static func isOfPluginsSocket(_ type: any Command.Type) -> Bool {
        type == PluginRegister.self || type == PluginHeartbeat.self
    }

    /// The categories that take precedence, in this order, if several methods end in the same word.
    /// For example, `back` means `pager.back` and not `tabBar.back`.
    static let preferred = ["pager", "controller"]

    /// Returns the short name of a method, which is its last part. Returns nil if that word means a
    /// different method or is ambiguous.
    static func alias(of method: String) -> String? {
        guard let short = lastPart(method), self.method(short)?.method == method else { return nil }
        return short
    }

    /// Returns the method whose complete or short name is `word`. Returns nil if there is no such
    /// method. O(number of methods).
    ///
    /// The function compares `word` with each method instead of computing all short names, which
    /// would take longer than the daemon's reply.
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

    /// Returns the methods whose last part is the given word, for the error about an ambiguous
    /// word.
    static func sharing(_ word: String) -> [String] {
        methods.map { $0.method }.filter { lastPart($0) == word }
    }

    /// All words that may be typed as a subcommand: verbs, methods and short names of methods.
    static var words: [String] {
        Verb.allCases.map(\.rawValue)
            + methods.flatMap { [$0.method] + (alias(of: $0.method).map { [$0] } ?? []) }
    }

    private static func lastPart(_ method: String) -> String? {
        guard let dot = method.lastIndex(of: ".") else { return nil }
        return String(method[method.index(after: dot)...])
    }
}
