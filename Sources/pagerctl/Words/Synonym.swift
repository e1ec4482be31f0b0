internal import PagerClient
internal import PagerModel

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
