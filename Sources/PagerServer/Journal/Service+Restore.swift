internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// Functions that replay journal records. A replay has the same effects as the original messages.
extension Service {
    /// The reason why a record does not lead to its recorded state.
    enum Divergence: Error, CustomStringConvertible {
        /// The body of the record has a form that this version cannot read.
        case foreign(JournalRecord.Kind)
        case point(expected: StatePoint, found: StatePoint)
        case refused(CommandError)
        case unreadable(ArchiveProblem)

        var description: String {
            switch self {
            case .foreign(let kind):
                "a record of the kind \(kind) has a form that this pagerd cannot read"
            case .point(let expected, let found):
                "the record led to seq \(expected.seq) and revision \(expected.revision) when it "
                    + "was written, and now leads to seq \(found.seq) and revision "
                    + "\(found.revision)"
            case .unreadable(let problem): "the snapshot cannot be read: \(problem)"
            case .refused(let refusal):
                "the command was accepted when it was written, and is refused now: "
                    + refusal.message
            }
        }
    }

    /// Replays a journal record without publishing any events.
    mutating func restore(_ record: JournalRecord) throws(Divergence) {
        _ = try carryOut(record)
        guard point == record.point else {
            throw .point(expected: record.point, found: point)
        }
        // The boot records of a snapshot precede the snapshot.
        guard record.kind == .boots || boots.list.last?.seq ?? 0 <= point.seq else {
            throw .foreign(.boots)
        }
    }

    /// Replays a record of a journal that a pagerd version with different behaviour wrote. The
    /// resulting state may differ from the state that the record contains.
    ///
    /// - Parameter recorded: The seq and revision before the record, as stored in the journal.
    /// - Returns: A sentence for each command of the record that is refused now.
    /// - Throws: `Divergence` for a snapshot that cannot be read.
    mutating func restore(
        _ record: JournalRecord, ofOtherBehaviourAfter recorded: StatePoint
    ) throws(Divergence) -> [String] {
        let before = point
        let answer: Answer
        do {
            answer = try carryOut(record)
        } catch .unreadable(let problem) {
            throw .unreadable(problem)
        } catch {
            return ["a record of the kind \(record.kind): \(error)"]
        }
        guard record.kind == .request else {
            return answer.isRefused ? ["a record of the kind \(record.kind)"] : []
        }
        // A batch that leads to the same state as before had the same refusals.
        let isAsBefore =
            point.seq - before.seq == record.point.seq - recorded.seq
            && point.revision - before.revision == record.point.revision - recorded.revision
        var body = BodyReader(record.body)
        _ = body.peer()
        let request = try? JSONParser.parse(Array(body.rest))
        return RefusedCommands(request, reply: try? JSONParser.parse(answer.reply))
            .sentences(ofBatch: !isAsBefore)
    }

    /// Replays a record without sending its reply or publishing its events.
    ///
    /// - Returns: The answer to a message, or an empty answer for other records.
    private mutating func carryOut(_ record: JournalRecord) throws(Divergence) -> Answer {
        switch record.kind {
        // These records advance the clock themselves or precede records that do.
        case .restarted, .deadlines, .boots, .cuts: break
        default:
            present = record.time
            // Deadlines that ran before the record have their own records.
            pass(to: record.time)
        }
        defer {
            outbox.removeAll(keepingCapacity: true)
            plugins.dropMessages()
            // After a start, the daemon reads the content of all controllers anyway.
            _ = recorder.takeContents()
        }
        return try repeated(record)
    }

    private mutating func repeated(_ record: JournalRecord) throws(Divergence) -> Answer {
        var body = BodyReader(record.body)
        switch record.kind {
        case .history: throw .foreign(record.kind)
        case .snapshot:
            do {
                try record.body.withSpan { (bytes) throws(ArchiveProblem) in
                    try Archive.reading(bytes) { visit(&$0) }
                }
            } catch {
                throw .unreadable(error)
            }
            if hasObjects {
                scene.restoreObjects()
                _ = closeTransaction(cause: nil)
            }
        case .request:
            guard let peer = body.peer() else { throw .foreign(record.kind) }
            return body.rest.withSpan { bytes in answer(bytes, from: peer, isReplayed: true) }
        case .deadlines: repeatDeadlines(record)
        case .pluginMessage, .pluginFrames: return try repeatedMessage(record)
        case .restarted: restart(at: record.time)
        case .book, .expected, .pluginLost, .decisionExpired, .pluginProblem, .pluginProgram,
            .boots, .cuts, .contentsUncovered:
            do {
                let value = try JSONParser.parse(
                    Array(record.body), maximumDepth: JSONParser.deepest)
                try repeated(record.kind, value)
            } catch let refusal as CommandError {
                throw .refused(refusal)
            } catch {
                throw .foreign(record.kind)
            }
        }
        return Answer()
    }

    private mutating func repeated(_ kind: JournalRecord.Kind, _ value: Value) throws {
        switch kind {
        case .book: try load(BookCommands(record: value), isReplayed: true)
        case .expected: expect(try [ExpectedPlugin](reading: value))
        case .cuts: scene.repeatCuts(try [Cut](reading: value))
        case .boots:
            guard boots.take(try [Boot](reading: value)) else {
                throw Divergence.foreign(kind)
            }
        case .pluginLost:
            lose(
                try text("name", in: value, kind), try text("reason", in: value, kind),
                lostAt: value["lostAt"]?.integer)
        case .contentsUncovered: uncover(try text("name", in: value, kind))
        case .decisionExpired:
            guard let number = value["decision"]?.integer, let decision = plugins.pending[number]
            else { throw Divergence.foreign(kind) }
            expire(decision)
        case .pluginProblem:
            tell(
                problem: try text("problem", in: value, kind), of: try text("name", in: value, kind)
            )
        case .pluginProgram:
            guard let restarts = value["restarts"]?.integer, restarts >= 0 else {
                throw Divergence.foreign(kind)
            }
            setProgram(
                of: try text("name", in: value, kind), restarts: restarts,
                reason: value["reason"]?.string)
        case .history, .snapshot, .request, .deadlines, .pluginMessage, .pluginFrames, .restarted:
            throw Divergence.foreign(kind)
        }
    }

    private func text(
        _ name: String, in value: Value, _ kind: JournalRecord.Kind
    ) throws(Divergence) -> String {
        guard let text = value[name]?.string else { throw .foreign(kind) }
        return text
    }

    private mutating func repeatedMessage(
        _ record: JournalRecord
    ) throws(Divergence) -> Answer {
        var body = BodyReader(record.body)
        guard let peer = body.peer(), let pid = body.optional(), let routing = body.bytes()
        else { throw .foreign(record.kind) }
        let connection = PluginConnection(
            routing: routing, peer: peer, pid: pid, isDelimited: false)
        if record.kind == .pluginFrames { return refuseFrames(of: connection) }
        return body.rest.withSpan { bytes in take(bytes, from: connection, isReplayed: true) }
            ?? Answer()
    }

    /// Applies the effects of a restart: all plugins are disconnected, and pending decisions get
    /// their default answers.
    ///
    /// The time during which no daemon ran passes at once, and each due deadline is fired only
    /// once. For example, after an hour, a pager that turns every minute turns one page, not sixty.
    mutating func restart(at time: Instant) {
        present = time
        if identity.clock == .real {
            scene.moveClock(to: time)
            fireDeadlines(until: time, most: .all)
        }
        for plugin in plugins.sorted where plugin.isAttached {
            detach(plugin.name, "the daemon was started again")
        }
        record(.restarted, at: time)
    }
}
