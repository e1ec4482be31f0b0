internal import PagerModel
internal import PagerWire

extension Requester {
    /// All pages of one snapshot; begins again when the state moves on between two pages.
    ///
    /// - Throws: `refused` when the state never holds still, `timedOut`, `badReply` also for pages
    ///   without an end, `transport`.
    public mutating func snapshot(limit: Int = 10_000) throws(ClientError) -> [Reply] {
        var attempts = 0
        while true {
            do throws(ClientError) {
                let pages = try snapshotOnce(limit)
                // One that was started again between two pages may stand at the same revision.
                if pages.first?.result["boot"] == pages.last?.result["boot"] { return pages }
                attempts += 1
                guard attempts <= 10 else {
                    throw ClientError.badReply("each page of the snapshot is of another daemon")
                }
            } catch {
                guard case .refused(let refused) = error, attempts < 10,
                    refused.name == ErrorName.staleRevision.rawValue
                else { throw error }
                attempts += 1
            }
        }
    }

    private mutating func snapshotOnce(_ limit: Int) throws(ClientError) -> [Reply] {
        var command = StateSnapshot()
        command.limit = limit
        var pages: [Reply] = []
        var records = 0
        // No more transitions run than there are containers and presenters.
        let mostRecords = 2 * Limits.nodes
        repeat {
            let page = try send(command)
            pages.append(page)
            command.after = page.result["next"]?.string
            let count = Self.records(in: page)
            records += count
            guard command.after == nil || (count > 0 && records <= mostRecords) else {
                throw .badReply(
                    "a snapshot of more than \(mostRecords) records, or with an empty page "
                        + "before its last: this is no pagerd")
            }
        } while command.after != nil
        return pages
    }

    private static func records(in page: Reply) -> Int {
        ["windows", "controllers", "views", "transitions"].reduce(0) {
            $0 + (page.result[$1]?.array?.count ?? 0)
        }
    }

    /// The events after `since`, up to and including `through`, that begin with a topic.
    ///
    /// - Throws: `badReply` where some are kept no longer, `refused`, `timedOut`, `transport`.
    public mutating func replay(
        since: Int, through last: Int = .max, topic: String = ""
    ) throws(ClientError) -> [PublishedEvent] {
        let found = try replayed(since: since, through: last, topic: topic)
        guard found.isComplete else {
            throw .badReply("the events after \(since) are kept no longer; take a snapshot")
        }
        return found.events
    }

    /// What a daemon still has of the events that were asked for.
    struct Replayed {
        var boot = ""
        var history = ""
        var latest = 0
        var isComplete = true
        /// Whether the daemon's log has another event with the seq, or none.
        var isForked = false
        var events: [PublishedEvent] = []
    }

    /// The same, of whatever history, all from one boot; where some are kept no longer, those that
    /// are.
    ///
    /// - Parameter boot: the boot of which `since` is known; nil for a daemon that does not ask.
    mutating func replayed(
        since: Int, through last: Int, topic: String, boot known: String? = nil
    ) throws(ClientError) -> Replayed {
        var command = EventsReplay()
        command.since = since
        command.boot = known
        command.topic = topic
        // No more than there can be.
        command.limit = min(
            command.limit, max(last.subtractingReportingOverflow(since).partialValue, 1))
        var found = Replayed()
        var attempts = 0
        while true {
            let reply = try send(command)
            guard let boot = reply.result["boot"]?.string,
                let history = reply.result["history"]?.string
            else { throw .badReply("a replay without boot and history") }
            if boot != found.boot, command.since != since {
                // Another process answers, and its log may be another.
                attempts += 1
                guard attempts <= 10 else {
                    throw .badReply("each page of the replay is of another daemon")
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
            // A page that another one follows has events.
            guard next > command.since, found.events.count > count,
                found.events.count <= Limits.retainedEvents
            else {
                throw .badReply("a replay without an end: this is no pagerd")
            }
            command.since = next
            // The seq of a page is one of the boot that sent it.
            if command.boot != nil { command.boot = boot }
        }
    }
}
