public import PagerModel

/// Shortcuts to the properties of the scene's storage, such as `nodes` for `state.nodes`.
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
    /// The indexes in `nodes` of the records that were destroyed since the last `drain`. The names
    /// of these records are kept until the next `drain`, because they are needed to encode the
    /// events.
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
    /// A map from each presenter whose view a presentation has removed to the superview to which
    /// the view returns.
    @inline(__always) var displaced: [Handle: Displacement] {
        _read { yield state.displaced }
        _modify { yield &state.displaced }
    }
    @inline(__always) var deadlines: DeadlineQueue {
        _read { yield state.deadlines }
        _modify { yield &state.deadlines }
    }
    /// The views that need a layout pass.
    @inline(__always) var dirty: [Handle] {
        _read { yield state.dirty }
        _modify { yield &state.dirty }
    }
    @inline(__always) var nesting: Int {
        _read { yield state.nesting }
        _modify { yield &state.nesting }
    }
    /// Whether the current transaction has changed something without publishing an event.
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

    /// The time of the running or last transaction.
    public internal(set) var now: Instant {
        get { state.now }
        set { state.now = newValue }
    }

    /// The revision, which increases by one with each transaction that changes something.
    public internal(set) var revision: Int {
        get { state.revision }
        set { state.revision = newValue }
    }

    /// The events since the last `drain`.
    public internal(set) var log: EventLog {
        _read { yield state.log }
        _modify { yield &state.log }
    }

    /// The messages that UIKit would log for ignored calls of the last command.
    public internal(set) var ignored: [String] {
        _read { yield state.ignored }
        _modify { yield &state.ignored }
    }

    /// The reason why the last command ignored an action of the user, such as `swipeDisabled`. Nil
    /// if there is no such reason.
    public var ignoredReason: IgnoredReason? { state.ignoredReason }
}
