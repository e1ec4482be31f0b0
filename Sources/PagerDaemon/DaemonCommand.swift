public import ArgumentParser
internal import Containment
internal import Glibc
public import Logging
internal import PagerBook
public import PagerModel
internal import PagerPaths
internal import PagerPlugins
internal import PagerSchedule
internal import PagerServer

/// The command line of the daemon.
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagerd",
        abstract: "Decides which page is on screen and publishes every lifecycle event.",
        discussion: """
            The daemon receives commands on a ZeroMQ REP socket and publishes events on an XPUB \
            socket; pagerctl uses both. Without --name and PAGERD_NAME the instance is called \
            "default", and its sockets are in $PAGERD_RUNTIME_DIR, else $XDG_RUNTIME_DIR/pagerd, else \
            /tmp/pagerd-UID. The daemon prints a line that starts with "ready" to standard error \
            when it accepts connections. SIGTERM, SIGINT, SIGHUP and \
            pagerctl shutdown stop it.

            EXAMPLES
              pagerd --book slides/            shows each file of the folder as a page
              pagerd --book wallboard.yaml     shows the windows and pages of a book
              pagerd --name test --clock manual   advances time only by clock.advance
              pagerd --local --key key --access list \\
                --command tcp://0.0.0.0:5555 --events tcp://0.0.0.0:5556
                                               serves other machines too
              pagerd up --help                 shows a book in the browser with one command
              pagerd validate --help           prints the mistakes in a book
              pagerd relay --help              distributes events to more subscribers
              pagerd recover --help            repairs a damaged journal
            """,
        version: "pagerd \(Product.version), wire contract \(Product.wireContract), "
            + "behaviour \(Service.behaviour)")

    @OptionGroup var instance: InstanceOption

    @Option(help: "Endpoint of the command socket.")
    var command: String?

    @Option(help: "Endpoint of the events socket.")
    var events: String?

    @Option(help: "Endpoint of the plugins socket.")
    var plugins: String?

    @Flag(
        help: """
            Listen at the instance's ipc sockets too, so that programs of this machine need no \
            address and no key while others use tcp://.
            """)
    var local = false

    @Flag(help: "Allow tcp:// endpoints without authentication, on loopback only.")
    var insecureTcp = false

    @Option(
        help: ArgumentHelp(
            "The daemon's secret CURVE key for tcp:// endpoints; pagerctl keys new creates one.",
            valueName: "file"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Roles of clients, one per line: observe|drive|administer uid NUMBER or key KEY. "
                + "Without the file the daemon's user and root have every role.",
            valueName: "file"))
    var access: String?

    @Option(
        help: ArgumentHelp(
            "Audit log: one line of JSON per change, with client, time and method.",
            valueName: "file"))
    var audit: String?

    @Option(help: "real; or manual, whose time advances only by the command clock.advance.")
    var clock = Configuration().clock

    @Option(
        help: ArgumentHelp(
            "The time at which a manual clock begins, for schedules: 2026-12-24T08:00:00Z or Unix "
                + "seconds.", valueName: "time"))
    var epoch: String?

    @Option(help: "The iOS release whose callbacks and messages the daemon reproduces: 13 or 18.")
    var uikit = Configuration().uikit

    @Option(
        help: """
            The book to show: a YAML, JSON or Markdown file, a PDF, or a folder with one file per page.
            """)
    var book: String?

    @Option(help: "A folder outside of the book's folder that pages may use; may be repeated.")
    var allow: [String] = []

    @Option(
        help: ArgumentHelp(
            "The journal's location, or none. The daemon restores its state from the journal after "
                + "a restart. Default: NAME.journal in $PAGERD_STATE_DIR, else $PAGERD_RUNTIME_DIR, "
                + "else $STATE_DIRECTORY, else $XDG_STATE_HOME/pagerd, else ~/.local/state/pagerd.",
            valueName: "file|none"))
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "When the daemon syncs the journal to the disk: always (before each reply), second "
                + "(once a second) or never (the kernel decides)."))
    var journalSync = Configuration().journalSync

    @Option(help: "Bytes of growth after which the journal is replaced by a snapshot.")
    var journalGrowth = Configuration().journalGrowth

    @Flag(
        help: ArgumentHelp(
            "Repair a damaged journal at the start, as pagerd recover does. Without this option the "
                + "daemon refuses to start."))
    var recover = false

    @Option(help: "A YAML or JSON file with these options by name, and with plugins to start.")
    var config: String?

    @Option(help: "Number of events kept for replay.")
    var retain = Configuration().retainedEvents

    @Option(help: "Lowest level to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .notice

    @Option(help: "Log format: text, or json with time, level, message and metadata per line.")
    var logFormat: LogFormat = .text

    mutating func validate() throws {
        guard allow.isEmpty || book != nil else {
            throw ValidationError("--allow needs --book")
        }
        guard epoch == nil || clock == .manual else {
            throw ValidationError(
                "--epoch works only with --clock manual, because the real clock follows the "
                    + "machine's time")
        }
        if let epoch, unixTime(epoch) == nil {
            throw ValidationError(
                "--epoch must be a time such as 2026-12-24T08:00:00Z or Unix seconds; got \(epoch)")
        }
        guard (1024...1 << 40).contains(journalGrowth) else {
            throw ValidationError(
                "--journal-growth must be between 1024 and \(1 << 40), got \(journalGrowth)")
        }
        guard (1...Limits.retainedEvents).contains(retain) else {
            throw ValidationError(
                "--retain must be between 1 and \(Limits.retainedEvents), got \(retain)")
        }
    }

    private func unixTime(_ text: String) -> Double? { UnixTime(parsing: text)?.seconds }

    /// Runs the daemon until a signal ends it.
    ///
    /// - Parameter companions: Programs that run as long as the daemon runs.
    func serve(adding additions: Plugins, with companions: [Companion] = []) {
        let signals = Signals()
        OpenFiles.allowMany()
        var configuration = Configuration()
        configuration.name = instance.name
        configuration.command = command
        configuration.events = events
        configuration.plugins = plugins
        configuration.isLocal = local
        configuration.insecureTCP = insecureTcp
        configuration.key = key
        configuration.access = access
        configuration.audit = audit
        configuration.clock = clock
        configuration.epoch = epoch.flatMap { unixTime($0) }
        configuration.uikit = uikit
        configuration.retainedEvents = retain
        configuration.additions = additions
        do {
            if let config {
                configuration.pluginConfigurations = try ConfigurationFile(path: config).plugins()
            }
            if let book {
                configuration.book = BookAtStart(book, allowing: allow, adding: additions)
            }
            if let journal {
                configuration.journal = journal == "none" ? .none : .file(journal)
            }
            configuration.journalSync = journalSync
            configuration.journalGrowth = journalGrowth
            configuration.recovers = recover
            var daemon = try Daemon(
                configuration, signals: signals, logger: logFormat.logger(logLevel))
            Start.announce(instance.name, daemon.endpoints, logFormat)
            for companion in companions { try companion.start() }
            try daemon.run()
        } catch {
            for companion in companions { companion.end() }
            Start.fail(error, logFormat)
        }
        let hasFailed = companions.contains(where: \.hasFailed)
        for companion in companions { companion.end() }
        if hasFailed { Glibc.exit(EXIT_FAILURE) }
    }
}

extension ClockMode: ExpressibleByArgument {}
extension JournalSync: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The options that set the daemon's endpoints.
enum EndpointOptions {
    private static let names = ["--command", "--events", "--plugins"]

    /// Returns an endpoint option that the arguments contain more than once, or nil. The parser
    /// would use only the last value, and clients of the first endpoint would get no reply.
    static func repeated(in arguments: [String]) -> String? {
        names.first { name in
            arguments.count { $0 == name || $0.hasPrefix(name + "=") } > 1
        }
    }
}

/// The option for the name of an instance, which several commands have.
struct InstanceOption: ParsableArguments {
    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "The name of the instance; default: PAGERD_NAME, or `default`.", valueName: "name"))
    private var given: String?

    /// The name from the command line, else from the environment, else `default`.
    var name: String { given ?? RuntimeDirectory.defaultInstance }
}

/// The format of the daemon's log.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    /// Lines of text.
    case text
    /// One JSON object per line.
    case json

    func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "pagerd") { label -> any LogHandler in
            switch self {
            case .text: PrintableLogHandler(label)
            case .json: JSONLogHandler()
            }
        }
        logger.logLevel = level
        return logger
    }
}

/// A log handler that writes lines of text and escapes control characters in them, because a line
/// may contain text from other programs.
private struct PrintableLogHandler: LogHandler {
    private var lines: StreamLogHandler

    init(_ label: String) { lines = .standardError(label: label) }

    var logLevel: Logger.Level {
        get { lines.logLevel }
        set { lines.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { lines.metadata }
        set { lines.metadata = newValue }
    }

    subscript(metadataKey name: String) -> Logger.Metadata.Value? {
        get { lines[metadataKey: name] }
        set { lines[metadataKey: name] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\("\(event.message)".printable)"
        event.metadata = event.metadata?.mapValues { Self.printable($0) }
        lines.log(event: event)
    }

    private static func printable(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        switch value {
        case .string(let text): .string(text.printable)
        case .stringConvertible(let thing): .string("\(thing)".printable)
        case .array(let items): .array(items.map { printable($0) })
        case .dictionary(let members): .dictionary(members.mapValues { printable($0) })
        }
    }
}
