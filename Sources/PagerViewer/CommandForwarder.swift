internal import Dispatch
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import SystemCalls
internal import Synchronization

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
