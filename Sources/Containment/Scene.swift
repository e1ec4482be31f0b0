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
    @usableFromInline var storage: SceneStorage

    /// - Parameters:
    ///   - kinds: the container kinds beside the plain `view`, each with the commands it declares.
    ///   - commands: commands of no kind.
    ///   - styles: styles of transitions beside the built-in ones.
    ///   - nodes: controllers, views and windows that there may be.
    /// - Precondition: no name is taken twice; see `Plugins`.
    public init(
        release: Release = .iOS18, kinds: [any ContainerKind] = [],
        commands: [any SceneCommand.Type] = [], styles: [TransitionStyle] = [],
        nodes: Int = Limits.nodes
    ) {
        let kinds = [PlainKind()] + kinds
        let events = DeclaredEvents(kinds.map(\.declaration))
        storage = SceneStorage(
            release, kinds.map { Self.entry($0, events) }, events,
            CommandTable(SceneCommands.all + kinds.flatMap(\.commands) + commands))
        storage.mostNodes = nodes
        for style in styles {
            do {
                try define(style)
            } catch {
                preconditionFailure("style \(style.name): \(error.message)")
            }
        }
        changedSilently = false
    }

    private static func entry(_ kind: some ContainerKind, _ events: DeclaredEvents) -> KindEntry {
        KindEntry(kind, events)
    }

    /// Carries out one command at a time on the scene's clock.
    ///
    /// - Parameter origin: the number of the request that the command belongs to, else the one that
    ///   `setOrigin` has given.
    /// - Throws: the refusal; then the scene is what it was before.
    @discardableResult
    public mutating func apply<C: SceneCommand>(
        _ command: C, at time: Instant, origin: UInt64? = nil
    ) throws(Refusal) -> C.Reply {
        makeUnique()
        if !storage.strays.isEmpty { return try applyBesideStrays(command, at: time, origin) }
        return try applyAlone(command, at: time, origin)
    }

    mutating func applyAlone<C: SceneCommand>(
        _ command: C, at time: Instant, _ origin: UInt64?
    ) throws(Refusal) -> C.Reply {
        let before = (now: now, origin: storage.origin)
        now = max(now, time)
        if let origin { storage.origin = origin }
        if !ignored.isEmpty { ignored.removeAll(keepingCapacity: true) }
        do {
            let reply = try command.run(in: &self)
            endTurn()
            return reply
        } catch {
            now = before.now
            storage.origin = before.origin
            throw error
        }
    }

    /// The number of the request whose commands come next; what waits in a queue remembers it, and
    /// marks its events with it when it is carried out.
    public mutating func setOrigin(_ origin: UInt64) {
        makeUnique()
        storage.origin = origin
    }

    /// Lays out the views that need it, then counts the revision up.
    mutating func endTurn() {
        flushLayout()
        storage.reactionCount = 0
        storage.queueStart = nil
        if deadlines.isCompactionDue { compactDeadlines() }
        if !log.isEmpty || changedSilently {
            revision += 1
            changedSilently = false
        }
    }

    /// Hands out what happened since the last call, and lets go of what was destroyed.
    ///
    /// Write down the events of `log` inside the closure: names of destroyed subjects end with it.
    public mutating func drain<R>(_ body: (Scene) -> R) -> R {
        makeUnique()
        let result = body(self)
        log.clear()
        if !freed.isEmpty { reclaim() }
        return result
    }

    /// A copy of the scene keeps what it holds when this one changes. Every way into the engine
    /// that changes something begins with this; what it calls need not ask again. O(1), and
    /// O(records) once after a copy was made.
    mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    }
}

extension Scene {
    /// The record of a handle, in place: reading one field copies one field.
    @inline(__always)
    subscript(handle: Handle) -> Node {
        unsafeAddress {
            note(visits: 1)
            return UnsafePointer(storage.nodes.base + Int(handle.slot))
        }
        unsafeMutableAddress {
            note(visits: 1)
            return storage.nodes.base + Int(handle.slot)
        }
    }

    /// Counts records that are looked at other than by their handles; nothing in release builds.
    @inline(__always)
    package func note(visits: Int) {
        #if DEBUG
            storage.visits &+= visits
        #endif
    }

    /// Notes that so many records are gone through in a subtree or list: what bounds a batch. It
    /// follows from the state alone, so that a replay comes to the same.
    @inline(__always)
    func note(walked records: Int) { storage.walked &+= records }

    /// Notes that so many levels were climbed in one of the trees. Sixteen of them cost about as much
    /// as a visit.
    @inline(__always)
    func note(climbed levels: Int) { storage.walked &+= levels / 16 }

    /// Records that commands went through in subtrees and lists, since the scene was made.
    public var walked: Int { storage.walked }

    #if DEBUG
        /// Records looked at since the scene was made.
        package var visits: Int { storage.visits }
    #else
        package var visits: Int { 0 }
    #endif

    /// Whether the record still exists. O(1).
    public func isAlive(_ handle: Handle) -> Bool {
        !handle.isNone && Int(handle.slot) < nodes.count
            && self[handle].generation == handle.generation && self[handle].role != .free
    }

    /// The state that a kind keeps for one of its controllers. O(1), in place.
    ///
    /// The controller must be of that kind: ask `controller(_:of:at:)` first.
    @inlinable
    public subscript<K: ContainerKind>(_: K.Type, controller: Handle) -> K.State {
        unsafeAddress {
            UnsafePointer(
                statePointer(controller, ObjectIdentifier(K.self))
                    .assumingMemoryBound(to: K.State.self))
        }
        unsafeMutableAddress {
            statePointer(controller, ObjectIdentifier(K.self))
                .assumingMemoryBound(to: K.State.self)
        }
    }

    /// Where a controller's state lies. The kind's identity vouches for its type.
    @usableFromInline
    func statePointer(_ controller: Handle, _ identity: ObjectIdentifier) -> UnsafeMutableRawPointer
    {
        let store = storage.stores[Int(self[controller].kind)]
        precondition(store.identity == identity, "the controller is of another kind")
        return store.base + Int(self[controller].stateSlot) * store.stride
    }
}

extension Scene: EventContext {
    public func name(of handle: Handle) -> String { self[handle].name }
    public func style(at index: Int) -> TransitionStyle { styles[index] }
    /// The declarations of all events that the scene can record.
    public var events: DeclaredEvents { storage.events }

    /// The event that a record of the log stands for; nil for an event of another type.
    public func read<E: EventDeclaration>(_ type: E.Type, from record: EventRecord) -> E? {
        events.read(type, from: record, in: log)
    }
}
