internal import Foundation
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// Sends the browsers' commands to the daemon, one after the other, on a thread of its own.
final class CommandDesk: Sendable {
    /// Commands that may wait.
    static let longestQueue = 256
    /// Bytes of the messages that commands came in and that may wait.
    static let mostBytes = 32 << 20

    private struct Order {
        let request: Value
        let size: Int
        let answer: @Sendable ([UInt8]) -> Void
    }

    private let orders = Mutex<[Order]>([])
    private let arrivals = DispatchSemaphore(value: 0)
    private let address: Address

    init(_ address: Address) {
        self.address = address
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "commands"
        thread.start()
    }

    /// Takes a command: `{id, method, params}`. The answer is the daemon's reply, byte for byte, or
    /// an error in its form where there is none.
    ///
    /// - Parameter size: bytes of the message that it came in.
    func send(_ request: Value, size: Int, answer: @escaping @Sendable ([UInt8]) -> Void) {
        let isTaken = orders.withLock { orders in
            let bytes = orders.reduce(0) { $0 + $1.size }
            guard orders.count < Self.longestQueue, bytes + size <= Self.mostBytes else {
                return false
            }
            orders.append(Order(request: request, size: size, answer: answer))
            return true
        }
        guard isTaken else {
            answer(Self.failure(request, "limitExceeded", "too many commands wait; slow down"))
            return
        }
        arrivals.signal()
    }

    private func run() -> Never {
        var requester: Requester?
        while true {
            arrivals.wait()
            let order = orders.withLock { $0.removeFirst() }
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
                order.answer(Self.failure(order.request, "noDaemon", "\(error)"))
            }
        }
    }

    /// An error reply of the viewer's own.
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
