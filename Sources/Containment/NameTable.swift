internal import PagerModel

/// Which record has a name: four bytes for each, for the name itself stands in its record.
///
/// Open addressing, at most three quarters taken. Each process seeds the hash anew, so that a client
/// cannot choose names that all collide. No order of records follows from it.
struct NameTable: Sendable {
    /// A slot of the scene, 0 where the place is free: no record has slot 0.
    private var places = [UInt32](repeating: 0, count: 64)
    private(set) var count = 0

    /// Makes room for so many names at once.
    mutating func reserve(_ names: Int, _ nodes: UnsafePointer<Node>) {
        var capacity = places.count
        while names * 4 > capacity * 3 { capacity *= 2 }
        if capacity == places.count { return }
        let old = places
        places = [UInt32](repeating: 0, count: capacity)
        for slot in old where slot != 0 {
            places[place(of: nodes[Int(slot)].name, nodes)] = slot
        }
    }

    /// The record of a name, nil if no record has it. O(1).
    func find(_ name: String, _ nodes: UnsafePointer<Node>) -> Handle? {
        let slot = places[place(of: name, nodes)]
        return slot == 0
            ? nil : Handle(slot: slot, generation: nodes[Int(slot)].generation)
    }

    /// Adds a record's name; false where another has it. Amortised O(1).
    @discardableResult
    mutating func insert(_ slot: UInt32, _ nodes: UnsafePointer<Node>) -> Bool {
        reserve(count + 1, nodes)
        let place = place(of: nodes[Int(slot)].name, nodes)
        guard places[place] == 0 else { return false }
        places[place] = slot
        count += 1
        return true
    }

    /// Takes a record's name out, and moves up those that stand behind it for want of a better
    /// place.
    mutating func remove(_ slot: UInt32, _ nodes: UnsafePointer<Node>) {
        let mask = places.count - 1
        var hole = place(of: nodes[Int(slot)].name, nodes)
        guard places[hole] == slot else { return }
        var next = (hole + 1) & mask
        while places[next] != 0 {
            let home = home(nodes[Int(places[next])].name)
            if (next &- home) & mask >= (next &- hole) & mask {
                places[hole] = places[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        places[hole] = 0
        count -= 1
    }

    /// Where a name is, or could be put.
    private func place(of name: String, _ nodes: UnsafePointer<Node>) -> Int {
        var place = home(name)
        while places[place] != 0, nodes[Int(places[place])].name != name {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private func home(_ name: String) -> Int {
        var name = name
        var hasher = Hasher()
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize() & (places.count - 1)
    }
}
