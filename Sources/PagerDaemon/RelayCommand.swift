internal import ArgumentParser
internal import PagerServer

/// The command line of `pagerd relay`.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", _superCommandName: "pagerd",
        abstract: "Passes a daemon's events on, to more subscribers or beyond the machine.",
        discussion: """
            Subscribers connect to the relay as they would to the daemon; each of their \
            subscriptions is welcomed by the daemon itself. Commands do not go through it. It \
            prints one line that starts with "ready" to standard error when it listens, and ends \
            on SIGTERM or SIGINT.

            EXAMPLES
              pagerd relay --to ipc:///run/hall/events
              pagerd relay --to tcp://192.0.2.7:5556 --insecure-tcp
              pagerd relay --from tcp://192.0.2.7:5556 --to ipc:///run/hall/events
            """)

    @Option(help: "The events socket of a daemon or of another relay; else that of --name.")
    var from: String?

    @Option(help: "The instance whose events socket is meant without --from.")
    var name = "default"

    @Option(help: "Where subscribers connect: ipc://PATH, or tcp://ADDRESS:PORT.")
    var to: String

    @Flag(help: "Allow tcp:// for --to: whoever reaches the port reads every event.")
    var insecureTcp = false

    mutating func validate() throws {
        guard insecureTcp || !to.hasPrefix("tcp://") else {
            throw ValidationError(
                "\(to): tcp has no lock on its door, and whoever reaches it reads every event. "
                    + "Add --insecure-tcp where that is meant")
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
