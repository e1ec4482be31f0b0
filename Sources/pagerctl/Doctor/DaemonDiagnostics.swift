internal import Glibc
internal import SystemCalls
internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// The checks that `pagerctl doctor` runs on one daemon.
struct DaemonDiagnostics {
    private let address: Address
    /// The daemon's name, as reported by the daemon. Before the daemon has replied, `address.name`.
    private var name: String
    /// The instance on this machine. Nil if the user has given endpoints; the checks then use only
    /// the daemon's replies.
    private let instance: Instance?
    /// The time-out for each reply, in seconds.
    private let patience: Double
    private let left: Double?
    private(set) var isRunning: Bool
    private var boot = ""

    /// The round-trip time in milliseconds above which a daemon is considered slow.
    private static let slow = 50.0
    private static let pings = 20
    /// The seconds to wait for a heartbeat, which is sent every second.
    private static let heartbeat = 3.0

    /// Prepares the checks of a daemon, without running them.
    ///
    /// - Parameter left: The time limit, in seconds, for all requests together. Nil for no limit.
    init(
        _ address: Address, _ instance: Instance?, _ patience: Double, left: Double?
    ) {
        self.address = address
        name = address.name
        self.instance = instance
        isRunning = instance?.isRunning ?? false
        self.left = left
        self.patience = min(patience, 2)
    }

    /// Runs the checks and returns their results.
    ///
    /// - Parameter isExpected: Whether the user has selected this daemon. If false, a daemon that
    ///   does not run, or that refuses this client's key, is reported as a note and not as a
    ///   problem.
    mutating func examine(isExpected: Bool) -> [Diagnosis] {
        if let reason = instance?.missingKey { return [notAdmitted(reason, isExpected)] }
        do throws(ClientError) {
            var requester = try Requester(
                address.command, timeout: patience, keys: address.keys)
            requester.finish(within: left)
            let hello = try requester.send(ServerHello()).result
            isRunning = true
            boot = hello["boot"]?.string ?? ""
            name = hello["name"]?.string ?? name
            var findings = [try speed(&requester), contract(hello)]
            if hello["clock"]?.string == ClockMode.manual.rawValue {
                findings.append(
                    finding(
                        "clock", .note, "has a manual clock: transitions wait for clock.advance"))
            }
            let stats = try requester.send(ServerStats()).result
            if let problems = BookProblems(in: stats) { findings += book(problems) }
            findings += try PluginProblems.sentences(&requester).map { sentence in
                finding(
                    "plugins", .problem, "misses a plugin: \(sentence)",
                    "look at the daemon's log; pagerctl --name \(name) plugin list has details")
            }
            findings += screens(try requester.send(ScreenList()).result["screens"]?.array ?? [])
            findings += events()
            if let pid = requester.peerPID ?? instance?.record?.pid {
                let process = DaemonProcess(pid: pid)
                let bytes = stats["journal"]?["bytes"]?.integer
                findings += [process.descriptors(of: name), process.journal(of: name, bytes)]
                    .compactMap { $0 }
            }
            return findings
        } catch {
            return [silence(error, isExpected)]
        }
    }

    private func book(_ problems: BookProblems) -> [Diagnosis] {
        if problems.sentences.isEmpty { return [finding("book", "shows \(problems.path)")] }
        return problems.sentences.map { sentence in
            finding(
                "book", .problem, "has a mistake in its book: \(sentence)",
                "correct the mistake, then run: pagerctl --name \(name) apply \(problems.path)")
        }
    }

    private func screens(_ screens: [Value]) -> [Diagnosis] {
        let time = MachineClock.unixTime()
        return screens.compactMap { screen in
            let name = Screens.name(of: screen)
            if let absence = Screens.absence(screen, at: time) {
                return finding(
                    "screens", .problem, "misses the screen \(name): \(absence)",
                    "look at the screen and its network, or run: pagerctl --name \(self.name) "
                        + "screen.forget \(name)")
            }
            let error = Screens.error(of: screen)
            if screen["failed"] == true {
                return finding(
                    "screens", .problem,
                    "has the screen \(name), which cannot show \(Screens.page(of: screen))"
                        + (error.map { ": \($0)" } ?? ""),
                    "correct the page; pagerctl --name \(self.name) screens lists all screens")
            }
            return error.map {
                finding("screens", .note, "has the screen \(name), whose latest error is: \($0)")
            }
        }
    }

    private func finding(_ check: String, _ text: String) -> Diagnosis {
        finding(check, .ok, text)
    }

    private func finding(
        _ check: String, _ state: Diagnosis.State, _ text: String, _ advice: String? = nil
    ) -> Diagnosis {
        Diagnosis(check: check, state: state, text: "\(name) \(text)", advice: advice)
    }

    private func silence(_ error: ClientError, _ isExpected: Bool) -> Diagnosis {
        switch error {
        case .notAdmitted(_, let reason): return notAdmitted(reason, isExpected)
        case .noDaemon(_, let reason) where isRunning:
            return finding(
                "daemon", .problem, "runs, but cannot be reached at \(address.command): \(reason)",
                "it may be starting or ending: try again, and look at its log")
        case .noDaemon(_, let reason): return absence(reason, isExpected)
        case .timedOut:
            return finding("daemon", .problem, "does not answer: \(error)", silenceAdvice)
        case .refused, .badAddress, .badReply, .transport:
            return finding(
                "daemon", .problem, "sends an invalid reply: \(error)",
                "check that \(address.command) is the command socket of a pagerd")
        }
    }

    /// The advice for a daemon that does not answer. It mentions killing the daemon only if the
    /// daemon is known to be running or its command endpoint is an ipc endpoint.
    private var silenceAdvice: String {
        guard isRunning || address.command.hasPrefix("ipc://") else {
            return
                "check that \(address.command) is the command socket of a pagerd; on its machine "
                + "run `pagerctl doctor`"
        }
        return "read its log to find the reason. You may kill a daemon that hangs: its "
            + "journal, if it has one, contains the accepted commands"
    }

    private func notAdmitted(_ reason: String, _ isExpected: Bool) -> Diagnosis {
        // If there are several daemons, some may not be intended for this client.
        finding(
            "daemon", isExpected ? .problem : .note, "does not admit this client: \(reason)",
            "the daemon itself works; docs/SECURITY.md explains how a client gets a key")
    }

    private func absence(_ reason: String, _ isExpected: Bool) -> Diagnosis {
        if isExpected {
            return finding(
                "daemon", .problem, "does not run (\(address.command): \(reason))",
                "start it: pagerd --name \(address.name); pagerctl list shows running daemons")
        }
        return finding(
            "daemon", .note, "crashed, and its folder still exists",
            "nothing needs to be done: its next start reuses the folder")
    }

    private func speed(_ requester: inout Requester) throws(ClientError) -> Diagnosis {
        var times: [Double] = []
        for _ in 0..<Self.pings {
            let start = Self.now()
            _ = try requester.send(ServerPing())
            times.append(Self.now() - start)
        }
        let middle = times.sorted()[Self.pings / 2]
        let process = requester.peerPID.map { ", process \($0)" } ?? ""
        let text = "answers in \(Self.short(middle)) ms\(process)"
        if middle < Self.slow { return finding("daemon", text) }
        return finding(
            "daemon", .note, text,
            "that is slow: another program uses the processor, or very large requests arrive")
    }

    private func contract(_ hello: Value) -> Diagnosis {
        let own = Product.wireContract
        let version = hello["version"]?.string ?? "?"
        guard let other = hello["protocol"]?.integer, other == own else {
            return finding(
                "protocol", .problem,
                "is version \(version) and uses wire contract "
                    + "\(hello["protocol"]?.integer.map { "\($0)" } ?? "?"), pagerctl uses \(own)",
                "install pagerd and pagerctl of the same release")
        }
        return finding("protocol", "is version \(version) and uses wire contract \(own)")
    }

    /// Checks that the events socket confirms a subscription and delivers a heartbeat.
    private func events() -> [Diagnosis] {
        let start = Self.now()
        do throws(ClientError) {
            var subscription = try Subscription.open(
                address, topics: ["server."], timeout: patience)
            let welcome = Self.now() - start
            guard subscription.boot == boot else {
                return [
                    finding(
                        "events", .problem,
                        "replies, but another daemon publishes events at "
                            + address.events, "give --command and --events of the same daemon")
                ]
            }
            let end = Self.now() + Self.heartbeat * 1_000
            while true {
                switch try subscription.next(timeout: max(0, end - Self.now()) / 1_000) {
                case .news(.heartbeat):
                    return [
                        finding(
                            "events",
                            "confirms a subscription in \(Self.short(welcome)) ms and "
                                + "sends heartbeats")
                    ]
                case .news where Self.now() < end: continue
                case .news, .timedOut, .descriptor:
                    return [
                        finding(
                            "events", .problem,
                            "sends no heartbeat within \(Int(Self.heartbeat)) s",
                            "the daemon's loop is blocked: look at its log")
                    ]
                }
            }
        } catch {
            return [
                finding(
                    "events", .problem, "replies, but its events do not arrive: \(error)",
                    "check that \(address.events) is its events socket, as server.hello returns "
                        + "it; over tcp, check the firewall")
            ]
        }
    }

    /// Returns the time of the monotonic clock, in milliseconds.
    private static func now() -> Double {
        let time = clockTime(CLOCK_MONOTONIC)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    private static func short(_ milliseconds: Double) -> String {
        "\((milliseconds * 100).rounded() / 100)"
    }
}
