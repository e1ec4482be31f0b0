internal import ArgumentParser
internal import PagerServer

/// The command line of `pagerd relay`.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", _superCommandName: "pagerd",
        abstract: "Distributes a daemon's events to more subscribers, also on other machines.",
        discussion: """
            Subscribers connect to the relay as they would to the daemon, and the daemon itself \
            sends the welcome for each subscription. The relay does not forward commands. It \
            prints a line that starts with "ready" to standard error when it listens. SIGTERM and \
            SIGINT stop it.

            EXAMPLES
              pagerd relay --to ipc:///run/hall/events
              pagerd relay --to tcp://192.0.2.7:5556 --insecure-tcp
              pagerd relay --from tcp://192.0.2.7:5556 --to ipc:///run/hall/events
            """)

    @Option(help: "The events socket of a daemon or relay; default: that of --name.")
    var from: String?

    @Option(help: "The instance to relay, without --from.")
    var name = "default"

    @Option(help: "The endpoint for subscribers: ipc://PATH or tcp://ADDRESS:PORT.")
    var to: String

    @Flag(help: "Allow tcp:// for --to; every host that reaches the port can read all events.")
    var insecureTcp = false

    mutating func validate() throws {
        guard insecureTcp || !to.hasPrefix("tcp://") else {
            throw ValidationError(
                "\(to): tcp has no authentication here, so every host that reaches it reads all events. "
                    + "Add --insecure-tcp to allow it")
        }
    }

    mutating func run() throws {
        let notify = NotifySocket()
        let signals = Signals()
        do {
            let source = from ?? Relay.events(of: name)
            let relay = try Relay(from: source, to: to, signals: signals)
            Start.announce("relay from=\(source) to=\(relay.endpoint)")
            notify.ready("passes on the events of \(source)")
            try relay.run()
            notify.stopping()
        } catch {
            Start.fail(error)
        }
    }
}
