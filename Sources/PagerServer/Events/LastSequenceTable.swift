internal import PagerModel

/// A table that contains, for each event category and each subject (such as a controller), the
/// sequence number (`seq`) of the last event.
///
/// The recorder reads and changes the table once for each event. Therefore it is a specialised hash
/// table with open addressing: 16 bytes per slot, and one hash of all fields.
struct LastSequenceTable: Sendable {
    fileprivate struct Entry: BitwiseCopyable, Sendable {
        var subject: Handle
        /// The sequence number (`seq`) of the event, shifted left by 8 bits, and the category in
        /// the lowest 8 bits. 0 for a free slot.
        var content: UInt64

        var category: Int { Int(content & Entry.categories) }
        var seq: Int { Int(content >> Entry.bits) }
        var isFree: Bool { content == 0 }

        private static let bits = UInt64(8)
        private static let categories = UInt64(0xFF)

        init() {
            subject = .none
            content = 0
        }

        init(_ subject: Handle, _ category: Int, _ seq: Int) {
            self.subject = subject
            content = UInt64(seq) << Entry.bits | UInt64(category)
        }
    }

    /// The slots of the hash table. Their number is a power of two, and at most three quarters are
    /// used.
    private var entries = [Entry](repeating: Entry(), count: 64)
    private(set) var count = 0

    init() {}

    /// Reserves memory for `chains` new entries. Amortised O(1).
    mutating func reserve(_ chains: Int) {
        var capacity = entries.count
        while (count + chains) * 4 > capacity * 3 { capacity *= 2 }
        if capacity == entries.count { return }
        let old = entries
        entries = Array(repeating: Entry(), count: capacity)
        for entry in old where !entry.isFree {
            entries[find(entry.subject, entry.category)] = entry
        }
    }

    /// Gives events the numbers after `seq`. Returns each event with the numbers of the events
    /// before it. O(events).
    ///
    /// - Parameters:
    ///   - latest: The number of the last event of each category.
    ///   - categories: Gets the categories of the events.
    mutating func number(
        _ events: [EventRecord], after seq: Int, _ latest: inout [Int],
        _ categories: inout EventCategories
    ) -> [Transaction.Event] {
        reserve(events.count)
        var numbered: [Transaction.Event] = []
        numbered.reserveCapacity(events.count)
        var (seq, found, added) = (seq, categories.rawValue, 0)
        // A span checks only once whether its array is shared.
        var entries = entries.mutableSpan
        var latest = latest.mutableSpan
        for record in events {
            seq += 1
            let category = Int(record.number.categoryIndex)
            found |= 1 &<< UInt64(category)
            let index = Self.find(record.subject, category, in: entries.span)
            let previous = entries[index].seq
            if previous == 0 { added += 1 }
            entries[index] = Entry(record.subject, category, seq)
            numbered.append(
                Transaction.Event(
                    record: record, previousInCategory: latest[category],
                    previousOfSubject: previous))
            latest[category] = seq
        }
        count += added
        categories = EventCategories(rawValue: found)
        return numbered
    }

    /// Records the `seq` of the newest event about a subject (such as a controller) in a category.
    /// Call `reserve` first.
    ///
    /// - Parameter seq: The sequence number of the event, which must be greater than 0.
    /// - Returns: The `seq` that the table contained before, or 0 if there was none.
    mutating func replace(_ seq: Int, of subject: Handle, _ category: Int) -> Int {
        let index = find(subject, category)
        let previous = entries[index].seq
        if previous == 0 { count += 1 }
        entries[index] = Entry(subject, category, seq)
        return previous
    }

    /// Removes the entries of a subject, such as a controller, in all categories.
    mutating func forget(_ subject: Handle, categories: Int) {
        for category in 0..<categories {
            let index = find(subject, category)
            if !entries[index].isFree { free(index) }
        }
    }

    /// Returns the index of the slot that contains an entry. If there is no such slot, returns the
    /// index of the free slot in which the entry can be stored.
    private func find(_ subject: Handle, _ category: Int) -> Int {
        Self.find(subject, category, in: entries.span)
    }

    @inline(__always)
    private static func find(
        _ subject: Handle, _ category: Int, in entries: Span<Entry>
    ) -> Int {
        let mask = entries.count &- 1
        var index = home(subject, category) & mask
        while true {
            let entry = entries[index]
            if entry.isFree || (entry.subject == subject && entry.category == category) {
                return index
            }
            index = (index &+ 1) & mask
        }
    }

    @inline(__always)
    private static func home(_ subject: Handle, _ category: Int) -> Int {
        var hash = UInt64(subject.slot) << 32 | UInt64(subject.generation)
        hash = (hash ^ UInt64(category) << 27) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> 32)
    }

    /// Removes the entry in the slot `index`. Moves later entries into the slots that become free,
    /// if necessary, so that `find` still finds these entries.
    private mutating func free(_ index: Int) {
        let mask = entries.count &- 1
        var hole = index
        var next = (hole + 1) & mask
        while !entries[next].isFree {
            let home = Self.home(entries[next].subject, entries[next].category) & mask
            if (next &- home) & mask >= (next &- hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        entries[hole] = Entry()
        count -= 1
    }
}

extension LastSequenceTable {
    /// The key of a table entry in an archive: a subject, such as a controller, and an event
    /// category.
    struct Chain: Hashable {
        let subject: Handle
        let category: UInt8
    }

    init(_ chains: [Chain: Int]) {
        reserve(chains.count)
        for (chain, seq) in chains {
            _ = replace(seq, of: chain.subject, Int(chain.category))
        }
    }

    /// All entries of the table: the sequence number (`seq`) of the last event for each subject and
    /// category.
    var chains: [Chain: Int] {
        var chains: [Chain: Int] = [:]
        chains.reserveCapacity(count)
        for entry in entries where !entry.isFree {
            chains[Chain(subject: entry.subject, category: UInt8(entry.category))] = entry.seq
        }
        return chains
    }
}
