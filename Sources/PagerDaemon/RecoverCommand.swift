internal import ArgumentParser
internal import Containment
internal import PagerModel
internal import PagerServer

/// The command line of `pagerd recover`.
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", _superCommandName: "pagerd",
        abstract: "Repairs a damaged journal that no daemon is using.",
        discussion: """
            The command keeps the last complete snapshot and all complete records directly after \
            it; without a snapshot, it keeps the records before the first damaged one. It starts a \
            new history, so that clients fetch a snapshot. It keeps the damaged file beside the \
            journal as FILE.damaged, and prints what it restored and what is lost. An undamaged \
            journal stays as it is.

            pagerd --recover does the same when a daemon starts.

            The exit status is 0 when the daemon can start with the journal, 1 when nothing could \
            be done, and 64 for a mistake in the command line.

            EXAMPLES
              pagerd recover --name hall
              pagerd recover --journal /var/lib/wall.journal
            """)

    @OptionGroup var instance: InstanceOption

    @Option(
        help: ArgumentHelp(
            "The journal to repair; default: the journal of the instance.", valueName: "file"))
    var journal: String?

    @Option(help: "The daemon's --clock, if the journal no longer contains it.")
    var clock: ClockMode?

    @Option(help: "The daemon's --uikit, if the journal no longer contains it.")
    var uikit: Int?

    /// Recovers the journal and prints the result. On an error, it prints the error and ends the
    /// process.
    func recover(adding additions: Plugins) {
        var configuration = Configuration()
        configuration.name = instance.name
        configuration.additions = additions
        if let journal { configuration.journal = journal == "none" ? .none : .file(journal) }
        do {
            let sentences = try Daemon.recoverJournal(
                of: configuration, uikit: uikit, clock: clock)
            for sentence in sentences { print("pagerd: \(sentence)") }
        } catch {
            Start.fail(error)
        }
    }
}
