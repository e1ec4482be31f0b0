internal import ArgumentParser
internal import Logging
internal import PagerServer

/// The command line of `pagerd relay`.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", _superCommandName: "pagerd",
        abstract: "Distributes a daemon's events to more subscribers, also on other machines.",
        discussion: """
            Subscribers connect to the relay as they would to the daemon, and the daemon itself \
            sends the welcome for each subscription. The relay does not forward commands. It \
            prints a line that starts with "ready" to standard error when it listens. SIGTERM, \
            SIGINT and SIGHUP stop it.

            EXAMPLES
              pagerd relay --to ipc:///run/hall/events
              pagerd relay --to tcp://192.0.2.7:5556 --key key --access list
              pagerd relay --from tcp://192.0.2.7:5556 --to ipc:///run/hall/events
            """)

    @Option(
        help: "The events endpoint of a daemon or relay; default: the endpoint of the instance.")
    var from: String?

    @OptionGroup var instance: InstanceOption

    @Option(help: "The endpoint for subscribers: ipc://PATH or tcp://ADDRESS:PORT.")
    var to: String

    @Option(
        help: ArgumentHelp(
            "The relay's secret CURVE key, for subscribers at tcp:// and for the daemon at tcp://; "
                + "pagerctl keys new creates one.",
            valueName: "file"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The subscribers at tcp://, one per line: observe key KEY.", valueName: "file"))
    var access: String?

    @Option(
        help: ArgumentHelp(
            "The public key of the daemon at --from tcp://.", valueName: "key|file"))
    var serverKey: String?

    @Flag(help: "Allow tcp:// for --to; every host that reaches the port can read all events.")
    var insecureTcp = false

    mutating func validate() throws {
        guard insecureTcp || key != nil || !to.hasPrefix("tcp://") else {
            throw ValidationError(
                "\(to): without a key, every host that reaches it can read all events. Add --key "
                    + "FILE and --access FILE, or --insecure-tcp to allow that")
        }
    }

    private var relayAccess: RelayAccess {
        var relayAccess = RelayAccess()
        relayAccess.key = key
        relayAccess.access = access
        relayAccess.server = serverKey
        relayAccess.admitsEveryone = insecureTcp
        return relayAccess
    }

    mutating func run() throws {
        let notify = NotifySocket()
        let signals = Signals()
        do {
            let source = from ?? Relay.events(of: instance.name)
            var relay = try Relay(
                from: source, to: to, relayAccess, signals: signals,
                logger: LogFormat.text.logger(.notice))
            Start.announce("relay from=\(source) to=\(relay.endpoint)")
            notify.ready("forwards the events of \(source)")
            try relay.run()
            notify.stopping()
        } catch {
            Start.fail(error)
        }
    }
}
