internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The subcommand `wait`: waits for one event and prints it.
enum Wait {
    private static let since = VerbOption(
        flag: "--since", value: "SEQ",
        doc: "also accept an earlier event after this seq, such as that of a reply")

    static let verb = Verb(
        name: "wait", summary: "Waits for an event and prints it.",
        arguments: "EVENT|TOPIC", count: 1...1, options: [since],
        notes: """
            EVENT is the name of an event, TOPIC a complete topic or its beginning. Without
            --timeout there is no time limit; when it has passed, the status is \(Failure.late).
            To wait for the end of a command's own transition: pagerctl next --wait.
            """,
        run: { (options, arguments) throws(Failure) in try run(options, arguments) })

    /// The arguments of `pagerctl wait`.
    private struct AwaitedEvent {
        let event: String
        var since: Int?
        private let known: EventWords

        init(_ arguments: VerbArguments, _ known: EventWords) throws(Failure) {
            self.known = known
            event = arguments.words[0]
            if let problem = known.problem(event: event) { throw arguments.misuse(problem) }
            guard let text = arguments[Wait.since] else { return }
            guard let seq = Int(text), seq >= 0 else {
                throw arguments.misuse(
                    "--since needs the seq of a reply or event, not \"\(text)\"")
            }
            since = seq
        }

        func isMet(by notice: Subscription.Notice) -> Bool {
            Topic.isCalled(event, notice.value)
                || notice.topic.hasPrefix(Topic.prefix(event, known))
        }

        func isMet(by event: PublishedEvent) -> Bool {
            event.isCalled(self.event) || event.topic.hasPrefix(Topic.prefix(self.event, known))
        }
    }

    private static func run(
        _ options: GlobalOptions, _ arguments: VerbArguments
    ) throws(Failure) -> Int32 {
        let awaited = try Topic.reading(options) { (words) throws(Failure) in
            try AwaitedEvent(arguments, words)
        }
        let address = try options.address()
        do {
            let parts = awaited.event.split(separator: ".")
            let topics = parts.count == 3 ? ["\(parts[0]).\(parts[1])."] : []
            var subscription = try Subscription.open(
                address, topics: topics, timeout: options.patience)
            if let left = options.left { subscription.finish(within: left) }
            if options.verbose { Terminal.note("subscribed") }
            if let since = awaited.since,
                let event = try past(since, topics.first ?? "", subscription.seq, awaited, options)
            {
                show(event.value, event.bytes, options)
                return 0
            }
            // Other events do not prolong the wait.
            while options.left != 0 {
                switch try subscription.next(timeout: options.left) {
                case .news(.event(let event)) where awaited.isMet(by: event):
                    show(event.value, event.bytes, options)
                    return 0
                case .news(.shutdown(let notice)) where awaited.isMet(by: notice):
                    show(notice.value, notice.bytes, options)
                    return 0
                case .news, .timedOut, .descriptor: continue
                }
            }
        } catch let failure as Failure {
            throw failure
        } catch let error as ClientError {
            throw Failure(error)
        } catch {
            preconditionFailure("\(error)")
        }
        throw .late("\(awaited.event) did not come", options.timeout ?? 0)
    }

    /// Returns the first matching event that was published after the sequence number `since` and
    /// before the subscription began, or nil if there is none.
    private static func past(
        _ since: Int, _ topic: String, _ newest: Int, _ awaited: AwaitedEvent,
        _ options: GlobalOptions
    ) throws -> PublishedEvent? {
        guard since <= newest else {
            throw Failure(
                Failure.refused,
                "--since \(since): the daemon's last event is \(newest); the daemon has "
                    + "a new history, or the seq is from another daemon")
        }
        guard since < newest else { return nil }
        var requester = try options.requester()
        return try requester.replay(since: since, through: newest, topic: topic)
            .first { awaited.isMet(by: $0) }
    }

    private static func show(_ event: Value, _ bytes: [UInt8], _ options: GlobalOptions) {
        if options.json {
            Terminal.print(json: bytes)
        } else {
            Terminal.print(EventLine.text(event))
        }
    }
}
