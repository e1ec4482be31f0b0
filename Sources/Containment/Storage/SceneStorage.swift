internal import PagerModel

/// All that a scene holds.
struct SceneState: Sendable {
    let release: Release
    private(set) var kinds: [KindEntry]
    /// The type of each kind, in the order of `kinds`.
    private(set) var identities: [ObjectIdentifier]
    /// The callbacks each kind reacts to, in the order of `kinds`.
    private(set) var reactions: [CallbackSet]
    /// Where each kind is in `kinds`, by its name.
    private(set) var kindPlaces: [TextKey: Int]
    /// Places in `kinds` that no kind has any more, the lowest last.
    private(set) var vacantKinds: [Int] = []
    let commands: CommandTable
    let events: DeclaredEvents

    var now = Instant.zero
    var revision = 0
    var log = EventLog()

    var nodes = NodeStorage()
    var options: [ControllerOptions] = [ControllerOptions()]
    var attributes: [Handle: ViewAttributes] = [:]
    /// Which slot has a name.
    var names: [TextKey: UInt32] = [:]
    var free: [UInt32] = []
    var freed: [UInt32] = []
    /// By role.
    var orders = Array(repeating: CreationOrder(), count: 4)
    var nextSerial: UInt64 = 1
    var nextAssigned = 1
    var stores: [AnyStateStore]

    var styles = TransitionStyle.builtIn
    var styleIndexes: [TextKey: Int]
    var transitions: [TransitionID: Transition] = [:]
    var ended = EndedTransitions()
    /// The views that move along with running transitions.
    var alongside: [TransitionID: [AlongsideChange]] = [:]
    var nextTransition: UInt64 = 1
    /// The number of the resize that each window is in.
    var resizes: [Handle: UInt64] = [:]
    /// The number of the last resize that took time.
    var nextResize: UInt64 = 0
    var queues: [Handle: [WaitingCommand]] = [:]
    /// Bytes of all commands in `queues`.
    var queuedBytes = 0
    var origin: UInt64 = 0
    var presentations: [Handle: Presentation] = [:]
    var displaced: [Handle: Displacement] = [:]
    /// By controller, the children and presented controllers that are presented themselves or lead
    /// to a presented one.
    var leads: [Handle: Set<Handle>] = [:]
    /// The presenters that `displaced` has, by the view that each will be back in.
    var absent: [Handle: Set<Handle>] = [:]
    /// How many presentations are in a context.
    var contexts = 0
    /// Views whose frame in the window has changed, while something is presented in a context.
    var moved: [Handle] = []
    /// Whether the callbacks being sent are of a transition in no window [9.3].
    var showsUnseen = false
    /// Controllers whose views lie in another controller's view than their parent's, outside of
    /// every window.
    var strays: Set<Handle> = []
    /// The containers whose transitions are being started: reactions cannot start others there.
    var starting: [Handle] = []
    /// The strays that may not enter a window: then the command under way is refused.
    var refusedStrays: Set<Handle> = []
    /// Why the command under way will be refused.
    var strayRefusal: CommandError?
    var deadlines = DeadlineQueue()

    /// By tree; a record has an entry where what is directly below it is not all equally high.
    var lowerHeights: [[Handle: LowerHeights]] = [[:], [:]]
    /// Grows with each record that comes to another place in a tree.
    var relocations = 0
    /// The next transition and the relocations when the last subtree of this turn was settled.
    var settled = (UInt64(0), 0)

    var dirty: [Handle] = []
    var nesting = 0
    /// Levels of the trees that the walks under way have gone down and not come back from: walks
    /// that send callbacks, those of nested reactions included.
    var levels = 0
    var reactionCount = 0
    /// Of the log, at the first reaction of the turn.
    var reactionStart = 0
    /// `work` at that time.
    var reactionWorkStart = 0
    var reactionBytes = 0
    /// What reactions have postponed to the end of the transaction, first in, first out.
    var postponed: [PostponedReaction] = []
    /// Events of the log, and `work`, before the first waiting command of the turn.
    var queueStart: (events: Int, visits: Int)?
    /// Where limits of work cut short what the message under way asks for.
    var cuts = Cuts()
    /// Is called inside each callback.
    var observer: (any SceneObserver)?
    /// Whether the transaction under way may be undone.
    var isProvisional = false
    /// Events that have been drained since the scene was made.
    var drained = 0
    var changedSilently = false
    var ignored: [String] = []
    /// Why, where a name says it.
    var ignoredReason: IgnoredReason?
    /// What controllers of plugins that are gone showed; null for no content.
    var covered = CoveredContents()
    /// Bytes of the contents and reactions of all controllers.
    var contentBytes = 0
    /// Controllers, views and windows that there may be.
    var mostNodes = Limits.nodes
    /// Bytes that all waiting commands may have.
    var mostQueuedBytes = Limits.queuedCommandBytes
    /// What the waiting commands of one turn may do.
    var queueBudget = (
        events: Limits.batchEvents, visits: Limits.batchVisits
    )

    init(
        _ release: Release, _ kinds: [KindEntry], _ events: DeclaredEvents,
        _ commands: CommandTable
    ) {
        let places = kinds.enumerated().map { (TextKey($1.name), $0) }
        self.init(release, kinds, Dictionary(places) { first, _ in first }, events, commands)
    }

    private init(
        _ release: Release, _ kinds: [KindEntry], _ places: [TextKey: Int],
        _ events: DeclaredEvents, _ commands: CommandTable
    ) {
        self.release = release
        self.kinds = kinds
        self.events = events
        self.commands = commands
        kindPlaces = places
        identities = kinds.map(\.identity)
        reactions = kinds.map(\.reactions)
        stores = kinds.map { Self.store($0.kind) }
        nodes.append(Node())
        styleIndexes = Dictionary(
            uniqueKeysWithValues: TransitionStyle.builtIn.enumerated().map {
                (TextKey($1.name), $0)
            })
    }

    mutating func add(_ entry: KindEntry) {
        if entry.isVacant {
            vacantKinds.insert(kinds.count, at: 0)
        } else {
            kindPlaces[TextKey(entry.name)] = kinds.count
        }
        kinds.append(entry)
        identities.append(entry.identity)
        reactions.append(entry.reactions)
        stores.append(Self.store(entry.kind))
    }

    /// Adds a hosted kind at the first place that is vacant, else at the end.
    mutating func add(hosted name: String) {
        let entry = KindEntry(hosted: name)
        guard let place = vacantKinds.popLast() else { return add(entry) }
        kinds[place] = entry
        kindPlaces[TextKey(name)] = place
    }

    /// Removes a hosted kind that has no controllers. The places of the other kinds stay.
    mutating func removeHostedKind(at place: Int) {
        kindPlaces[TextKey(kinds[place].name)] = nil
        kinds[place] = .vacant
        stores[place] = Self.store(kinds[place].kind)
        let index = vacantKinds.firstIndex { $0 < place } ?? vacantKinds.count
        vacantKinds.insert(place, at: index)
    }

    private static func store<K: ContainerKind>(_: K) -> AnyStateStore { K.makeStore() }

    /// A copy that shares nothing that is changed in place. O(records): what arrays and
    /// dictionaries hold is copied when it changes.
    fileprivate func copy() -> SceneState {
        var copy = self
        copy.nodes = nodes.copy()
        copy.stores = stores.map { $0.copy() }
        return copy
    }
}

/// The state of a scene in one object: a `Scene` is one reference to it, cheap to hand around.
///
/// Copies of a scene share the object until one of them changes; see `Scene.makeUnique`. The scene is
/// a value, so the compiler sees to exclusive access to it, and no property asks for it again.
final class SceneStorage: @unchecked Sendable {
    @exclusivity(unchecked) fileprivate var state: SceneState
    /// Records looked at since the scene was made.
    @exclusivity(unchecked) fileprivate var visits = 0
    /// Names published in lists of events since the scene was made.
    @exclusivity(unchecked) fileprivate var listed = 0

    init(_ state: SceneState) { unsafe self.state = state }

    fileprivate func copy() -> SceneStorage {
        let copy = unsafe SceneStorage(state.copy())
        unsafe copy.visits = visits
        unsafe copy.listed = listed
        return copy
    }
}

extension Scene {
    @inline(__always)
    var state: SceneState {
        _read { yield unsafe storage.state }
        _modify { yield unsafe &storage.state }
    }

    /// A copy of the scene keeps what it holds when this one changes. Every way into the engine
    /// that changes something begins with this; what it calls need not ask again. O(1), and
    /// O(records) once after a copy was made.
    @inline(__always)
    package mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    }

    /// Puts a copy back. What has happened since then still counts as work.
    mutating func restore(_ copy: Scene) {
        let visits = visits
        self = copy
        makeUnique()
        self.visits = visits
    }

    /// Records looked at since the scene was made. Each use of a handle counts.
    package internal(set) var visits: Int {
        get { unsafe storage.visits }
        nonmutating set { unsafe storage.visits = newValue }
    }

    /// What bounds a batch, the reactions of a turn and its queued commands: records looked at, and
    /// names published in lists. With a subscriber each of these costs about as much as eight looks.
    package var work: Int { unsafe storage.visits &+ 8 &* storage.listed }

    /// Counts records, or as much other work, that are gone through without their handles.
    @inline(__always)
    package func note(visits: Int) { unsafe storage.visits &+= visits }

    /// Counts the controllers in a list of an event: their names are published again.
    @usableFromInline
    func note(listed: Int) { unsafe storage.listed &+= listed }
}
