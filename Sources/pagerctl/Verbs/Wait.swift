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

/// The option `--wait`: waits for the end of the transition that a command starts.
///
/// The command socket serves one request at a time, so a request must not wait there for a
/// transition. pagerctl subscribes before it sends the command, so that it cannot miss the end of
/// the transition.
struct TransitionWait: ~Copyable {
    static let flag = "--wait"
    /// The members that it adds to a result.
    static let members = ["outcome", "selected"]

    private var subscription: Subscription
    private let options: GlobalOptions
    private var isAbsenceNoted = false

    /// The seconds without a message after which the daemon is considered absent. A running daemon
    /// sends a heartbeat every second.
    private static let silence = 5.0

    /// Subscribes to the events of transitions. Returns when the daemon has confirmed the
    /// subscription, so that no later event is missed.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not confirm the subscription, or
    ///   if its address is invalid.
    static func begin(_ options: GlobalOptions) throws(Failure) -> TransitionWait {
        let address = try options.address()
        do {
            var subscription = try Subscription.open(
                address, topics: ["transition."], timeout: options.patience)
            if let left = options.left { subscription.finish(within: left) }
            return TransitionWait(subscription: subscription, options: options)
        } catch {
            throw Failure(error)
        }
    }

    /// Waits for the end of the transition that the command of `reply` starts. Returns the members
    /// `outcome` and `selected`. Returns an empty array if the command does not start a transition.
    ///
    /// - Throws: `Failure` with exit status 2 if the daemon queues the command and then drops it.
    ///   `Failure` with exit status 1 if the transition does not end in time or its outcome is
    ///   unknown.
    mutating func end(
        of reply: Reply, _ requester: inout Requester
    ) throws(Failure) -> [Value.Member] {
        do {
            var transition = reply.transition
            if transition == nil, let queued = reply.events.first(where: Self.isQueued) {
                transition = try start(of: queued, &requester)
                if let transition, let found = try ended(transition, &requester) { return found }
            }
            guard let transition else { return [] }
            return try conclusion(of: transition, &requester)
        } catch let failure as Failure {
            throw failure
        } catch let error as ClientError {
            throw Failure(error)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Returns whether to send a command with `trace`, so that the reply contains the events that
    /// the command causes. `--wait` needs these events if the daemon may queue the command, because
    /// only an event reports that the command was queued.
    static func needsTrace(_ params: [Value.Member], _ waits: Bool) -> Bool {
        waits
            && params.contains {
                $0.name == "interruption" && $0.value == .string(Interruption.queue.rawValue)
            }
    }

    private static func isQueued(_ event: Value) -> Bool {
        event["category"] == "transition" && event["event"] == "queued"
    }

    /// Waits until a queued command is executed. Returns the id of the transition that the command
    /// starts, or nil if the command does not start a transition.
    private mutating func start(
        of queued: Value, _ requester: inout Requester
    ) throws -> String? {
        func start(in event: Value) throws(Failure) -> String? {
            guard event["cause"] == queued["cause"] else { return nil }
            if event["event"] == "dropped" {
                let error = event["error"]?.string ?? ""
                throw Failure(
                    Failure.refused,
                    "refused (\(error.printable)): the queued command was dropped without being "
                        + "executed")
            }
            return event["event"] == "began" ? event["transition"]?.string : nil
        }
        while true {
            guard case .event(let event) = try next("the queued command was not executed") else {
                continue
            }
            if let transition = try start(in: event.value) { return transition }
            // The queue continues at the end of a transition. If no transition follows, the command
            // started none.
            guard event.name == "ended", event.value["subject"] == queued["subject"] else {
                continue
            }
            let list = try requester.requestAll(TransitionList.method)
            let running = list.result["transitions"]?.array ?? []
            if running.contains(where: { $0["container"] == queued["subject"] }) { continue }
            let past = try requester.replay(
                since: queued["seq"]?.integer ?? 0, through: list.seq, topic: "transition.")
            for event in past {
                if let transition = try start(in: event.value) { return transition }
            }
            return nil
        }
    }

    /// Waits for the event `ended` of a transition, and returns the outcome and the selected
    /// controller.
    private mutating func conclusion(
        of transition: String, _ requester: inout Requester
    ) throws -> [Value.Member] {
        while true {
            switch try next("\(transition) did not end") {
            case .event(let event):
                guard event.name == "ended", event.value["transition"]?.string == transition
                else { continue }
                return try ended(transition, &requester)
                    ?? [.init("outcome", event.value["outcome"] ?? .null)]
            case .lost, .restarted(sameHistory: true, _):
                if let found = try ended(transition, &requester) { return found }
            case .forked, .restarted:
                throw Failure(
                    Failure.unreachable,
                    "another daemon answers, or the daemon has a new history, so the outcome of "
                        + "\(transition) is unknown; pagerctl status shows the current state")
            case .replayed, .heartbeat, .shutdown: continue
            }
        }
    }

    /// Returns the members `outcome` and `selected` of an ended transition. Returns nil if the
    /// transition is still running, or if the daemon does not know the transition.
    private func ended(
        _ transition: String, _ requester: inout Requester
    ) throws(ClientError) -> [Value.Member]? {
        do throws(ClientError) {
            let record = try requester.request(
                TransitionGet.method, [.init("id", .string(transition))]
            ).result
            guard let outcome = record["outcome"] else { return nil }
            return [
                .init("outcome", outcome), .init("selected", record["selected"] ?? .null),
            ]
        } catch .refused(let refused) where refused.name == ErrorName.transitionNotFound.rawValue {
            return nil
        }
    }

    private mutating func next(_ what: String) throws -> Subscription.News {
        // Other events do not prolong the wait.
        while options.left != 0 {
            let patience = min(options.left ?? Self.silence, Self.silence)
            if case .news(let news) = try subscription.next(timeout: patience) {
                if case .shutdown = news { noteAbsence() }
                return news
            }
            noteAbsence()
        }
        throw Failure.late(what, options.timeout ?? 0)
    }

    /// Tells the user once that the daemon is not running. The wait continues, because the next
    /// daemon may continue the transition.
    private mutating func noteAbsence() {
        guard !isAbsenceNoted, options.left != 0 else { return }
        isAbsenceNoted = true
        Terminal.note(
            "the daemon does not respond; waiting until it runs again (--timeout SECONDS limits the "
                + "wait)")
    }
}
