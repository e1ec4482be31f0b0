public import PagerModel

/// The iOS release that the engine imitates. The order of callbacks and the log messages differ
/// between releases.
public enum Release: Int, Sendable {
    case iOS13 = 13
    case iOS18 = 18
}

/// The complete engine as a value: windows, controllers, views, running transitions and deadlines.
///
/// A scene does not use a clock, random numbers or threads: each command has a time, and the same
/// commands at the same times produce the same events. A copy costs nothing until the next change;
/// atomic batches depend on that.
///
///     command ──▶ apply ──▶ validate (may refuse, changes nothing)
///                              │
///                              ▼
///                           commit ──▶ callbacks ──▶ kinds' reactions, `on` reactions
///                              │                         │
///                              ▼                         ▼
///                             log  ◀── changes that the reactions make
///
/// Records are in one array. A `Handle` consists of a slot in this array and the slot's generation.
/// The states of each container kind are in a typed store.
public struct Scene: Sendable {
    var storage: SceneStorage

    /// Creates an empty scene.
    ///
    /// - Parameters:
    ///   - kinds: The container kinds besides the plain `view`, each with its declared commands.
    ///   - commands: Commands that no kind declares.
    ///   - styles: Transition styles besides the built-in ones.
    ///   - nodes: The maximum number of controllers, views and windows.
    /// - Precondition: All names are unique; see `Plugins`.
    public init(
        release: Release = .iOS18, kinds: [any ContainerKind] = [],
        commands: [any SceneCommand.Type] = [], styles: [TransitionStyle] = [],
        nodes: Int = Limits.nodes
    ) {
        let kinds = [PlainKind()] + kinds
        let events = DeclaredEvents(kinds.map(\.declaration))
        storage = SceneStorage(
            SceneState(
                release, kinds.map { Self.entry($0, events) }, events,
                CommandTable(SceneCommands.all + kinds.flatMap(\.commands) + commands),
                records: nodes))
        for style in styles {
            do {
                try define(style)
            } catch {
                preconditionFailure("style \(style.name): \(error.sentence)")
            }
        }
        state.turn = Turn()
    }

    private static func entry(_ kind: some ContainerKind, _ events: DeclaredEvents) -> KindEntry {
        KindEntry(kind, events)
    }

    /// Executes a command at a given time on the scene's clock.
    ///
    /// - Parameter requestNumber: The number of the request that contains the command. By default,
    ///   the number that `setRequestNumber` has set.
    /// - Throws: The error of a refused command. The scene is then unchanged.
    @discardableResult
    public mutating func apply<C: SceneCommand>(
        _ command: C, at time: Instant, requestNumber: UInt64? = nil
    ) throws(CommandError) -> C.Reply {
        makeUnique()
        guard state.misplacedChildren.isEmpty else {
            return try applyBesideMisplacedChildren(command, at: time, requestNumber)
        }
        return try applyAlone(command, at: time, requestNumber)
    }

    mutating func applyAlone<C: SceneCommand>(
        _ command: C, at time: Instant, _ requestNumber: UInt64?
    ) throws(CommandError) -> C.Reply {
        let before = (now: now, requestNumber: state.requestNumber)
        now = max(now, time)
        if let requestNumber { state.requestNumber = requestNumber }
        state.ignored.removeAll()
        do {
            let reply = try command.run(in: &self)
            endTurn()
            return reply
        } catch {
            now = before.now
            state.requestNumber = before.requestNumber
            throw error
        }
    }

    /// Sets the number of the request that contains the following commands. A queued command keeps
    /// this number until it is executed, and its events then contain the number.
    public mutating func setRequestNumber(_ requestNumber: UInt64) {
        makeUnique()
        state.requestNumber = requestNumber
    }

    /// Ends a transaction: lays out views, executes the postponed commands of reactions, ends the
    /// run loop's cycle, calls the observer, and increments the revision if anything has changed.
    mutating func endTurn() {
        if state.cycle.hasCommands { runChanges() }
        if !state.sized.isEmpty { adaptToSizes() }
        flushLayout()
        if !state.postponed.isEmpty { runPostponed() }
        if !state.cycle.isEmpty { finishCycle() }
        if let observer { tellEndOfTurn(observer) }
        if state.deadlines.isCompactionDue { compactDeadlines() }
        if !log.isEmpty || state.turn.hasChangedSilently { revision += 1 }
        state.turn = Turn()
    }

    /// Calls `body` with the scene, whose `log` contains the events since the last `drain`. Then
    /// clears the log and releases destroyed records.
    ///
    /// Encode the events of `log` inside `body`, because the names of destroyed controllers, views
    /// and windows are available only there.
    public mutating func drain<R>(_ body: (Scene) -> R) -> R {
        makeUnique()
        let result = body(self)
        state.drained += log.count
        log.clear()
        if !state.records.freed.isEmpty { reclaim() }
        return result
    }
}

extension Scene {
    /// The record to which a handle refers. It is accessed in place, so reading a field copies only
    /// that field.
    @inline(__always)
    subscript(handle: Handle) -> Node {
        _read {
            note(visits: 1)
            yield state.records[Int(handle.slot)]
        }
        _modify {
            note(visits: 1)
            yield &state.records[Int(handle.slot)]
        }
    }

    /// Returns whether the controller, view or window to which a handle refers still exists. O(1).
    public func isAlive(_ handle: Handle) -> Bool {
        !handle.isNone && Int(handle.slot) < slotCount
            && self[handle].generation == handle.generation && self[handle].role != .free
    }
}

extension Scene: EventContext {
    /// Returns the name of a controller, view or window. The name of a destroyed one is available
    /// until the next `drain` ends. After that, returns an empty string.
    public func name(of handle: Handle) -> String {
        let slot = Int(handle.slot)
        guard slot < slotCount, state.records[slot].generation == handle.generation else {
            return ""
        }
        return self[handle].name
    }
    public func style(at index: Int) -> TransitionStyle { styles[index] }
    /// The declarations of all events that the scene can record.
    public var events: DeclaredEvents { state.events }

    /// Decodes a record of the log as an event of the given type. Returns nil if the record
    /// contains an event of a different type.
    @inlinable
    public func read<E: EventDeclaration>(_ type: E.Type, from record: EventRecord) -> E? {
        events.read(type, from: record, log.attachments)
    }
}
