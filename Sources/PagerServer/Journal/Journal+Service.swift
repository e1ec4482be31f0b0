internal import Containment
internal import PagerJournal
internal import PagerModel
internal import PagerPaths
internal import PagerPlugins
internal import PagerWire

extension Journal {
    /// The state restored from the journal, and how the daemon continues the file.
    struct Restored {
        var service: Service
        /// The latest of the times of all replayed records; see `JournalRecord.time`.
        var time: Instant
        /// Log messages about the restoration, for example about lost data, or about commands in
        /// the journal that are refused now.
        var warnings: [String] = []
        /// The way in which the daemon continues the journal file.
        var ending = Ending.continued(at: 0, snapshot: (0, 0))
        /// The Unix time at which the clock was 0. Nil to use the time in the file.
        var epoch: Double?
        /// Whether the end of the file is damaged.
        var isCut = false
        /// Whether the file had records. False for a new or empty file.
        var isOld = true

        init(service: Service, time: Instant) {
            self.service = service
            self.time = time
        }
    }

    /// The way in which a daemon continues a journal file that it has read: it appends to the file
    /// or replaces it.
    enum Ending {
        /// The daemon appends new records at the byte offset `at`, after the last valid record.
        /// `snapshot` contains the offset at which the latest snapshot ends, and the number of
        /// records after it.
        case continued(at: Int, snapshot: (end: Int, records: Int))
        /// The file was empty or did not exist. The daemon writes a new one.
        case new
        /// The daemon replaces the file with a new one that continues the history, because the
        /// records of the old file have no seal. The seal is a secret number in the records of a
        /// journal.
        case sealed
        /// The daemon replaces the file with a new one that begins a new history. If a suffix is
        /// given, the old file is kept under its name with this suffix.
        case history(keepingFileAs: String?)
    }

    /// Opens the configured journal. Returns nil if the configuration disables the journal.
    ///
    /// - Throws: `StartProblem` if `path(chosenBy:)` fails, or if the file cannot be opened or
    ///   locked.
    static func chosen(by configuration: Configuration) throws(StartProblem) -> Journal? {
        try path(chosenBy: configuration).map { (path) throws(StartProblem) in
            try Journal(path: path, of: configuration)
        }
    }

    /// Returns the path of the configured journal, or nil if the configuration disables the
    /// journal.
    ///
    /// - Throws: `StartProblem` if the standard folder for journals cannot be used, or if
    ///   controllers of some kind keep their state in Swift objects that a journal cannot restore.
    static func path(chosenBy configuration: Configuration) throws(StartProblem) -> String? {
        let choice = configuration.journal
        if case .none = choice { return nil }
        let kinds = configuration.additions.kindsOfObjects(restored: false)
        guard kinds.isEmpty else {
            throw StartProblem(
                "a journal cannot restore controllers of the kind "
                    + "\(kinds.joined(separator: ", ")), because they keep their state in "
                    + "objects; start with --journal none, or encode the state in the class and "
                    + "declare the kind with restoresState: true")
        }
        switch choice {
        case .none: return nil
        case .file(let path): return path
        case .standard: return try standardPath(configuration.name)
        }
    }

    private static func standardPath(_ name: String) throws(StartProblem) -> String {
        let advice = "set PAGERD_STATE_DIR, or start with --journal FILE or --journal none"
        guard let directory = StateDirectory() else {
            throw StartProblem("there is no folder for the journal: \(advice)")
        }
        do throws(StateDirectory.Problem) {
            try directory.prepare()
        } catch {
            throw StartProblem("\(error); \(advice)")
        }
        return directory.journal(name)
    }

    /// Restores a service from the file, and prepares the file for new records.
    ///
    /// The service continues the history of the file. It starts a new history in four cases: the
    /// end of the file is lost and its events may have been published; the file was recovered; a
    /// pagerd version with different behaviour wrote the file; or the program adds kinds whose
    /// controllers are Swift objects, which the daemon must recreate.
    ///
    /// If the daemon was killed while it wrote the last record, the events of this record were not
    /// published, because the daemon writes a record before it publishes the events. A power
    /// failure may also have lost records after the truncated one.
    ///
    /// - Parameter recovering: Whether a damaged journal is recovered instead of refused.
    /// - Throws: `StartProblem` if the file cannot be read or written, if this daemon cannot
    ///   continue it, for example because the iOS release is different, or if it is damaged and is
    ///   not recovered.
    mutating func restore(
        _ identity: inout Service.Identity, adding additions: Plugins, recovering: Bool = false
    ) throws -> Restored {
        var restored: Restored
        identity.seal = .random()
        do {
            restored = try replay(identity, adding: additions)
        } catch let problem as StartProblem where problem.isRecoverable {
            guard recovering else {
                throw StartProblem(
                    "\(problem). `pagerd recover --journal \(path)` keeps the damaged file and "
                        + "restores the last consistent state; `pagerd --recover` does the same "
                        + "when it starts")
            }
            restored = try recovered(identity, adding: additions)
        }
        // The lock file may be from before another file was put in the place of the journal.
        if lock.seal != restored.service.identity.seal { lock.forgetClock() }
        switch restored.ending {
        case .continued(let position, let snapshot): try cut(at: position, snapshot: snapshot)
        case .new, .sealed:
            _ = try replace(with: restored.service.journalBeginning, hasSnapshot: restored.isOld)
        case .history(let suffix): try beginHistory(&restored, keepingFileAs: suffix)
        }
        try renewIfInDoubt(restored.service.journalBeginning)
        if !lock.isInDoubt { lock.note(isInDoubt: false) }
        identity = restored.service.identity
        lock.note(identity.seal)
        restored.service.pendingRecords = PendingRecords(
            sealing: identity.seal, at: restored.service.point)
        return restored
    }

    /// Returns the state from the trustworthy part of a damaged file. The file is not changed.
    ///
    /// - Throws: `StartProblem` if the file cannot be read, has no usable part, or cannot be
    ///   continued by this daemon.
    func recovered(
        _ identity: Service.Identity, adding additions: Plugins
    ) throws -> Restored {
        try Recovery(
            path, contents(), sealed: lock.seal, for: identity, adding: additions
        ).restored()
    }

    /// Replays all records of the journal file. The file is not changed.
    ///
    /// - Throws: `StartProblem` if the file cannot be read, is damaged, or cannot be continued by
    ///   this daemon.
    func replay(
        _ identity: Service.Identity, adding additions: Plugins
    ) throws -> Restored {
        let bytes = try contents()
        var restoring = JournalReplayer(path: path)
        guard let history = try restoring.history(in: bytes, for: identity) else {
            var restored = Restored(
                service: Service(identity, adding: additions), time: .zero)
            restored.ending = .new
            restored.isOld = false
            return restored
        }
        var identity = identity
        identity.history = history.history
        if history.seal != .none { identity.seal = history.seal }
        identity.epoch = history.epoch
        var service = Service(identity, adding: additions)
        // Restored events are not published.
        service.wanted = []
        let kinds = additions.kindsOfObjects(restored: true)
        restoring.isExact = history.behaviour == Service.behaviour && kinds.isEmpty
        try restoring.restore(&service, from: bytes)
        service.wanted = .all
        var restored = Restored(service: service, time: restoring.time)
        restored.ending =
            history.seal == .none
            ? .sealed : .continued(at: restoring.end, snapshot: restoring.snapshot)
        if let warning = restoring.warning {
            restored.isCut = true
            if restoring.isUnfinished, lock.outlivedLastDaemon {
                restored.warnings.append(
                    warning + "; that record was not published, and the history continues")
            } else {
                restored.ending = .history(keepingFileAs: nil)
                restored.warnings.append(warning)
            }
        }
        if history.behaviour == Service.behaviour, !kinds.isEmpty {
            restored.ending = .history(keepingFileAs: nil)
            restored.warnings.append(
                "the objects of the kind \(kinds.joined(separator: ", ")) were made again")
        } else if !restoring.isExact {
            restored.ending = .history(keepingFileAs: "behaviour-\(history.behaviour)")
            restored.warnings.append(
                "the journal \(path) was written by pagerd \(history.version) with behaviour "
                    + "\(history.behaviour), and this pagerd has behaviour \(Service.behaviour): "
                    + "\(restoring.snapshot.records) records were replayed, and "
                    + "\(restoring.refused.count) of their commands are refused now")
        }
        // Empty after an exact replay.
        restored.warnings += restoring.refused.map { "refused now: \($0)" }
        return restored
    }

    /// Starts a new history (a new sequence of events, with a new id) from the restored state.
    /// Replaces the journal with a file that begins with a snapshot of this state.
    ///
    /// - Throws: `StartProblem` if the new file cannot be written or the old file cannot be kept.
    ///   The old file is then unchanged.
    mutating func beginHistory(
        _ restored: inout Restored, keepingFileAs suffix: String?
    ) throws(StartProblem) {
        restored.service.beginHistory(Daemon.token(), epoch: restored.epoch)
        restored.service.identity.seal = .random()
        let (history, point) = (restored.service.identity.history, restored.service.point)
        let kept = try replace(
            with: restored.service.journalBeginning, hasSnapshot: true, keepingFileAs: suffix)
        if let kept { restored.warnings.append("the previous file is kept as \(kept)") }
        restored.warnings.append(
            "a new history begins: \(history), after seq \(point.seq); clients must fetch "
                + "a snapshot")
    }

    /// Reserves journal space for a message of `bytes` bytes and for other records. On failure,
    /// returns the reason. Otherwise returns nil.
    mutating func makeRoom(for bytes: Int) -> String? { reserve(bytes + PendingRecords.room) }

    /// Appends the pending records of the service to the journal file.
    ///
    /// - Throws: `StartProblem` if the records cannot be written or synced to the disk.
    mutating func record(_ service: inout Service) throws(StartProblem) {
        if service.pendingRecords.isEmpty { return }
        try append(service.pendingRecords.bytes, count: service.pendingRecords.count)
        service.pendingRecords.clear()
    }
}

extension Journal {
    /// Opens a journal file with the options of the configuration.
    ///
    /// - Throws: `StartProblem` if the file cannot be opened, created or locked.
    init(
        path: String, of configuration: Configuration, _ calls: FileCalls = FileCalls()
    ) throws(StartProblem) {
        try self.init(
            path: path, sync: configuration.journalSync, growth: configuration.journalGrowth, calls)
    }
}

extension Service {
    /// Starts a new history (a sequence of events with its own id) from the current state.
    ///
    /// `seq`, `revision` and the clock continue, and remembered replies stay. The events of the old
    /// history can no longer be replayed, because the published events may not match the state.
    mutating func beginHistory(_ history: String, epoch: Double? = nil) {
        identity.history = history
        if let epoch { identity.epoch = epoch }
        boots = Boots(identity.boot)
        recorder.forgetEvents()
    }

    /// Updates the state at the start of the daemon: marks restored plugins as disconnected, sets
    /// the configured plugins, and shows the book (a file or folder that describes pages), if any.
    ///
    /// If the book cannot be shown, the state from the journal stays.
    ///
    /// - Throws: `StartProblem` if the book cannot be shown and there is no state from the journal.
    mutating func begin(
        _ configuration: Configuration, isRestored: Bool, at time: Instant
    ) throws(StartProblem) {
        begin(at: MachineClock.monotonic())
        beginBoot()
        if isRestored { restart(at: time) }
        expect(configuration.pluginConfigurations.map { ExpectedPlugin($0) })
        if let book = configuration.book { try begin(with: book) }
    }

    private mutating func begin(with book: any StartingBook) throws(StartProblem) {
        do {
            try show(book)
            bookReport = BookReport(path: book.path, isShown: true, problems: book.problems)
        } catch {
            if running().isEmpty { throw error }
            bookReport = BookReport(
                path: book.path, isShown: false, problems: [error.description])
        }
    }

    /// The maximum number of pages that the daemon replaces with warnings in one book. It replaces
    /// a page if the engine refuses the page's commands, and reads the book again each time.
    private static let mostRefusedPages = 16

    /// Changes the state to the one that a book (a file or folder) describes. If the engine refuses
    /// the commands of a page, a warning is shown instead of the page.
    private mutating func show(_ book: any StartingBook) throws(StartProblem) {
        var refusals = 0
        while let refusal = try reconcile(with: book) {
            refusals += 1
            guard refusals <= Self.mostRefusedPages, book.replacePage(refusedWith: refusal) else {
                throw StartProblem(book.describe(refusal))
            }
        }
    }

    /// Changes the state to the one that a book describes.
    ///
    /// First tries the commands that change only what differs between the state and the book. The
    /// engine may refuse them, for example because there would be too many styles. If it does, and
    /// the state is not empty, tries the commands that replace the whole state.
    ///
    /// - Returns: Nil if an attempt succeeds. Otherwise the error of the first attempt.
    private mutating func reconcile(
        with book: any StartingBook
    ) throws(StartProblem) -> CommandError? {
        let state = running()
        let commands = try book.commands(over: state, replacing: false)
        guard let refusal = refusal(of: commands) else { return nil }
        if state.isEmpty { return refusal }
        let replacement = try book.commands(over: state, replacing: true)
        if self.refusal(of: replacement) == nil { return nil }
        // The refusal refers to the commands of the first attempt, so the book computes them again.
        _ = try book.commands(over: state, replacing: false)
        return refusal
    }

    private mutating func refusal(of commands: BookCommands) -> CommandError? {
        do {
            try load(commands)
            return nil
        } catch {
            return error
        }
    }

    /// Records that this process continues the event log after the current sequence number.
    private mutating func beginBoot() {
        let boot = boots.begin(at: point.seq)
        record(.boots, Value([boot]))
    }
}

/// Functions that write journal records. Every change of the state adds a record.
extension Service {
    /// Adds a journal record of a change that no message has caused, such as a restart of the
    /// daemon.
    mutating func record(_ kind: JournalRecord.Kind, at time: Instant) {
        recordCuts(at: time)
        pendingRecords.add(kind, at: time, point)
    }

    mutating func record(_ kind: JournalRecord.Kind, _ json: Value) {
        recordCuts(at: present)
        pendingRecords.add(kind, at: present, point, json: json)
    }

    mutating func record(request: Span<UInt8>, from peer: Peer, at time: Instant) {
        recordCuts(at: time)
        pendingRecords.add(request: request, from: peer, at: time, point)
    }

    /// Adds a journal record of a message from a plugin. If the message has several frames, pass
    /// nil, because the record then does not contain the message.
    mutating func record(
        plugin message: Span<UInt8>?, from connection: PluginConnection, at time: Instant
    ) {
        recordCuts(at: time)
        pendingRecords.add(plugin: message, from: connection, at: time, point)
    }

    /// Discards the cuts of a message that changed nothing and needs no record. A cut is a point at
    /// which a work limit has ended a loop.
    mutating func recordNothing() { _ = scene.takeWorkLimitStops() }

    private mutating func recordCuts(at time: Instant) {
        let cuts = scene.takeWorkLimitStops()
        if cuts.isEmpty { return }
        pendingRecords.add(.cuts, at: time, pendingRecords.end, json: Value(cuts))
    }
}

/// The part of a plugin's configuration that affects the state of the daemon.
struct ExpectedPlugin: FieldObject, Hashable {
    var name = Identifier(unchecked: "plugin")
    var kinds: [Identifier] = []
    var grants: [Grant] = []

    init() {}

    init(_ configuration: PluginConfiguration) {
        name = configuration.name
        kinds = configuration.kinds
        grants = configuration.grants
    }

    mutating func visit(_ v: inout some FieldVisitor) {
        v.required("name", &name, "the plugin's name")
        v.required("kinds", &kinds, "the kinds that it hosts")
        v.required("grants", &grants, "its permissions beyond its own controllers")
    }
}

/// A transaction in a snapshot of an earlier version of pagerd. Those snapshots contained the
/// published bytes of events.
///
/// The daemon reads these transactions and drops them. If a client requests their events, the reply
/// reports a gap with the reason `forgotten`.
struct EncodedTransaction {
    private var first = 0
    private var bytes: [UInt8] = []
    private var frames: [Frames] = []
    private var deliveries: [Int] = []

    /// The byte offsets of an event's start, payload and end. Only their low 32 bits are stored.
    private struct Frames: ArchivedBytes {
        var start: UInt32 = 0
        var payload: UInt32 = 0
        var end: UInt32 = 0

        static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
    }

    static func skip(_ archive: inout Archive) {
        var transactions: [EncodedTransaction] = []
        archive.visit(&transactions, new: EncodedTransaction()) { $0.visit(&$1) }
    }

    private mutating func visit(_ archive: inout Archive) {
        archive.visit(counter: &first)
        bytes.visit(&archive)
        frames.visit(&archive)
        archive.visit(&deliveries, new: 0) { index, archive in
            var kind = 0
            index.visit(&archive)
            kind.visit(&archive)
        }
        bytes = []
        frames = []
        deliveries = []
    }
}
