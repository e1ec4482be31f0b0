public import PagerModel

/// The records of a scene: windows, controllers with their views, and views without a controller.
///
/// A record keeps its slot until it is destroyed. A destroyed record keeps its name until
/// `reclaim`, because the name is needed to encode events; then the slot can be used again, with
/// the next generation.
///
/// Frequent functions of `Scene` in this file read single parts, because the compiler would copy
/// all parts for a method that reads one of them.
struct RecordTable: Sendable {
    fileprivate var nodes = NodeStorage()
    /// The options of each slot. Views have none, and a window has only its safe area insets.
    fileprivate var options: [ControllerOptions] = [ControllerOptions()]
    fileprivate var attributes: [Handle: ViewAttributes] = [:]
    fileprivate var names = RecordNames()
    private var free: [UInt32] = []
    /// The slots of the records that were destroyed since the last `reclaim`.
    private(set) var freed: [UInt32] = []
    /// The records of each role (controller, view or window) in the order of their creation.
    fileprivate var orders = Array(repeating: CreationOrder(), count: 4)
    private var nextSerial: UInt64 = 1
    /// The maximum number of records.
    let most: Int

    init(most: Int) {
        self.most = most
        nodes.append(Node())
    }

    /// A linked list of all records of one role, in the order of their creation. The links are in
    /// the records.
    struct CreationOrder: Sendable, BitwiseCopyable {
        /// The slot of the first record, or 0 if there are none.
        fileprivate(set) var first: UInt32 = 0
        /// The slot of the last record, or 0 if there are none.
        fileprivate(set) var last: UInt32 = 0
        fileprivate(set) var count = 0
    }

    /// Returns a copy with its own memory for the records, because they are changed in place.
    func copy() -> RecordTable {
        var copy = self
        copy.nodes = nodes.copy()
        return copy
    }

    // MARK: Reading

    /// The number of slots, including the free ones and slot 0, which is not used.
    @inline(__always)
    var slotCount: Int { nodes.count }

    /// The number of records.
    var count: Int { names.count }

    @inline(__always)
    subscript(slot: Int) -> Node {
        _read { yield nodes[slot] }
        _modify { yield &nodes[slot] }
    }

    @inline(__always)
    subscript(optionsAt slot: Int) -> ControllerOptions {
        _read { yield options[slot] }
        _modify { yield &options[slot] }
    }

    @inline(__always)
    func handle(at slot: UInt32) -> Handle {
        Handle(slot: slot, generation: nodes[Int(slot)].generation)
    }

    // MARK: Creation and destruction

    /// Creates a record with the given name, or with the next automatic name.
    mutating func create(_ role: Node.Role, _ id: Identifier?) -> Handle {
        let name = id?.text ?? names.next(role.prefix)
        let slot: UInt32
        if let reused = free.popLast() {
            slot = reused
        } else {
            slot = UInt32(nodes.count)
            nodes.append(Node())
            options.append(ControllerOptions())
        }
        let generation = nodes[Int(slot)].generation &+ 1
        var node = Node()
        node.generation = generation == 0 ? 1 : generation
        node.role = role
        node.name = name
        node.serial = nextSerial
        nodes[Int(slot)] = node
        nextSerial += 1
        names.add(name, of: slot)
        link(slot)
        return Handle(slot: slot, generation: node.generation)
    }

    /// Destroys a record. Its slot can be reused after `reclaim`.
    mutating func destroy(_ handle: Handle) {
        unlink(handle.slot)
        names.remove(nodes[Int(handle.slot)].name)
        attributes[handle] = nil
        nodes[Int(handle.slot)].role = .free
        freed.append(handle.slot)
    }

    /// Makes the slots of destroyed records free.
    mutating func reclaim() {
        for slot in freed {
            options[Int(slot)] = ControllerOptions()
            nodes[Int(slot)].name = ""
        }
        free.append(contentsOf: freed)
        freed.removeAll(keepingCapacity: true)
    }

    /// Appends a new record to the list of its role. O(1).
    private mutating func link(_ slot: UInt32) {
        let role = Int(nodes[Int(slot)].role.rawValue)
        let last = orders[role].last
        nodes[Int(slot)].previous = last
        nodes[Int(slot)].next = 0
        if last == 0 {
            orders[role].first = slot
        } else {
            nodes[Int(last)].next = slot
        }
        orders[role].last = slot
        orders[role].count += 1
    }

    /// Removes a destroyed record from the list of its role. O(1).
    private mutating func unlink(_ slot: UInt32) {
        let role = Int(nodes[Int(slot)].role.rawValue)
        let (previous, next) = (nodes[Int(slot)].previous, nodes[Int(slot)].next)
        if previous == 0 {
            orders[role].first = next
        } else {
            nodes[Int(previous)].next = next
        }
        if next == 0 {
            orders[role].last = previous
        } else {
            nodes[Int(next)].previous = previous
        }
        orders[role].count -= 1
    }

    // MARK: Archives

    /// Archives the records with their options, attributes and names.
    mutating func visit(_ archive: inout Archive) {
        Node.visit(&nodes, &archive)
        archive.declaration(of: ControllerOptions.self, "a controller")
        archive.declaration(of: ControllerOptions.self, isIn: CreationRecord.self)
        visitOptions(&archive)
        archive.declaration(of: ViewAttributes.self, "a view")
        archive.visit(&attributes, by: Handle.isInOrder, new: ViewAttributes()) { $0.visit(&$1) }
        free.visit(&archive)
        archive.visit(counter: &nextSerial)
        names.visit(&archive)
    }

    /// Archives the options of each record in place, because copies would be slow.
    private mutating func visitOptions(_ archive: inout Archive) {
        let standard = ControllerOptions()
        if archive.isReading { options = Array(repeating: standard, count: nodes.count) }
        for slot in 0..<nodes.count where archive.problem == nil {
            archive.visit(&options[slot], mostly: standard)
        }
    }

    /// Checks that the free slots of an archive are free, and finds the names of the records.
    mutating func complete(_ archive: inout Archive) {
        archive.require(nodes[0].role == .free, "slot 0 is in use")
        names.reserve(nodes.count - min(free.count, nodes.count))
        for slot in 0..<nodes.count where archive.problem == nil && nodes[slot].role != .free {
            archive.require(
                names.add(nodes[slot].name, of: UInt32(slot)), "two records have the same name")
        }
        archive.require(
            free.allSatisfy { $0 > 0 && $0 < nodes.count && nodes[Int($0)].role == .free },
            "a record in the free list is in use")
    }

    /// Creates the linked lists of records, in the order of their creation, after the records were
    /// read from an archive. O(n), or O(n log n) if slots of destroyed records have been reused.
    mutating func linkAll() {
        orders = Array(repeating: CreationOrder(), count: 4)
        var slots = (0..<UInt32(nodes.count)).filter { nodes[Int($0)].role != .free }
        let serials = slots.map { nodes[Int($0)].serial }
        if zip(serials, serials.dropFirst()).contains(where: { $0 > $1 }) {
            slots.sort { nodes[Int($0)].serial < nodes[Int($1)].serial }
        }
        for slot in slots { link(slot) }
    }
}

extension Scene {
    /// The options of a controller, in place.
    @inline(__always)
    subscript(optionsOf controller: Handle) -> ControllerOptions {
        _read { yield state.records.options[Int(controller.slot)] }
        _modify { yield &state.records.options[Int(controller.slot)] }
    }

    /// The attributes of a view, or nil if all have their default values.
    @inline(__always)
    subscript(attributesOf view: Handle) -> ViewAttributes? {
        get { state.records.attributes[view] }
        set { state.records.attributes[view] = newValue }
    }

    /// The number of slots for records, including the free ones and slot 0, which is not used.
    @inline(__always)
    var slotCount: Int { state.records.nodes.count }

    @inline(__always)
    func handle(at slot: UInt32) -> Handle {
        Handle(slot: slot, generation: state.records.nodes[Int(slot)].generation)
    }

    /// Returns the index of the kind of the record in a slot.
    func kind(at slot: UInt32) -> Int { Int(state.records.nodes[Int(slot)].kind) }

    /// Returns whether the slot has a record of a role.
    func isSlot(_ slot: Int, of role: Node.Role) -> Bool {
        (1..<max(slotCount, 1)).contains(slot) && state.records.nodes[slot].role == role
    }

    /// Returns the slot of the first record of a role in the order of creation, or 0.
    func firstSlot(of role: Node.Role) -> UInt32 { state.records.orders[Int(role.rawValue)].first }

    func count(of role: Node.Role) -> Int { state.records.orders[Int(role.rawValue)].count }

    /// Returns the handle of the record with the given name, or nil if there is no such record.
    /// O(1).
    package func find(_ name: String) -> Handle? {
        guard let slot = state.records.names[name] else { return nil }
        return handle(at: slot)
    }

    /// Creates a controller, view or window with the name that the client has chosen, or with the
    /// next automatic name. Call it only after all checks, because it uses up the automatic name.
    mutating func makeNode(_ role: Node.Role, _ id: Identifier?) -> Handle {
        note(visits: 3)
        return state.records.create(role, id)
    }

    /// Destroys the record of a controller, view or window. The record's slot can be reused after
    /// the next `drain`.
    mutating func destroyNode(_ handle: Handle) {
        forgetReturnSuperview(handle)
        note(visits: 5)
        state.content.uncover(handle)
        state.records.destroy(handle)
    }

    /// Makes the slots of destroyed records free.
    mutating func reclaim() {
        for slot in state.records.freed {
            count(content: -state.records.options[Int(slot)].contentFootprint, in: slot)
        }
        state.records.reclaim()
    }

    /// Returns all windows, all controllers or all views without a controller, in the order of
    /// their creation. O(number of returned records).
    func list(_ role: Node.Role) -> [Handle] {
        let order = state.records.orders[Int(role.rawValue)]
        var found: [Handle] = []
        found.reserveCapacity(order.count)
        var slot = order.first
        while slot != 0 {
            found.append(handle(at: slot))
            slot = state.records.nodes[Int(slot)].next
        }
        note(visits: found.count)
        return found
    }

    /// Returns all records: windows, controllers, then views without a controller, each in the
    /// order of creation. O(records).
    public func everything() -> [Handle] { Self.roles.flatMap { list($0) } }

    private static let roles: [Node.Role] = [.window, .controller, .view]

    /// Returns at most `limit` records of the list that `everything()` returns, and the slot of the
    /// record after them (nil at the end of the list). Returns nil if there is no record in the
    /// slot `start`. O(limit).
    ///
    /// - Parameters:
    ///   - start: The slot of the first record. Nil for the start of the list.
    ///   - limit: The maximum number of records.
    public func records(
        from start: Int?, limit: Int
    ) -> (records: [Handle], next: UInt32?)? {
        var slot = firstSlot(from: 0)
        if let start {
            guard (1..<max(slotCount, 1)).contains(start), state.records.nodes[start].role != .free
            else {
                return nil
            }
            slot = UInt32(start)
        }
        var records: [Handle] = []
        while slot != 0 {
            let record = handle(at: slot)
            if records.count == limit { return (records, slot) }
            records.append(record)
            slot = self.slot(after: record)
        }
        return (records, nil)
    }

    private func slot(after record: Handle) -> UInt32 {
        let next = self[record].next
        if next != 0 { return next }
        let index = Self.roles.firstIndex(of: self[record].role) ?? Self.roles.count
        return firstSlot(from: index + 1)
    }

    /// Returns the slot of the first record in the lists of the roles `roles[index...]`. The lists
    /// are searched in the order of `roles`, so with 0 the result is the slot of the first record
    /// of `everything()`. Returns 0 if all these lists are empty.
    private func firstSlot(from index: Int) -> UInt32 {
        Self.roles.dropFirst(index).lazy
            .map { firstSlot(of: $0) }.first { $0 != 0 } ?? 0
    }
}
