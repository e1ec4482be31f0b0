public import PagerModel

/// The release of iOS whose order and texts are reproduced where releases differ.
public enum Release: Int, Sendable {
    case iOS13 = 13
    case iOS18 = 18
}

/// The whole engine: windows, controllers, views, running transitions and deadlines, as a value.
///
/// A scene knows no clock, no randomness and no thread: time comes in with each command, and the
/// same commands at the same times give the same events. Copying it is free until the next change,
/// which is what an atomic batch needs.
///
///     command ──▶ apply ──▶ validate (may refuse, changes nothing)
///                              │
///                              ▼
///                           commit ──▶ callbacks ──▶ kinds' reactions, `on` reactions
///                              │                         │
///                              ▼                         ▼
///                             log  ◀── the same primitives, called from inside
///
/// Records lie in one array; a `Handle` is a slot and a generation in it. What a container kind
/// adds lies in one typed store per kind.
public struct Scene: Sendable {
    public let release: Release
    public internal(set) var now = Instant.zero
    /// Grows by one for each turn that changed something.
    public internal(set) var revision = 0
    public internal(set) var log = EventLog()

    var nodes: [Node]
    var options: [ControllerOptions]
    var attributes: [Handle: ViewAttributes] = [:]
    var names: [String: Handle] = [:]
    var free: [UInt32] = []
    /// Freed in this turn; their names are still needed to write the turn's events down.
    var freed: [UInt32] = []
    var nextSerial: UInt64 = 1
    var nextAssigned = 1

    let kinds: [KindEntry]
    let commands: CommandTable
    var stores: [AnyStateStore]

    var styles: [TransitionStyle] = TransitionStyle.builtIn
    var styleIndexes: [String: Int]
    var transitions: [TransitionID: Transition] = [:]
    var nextTransition: UInt64 = 1
    var queues: [Handle: [any SceneCommand]] = [:]
    var presentations: [Handle: Presentation] = [:]
    /// Where a presenter's view goes back when the presentation that removed it ends.
    var displaced: [Handle: Displacement] = [:]
    var deadlines = DeadlineQueue()

    var dirty: [Handle] = []
    var nesting = 0
    /// Whether this turn changed something that no event tells.
    var changedSilently = false
    /// The log lines of a call that UIKit ignores, in this command.
    public internal(set) var ignored: [String] = []

    /// - Parameters:
    ///   - kinds: the container kinds beside the plain `view`, each with its own commands.
    ///   - commands: the commands of these kinds.
    public init(
        release: Release = .iOS18, kinds: [any ContainerKind] = [],
        commands: [any SceneCommand.Type] = []
    ) {
        self.release = release
        let entries = [KindEntry(PlainKind())] + kinds.map { Self.entry($0) }
        self.kinds = entries
        self.commands = CommandTable(SceneCommands.all + commands)
        stores = entries.map { Self.store($0.kind) }
        nodes = [Node()]
        options = [ControllerOptions()]
        styleIndexes = Dictionary(
            uniqueKeysWithValues: TransitionStyle.builtIn.enumerated().map { ($1.name, $0) })
    }

    private static func entry(_ kind: some ContainerKind) -> KindEntry { KindEntry(kind) }

    private static func store<K: ContainerKind>(_ kind: K) -> AnyStateStore { K.makeStore() }

    /// Carries out one command at a time on the scene's clock.
    ///
    /// - Throws: the refusal; then the scene is what it was before.
    public mutating func apply<C: SceneCommand>(_ command: C, at time: Instant) throws(Refusal)
        -> C.Reply
    {
        now = max(now, time)
        ignored.removeAll(keepingCapacity: true)
        let reply = try command.run(in: &self)
        endTurn()
        return reply
    }

    /// Layout for whoever needs it, then the revision.
    mutating func endTurn() {
        flushLayout()
        if !log.isEmpty || changedSilently {
            revision += 1
            changedSilently = false
        }
    }

    /// Hands out what happened since the last call, and lets go of what was destroyed.
    ///
    /// Write the events down inside the closure: names of destroyed subjects end with it.
    public mutating func drain<R>(_ body: (Scene, EventLog) -> R) -> R {
        let result = body(self, log)
        log.clear()
        reclaim()
        return result
    }
}

extension Scene {
    subscript(handle: Handle) -> Node {
        get { nodes[Int(handle.slot)] }
        _modify { yield &nodes[Int(handle.slot)] }
    }

    /// Whether the record still exists. O(1).
    public func isAlive(_ handle: Handle) -> Bool {
        !handle.isNone && Int(handle.slot) < nodes.count
            && nodes[Int(handle.slot)].generation == handle.generation
            && nodes[Int(handle.slot)].role != .free
    }

    /// The state that a kind keeps for one of its controllers. O(1), in place.
    ///
    /// The controller must be of that kind: ask `controller(_:of:at:)` first.
    public subscript<K: ContainerKind>(_: K.Type, controller: Handle) -> K.State {
        get {
            let node = nodes[Int(controller.slot)]
            return store(K.self, node.kind).states[Int(node.stateSlot)]
        }
        _modify {
            let kind = Int(nodes[Int(controller.slot)].kind)
            let slot = Int(nodes[Int(controller.slot)].stateSlot)
            if !isKnownUniquelyReferenced(&stores[kind]) { stores[kind] = stores[kind].copy() }
            yield &store(K.self, UInt16(kind)).states[slot]
        }
    }

    private func store<K: ContainerKind>(_: K.Type, _ kind: UInt16) -> StateStore<K.State> {
        precondition(
            kinds[Int(kind)].identity == ObjectIdentifier(K.self),
            "the controller is not of the kind \(K.name)")
        return unsafeDowncast(stores[Int(kind)], to: StateStore<K.State>.self)
    }
}

extension Scene: EventContext {
    public func name(of handle: Handle) -> String { nodes[Int(handle.slot)].name }
    public func style(at index: Int) -> TransitionStyle { styles[index] }
}
