internal import PagerModel

/// All plugins by name, and who of them a connection, a kind and a decision belong to.
struct PluginTable: Sendable {
    private(set) var byName: [String: Plugin] = [:]
    private var byConnection: [PluginConnection.Identity: String] = [:]
    /// The plugin of each hosted kind, by the kind's place in the scene. Nothing else says which kinds
    /// a plugin hosts, so that a kind has one host.
    private var byKind: [Int: String] = [:]
    var pending: [Int: PendingDecision] = [:]
    var nextDecision = 1
    /// What has happened to the programs of configured plugins and is not in the journal yet.
    var programs: [String: ProgramNews] = [:]
    /// Plugins for whom messages wait.
    private(set) var waiting: Set<String> = []
    /// Plugins that have let too many messages wait and are lost when the turn is over.
    var stalled: Set<String> = []
    var limits = ServiceLimits()
    /// Answers to connections that are no plugin's.
    var strays: [(to: PluginConnection, message: [UInt8])] = []

    /// Plugins that are gone at some time unless they are heard of: those over tcp, and those whose
    /// connection has ended. All others cost nothing while they are silent.
    private var mortal: Set<String> = []

    /// Grows with each connection that becomes a plugin's, or is one no more.
    private(set) var changes = 0
    private(set) var decisions = DecisionIndex()
    /// Whether anybody must be asked at all.
    var decides: Bool { !decisions.isEmpty }
    /// Bytes of the decisions that all plugins declare.
    var declarationBytes: Int { decisions.bytes }
    var isEmpty: Bool { byName.isEmpty }

    /// Setting one indexes what it decides.
    subscript(name: String) -> Plugin? {
        get { byName[name] }
        set {
            if let old = byName[name] { decisions.remove(old.decisions, of: name) }
            byName[name] = newValue
            if let newValue { decisions.add(newValue.decisions, of: name) }
        }
    }

    /// The decisions that wait for an answer, oldest first.
    var open: [PendingDecision] { pending.values.sorted { $0.number < $1.number } }

    /// The decisions of a plugin are made at that time, unless they are made before.
    mutating func bringForward(decisionsOf name: String, to time: Instant) {
        for (number, decision) in pending where decision.plugin == name {
            pending[number]?.deadline = min(decision.deadline, time)
        }
    }

    var sorted: [Plugin] { byName.values.sorted { $0.name < $1.name } }

    /// Changes a plugin where it lies: anything but what it decides.
    mutating func change(_ name: String, _ body: (inout Plugin) -> Void) {
        guard byName[name] != nil else { return }
        body(&byName[name]!)
    }

    /// Queues a message; false where too many wait already.
    mutating func send(_ message: [UInt8], to name: String, seq: Int) -> Bool {
        waiting.insert(name)
        return byName[name]?.enqueue(message, seq: seq, limits) ?? true
    }

    /// The message that goes next to a plugin whose connection has not ended. In place: a copy of
    /// a plugin counts all that it owns.
    mutating func next(for name: String) -> (connection: PluginConnection, message: [UInt8])? {
        var found: (PluginConnection, [UInt8])?
        change(name) { plugin in
            if let connection = plugin.connection, connection.end == nil,
                let message = plugin.next
            {
                found = (connection, message)
            }
        }
        return found
    }

    mutating func didSend(to name: String) {
        if byName[name]?.next == nil { waiting.remove(name) }
    }

    /// Drops everything that waits to be sent.
    mutating func dropMessages() {
        strays.removeAll()
        stalled.removeAll()
        for name in waiting { change(name) { $0.dropMessages() } }
        waiting.removeAll()
    }

    func plugin(of connection: PluginConnection) -> Plugin? {
        byConnection[connection.identity].flatMap { byName[$0] }
    }

    /// The name of the plugin that hosts a kind.
    func host(of kind: Int) -> String? { byKind[kind] }

    func isAttached(_ name: String) -> Bool { byName[name]?.isAttached == true }

    /// The plugin that decides, and as what it has declared that.
    struct Decider {
        let plugin: String
        let declaration: DecisionDeclaration
        let isAttached: Bool
    }

    /// A controller that a question is about, and its kind where that is hosted.
    struct Subject {
        let id: Identifier
        let kind: Int?
    }

    /// Returns the plugin that decides about controllers by their names: the first that may. Without
    /// the grant `decide` it may where it hosts the controller that has the name now; another one may
    /// have had it when the plugin registered. O(plugins that name it).
    mutating func decider(on question: QuestionKind, naming subjects: [Subject]) -> Decider? {
        var first: DecisionIndex.Claim?
        for subject in subjects {
            let host = subject.kind.flatMap { byKind[$0] }
            let claims = decisions.claims(on: question, naming: subject.id)
            guard let claim = claims.first(where: { $0.plugin == host || mayDecide($0.plugin) })
            else { continue }
            if let other = first, (other.plugin, other.place) <= (claim.plugin, claim.place) {
                continue
            }
            first = claim
        }
        return first.flatMap { decider($0) }
    }

    private func mayDecide(_ name: String) -> Bool {
        byName[name]?.grants.contains(.decide) == true
    }

    /// Who decides about the controllers of a hosted kind. O(1).
    mutating func decider(on question: QuestionKind, hosting kind: Int) -> Decider? {
        guard let name = byKind[kind] else { return nil }
        return decisions.claim(on: question, hostedBy: name).flatMap { decider($0) }
    }

    private func decider(_ claim: DecisionIndex.Claim) -> Decider? {
        guard var declaration = byName[claim.plugin]?.decisions[claim.place] else { return nil }
        // A decision that waits keeps the declaration, and needs no list of all controllers.
        declaration.of = nil
        return Decider(
            plugin: claim.plugin, declaration: declaration, isAttached: isAttached(claim.plugin))
    }

    mutating func connect(_ name: String, _ connection: PluginConnection) {
        disconnect(name)
        stalled.remove(name)
        byName[name]?.connection = connection
        byConnection[connection.identity] = name
        if connection.pid == nil { mortal.insert(name) }
    }

    /// The connection of a plugin has ended.
    mutating func noteEnd(of name: String, at time: Instant) {
        change(name) { if $0.connection?.end == nil { $0.connection?.end = time } }
        mortal.insert(name)
    }

    mutating func disconnect(_ name: String) {
        changes += 1
        if let old = byName[name]?.connection { byConnection[old.identity] = nil }
        mortal.remove(name)
    }

    /// Makes a plugin the host of a kind, whichever plugin was before.
    mutating func assign(_ kind: Int, to name: String) { byKind[kind] = name }

    /// Forgets a plugin that is not connected, and what it hosted.
    mutating func forget(_ name: String) {
        disconnect(name)
        for kind in kinds(of: name) { byKind[kind] = nil }
        waiting.remove(name)
        stalled.remove(name)
        programs[name] = nil
        self[name] = nil
    }

    /// The kinds of a plugin, as their places in the scene, in order. O(hosted kinds).
    func kinds(of name: String) -> [Int] {
        byKind.filter { $0.value == name }.map(\.key).sorted()
    }

    /// When something is due for a plugin at the latest.
    var nextDeadline: Instant? {
        var next: Instant?
        for name in mortal {
            if let due = byName[name]?.goneAt { next = min(next ?? due, due) }
        }
        for decision in pending.values { next = min(next ?? decision.deadline, decision.deadline) }
        // At once: the daemon does other things between two portions of contents.
        if byName.values.contains(where: \.isUncovering) { next = .zero }
        return next
    }
}
