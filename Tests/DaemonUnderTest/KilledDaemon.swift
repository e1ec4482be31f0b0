internal import Glibc
internal import PagerClient
package import PagerModel
internal import PagerWire
package import RandomCommands

/// A daemon with a journal that is killed at times, and a client that repeats its requests.
package final class KilledDaemon {
    package private(set) var daemon: TestDaemon
    /// The previous daemons, whose folder this one uses.
    private var past: [TestDaemon] = []
    private let options: [String]
    private let hasJournal: Bool
    private var requests = 0
    private var requester: Requester?
    package private(set) var kills = 0
    /// The highest seq in a reply so far.
    package private(set) var acknowledged = 0
    /// The seconds without a reply after which the client checks whether the daemon is running.
    package var patience = 0.5

    package init(
        _ options: [String] = ["--clock", "manual"], hasJournal: Bool = true
    ) throws {
        daemon = try TestDaemon(["--journal", "none"])
        self.options = options
        self.hasJournal = hasJournal
        past.append(daemon)
        daemon.terminate()
        try restart()
    }

    package var journal: String { "\(daemon.folder)/journal" }

    package func restart(_ more: [String] = []) throws {
        past.append(daemon)
        let kept = hasJournal ? ["--journal", journal] : []
        if !hasJournal { acknowledged = 0 }
        daemon = try TestDaemon(options + kept + more, after: past[0])
    }

    package func kill() {
        daemon.kill()
        daemon.terminate()
        kills += 1
    }

    /// Returns the reply to a request. If the daemon dies, the next daemon receives the same
    /// request.
    package func send(_ step: Step) throws -> Value {
        requests += 1
        let request: Value = [
            "jsonrpc": "2.0", "id": .integer(requests), "client": "killer",
            "method": .string(step.method), "params": step.params,
        ]
        let bytes = Array(request.json.utf8)
        var attempts = 0
        while true {
            attempts += 1
            do {
                if requester == nil {
                    requester = try Requester(daemon.address.command, timeout: patience)
                }
                let reply = try JSONParser.parse(try requester!.exchange(bytes: bytes))
                let told = reply["result"]?["seq"] ?? reply["error"]?["data"]?["seq"]
                acknowledged = max(acknowledged, told?.integer ?? 0)
                return reply
            } catch let error as ClientError {
                requester = nil
                guard daemon.ends(within: 5) else {
                    // On a busy machine a running daemon may be late. A repeated request has no
                    // second effect.
                    guard attempts < 10 else { throw error }
                    continue
                }
                kills += 1
                try restart()
            }
        }
    }

    /// Returns the reply to a request, as above.
    @discardableResult
    package func send(_ method: String, _ params: Value = [:]) throws -> Value {
        try send(Step(method: method, params: params))
    }

    /// Sends steps in one request, except those of the clock.
    ///
    /// - Returns: the seq after the steps.
    package func send(_ steps: [Step]) throws -> Int {
        var waiting: [Value] = []
        var seq = 0
        func flush() throws {
            guard !waiting.isEmpty else { return }
            let params: Value = ["commands": .array(waiting), "atomic": false]
            seq = try place(after: Step(method: "batch", params: params))
            waiting = []
        }
        for step in steps {
            if step.method.hasPrefix("clock.") {
                try flush()
                seq = try place(after: step)
            } else {
                waiting.append(["method": .string(step.method), "params": step.params])
            }
        }
        try flush()
        return seq
    }

    private func place(after step: Step) throws -> Int {
        let reply = try send(step)
        let seq = reply["result"]?["seq"] ?? reply["error"]?["data"]?["seq"]
        guard let seq = seq?.integer else {
            throw TestDaemon.Problem(description: "\(step.method) without a seq: \(reply.json)")
        }
        return seq
    }

    /// Kills the daemon after some microseconds, whatever it is doing.
    package func kill(after microseconds: UInt32) -> TestThread {
        TestThread { [daemon] in
            usleep(microseconds)
            daemon.kill()
        }
    }
}
