import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import RandomCommands
import Testing

@Suite(.serialized)
struct ObserverTests {
    private static let seed = RandomTest.seed
    /// The number of events. `PAGERD_EVENTS=1000000` selects the long run, with a tenth of it
    /// without a journal.
    private static let length = RandomTest.number("PAGERD_EVENTS")

    private static let ways: [Faults] = [
        Faults(drop: 0.1), Faults(delay: 0.1), Faults(duplicate: 0.2), Faults(reorder: 0.1),
        .all(0.05),
    ]

    @Test(arguments: ways)
    func `An observer receives each event once and in order, as the daemon sent them`(
        _ faults: Faults
    ) throws {
        var observer = try Observer(Self.seed, faults, hasJournal: false)
        try observer.furnish()
        while observer.stand < 2_000 {
            try observer.press(50)
            try observer.read()
        }
        try observer.compare()
        let counts = observer.relay.counts
        #expect(
            counts.dropped + counts.delayed + counts.duplicated + counts.reordered > 100,
            "seed \(Self.seed)")
        // With duplicates alone, nothing is requested again, and every duplicate is detected.
        let isDoubledOnly = faults.drop + faults.delay + faults.reorder == 0
        #expect((observer.replays == 0) == isDoubledOnly, "seed \(Self.seed)")
        #expect(observer.snapshots == 1)
    }

    @Test(arguments: ways)
    func `An observer of categories and subjects receives the events of a replay`(_ faults: Faults)
        throws
    {
        let killed = try KilledDaemon(hasJournal: false)
        let relay = try FaultyRelay(
            from: killed.daemon.address.events, in: killed.daemon.folder, seed: Self.seed, faults)
        let address = Address(command: killed.daemon.address.command, events: relay.endpoint)
        let topics = ["lifecycle.", "view.a.", "view.b.", "transition.pg."]
        var subscription = try Subscription.open(address, topics: topics, timeout: 60)
        var swarm = Swarm(seed: Self.seed)
        _ = try killed.send(Swarm.prologue)
        while try killed.send((0..<50).map { _ in swarm.next() }) < 2_000 {}
        var requester = try killed.daemon.requester()
        var expected: [String: [PublishedEvent]] = [:]
        for topic in topics { expected[topic] = try requester.replay(since: 0, topic: topic) }
        let total = expected.values.reduce(0) { $0 + $1.count }
        var told: [String: [PublishedEvent]] = [:]
        var count = 0
        // The heartbeat after the last event proves that no duplicates follow.
        while true {
            guard case .news(let news) = try subscription.next(timeout: 60) else { break }
            if case .heartbeat = news, count >= total { break }
            guard case .event(let event) = news else { continue }
            count += 1
            told[topics.first { event.topic.hasPrefix($0) } ?? "", default: []].append(event)
        }
        #expect(total > 300, "seed \(Self.seed)")
        for topic in topics {
            let seqs = (told[topic]?.map(\.seq), expected[topic]?.map(\.seq))
            #expect(told[topic] ?? [] == expected[topic] ?? [], "seed \(Self.seed): \(seqs)")
        }
    }

    @Test(arguments: [true, false])
    func `An observer follows a daemon through three restarts`(hasJournal: Bool) throws {
        let began = ContinuousClock.now
        let length = Self.length.map { hasJournal ? $0 : $0 / 10 } ?? 4_000
        var observer = try Observer(
            Self.seed, .all(Self.length == nil ? 0.05 : 0.01), hasJournal: hasJournal)
        var random = SeededGenerator(seed: Self.seed)
        for round in 0..<4 {
            try observer.furnish()
            try observer.compare()
            // Without a journal, each daemon counts from 1.
            let goal = (hasJournal ? round + 1 : 1) * length / 4
            while observer.stand < goal {
                try observer.press(100)
                try observer.read()
            }
            try observer.compare()
            guard round < 3 else { break }
            if round == 1 {
                observer.killed.daemon.terminate()
                try observer.killed.restart()
            } else {
                // The kill happens during a request.
                let thread = observer.killed.kill(after: .random(in: 0..<4_000, using: &random))
                while observer.killed.kills <= round / 2 { try observer.press(100) }
                thread.join()
            }
        }
        #expect(observer.restarts == Array(repeating: hasJournal, count: 3), "seed \(Self.seed)")
        #expect(observer.snapshots == (hasJournal ? 1 : 4), "seed \(Self.seed)")
        guard Self.length != nil else { return }
        let counts = observer.relay.counts
        print(
            """
            Swift, \(hasJournal ? "with" : "without") a journal: seed \(Self.seed), \
            \(observer.events) events told one by one; of \(counts.messages) messages \
            \(counts.dropped) lost, \(counts.delayed) delayed, \(counts.duplicated) doubled, \
            \(counts.reordered) swapped; \(observer.replays) replays brought \
            \(observer.replayed) events; \(observer.snapshots) snapshots, 3 restarts, \
            \(ContinuousClock.now - began)
            """)
    }
}
