internal import Foundation
internal import Synchronization

/// Ends connections that send more than belongs to one request or message, that never finish
/// their first request, or that are too many.
///
/// The HTTP library reads a line, a header and a frame however long it is, and keeps it. So what
/// each connection has sent is asked of the kernel many times a second, and compared with what it
/// had sent when its last request or message was whole.
final class ConnectionWatch: Sendable {
    /// Bytes that may come until a request is whole.
    static let longestRequest: UInt64 = 64 << 10
    /// Bytes that may come until a message is whole: the longest one that is taken, with as much
    /// again that may wait behind it.
    static let longestMessage = UInt64(2 * Conversation.longestMessage)
    /// Seconds until the first request must be whole.
    static let patience = 10.0
    /// Connections at once; of more than these, those end first that have been silent longest and
    /// are no WebSocket.
    static let mostConnections = 256
    /// Seconds between two looks.
    static let pause = 0.05

    private struct Standing {
        /// Bytes when the last request or message was whole.
        var received: UInt64 = 0
        /// When that was, or when the connection came.
        var since: Double
        var hasAsked = false
        var isConversation = false
        /// Whether it is to end whatever it does.
        var isCondemned = false
        /// Whether something has become whole since the last look.
        var isFresh = false
        /// Whether the last look did not find it: it came while that was going on, or is gone.
        var isMissing = false
    }

    private let standings = Mutex<[Peer: Standing]>([:])

    func start(port: UInt16) {
        let thread = Thread {
            while true {
                for connection in self.judge(LocalSockets.connections(to: port), at: Self.now()) {
                    LocalSockets.end(connection)
                }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
        thread.name = "connections"
        thread.start()
    }

    /// A request has come, or a whole message.
    func heard(_ peer: Peer?, isConversation: Bool = false) {
        guard let peer else { return }
        standings.withLock { standings in
            var standing = standings[peer] ?? Standing(since: Self.now())
            standing.hasAsked = true
            standing.isFresh = true
            standing.isConversation = standing.isConversation || isConversation
            standings[peer] = standing
        }
    }

    /// Ends a connection with the next look.
    func condemn(_ peer: Peer?) {
        guard let peer else { return }
        standings.withLock { $0[peer]?.isCondemned = true }
    }

    /// Which of the connections must end. Those that two looks have not found are
    /// forgotten.
    func judge(_ connections: [LocalSockets.Connection], at time: Double)
        -> [LocalSockets.Connection]
    {
        standings.withLock { standings in
            var next: [Peer: Standing] = [:]
            var guilty: [LocalSockets.Connection] = []
            for connection in connections {
                var standing = standings[connection.peer] ?? Standing(since: time)
                standing.isMissing = false
                if standing.isFresh {
                    standing.isFresh = false
                    standing.received = connection.received
                    standing.since = time
                }
                next[connection.peer] = standing
                if Self.isGuilty(connection, standing, time) { guilty.append(connection) }
            }
            for (peer, standing) in standings where next[peer] == nil && !standing.isMissing {
                next[peer] = standing
                next[peer]?.isMissing = true
            }
            standings = next
            return guilty + Self.surplus(connections, next)
        }
    }

    private static func isGuilty(
        _ connection: LocalSockets.Connection, _ standing: Standing, _ time: Double
    ) -> Bool {
        let limit = standing.isConversation ? longestMessage : longestRequest
        return standing.isCondemned || connection.received > standing.received + limit
            || (!standing.hasAsked && time - standing.since > patience)
    }

    private static func surplus(
        _ connections: [LocalSockets.Connection], _ standings: [Peer: Standing]
    ) -> [LocalSockets.Connection] {
        guard connections.count > mostConnections else { return [] }
        let idle = connections.filter { standings[$0.peer]?.isConversation != true }
            .sorted { (standings[$0.peer]?.since ?? 0) < (standings[$1.peer]?.since ?? 0) }
        return Array(idle.prefix(connections.count - mostConnections))
    }

    private static func now() -> Double { ProcessInfo.processInfo.systemUptime }
}
