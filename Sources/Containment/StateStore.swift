internal import PagerModel

/// The states of all controllers of one kind, without its type.
class AnyStateStore: @unchecked Sendable {
    var owners: [Handle] = []
    var free: [UInt32] = []

    var count: Int { owners.count - free.count }

    func copy() -> AnyStateStore { preconditionFailure("a store of no kind") }
    func add(_ owner: Handle) -> UInt32 { preconditionFailure("a store of no kind") }
    func remove(_ slot: UInt32) { preconditionFailure("a store of no kind") }
}

/// One array of states: no allocation where a container changes its own state.
final class StateStore<State: ContainerState>: AnyStateStore, @unchecked Sendable {
    var states: [State] = []

    override func copy() -> AnyStateStore {
        let copy = StateStore<State>()
        copy.owners = owners
        copy.free = free
        copy.states = states
        return copy
    }

    override func add(_ owner: Handle) -> UInt32 {
        if let slot = free.popLast() {
            states[Int(slot)] = State()
            owners[Int(slot)] = owner
            return slot
        }
        states.append(State())
        owners.append(owner)
        return UInt32(states.count - 1)
    }

    override func remove(_ slot: UInt32) {
        states[Int(slot)] = State()
        owners[Int(slot)] = .none
        free.append(slot)
    }
}

/// A registered kind and what the engine asks of it often.
struct KindEntry: Sendable {
    let kind: any ContainerKind
    let name: String
    let identity: ObjectIdentifier
    let traits: KindTraits
    let reactions: CallbackSet
    let isPlain: Bool

    init<K: ContainerKind>(_ kind: K) {
        self.kind = kind
        name = K.name
        identity = ObjectIdentifier(K.self)
        traits = K.traits
        reactions = K.reactions
        isPlain = K.self == PlainKind.self
    }
}

extension ContainerKind {
    static func makeStore() -> AnyStateStore { StateStore<State>() }
}
