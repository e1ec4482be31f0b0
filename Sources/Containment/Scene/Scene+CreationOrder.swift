public import PagerModel

/// A linked list of all records of one role (window, controller or view), in the order of their
/// creation. The links are in the records.
struct CreationOrder: Sendable, BitwiseCopyable {
    /// The slot of the first record, or 0 if there are none.
    var first: UInt32 = 0
    /// The slot of the last record, or 0 if there are none.
    var last: UInt32 = 0
    var count = 0
}

extension Scene {
    /// Appends a new record to the list of its role (window, controller or view). O(1).
    mutating func append(_ handle: Handle) {
        let role = Int(self[handle].role.rawValue)
        let last = state.orders[role].last
        self[handle].previous = last
        self[handle].next = 0
        if last == 0 {
            state.orders[role].first = handle.slot
        } else {
            nodes[Int(last)].next = handle.slot
        }
        state.orders[role].last = handle.slot
        state.orders[role].count += 1
    }

    /// Removes a destroyed record from the list of its role (window, controller or view). O(1).
    mutating func unlink(_ handle: Handle) {
        let role = Int(self[handle].role.rawValue)
        let (previous, next) = (self[handle].previous, self[handle].next)
        if previous == 0 {
            state.orders[role].first = next
        } else {
            nodes[Int(previous)].next = next
        }
        if next == 0 {
            state.orders[role].last = previous
        } else {
            nodes[Int(next)].previous = previous
        }
        state.orders[role].count -= 1
    }

    /// Returns all windows, all controllers or all views without a controller, in the order of
    /// their creation. O(number of returned records).
    func list(_ role: Node.Role) -> [Handle] {
        let order = state.orders[Int(role.rawValue)]
        var found: [Handle] = []
        found.reserveCapacity(order.count)
        var slot = order.first
        while slot != 0 {
            found.append(handle(at: slot))
            slot = nodes[Int(slot)].next
        }
        note(visits: found.count)
        return found
    }

    /// Returns all records: windows, controllers, then views without a controller, each in the
    /// order of creation. O(records).
    public func everything() -> [Handle] { Self.roles.flatMap { list($0) } }

    private static let roles: [Node.Role] = [.window, .controller, .view]

    func handle(at slot: UInt32) -> Handle {
        Handle(slot: slot, generation: nodes[Int(slot)].generation)
    }

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
            guard (1..<max(nodes.count, 1)).contains(start), nodes[start].role != .free else {
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
        let place = Self.roles.firstIndex(of: self[record].role) ?? Self.roles.count
        return firstSlot(from: place + 1)
    }

    /// Returns the slot of the first record in the lists of the roles `roles[place...]`. The lists
    /// are searched in the order of `roles`, so with 0 the result is the slot of the first record
    /// of `everything()`. Returns 0 if all these lists are empty.
    private func firstSlot(from place: Int) -> UInt32 {
        Self.roles.dropFirst(place).lazy
            .map { self.state.orders[Int($0.rawValue)].first }.first { $0 != 0 } ?? 0
    }

    /// Creates the linked lists of records, in the order of their creation, after the scene was
    /// read from an archive. O(n), or O(n log n) if slots of destroyed records have been reused.
    mutating func linkAll() {
        state.orders = Array(repeating: CreationOrder(), count: 4)
        var slots = (0..<UInt32(nodes.count)).filter { nodes[Int($0)].role != .free }
        let serials = slots.map { nodes[Int($0)].serial }
        if zip(serials, serials.dropFirst()).contains(where: { $0 > $1 }) {
            slots.sort { nodes[Int($0)].serial < nodes[Int($1)].serial }
        }
        for slot in slots { append(handle(at: slot)) }
    }
}
