internal import PagerModel

/// The subscriptions of each connection, by its number. A subscription beyond the limit is ignored.
struct Subscriptions {
    private struct Own {
        var count = 0
        var ofPrefix: [[UInt8]: Int] = [:]
    }

    private var ofConnection: [Int: Own] = [:]
    private let events: DeclaredEvents
    /// By the index of the category.
    private var ofCategory: [Int]
    /// Those of connections that are not known, which are never known to have ended.
    private var lasting: EventCategories = []
    private(set) var count = 0
    /// Since the start.
    private(set) var accepted = 0
    private(set) var ignored = 0

    init(_ events: DeclaredEvents) {
        self.events = events
        ofCategory = Array(repeating: 0, count: events.indexCount)
    }

    /// The categories of which somebody may hear an event.
    var categories: EventCategories {
        events.allCategories.filter { ofCategory[$0.index] > 0 }
            .reduce(into: lasting) { $0.insert(EventCategories($1)) }
    }

    /// One more; false where it is one too many. One whose connection is not known counts for none.
    mutating func add(_ prefix: [UInt8], by connection: Int?) -> Bool {
        guard let connection else {
            lasting.formUnion(events.categories(ofTopicsWith: prefix))
            accepted += 1
            return true
        }
        guard ofConnection[connection, default: Own()].count < Limits.subscriptions else {
            ignored += 1
            return false
        }
        ofConnection[connection, default: Own()].count += 1
        ofConnection[connection, default: Own()].ofPrefix[prefix, default: 0] += 1
        change(1, prefix)
        accepted += 1
        return true
    }

    /// One less of those that this connection has.
    mutating func remove(_ prefix: [UInt8], by connection: Int?) {
        guard let connection, let number = ofConnection[connection]?.ofPrefix[prefix] else {
            return
        }
        ofConnection[connection]?.count -= 1
        ofConnection[connection]?.ofPrefix[prefix] = number > 1 ? number - 1 : nil
        change(-1, prefix)
    }

    /// The connection has ended.
    mutating func forget(_ connection: Int) {
        guard let own = ofConnection.removeValue(forKey: connection) else { return }
        for (prefix, number) in own.ofPrefix { change(-number, prefix) }
    }

    private mutating func change(_ number: Int, _ prefix: [UInt8]) {
        count += number
        let categories = events.categories(ofTopicsWith: prefix)
        for category in events.allCategories
        where categories.contains(EventCategories(category)) {
            ofCategory[category.index] += number
        }
    }
}
