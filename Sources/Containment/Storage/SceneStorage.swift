internal import PagerModel

/// The complete state of a scene.
struct SceneState: Sendable {
    let release: Release
    private(set) var kinds: [KindEntry]
    /// The identity of each kind's Swift type, in the order of `kinds`.
    private(set) var identities: [ObjectIdentifier]
    /// The callbacks that each kind reacts to, in the order of `kinds`.
    private(set) var reactions: [CallbackSet]
    /// Maps the name of a kind to the kind's index in `kinds`.
    private(set) var kindPlaces: [TextKey: Int]
    /// The vacant indexes in `kinds`, in descending order.
    private(set) var vacantKinds: [Int] = []
    let commands: CommandTable
    let events: DeclaredEvents

    var now = Instant.zero
    var revision = 0
    var log = EventLog()

    var nodes = NodeStorage()
    var options: [ControllerOptions] = [ControllerOptions()]
    var attributes: [Handle: ViewAttributes] = [:]
    /// Maps the name of a record to the record's index in `nodes`.
    var names: [TextKey: UInt32] = [:]
    var free: [UInt32] = []
    var freed: [UInt32] = []
    /// The records of each role (controller, view or window) in the order of their creation.
    var orders = Array(repeating: CreationOrder(), count: 4)
    var nextSerial: UInt64 = 1
    var nextAssigned = 1
    var stores: [AnyStateStore]

    var styles = TransitionStyle.builtIn
    var styleIndexes: [TextKey: Int]
    var transitions: [TransitionID: Transition] = [:]
    var ended = EndedTransitions()
    /// The views that are animated alongside each running transition, with their final values.
    var alongside: [TransitionID: [AlongsideChange]] = [:]
    var nextTransition: UInt64 = 1
    /// Maps a window to the number that identifies its running animated resize.
    var resizes: [Handle: UInt64] = [:]
    /// The number of the most recent animated resize, or 0. The next resize gets the next number.
    var nextResize: UInt64 = 0
    var queues: [Handle: [WaitingCommand]] = [:]
    /// The total size in bytes of the commands in `queues`.
    var queuedBytes = 0
    var origin: UInt64 = 0
    var presentations: [Handle: Presentation] = [:]
    var displaced: [Handle: Displacement] = [:]
    /// An index with which a search finds presented controllers. For each controller, contains the
    /// controller that it presents, and each child that presents a controller or has a descendant
    /// that presents one. See `presentedAbove(_:)`.
    var leads: [Handle: Set<Handle>] = [:]
    /// An index of removed views. Each key is a superview. The value contains the presenters whose
    /// views a presentation has removed from this superview. When the presentation ends, the
    /// presenter's view returns to the superview.
    var absent: [Handle: Set<Handle>] = [:]
    /// The number of presentations with the style `currentContext` or `overCurrentContext`.
    var contexts = 0
    /// The views whose frames in the window have changed. They are recorded only while a controller
    /// is presented with the style `currentContext` or `overCurrentContext`.
    var moved: [Handle] = []
    /// Whether the controllers that are now receiving `viewWillAppear` will not be visible, for
    /// example because their container is in no window [9.3].
    var showsUnseen = false
    /// The children whose views are in no window, but inside the view of a controller other than
    /// their parent.
    var strays: Set<Handle> = []
    /// The containers whose transitions are being started. Reactions cannot start other transitions
    /// of these containers.
    var starting: [Handle] = []
    /// Whether the observer has stopped the current size or trait callback from reaching the
    /// controller's children, like an override that does not call `super`.
    var stopsCallback = false
    /// The strays (children whose views are inside the view of a controller other than their
    /// parent) that existed before the running command. A command that brings one of them into a
    /// window is refused.
    var refusedStrays: Set<Handle> = []
    /// The error with which the running command will be refused because the command has brought a
    /// stray (see `strays`) into a window. Nil if there is no such error.
    var strayRefusal: CommandError?
    var deadlines = DeadlineQueue()

    /// For each `Tree`, maps a record to the heights of its direct descendants, and to the number
    /// of descendants with each height. The greatest height is omitted, because the record itself
    /// stores it (`Height`). So a record has an entry only if its direct descendants differ in
    /// height.
    var lowerHeights: [[Handle: LowerHeights]] = [[:], [:]]
    /// A counter that increases with each change of a record's position in a tree.
    var relocations = 0
    /// The values of `nextTransition` and `relocations` at the end of the last call of
    /// `endTransitions(in:)` that ended transitions. Both are 0 at the start of a transaction. The
    /// next call compares these values with the current ones to recognize that it would change
    /// nothing.
    var settled = (UInt64(0), 0)

    var dirty: [Handle] = []
    var nesting = 0
    /// The depth of nested calls that walk through a tree and send callbacks, counted in tree
    /// levels. Includes the calls in nested reactions.
    var levels = 0
    var reactionCount = 0
    /// The number of events that `log` contained before the first reaction of the transaction ran.
    var reactionStart = 0
    /// The value of `work` before the first reaction of the transaction ran.
    var reactionWorkStart = 0
    var reactionBytes = 0
    /// The postponed commands of reactions, in the order in which they are executed at the end of
    /// the transaction.
    var postponed: [PostponedReaction] = []
    /// The number of events in `log`, and the value of `work`, before the first queued command of
    /// the transaction ran.
    var queueStart: (events: Int, visits: Int)?
    /// The points at which work limits have ended loops early while the current message was
    /// handled. The journal records these points.
    var cuts = Cuts()
    /// The observer that is called in each callback.
    var observer: (any SceneObserver)?
    /// Whether the current transaction may be undone.
    var isProvisional = false
    /// The number of events that `drain` has removed from the log since the scene was created.
    var drained = 0
    var changedSilently = false
    var ignored: [String] = []
    /// The reason why the last command ignored an action of the user. Nil if there is no such
    /// reason.
    var ignoredReason: IgnoredReason?
    /// The original content of each controller that shows a placeholder while its plugin is
    /// disconnected. `.null` for a controller that had no content.
    var covered = CoveredContents()
    /// The size in bytes of the options `content` and `on` of all controllers.
    var contentBytes = 0
    /// The part of `contentBytes` that belongs to controllers that plugin processes host.
    var hostedContentBytes = 0
    /// The maximum number of controllers, views and windows.
    var mostNodes = Limits.nodes
    /// The maximum size in bytes of all queued commands.
    var mostQueuedBytes = Limits.queuedCommandBytes
    /// The limits for the events and the work of all queued commands that one transaction executes.
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

    /// Adds a container kind that a plugin process hosts, at the lowest vacant index or at the end.
    mutating func add(hosted name: String) {
        let entry = KindEntry(hosted: name)
        guard let place = vacantKinds.popLast() else { return add(entry) }
        kinds[place] = entry
        kindPlaces[TextKey(name)] = place
    }

    /// Removes a container kind that a plugin process hosts and that has no controllers. The
    /// indexes of the other kinds do not change.
    mutating func removeHostedKind(at place: Int) {
        kindPlaces[TextKey(kinds[place].name)] = nil
        kinds[place] = .vacant
        stores[place] = Self.store(kinds[place].kind)
        let index = vacantKinds.firstIndex { $0 < place } ?? vacantKinds.count
        vacantKinds.insert(place, at: index)
    }

    private static func store<K: ContainerKind>(_: K) -> AnyStateStore { K.makeStore() }

    /// Stores the error with which the running command will be refused, unless one is already
    /// stored.
    ///
    /// This is a method, because unoptimized code reads `state.strayRefusal ?? other` from memory
    /// that the accessor of `state` has already freed.
    mutating func keep(strayRefusal refusal: CommandError) {
        if strayRefusal == nil { strayRefusal = refusal }
    }

    /// Returns a copy with its own memory for the records and for the states of the containers,
    /// because these are changed in place.
    ///
    /// O(records): the contents of arrays and dictionaries are copied only when they change.
    fileprivate func copy() -> SceneState {
        var copy = self
        copy.nodes = nodes.copy()
        copy.stores = stores.map { $0.copy() }
        return copy
    }
}

/// The state of a scene in one object. A `Scene` contains only a reference to this object, so it is
/// cheap to pass around.
///
/// Copies of a scene share the object until one of them changes; see `Scene.makeUnique`. Because a
/// scene is a value, the compiler enforces exclusive access to it, and the properties need no
/// further checks.
final class SceneStorage: @unchecked Sendable {
    @exclusivity(unchecked) fileprivate var state: SceneState
    /// The number of record accesses since the scene was created.
    @exclusivity(unchecked) fileprivate var visits = 0
    /// The number of controller names that events have listed since the scene was created, summed
    /// over all events.
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

    /// Copies the storage if another scene shares it. Each entry point that changes the scene, such
    /// as `apply`, must call this first; functions that run inside a command need not. O(1); the
    /// first call after the scene was copied takes O(records).
    @inline(__always)
    package mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    }

    /// Restores an earlier copy of the scene. `work` does not decrease.
    mutating func restore(_ copy: Scene) {
        let (visits, listed) = unsafe (storage.visits, storage.listed)
        self = copy
        makeUnique()
        unsafe (storage.visits, storage.listed) = (visits, listed)
    }

    /// The number of record accesses since the scene was created. Each use of a handle counts as
    /// one access.
    package internal(set) var visits: Int {
        get { unsafe storage.visits }
        nonmutating set { unsafe storage.visits = newValue }
    }

    /// The amount of work since the scene was created: the number of record accesses, plus eight
    /// for each controller name in a list that an event contains. Publishing such a name to a
    /// subscriber costs about as much as eight accesses. The work of a batch, of a transaction's
    /// reactions and of its queued commands is limited.
    package var work: Int { unsafe storage.visits &+ 8 &* storage.listed }

    /// Increases the number of record accesses. Called for accesses without a handle, and for other
    /// work of the same cost.
    @inline(__always)
    package func note(visits: Int) { unsafe storage.visits &+= visits }

    /// Increases `work` by the cost of an event's list of controllers. `listed` is the number of
    /// these controllers. Each one costs as much as eight accesses, because the daemon must publish
    /// its name.
    @usableFromInline
    func note(listed: Int) { unsafe storage.listed &+= listed }
}
