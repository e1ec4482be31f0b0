package import PagerWire
internal import DequeModule
internal import PagerModel
internal import ZMQ

/// One connection on the plugins socket.
package struct PluginConnection: Sendable {
    /// What ROUTER calls it.
    let routing: [UInt8]
    let peer: Peer
    /// Its process, where the kernel tells.
    let pid: UInt32?
    /// Whether it puts an empty frame before each message; then it gets one too.
    let isDelimited: Bool
    /// Which of the socket's connections it is; nil where only tests and the journal know it.
    let number: Int?
    /// What libzmq holds for it; nil where nothing counts that.
    var unsent: UnsentBytes?
    /// When it has ended; the end of its process may still say why.
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

    /// What makes two messages come from the same connection. A routing id alone does not: it is
    /// free for another peer as soon as its connection has ended.
    struct Identity: Hashable, Sendable {
        let routing: [UInt8]
        let peer: Peer
        let pid: UInt32?
        let number: Int?
    }

    var identity: Identity { Identity(routing: routing, peer: peer, pid: pid, number: number) }

    /// The routing id and the number together: how the journal tells connections apart.
    var recordedRouting: [UInt8] {
        guard let number else { return routing }
        return routing + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Seconds that the kernel has to tell of the end of a process after that of its connection.
    private static let grace = 0.1

    /// When it counts as gone.
    var goneAt: Instant? { end?.advanced(by: Self.grace) }
}

/// A plugin, there or not: what it hosts, what it decides, what it may do, what waits for it.
struct Plugin: Sendable {
    let name: String
    /// Whether the configuration names it.
    var isConfigured = false
    var state = PluginState.expected
    var decisions: [DecisionDeclaration] = []
    var grants: [Grant] = []
    var connection: PluginConnection?
    /// Whose it was: only the same user may bring it back.
    var owner: Peer?
    /// The process that the daemon has started for it.
    var child: Int32?
    var restarts = 0
    var reason: String?
    /// When it was last heard of.
    var heard = Instant.zero
    /// The seq of the last event that it can have seen when it was lost.
    var lostAt = 0
    /// Whether placeholders still cover contents although it has come back.
    var hasCovered = false
    /// What its controllers showed before the placeholder, by their names; in older snapshots alone.
    var hidden: [TextKey: Value] = [:]
    /// Diagnostics told in the present second.
    var diagnostics = (second: Int64(0), count: 0)

    private var waiting: Deque<Waiting> = []
    private(set) var waitingBytes = 0

    private struct Waiting: Sendable {
        let message: [UInt8]
        /// The event that it carries, 0 for everything else.
        let seq: Int
    }

    init(name: String) { self.name = name }

    var isAttached: Bool { state == .attached }
    /// Whether more of its contents can be shown again: it has read what was sent to it.
    var isUncovering: Bool { hasCovered && isAttached && waiting.isEmpty }

    /// When it counts as gone unless it is heard of, nil where only its process's end can tell.
    var goneAt: Instant? {
        guard isAttached, let connection else { return nil }
        let lease = isLocal ? nil : heard.advanced(by: Limits.pluginLease)
        guard let end = connection.goneAt else { return lease }
        return min(end, lease ?? end)
    }

    /// Whether the daemon learns of its end from the kernel, not from its silence.
    var isLocal: Bool { connection?.pid != nil }
    var queued: Int { waiting.count }
    var next: [UInt8]? { waiting.first?.message }

    /// Puts a message behind those that wait; false where that would be too many. A message of any
    /// size has room where none waits: it could not be sent at another time either.
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

    /// The connection is gone; what waited for it is dropped and counts as missed.
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
