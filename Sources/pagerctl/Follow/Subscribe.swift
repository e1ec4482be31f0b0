internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The options of the subcommand `subscribe`.
struct SubscribeOptions: Equatable {
    var topics: [String] = []
    var count: Int?
    var until: String?
    var showsSnapshot = false

    private static let usage = "usage: pagerctl \(Vocabulary.Verb.subscribe.usage)"

    /// Parses the arguments of `pagerctl subscribe`.
    ///
    /// - Parameter words: The event categories and event names that a topic may contain.
    init(_ arguments: [String], _ words: EventWords = .builtIn) throws(Failure) {
        var index = 0
        while index < arguments.count {
            let parts = arguments[index].split(separator: "=", maxSplits: 1).map(String.init)
            index += 1
            guard let word = parts.first else { continue }
            switch word {
            case "--snapshot": showsSnapshot = true
            case "--count", "-n", "--until":
                guard parts.count == 2 || index < arguments.count else {
                    throw .usage("\(word) needs a value", Self.usage)
                }
                let value = parts.count == 2 ? parts[1] : arguments[index]
                if parts.count == 1 { index += 1 }
                try set(word, value, words)
            default:
                guard !word.hasPrefix("-") else {
                    throw .noOption(word, of: .subscribe)
                }
                if let problem = words.problem(prefix: word) {
                    throw .usage(problem, Self.usage)
                }
                topics.append(Topic.prefix(word, words))
            }
        }
    }

    private mutating func set(
        _ option: String, _ value: String, _ words: EventWords
    ) throws(Failure) {
        guard option == "--until" ? until == nil : count == nil else {
            throw .usage("\(option) is given twice", Self.usage)
        }
        if option == "--until" {
            if let problem = words.problem(event: value) { throw .usage(problem, Self.usage) }
            until = value
            return
        }
        guard let number = Int(value), number > 0 else {
            throw .usage("--count needs a number above 0, not \"\(value)\"", Self.usage)
        }
        count = number
    }
}

/// Functions that convert topics on the command line to subscription prefixes.
enum Topic {
    /// Converts a topic on the command line to the prefix of a subscription. Adds a final dot to a
    /// category, or to a category and a subject, so that `lifecycle.home` does not match
    /// `lifecycle.home2`. Returns any other text unchanged.
    static func prefix(_ word: String, _ words: EventWords = .builtIn) -> String {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard words.categories.contains(String(parts[0])), parts.last != "" else {
            return word
        }
        return parts.count <= 2 ? word + "." : word
    }

    /// Calls `read` with the built-in categories and events. If `read` fails, requests the
    /// categories and events of the running daemon and calls `read` with them.
    ///
    /// - Throws: The same errors as `read`. If no daemon answers, the error of the first attempt.
    static func reading<R>(
        _ options: GlobalOptions, _ read: (EventWords) throws(Failure) -> R
    ) throws(Failure) -> R {
        do {
            return try read(.builtIn)
        } catch {
            guard let added = try? AddedKinds(options) else { throw error }
            return try read(added.words)
        }
    }
}

/// The subcommand `subscribe`: prints events as they arrive. If events were missed, the subcommand
/// requests them from the daemon.
enum Subscribe {
    static func run(_ options: GlobalOptions, _ arguments: [String]) throws(Failure) -> Int32 {
        let wanted = try Topic.reading(options) { (words) throws(Failure) in
            try SubscribeOptions(arguments, words)
        }
        // Ctrl-C is the usual way to end the stream, so the status is 0.
        signal(SIGINT) { _ in _exit(0) }
        let address = try options.address()
        do {
            var subscription = try Subscription.open(
                address, topics: wanted.topics, timeout: options.patience,
                watching: STDOUT_FILENO)
            if options.verbose { Terminal.note("subscribed") }
            if wanted.showsSnapshot {
                show(try subscription.snapshot(within: options.left), options)
            }
            return try follow(&subscription, wanted, options)
        } catch {
            throw Failure(error)
        }
    }

    private static func follow(
        _ subscription: inout Subscription, _ wanted: SubscribeOptions, _ options: GlobalOptions
    ) throws(ClientError) -> Int32 {
        var printed = 0
        while true {
            guard case .news(let news) = try subscription.next() else { return 0 }
            guard case .event(let event) = news else {
                note(news)
                continue
            }
            if let format = options.format {
                Terminal.print(format.line(event.value))
            } else if options.json {
                Terminal.print(json: event.bytes)
            } else {
                Terminal.print(EventLine.text(event.value))
            }
            printed += 1
            if printed == wanted.count { return 0 }
            if let until = wanted.until, event.isCalled(until) { return 0 }
        }
    }

    /// Prints news other than events and heartbeats, such as a restart, to standard error.
    private static func note(_ news: Subscription.News) {
        switch news {
        case .event, .heartbeat: break
        case .replayed(let count, let since):
            Terminal.note("missed \(count) events after \(since), replayed")
        case .lost(let since, let through, _):
            Terminal.note(
                "events after \(since) up to \(through) are missing: the daemon no longer keeps them"
            )
        case .restarted(let sameHistory, let seq):
            Terminal.note(
                sameHistory
                    ? "the daemon has restarted and continues at \(seq)"
                    : "another daemon answers, with another history; its last event is \(seq)")
        case .forked(let since, let seq):
            Terminal.note(
                "the daemon's journal was restored from a copy or truncated: its event \(since) "
                    + "is not the one printed here; printed events may not have happened, and "
                    + "events up to \(seq) are not printed. `pagerctl subscribe --snapshot` shows "
                    + "the current state")
        case .shutdown:
            Terminal.note("the daemon has ended; waiting for it to start again")
        }
    }

    private static func show(_ pages: [Reply], _ options: GlobalOptions) {
        var members: [Value.Member] = []
        for name in ["boot", "history", "seq", "revision"] {
            members.append(.init(name, pages.last?.result[name] ?? .null))
        }
        for name in ["windows", "controllers", "views", "transitions"] {
            members.append(.init(name, .array(pages.flatMap { $0.result[name]?.array ?? [] })))
        }
        if options.json {
            Terminal.print(json: Value.object(members).json)
        } else {
            Terminal.print(lines: Report.lines(members) + [""])
        }
    }
}
