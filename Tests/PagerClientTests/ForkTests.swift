import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import RandomCommands
import Testing

/// A daemon whose journal is restored from a copy.
final class Fork {
    let killed: KilledDaemon
    private var copy: [UInt8] = []
    private var windows = 0
    private var hidden: String { killed.daemon.folder + "/hidden" }

    /// Creates a daemon and a copy of its journal with two windows.
    init() throws {
        killed = try KilledDaemon()
        try make(2)
        let file = try #require(fopen(killed.journal, "r"))
        defer { fclose(file) }
        copy = [UInt8](repeating: 0, count: 1 << 21)
        copy.removeLast(copy.count - fread(&copy, 1, copy.count, file))
    }

    deinit { unlink(hidden) }

    var address: Address { killed.daemon.address }

    /// Creates windows with names that were never used before.
    ///
    /// - Returns: the seq after the commands.
    @discardableResult
    func make(_ count: Int) throws -> Int {
        var seq = 0
        for _ in 0..<count {
            windows += 1
            let reply = try killed.send("window.create", ["id": .string("w\(windows)")])
            seq = try #require(reply["result"]?["seq"]?.integer)
        }
        return seq
    }

    /// Restores the journal from the copy and starts the daemon several times. It creates windows
    /// after each start.
    ///
    /// A subscriber sees only the events after the last start.
    func putBack(restarts: Int, later: Int) throws {
        killed.kill()
        let file = try #require(fopen(killed.journal, "w"))
        #expect(fwrite(copy, 1, copy.count, file) == copy.count)
        fclose(file)
        for restart in 1...restarts {
            let isSeen = restart == restarts
            try killed.restart(isSeen ? [] : ["--events", "ipc://\(hidden)"])
            try make(later)
            if !isSeen { killed.kill() }
        }
    }

    /// Returns the ids of all windows of the daemon.
    func ids() throws -> Set<String> {
        let reply = try killed.send("window.list")
        let list = reply["result"]?["windows"]?.array ?? []
        return Set(list.compactMap { $0["id"]?.string })
    }
}

@Suite(.serialized)
struct ForkTests {
    /// The number of restarts after the restore, and the number of windows created after each:
    /// fewer or more than were lost.
    static let ways = [(1, 0), (1, 9), (2, 9)]

    private func next(_ subscription: inout Subscription) throws -> Subscription.News {
        guard case .news(let news) = try subscription.next(timeout: 60) else { throw Late() }
        return news
    }

    struct Late: Error {}

    @Test(arguments: ways)
    func `A mirror detects a journal from a copy and reads a new snapshot`(
        restarts: Int, later: Int
    ) throws {
        let fork = try Fork()
        var subscription = try Subscription.open(fork.address)
        var mirror = try Mirror(&subscription)
        let last = try fork.make(3)
        while mirror.seq < last { _ = try mirror.take(next(&subscription), from: &subscription) }
        try fork.putBack(restarts: restarts, later: later)
        while try !mirror.take(next(&subscription), from: &subscription) {}
        let end = try fork.make(1)
        while mirror.seq < end { _ = try mirror.take(next(&subscription), from: &subscription) }
        #expect(Set(mirror.windows.compactMap { $0["id"]?.string }) == (try fork.ids()))
    }

    @Test(arguments: ways)
    func `Subscriptions to everything and to parts detect a journal from a copy`(
        restarts: Int, later: Int
    ) throws {
        for topics in [[], ["window."], ["window.w1.", "window.w5."]] {
            let fork = try Fork()
            var subscription = try Subscription.open(fork.address, topics: topics)
            let last = try fork.make(3)
            while true {
                let news = try next(&subscription)
                if case .event(let event) = news, event.seq == last { break }
            }
            try fork.putBack(restarts: restarts, later: later)
            var told: [Subscription.News] = []
            while true {
                let news = try next(&subscription)
                if case .forked(let since, let seq) = news {
                    #expect(since == last)
                    #expect(seq == 2 + restarts * later)
                    break
                }
                told.append(news)
            }
            // No event of the other log is delivered as the next one.
            #expect(
                !told.contains { if case .event = $0 { true } else { false } }, "\(topics), \(told)"
            )
            // Later events are delivered.
            guard topics.count < 2 else { continue }
            let end = try fork.make(1)
            while true {
                let news = try next(&subscription)
                if case .event(let event) = news, event.seq == end { break }
            }
        }
    }

    @Test func `A mirror detects a restored copy by a snapshot as the first response`() throws {
        let fork = try Fork()
        var subscription = try Subscription.open(fork.address)
        let last = try fork.make(3)
        while true {
            let news = try next(&subscription)
            if case .event(let event) = news, event.seq == last { break }
        }
        try fork.putBack(restarts: 1, later: 1)
        // Events up to the known seq belong to the other log.
        var mirror = try Mirror(&subscription)
        let end = try fork.make(1)
        #expect(end < last)
        while mirror.seq < end { _ = try mirror.take(next(&subscription), from: &subscription) }
        #expect(Set(mirror.windows.compactMap { $0["id"]?.string }) == (try fork.ids()))
    }

    @Test func `Events of a restarted daemon are kept if its welcome message is lost`() throws {
        let killed = try KilledDaemon()
        let relay = try FaultyRelay(
            from: killed.daemon.address.events, in: killed.daemon.folder, seed: 1)
        let address = Address(command: killed.daemon.address.command, events: relay.endpoint)
        var subscription = try Subscription.open(address)
        try killed.send("window.create", ["id": "w1"])
        _ = try event(&subscription)
        killed.kill()
        relay.set(Faults(drop: 1))
        try killed.restart()
        let dropped = relay.counts.dropped
        while relay.counts.dropped == dropped { sched_yield() }
        relay.set(Faults())
        try killed.send("window.create", ["id": "w2"])
        // The event comes first, and then a heartbeat from which the client learns of the restart.
        #expect(try event(&subscription)?.topic == "window.w2.created")
        #expect(try event(&subscription) == nil)
        try killed.send("window.create", ["id": "w3"])
        #expect(try event(&subscription)?.topic == "window.w3.created")
    }

    /// Returns the next event, or nil if the daemon has restarted with the same history.
    private func event(_ subscription: inout Subscription) throws -> PublishedEvent? {
        while true {
            switch try next(&subscription) {
            case .event(let event): return event
            case .restarted(sameHistory: true, seq: _): return nil
            case .heartbeat: continue
            default: throw Late()
            }
        }
    }
}
