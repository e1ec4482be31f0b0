public import PagerModel
internal import PagerWire
internal import ZMQ

extension Subscription {
    /// A message of the daemon that has no sequence number.
    public struct Notice: Sendable, Equatable {
        public let topic: String
        public let value: Value
        /// The payload exactly as the daemon published it.
        public let bytes: [UInt8]
    }

    /// Waits for the next message of the subscription, such as an event.
    ///
    /// - Parameter timeout: The maximum time in seconds, or nil for no limit. Requests for missing
    ///   events take additional time.
    /// - Throws: `badReply` for a payload that is not JSON; `transport` if an operation of libzmq
    ///   fails; `noDaemon` or `timedOut` if missing events cannot be requested. The next call
    ///   requests the missing events again.
    public mutating func next(timeout: Double? = nil) throws(ClientError) -> Outcome {
        let deadline = timeout.map { Deadline(seconds: $0) }
        var hasHeard = false
        while true {
            if let news = try dequeue() { return .news(news) }
            // Messages without news do not prolong the wait.
            if hasHeard, timeout != 0, deadline?.milliseconds == 0 { return .timedOut }
            do {
                if let (topic, value) = try receive() {
                    take(topic, value)
                    hasHeard = true
                    continue
                }
                let left = deadline?.milliseconds
                if left == 0 { return .timedOut }
                _ = try poll.wait(milliseconds: left)
            } catch let error as ClientError {
                throw error
            } catch {
                throw .transport("\(error)")
            }
            if let watched, !poll.ready(1).isDisjoint(with: watched) { return .descriptor }
        }
    }

    /// Waits for the next event and skips other messages.
    ///
    /// - Returns: The event. Nil after the time-out, or if the watched descriptor is ready.
    /// - Throws: The same errors as `next`.
    public mutating func nextEvent(timeout: Double) throws(ClientError) -> PublishedEvent? {
        let deadline = Deadline(seconds: timeout)
        while true {
            switch try next(timeout: Double(deadline.milliseconds) / 1_000) {
            case .news(.event(let event)): return event
            case .news where timeout > 0 && deadline.milliseconds == 0: return nil
            case .news: continue
            case .timedOut, .descriptor: return nil
            }
        }
    }

    private mutating func take(_ topic: String, _ value: Value) {
        if welcomed(topic, value) != nil { return }
        if value["prev"] != nil {
            keep(value)
            return
        }
        switch value["event"]?.string {
        case "heartbeat":
            guard recognize(value) else { return }
            let latest = (value["latest"]?.members ?? []).compactMap { member in
                member.value.integer.map { (category: member.name, seq: $0) }
            }
            let seq = value["seq"]?.integer ?? 0
            for gap in chain.take(latest: latest.filter { $0.seq >= 0 }, seq: seq) {
                waiting.append(.gap(gap))
            }
            waiting.append(.news(.heartbeat(seq: seq, time: value["time"]?.double)))
        case "shutdown":
            guard recognize(value) else { return }
            let notice = Notice(topic: topic, value: value, bytes: payload.bytes)
            waiting.append(.news(.shutdown(notice)))
        default: break
        }
    }

    /// Queues an event. If earlier events are missing, first queues a gap, which stands for these
    /// events.
    mutating func keep(_ value: Value) {
        // Until the socket has identified the daemon, a different daemon may have sent the event.
        guard isHeard || boot.isEmpty,
            let event = PublishedEvent(bytes: payload.bytes, value: value)
        else { return }
        switch chain.take(event) {
        case .known: return
        case .next: break
        case .after(let gap): waiting.append(.gap(gap))
        }
        note(event)
        waiting.append(.news(.event(event)))
    }
}

/// Functions that take snapshots and request missing events.
extension Subscription {
    /// Requests a snapshot of the daemon's state, and returns the replies that contain it. A large
    /// snapshot consists of several replies. Events that the snapshot includes are not delivered
    /// later.
    ///
    /// - Parameter seconds: The time limit for all replies together. If nil, only the time-out of
    ///   each request applies.
    /// - Throws: `refused` if the state changes continuously, `noDaemon`, `timedOut`, `badReply`,
    ///   `transport`.
    public mutating func snapshot(within seconds: Double? = nil) throws(ClientError) -> [Reply] {
        let before = end
        defer { end = before }
        if let seconds { finish(within: seconds) }
        try connectRequester()
        let pages = try requester!.snapshot()
        guard let last = pages.last, let boot = last.result["boot"]?.string,
            let history = last.result["history"]?.string
        else { throw .badReply("the snapshot has no boot or no history") }
        if history != self.history || boot != self.boot {
            begin(boot, history, at: last.seq)
        } else if doubt != nil || last.seq < chain.newest {
            // The known events may belong to a different log, because the snapshot is older than
            // the newest of them or the daemon has not confirmed them.
            begin(at: last.seq)
            waiting.removeAll(keepingCapacity: true)
            head = 0
        } else {
            skip(to: last.seq)
        }
        return pages
    }

    /// Returns the boot id of the daemon's process, and the digest of its `RecordChanges` (a table
    /// of the changes that events make in controllers' records).
    ///
    /// - Throws: The same errors as `snapshot`.
    mutating func identity() throws(ClientError) -> (boot: String?, digest: String) {
        try connectRequester()
        let hello = try requester!.send(ServerHello()).result
        // A daemon that sends no digest has only the container kinds that this version has.
        return (hello["boot"]?.string, hello["changes"]?.string ?? RecordChanges.builtIn.digest)
    }

    /// Returns the daemon's `RecordChanges` (a table of the changes that events make in
    /// controllers' records). Requests the table from the daemon unless `digest` is the digest of
    /// the built-in table.
    ///
    /// - Throws: The same errors as `snapshot`.
    mutating func changes(digest: String) throws(ClientError) -> RecordChanges {
        if digest == RecordChanges.builtIn.digest { return .builtIn }
        try connectRequester()
        let description = try requester!.send(ServerDescribe()).result
        do {
            return try RecordChanges(describedBy: description, digest: digest)
        } catch {
            throw .badReply(
                "the reply to server.describe from \(address.command) is invalid: \(error)")
        }
    }

    /// Skips the events up to the sequence number of a snapshot, which already includes them.
    private mutating func skip(to seq: Int) {
        chain.skip(to: seq)
        waiting = waiting[head...].compactMap {
            switch $0 {
            case .news(.event(let event)): return event.seq > seq ? $0 : nil
            case .gap(var gap):
                gap.since = max(gap.since, seq)
                return gap.through > seq ? .gap(gap) : nil
            case .news: return $0
            }
        }
        head = 0
    }

    /// Requests the missing events if the queue begins with a gap. Then removes the next message
    /// from the queue and returns it. Returns nil if the queue is empty.
    private mutating func dequeue() throws(ClientError) -> News? {
        try resolveDoubt()
        while head < waiting.count {
            switch waiting[head] {
            case .news(let news):
                head += 1
                return news
            case .gap(let gap): try fill(gap)
            }
        }
        if head > 0 {
            waiting.removeAll(keepingCapacity: true)
            head = 0
        }
        return nil
    }

    /// Requests the missing events that a gap stands for, and replaces the gap in the queue with
    /// these events.
    private mutating func fill(_ gap: EventChain.Gap) throws(ClientError) {
        try connectRequester()
        replays += 1
        let found = try requester!.replayed(
            since: gap.since, through: gap.through, topic: gap.prefix,
            boot: takesBoot ? boot : nil)
        guard found.history == history else { return abandon(found) }
        if takesBoot, found.boot != boot || found.isForked {
            // The next check asks the process that has answered for the newest known event, which
            // is after the gap.
            question(chain.newest, of: boot)
            if found.boot != boot { expect(found.boot, at: found.latest) }
            return try resolveDoubt()
        }
        var news: [News] = []
        if !found.isComplete {
            news.append(.lost(since: gap.since, through: gap.through, prefix: gap.prefix))
        }
        if !found.events.isEmpty {
            news.append(.replayed(count: found.events.count, since: gap.since))
        }
        news += found.events.map { .event($0) }
        waiting.replaceSubrange(...head, with: news.map { .news($0) })
        head = 0
    }

    /// Asks the daemon whether its event log contains the received events that `doubt` describes.
    /// If the log does not contain them, restarts the delivery and queues the message `forked`.
    /// Does nothing if `doubt` is nil.
    private mutating func resolveDoubt() throws(ClientError) {
        while let doubt {
            try connectRequester()
            let found = try requester!.replayed(
                since: doubt.seq, through: doubt.seq, topic: "", boot: doubt.boot)
            guard found.history == history else { return abandon(found) }
            if found.isForked, try !isConfirmed(doubt) {
                let isHeard = isHeard && found.boot == boot
                begin(found.boot, found.history, at: found.latest)
                self.isHeard = isHeard
                waiting = [.news(.forked(since: doubt.seq, seq: found.latest))]
                return
            }
            self.doubt = nil
            if found.boot != boot {
                // A third process has answered, so check the known events again with its log.
                question(chain.newest, of: boot)
                expect(found.boot, at: found.latest)
            }
        }
    }

    /// Finds out whether the events in `doubt.unattributed` are part of the daemon's current
    /// history, although it is unknown which daemon process sent them. Returns true if the daemon's
    /// event log contains exact copies of all these events. In this case, the welcome message of
    /// the process that sent them was lost.
    private mutating func isConfirmed(_ doubt: Doubt) throws(ClientError) -> Bool {
        guard doubt.attributed < doubt.seq, doubt.unattributed.last?.seq == doubt.seq else {
            return false
        }
        let found = try requester!.replayed(
            since: doubt.attributed, through: doubt.seq, topic: "", boot: doubt.boot)
        guard found.history == history, found.isComplete, !found.isForked else { return false }
        let present = Dictionary(found.events.map { ($0.seq, $0) }) { first, _ in first }
        return doubt.unattributed.allSatisfy { present[$0.seq] == $0 }
    }

    /// Switches to a different event history, because a daemon has replied with a different history
    /// id.
    private mutating func abandon(_ found: Requester.Replayed) {
        begin(found.boot, found.history, at: found.latest)
        waiting = [.news(.restarted(sameHistory: false, seq: found.latest))]
    }

    /// Limits the total time of all following requests for missing events and snapshots.
    public mutating func finish(within seconds: Double) {
        end = Deadline(seconds: seconds).orEarlier(end)
    }

    private mutating func connectRequester() throws(ClientError) {
        if requester == nil {
            requester = try Requester(address.command, timeout: timeout, keys: address.keys)
        }
        requester!.end = end
    }
}
