public import PagerModel

/// All that a scene holds, in one object: a `Scene` is one reference to it, cheap to hand around.
///
/// Copies of a scene share the object until one of them changes; see `Scene.makeUnique`. Exclusive
/// access to it is seen to by the scene, a value, and not asked for again at each property.
@usableFromInline
final class SceneStorage: @unchecked Sendable {
    let release: Release
    @exclusivity(unchecked) private(set) var kinds: [KindEntry]
    /// The type of each kind, in the order of `kinds`.
    @exclusivity(unchecked) private(set) var identities: [ObjectIdentifier]
    /// The callbacks each kind reacts to, in the order of `kinds`.
    @exclusivity(unchecked) private(set) var reactions: [CallbackSet]
    /// Where each kind is in `kinds`, by its name.
    @exclusivity(unchecked) private(set) var kindPlaces: [TextKey: Int]
    /// Places in `kinds` that no kind has any more, the lowest last.
    @exclusivity(unchecked) private(set) var vacantKinds: [Int] = []
    let commands: CommandTable
    let events: DeclaredEvents

    @exclusivity(unchecked) var now = Instant.zero
    @exclusivity(unchecked) var revision = 0
    @usableFromInline @exclusivity(unchecked) var log = EventLog()

    @exclusivity(unchecked) var nodes = NodeStorage()
    @exclusivity(unchecked) var options: [ControllerOptions] = []
    @exclusivity(unchecked) var attributes: [Handle: ViewAttributes] = [:]
    @exclusivity(unchecked) var names = NameTable()
    @exclusivity(unchecked) var free: [UInt32] = []
    @exclusivity(unchecked) var freed: [UInt32] = []
    /// By role.
    @exclusivity(unchecked) var orders = Array(repeating: CreationOrder(), count: 4)
    @exclusivity(unchecked) var nextSerial: UInt64 = 1
    @exclusivity(unchecked) var nextAssigned = 1
    @exclusivity(unchecked) var stores: [AnyStateStore]

    @exclusivity(unchecked) var styles = TransitionStyle.builtIn
    @exclusivity(unchecked) var styleIndexes: [TextKey: Int]
    @exclusivity(unchecked) var transitions: [TransitionID: Transition] = [:]
    @exclusivity(unchecked) var ended = EndedTransitions()
    @exclusivity(unchecked) var nextTransition: UInt64 = 1
    @exclusivity(unchecked) var queues: [Handle: [WaitingCommand]] = [:]
    /// Bytes of all commands in `queues`.
    @exclusivity(unchecked) var queuedBytes = 0
    @exclusivity(unchecked) var origin: UInt64 = 0
    @exclusivity(unchecked) var presentations: [Handle: Presentation] = [:]
    @exclusivity(unchecked) var displaced: [Handle: Displacement] = [:]
    /// By controller, the children and presented controllers that are presented themselves or lead
    /// to a presented one.
    @exclusivity(unchecked) var leads: [Handle: Set<Handle>] = [:]
    /// The presenters that `displaced` has, by the view that each will be back in.
    @exclusivity(unchecked) var absent: [Handle: Set<Handle>] = [:]
    /// How many presentations are in a context.
    @exclusivity(unchecked) var contexts = 0
    /// Views whose frame in the window has changed, while something is presented in a context.
    @exclusivity(unchecked) var moved: [Handle] = []
    /// Whether the callbacks being sent are of a transition in no window [9.3].
    @exclusivity(unchecked) var showsUnseen = false
    /// Controllers whose views lie in another controller's view than their parent's, outside of
    /// every window.
    @exclusivity(unchecked) var strays: Set<Handle> = []
    /// The containers whose transitions are being started: reactions cannot start others there.
    @exclusivity(unchecked) var starting: [Handle] = []
    /// The strays that may not enter a window: then the command under way is refused.
    @exclusivity(unchecked) var refusedStrays: Set<Handle> = []
    /// Why the command under way will be refused.
    @exclusivity(unchecked) var strayRefusal: Refusal?
    @exclusivity(unchecked) var deadlines = DeadlineQueue()

    /// By tree; a record has an entry where what is directly below it is not all equally high.
    @exclusivity(unchecked) var lowerHeights: [[Handle: LowerHeights]] = [[:], [:]]
    /// Grows with each record that comes to another place in a tree.
    @exclusivity(unchecked) var relocations = 0
    /// The next transition and the relocations when the last subtree was settled.
    @exclusivity(unchecked) var settled = (UInt64(0), 0)
    /// Records that commands went through in subtrees and lists, since the scene was made.
    @exclusivity(unchecked) var walked = 0
    #if DEBUG
        /// Records looked at since the scene was made.
        @exclusivity(unchecked) var visits = 0
    #endif

    @exclusivity(unchecked) var dirty: [Handle] = []
    @exclusivity(unchecked) var nesting = 0
    /// Levels of the trees that the walks under way have gone down and not come back from: walks
    /// that send callbacks, those of nested reactions included.
    @exclusivity(unchecked) var levels = 0
    @exclusivity(unchecked) var reactionCount = 0
    /// Of the log, at the first reaction of the turn.
    @exclusivity(unchecked) var reactionStart = 0
    /// `walked` at that time.
    @exclusivity(unchecked) var reactionWalkStart = 0
    @exclusivity(unchecked) var reactionBytes = 0
    /// Events of the log, and `walked`, before the first waiting command of the turn.
    @exclusivity(unchecked) var queueStart: (events: Int, visits: Int)?
    @exclusivity(unchecked) var changedSilently = false
    @exclusivity(unchecked) var ignored: [String] = []
    /// Controllers, views and windows that there may be.
    @exclusivity(unchecked) var mostNodes = Limits.nodes
    /// Bytes that all waiting commands may have.
    @exclusivity(unchecked) var mostQueuedBytes = Limits.queuedCommandBytes
    /// What the waiting commands of one turn may do.
    @exclusivity(unchecked) var queueBudget = (
        events: Limits.batchEvents, visits: Limits.batchVisits
    )

    convenience init(
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
        options.append(ControllerOptions())
        styleIndexes = Dictionary(
            uniqueKeysWithValues: TransitionStyle.builtIn.enumerated().map {
                (TextKey($1.name), $0)
            })
    }

    func add(_ entry: KindEntry) {
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
    func add(hosted name: String) {
        let entry = KindEntry(hosted: name)
        guard let place = vacantKinds.popLast() else { return add(entry) }
        kinds[place] = entry
        kindPlaces[TextKey(name)] = place
    }

    /// Removes a hosted kind that has no controllers. The places of the other kinds stay.
    func removeHostedKind(at place: Int) {
        kindPlaces[TextKey(kinds[place].name)] = nil
        kinds[place] = .vacant
        stores[place] = Self.store(kinds[place].kind)
        let index = vacantKinds.firstIndex { $0 < place } ?? vacantKinds.count
        vacantKinds.insert(place, at: index)
    }

    private static func store<K: ContainerKind>(_: K) -> AnyStateStore { K.makeStore() }

    /// O(records): what the arrays hold is copied when it changes, records and states at once.
    func copy() -> SceneStorage {
        let copy = SceneStorage(release, kinds, kindPlaces, events, commands)
        copy.vacantKinds = vacantKinds
        copy.now = now
        copy.revision = revision
        copy.log = log
        copy.nodes = nodes.copy()
        copy.options = options
        copy.attributes = attributes
        copy.names = names
        copy.free = free
        copy.freed = freed
        copy.orders = orders
        copy.nextSerial = nextSerial
        copy.nextAssigned = nextAssigned
        copy.stores = stores.map { $0.copy() }
        copy.styles = styles
        copy.styleIndexes = styleIndexes
        copy.transitions = transitions
        copy.ended = ended
        copy.nextTransition = nextTransition
        copy.queues = queues
        copy.queuedBytes = queuedBytes
        copy.origin = origin
        copy.presentations = presentations
        copy.displaced = displaced
        copy.absent = absent
        copy.leads = leads
        copy.contexts = contexts
        copy.moved = moved
        copy.showsUnseen = showsUnseen
        copy.strays = strays
        copy.starting = starting
        copy.refusedStrays = refusedStrays
        copy.strayRefusal = strayRefusal
        copy.deadlines = deadlines
        copy.lowerHeights = lowerHeights
        copy.relocations = relocations
        copy.walked = walked
        copy.settled = settled
        #if DEBUG
            copy.visits = visits
        #endif
        copy.dirty = dirty
        copy.nesting = nesting
        copy.levels = levels
        copy.reactionCount = reactionCount
        copy.reactionStart = reactionStart
        copy.reactionWalkStart = reactionWalkStart
        copy.reactionBytes = reactionBytes
        copy.changedSilently = changedSilently
        copy.ignored = ignored
        copy.mostNodes = mostNodes
        copy.mostQueuedBytes = mostQueuedBytes
        copy.queueStart = queueStart
        copy.queueBudget = queueBudget
        return copy
    }
}
