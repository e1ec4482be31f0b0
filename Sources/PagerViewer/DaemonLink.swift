internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// A connection to a daemon that receives the daemon's events on a separate thread and passes them
/// to the hub. It reconnects if the daemon does not reply.
struct DaemonLink: Sendable {
    let address: Address
    let hub: BrowserHub
    /// The port that pagerview listens on.
    let port: Int

    /// The microseconds between two attempts to connect to the daemon.
    private static let pause: UInt32 = 200_000
    /// The number of failed connection attempts that are not logged after the daemon has shut down.
    /// So pagerview does not log an error if both programs shut down, or if the daemon restarts
    /// soon.
    private static let silentAttempts = 10
    /// The seconds without a message from the daemon after which pagerview checks that the daemon
    /// replies. The daemon sends a heartbeat every second.
    private static let silence = 1.5
    /// The maximum number of events that are passed to the hub in one call.
    private static let longestBatch = 2_000

    func start() throws { try Thread { run() }.detach() }

    private func run() -> Never {
        var errors = RepeatedErrors()
        // The number of further failures that are not logged.
        var silent = 0
        while true {
            do {
                silent = try follow { errors = RepeatedErrors() } ? Self.silentAttempts : 0
            } catch {
                hub.lose()
                silent -= 1
                let text = "pagerview: \(error.description); trying again"
                if silent < 0, let line = errors.line(text, at: WebServer.now()) {
                    StandardError.write(line)
                }
            }
            usleep(Self.pause)
        }
    }

    /// Connects to the daemon and passes its events to the hub. Returns true when the daemon has
    /// ended, and false when it has restarted or events are missing.
    private func follow(_ began: () -> Void) throws(ClientError) -> Bool {
        var subscription = try Subscription.open(address, timeout: 2)
        var requester = try Requester(address.command, timeout: 2, keys: address.keys)
        let hello = try requester.send(ServerHello()).result
        let mirror = try Mirror(&subscription)
        hub.begin(mirror, hello: hello)
        began()
        var reporter = ScreenReporter(port: port, hub)
        var batch: [PublishedEvent] = []
        while true {
            // Arrived events are forwarded at once; the next wait begins when none is left.
            let patience = batch.isEmpty ? Self.silence : 0
            switch try subscription.next(timeout: patience) {
            case .news(.event(let event)):
                batch.append(event)
                if batch.count >= Self.longestBatch { pass(&batch) }
                // The mirror cannot apply this event, so the state is loaded again after the event
                // is forwarded.
                if !mirror.changes.isExact(event.category, event.name) {
                    pass(&batch)
                    hub.replace(try Mirror(&subscription))
                }
            case .news(.replayed): break
            case .news(.heartbeat(let seq, let time)):
                pass(&batch)
                hub.beat(seq, time)
                try reporter.report(to: &requester)
            case .news(.restarted), .news(.lost), .news(.forked):
                return false
            case .news(.shutdown):
                pass(&batch)
                hub.lose()
                return true
            case .timedOut, .descriptor:
                if batch.isEmpty { try checkReply(&requester) }
                pass(&batch)
            }
        }
    }

    private func pass(_ batch: inout [PublishedEvent]) {
        guard !batch.isEmpty else { return }
        hub.publish(batch)
        batch.removeAll(keepingCapacity: true)
    }

    /// Checks that the daemon replies.
    ///
    /// - Throws: `noDaemon` if the daemon does not run, `timedOut` if it does not reply in time.
    private func checkReply(_ requester: inout Requester) throws(ClientError) {
        // A connected socket waits for the daemon to return, but a new one fails at once.
        _ = try Requester(address.command, timeout: 1, keys: address.keys)
        _ = try requester.send(ServerPing())
    }
}
