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
        values: { EventWords.builtIn.categories.map { $0 + "." } }, hasAddedValues: true,
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

/// Functions that format an event as one readable line.
enum EventLine {
    /// The names of the members that are not printed as `name=value`: the members that every event
    /// has, and keyframes.
    private static let hidden: Set<TextKey> = [
        "seq", "prev", "revision", "time", "category", "subject", "event", "tracks",
    ]

    /// Returns the line for an event, such as
    /// `  12.031  lifecycle.home.viewWillAppear  animated=true`.
    static func text(_ event: Value) -> String {
        let topic = ["category", "subject", "event"].map { event[$0]?.string ?? "?" }
            .joined(separator: ".")
        let fields = (event.members ?? [])
            .filter { !hidden.contains(TextKey($0.name)) && !isMadeUp($0) }
            .map { "\($0.name)=\(Cell.text($0.value))" }
        let time =
            event["time"].map { Self.time($0.double ?? 0) } ?? String(repeating: " ", count: 9)
        return ([time, topic] + fields).joined(separator: "  ")
    }

    /// Returns whether a member of an event is a `cause` whose client name was generated by a
    /// client library, such as `python-` with random digits. Such a cause is not printed.
    private static func isMadeUp(_ member: Value.Member) -> Bool {
        guard member.name == "cause", let client = member.value["client"]?.string else {
            return false
        }
        return ClientName.isMadeUp(client)
    }

    /// Returns the seconds with three decimals, right-aligned.
    private static func time(_ seconds: Double) -> String {
        var text = "\(seconds)"
        // An invalid time is shown as received.
        if let milliseconds = UInt(exactly: (seconds * 1_000).rounded()) {
            let fraction = String(milliseconds % 1_000)
            text =
                "\(milliseconds / 1_000)."
                + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
        }
        return String(repeating: " ", count: max(0, 9 - text.utf8.count)) + text
    }
}

/// The line format of the option `--format`: text with member names in braces, such as
/// `{id}: {frame.width}`.
struct LineFormat: Equatable {
    private enum Part: Equatable {
        case text(String)
        /// A placeholder for the value of a record's member. The associated value is the path of
        /// the member, such as `["frame", "width"]` for `{frame.width}`.
        case member([String])

        var isMember: Bool { if case .member = self { true } else { false } }
    }

    private var parts: [Part] = []

    /// Parses a format. `{{` and `}}` produce braces.
    ///
    /// - Throws: `Failure` with exit status 64 for an unclosed brace or an empty name.
    init(_ text: String) throws(Failure) {
        var rest = Substring(text)
        var plain = ""
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                plain.append(rest.removeFirst())
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw .usage("--format: a { has no closing }; write {{ for a literal brace")
                }
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                let path = rest[..<end].split(separator: ".").map(String.init)
                guard !path.isEmpty else {
                    throw .usage("--format: {} must contain the name of a member")
                }
                parts.append(.member(path))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        // `{{title}}` is a placeholder elsewhere; here it would print the same line for each record.
        guard parts.contains(where: { $0.isMember }) || !plain.contains("{") else {
            throw .usage("--format: {{ prints a brace; a member is in single ones: {title}")
        }
    }

    /// Returns the line of one record. A member that is null or missing is printed as `-`.
    func line(_ record: Value) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .member(let path):
                Cell.text(path.reduce(record) { value, name in value[name] ?? .null })
            }
        }.joined()
    }

    /// Returns one line for each record.
    ///
    /// - Throws: `Failure` with exit status 64 for a member that none of the records has.
    func lines(_ records: [Value]) throws(Failure) -> [String] {
        for case .member(let path) in parts where !records.isEmpty {
            try check(path, in: records)
        }
        return records.map(line)
    }

    /// Checks the names before there are records.
    ///
    /// - Throws: `Failure` with exit status 64 for a member that is not in `names`.
    func check(_ names: [String]) throws(Failure) {
        for case .member(let path) in parts where !names.contains(path[0]) {
            throw Self.missing(path[0], "here", names)
        }
    }

    private static func missing(_ name: String, _ path: String, _ names: [String]) -> Failure {
        .usage(
            "--format: there is no member \(quoted(name)) \(path)"
                + (names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))"))
    }

    private func check(_ path: [String], in records: [Value]) throws(Failure) {
        var values = records
        for (depth, name) in path.enumerated() {
            // Null instead of an object says nothing about its members.
            guard !values.contains(.null) else { return }
            let found = values.compactMap { $0[name] }
            guard found.isEmpty else {
                values = found
                continue
            }
            let names = values.lazy.compactMap(\.members).first { !$0.isEmpty }?.map(\.name) ?? []
            let parent = path[..<depth].joined(separator: ".")
            throw Self.missing(name, parent.isEmpty ? "here" : "in \(parent)", names)
        }
    }
}
