internal import PagerModel

/// The container kinds of a scene, with the states of their controllers. A kind keeps its index as
/// long as it exists.
struct KindTable: Sendable {
    private(set) var entries: [KindEntry]
    /// Maps the name of a kind to the kind's index in `entries`.
    private var indexes: [TextKey: Int]
    /// The vacant indexes in `entries`, in descending order.
    private var vacant: [Int] = []
    /// The states of the controllers of each kind, in the order of `entries`.
    private var stores: [AnyStateStore]

    init(_ entries: [KindEntry]) {
        self.entries = entries
        indexes = Dictionary(entries.enumerated().map { (TextKey($1.name), $0) }) { first, _ in
            first
        }
        stores = entries.map { Self.store($0.kind) }
    }

    @inline(__always)
    subscript(index: Int) -> KindEntry { _read { yield entries[index] } }

    /// Returns the index of the first kind whose Swift type has the given identity.
    func index(of identity: ObjectIdentifier) -> Int? {
        entries.firstIndex { $0.identity == identity }
    }

    @inline(__always)
    func index(named name: String) -> Int? { indexes[TextKey(name)] }

    @inline(__always)
    func store(at index: Int) -> AnyStateStore { stores[index] }

    /// The number of kinds that plugin processes host.
    var hostedCount: Int { entries.reduce(-vacant.count) { $0 + ($1.isHosted ? 1 : 0) } }

    /// The number of controllers that plugin processes host.
    var hostedControllerCount: Int {
        entries.indices.reduce(0) { $0 + (entries[$1].isHosted ? stores[$1].count : 0) }
    }

    /// Whether one more kind can be added. The records store the index of a kind in 16 bits.
    var hasRoom: Bool { entries.count <= UInt16.max || !vacant.isEmpty }

    /// The number of controllers of all kinds.
    var stateCount: Int { stores.reduce(0) { $0 + $1.count } }

    /// Adds a kind at the end.
    mutating func add(_ entry: KindEntry) {
        if entry.isVacant {
            vacant.insert(entries.count, at: 0)
        } else {
            indexes[TextKey(entry.name)] = entries.count
        }
        entries.append(entry)
        stores.append(Self.store(entry.kind))
    }

    /// Adds a container kind that a plugin process hosts, at the lowest vacant index or at the end.
    mutating func add(hosted name: String) {
        let entry = KindEntry(hosted: name)
        guard let index = vacant.popLast() else { return add(entry) }
        entries[index] = entry
        indexes[TextKey(name)] = index
    }

    /// Removes a container kind that a plugin process hosts and that has no controllers. The
    /// indexes of the other kinds do not change.
    mutating func removeHosted(at index: Int) {
        indexes[TextKey(entries[index].name)] = nil
        entries[index] = .vacant
        stores[index] = Self.store(entries[index].kind)
        vacant.insert(index, at: vacant.firstIndex { $0 < index } ?? vacant.count)
    }

    /// Returns a copy whose states have their own memory, because states are changed in place.
    func copy() -> KindTable {
        var copy = self
        copy.stores = stores.map { $0.copy() }
        return copy
    }

    private static func store<K: ContainerKind>(_: K) -> AnyStateStore { K.makeStore() }

    // MARK: Archives

    /// Archives the container kinds by name, each with the declaration of its options. When
    /// reading, adds missing kinds that plugin processes host.
    ///
    /// - Returns: For each kind of the archive, its index among the scene's kinds.
    mutating func visit(_ archive: inout Archive) -> [Int] {
        var kindIndexes: [Int] = []
        let count = archive.count(entries.count)
        for index in 0..<count where archive.problem == nil {
            var (name, isHosted) = archive.isReading ? ("", false) : heading(of: index)
            name.visit(&archive)
            isHosted.visit(&archive)
            kindIndexes.append(archive.isReading ? add(name, isHosted, &archive) : index)
            if archive.problem == nil { visitOptions(of: entries[kindIndexes[index]], &archive) }
        }
        return kindIndexes
    }

    private func heading(of index: Int) -> (String, Bool) {
        (entries[index].name, entries[index].isHosted)
    }

    /// Returns the index of a container kind that was read from an archive. A missing kind is added
    /// if a plugin process hosts it.
    private mutating func add(_ name: String, _ isHosted: Bool, _ archive: inout Archive) -> Int {
        if isHosted, name.isEmpty {
            add(.vacant)
            return entries.count - 1
        }
        if let index = indexes[TextKey(name)] {
            archive.require(
                entries[index].isHosted == isHosted,
                isHosted
                    ? "a plugin hosted the kind \(name), which is built in now"
                    : "the archive contains the kind \(name) twice")
            return index
        }
        archive.require(isHosted && Identifier(name) != nil, "the kind \(quoted(name)) is unknown")
        if archive.problem == nil { add(KindEntry(hosted: name)) }
        return entries.count - 1
    }

    private func visitOptions(of entry: KindEntry, _ archive: inout Archive) {
        Self.visitOptions(of: entry.kind, entry.name, &archive)
    }

    private static func visitOptions<K: ContainerKind>(
        of _: K, _ name: String, _ archive: inout Archive
    ) {
        archive.declaration(of: K.State.Options.self, "the kind \(name)")
    }

    /// Archives the states of the controllers of all kinds. `kindIndexes` contains the index of
    /// each kind, in the order in which the archive lists the kinds.
    func visitStates(_ kindIndexes: [Int], _ archive: inout Archive) {
        for index in kindIndexes where archive.problem == nil { stores[index].visit(&archive) }
    }

    /// Returns whether the states of a kind include the state of a controller.
    func hasState(_ controller: Handle, at slot: Int, ofKind index: Int) -> Bool {
        let owners = stores[index].owners
        return slot < owners.count && owners[slot] == controller && !controller.isNone
    }
}

/// A registered container kind with its frequently used properties.
final class KindEntry: Sendable {
    let kind: any ContainerKind
    let name: String
    let identity: ObjectIdentifier
    let traits: KindTraits
    let ancestorProperty: AncestorProperty?
    /// The range of the kind's events in `SceneState.events`.
    let events: Range<Int>
    let reactions: CallbackSet
    let hooks: TransitionHooks
    let isPlain: Bool
    /// Whether a plugin process hosts the controllers of this kind.
    let isHosted: Bool

    /// The placeholder for a removed kind that a plugin process hosted.
    static let vacant = KindEntry(hosted: "")

    var isVacant: Bool { name.isEmpty }

    var definesPresentationContext: Bool { kind.declaration.definesPresentationContext }

    init(hosted name: String) {
        kind = PlainKind()
        self.name = name
        identity = ObjectIdentifier(PlainKind.self)
        traits = PlainKind.traits
        ancestorProperty = nil
        events = 0..<0
        reactions = PlainKind.reactions
        hooks = PlainKind.hooks
        isPlain = true
        isHosted = true
    }

    init<K: ContainerKind>(_ kind: K, _ events: DeclaredEvents) {
        self.kind = kind
        name = K.name
        identity = ObjectIdentifier(K.self)
        traits = K.traits
        ancestorProperty = (K.Declaration.self as? any AncestorDeclaration.Type)?.ancestorProperty
        self.events = events.indexes(of: K.Declaration.self)
        reactions = K.reactions
        hooks = K.hooks
        isPlain = K.self == PlainKind.self
        isHosted = false
    }
}

extension ContainerKind {
    static func makeStore() -> AnyStateStore {
        StateStore<State>(identity: ObjectIdentifier(Self.self))
    }
}

extension Scene {
    /// The container kinds by index, in place.
    @inline(__always)
    var kinds: KindTable { _read { yield state.kinds } }

    /// The kind of a controller, in place.
    @inline(__always)
    subscript(kindOf controller: Handle) -> KindEntry {
        _read { yield state.kinds[Int(self[controller].kind)] }
    }
}
