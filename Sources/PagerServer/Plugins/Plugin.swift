package import PagerWire
internal import DequeModule
internal import PagerModel
internal import ZMQ

/// A connection on the plugins socket.
package struct PluginConnection: Sendable {
    /// The routing id, by which the ROUTER socket identifies the connection.
    let routing: [UInt8]
    let peer: Peer
    /// The id of the peer's process, if the kernel reports it.
    let pid: UInt32?
    /// Whether the peer sends an empty frame before each message. If so, the daemon also sends one.
    let isDelimited: Bool
    /// The number that identifies the connection in `Connections`. Nil for a connection that was
    /// created by a test or read from the journal.
    let number: Int?
    /// A counter of the bytes that libzmq queues for the connection. Nil if they are not counted.
    var unsent: UnsentBytes?
    /// The time of the connection's end, or nil while it is open. After that time, the daemon may
    /// still learn why the connection ended, for example because the peer's process ended.
    var end: Instant?

    package init(
        routing: [UInt8], peer: Peer, pid: UInt32?, isDelimited: Bool, number: Int? = nil
    ) {
        self.routing = routing
        self.peer = peer
        self.pid = pid
        self.isDelimited = isDelimited
        self.number = number
    }

    /// The properties that identify the connection of a message. The routing id alone is not
    /// enough, because another peer may use it after the connection has ended.
    struct Identity: Hashable, Sendable {
        let routing: [UInt8]
        let peer: Peer
        let pid: UInt32?
        let number: Int?
    }

    var identity: Identity { Identity(routing: routing, peer: peer, pid: pid, number: number) }

    /// The bytes that identify the connection in the journal: the routing id, then the connection's
    /// number in the socket, if it has one.
    var recordedRouting: [UInt8] {
        guard let number else { return routing }
        return routing + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The time in seconds that the daemon waits after the end of a connection for the kernel's
    /// report that the process has ended.
    private static let grace = 0.1

    /// The time from which the plugin counts as disconnected, or nil while the connection is open.
    var goneAt: Instant? { end?.advanced(by: Self.grace) }
}

/// A plugin, whether connected or not, with its decisions, its permissions and its message queue.
struct Plugin: Sendable {
    let name: String
    /// Whether the plugin is in the daemon's configuration.
    var isConfigured = false
    var state = PluginState.expected
    var decisions: [DecisionDeclaration] = []
    var grants: [Grant] = []
    var connection: PluginConnection?
    /// The user or key that registered the plugin. Only the same user or key may register it again.
    var owner: Peer?
    /// The id of the process that the daemon has started for the plugin. Nil if none is running.
    var child: Int32?
    var restarts = 0
    var reason: String?
    /// The time at which the daemon received the last message from the plugin.
    var heard = Instant.zero
    /// The sequence number (`seq`) of the last event that the plugin may have received before it
    /// was disconnected.
    var lostAt = 0
    /// Whether the plugin has reconnected but placeholders still replace the content of some of its
    /// controllers.
    var hasCovered = false
    /// The content that placeholders replace, by controller name. Used only to read snapshots of
    /// earlier versions of pagerd.
    var hidden: [TextKey: Value] = [:]
    /// The second in which the last diagnostic about the plugin was published, and the number of
    /// diagnostics published in that second.
    var diagnostics = (second: Int64(0), count: 0)

    private var waiting: Deque<Waiting> = []
    private(set) var waitingBytes = 0

    private struct Waiting: Sendable {
        let message: [UInt8]
        /// The sequence number of the event in the message, or 0 if the message is not an event.
        let seq: Int
    }

    init(name: String) { self.name = name }

    var isAttached: Bool { state == .attached }
    /// Whether the content that placeholders replace can be restored now. True if at least one
    /// placeholder remains, the plugin is connected, and its queue is empty.
    var isUncovering: Bool { hasCovered && isAttached && waiting.isEmpty }

    /// The time at which the plugin counts as disconnected unless it sends another message before.
    /// Nil if the plugin is already disconnected. Also nil while the plugin's connection is open,
    /// if the kernel will report the end of its process.
    var goneAt: Instant? {
        guard isAttached, let connection else { return nil }
        let lease = isLocal ? nil : heard.advanced(by: Limits.pluginLease)
        guard let end = connection.goneAt else { return lease }
        return min(end, lease ?? end)
    }

    /// Whether the kernel will report the end of the plugin's process. If so, the plugin need not
    /// send messages regularly.
    var isLocal: Bool { connection?.pid != nil }
    var queued: Int { waiting.count }
    var next: [UInt8]? { waiting.first?.message }

    /// Queues a message. Returns false if the queue is full. An empty queue accepts a message of
    /// any size, because a message larger than the limit could otherwise never be sent.
    mutating func enqueue(_ message: [UInt8], seq: Int, _ limits: ServiceLimits) -> Bool {
        guard
            waiting.isEmpty
                || (waiting.count < limits.queuedPluginMessages
                    && waitingBytes + message.count <= limits.queuedPluginBytes)
        else { return false }
        waiting.append(Waiting(message: message, seq: seq))
        waitingBytes += message.count
        return true
    }

    mutating func didSend() {
        guard let sent = waiting.popFirst() else { return }
        waitingBytes -= sent.message.count
    }

    /// Marks the plugin as disconnected. Its queued messages are dropped and count as missed.
    mutating func lose(_ reason: String, seq: Int) {
        state = .lost
        self.reason = reason
        lostAt = waiting.first { $0.seq > 0 }.map { $0.seq - 1 } ?? seq
        connection = nil
        dropMessages()
    }

    mutating func dropMessages() {
        waiting.removeAll()
        waitingBytes = 0
    }
}
