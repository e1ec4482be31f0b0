internal import PagerModel

/// The nesting of controllers, or of views, in the records that a daemon sends.
///
/// Code that writes or compares books visits the records from the outermost ones inwards. This
/// takes linear time, because each record has only one place, is not inside itself, and is at most
/// `Limits.depth` levels deep. A daemon guarantees this, but data from a socket may violate it, so
/// this type checks it.
struct Nesting {
    /// The name of the snapshot member that contains the records, such as `controllers`.
    private let list: String
    /// The word for a record in error messages, such as `controller`.
    private let noun: String
    /// A map from the id of each record to the record's index.
    private let indexes: TextDictionary<Int>
    private var places: TextDictionary<String> = [:]
    private var inner: TextDictionary<[String]> = [:]

    /// Creates a nesting of the records with the given ids. Afterwards, `put(_:in:)` stores which
    /// record is inside which.
    ///
    /// - Throws: `invalidParams` if two records have the same id.
    init(of list: String, called noun: String, ids: [String]) throws(CommandError) {
        self.list = list
        self.noun = noun
        var indexes: TextDictionary<Int> = [:]
        for (index, id) in ids.enumerated() where indexes.updateValue(index, forKey: id) != nil {
            throw Self.refusal("there are two records of the \(noun) \(id)", "\(list)[\(index)]")
        }
        self.indexes = indexes
    }

    /// Stores where a record is, such as in a container. An id without a record is ignored.
    ///
    /// - Parameter place: A description of the place for error messages, such as `in b`.
    /// - Throws: `invalidParams` if the record is already somewhere else, because a record can be
    ///   in only one place.
    mutating func place(_ id: String, _ place: String) throws(CommandError) {
        guard let index = indexes[id] else { return }
        guard let other = places.updateValue(place, forKey: id) else { return }
        throw Self.refusal(
            "the \(noun) \(id) has two places, \(other) and \(place)", "\(list)[\(index)]")
    }

    /// Stores that the record `id` is inside the record `outer`, or presented by `outer`. Does
    /// nothing if one of the ids has no record.
    mutating func put(_ id: String, in outer: String) {
        guard indexes[id] != nil, indexes[outer] != nil else { return }
        inner[outer, default: []].append(id)
    }

    /// Checks that no record is inside itself or nested too deeply, based on the relations that
    /// `put(_:in:)` has stored.
    ///
    /// - Parameter relation: The words for a cycle in error messages, such as `contains itself`.
    /// - Throws: `invalidParams` for a record inside itself or more than `Limits.depth` levels
    ///   deep.
    /// - Complexity: O(number of records and relations).
    func check(_ relation: String) throws(CommandError) {
        var waiting: TextDictionary<Int> = [:]
        for id in inner.values.joined() { waiting[id, default: 0] += 1 }
        // The records are visited level by level, after all records that they are in, so a record
        // in a cycle is never visited.
        var level = indexes.keys.filter { waiting[$0] == nil }
        var depth = 0
        while !level.isEmpty {
            depth += 1
            guard depth <= Limits.depth else {
                let id = level.min { index(of: $0) < index(of: $1) } ?? ""
                throw Self.refusal(
                    "the \(noun) \(id) is more than \(Limits.depth) levels deep",
                    "\(list)[\(index(of: id))]")
            }
            var next: [String] = []
            for id in level.flatMap({ inner[$0] ?? [] }) {
                waiting[id, default: 0] -= 1
                if waiting[id] == 0 { next.append(id) }
            }
            level = next
        }
        if let cycle = cycle(among: TextSet(waiting.filter { $0.value > 0 }.map(\.key))) {
            throw refusal(of: cycle, relation)
        }
    }

    /// Returns the ids of the records in one cycle, in which each record is inside the previous
    /// one. The first id is that of the record that comes first in the snapshot. Returns nil if
    /// `ids` is empty.
    ///
    /// - Parameter ids: The records that are part of a cycle, and the records inside those.
    private func cycle(among ids: TextSet) -> [String]? {
        let ordered = ids.sorted { self.index(of: $0) < self.index(of: $1) }
        guard var id = ordered.first else { return nil }
        var outer: TextDictionary<String> = [:]
        for id in ordered { for member in inner[id] ?? [] { outer[member] = id } }
        // Each of these records is inside another of them, so the path outwards reaches a cycle.
        var passed: TextSet = []
        while passed.insert(id), let next = outer[id] { id = next }
        var cycle = [id]
        var last = id
        while let next = outer[last], next != id {
            cycle.append(next)
            last = next
        }
        cycle.reverse()
        let first = cycle.indices.min { index(of: cycle[$0]) < index(of: cycle[$1]) } ?? 0
        return Array(cycle[first...] + cycle[..<first])
    }

    private func index(of id: String) -> Int { indexes[id] ?? 0 }

    private func refusal(of cycle: [String], _ relation: String) -> CommandError {
        let others = cycle.dropFirst()
        var text = "the \(noun) \(cycle[0]) \(relation)"
        if !others.isEmpty { text += ", through " + others.prefix(3).joined(separator: ", ") }
        if others.count > 3 { text += " and \(others.count - 3) more" }
        return Self.refusal(text, "\(list)[\(index(of: cycle[0]))]")
    }

    private static func refusal(_ text: String, _ path: String) -> CommandError {
        CommandError(.invalidParams, "\(text); the daemon is broken, or is not pagerd", path: path)
    }
}
