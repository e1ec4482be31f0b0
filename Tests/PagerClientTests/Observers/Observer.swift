import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import RandomCommands
import Testing

/// A daemon that runs random commands, with a mirror behind a faulty network.
struct Observer: ~Copyable {
    let killed: KilledDaemon
    let relay: FaultyRelay
    private var subscription: Subscription
    private var mirror: Mirror
    private var swarm: Swarm
    private let seed: UInt64
    private var commands = 0
    /// The seq of the last delivered event, or the last one in a snapshot taken after it.
    private var told: Int
    /// The daemon's seq after the last command.
    private(set) var stand = 0
    private(set) var events = 0
    private(set) var replayed = 0
    private(set) var snapshots = 1
    private(set) var restarts: [Bool] = []

    var replays: Int { subscription.replays }

    /// The number of commands after which the probabilities change.
    private static let phase = 2_000
    /// The share of new names. It is low, so that a long run tests commands rather than a large
    /// state.
    private static let unnamed = 0.02
    /// The time limit in seconds; a lost heartbeat is repeated many times within it.
    private static let patience = 60.0

    init(_ seed: UInt64, _ faults: Faults, hasJournal: Bool) throws {
        let killed = try KilledDaemon(hasJournal: hasJournal)
        // One request has a hundred commands, and the machine may be busy.
        killed.patience = 5
        let relay = try FaultyRelay(
            from: killed.daemon.address.events, in: killed.daemon.folder, seed: seed, faults)
        let address = Address(
            command: killed.daemon.address.command, events: relay.endpoint, name: "test")
        var subscription = try Subscription.open(address, timeout: 60)
        mirror = try Mirror(&subscription)
        told = mirror.seq
        self.subscription = subscription
        self.killed = killed
        self.relay = relay
        self.seed = seed
        swarm = Swarm(seed: seed, unnamed: Self.unnamed)
    }

    // MARK: what happens

    mutating func furnish() throws {
        stand = try killed.send(Swarm.prologue)
    }

    /// Runs random commands.
    mutating func press(_ count: Int) throws {
        var steps: [Step] = []
        for _ in 0..<count {
            commands += 1
            if commands % Self.phase == 0 {
                swarm = Swarm(seed: seed &+ UInt64(commands), unnamed: Self.unnamed)
            }
            steps.append(swarm.next())
        }
        stand = try killed.send(steps)
    }

    // MARK: what is seen

    /// Reads the events that have arrived.
    mutating func read() throws {
        while case .news(let news) = try subscription.next(timeout: 0) { try take(news) }
    }

    /// Reads events until the mirror has reached the daemon's seq, then compares them.
    mutating func compare() throws {
        let hello = try killed.send("server.hello")["result"]
        let history = try #require(hello?["history"]?.string)
        while subscription.history != history || mirror.seq < stand {
            guard case .news(let news) = try subscription.next(timeout: Self.patience) else {
                Issue.record("seed \(seed): nothing comes after \(told), not to speak of \(stand)")
                throw Unproved()
            }
            try take(news)
        }
        var requester = try killed.daemon.requester()
        let differences = MirrorTests.differences(mirror, try requester.snapshot())
        try #require(differences.isEmpty, "seed \(seed), at \(stand): \(differences)")
    }

    struct Unproved: Error {}

    private mutating func take(_ news: Subscription.News) throws {
        let last = told
        switch news {
        case .event(let event):
            try #require(event.seq == last + 1, "seed \(seed): \(event.topic) after \(last)")
            told = event.seq
            events += 1
        case .replayed(let count, _): replayed += count
        case .restarted(let sameHistory, _): restarts.append(sameHistory)
        case .lost, .forked, .heartbeat, .shutdown: break
        }
        if try mirror.take(news, from: &subscription) {
            snapshots += 1
            told = mirror.seq
        }
    }
}
