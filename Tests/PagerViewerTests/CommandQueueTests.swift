import PagerModel
import Testing

@testable import PagerViewer

@Suite struct CommandQueueTests {
    private var queue = CommandQueue()

    private func order(_ name: String, size: Int = 10) -> CommandQueue.Order {
        CommandQueue.Order(request: .string(name), size: size) { _ in }
    }

    private func names(_ orders: [CommandQueue.Order]) -> [String] {
        orders.compactMap(\.request.string)
    }

    private mutating func drained(isForAll: Bool = true) -> [String] {
        var orders: [CommandQueue.Order] = []
        while let order = queue.next(isForAll: isForAll) { orders.append(order) }
        return names(orders)
    }

    @Test mutating func `Browsers with queued commands take turns`() {
        for name in ["a1", "a2", "a3"] { _ = queue.add(order(name), of: 1, isWatcher: false) }
        _ = queue.add(order("b1"), of: 2, isWatcher: false)
        #expect(drained() == ["a1", "b1", "a2", "a3"])
    }

    @Test mutating func `Commands of browsers without the token come last`() {
        for browser in 1...5 {
            _ = queue.add(order("w\(browser)"), of: browser, isWatcher: true)
        }
        _ = queue.add(order("a1"), of: 9, isWatcher: false)
        _ = queue.add(order("a2"), of: 9, isWatcher: false)
        #expect(drained(isForAll: false) == ["a1", "a2"])
        #expect(queue.hasOnlyWatchers)
        #expect(drained() == ["w1", "w2", "w3", "w4", "w5"])
    }

    @Test mutating func `A browser without the token can have one command in the queue`() {
        #expect(queue.add(order("w1"), of: 1, isWatcher: true).isEmpty)
        #expect(names(queue.add(order("w2"), of: 1, isWatcher: true)) == ["w2"])
        #expect(queue.add(order("v1"), of: 2, isWatcher: true).isEmpty)
        _ = drained()
        #expect(queue.add(order("w3"), of: 1, isWatcher: true).isEmpty)
    }

    @Test mutating func `A browser over its limit does not block commands of others`() {
        for number in 0..<CommandQueue.mostOfCommander {
            #expect(queue.add(order("a\(number)"), of: 1, isWatcher: false).isEmpty)
        }
        #expect(names(queue.add(order("more"), of: 1, isWatcher: false)) == ["more"])
        #expect(queue.add(order("b"), of: 2, isWatcher: false).isEmpty)
        #expect(drained().prefix(2) == ["a0", "b"])
    }

    @Test mutating func `A full queue drops a command of the browser with the most bytes`() {
        let quarter = CommandQueue.mostBytes / 4
        for number in 0..<4 {
            #expect(queue.add(order("a\(number)", size: quarter), of: 1, isWatcher: false).isEmpty)
        }
        #expect(names(queue.add(order("a4"), of: 1, isWatcher: false)) == ["a4"])
        #expect(names(queue.add(order("b0"), of: 2, isWatcher: false)) == ["a3"])
        #expect(queue.add(order("b1", size: quarter / 2), of: 2, isWatcher: false).isEmpty)
        #expect(drained() == ["a0", "b0", "a1", "b1", "a2"])
    }

    @Test mutating func `A command is refused if its browser would then have the most bytes`() {
        let half = CommandQueue.mostBytes / 2
        #expect(queue.add(order("a", size: half), of: 1, isWatcher: false).isEmpty)
        #expect(queue.add(order("b", size: half), of: 2, isWatcher: false).isEmpty)
        #expect(names(queue.add(order("c", size: half), of: 3, isWatcher: false)) == ["c"])
        #expect(drained() == ["a", "b"])
    }

    @Test mutating func `Commands of a disconnected browser with the token are carried out`() {
        _ = queue.add(order("a1"), of: 1, isWatcher: false)
        _ = queue.add(order("a2"), of: 1, isWatcher: false)
        _ = queue.add(order("w"), of: 2, isWatcher: true)
        queue.leave(1)
        queue.leave(2)
        _ = queue.add(order("b"), of: 3, isWatcher: false)
        #expect(drained() == ["a1", "b", "a2"])
    }

    @Test mutating func `Disconnected browsers share the limit and the turn of one browser`() {
        for browser in 1...1_000 {
            for _ in 0..<3 { _ = queue.add(order("x"), of: browser, isWatcher: false) }
            queue.leave(browser)
        }
        _ = queue.add(order("a"), of: 2_000, isWatcher: false)
        let all = drained()
        #expect(all.count == CommandQueue.mostOfCommander + 1 && all[1] == "a")
    }
}
