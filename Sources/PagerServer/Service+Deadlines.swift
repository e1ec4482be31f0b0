internal import Containment
package import PagerModel
internal import PagerWire

/// Deadlines that are due, on the real clock and by `clock.advance`.
extension Service {
    /// Runs the deadlines that are due on the real clock, each a transaction of its own. Where many
    /// are due, the rest runs at the next call.
    package mutating func runDeadlines(until time: Instant) {
        guard obstacle == nil else { return }
        // Decisions that open now have their time from now on, as in a replay.
        present = time
        let count = catchUp(with: time, most: Limits.deadlinesAtOnce)
        let isBehind = scene.nextDeadline().map { $0 <= time } == true
        if !isBehind { scene.moveClock(to: time) }
        guard count > 0 else { return }
        // Without a count all that are due have run.
        ledger.add(.deadlines, at: time, point) {
            if isBehind { $0.append(number: UInt64(count)) }
        }
    }

    /// Runs the deadlines that a record of the journal tells of.
    mutating func repeatDeadlines(_ record: JournalRecord) {
        present = record.time
        var body = BodyReader(record.body)
        catchUp(with: record.time, most: body.number().map { Int(clamping: $0) } ?? .max)
        pass(to: record.time)
    }

    /// Runs at most so many of the deadlines that are due on the real clock, and returns how many.
    ///
    /// Each runs at its own time, unless the first one is `longestDelay` late: the process was
    /// stopped, or the deadlines take longer than the time between them. Then all run at `time`,
    /// and those that they set come after it, so that the clock cannot fall further behind.
    @discardableResult
    private mutating func catchUp(with time: Instant, most: Int) -> Int {
        if let next = scene.nextDeadline(), next.advanced(by: Limits.longestDelay) < time {
            scene.moveClock(to: time)
        }
        return fireDeadlines(until: time, most: most)
    }

    /// Time goes on, unless a deadline that is due comes first.
    mutating func pass(to time: Instant) {
        guard identity.clock == .real else { return }
        if let next = scene.nextDeadline(), next <= time { return }
        scene.moveClock(to: time)
    }

    /// Runs at most so many deadlines, and no more once they have used up the budget of a batch.
    @discardableResult
    mutating func fireDeadlines(until time: Instant, most: Int) -> Int {
        var budget = BatchBudget(scene, limits)
        var count = 0
        while count < most, let next = scene.nextDeadline(), next <= time,
            most == .max || budget.excess == nil
        {
            _ = fireDeadline(cause: nil, &budget)
            count += 1
        }
        return count
    }

    /// Runs the next deadline, and counts what it did.
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

    /// Moves the manual clock and runs what is due on the way, each deadline a transaction of its
    /// own.
    ///
    /// Where the deadlines of the first time at which any is due are more than the limits allow,
    /// the clock stays there, and the next call runs more of them.
    ///
    /// - Throws: `clockIsReal`, `invalidArgument`, `limitExceeded`; then nothing has happened.
    mutating func advance(
        _ command: ClockAdvance, _ context: RequestContext
    ) throws(Refusal) -> [EncodedEvents] {
        guard identity.clock == .manual else {
            throw Refusal(.clockIsReal, "start the daemon with --clock manual for this")
        }
        guard (0...Limits.seconds).contains(command.seconds) else {
            throw .invalidArgument("0 to \(Int(Limits.seconds)) seconds", path: "seconds")
        }
        let target = scene.now.advanced(by: command.seconds)
        guard target < .end else {
            throw Refusal(.limitExceeded, "the clock ends before that", path: "seconds")
        }
        return try transaction { (service) throws(Refusal) in
            try service.advance(to: target, command.seconds, context)
        }
    }

    private mutating func advance(
        to target: Instant, _ seconds: Double, _ context: RequestContext
    ) throws(Refusal) -> [EncodedEvents] {
        var transactions: [EncodedEvents] = []
        var budget = BatchBudget(scene, limits)
        let first = scene.nextDeadline()
        while let next = scene.nextDeadline(), next <= target {
            let isFull = transactions.count >= limits.deadlinesPerAdvance
            // No smaller step could pass the deadlines of one time: the next call goes on there.
            if next == first, isFull || budget.excess != nil { return transactions }
            guard !isFull else {
                throw Refusal(
                    .limitExceeded,
                    "more than \(limits.deadlinesPerAdvance) deadlines in \(seconds) s; "
                        + "advance by less", path: "seconds")
            }
            transactions.append(
                fireDeadline(cause: context.cause, isTraced: context.isTraced, &budget))
            if let excess = budget.excess, next != first, !context.isReplayed {
                throw Refusal(.limitExceeded, "\(excess); advance by less", path: "seconds")
            }
        }
        scene.moveClock(to: target)
        return transactions
    }
}
