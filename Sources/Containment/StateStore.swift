internal import PagerModel

/// The states of all controllers of one kind, without its type.
class AnyStateStore: @unchecked Sendable {
    fileprivate(set) var owners: [Handle] = []
    fileprivate var free: [UInt32] = []
    /// The first state, and the distance from one to the next.
    fileprivate(set) var base: UnsafeMutableRawPointer
    let stride: Int
    /// The type of the kind, which vouches for the type of the states.
    let identity: ObjectIdentifier

    fileprivate init(
        _ base: UnsafeMutableRawPointer, stride: Int, identity: ObjectIdentifier
    ) {
        self.identity = identity
        self.base = base
        self.stride = stride
    }

    var count: Int { owners.count - free.count }

    func copy() -> AnyStateStore { preconditionFailure("a store of no kind") }
    func add(_ owner: Handle) -> UInt32 { preconditionFailure("a store of no kind") }
    func remove(_ slot: UInt32) { preconditionFailure("a store of no kind") }
    /// Reads into a store that has no states yet.
    func visit(_ archive: inout Archive) { preconditionFailure("a store of no kind") }
}

/// One piece of memory for all states of a kind: no allocation and no copy where a container reads
/// or changes its own state.
final class StateStore<State: ContainerState>: AnyStateStore, @unchecked Sendable {
    private var states: UnsafeMutablePointer<State>
    private var capacity: Int

    init(identity: ObjectIdentifier, capacity: Int = 4) {
        self.capacity = capacity
        states = .allocate(capacity: capacity)
        super.init(
            UnsafeMutableRawPointer(states), stride: MemoryLayout<State>.stride,
            identity: identity)
    }

    deinit {
        states.deinitialize(count: owners.count)
        states.deallocate()
    }

    override func copy() -> AnyStateStore {
        let copy = StateStore<State>(identity: identity, capacity: max(owners.count, 4))
        copy.states.initialize(from: states, count: owners.count)
        copy.owners = owners
        copy.free = free
        return copy
    }

    override func add(_ owner: Handle) -> UInt32 {
        if let slot = free.popLast() {
            states[Int(slot)] = State()
            owners[Int(slot)] = owner
            return slot
        }
        if owners.count == capacity { grow() }
        (states + owners.count).initialize(to: State())
        owners.append(owner)
        return UInt32(owners.count - 1)
    }

    override func remove(_ slot: UInt32) {
        states[Int(slot)] = State()
        owners[Int(slot)] = .none
        free.append(slot)
    }

    override func visit(_ archive: inout Archive) {
        var owners = owners
        owners.visit(&archive)
        free.visit(&archive)
        // A state without properties has nothing to tell.
        let slots = MemoryLayout<State>.size > 0 ? owners.indices : 0..<0
        guard archive.isReading else {
            // Copies: a visit could change what is only to be written.
            for slot in slots {
                var state = states[slot]
                state.visit(&archive)
            }
            return
        }
        archive.require(
            free.allSatisfy { $0 < UInt32(owners.count) }, "a free state is none of the states")
        while capacity < owners.count { grow() }
        states.initialize(repeating: State(), count: owners.count)
        for slot in slots { states[slot].visit(&archive) }
        self.owners = owners
    }

    private func grow() {
        let larger = UnsafeMutablePointer<State>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: states, count: owners.count)
        states.deallocate()
        states = larger
        base = UnsafeMutableRawPointer(larger)
        capacity *= 2
    }
}

/// A registered kind and what the engine asks of it often.
struct KindEntry: Sendable {
    let kind: any ContainerKind
    let name: String
    let identity: ObjectIdentifier
    let traits: KindTraits
    let ancestorProperty: AncestorProperty?
    /// Where its events are in `SceneStorage.events`.
    let events: Range<Int>
    let reactions: CallbackSet
    let hooks: TransitionHooks
    let isPlain: Bool
    /// A plain kind whose controllers are hosted outside.
    let isHosted: Bool

    /// What stands in the place of a hosted kind that has been removed.
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
        self.events = events.places(of: K.Declaration.self)
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
