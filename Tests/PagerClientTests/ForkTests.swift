import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import RandomCommands
import Testing

/// A daemon whose journal is put back from a copy.
final class Fork {
    let killed: KilledDaemon
    private var copy: [UInt8] = []
    private var windows = 0
    private var hidden: String { killed.daemon.folder + "/hidden" }

    /// Two windows are in the copy.
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

    /// So many windows with names never used before.
    ///
    /// - Returns: the seq after them.
    @discardableResult
    func make(_ count: Int) throws -> Int {
        var seq = 0
        for _ in 0..<count {
            windows += 1
            let reply = try killed.send(
                Step(method: "window.create", params: ["id": .string("w\(windows)")]))
            seq = try #require(reply["result"]?["seq"]?.integer)
        }
        return seq
    }

    /// The copy is the journal now; the daemon is started, and makes something each time.
    ///
    /// A subscriber sees the last one of these only.
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

    /// The ids of all windows that the daemon has.
    func ids() throws -> Set<String> {
        let reply = try killed.send(Step(method: "window.list", params: [:]))
        let list = reply["result"]?["windows"]?.array ?? []
        return Set(list.compactMap { $0["id"]?.string })
    }
}

@Suite("A journal that was put back from a copy", .serialized)
struct ForkTests {
    /// How often the daemon was started since, and how many windows it made each time: fewer than
    /// were lost, or more.
    static let ways = [(1, 0), (1, 9), (2, 9)]

    private func next(_ subscription: inout Subscription) throws -> Subscription.News {
        guard case .news(let news) = try subscription.next(timeout: 20) else { throw Late() }
        return news
    }

    struct Late: Error {}

    @Test("is noticed by a mirror, which takes a snapshot of what there is", arguments: ways)
    func mirror(restarts: Int, later: Int) throws {
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

    @Test("is told by a subscription, to everything and to parts", arguments: ways)
    func subscription(restarts: Int, later: Int) throws {
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
            // Nothing of the other log is passed off as what comes next.
            #expect(
                !told.contains { if case .event = $0 { true } else { false } }, "\(topics), \(told)"
            )
            // And then events go on.
            guard topics.count < 2 else { continue }
            let end = try fork.make(1)
            while true {
                let news = try next(&subscription)
                if case .event(let event) = news, event.seq == end { break }
            }
        }
    }

    @Test("and is not taken for a restart of the same log, however often that is")
    func continuation() throws {
        let fork = try Fork()
        var subscription = try Subscription.open(fork.address)
        var mirror = try Mirror(&subscription)
        for round in 0..<3 {
            let last = try fork.make(3)
            while mirror.seq < last {
                let isRenewed = try mirror.take(next(&subscription), from: &subscription)
                #expect(!isRenewed)
            }
            if round == 1 { fork.killed.daemon.terminate() } else { fork.killed.kill() }
            try fork.killed.restart()
        }
        let last = try fork.make(1)
        while mirror.seq < last {
            let isRenewed = try mirror.take(next(&subscription), from: &subscription)
            #expect(!isRenewed)
        }
    }

    @Test("is noticed by a snapshot that is the first to come from it")
    func snapshot() throws {
        let fork = try Fork()
        var subscription = try Subscription.open(fork.address)
        let last = try fork.make(3)
        while true {
            let news = try next(&subscription)
            if case .event(let event) = news, event.seq == last { break }
        }
        try fork.putBack(restarts: 1, later: 1)
        // Events up to the number that was known are of the other log.
        var mirror = try Mirror(&subscription)
        let end = try fork.make(1)
        #expect(end < last)
        while mirror.seq < end { _ = try mirror.take(next(&subscription), from: &subscription) }
        #expect(Set(mirror.windows.compactMap { $0["id"]?.string }) == (try fork.ids()))
    }
}
