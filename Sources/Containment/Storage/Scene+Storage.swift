public import PagerModel

/// The storage's properties, as the scene's own.
extension Scene {
    @inline(__always) var nodes: NodeStorage {
        _read { yield state.nodes }
        _modify { yield &state.nodes }
    }
    @inline(__always) var options: [ControllerOptions] {
        _read { yield state.options }
        _modify { yield &state.options }
    }
    @inline(__always) var attributes: [Handle: ViewAttributes] {
        _read { yield state.attributes }
        _modify { yield &state.attributes }
    }
    @inline(__always) var names: [TextKey: UInt32] {
        _read { yield state.names }
        _modify { yield &state.names }
    }
    @inline(__always) var free: [UInt32] {
        _read { yield state.free }
        _modify { yield &state.free }
    }
    /// Freed in this turn; their names are still needed to write the turn's events down.
    @inline(__always) var freed: [UInt32] {
        _read { yield state.freed }
        _modify { yield &state.freed }
    }
    @inline(__always) var nextSerial: UInt64 {
        _read { yield state.nextSerial }
        _modify { yield &state.nextSerial }
    }
    @inline(__always) var nextAssigned: Int {
        _read { yield state.nextAssigned }
        _modify { yield &state.nextAssigned }
    }
    @inline(__always) var stores: [AnyStateStore] {
        _read { yield state.stores }
        _modify { yield &state.stores }
    }
    @inline(__always) var styles: [TransitionStyle] {
        _read { yield state.styles }
        _modify { yield &state.styles }
    }
    @inline(__always) var styleIndexes: [TextKey: Int] {
        _read { yield state.styleIndexes }
        _modify { yield &state.styleIndexes }
    }
    @inline(__always) var transitions: [TransitionID: Transition] {
        _read { yield state.transitions }
        _modify { yield &state.transitions }
    }
    @inline(__always) var nextTransition: UInt64 {
        _read { yield state.nextTransition }
        _modify { yield &state.nextTransition }
    }
    @inline(__always) var queues: [Handle: [WaitingCommand]] {
        _read { yield state.queues }
        _modify { yield &state.queues }
    }
    @inline(__always) var presentations: [Handle: Presentation] {
        _read { yield state.presentations }
        _modify { yield &state.presentations }
    }
    /// Where a presenter's view goes back when the presentation that removed it ends.
    @inline(__always) var displaced: [Handle: Displacement] {
        _read { yield state.displaced }
        _modify { yield &state.displaced }
    }
    @inline(__always) var deadlines: DeadlineQueue {
        _read { yield state.deadlines }
        _modify { yield &state.deadlines }
    }
    /// Views that asked for layout.
    @inline(__always) var dirty: [Handle] {
        _read { yield state.dirty }
        _modify { yield &state.dirty }
    }
    @inline(__always) var nesting: Int {
        _read { yield state.nesting }
        _modify { yield &state.nesting }
    }
    /// Whether this turn changed something that no event tells.
    @inline(__always) var changedSilently: Bool {
        _read { yield state.changedSilently }
        _modify { yield &state.changedSilently }
    }
    var kinds: [KindEntry] {
        @inline(__always) _read { yield state.kinds }
    }
    var identities: [ObjectIdentifier] { state.identities }
    package var commands: CommandTable { state.commands }
}

extension Scene {
    public var release: Release { state.release }

    /// The time of the turn that runs, or of the last one.
    public internal(set) var now: Instant {
        get { state.now }
        set { state.now = newValue }
    }

    /// Grows by one for each turn that changed something.
    public internal(set) var revision: Int {
        get { state.revision }
        set { state.revision = newValue }
    }

    /// What happened since `drain`.
    public internal(set) var log: EventLog {
        _read { yield state.log }
        _modify { yield &state.log }
    }

    /// The log lines of a call that UIKit ignores, in the last command.
    public internal(set) var ignored: [String] {
        _read { yield state.ignored }
        _modify { yield &state.ignored }
    }

    /// Why the last command was ignored, where a name says it.
    public var ignoredReason: IgnoredReason? { state.ignoredReason }
}
