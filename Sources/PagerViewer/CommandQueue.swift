internal import PagerModel

/// A queue of commands for the daemon, in which the browsers take turns.
///
/// The browsers with the token for commands take turns, one command each. A browser that may only
/// watch still sends a few commands, such as `server.describe`. Its commands are executed only if
/// no browser with the token has a waiting command. Browsers that may only watch take turns too.
/// Each operation takes O(number of browsers with waiting commands). `add` takes this time once
/// more for each waiting command that it removes.
struct CommandQueue {
    /// The maximum number of waiting commands of one browser that has the token for commands.
    static let mostOfCommander = 256
    /// The maximum number of waiting commands of one browser that may only watch. The commands of
    /// such a browser are `server.describe` and the page turn after a video.
    static let mostOfWatcher = 1
    /// The maximum total size, in bytes, of the waiting commands from browsers with the token for
    /// commands. Commands from browsers that may only watch are not counted here: each of these
    /// browsers has at most `mostOfWatcher` waiting messages of at most
    /// `Conversation.longestForeignMessage` bytes.
    static let mostBytes = 32 << 20

    struct Order {
        let request: Value
        /// The size, in bytes, of the message that contains the command.
        let size: Int
        let answer: @Sendable ([UInt8]) -> Void
    }

    /// The waiting commands of one browser, oldest first.
    private struct Line {
        var orders: [Order] = []
        var bytes = 0
    }

    /// The waiting commands of each browser, and the order in which the browsers take turns.
    private struct Turns {
        var lines: [Int: Line] = [:]
        var order: [Int] = []

        mutating func append(_ order: Order, of browser: Int) {
            if lines[browser] == nil { self.order.append(browser) }
            lines[browser, default: Line()].orders.append(order)
            lines[browser]?.bytes += order.size
        }

        mutating func next() -> Order? {
            guard !order.isEmpty else { return nil }
            let browser = order.removeFirst()
            guard var line = lines[browser] else { return nil }
            let first = line.orders.removeFirst()
            line.bytes -= first.size
            lines[browser] = line.orders.isEmpty ? nil : line
            if !line.orders.isEmpty { order.append(browser) }
            return first
        }

        mutating func removeAll(of browser: Int) -> [Order] {
            order.removeAll { $0 == browser }
            return lines.removeValue(forKey: browser)?.orders ?? []
        }

        /// Removes and returns the newest command of a browser.
        mutating func removeLast(of browser: Int) -> Order? {
            guard var line = lines[browser], let last = line.orders.popLast() else { return nil }
            line.bytes -= last.size
            lines[browser] = line.orders.isEmpty ? nil : line
            if line.orders.isEmpty { order.removeAll { $0 == browser } }
            return last
        }
    }

    /// The number under which all disconnected browsers share one queue. The numbers of connected
    /// browsers are higher.
    private static let gone = 0

    private var commanding = Turns()
    private var watching = Turns()

    /// Whether at least one command waits, and all waiting commands come from browsers that may
    /// only watch.
    var hasOnlyWatchers: Bool { commanding.order.isEmpty && !watching.order.isEmpty }

    /// Adds a command of a browser, and returns the commands that are refused or removed. Refuses
    /// the new command if the browser already has the maximum number of waiting commands.
    ///
    /// The waiting commands of all browsers with the token for commands may take at most
    /// `mostBytes`. If a new command exceeds this limit, removes the newest commands of browsers
    /// whose waiting commands take more bytes than those of this browser. If that would not make
    /// enough room, keeps all waiting commands and refuses the new one.
    ///
    /// - Returns: The refused or removed commands.
    mutating func add(_ order: Order, of browser: Int, isWatcher: Bool) -> [Order] {
        if isWatcher {
            guard (watching.lines[browser]?.orders.count ?? 0) < Self.mostOfWatcher else {
                return [order]
            }
            watching.append(order, of: browser)
            return []
        }
        guard (commanding.lines[browser]?.orders.count ?? 0) < Self.mostOfCommander else {
            return [order]
        }
        return makeRoom(for: order, of: browser)
    }

    /// Adds a command of a browser with the token for commands. Returns the commands that are
    /// removed or refused because of `mostBytes`.
    ///
    /// While there is not enough room, removes the newest command of the browser whose commands
    /// take the most bytes. If that browser's commands do not take more bytes than the commands of
    /// this browser, including the new command, keeps all waiting commands and refuses the new one.
    private mutating func makeRoom(for order: Order, of browser: Int) -> [Order] {
        var changed = commanding
        var removed: [Order] = []
        var bytes = changed.lines.values.reduce(order.size) { $0 + $1.bytes }
        let own = (changed.lines[browser]?.bytes ?? 0) + order.size
        while bytes > Self.mostBytes {
            guard let largest = changed.lines.max(by: { $0.value.bytes < $1.value.bytes }),
                largest.value.bytes > own, let last = changed.removeLast(of: largest.key)
            else { return [order] }
            bytes -= last.size
            removed.append(last)
        }
        changed.append(order, of: browser)
        commanding = changed
        return removed
    }

    /// Removes and returns the next command.
    ///
    /// - Parameter isForAll: Whether commands of browsers that may only watch are included.
    mutating func next(isForAll: Bool) -> Order? {
        commanding.next() ?? (isForAll ? watching.next() : nil)
    }

    /// Records that a browser has disconnected. If the browser had the token for commands, its
    /// waiting commands are still executed. Together, all disconnected browsers have at most
    /// `mostOfCommander` waiting commands; the excess is dropped.
    mutating func leave(_ browser: Int) {
        _ = watching.removeAll(of: browser)
        for order in commanding.removeAll(of: browser)
        where (commanding.lines[Self.gone]?.orders.count ?? 0) < Self.mostOfCommander {
            commanding.append(order, of: Self.gone)
        }
    }
}
