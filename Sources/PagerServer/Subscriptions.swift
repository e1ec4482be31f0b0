internal import PagerModel

/// The subscriptions of each connection, by its descriptor: one that has too many is not heard.
struct Subscriptions {
    private struct Own {
        var count = 0
        var ofPrefix: [[UInt8]: Int] = [:]
    }

    private var ofConnection: [Int32: Own] = [:]
    private var ofCategory = [Int](repeating: 0, count: EventCategory.allCases.count)
    /// Those of connections that are not known, which are never known to have ended.
    private var lasting: EventCategories = []
    private(set) var count = 0
    private(set) var ignored = 0

    /// The categories of which somebody may hear an event.
    var categories: EventCategories {
        EventCategory.allCases.filter { ofCategory[$0.index] > 0 }
            .reduce(into: lasting) { $0.insert(EventCategories($1)) }
    }

    /// One more; false where it is one too many. One whose connection is not known counts for none.
    mutating func add(_ prefix: [UInt8], by descriptor: Int32?) -> Bool {
        guard let descriptor else {
            lasting.formUnion(EventCategories(ofTopicsWith: prefix))
            return true
        }
        guard ofConnection[descriptor, default: Own()].count < Limits.subscriptions else {
            ignored += 1
            return false
        }
        ofConnection[descriptor, default: Own()].count += 1
        ofConnection[descriptor, default: Own()].ofPrefix[prefix, default: 0] += 1
        change(1, prefix)
        return true
    }

    /// One less of those that this connection has.
    mutating func remove(_ prefix: [UInt8], by descriptor: Int32?) {
        guard let descriptor, let number = ofConnection[descriptor]?.ofPrefix[prefix] else {
            return
        }
        ofConnection[descriptor]?.count -= 1
        ofConnection[descriptor]?.ofPrefix[prefix] = number > 1 ? number - 1 : nil
        change(-1, prefix)
    }

    /// The connection has ended.
    mutating func forget(_ descriptor: Int32) {
        guard let own = ofConnection.removeValue(forKey: descriptor) else { return }
        for (prefix, number) in own.ofPrefix { change(-number, prefix) }
    }

    private mutating func change(_ number: Int, _ prefix: [UInt8]) {
        count += number
        let categories = EventCategories(ofTopicsWith: prefix)
        for category in EventCategory.allCases
        where categories.contains(EventCategories(category)) {
            ofCategory[category.index] += number
        }
    }
}
