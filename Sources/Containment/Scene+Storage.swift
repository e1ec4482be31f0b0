public import PagerModel

/// The storage's properties, as the scene's own.
extension Scene {
    @inline(__always) var nodes: NodeStorage {
        _read { yield storage.nodes }
        _modify { yield &storage.nodes }
    }
    @inline(__always) var options: [ControllerOptions] {
        _read { yield storage.options }
        _modify { yield &storage.options }
    }
    @inline(__always) var attributes: [Handle: ViewAttributes] {
        _read { yield storage.attributes }
        _modify { yield &storage.attributes }
    }
    @inline(__always) var names: NameTable {
        _read { yield storage.names }
        _modify { yield &storage.names }
    }
    @inline(__always) var free: [UInt32] {
        _read { yield storage.free }
        _modify { yield &storage.free }
    }
    /// Freed in this turn; their names are still needed to write the turn's events down.
    @inline(__always) var freed: [UInt32] {
        _read { yield storage.freed }
        _modify { yield &storage.freed }
    }
    @inline(__always) var nextSerial: UInt64 {
        _read { yield storage.nextSerial }
        _modify { yield &storage.nextSerial }
    }
    @inline(__always) var nextAssigned: Int {
        _read { yield storage.nextAssigned }
        _modify { yield &storage.nextAssigned }
    }
    @inline(__always) var stores: [AnyStateStore] {
        _read { yield storage.stores }
        _modify { yield &storage.stores }
    }
    @inline(__always) var styles: [TransitionStyle] {
        _read { yield storage.styles }
        _modify { yield &storage.styles }
    }
    @inline(__always) var styleIndexes: [TextKey: Int] {
        _read { yield storage.styleIndexes }
        _modify { yield &storage.styleIndexes }
    }
    @inline(__always) var transitions: [TransitionID: Transition] {
        _read { yield storage.transitions }
        _modify { yield &storage.transitions }
    }
    @inline(__always) var nextTransition: UInt64 {
        _read { yield storage.nextTransition }
        _modify { yield &storage.nextTransition }
    }
    @inline(__always) var queues: [Handle: [WaitingCommand]] {
        _read { yield storage.queues }
        _modify { yield &storage.queues }
    }
    @inline(__always) var presentations: [Handle: Presentation] {
        _read { yield storage.presentations }
        _modify { yield &storage.presentations }
    }
    /// Where a presenter's view goes back when the presentation that removed it ends.
    @inline(__always) var displaced: [Handle: Displacement] {
        _read { yield storage.displaced }
        _modify { yield &storage.displaced }
    }
    @inline(__always) var deadlines: DeadlineQueue {
        _read { yield storage.deadlines }
        _modify { yield &storage.deadlines }
    }
    /// Views that asked for layout.
    @inline(__always) var dirty: [Handle] {
        _read { yield storage.dirty }
        _modify { yield &storage.dirty }
    }
    @inline(__always) var nesting: Int {
        _read { yield storage.nesting }
        _modify { yield &storage.nesting }
    }
    /// Whether this turn changed something that no event tells.
    @inline(__always) var changedSilently: Bool {
        _read { yield storage.changedSilently }
        _modify { yield &storage.changedSilently }
    }
    var kinds: [KindEntry] {
        @inline(__always) _read { yield storage.kinds }
    }
    var identities: [ObjectIdentifier] { storage.identities }
    package var commands: CommandTable { storage.commands }
}

extension Scene {
    public var release: Release { storage.release }

    /// The time of the turn that runs, or of the last one.
    public internal(set) var now: Instant {
        get { storage.now }
        set { storage.now = newValue }
    }

    /// Grows by one for each turn that changed something.
    public internal(set) var revision: Int {
        get { storage.revision }
        set { storage.revision = newValue }
    }

    /// What happened since `drain`.
    public internal(set) var log: EventLog {
        _read { yield storage.log }
        _modify { yield &storage.log }
    }

    /// The log lines of a call that UIKit ignores, in the last command.
    public internal(set) var ignored: [String] {
        _read { yield storage.ignored }
        _modify { yield &storage.ignored }
    }
}
