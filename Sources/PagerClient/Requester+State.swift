internal import PagerModel
internal import PagerWire

extension Requester {
    /// Requests one snapshot of the state. Returns the replies that contain it, each with at most
    /// `limit` records. Starts again if the state changes between two replies and the daemon could
    /// not keep it.
    ///
    /// - Parameter isKept: Whether the daemon keeps the state also after the last reply, for
    ///   commands that read it with `ifRevision`.
    /// - Throws: `refused` if the state changes continuously; `badReply` if a reply is invalid or
    ///   the replies never end; `timedOut` or `transport` if a reply does not arrive.
    public mutating func snapshot(
        limit: Int = 10_000, isKept: Bool = false
    ) throws(ClientError) -> [Reply] {
        try reading { (requester) throws(ClientError) in
            try requester.wholeSnapshot(
                StateSnapshot {
                    $0.limit = limit
                    $0.keep = isKept
                })
        }
    }

    private mutating func wholeSnapshot(_ command: StateSnapshot) throws(ClientError) -> [Reply] {
        for _ in 0...10 {
            let pages = try whileStale { (requester) throws(ClientError) in
                try requester.snapshotOnce(command)
            }
            // A daemon that restarted between two pages may have the same revision.
            if pages.first?.result["boot"] == pages.last?.result["boot"] { return pages }
        }
        throw .badReply("each page of the snapshot comes from another daemon")
    }

    /// Repeats requests that are refused because the state has changed between them, for as long
    /// as one request may take. The daemon may have no place left to keep the state.
    mutating func whileStale<Result>(
        _ body: (inout Requester) throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        let patience = Deadline(seconds: timeout)
        while true {
            do throws(ClientError) {
                return try body(&self)
            } catch {
                guard case .refused(let refused) = error, patience.milliseconds > 0,
                    refused.name == ErrorName.staleRevision.rawValue
                else { throw error }
            }
        }
    }

    private mutating func snapshotOnce(_ first: StateSnapshot) throws(ClientError) -> [Reply] {
        var command = first
        var pages: [Reply] = []
        var paged = PagedReply(
            StateSnapshot.method, limit: min(first.limit, Limits.snapshotRecords))
        repeat {
            let page = try send(command)
            command.after = page.result["next"]?.string
            try paged.add(page, records: Self.records(in: page), isLast: command.after == nil)
            pages.append(page)
        } while command.after != nil
        return pages
    }

    private static func records(in page: Reply) -> Int {
        ["windows", "controllers", "views", "transitions"].reduce(0) {
            $0 + (page.result[$1]?.array?.count ?? 0)
        }
    }

    /// Returns the events after `since`, up to and including `through`, whose topics begin with a
    /// prefix.
    ///
    /// - Throws: `badReply` if the daemon no longer keeps all of these events; `refused`,
    ///   `timedOut`, `transport` or `badReply` if a request fails.
    public mutating func replay(
        since: Int, through last: Int = .max, topic: String = ""
    ) throws(ClientError) -> [PublishedEvent] {
        let found = try replayed(since: since, through: last, topic: topic)
        guard found.isComplete else {
            throw .badReply("the events after \(since) are no longer kept; take a snapshot")
        }
        return found.events
    }

    /// The requested events that the daemon still has.
    struct Replayed {
        var boot = ""
        var history = ""
        var latest = 0
        var isComplete = true
        /// Whether the daemon's event log lacks the event with the sequence number `since`, or has
        /// a different event with this number.
        var isForked = false
        var events: [PublishedEvent] = []
    }

    /// Returns the events after `since` that the daemon still has. All returned events come from
    /// the event log of a single daemon process. The history id of this process is not checked.
    ///
    /// - Parameter known: The boot id of the process that published the event `since`. Nil if the
    ///   daemon does not support the parameter `boot`.
    mutating func replayed(
        since: Int, through last: Int, topic: String, boot known: String? = nil
    ) throws(ClientError) -> Replayed {
        try reading { (requester) throws(ClientError) in
            try requester.wholeReplay(since, last, topic, known)
        }
    }

    private mutating func wholeReplay(
        _ since: Int, _ last: Int, _ topic: String, _ known: String?
    ) throws(ClientError) -> Replayed {
        var command = EventsReplay()
        command.since = since
        command.boot = known
        command.topic = topic
        // Requests at most as many events as can exist between `since` and `last`.
        command.limit = min(
            command.limit, max(last.subtractingReportingOverflow(since).partialValue, 1))
        var found = Replayed()
        var paged = PagedReply(EventsReplay.method, limit: 1)
        var attempts = 0
        while true {
            let reply = try send(command)
            try paged.add(reply, records: 1, isLast: reply.result["next"] == nil)
            guard let boot = reply.result["boot"]?.string,
                let history = reply.result["history"]?.string
            else { throw .badReply("the replay has no boot or no history") }
            if boot != found.boot, command.since != since {
                // Another process answers, and its log may differ.
                attempts += 1
                guard attempts <= 10 else {
                    throw .badReply("each page of the replay comes from another daemon")
                }
                found = Replayed()
                command.since = since
                command.boot = known
                continue
            }
            found.boot = boot
            found.history = history
            found.latest = max(reply.result["latest"]?.integer ?? 0, 0)
            found.isComplete = found.isComplete && reply.result["complete"]?.bool == true
            found.isForked = reply.result["reason"]?.string == ReplayGap.forked.rawValue
            if found.isForked { return found }
            let count = found.events.count
            for event in reply.events.compactMap({ PublishedEvent(value: $0) }) {
                if event.seq > last { return found }
                found.events.append(event)
            }
            guard let next = reply.result["next"]?.integer, next < last else { return found }
            // A page that is not the last one contains events.
            guard next > command.since, found.events.count > count,
                found.events.count <= Limits.retainedEvents
            else {
                throw .badReply("the pages of the replay do not end; the server is not a pagerd")
            }
            command.since = next
            // From here on, `since` is a seq in the log of the boot that sent this page.
            if command.boot != nil { command.boot = boot }
        }
    }
}
