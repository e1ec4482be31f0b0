internal import PagerJournal
internal import Containment
internal import Glibc
internal import SystemCalls
package import PagerModel
internal import PagerWire

extension Daemon {
    /// Recovers a damaged journal without starting a daemon. An intact journal is not changed.
    ///
    /// - Parameters:
    ///   - uikit: The iOS release. If nil, the release in the file is used, or 18 if the file's
    ///     release cannot be read.
    ///   - clock: The clock. If nil, the clock in the file is used, or the real clock if the file's
    ///     clock cannot be read.
    /// - Returns: Messages about what was restored and lost, or one message that the journal is
    ///   intact.
    /// - Throws: `StartProblem` if there is no journal, a daemon uses it, or it cannot be replaced.
    package static func recoverJournal(
        of configuration: Configuration, uikit: Int?, clock: ClockMode?
    ) throws -> [String] {
        guard let path = try Journal.path(chosenBy: configuration) else {
            throw StartProblem("--journal none names no file; there is nothing to recover")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw StartProblem("there is no journal \(path): name one with --journal or --name")
        }
        var journal = try Journal(path: path, of: configuration)
        var identity = Service.Identity()
        identity.name = configuration.name
        identity.history = token()
        identity.epoch = MachineClock.unixTime()
        let bytes = try journal.contents()
        let header = try JournalHistory.found(
            in: bytes, JournalScan(bytes, sealed: journal.lock.seal), path)
        let wanted = uikit ?? header?.uikit ?? identity.release.rawValue
        guard let release = Release(rawValue: wanted) else {
            throw StartProblem("--uikit must be 13 or 18, got \(wanted)")
        }
        identity.release = release
        identity.clock = clock ?? header?.clock ?? .real
        if let whole = try intactMessage(of: journal, identity, configuration) { return [whole] }
        var restored = try journal.recovered(identity, adding: configuration.additions)
        try journal.beginHistory(&restored, keepingFileAs: "damaged")
        journal.lock.note(restored.service.identity.seal)
        return restored.warnings
    }

    /// Returns a message that the journal is intact, or nil if the journal needs recovery.
    private static func intactMessage(
        of journal: borrowing Journal, _ identity: Service.Identity,
        _ configuration: Configuration
    ) throws -> String? {
        do {
            let restored = try journal.replay(identity, adding: configuration.additions)
            if restored.isCut { return nil }
            let seq = restored.service.point.seq
            return "the journal \(journal.path) is intact, up to seq \(seq); "
                + "there is nothing to recover"
        } catch let problem as StartProblem where problem.isRecoverable {
            return nil
        }
    }
}
