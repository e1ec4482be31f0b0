internal import PagerModel
internal import PagerWire
internal import ZMQ

extension Subscription {
    /// Waits for what comes next.
    ///
    /// - Parameter timeout: seconds, nil for ever. Asking for what is missing takes its own time.
    /// - Throws: `badReply` for a payload that is not JSON, `transport`; `noDaemon` and `timedOut`
    ///   where something is missing and nobody answers: it is asked for again by the next call.
    public mutating func next(timeout: Double? = nil) throws(ClientError) -> Outcome {
        let deadline = timeout.map { Deadline(seconds: $0) }
        var hasHeard = false
        while true {
            if let news = try dequeue() { return .news(news) }
            // Messages that tell nothing are no reason to wait longer.
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

    /// Waits for the next event of any kind, whatever else is told meanwhile.
    ///
    /// - Returns: nil when the time is over.
    /// - Throws: as `next`.
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
        case "shutdown": if recognize(value) { waiting.append(.news(.shutdown)) }
        default: break
        }
    }

    /// An event and what is missing before it.
    mutating func keep(_ value: Value) {
        // Until the socket has told of the daemon that is followed, another one may have sent it.
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

/// What is missing, and what is known from elsewhere.
extension Subscription {
    /// All pages of one snapshot; the events inside it are neither told nor missed.
    ///
    /// - Parameter seconds: what all pages together may take; nil leaves each request its time.
    /// - Throws: `refused` when the state never holds still, `noDaemon`, `timedOut`, `badReply`,
    ///   `transport`.
    public mutating func snapshot(within seconds: Double? = nil) throws(ClientError) -> [Reply] {
        let before = end
        defer { end = before }
        if let seconds { finish(within: seconds) }
        try connectRequester()
        let pages = try requester!.snapshot()
        guard let last = pages.last, let boot = last.result["boot"]?.string,
            let history = last.result["history"]?.string
        else { throw .badReply("a snapshot without boot and history") }
        if history != self.history || boot != self.boot {
            adopt(boot, history, at: last.seq)
        } else if doubt != nil || last.seq < chain.newest {
            // What is known may be of another log, in which the seq of the snapshot is older.
            begin(at: last.seq)
            waiting.removeAll(keepingCapacity: true)
            head = 0
        } else {
            skip(to: last.seq)
        }
        return pages
    }

    /// Asks the daemon which process it is and which table of changes it has.
    ///
    /// - Throws: as `snapshot`.
    mutating func identity() throws(ClientError) -> (boot: String?, digest: String) {
        try connectRequester()
        let hello = try requester!.send(ServerHello()).result
        // A daemon that tells no digest has the kinds of this version or fewer.
        return (hello["boot"]?.string, hello["changes"]?.string ?? RecordChanges.builtIn.digest)
    }

    /// Returns the table of changes with this digest, which the daemon has told. It is read from
    /// the daemon unless it is the built-in one.
    ///
    /// - Throws: as `snapshot`.
    mutating func changes(digest: String) throws(ClientError) -> RecordChanges {
        if digest == RecordChanges.builtIn.digest { return .builtIn }
        try connectRequester()
        let description = try requester!.send(ServerDescribe()).result
        do {
            return try RecordChanges(describedBy: description, digest: digest)
        } catch {
            throw .badReply("server.describe at \(address.command) returned \(error)")
        }
    }

    /// Events up to here are known from elsewhere: they are neither told nor missed.
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

    /// The next news; what is missing before them is fetched.
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

    /// Puts in the place of the first gap what was missing there.
    private mutating func fill(_ gap: EventChain.Gap) throws(ClientError) {
        try connectRequester()
        replays += 1
        let found = try requester!.replayed(
            since: gap.since, through: gap.through, topic: gap.prefix,
            boot: takesBoot ? boot : nil)
        guard found.history == history else { return abandon(found) }
        if takesBoot, found.boot != boot || found.isForked {
            // What is known beyond the gap decides whether this log has it.
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

    /// Asks the daemon whether its log has what is known of another boot.
    private mutating func resolveDoubt() throws(ClientError) {
        while let doubt {
            try connectRequester()
            let found = try requester!.replayed(
                since: doubt.seq, through: doubt.seq, topic: "", boot: doubt.boot)
            guard found.history == history else { return abandon(found) }
            if found.isForked, try !isConfirmed(doubt) {
                let isHeard = isHeard && found.boot == boot
                adopt(found.boot, found.history, at: found.latest)
                self.isHeard = isHeard
                waiting = [.news(.forked(since: doubt.seq, seq: found.latest))]
                return
            }
            self.doubt = nil
            if found.boot != boot {
                // The process that was asked is a third one.
                question(chain.newest, of: boot)
                expect(found.boot, at: found.latest)
            }
        }
    }

    /// Whether the events that came since the boot was last told are, byte by byte, those of this
    /// log: then another process has sent them, whose welcome was lost on the way.
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

    /// A reply is of another history.
    private mutating func abandon(_ found: Requester.Replayed) {
        adopt(found.boot, found.history, at: found.latest)
        waiting = [.news(.restarted(sameHistory: false, seq: found.latest))]
    }

    /// Bounds the time of all requests for what is missing from now on together.
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
