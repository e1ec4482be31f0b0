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

    static let number = VerbOption(
        flag: "--count", short: "-n", value: "N", doc: "end after N events")
    static let end = VerbOption(
        flag: "--until", value: "EVENT",
        doc: "end after an event with this name or complete topic")
    static let snapshot = VerbOption(
        flag: "--snapshot", doc: "first print the present state, then only later events")

    /// - Parameter words: The event categories and event names that a topic may contain.
    init(_ arguments: VerbArguments, _ words: EventWords = .builtIn) throws(Failure) {
        for word in arguments.words {
            if let problem = words.problem(prefix: word) { throw arguments.misuse(problem) }
            topics.append(Topic.prefix(word, words))
        }
        showsSnapshot = arguments.has(Self.snapshot)
        until = arguments[Self.end]
        if let until, let problem = words.problem(event: until) {
            throw arguments.misuse(problem)
        }
        guard let text = arguments[Self.number] else { return }
        guard let number = Int(text), number > 0 else {
            throw arguments.misuse("--count needs a number above 0, not \"\(text)\"")
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

    /// Whether `text` is the name or the complete topic of an event.
    static func isCalled(_ text: String, _ event: Value) -> Bool {
        let names = ["category", "subject", "event"].map { event[$0]?.string ?? "" }
        return text == names[2] || text == names.joined(separator: ".")
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
    static let verb = Verb(
        name: "subscribe", summary: "Prints events as they arrive.",
        arguments: "[TOPIC...]", count: 0...Int.max,
        options: [SubscribeOptions.number, SubscribeOptions.end, SubscribeOptions.snapshot],
        notes: """
            TOPIC is a category, a category and a subject, or another prefix of a topic.
            Without it, all events are printed: as text on a terminal, otherwise as JSON lines,
            byte for byte as published. Gaps are filled by replay and reported on standard
            error. `server.` prints the daemon's end. With --timeout, the status at its end is 5.
            """,
        values: EventWords.builtIn.categories.map { $0 + "." }, hasAddedValues: true,
        takesFormat: true,
        run: { (options, arguments) throws(Failure) in
            try run(options, arguments)
        })

    private static func run(
        _ options: GlobalOptions, _ arguments: VerbArguments
    ) throws(Failure) -> Int32 {
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
            if options.left == 0 {
                Terminal.note("the time of --timeout has passed")
                return Failure.late
            }
            let news: Subscription.News
            switch try subscription.next(timeout: options.left) {
            case .news(let next): news = next
            case .descriptor: return 0
            case .timedOut: continue
            }
            let value: Value
            switch news {
            case .event(let event):
                value = event.value
                show(event.value, event.bytes, options)
            case .shutdown(let notice) where wanted.topics.contains(where: notice.topic.hasPrefix):
                value = notice.value
                show(notice.value, notice.bytes, options)
            default:
                note(news)
                continue
            }
            printed += 1
            if printed == wanted.count { return 0 }
            if let until = wanted.until, Topic.isCalled(until, value) { return 0 }
        }
    }

    private static func show(_ event: Value, _ bytes: [UInt8], _ options: GlobalOptions) {
        if let format = options.format {
            Terminal.print(format.line(event))
        } else if options.json {
            Terminal.print(json: bytes)
        } else {
            Terminal.print(EventLine.text(event))
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
