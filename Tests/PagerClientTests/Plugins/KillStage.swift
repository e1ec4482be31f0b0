import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire

/// A daemon, a plugin process, a client that sends commands and a subscriber.
struct KillStage: ~Copyable {
    /// The time at which a plugin is killed.
    enum Moment: CaseIterable {
        /// The plugin has received the event and no later one.
        case held
        /// Another subscriber has received the event.
        case seen
        /// Before step `n % steps.count` of the scenario, or after the step that causes the event
        /// if that step comes earlier.
        case before
    }

    let daemon: TestDaemon
    let isManual: Bool
    private var requester: Requester
    private var subscription: Subscription
    private var mirror = Mirror()
    private(set) var balance = StreamBalance()
    /// All published events, in order.
    private(set) var events: [PublishedEvent] = []
    private var plugin: TestProcess?
    private var transition = ""
    private var runs = 0
    /// The last seq that the current plugin is known to have received.
    private var taken: Int?
    /// The problems found so far.
    private(set) var faults: [String] = []

    private init(
        _ daemon: TestDaemon, manual: Bool, _ requester: consuming Requester,
        _ subscription: consuming Subscription
    ) {
        self.daemon = daemon
        isManual = manual
        self.requester = requester
        self.subscription = subscription
    }

    static func begin(manual: Bool) throws -> KillStage {
        let daemon = try TestDaemon(["--clock", manual ? "manual" : "real"])
        let requester = try daemon.requester()
        let subscription = try Subscription.open(daemon.address)
        var stage = KillStage(daemon, manual: manual, requester, subscription)
        try stage.start()
        for (method, params) in KillScenario.scene { try stage.send(method, params) }
        try stage.synchronize()
        return stage
    }

    // MARK: the scene

    private mutating func send(_ method: String, _ params: Value) throws {
        let members = (params.members ?? []).map { member in
            member.value == "$T" ? Value.Member(member.name, .string(transition)) : member
        }
        let reply = try requester.request(method, members)
        transition = reply.transition ?? transition
        try follow(to: reply.seq)
    }

    /// Reads the next event and updates the state machines.
    private mutating func follow() throws -> PublishedEvent {
        guard let event = try subscription.nextEvent(timeout: 60) else {
            throw TestDaemon.Problem(description: "no event after \(mirror.seq)")
        }
        if event.seq != mirror.seq + 1 { faults.append("\(event.seq) after \(mirror.seq)") }
        mirror.apply(event.value)
        balance.note(event.value)
        events.append(event)
        return event
    }

    private mutating func follow(to seq: Int) throws {
        while mirror.seq < seq { _ = try follow() }
    }

    private mutating func perform(_ step: KillScenario.Step) throws {
        switch step {
        case .send(let method, let params): try send(method, params)
        case .half: if isManual { try send("clock.advance", ["seconds": 0.01]) }
        case .rest:
            if isManual {
                try send("clock.advance", ["seconds": 2])
            } else {
                repeat {
                    while !balance.open.isEmpty { _ = try follow() }
                    // The end of one transition may start the next.
                    try send("server.ping", [:])
                } while !balance.open.isEmpty
            }
        }
    }

    // MARK: the plugin

    private static let hosted: Set<String> = ["a", "b", "root", "detail", "sheet", "guest"]
    private static let categories: Set<String> = [
        "containment", "lifecycle", "presentation", "controller", "diagnostic",
    ]

    private static func isTold(_ event: PublishedEvent) -> Bool {
        hosted.contains(event.subject) && categories.contains(event.category)
    }

    /// Starts the plugin and compares its events with those published in the meantime.
    mutating func start() throws {
        let since = taken
        let process = try TestProcess(
            ["\(TestDaemon.products)/PluginUnderTest", daemon.plugins, "paper", "paper"]
                + (since.map { ["\($0)"] } ?? []))
        plugin = process
        let words = try process.line()?.split(separator: " ") ?? []
        guard words.first == "attached", words.count == 2, let seq = Int(words[1]) else {
            throw TestDaemon.Problem(description: "the plugin said \(words)")
        }
        try follow(to: seq)
        guard let since else {
            taken = seq
            return
        }
        let missed = events.filter { $0.seq > since && $0.seq <= seq && Self.isTold($0) }
        try compare(missed.map { "missed \($0.seq) \($0.name) \($0.subject)" }, process)
        taken = seq
    }

    /// Checks the plugin's view of its pages: the earlier state followed by the missed events, with
    /// balanced callbacks, must give the present state.
    private mutating func compare(_ missed: [String], _ process: TestProcess) throws {
        for line in missed {
            let said = try process.line() ?? "nothing"
            guard said == line else {
                faults.append("missed: \(said), not \(line)")
                throw TestDaemon.Problem(description: faults.joined(separator: "\n"))
            }
        }
        try synchronize(process)
    }

    /// Waits until the plugin has received all events published so far.
    private mutating func synchronize(_ given: TestProcess? = nil) throws {
        guard let process = given ?? plugin else { return }
        runs += 1
        try send("controller.update", ["id": "a", "title": .string("run \(runs)")])
        var own = StreamBalance()
        while let words = try process.line()?.split(separator: " ").map(String.init) {
            switch words[0] {
            case "told": own.note(words[1], words[2])
            case "event":
                own.note(words[2], words[3])
                taken = Int(words[1])
                if words[2] == "updated", taken == mirror.seq {
                    if given != nil { check(own) }
                    return
                }
            default: throw TestDaemon.Problem(description: "the plugin said \(words)")
            }
        }
        throw TestDaemon.Problem(description: "the plugin has ended")
    }

    private mutating func check(_ own: StreamBalance) {
        faults += own.faults.map { "told to the plugin: \($0)" }
        for record in mirror.controllers where record["kind"] == "paper" {
            let id = record["id"]?.string ?? ""
            let told = own.appearances[id] ?? "disappeared"
            if record["appearance"]?.string != told {
                faults.append("the plugin thinks that \(id) has \(told)")
            }
        }
    }

    /// Returns the number of events that the running plugin receives in a scenario.
    mutating func count(_ scenario: KillScenario) throws -> Int {
        // The first run is not counted, because views load only once.
        try reset()
        for step in scenario.steps { try perform(step) }
        try reset()
        try synchronize()
        let before = events.count
        for step in scenario.steps { try perform(step) }
        try synchronize()
        // The last event belongs to the synchronization.
        return events[before...].filter { Self.isTold($0) }.count - 1
    }

    private mutating func reset() throws {
        for (method, params) in KillScenario.again { try send(method, params) }
    }

    // MARK: the end

    /// Runs a scenario, kills the plugin at its n-th event, and checks everything afterwards.
    mutating func run(_ scenario: KillScenario, killingAt n: Int, _ moment: Moment) throws {
        try reset()
        try synchronize()
        let before = events.count
        var isKilled = false
        if moment == .held {
            plugin?.say("hold \(n)")
            guard try plugin?.line() == "holding" else {
                throw TestDaemon.Problem(description: "the plugin does not hold")
            }
        }
        for (index, step) in scenario.steps.enumerated() {
            let isLast = index == scenario.steps.count - 1
            if !isKilled, moment == .before, isLast || index == n % scenario.steps.count {
                try kill(waiting: false)
                isKilled = true
            }
            try perform(step)
            let told = events[before...].filter { Self.isTold($0) }.count
            if !isKilled, told >= n || isLast {
                try kill(waiting: moment == .held && told >= n)
                isKilled = true
            }
        }
        try awaitLoss(after: before)
        try checkState(scenario)
        try start()
    }

    private mutating func kill(waiting: Bool) throws {
        guard let process = plugin else { return }
        while waiting {
            guard let line = try process.line() else {
                throw TestDaemon.Problem(description: "the plugin has ended by itself")
            }
            note(line)
            if line == "held" { break }
        }
        process.kill(SIGKILL)
    }

    private mutating func note(_ line: String) {
        let words = line.split(separator: " ")
        if words.first == "event", words.count == 4 { taken = Int(words[1]) }
    }

    private mutating func awaitLoss(after count: Int) throws {
        func isLoss(_ event: PublishedEvent) -> Bool { event.topic == "plugin.paper.lost" }
        if let event = events[count...].first(where: isLoss) {
            // The kernel closes the connection of a killed process before it reports its end.
            let reason = event.value["reason"]
            if reason != "its process ended", reason != "disconnected" {
                faults.append("lost: \(event.value.json)")
            }
        } else {
            while try !isLoss(follow()) {}
        }
        // The plugin's last output shows the events that it had received.
        guard let process = plugin else { return }
        while let line = try process.line() { note(line) }
        process.reap()
        plugin = nil
    }

    /// Checks that callbacks are balanced, that all views of the state agree, and that the pager
    /// still works.
    private mutating func checkState(_ scenario: KillScenario) throws {
        for id in balance.unsettled { faults.append("\(id) is between will and did") }
        for id in balance.open.sorted() { faults.append("\(id) has no end") }
        faults += balance.faults
        let pages = try requester.snapshot()
        try follow(to: pages.last?.seq ?? 0)
        faults += MirrorTests.differences(mirror, pages)
        try send("tabBar.select", ["id": "tabs", "index": 0, "animated": false])
        let index = try requester.request("controller.get", [.init("id", "book")]).result["index"]
        let verb = index == 2 ? "pager.previous" : "pager.next"
        try send(verb, ["id": "book"])
        try perform(.rest)
        let moved = try requester.request("controller.get", [.init("id", "book")]).result["index"]
        if moved == index { faults.append("the pager does not turn") }
        for id in ["a", "b"] {
            let record = try requester.request("controller.get", [.init("id", .string(id))])
            let body = record.result["content"]?["body"]?.string
            if record.result["isViewLoaded"] == true, body != "paper is not running" {
                faults.append("\(id) shows \(body ?? "nothing") while its plugin is gone")
            }
        }
        if !faults.isEmpty {
            throw TestDaemon.Problem(
                description: "\(scenario.name): \(faults.joined(separator: "\n"))")
        }
    }
}
