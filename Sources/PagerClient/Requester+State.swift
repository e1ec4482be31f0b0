public import PagerModel
internal import PagerWire
internal import ZMQ

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

extension Requester {
    /// Sends the command with the given method name. If the result is a list or a replay that does
    /// not fit into one reply, requests all pages of the result. If the result is a replay, stops
    /// after the number of events in the parameter `limit`.
    ///
    /// All pages of a list belong to one state. If the state changes between two pages, the list is
    /// requested again, from a state that the daemon keeps.
    ///
    /// - Throws: The same errors as `request`; also `badReply` if the pages never end.
    public mutating func requestAll(
        _ method: String, _ params: [Value.Member] = [], trace: Bool = false
    ) throws(ClientError) -> Reply {
        if method == EventsReplay.method {
            return try reading { (requester) throws(ClientError) in
                try requester.replayAll(params, trace)
            }
        }
        let isWhole = !params.contains { $0.name == "after" || $0.name == "limit" }
        do {
            return try request(method, params, trace: trace)
        } catch .refused(let refused)
            where refused.name == ErrorName.tooLarge.rawValue && isWhole
            && CommandList.named(method)?.pagedList != nil
        {
            return try reading { (requester) throws(ClientError) in
                try requester.pages(of: method, params)
            }
        }
    }

    private mutating func pages(
        of method: String, _ params: [Value.Member]
    ) throws(ClientError) -> Reply {
        do {
            return try pagesOnce(of: method, params)
        } catch .refused(let refused) where refused.name == ErrorName.staleRevision.rawValue {
            return try whileStale { (requester) throws(ClientError) in
                // Something changes often, so the daemon is asked to keep the state.
                let kept = try requester.send(
                    StateSnapshot {
                        $0.limit = 1
                        $0.keep = true
                    })
                let revision = Value.Member("ifRevision", .integer(kept.revision))
                return try requester.pagesOnce(of: method, params + [revision])
            }
        }
    }

    private mutating func pagesOnce(
        of method: String, _ params: [Value.Member]
    ) throws(ClientError) -> Reply {
        let list = CommandList.named(method)?.pagedList ?? ""
        var elements: [Value] = []
        var after: Value?
        var paged = PagedReply(method, limit: Limits.nodes)
        while true {
            var more: [Value.Member] = [.init("limit", .integer(Limits.nodes))]
            if let after { more.append(.init("after", after)) }
            let page = try request(method, params + more)
            let found = page.result[list]?.array ?? []
            after = page.result["next"]
            try paged.add(page, records: found.count, isLast: after == nil)
            elements += found
            if after == nil { return Self.reply(page, with: list, elements) }
        }
    }

    private mutating func replayAll(
        _ params: [Value.Member], _ trace: Bool
    ) throws(ClientError) -> Reply {
        var left = params.first { $0.name == "limit" }?.value.integer ?? EventsReplay().limit
        var page = try request(EventsReplay.method, params, trace: trace)
        var events = page.events
        left -= events.count
        var isComplete = page.result["complete"]
        var since = params.first { $0.name == "since" }?.value.integer ?? 0
        var paged = PagedReply(EventsReplay.method, limit: 1)
        try paged.add(page, records: 1, isLast: page.result["next"] == nil)
        while left > 0, let next = page.result["next"] {
            // A page that is not the last one contains events.
            guard let following = next.integer, following > since, !page.events.isEmpty else {
                throw .badReply("the pages of the replay do not end; the server is not a pagerd")
            }
            since = following
            let others = params.filter { $0.name != "since" && $0.name != "limit" }
            page = try request(
                EventsReplay.method,
                others + [.init("since", next), .init("limit", .integer(left))], trace: trace)
            if page.result["complete"] == false { isComplete = false }
            try paged.add(page, records: 1, isLast: page.result["next"] == nil)
            events += page.events
            left -= page.events.count
        }
        return Self.reply(page, with: "events", events, isComplete: isComplete)
    }

    /// Combines the pages of a list into one reply: a copy of the last page's reply, with the
    /// elements of all pages.
    private static func reply(
        _ page: Reply, with list: String, _ elements: [Value], isComplete: Value? = nil
    ) -> Reply {
        let members = (page.result.members ?? []).map { member in
            switch member.name {
            case list: Value.Member(list, .array(elements))
            case "complete": Value.Member("complete", isComplete ?? member.value)
            default: member
            }
        }
        let result = Value.object(members)
        return Reply(result: result, bytes: Array(result.json.utf8))
    }
}

/// The pages of one snapshot or list so far. It refuses a sequence that no daemon sends, so that
/// reading the pages ends.
struct PagedReply {
    private let method: String
    private let limit: Int
    private var pages = 0
    private var records = 0
    private var bytes = 0
    /// The most records. There are at most as many running transitions as containers and presenters.
    static let mostRecords = 2 * Limits.nodes

    /// - Parameter limit: The most records of one page.
    init(_ method: String, limit: Int) {
        self.method = method
        self.limit = max(limit, 1)
    }

    /// The most pages: a page that is not the last one has `limit` records or `Limits.listBytes`.
    private var mostPages: Int {
        Self.mostRecords / limit + 2 * Limits.pagedBytes / Limits.listBytes
    }

    /// Counts a page.
    ///
    /// - Parameter isLast: Whether the page has no `next`.
    /// - Throws: `badReply` if there are too many pages, records or bytes, or if a page without
    ///   records is not the last one.
    mutating func add(_ page: Reply, records count: Int, isLast: Bool) throws(ClientError) {
        pages += 1
        records += count
        bytes += page.bytes.count
        if bytes > Limits.pagedBytes { throw refusal("more than \(Limits.pagedBytes) bytes") }
        if isLast { return }
        if count == 0 { throw refusal("an empty page before its last one") }
        if records > Self.mostRecords { throw refusal("more than \(Self.mostRecords) records") }
        if pages >= mostPages { throw refusal("more than \(mostPages) pages") }
    }

    private func refusal(_ what: String) -> ClientError {
        .badReply("the result of \(method) has \(what); the server is not a pagerd")
    }
}

extension Message {
    /// The most commas, between values and in texts, of a message that is longer than a page. A
    /// parsed value takes up to 16 times as much memory as its text, `0,`.
    private static let mostCommas = 8 << 20

    /// Checks the size of a message before it is copied or parsed.
    ///
    /// - Throws: `badReply` for more than `Limits.replyBytes`, or more values than a daemon sends.
    func checkSize(from endpoint: String) throws(ClientError) {
        guard count <= Limits.replyBytes else {
            throw .badReply(
                "a message of \(endpoint) has \(count) bytes, more than \(Limits.replyBytes); the "
                    + "server is not a pagerd")
        }
        guard count <= Limits.listBytes || commas <= Self.mostCommas else {
            throw .badReply(
                "a message of \(endpoint) has more than \(Self.mostCommas) values; the server is "
                    + "not a pagerd")
        }
    }

    private var commas: Int {
        withBytes { bytes in
            var found = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: ",") { found &+= 1 }
            return found
        }
    }
}
