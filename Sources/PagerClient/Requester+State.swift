internal import PagerModel
internal import PagerWire

extension Requester {
    /// All pages of one snapshot; begins again when the state moves on between two pages.
    ///
    /// - Throws: `refused` when the state never holds still, `timedOut`, `badReply`, `transport`.
    public mutating func snapshot(limit: Int = 10_000) throws(ClientError) -> [Reply] {
        var attempts = 0
        while true {
            do {
                return try snapshotOnce(limit)
            } catch .refused(let refused)
                where refused.name == ErrorName.staleRevision.rawValue && attempts < 10
            {
                attempts += 1
            }
        }
    }

    private mutating func snapshotOnce(_ limit: Int) throws(ClientError) -> [Reply] {
        var command = StateSnapshot()
        command.limit = limit
        var pages: [Reply] = []
        repeat {
            let page = try send(command)
            pages.append(page)
            command.after = page.result["next"]?.string
        } while command.after != nil
        return pages
    }

    /// The events after `since`, up to and including `through`, that begin with a topic.
    ///
    /// - Throws: `badReply` where some are kept no longer, `refused`, `timedOut`, `transport`.
    public mutating func replay(
        since: Int, through last: Int = .max, topic: String = ""
    ) throws(ClientError) -> [PublishedEvent] {
        var command = EventsReplay()
        command.since = since
        command.topic = topic
        var found: [PublishedEvent] = []
        while true {
            let reply = try send(command)
            guard reply.result["complete"]?.bool == true else {
                throw .badReply(
                    "the events after \(command.since) are kept no longer; take a snapshot")
            }
            for event in reply.events.compactMap({ PublishedEvent(value: $0) }) {
                if event.seq > last { return found }
                found.append(event)
            }
            guard let next = reply.result["next"]?.integer else { return found }
            command.since = next
        }
    }
}
