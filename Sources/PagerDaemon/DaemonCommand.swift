public import ArgumentParser
internal import Containment
public import Logging
public import PagerModel
internal import PagerServer

/// The command line of the daemon.
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagerd",
        abstract: "Decides which page is on show and tells everyone exactly what happened.",
        discussion: """
            Commands come in on a ZeroMQ REP socket, events go out on a PUB socket; pagerctl \
            speaks both. Without options the daemon is called "default" and its sockets lie in \
            $PAGERD_RUNTIME_DIR, else $XDG_RUNTIME_DIR/pagerd, else /tmp/pagerd-UID. It prints \
            one line that starts with "ready" when it can be reached, and ends on SIGTERM, SIGINT \
            or pagerctl shutdown.

            EXAMPLES
              pagerd --book slides/            each file of the folder is a page
              pagerd --book wallboard.yaml     windows, pages and containers as written there
              pagerd --name test --clock manual   time stands still until clock.advance
            """,
        version: Service.version)

    @Option(help: "The instance; pagerctl --name finds it.")
    var name = "default"

    @Option(help: "Endpoint of the command socket, instead of the default.")
    var command: String?

    @Option(help: "Endpoint of the events socket, instead of the default.")
    var events: String?

    @Option(help: "Endpoint of the plugins socket, instead of the default.")
    var plugins: String?

    @Flag(help: "Allow tcp:// endpoints on loopback, without any lock on the door.")
    var insecureTcp = false

    @Option(help: "real, or manual: time stands still until clock.advance.")
    var clock: ClockMode = .real

    @Option(help: "Release of iOS whose order and texts are reproduced: 13 or 18.")
    var uikit = 18

    @Option(help: "What to show: a YAML or JSON file, or a folder whose files are the pages.")
    var book: String?

    @Option(help: "Where accepted commands are kept over a restart; this version takes: none.")
    var journal = "none"

    @Option(help: "A YAML or JSON file: these options by their names, and plugins to start.")
    var config: String?

    @Option(help: "Events kept for replay.")
    var retain = Limits.retainedEvents

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .notice

    mutating func validate() throws {
        guard journal == "none" else {
            throw ValidationError("this version keeps no journal; --journal takes: none")
        }
        guard (1...Limits.retainedEvents).contains(retain) else {
            throw ValidationError("--retain takes 1 to \(Limits.retainedEvents)")
        }
    }

    /// Serves until it is told to end.
    func serve(adding additions: Plugins) {
        let signals = Signals()
        var logger = Logger(label: "pagerd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel
        var configuration = Configuration()
        configuration.name = name
        configuration.command = command
        configuration.events = events
        configuration.plugins = plugins
        configuration.insecureTCP = insecureTcp
        configuration.clock = clock
        configuration.uikit = uikit
        configuration.retainedEvents = retain
        configuration.additions = additions
        do {
            if let config {
                configuration.pluginConfigurations = try ConfigurationFile(path: config).plugins()
            }
            if let book { configuration.commands = try Start.commands(of: book) }
            var daemon = try Daemon(configuration, signals: signals, logger: logger)
            Start.announce(name, daemon.endpoints)
            try daemon.run()
        } catch {
            Start.fail(error)
        }
    }
}

extension ClockMode: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
