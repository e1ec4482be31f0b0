internal import Containment
internal import PagerModel

/// A mapping from the indexes of event categories in an archive (the saved state of a daemon) to
/// the indexes of the same categories in this daemon. This daemon may have different controller
/// kinds, and therefore different categories.
struct CategoryPlaces {
    /// The indexes of the event categories in this daemon, by their indexes in the archive. Nil for
    /// the category of a kind that this daemon does not have.
    private var places: [Int?]

    init(_ events: DeclaredEvents, _ archive: inout Archive) {
        let present = Self.names(events)
        var names = archive.isReading ? Self.names(.builtIn) : present
        if archive.holds("namesOfCategories") { names.visit(&archive) }
        places = names.map { name in
            name.isEmpty ? nil : present.firstIndex { $0 == name }
        }
    }

    /// Returns the category names by index. The name at an unused index is empty.
    private static func names(_ events: DeclaredEvents) -> [String] {
        var names = Array(repeating: "", count: events.indexCount)
        for category in events.allCategories {
            names[category.index] = events.name(of: category).description
        }
        return names
    }

    func visit(_ latest: inout [Int], _ archive: inout Archive) {
        var archived = latest
        archived.visit(&archive)
        guard archive.isReading else { return }
        archive.require(
            archived.count == places.count,
            "it has \(archived.count) event categories instead of \(places.count)")
        for (seq, place) in zip(archived, places) {
            if let place { latest[place] = seq }
        }
    }

    func present(_ chains: [LastSequenceTable.Chain: Int]) -> [LastSequenceTable.Chain: Int] {
        var present: [LastSequenceTable.Chain: Int] = [:]
        for (chain, seq) in chains where places.indices.contains(Int(chain.category)) {
            guard let place = places[Int(chain.category)] else { continue }
            present[LastSequenceTable.Chain(subject: chain.subject, category: UInt8(place))] = seq
        }
        return present
    }
}

extension LastSequenceTable.Chain: Archived {
    init() { self.init(subject: .none, category: 0) }

    mutating func visit(_ archive: inout Archive) {
        var (subject, category) = (subject, category)
        subject.visit(&archive)
        category.visit(&archive)
        self = LastSequenceTable.Chain(subject: subject, category: category)
    }

    static func isInOrder(_ left: Self, _ right: Self) -> Bool {
        (left.subject.slot, left.subject.generation, left.category)
            < (right.subject.slot, right.subject.generation, right.category)
    }
}

/// A mapping from the numbers of controller kinds in an archive (the saved state of a daemon) to
/// the numbers of the same kinds in this daemon.
struct KindPlaces {
    private var places: [Int?]

    init(_ scene: Scene, _ archive: inout Archive) {
        var names = archive.isReading ? [] : scene.kindNames
        names.visit(&archive)
        places = names.map { scene.kind(named: $0) }
    }

    func visit(_ kind: inout Int, _ archive: inout Archive) {
        kind.visit(&archive)
        guard archive.isReading else { return }
        let place = places.indices.contains(kind) ? places[kind] : nil
        archive.require(place != nil, "it refers to the unknown kind number \(kind)")
        kind = place ?? 0
    }
}
