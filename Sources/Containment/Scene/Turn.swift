internal import PagerModel

/// Everything that lives for one transaction. The end of the transaction resets it as one value.
struct Turn: Sendable, BitwiseCopyable {
    /// Whether the transaction has changed something without publishing an event.
    private(set) var hasChangedSilently = false
    /// The number of reactions, or the greatest integer if a limit has been exceeded.
    private(set) var reactionCount = 0
    /// The number of events in the log, and the scene's `work`, before the first reaction.
    private var reactionStart = (events: 0, work: 0)
    private var reactionBytes = 0
    /// The number of events in the log, and the scene's `work`, before the first queued command.
    private var queueStart: (events: Int, work: Int)?
    /// The numbers of transitions and of relocations at the end of the last call of
    /// `endTransitions(in:)` that ended transitions. The next call compares these values with the
    /// current ones to recognize that it would change nothing.
    private var settled = (transitions: UInt64(0), relocations: 0)

    mutating func noteSilentChange() { hasChangedSilently = true }

    // MARK: Reactions

    /// Whether no limit for reactions has been exceeded.
    var allowsReactions: Bool { reactionCount != .max }

    /// Counts a reaction. `events` and `work` are the values before the reaction.
    mutating func countReaction(bytes: Int, events: Int, work: Int) {
        if reactionCount == 0 { reactionStart = (events, work) }
        reactionCount += 1
        reactionBytes += bytes
    }

    /// The description of the exceeded limit for reactions, or nil.
    func excessOfReactions(events: Int, work: Int) -> String? {
        if reactionCount > Limits.reactionsPerTurn {
            "more than \(Limits.reactionsPerTurn) reactions"
        } else if events - reactionStart.events > Limits.reactionEvents {
            "more than \(Limits.reactionEvents) events since the first reaction"
        } else if work - reactionStart.work > Limits.reactionVisits {
            "reactions that access controllers and views more than \(Limits.reactionVisits) times"
        } else if reactionBytes > Limits.reactionBytes {
            "reactions with more than \(Limits.reactionBytes) bytes of params"
        } else {
            nil
        }
    }

    /// Forbids further reactions in the transaction.
    mutating func stopReactions() { reactionCount = .max }

    // MARK: Queued commands

    /// Returns the events and the work since the first queued command. For the first one, returns
    /// nil and records where it begins.
    mutating func sinceQueueStart(events: Int, work: Int) -> (events: Int, work: Int)? {
        guard let start = queueStart else {
            queueStart = (events, work)
            return nil
        }
        return (events - start.events, work - start.work)
    }

    // MARK: Ended transitions

    /// Returns whether no transition has started and nothing has moved since `settle`.
    func isSettled(_ transitions: UInt64, _ relocations: Int) -> Bool {
        settled == (transitions, relocations)
    }

    mutating func settle(_ transitions: UInt64, _ relocations: Int) {
        settled = (transitions, relocations)
    }

    // MARK: Archives

    mutating func visit(_ archive: inout Archive) { hasChangedSilently.visit(&archive) }
}

extension Scene {
    /// Records that the transaction has changed something without publishing an event.
    mutating func noteSilentChange() { state.turn.noteSilentChange() }

    /// The number of reactions in the transaction.
    var reactionCount: Int { state.turn.reactionCount }
}
