internal import PagerJournal
internal import Containment
internal import Glibc
internal import SystemCalls
package import PagerModel
internal import PagerWire

extension Daemon {
    /// Recovers a damaged journal, without a daemon. A journal that is whole stays as it is.
    ///
    /// - Parameters:
    ///   - uikit: the release; nil for the one in the file, else 18.
    ///   - clock: nil for the one in the file, else the real clock.
    /// - Returns: sentences that say what is restored and what is lost.
    /// - Throws: `StartProblem` where there is no journal, a daemon has it, or it cannot be replaced.
    package static func recoverJournal(
        of configuration: Configuration, uikit: Int?, clock: ClockMode?
    ) throws -> [String] {
        guard let path = try Journal.path(chosenBy: configuration) else {
            throw StartProblem("--journal none is no file; there is nothing to recover")
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
            throw StartProblem("--uikit takes 13 or 18, not \(wanted)")
        }
        identity.release = release
        identity.clock = clock ?? header?.clock ?? .real
        if let whole = try wholeness(of: journal, identity, configuration) { return [whole] }
        var restored = try journal.recovered(identity, adding: configuration.additions)
        try journal.beginHistory(&restored, keepingFileAs: "damaged")
        journal.lock.note(restored.service.identity.seal)
        return restored.warnings
    }

    /// A sentence where the journal needs no recovery, nil where it does.
    private static func wholeness(
        of journal: borrowing Journal, _ identity: Service.Identity,
        _ configuration: Configuration
    ) throws -> String? {
        do {
            let restored = try journal.replay(identity, adding: configuration.additions)
            if restored.isCut { return nil }
            return "the journal \(journal.path) is whole, up to seq \(restored.service.point.seq); "
                + "there is nothing to recover"
        } catch let problem as StartProblem where problem.isRecoverable {
            return nil
        }
    }
}
