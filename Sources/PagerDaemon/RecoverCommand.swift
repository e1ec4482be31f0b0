internal import ArgumentParser
internal import Containment
internal import PagerModel
internal import PagerServer

/// The command line of `pagerd recover`.
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", _superCommandName: "pagerd",
        abstract: "Brings back what can be trusted of a damaged journal, while no daemon has it.",
        discussion: """
            The journal then begins with the state of the last consistent point: after the last \
            whole snapshot and the whole records that follow it directly. A new history begins, so \
            that clients take a snapshot. The damaged file is kept beside it as FILE.damaged. What \
            is restored and what is lost is printed. A journal that is whole is not changed.

            pagerd --recover does the same at the start of a daemon.

            The exit status is 0 when the daemon can start with the journal, 1 when nothing could \
            be done, and 64 for a mistake in the command line.

            EXAMPLES
              pagerd recover --name hall
              pagerd recover --journal /var/lib/wall.journal
            """)

    @Option(help: "The instance whose journal is meant without --journal.")
    var name = "default"

    @Option(help: ArgumentHelp("The journal.", valueName: "file"))
    var journal: String?

    @Option(help: "real or manual, as the daemon has it; needed where the journal lost it.")
    var clock: ClockMode?

    @Option(help: "13 or 18, as the daemon has it; needed where the journal lost it.")
    var uikit: Int?

    /// Recovers the journal and prints the result. On an error, it prints the error and ends the
    /// process.
    func recover(adding additions: Plugins) {
        var configuration = Configuration()
        configuration.name = name
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
