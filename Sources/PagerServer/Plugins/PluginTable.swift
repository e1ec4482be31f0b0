internal import PagerModel

/// All plugins by name, and who of them a connection, a kind and a decision belong to.
struct PluginTable: Sendable {
    private(set) var byName: [String: Plugin] = [:]
    private var byRouting: [[UInt8]: String] = [:]
    /// The plugin of a hosted kind, by the kind's place in the scene.
    private var byKind: [Int: String] = [:]
    var pending: [Int: PendingDecision] = [:]
    var nextDecision = 1
    /// Answers to connections that are no plugin's.
    /// Plugins for whom messages wait.
    private(set) var waiting: Set<String> = []
    var strays: [(to: PluginConnection, message: [UInt8])] = []

    /// Grows with each connection that becomes a plugin's.
    private(set) var changes = 0
    /// Whether anybody must be asked or told at all.
    private(set) var decides = false
    var isEmpty: Bool { byName.isEmpty }

    subscript(name: String) -> Plugin? {
        get { byName[name] }
        set {
            byName[name] = newValue
            decides = byName.values.contains { !$0.decisions.isEmpty }
        }
    }

    var sorted: [Plugin] { byName.values.sorted { $0.name < $1.name } }

    /// Changes a plugin where it lies.
    mutating func change(_ name: String, _ body: (inout Plugin) -> Void) {
        guard byName[name] != nil else { return }
        body(&byName[name]!)
    }

    /// Queues a message; false where too many wait already.
    mutating func send(_ message: [UInt8], to name: String, seq: Int) -> Bool {
        waiting.insert(name)
        return byName[name]?.enqueue(message, seq: seq) ?? true
    }

    mutating func didSend(to name: String) {
        if byName[name]?.next == nil { waiting.remove(name) }
    }

    func plugin(of connection: PluginConnection) -> Plugin? {
        byRouting[connection.routing].flatMap { byName[$0] }
    }

    func plugin(hosting kind: Int) -> Plugin? { byKind[kind].flatMap { byName[$0] } }

    mutating func connect(_ name: String, _ connection: PluginConnection) {
        changes += 1
        disconnect(name)
        byName[name]?.connection = connection
        byRouting[connection.routing] = name
    }

    mutating func disconnect(_ name: String) {
        if let old = byName[name]?.connection { byRouting[old.routing] = nil }
    }

    mutating func assign(_ kind: Int, to name: String) { byKind[kind] = name }

    /// The kinds of a plugin, by their places in the scene.
    func kinds(of name: String) -> [Int] {
        byKind.filter { $0.value == name }.map(\.key).sorted()
    }

    /// When something is due for a plugin at the latest.
    var nextDeadline: Instant? {
        let leases = byName.values.filter { $0.isAttached && !$0.isLocal }
            .map { $0.heard.advanced(by: Limits.pluginLease) }
        let decisions = pending.values.map(\.deadline)
        return (leases + decisions).min()
    }
}
