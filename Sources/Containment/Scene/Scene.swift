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
    var storage: SceneStorage

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
        var state = SceneState(
            release, kinds.map { Self.entry($0, events) }, events,
            CommandTable(SceneCommands.all + kinds.flatMap(\.commands) + commands))
        state.mostNodes = nodes
        storage = SceneStorage(state)
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
    ) throws(CommandError) -> C.Reply {
        makeUnique()
        if !state.strays.isEmpty { return try applyBesideStrays(command, at: time, origin) }
        return try applyAlone(command, at: time, origin)
    }

    mutating func applyAlone<C: SceneCommand>(
        _ command: C, at time: Instant, _ origin: UInt64?
    ) throws(CommandError) -> C.Reply {
        let before = (now: now, origin: state.origin)
        now = max(now, time)
        if let origin { state.origin = origin }
        if !ignored.isEmpty { forgetIgnored() }
        do {
            let reply = try command.run(in: &self)
            endTurn()
            return reply
        } catch {
            now = before.now
            state.origin = before.origin
            throw error
        }
    }

    /// Forgets what the command before has ignored.
    mutating func forgetIgnored() {
        ignored.removeAll(keepingCapacity: true)
        state.ignoredReason = nil
    }

    /// The number of the request whose commands come next; what waits in a queue remembers it, and
    /// marks its events with it when it is carried out.
    public mutating func setOrigin(_ origin: UInt64) {
        makeUnique()
        state.origin = origin
    }

    /// Lays out the views that need it, then counts the revision up.
    mutating func endTurn() {
        flushLayout()
        if !state.postponed.isEmpty { runPostponed() }
        if let observer = state.observer { tellEndOfTurn(observer) }
        state.reactionCount = 0
        state.queueStart = nil
        state.settled = (0, 0)
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
        state.drained += log.count
        log.clear()
        if !freed.isEmpty { reclaim() }
        return result
    }
}

extension Scene {
    /// The record of a handle, in place: reading one field copies one field.
    @inline(__always)
    subscript(handle: Handle) -> Node {
        _read {
            note(visits: 1)
            yield state.nodes[Int(handle.slot)]
        }
        _modify {
            note(visits: 1)
            yield &state.nodes[Int(handle.slot)]
        }
    }

    /// Whether the record still exists. O(1).
    public func isAlive(_ handle: Handle) -> Bool {
        !handle.isNone && Int(handle.slot) < nodes.count
            && self[handle].generation == handle.generation && self[handle].role != .free
    }
}

extension Scene: EventContext {
    /// The name of a controller, view or window, also of one that the transaction has destroyed; empty
    /// for a handle that is stale or of another scene.
    public func name(of handle: Handle) -> String {
        let slot = Int(handle.slot)
        guard slot < nodes.count, nodes[slot].generation == handle.generation else { return "" }
        return self[handle].name
    }
    public func style(at index: Int) -> TransitionStyle { styles[index] }
    /// The declarations of all events that the scene can record.
    public var events: DeclaredEvents { state.events }

    /// The event that a record of the log stands for; nil for an event of another type.
    public func read<E: EventDeclaration>(_ type: E.Type, from record: EventRecord) -> E? {
        events.read(type, from: record, in: log)
    }
}
