internal import Dispatch
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import Synchronization
internal import SystemCalls

/// A forwarder that sends the browsers' commands to the daemon, one after the other, on a separate
/// thread.
final class CommandForwarder: Sendable {
    /// The pause between two commands of browsers that may only watch, as a multiple of the time
    /// that the earlier command took.
    static let watcherPause = 9.0

    private struct State {
        var queue = CommandQueue()
        /// Whether the thread waits for a signal of the semaphore `arrivals`.
        var isIdle = false
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let address: Address

    init(_ address: Address) {
        self.address = address
    }

    func start() throws { try Thread { self.run() }.detach() }

    /// Queues a command of the form `{id, method, params}`. Later calls `answer` with the unchanged
    /// bytes of the daemon's reply, or with an error reply of pagerview if the daemon does not
    /// reply.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of the message with the command.
    ///   - browser: The number of the browser.
    ///   - isWatcher: Whether the browser may only watch.
    func send(
        _ request: Value, size: Int, of browser: Int, isWatcher: Bool,
        answer: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let order = CommandQueue.Order(request: request, size: size, answer: answer)
        let (refused, wakes) = state.withLock { state in
            let refused = state.queue.add(order, of: browser, isWatcher: isWatcher)
            defer { state.isIdle = false }
            return (refused, state.isIdle)
        }
        if wakes { arrivals.signal() }
        for order in refused {
            order.answer(
                Self.failure(
                    order.request, "limitExceeded",
                    "too many commands of this browser are waiting; send more after their replies"))
        }
    }

    /// Records that a browser has disconnected. One limit applies to the waiting commands of all
    /// disconnected browsers together.
    func leave(_ browser: Int) { state.withLock { $0.queue.leave(browser) } }

    private func run() -> Never {
        var requester: Requester?
        var watchersWait = 0.0
        while true {
            let time = Self.now()
            let (order, isOfWatcher) = state.withLock { state in
                let isOfWatcher = state.queue.hasOnlyWatchers
                let order = state.queue.next(isForAll: time >= watchersWait)
                state.isIdle = order == nil
                return (order, isOfWatcher)
            }
            guard let order else {
                let pause = DispatchTime.now() + max(watchersWait - time, 0)
                _ = arrivals.wait(timeout: isOfWatcher ? pause : .distantFuture)
                continue
            }
            exchange(order, &requester, isOfWatcher: isOfWatcher)
            if isOfWatcher {
                let end = Self.now()
                watchersWait = end + (end - time) * Self.watcherPause
            }
        }
    }

    private func exchange(
        _ order: CommandQueue.Order, _ requester: inout Requester?, isOfWatcher: Bool
    ) {
        do {
            if requester == nil {
                requester = try Requester(address.command, timeout: 5, keys: address.keys)
            }
            let reply = try requester?.forward(
                order.request["method"]?.string ?? "", order.request["params"] ?? .object([]),
                id: order.request["id"] ?? .null)
            if let reply { order.answer(reply) }
        } catch {
            requester = nil
            // The error contains the path of the daemon's socket.
            let text = isOfWatcher ? "the daemon does not reply" : "\(error)"
            order.answer(Self.failure(order.request, "noDaemon", text))
        }
    }

    /// Returns the seconds of a monotonic clock.
    private static func now() -> Double {
        Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    }

    /// Returns an error reply that pagerview itself sends to a browser.
    static func failure(_ request: Value, _ name: String, _ message: String) -> [UInt8] {
        let error: [Value.Member] = [
            .init("code", -32_001), .init("message", .string(message)),
            .init("data", .object([.init("name", .string(name))])),
        ]
        let reply: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", request["id"] ?? .null),
            .init("error", .object(error)),
        ]
        return Array(Value.object(reply).json.utf8)
    }
}

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
