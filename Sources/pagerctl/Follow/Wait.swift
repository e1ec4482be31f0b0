internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The subcommand `wait`: waits for one event and prints it.
enum Wait {
    private static let usage = "usage: pagerctl \(Vocabulary.Verb.wait.usage)"

    /// The arguments of `pagerctl wait`.
    private struct AwaitedEvent {
        var event = ""
        var since: Int?
        private let known: EventWords

        init(_ arguments: [String], _ known: EventWords) throws(Failure) {
            self.known = known
            var words: [String] = []
            var rest = arguments[...]
            while let word = rest.popFirst() {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.first == "--since" {
                    guard let text = parts.count == 2 ? parts[1] : rest.popFirst() else {
                        throw .usage("--since needs a value", usage)
                    }
                    try set(since: text)
                } else if word.hasPrefix("-") {
                    throw .noOption(word, of: .wait)
                } else {
                    words.append(word)
                }
            }
            guard words.count == 1, let event = words.first else {
                throw .usage("wait needs the name or the topic of one event", usage)
            }
            if let problem = known.problem(event: event) { throw .usage(problem, usage) }
            self.event = event
        }

        private mutating func set(since text: String) throws(Failure) {
            guard since == nil else { throw .usage("--since is given twice", usage) }
            guard let seq = Int(text), seq >= 0 else {
                throw .usage("--since needs the seq of a reply or event, not \"\(text)\"", usage)
            }
            since = seq
        }

        func isMet(by event: PublishedEvent) -> Bool {
            event.isCalled(self.event) || event.topic.hasPrefix(Topic.prefix(self.event, known))
        }
    }

    static func run(_ options: GlobalOptions, _ arguments: [String]) throws(Failure) -> Int32 {
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
                show(event, options)
                return 0
            }
            // Other events do not prolong the wait.
            while options.left != 0,
                let event = try subscription.nextEvent(timeout: options.left ?? 1e9)
            {
                guard awaited.isMet(by: event) else { continue }
                show(event, options)
                return 0
            }
        } catch let failure as Failure {
            throw failure
        } catch let error as ClientError {
            throw Failure(error)
        } catch {
            preconditionFailure("\(error)")
        }
        throw Failure(
            .timedOut(
                endpoint: address.events, seconds: options.timeout ?? 0,
                operation: "wait for \(awaited.event)"))
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

    private static func show(_ event: PublishedEvent, _ options: GlobalOptions) {
        if options.json {
            Terminal.print(json: event.bytes)
        } else {
            Terminal.print(EventLine.text(event.value))
        }
    }
}
