public import PagerModel

/// The states of all controllers of one container kind, for code that does not know the type of the
/// states.
@safe class AnyStateStore: @unchecked Sendable {
    fileprivate(set) var owners: [Handle] = []
    fileprivate var free: [UInt32] = []
    /// The sum of the indexes of all owners. With one owner, it is its index.
    fileprivate var sum = 0
    /// The address of the first state.
    fileprivate(set) var base: UnsafeMutableRawPointer
    /// The distance in bytes between the addresses of neighbouring states.
    let stride: Int
    /// The type of the container kind, which determines the type of the states.
    let identity: ObjectIdentifier

    fileprivate init(
        _ base: UnsafeMutableRawPointer, stride: Int, identity: ObjectIdentifier
    ) {
        self.identity = identity
        unsafe self.base = unsafe base
        self.stride = stride
    }

    var count: Int { owners.count - free.count }

    /// The owner, if there is exactly one. O(1).
    var onlyOwner: Handle? { count == 1 ? owners[sum] : nil }

    func copy() -> AnyStateStore { preconditionFailure("a subclass must override this") }
    func add(_ owner: Handle) -> UInt32 { preconditionFailure("a subclass must override this") }
    func remove(_ slot: UInt32) { preconditionFailure("a subclass must override this") }
    /// Writes the states to an archive, or reads them from an archive into an empty store.
    func visit(_ archive: inout Archive) { preconditionFailure("a subclass must override this") }
}

/// One block of memory for all states of a kind, so that a container reads or changes its own state
/// without an allocation or a copy.
@safe final class StateStore<State: ContainerState>: AnyStateStore, @unchecked Sendable {
    private var states: UnsafeMutablePointer<State>
    private var capacity: Int

    init(identity: ObjectIdentifier, capacity: Int = 4) {
        self.capacity = capacity
        unsafe states = .allocate(capacity: capacity)
        unsafe super.init(
            UnsafeMutableRawPointer(states), stride: MemoryLayout<State>.stride,
            identity: identity)
    }

    deinit {
        unsafe states.deinitialize(count: owners.count)
        unsafe states.deallocate()
    }

    override func copy() -> AnyStateStore {
        let copy = StateStore<State>(identity: identity, capacity: max(owners.count, 4))
        unsafe copy.states.initialize(from: states, count: owners.count)
        copy.owners = owners
        copy.free = free
        copy.sum = sum
        return copy
    }

    override func add(_ owner: Handle) -> UInt32 {
        if let slot = free.popLast() {
            unsafe states[Int(slot)] = State()
            owners[Int(slot)] = owner
            sum += Int(slot)
            return slot
        }
        if owners.count == capacity { grow() }
        unsafe (states + owners.count).initialize(to: State())
        sum += owners.count
        owners.append(owner)
        return UInt32(owners.count - 1)
    }

    override func remove(_ slot: UInt32) {
        unsafe states[Int(slot)] = State()
        owners[Int(slot)] = .none
        sum -= Int(slot)
        free.append(slot)
    }

    override func visit(_ archive: inout Archive) {
        var owners = owners
        owners.visit(&archive)
        free.visit(&archive)
        // A state without properties needs no archive.
        let slots = MemoryLayout<State>.size > 0 ? owners.indices : 0..<0
        guard archive.isReading else {
            // `visit` gets copies, because it must not change a state while writing.
            for slot in slots {
                var state = unsafe states[slot]
                state.visit(&archive)
            }
            return
        }
        let vacant = owners.indices.filter { owners[$0].isNone }
        archive.require(
            free.sorted().elementsEqual(vacant.map(UInt32.init)),
            "the free states are not those without an owner")
        while capacity < owners.count { grow() }
        unsafe states.initialize(repeating: State(), count: owners.count)
        for slot in slots { unsafe states[slot].visit(&archive) }
        self.owners = owners
        sum = owners.indices.reduce(0, +) - vacant.reduce(0, +)
    }

    private func grow() {
        let larger = UnsafeMutablePointer<State>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: states, count: owners.count)
        unsafe states.deallocate()
        unsafe states = unsafe larger
        unsafe base = UnsafeMutableRawPointer(larger)
        capacity *= 2
    }
}

extension Scene {
    /// The state that a kind keeps for one of its controllers, accessed in place. O(1).
    ///
    /// The controller must be of that kind; check with `controller(_:of:)` first.
    @inlinable
    package subscript<K: ContainerKind>(_: K.Type, controller: Handle) -> K.State {
        unsafeAddress {
            unsafe UnsafePointer(
                statePointer(controller, ObjectIdentifier(K.self))
                    .assumingMemoryBound(to: K.State.self))
        }
        unsafeMutableAddress {
            unsafe statePointer(controller, ObjectIdentifier(K.self))
                .assumingMemoryBound(to: K.State.self)
        }
    }

    /// The state that a kind keeps for one of its controllers. The handle is not checked.
    subscript<K: ContainerKind>(unchecked kind: K.Type, controller: Handle) -> K.State {
        unsafeAddress {
            unsafe UnsafePointer(
                statePointer(controller, ObjectIdentifier(kind))
                    .assumingMemoryBound(to: K.State.self))
        }
        unsafeMutableAddress {
            unsafe statePointer(controller, ObjectIdentifier(kind))
                .assumingMemoryBound(to: K.State.self)
        }
    }

    /// Returns the address of a controller's state. Ends the process if `identity` is not that of
    /// the controller's kind, because the state would then have a different type.
    @usableFromInline
    func statePointer(_ controller: Handle, _ identity: ObjectIdentifier) -> UnsafeMutableRawPointer
    {
        let store = state.kinds.store(at: Int(self[controller].kind))
        guard store.identity == identity else { fatalError("the controller is of another kind") }
        // A record has a slot in its kind's store, which never shrinks. Archives are validated.
        return unsafe store.base + Int(self[controller].stateSlot) * store.stride
    }
}
