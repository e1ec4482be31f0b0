internal import PagerModel

/// The subscriptions of each connection, by its number. A subscription beyond a limit is ignored.
struct Subscriptions {
    private struct Own {
        /// Those that are welcomed, repeated ones included.
        var count = 0
        /// How often each prefix is welcomed: 0 for one that is ignored, which libzmq keeps all the
        /// same.
        var ofPrefix: [[UInt8]: Int] = [:]
        /// Of these prefixes.
        var bytes = 0
        /// Prefixes that are ignored.
        var ignored = 0
        /// Whether the connection is to end because of them: they count no longer.
        var isExcessive = false
    }

    private var ofConnection: [Int: Own] = [:]
    private var tree = PrefixTree()
    /// Prefixes of all connections: one that several have counts for each.
    private var held = 0
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

    /// What bounds the prefixes of all connections.
    var places: Int { tree.places + held }

    /// Adds a subscription. Returns false where it is ignored: it is one too many, or its prefix is
    /// none that is answered. One whose connection is not known counts for none. O(bytes).
    mutating func add(_ prefix: [UInt8], by connection: Int?, isAnswered: Bool = true) -> Bool {
        guard let connection else {
            guard isAnswered else { return false }
            lasting.formUnion(events.categories(ofTopicsWith: prefix))
            accepted += 1
            return true
        }
        if ofConnection[connection]?.isExcessive == true { return false }
        hold(prefix, by: connection)
        guard isAnswered else { return false }
        guard mayWelcome(prefix, by: connection) else {
            ignored += 1
            return false
        }
        if ofConnection[connection]?.ofPrefix[prefix] == 0 {
            ofConnection[connection]?.ignored -= 1
        }
        ofConnection[connection]?.count += 1
        ofConnection[connection]?.ofPrefix[prefix]? += 1
        change(1, prefix)
        accepted += 1
        return true
    }

    private mutating func hold(_ prefix: [UInt8], by connection: Int) {
        guard ofConnection[connection]?.ofPrefix[prefix] == nil else { return }
        ofConnection[connection, default: Own()].ofPrefix[prefix] = 0
        ofConnection[connection]?.bytes += prefix.count
        ofConnection[connection]?.ignored += 1
        tree.add(prefix)
        held += 1
    }

    private func mayWelcome(_ prefix: [UInt8], by connection: Int) -> Bool {
        guard let own = ofConnection[connection], own.count < Limits.subscriptions else {
            return false
        }
        if own.ofPrefix[prefix, default: 0] > 0 { return true }
        return own.bytes <= Limits.subscriptionBytes
            && (places <= Limits.subscriptionPlaces
                || own.bytes <= Limits.sparedSubscriptionBytes)
    }

    /// The connections to be ended because all of them have twice as many prefixes as they may:
    /// those with ignored ones, and where the others still have too many, those with the most bytes.
    /// Empty while there are fewer. O(bytes of all prefixes) where there are any.
    mutating func excess() -> [Int] {
        guard places > 2 * Limits.subscriptionPlaces else { return [] }
        var excess: [Int] = []
        let order = ofConnection.filter { !$0.value.isExcessive }.sorted {
            ($0.value.ignored, $0.value.bytes) > ($1.value.ignored, $1.value.bytes)
        }
        for (connection, own) in order {
            guard own.ignored > 0 || places > Limits.subscriptionPlaces else { break }
            release(own)
            ofConnection[connection]?.isExcessive = true
            excess.append(connection)
        }
        return excess
    }

    /// Takes the prefixes of a connection out of what counts for all.
    private mutating func release(_ own: Own) {
        for prefix in own.ofPrefix.keys { tree.remove(prefix) }
        held -= own.ofPrefix.count
    }

    /// Removes a subscription that this connection has. O(bytes).
    mutating func remove(_ prefix: [UInt8], by connection: Int?) {
        guard let connection, ofConnection[connection]?.isExcessive == false,
            let number = ofConnection[connection]?.ofPrefix[prefix]
        else { return }
        if number > 0 {
            ofConnection[connection]?.count -= 1
            ofConnection[connection]?.ofPrefix[prefix] = number - 1
            change(-1, prefix)
        } else {
            ofConnection[connection]?.ignored -= 1
        }
        if number > 1 { return }
        ofConnection[connection]?.ofPrefix[prefix] = nil
        ofConnection[connection]?.bytes -= prefix.count
        tree.remove(prefix)
        held -= 1
    }

    /// Removes all that a connection had, which has ended. O(bytes of its prefixes).
    mutating func forget(_ connection: Int) {
        guard let own = ofConnection.removeValue(forKey: connection) else { return }
        for (prefix, number) in own.ofPrefix { change(-number, prefix) }
        if !own.isExcessive { release(own) }
    }

    private mutating func change(_ number: Int, _ prefix: [UInt8]) {
        if number == 0 { return }
        count += number
        let categories = events.categories(ofTopicsWith: prefix)
        for category in events.allCategories
        where categories.contains(EventCategories(category)) {
            ofCategory[category.index] += number
        }
    }
}
