public import ArgumentParser
internal import Containment
internal import PagerBook
public import Logging
public import PagerModel
internal import PagerPlugins
internal import PagerServer

/// The command line of the daemon.
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagerd",
        abstract: "Decides which page is on screen, and publishes every callback.",
        discussion: """
            The daemon receives commands on a ZeroMQ REP socket and publishes events on an XPUB \
            socket. pagerctl uses both. Without options the daemon is called "default", and its \
            sockets are in $PAGERD_RUNTIME_DIR, else $XDG_RUNTIME_DIR/pagerd, else \
            /tmp/pagerd-UID. It prints a line that starts with "ready" to standard error when it \
            accepts commands. It ends on SIGTERM, SIGINT or pagerctl shutdown.

            EXAMPLES
              pagerd --book slides/            each file of the folder is a page
              pagerd --book wallboard.yaml     windows, pages and containers of the file
              pagerd --name test --clock manual   time stands still until clock.advance
              pagerd relay --help              passes events on to other machines
              pagerd recover --help            repairs a damaged journal
            """,
        version: "pagerd \(Product.version)")

    @Option(help: "The instance; pagerctl --name finds it.")
    var name = "default"

    @Option(help: "Endpoint of the command socket, instead of the default.")
    var command: String?

    @Option(help: "Endpoint of the events socket, instead of the default.")
    var events: String?

    @Option(help: "Endpoint of the plugins socket, instead of the default.")
    var plugins: String?

    @Flag(help: "Allow tcp:// endpoints on loopback without authentication.")
    var insecureTcp = false

    @Option(
        help: ArgumentHelp(
            "The daemon's secret key, for CURVE on tcp:// endpoints. pagerctl keys new creates it.",
            valueName: "file"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The access list, with lines such as: observe|drive|administer uid NUMBER or key KEY. "
                + "Without it the daemon's user and root have full access.",
            valueName: "file"))
    var access: String?

    @Option(
        help: ArgumentHelp(
            "The audit log: a line of JSON for each change, with the time, the client and the method.",
            valueName: "file"))
    var audit: String?

    @Option(help: "real, or manual: time stands still until clock.advance.")
    var clock: ClockMode = .real

    @Option(help: "Release of iOS whose order and texts are reproduced: 13 or 18.")
    var uikit = 18

    @Option(help: "What to show: a YAML or JSON file, or a folder whose files are the pages.")
    var book: String?

    @Option(help: "Another folder that paths in the book may lead into; may be repeated.")
    var allow: [String] = []

    @Option(
        help: ArgumentHelp(
            "The journal of accepted commands: a file, or none. Without the option it is "
                + "NAME.journal in $PAGERD_STATE_DIR, else $PAGERD_RUNTIME_DIR, else "
                + "$XDG_STATE_HOME/pagerd, else ~/.local/state/pagerd.",
            valueName: "file|none"))
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "When the journal is synced to the disk: always (before the reply), second (within a "
                + "second) or never (when the system decides)."))
    var journalSync: JournalSync = .second

    @Option(help: "Bytes that the journal may grow before a snapshot replaces it.")
    var journalGrowth = 1 << 20

    @Flag(
        help: ArgumentHelp(
            "Recover a damaged journal, as pagerd recover does. Without the option the daemon "
                + "refuses to start with one."))
    var recover = false

    @Option(help: "A YAML or JSON file: these options by their names, and plugins to start.")
    var config: String?

    @Option(help: "Events kept for replay.")
    var retain = Limits.retainedEvents

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .notice

    @Option(help: "text, or json: an object a line with time, level, message and metadata.")
    var logFormat: LogFormat = .text

    mutating func validate() throws {
        guard allow.isEmpty || book != nil else {
            throw ValidationError("--allow adds to --book; say where the book is")
        }
        guard (1024...1 << 40).contains(journalGrowth) else {
            throw ValidationError("--journal-growth takes 1024 to \(1 << 40)")
        }
        guard (1...Limits.retainedEvents).contains(retain) else {
            throw ValidationError("--retain takes 1 to \(Limits.retainedEvents)")
        }
    }

    /// Serves until it is told to end.
    func serve(adding additions: Plugins) {
        let signals = Signals()
        OpenFiles.allowMany()
        var configuration = Configuration()
        configuration.name = name
        configuration.command = command
        configuration.events = events
        configuration.plugins = plugins
        configuration.insecureTCP = insecureTcp
        configuration.key = key
        configuration.access = access
        configuration.audit = audit
        configuration.clock = clock
        configuration.uikit = uikit
        configuration.retainedEvents = retain
        configuration.additions = additions
        do {
            if let config {
                configuration.pluginConfigurations = try ConfigurationFile(path: config).plugins()
            }
            if let book {
                let vocabulary = BookVocabulary(
                    adding: additions.kinds.map(\.declaration),
                    styles: additions.styles.map(\.name))
                configuration.book = { [allow] in
                    try Start.commands(
                        of: book, allowing: allow, vocabulary: vocabulary, over: $0, replacing: $1)
                }
            }
            if let journal {
                configuration.journal = journal == "none" ? .none : .file(journal)
            }
            configuration.journalSync = journalSync
            configuration.journalGrowth = journalGrowth
            configuration.recovers = recover
            var daemon = try Daemon(
                configuration, signals: signals, logger: logFormat.logger(logLevel))
            Start.announce(name, daemon.endpoints, logFormat)
            try daemon.run()
        } catch {
            Start.fail(error, logFormat)
        }
    }
}

extension ClockMode: ExpressibleByArgument {}
extension JournalSync: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
