internal import Containment
internal import DequeModule
internal import PagerModel
package import PagerWire
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

/// A question that was sent to a plugin, and the command, if any, that waits for the answer.
struct PendingDecision: Sendable {
    var number: Int
    var plugin: String
    var inquiry: DecisionInquiry
    var declaration: DecisionDeclaration
    var question: Question
    /// The command that waits for the answer. Nil if the plugin was asked for a controller's
    /// content.
    var command: (any AskingCommand)?
    var cause: EventCause?
    /// The time by which the plugin must answer. It is real time even if the daemon's clock is
    /// manual.
    var deadline: Instant
}

/// An index of the plugins that answer questions (such as whether a page may be selected). Each
/// lookup is O(1).
struct DecisionIndex: Sendable {
    /// A plugin's declaration that it answers a question, identified by the plugin's name and by
    /// the declaration's index in the plugin's list of declarations.
    struct Claim: Hashable, Sendable {
        let plugin: String
        let index: Int
    }

    /// A key of the index: a question, and the name of a controller or of a plugin.
    private struct Topic: Hashable {
        let question: QuestionKind
        let name: TextKey
    }

    /// The declarations with the member `of` (a list of controllers). The key is a question and the
    /// name of a controller in `of`. The value has at most one declaration of each plugin and is
    /// sorted by plugin.
    private var ofControllers: [Topic: [Claim]] = [:]
    /// The plugins' declarations without the member `of` (a list of controllers). The key is a
    /// question and the name of a plugin. The value is the index of the first such declaration in
    /// the plugin's list of declarations. It applies to all controllers that the plugin hosts.
    private var ofPlugins: [Topic: Int] = [:]
    private var count = 0
    /// The total size of all declarations in bytes, which `Limits.declarationBytes` limits.
    private(set) var bytes = 0
    #if DEBUG
        /// The number of index entries read, for tests.
        private(set) var visits = 0
    #endif

    var isEmpty: Bool { count == 0 }

    private mutating func note(visits more: Int) {
        #if DEBUG
            visits += more
        #endif
    }

    /// Adds the declarations of a plugin. The index must not contain any declarations of this
    /// plugin. O(i × n) for i ids in the declarations, if the declarations of at most n plugins
    /// contain the same controller.
    mutating func add(_ declarations: [DecisionDeclaration], of plugin: String) {
        for (index, declaration) in declarations.enumerated() {
            count += 1
            bytes += declaration.bytes
            let claim = Claim(plugin: plugin, index: index)
            guard let ids = declaration.of else {
                let topic = Topic(question: declaration.question, name: TextKey(plugin))
                if ofPlugins[topic] == nil { ofPlugins[topic] = index }
                continue
            }
            for id in ids {
                let topic = Topic(question: declaration.question, name: TextKey(id.text))
                Self.insert(claim, into: &ofControllers[topic, default: []])
            }
        }
    }

    private static func insert(_ claim: Claim, into claims: inout [Claim]) {
        let index = index(of: claim.plugin, in: claims)
        // The first of a plugin's declarations takes precedence.
        if index < claims.count, claims[index].plugin == claim.plugin { return }
        claims.insert(claim, at: index)
    }

    /// Removes a plugin's declarations, which must be the same as those that were added.
    mutating func remove(_ declarations: [DecisionDeclaration], of plugin: String) {
        for declaration in declarations {
            count -= 1
            bytes -= declaration.bytes
            guard let ids = declaration.of else {
                ofPlugins[Topic(question: declaration.question, name: TextKey(plugin))] = nil
                continue
            }
            for id in ids {
                remove(plugin, Topic(question: declaration.question, name: TextKey(id.text)))
            }
        }
    }

    private mutating func remove(_ plugin: String, _ topic: Topic) {
        guard let claims = ofControllers[topic] else { return }
        let index = Self.index(of: plugin, in: claims)
        guard index < claims.count, claims[index].plugin == plugin else { return }
        if claims.count == 1 {
            ofControllers[topic] = nil
        } else {
            ofControllers[topic]?.remove(at: index)
        }
    }

    /// Returns the index of a plugin's declaration in a list sorted by plugin. If the plugin has
    /// none, returns the index at which to insert one.
    private static func index(of plugin: String, in claims: [Claim]) -> Int {
        var (low, high) = (0, claims.count)
        while low < high {
            let middle = (low + high) / 2
            if claims[middle].plugin < plugin { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the declarations about `question` that list the controller `id` in their member
    /// `of`. If a plugin has several such declarations, returns only the first of them. The result
    /// is sorted by plugin. O(1).
    mutating func claims(on question: QuestionKind, naming id: Identifier) -> [Claim] {
        note(visits: 1)
        return ofControllers[Topic(question: question, name: TextKey(id.text))] ?? []
    }

    /// Returns a plugin's declaration that it answers a question about all controllers that it
    /// hosts, or nil if there is none. O(1).
    mutating func claim(on question: QuestionKind, hostedBy plugin: String) -> Claim? {
        note(visits: 1)
        return ofPlugins[Topic(question: question, name: TextKey(plugin))]
            .map { Claim(plugin: plugin, index: $0) }
    }
}
