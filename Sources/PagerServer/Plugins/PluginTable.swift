internal import Containment
internal import PagerJournal
internal import PagerModel
internal import PagerWire

/// All plugins by name, and the assignment of connections, controller kinds and decisions to them.
struct PluginTable: Sendable {
    private(set) var byName: [String: Plugin] = [:]
    private var byConnection: [PluginConnection.Identity: String] = [:]
    /// The name of the plugin that hosts each controller kind, by the kind's index in the scene.
    /// The hosts are stored only here, so each kind has one host.
    private var byKind: [Int: String] = [:]
    var pending: [Int: PendingDecision] = [:]
    var nextDecision = 1
    /// The starts and ends of plugins' programs that are not in the journal yet, by plugin name.
    var programs: [String: ProgramNews] = [:]
    /// The plugins with queued messages.
    private(set) var waiting: Set<String> = []
    /// The plugins whose queues are full. The daemon disconnects them after the transaction.
    var stalled: Set<String> = []
    var limits = ServiceLimits()
    /// The unsent replies to connections that are not registered as a plugin.
    var strays: [(to: PluginConnection, message: [UInt8])] = []

    /// The answers to open decisions that have come while the journal could not be written.
    private(set) var held: [(from: PluginConnection, answer: [UInt8])] = []
    var heldBytes: Int { held.reduce(0) { $0 + $1.answer.count } }

    /// The bytes of all messages that libzmq does not have yet. O(plugins with such messages).
    var waitingBytes: Int {
        waiting.reduce(0) { $0 + (byName[$1]?.waitingBytes ?? 0) }
            + strays.reduce(0) { $0 + $1.message.count }
    }

    /// The plugins that are checked for silence: those over TCP, and those whose connection has
    /// ended. If one of them sends no message for some time, it counts as disconnected.
    private var watchedForSilence: Set<String> = []

    /// A counter that increases when a connection is assigned to a plugin or released.
    private(set) var changes = 0
    private(set) var decisions = DecisionIndex()
    /// Whether any plugin has declared that it answers questions.
    var decides: Bool { !decisions.isEmpty }
    /// The total size in bytes of the declared decisions of all plugins.
    var declarationBytes: Int { decisions.bytes }
    var isEmpty: Bool { byName.isEmpty }

    /// The plugin with the given name. Setting a plugin also updates `decisions`, the index of the
    /// decisions of all plugins.
    subscript(name: String) -> Plugin? {
        get { byName[name] }
        set {
            if let old = byName[name] { decisions.remove(old.decisions, of: name) }
            byName[name] = newValue
            if let newValue { decisions.add(newValue.decisions, of: name) }
        }
    }

    /// Holds an answer until the journal can be written. All of them together have at most
    /// `Limits.messageBytes`; others are lost.
    mutating func hold(_ answer: [UInt8], from connection: PluginConnection) {
        if heldBytes + answer.count <= Limits.messageBytes { held.append((connection, answer)) }
    }

    mutating func takeHeld() -> [(from: PluginConnection, answer: [UInt8])] {
        defer { held = [] }
        return held
    }

    /// The pending decisions, oldest first.
    var open: [PendingDecision] { pending.values.sorted { $0.number < $1.number } }

    /// Sets the deadlines of a plugin's pending decisions to `time`, except those that are earlier.
    mutating func bringForward(decisionsOf name: String, to time: Instant) {
        for (number, decision) in pending where decision.plugin == name {
            pending[number]?.deadline = min(decision.deadline, time)
        }
    }

    var sorted: [Plugin] { byName.values.sorted { $0.name < $1.name } }

    /// Changes a plugin in place. The change must not affect the plugin's decisions.
    mutating func change(_ name: String, _ body: (inout Plugin) -> Void) {
        guard byName[name] != nil else { return }
        body(&byName[name]!)
    }

    /// Queues a message for a plugin. Returns false if the queue is full.
    mutating func send(_ message: [UInt8], to name: String, seq: Int) -> Bool {
        waiting.insert(name)
        return byName[name]?.enqueue(message, seq: seq, limits) ?? true
    }

    /// Returns the next message for a plugin whose connection has not ended. Accesses the plugin in
    /// place, which is faster than copying it.
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

    /// Drops all queued messages.
    mutating func dropMessages() {
        strays.removeAll()
        stalled.removeAll()
        for name in waiting { change(name) { $0.dropMessages() } }
        waiting.removeAll()
    }

    func plugin(of connection: PluginConnection) -> Plugin? {
        byConnection[connection.identity].flatMap { byName[$0] }
    }

    /// Returns the name of the plugin that hosts a controller kind, or nil if no plugin hosts it.
    func host(of kind: Int) -> String? { byKind[kind] }

    func isAttached(_ name: String) -> Bool { byName[name]?.isAttached == true }

    /// A plugin that answers a question, and the declaration in which the plugin has registered for
    /// this question.
    struct Decider {
        let plugin: String
        let declaration: DecisionDeclaration
        let isAttached: Bool
    }

    /// A controller that a question concerns. `kind` is set if a plugin hosts the controller's
    /// kind.
    struct Subject {
        let id: Identifier
        let kind: Int?
    }

    /// Returns the plugin that answers a question about the controllers `subjects`. A plugin can
    /// answer only if it has a declaration about the question that names one of these controllers.
    /// Returns nil if no plugin can answer. If several plugins can answer, returns the first by
    /// name.
    ///
    /// The plugin must also have the grant `decide` or host the named controller. Whether it hosts
    /// the controller is checked now, because a different controller may have had the name when the
    /// plugin registered. O(number of plugins whose declarations contain the controllers).
    mutating func decider(on question: QuestionKind, naming subjects: [Subject]) -> Decider? {
        var first: DecisionIndex.Claim?
        for subject in subjects {
            let host = subject.kind.flatMap { byKind[$0] }
            let claims = decisions.claims(on: question, naming: subject.id)
            guard let claim = claims.first(where: { $0.plugin == host || mayDecide($0.plugin) })
            else { continue }
            if let other = first, (other.plugin, other.index) <= (claim.plugin, claim.index) {
                continue
            }
            first = claim
        }
        return first.flatMap { decider($0) }
    }

    private func mayDecide(_ name: String) -> Bool {
        byName[name]?.grants.contains(.decide) == true
    }

    /// Returns the plugin that hosts a controller kind. Returns nil if no plugin hosts the kind, or
    /// if the plugin has not declared that it answers the question about all controllers that it
    /// hosts. O(1).
    mutating func decider(on question: QuestionKind, hosting kind: Int) -> Decider? {
        guard let name = byKind[kind] else { return nil }
        return decisions.claim(on: question, hostedBy: name).flatMap { decider($0) }
    }

    private func decider(_ claim: DecisionIndex.Claim) -> Decider? {
        guard var declaration = byName[claim.plugin]?.decisions[claim.index] else { return nil }
        // A pending decision keeps a copy of the declaration, which needs no list of controllers.
        declaration.of = nil
        return Decider(
            plugin: claim.plugin, declaration: declaration, isAttached: isAttached(claim.plugin))
    }

    mutating func connect(_ name: String, _ connection: PluginConnection) {
        disconnect(name)
        stalled.remove(name)
        byName[name]?.connection = connection
        byConnection[connection.identity] = name
        if connection.pid == nil { watchedForSilence.insert(name) }
    }

    /// Records the end of a plugin's connection.
    mutating func noteEnd(of name: String, at time: Instant) {
        change(name) { if $0.connection?.end == nil { $0.connection?.end = time } }
        watchedForSilence.insert(name)
    }

    mutating func disconnect(_ name: String) {
        changes += 1
        if let old = byName[name]?.connection { byConnection[old.identity] = nil }
        watchedForSilence.remove(name)
    }

    /// Makes a plugin the host of a controller kind, in place of any previous host.
    mutating func assign(_ kind: Int, to name: String) { byKind[kind] = name }

    /// Removes a plugin that is not connected. Its controller kinds then have no host.
    mutating func forget(_ name: String) {
        disconnect(name)
        for kind in kinds(of: name) { byKind[kind] = nil }
        waiting.remove(name)
        stalled.remove(name)
        programs[name] = nil
        self[name] = nil
    }

    /// Returns the controller kinds that a plugin hosts, as sorted indexes in the scene. O(n log n)
    /// for n hosted kinds.
    func kinds(of name: String) -> [Int] {
        byKind.filter { $0.value == name }.map(\.key).sorted()
    }

    /// The earliest time at which the daemon must do work for a plugin, such as applying the
    /// default answer of a decision. Nil if there is no such time.
    var nextDeadline: Instant? {
        var next: Instant?
        for name in watchedForSilence {
            if let due = byName[name]?.goneAt { next = min(next ?? due, due) }
        }
        for decision in pending.values { next = min(next ?? decision.deadline, decision.deadline) }
        // Due at once: the daemon handles other work between two portions of the content.
        if byName.values.contains(where: \.isUncovering) { next = .zero }
        return next
    }
}

extension PluginTable {
    /// Writes the plugins to an archive, or reads them from one. Omits their queued messages and
    /// the times at which their connections ended, because all connections have ended when a daemon
    /// restarts.
    mutating func visit(_ archive: inout Archive, _ scene: Scene) {
        var list = sorted.map { plugin in
            (plugin: plugin, kinds: kinds(of: plugin.name).map { scene.kindName(at: $0) })
        }
        archive.visit(&list, new: (Plugin(name: ""), [])) { $0.plugin.visit(&$1, &$0.kinds) }
        var open = open
        archive.visit(&open, new: PendingDecision()) { $0.visit(scene.commands, &$1) }
        archive.visit(counter: &nextDecision)
        guard archive.isReading else { return }
        // In older archives a kind may have two hosts, if a configuration assigned it to a
        // different plugin.
        for (plugin, kinds) in list.filter({ !$0.plugin.isConfigured })
            + list.filter({ $0.plugin.isConfigured })
        {
            self[plugin.name] = plugin
            for kind in kinds {
                let index = scene.kind(named: kind)
                archive.require(index != nil, "there is no kind \(kind)")
                if let index { assign(index, to: plugin.name) }
            }
            if let connection = plugin.connection { connect(plugin.name, connection) }
        }
        pending = Dictionary(open.map { ($0.number, $0) }) { first, _ in first }
        archive.require(byName.count == list.count, "two plugins have one name")
        archive.require(pending.count == open.count, "two decisions have one number")
    }
}

extension Plugin {
    /// Writes the plugin to an archive, or reads it from one.
    ///
    /// - Parameter kinds: The names of the controller kinds that the plugin hosts.
    fileprivate mutating func visit(_ archive: inout Archive, _ kinds: inout [String]) {
        var name = name
        name.visit(&archive)
        if archive.isReading { self = Plugin(name: name) }
        isConfigured.visit(&archive)
        archive.visit(&state)
        kinds.visit(&archive)
        archive.visit(&decisions, new: DecisionDeclaration()) { $1.visit(field: &$0) }
        archive.visit(&grants, new: .create) { $1.visit(&$0) }
        archive.visit(&connection)
        archive.visit(&owner)
        archive.visit(counter: &restarts)
        archive.visit(&reason)
        archive.visit(counter: &lostAt)
        if archive.holds("coveredContents") {
            hasCovered.visit(&archive)
        } else {
            visitHidden(&archive)
        }
        diagnostics.second.visit(&archive)
        archive.visit(counter: &diagnostics.count)
    }
}

extension Plugin {
    private mutating func visitHidden(_ archive: inout Archive) {
        var items = hidden.sorted { $0.key.text < $1.key.text }
            .map { (controller: Identifier(unchecked: $0.key.text), content: $0.value) }
        archive.visit(&items, new: (Identifier(unchecked: ""), .null)) { item, archive in
            archive.visit(field: &item.controller)
            archive.visit(field: &item.content)
        }
        guard archive.isReading else { return }
        for item in items { hidden[TextKey(item.controller.text)] = item.content }
    }
}

extension PluginConnection: Archived {
    init() { self.init(routing: [], peer: Peer(), pid: nil, isDelimited: false) }

    mutating func visit(_ archive: inout Archive) {
        var (routing, peer, pid) = (recordedRouting, peer, pid)
        routing.visit(&archive)
        peer.visit(&archive)
        archive.visit(&pid)
        if archive.isReading {
            self = PluginConnection(routing: routing, peer: peer, pid: pid, isDelimited: false)
        }
    }
}

extension PendingDecision {
    /// Creates an empty decision, whose properties are set when an archive is read.
    fileprivate init() {
        self.init(
            number: 0, plugin: "", inquiry: DecisionInquiry(),
            declaration: DecisionDeclaration(),
            question: Question(.shouldSelect, container: .none, controller: .none), command: nil,
            cause: nil, deadline: .zero)
    }

    fileprivate mutating func visit(_ commands: CommandTable, _ archive: inout Archive) {
        number.visit(&archive)
        plugin.visit(&archive)
        inquiry.visit(&archive)
        archive.visit(field: &declaration)
        archive.visit(&question.kind)
        question.container.visit(&archive)
        question.controller.visit(&archive)
        visitCommand(commands, &archive)
        archive.visit(&cause)
        deadline.visit(&archive)
    }

    private mutating func visitCommand(_ commands: CommandTable, _ archive: inout Archive) {
        var isThere = command != nil
        isThere.visit(&archive)
        guard isThere else { return }
        var some: any SceneCommand = command ?? PagerNext()
        archive.visit(&some, commands)
        command = some as? any AskingCommand
        archive.require(command != nil, "the command \(type(of: some).method) needs no decision")
    }
}

extension DecisionInquiry {
    fileprivate mutating func visit(_ archive: inout Archive) {
        decision.visit(&archive)
        archive.visit(&question)
        archive.visit(optional: &controller)
        archive.visit(optional: &container)
        archive.visit(&method)
    }
}

extension Archive {
    fileprivate mutating func visit(optional id: inout Identifier?) {
        var text = id?.text
        visit(&text)
        guard isReading else { return }
        id = text.flatMap { Identifier($0) }
        require((id == nil) == (text == nil), "\(text ?? "") is not an id")
    }
}

extension PendingRecords {
    /// Adds a journal record of a message from a plugin. If the message has several frames, pass
    /// nil, because the record then does not contain the message.
    mutating func add(
        plugin message: Span<UInt8>?, from connection: PluginConnection,
        at time: Instant, _ point: StatePoint
    ) {
        add(message == nil ? .pluginFrames : .pluginMessage, at: time, point) { body in
            body.append(connection.peer)
            body.append(optional: connection.pid)
            let routing = connection.recordedRouting
            body.append(number: UInt64(routing.count))
            body.append(contentsOf: routing)
            if let message { body.append(contentsOf: message) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(optional number: UInt32?) {
        append(number: number.map { UInt64($0) + 1 } ?? 0)
    }
}
