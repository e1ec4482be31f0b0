public import PagerModel

/// The complete state of a scene. Each part owns its invariants and hides how it keeps them.
struct SceneState: Sendable {
    // What the program sets.
    let release: Release
    let commands: CommandTable
    let events: DeclaredEvents
    /// The observer that is called in each callback.
    var observer: (any SceneObserver)?
    /// Whether the current transaction may be undone.
    var isProvisional = false

    // The clock and the published events.
    var now = Instant.zero
    var revision = 0
    var requestNumber: UInt64 = 0
    var log = EventLog()
    /// The number of events that `drain` has removed from the log since the scene was created.
    var drained = 0

    // The trees, and what runs in them.
    var kinds: KindTable
    var records: RecordTable
    var heights = TreeHeights()
    var misplacedChildren = MisplacedChildren()
    var content = ControllerContent()
    var presentations = PresentationIndex()
    var styles = StyleTable(TransitionStyle.builtIn)
    var transitions = TransitionTable()
    var ended = EndedTransitions()
    var resizes = WindowResizes()
    var sized = SizedControllers()
    var waiting = WaitingCommands()
    var deadlines = DeadlineQueue()

    // What a transaction, a command or a message leaves behind for its end.
    var layout = LayoutQueue()
    var nesting = Nesting()
    var postponed = PostponedReactions()
    var cycle = RunLoopCycle()
    var turn = Turn()
    var ignored = IgnoredCalls()
    /// The points at which work limits have ended loops early while the current message was
    /// handled. The journal records these points.
    var stops = WorkLimitStops()

    init(
        _ release: Release, _ kinds: [KindEntry], _ events: DeclaredEvents,
        _ commands: CommandTable, records: Int
    ) {
        self.release = release
        self.events = events
        self.commands = commands
        self.kinds = KindTable(kinds)
        self.records = RecordTable(most: records)
    }

    /// Returns a copy with its own memory for the records and for the states of the containers,
    /// because these are changed in place.
    ///
    /// O(records): the contents of arrays and dictionaries are copied only when they change.
    func copy() -> SceneState {
        var copy = self
        copy.records = records.copy()
        copy.kinds = kinds.copy()
        return copy
    }
}

extension Scene {
    public var release: Release { state.release }

    package var commands: CommandTable { state.commands }

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
}
