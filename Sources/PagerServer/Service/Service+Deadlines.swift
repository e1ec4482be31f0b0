internal import PagerJournal
internal import Containment
package import PagerModel
internal import PagerWire

/// Functions that fire due deadlines: on the real clock, or on a manual clock by `clock.advance`.
extension Service {
    /// Fires the due deadlines on the real clock, each in its own transaction. If there are more
    /// than the limits allow, the next call fires the remaining ones.
    package mutating func runDeadlines(until time: Instant) {
        guard journalFailure == nil else { return }
        // The time limit of decisions that these deadlines request starts now, as in a replay.
        present = time
        guard catchUp(with: time, most: .bounded) > 0 else { return }
        record(.deadlines, at: time)
    }

    /// Replays a journal record of deadlines: fires the same deadlines again.
    mutating func repeatDeadlines(_ record: JournalRecord) {
        present = record.time
        var body = BodyReader(record.body)
        // Up to behaviour version 5, the record contained the number of fired deadlines if others
        // remained.
        let count = body.number().map { Int(clamping: $0) }
        catchUp(with: record.time, most: count.map { .exactly($0) } ?? .bounded)
    }

    /// The maximum number of deadlines that one call fires.
    enum DeadlineCount {
        case all
        case exactly(Int)
        /// As many deadlines as the limits allow.
        case bounded
    }

    /// Fires at most the given number of due deadlines on the real clock, and returns how many it
    /// has fired.
    ///
    /// Usually each deadline is fired at its own time. If the earliest deadline is overdue by more
    /// than `longestDelay`, the clock first jumps to `time`, and all due deadlines are fired at
    /// that time. Such a delay arises if the process was suspended, or if the work of deadlines
    /// takes longer than the time between them. Without the jump, the clock would fall further and
    /// further behind.
    @discardableResult
    private mutating func catchUp(with time: Instant, most: DeadlineCount) -> Int {
        if let next = scene.nextDeadline(), next.advanced(by: Limits.longestDelay) < time {
            scene.moveClock(to: time)
        }
        let count = fireDeadlines(until: time, most: most)
        pass(to: time)
        return count
    }

    /// Advances the scene's clock to `time`, unless a deadline is due by then. Does nothing if the
    /// clock is manual.
    mutating func pass(to time: Instant) {
        guard identity.clock == .real else { return }
        if let next = scene.nextDeadline(), next <= time { return }
        scene.moveClock(to: time)
    }

    /// Fires at most the given number of due deadlines, and returns how many it has fired.
    @discardableResult
    mutating func fireDeadlines(until time: Instant, most: DeadlineCount) -> Int {
        var budget = BatchBudget(scene, limits)
        var count = 0
        while let next = scene.nextDeadline(), next <= time {
            switch most {
            case .all: break
            case .exactly(let most): if count == most { return count }
            case .bounded:
                let isFull = count == Limits.deadlinesAtOnce
                if scene.reasonToStop(isFull ? "\(count) deadlines" : budget.excess) != nil {
                    return count
                }
            }
            _ = fireDeadline(cause: nil, &budget)
            count += 1
        }
        return count
    }

    /// Fires the next deadline, and adds the work that this takes to `budget`.
    private mutating func fireDeadline(
        cause: EventCause?, isTraced: Bool = false, _ budget: inout BatchBudget
    ) -> EncodedEvents {
        let published = recorder.publishedBytes
        scene.fireDeadline()
        budget.count(scene)
        let events = closeTransaction(cause: nil, otherwise: cause, isTraced: isTraced)
        budget.count(bytes: recorder.publishedBytes - published)
        return events
    }

    /// Advances the manual clock and fires the deadlines that become due, each in its own
    /// transaction.
    ///
    /// If more deadlines are due than the limits allow, the call usually fails. In two cases the
    /// clock stops at the limit instead, and the next call continues there: if too many deadlines
    /// are due at the time of the earliest one, or if the daemon has objects of UIKit classes.
    ///
    /// - Throws: `clockIsReal` if the clock is not manual, `invalidArgument` if the number of
    ///   seconds is outside of its range, `limitExceeded` if too many deadlines are due or the
    ///   clock cannot reach the time. The call then has no effect.
    mutating func advance(
        _ command: ClockAdvance, _ context: RequestContext
    ) throws(CommandError) -> [EncodedEvents] {
        guard identity.clock == .manual else {
            throw CommandError(
                .clockIsReal,
                "the clock advances by itself; clock.advance needs a daemon with --clock manual")
        }
        guard (0...Limits.seconds).contains(command.seconds) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(command.seconds)",
                path: "seconds")
        }
        let target = scene.now.advanced(by: command.seconds)
        guard target < .end else {
            throw CommandError(
                .limitExceeded, "the clock cannot reach that time; advance by less", path: "seconds"
            )
        }
        guard let next = scene.nextDeadline(), next <= target else {
            scene.moveClock(to: target)
            return []
        }
        if hasObjects { return try advance(to: target, command.seconds, context) }
        return try transaction { (service) throws(CommandError) in
            try service.advance(to: target, command.seconds, context)
        }
    }

    private mutating func advance(
        to target: Instant, _ seconds: Double, _ context: RequestContext
    ) throws(CommandError) -> [EncodedEvents] {
        var transactions: [EncodedEvents] = []
        var budget = BatchBudget(scene, limits)
        let first = scene.nextDeadline()
        while let next = scene.nextDeadline(), next <= target {
            let isFull = transactions.count >= limits.deadlinesPerAdvance
            if let excess = scene.reasonToStop(
                isFull
                    ? "more than \(limits.deadlinesPerAdvance) deadlines in \(seconds) s"
                    : budget.excess)
            {
                // A smaller step could not pass the deadlines that are due at one time, so the next
                // call continues there. It also continues there if deadlines cannot be undone.
                if next == first || hasObjects { return transactions }
                throw CommandError(.limitExceeded, "\(excess); advance by less", path: "seconds")
            }
            transactions.append(
                fireDeadline(cause: context.cause, isTraced: context.isTraced, &budget))
        }
        scene.moveClock(to: target)
        return transactions
    }
}

extension Service {
    func clock() -> ClockGet.Reply {
        var reply = ClockGet.Reply()
        reply.mode = identity.clock
        reply.time = scene.now.seconds
        return reply
    }
}
