internal import Containment
internal import PagerJournal
package import PagerModel
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
        case .cuts: scene.repeatWorkLimitStops(try [WorkLimitStop](reading: value))
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

/// The persistent state of a service, which is the content of a journal snapshot.
extension Service {
    mutating func visit(
        _ archive: inout Archive, migrations: [SnapshotMigration] = SnapshotMigration.all
    ) {
        SnapshotMigration.visit(migrations, &archive)
        archive.visit(clock: &present)
        scene.visit(&archive)
        state.recorder.visit(&archive, state.scene)
        memory.visit(&archive)
        state.plugins.visit(&archive, state.scene)
        guard archive.isReading, archive.problem == nil else { return }
        for migration in migrations where !archive.holds(migration.name) { migration.run(&self) }
    }
}

extension Peer: Archived {
    package init() { self.init(uid: nil) }

    package mutating func visit(_ archive: inout Archive) {
        var (uid, key) = (uid, key)
        archive.visit(&uid)
        archive.visit(&key)
        self = Peer(uid: uid, key: key)
    }
}

extension Service {
    /// A function that encodes this state as the first records of a new journal file. A compaction
    /// of the journal calls the function on a separate thread.
    var journalBeginning: JournalBeginning {
        { [self] hasSnapshot in records(withSnapshot: hasSnapshot) }
    }

    private func records(withSnapshot hasSnapshot: Bool) -> [UInt8] {
        var service = self
        var pendingRecords = PendingRecords(sealing: identity.seal, at: point)
        pendingRecords.add(.history, at: present, point, json: Value(JournalHistory(identity)))
        guard hasSnapshot else { return pendingRecords.bytes }
        // The record of the boots precedes the snapshot, because a file is complete only if it ends
        // with the snapshot.
        pendingRecords.add(
            .boots, at: present, StatePoint(seq: 0, revision: 0), json: Value(boots.list))
        Archive.writing({ service.visit(&$0) }) { archive in
            pendingRecords.add(.snapshot, at: present, point) { $0.append(contentsOf: archive) }
        }
        return pendingRecords.bytes
    }
}

extension Service {
    /// The version of the engine's behaviour.
    ///
    /// It increases with each release in which a command leads to different events or a different
    /// state than before. A journal contains commands instead of their effects, so the commands in
    /// a journal of an earlier release may lead to a different state. `BehaviourTests` fails if the
    /// behaviour changes without a new version.
    package static let behaviour = 19
}

extension JournalHistory {
    init(_ identity: Service.Identity) {
        self.init()
        version = Service.version
        behaviour = Service.behaviour
        name = identity.name
        history = identity.history
        epoch = identity.epoch
        uikit = identity.release.rawValue
        clock = identity.clock
        seal = identity.seal
    }

    /// Reads the header of a journal from the body of the journal's first record.
    ///
    /// - Throws: `StartProblem` if the body is not a header that this version can read, or if a
    ///   newer version wrote the journal.
    init(_ body: FileBytes, of path: String) throws(StartProblem) {
        guard let value = try? JSONParser.parse(Array(body)), let format = value["format"]?.integer
        else {
            throw StartProblem(
                "the first record of the journal \(path) is not a header of a pagerd journal")
        }
        guard Self.formats.contains(format), let history = try? Self(reading: value) else {
            throw StartProblem(
                "the journal \(path) has format \(format), and this pagerd (\(Service.version)) "
                    + "reads format 1 to \(Self.formats.upperBound): start the pagerd that wrote it, "
                    + "or name another --journal")
        }
        guard history.behaviour <= Service.behaviour else {
            throw StartProblem(
                "the journal \(path) was written by a newer pagerd (\(history.version), behaviour "
                    + "\(history.behaviour); this one is \(Service.version) with behaviour "
                    + "\(Service.behaviour)): start that version, or name another --journal")
        }
        self = history
    }

    /// Checks that a daemon with this identity can continue the journal.
    ///
    /// - Throws: `StartProblem` if the iOS release or the clock mode of the journal is different.
    func check(_ identity: Service.Identity, _ path: String) throws(StartProblem) {
        guard uikit == identity.release.rawValue, clock == identity.clock else {
            throw StartProblem(
                "the journal \(path) was created with --uikit \(uikit) --clock "
                    + "\(clock.rawValue); start with these, or name another --journal")
        }
    }
}

/// A named change of the snapshot format, with a step that updates the state from a snapshot of an
/// earlier version of pagerd.
///
/// A snapshot begins with the names of its migrations. While the daemon reads a snapshot, each
/// `visit` method skips the parts that the snapshot lacks, for example with `if
/// archive.holds("boots")`. Then the migrations whose names the snapshot does not contain run in
/// order.
///
/// A released migration is never changed, renamed or removed, because journals contain its name.
struct SnapshotMigration: Sendable {
    let name: String
    /// A function that sets the values that the snapshot lacks.
    let run: @Sendable (inout Service) -> Void

    /// All migrations, oldest first.
    static let all: [SnapshotMigration] = [
        // In earlier versions, navigation controllers defined a presentation context although their
        // option was false.
        SnapshotMigration(name: "navigationContexts") { $0.state.scene.defineDefaultContexts() },
        // Earlier snapshots identified categories only by index. The categories of built-in kinds
        // still have the same indexes.
        SnapshotMigration(name: "namesOfCategories") { _ in },
        // Earlier snapshots contained the published bytes of events, which are dropped.
        SnapshotMigration(name: "eventsAsRecords") { _ in },
        // Earlier snapshots stored the content that placeholders replace with the plugins, and the
        // placeholders themselves did not count as content.
        SnapshotMigration(name: "coveredContents") { $0.keepCoveredContents() },
    ]

    /// The format numbers of snapshots. Snapshots of format 3 do not contain the names of
    /// migrations; snapshots of format 4 do.
    private static let (unnamed, named) = (3, 4)

    /// Writes the names of a snapshot's migrations to an archive, or reads them from one.
    static func visit(_ migrations: [SnapshotMigration], _ archive: inout Archive) {
        var format = named
        format.visit(&archive)
        archive.require(
            (unnamed...named).contains(format),
            "the format of the snapshot is \(format), and this pagerd reads \(unnamed) and \(named)"
        )
        var names = archive.isReading ? [] : migrations.map(\.name)
        if format == named { names.visit(&archive) }
        guard archive.isReading else { return }
        for name in names where !migrations.contains(where: { $0.name == name }) {
            archive.fail(
                "a newer pagerd wrote it: this version has no migration called \(name)")
        }
        for name in names { archive.held.insert(TextKey(name)) }
    }
}
