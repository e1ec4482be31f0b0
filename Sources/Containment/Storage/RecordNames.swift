internal import PagerModel

/// The names of the records of a scene. No two records have the same name.
struct RecordNames: Sendable {
    /// Maps the name of a record to the record's slot.
    private var slots: [TextKey: UInt32] = [:]
    private var nextNumber = 1

    var count: Int { slots.count }

    @inline(__always)
    subscript(name: String) -> UInt32? { slots[TextKey(name)] }

    mutating func reserve(_ count: Int) { slots.reserveCapacity(count) }

    /// Adds a name. Returns false if a record already had the name; the slot is then replaced.
    @discardableResult
    mutating func add(_ name: String, of slot: UInt32) -> Bool {
        slots.updateValue(slot, forKey: TextKey(name)) == nil
    }

    mutating func remove(_ name: String) { slots[TextKey(name)] = nil }

    /// Returns the next automatic name that is free.
    mutating func next(_ prefix: String) -> String {
        while true {
            let name = "\(prefix)\(nextNumber)"
            nextNumber += 1
            if self[name] == nil { return name }
        }
    }

    /// Archives the counter of automatic names. The names themselves are in the records.
    mutating func visit(_ archive: inout Archive) { archive.visit(counter: &nextNumber) }
}
