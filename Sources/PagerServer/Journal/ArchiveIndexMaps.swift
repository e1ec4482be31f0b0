internal import Containment
internal import PagerModel

/// A mapping from the indexes of event categories in an archive (the saved state of a daemon) to
/// the indexes of the same categories in this daemon. This daemon may have different controller
/// kinds, and therefore different categories.
struct CategoryIndexes {
    /// The indexes of the event categories in this daemon, by their indexes in the archive. Nil for
    /// the category of a kind that this daemon does not have.
    private var indexes: [Int?]

    init(_ events: DeclaredEvents, _ archive: inout Archive) {
        let present = Self.names(events)
        var names = archive.isReading ? Self.names(.builtIn) : present
        if archive.holds("namesOfCategories") { names.visit(&archive) }
        indexes = names.map { name in
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
            archived.count == indexes.count,
            "it has \(archived.count) event categories instead of \(indexes.count)")
        for (seq, index) in zip(archived, indexes) {
            if let index { latest[index] = seq }
        }
    }

    func present(_ chains: [LastSequenceTable.Chain: Int]) -> [LastSequenceTable.Chain: Int] {
        var present: [LastSequenceTable.Chain: Int] = [:]
        for (chain, seq) in chains where indexes.indices.contains(Int(chain.category)) {
            guard let index = indexes[Int(chain.category)] else { continue }
            present[LastSequenceTable.Chain(subject: chain.subject, category: UInt8(index))] = seq
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
struct KindIndexes {
    private var indexes: [Int?]

    init(_ scene: Scene, _ archive: inout Archive) {
        var names = archive.isReading ? [] : scene.kindNames
        names.visit(&archive)
        indexes = names.map { scene.kind(named: $0) }
    }

    func visit(_ kind: inout Int, _ archive: inout Archive) {
        kind.visit(&archive)
        guard archive.isReading else { return }
        let index = indexes.indices.contains(kind) ? indexes[kind] : nil
        archive.require(index != nil, "it refers to the unknown kind number \(kind)")
        kind = index ?? 0
    }
}
