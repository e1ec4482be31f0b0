internal import PagerClient
internal import PagerModel
internal import PagerWire

/// A plugin's decision about a command. The daemon executes the command only after the decision.
struct Decision {
    private static let topic = "plugin."
    private let id: String
    private let reply: Reply

    init(_ id: String, of reply: Reply) {
        self.id = id
        self.reply = reply
    }

    /// Waits for the decision and returns the reply with the command's result.
    ///
    /// - Throws: `Failure` with exit status 3 for a veto, 2 if the daemon refused the command after
    ///   the decision, and 5 if no decision came in time.
    func outcome(
        _ requester: inout Requester, _ options: GlobalOptions
    ) throws(Failure) -> Reply {
        let verdict = try self.verdict(&requester, options)
        guard verdict["applied"] == true else {
            let name = verdict["error"]?.string
            throw Failure(
                Failure.status(name),
                "not applied: \(name ?? "see the diagnostics") (decision \(id), by "
                    + "\(verdict["by"]?.string ?? "the plugin"))".printable)
        }
        guard options.trace else { return reply.carriedOut(verdict) }
        do {
            return reply.carriedOut(verdict, try events(until: verdict, &requester))
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the events that the command caused, which are before the verdict.
    private func events(
        until verdict: Value, _ requester: inout Requester
    ) throws(ClientError) -> [Value] {
        let seq = verdict["seq"]?.integer ?? reply.seq
        guard seq > reply.seq else { return [] }
        return try requester.replay(since: reply.seq, through: seq).map(\.value).filter {
            $0["cause"] == verdict["cause"] && $0["category"] != "plugin"
        }
    }

    /// Returns the event `decisionMade` of this decision, even if the daemon published it before
    /// the subscription began.
    private func verdict(
        _ requester: inout Requester, _ options: GlobalOptions
    ) throws(Failure) -> Value {
        let address = try options.address()
        // Without --timeout, wait for the longest time that a plugin may take.
        let patience = options.left ?? Limits.longestDecisionSeconds + 5
        do throws(ClientError) {
            var subscription = try Subscription.open(
                address, topics: [Self.topic], timeout: options.patience)
            let past = try requester.requestAll(
                EventsReplay.method,
                [.init("since", .integer(reply.seq)), .init("topic", .string(Self.topic))])
            if let made = past.events.first(where: isVerdict) { return made }
            let end = ContinuousClock.now + .seconds(patience)
            // Other events do not prolong the wait.
            while .now < end,
                let event = try subscription.nextEvent(timeout: (end - .now) / .seconds(1))
            {
                if isVerdict(event.value) { return event.value }
            }
        } catch {
            throw Failure(error)
        }
        throw .late("decision \(id) was not made", options.timeout ?? patience)
    }

    private func isVerdict(_ event: Value) -> Bool {
        event["event"] == "decisionMade" && event["decision"] == .string(id)
    }
}
