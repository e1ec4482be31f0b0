internal import PagerModel

/// The subscriptions of each connection, by the connection's number. Subscriptions that exceed a
/// limit are ignored.
struct Subscriptions {
    private struct Own {
        /// The number of accepted subscriptions of the connection, including repeated ones.
        var count = 0
        /// A map from each prefix to the number of accepted subscriptions of the connection to this
        /// prefix. The number is 0 if the daemon ignores the prefix although libzmq stores it.
        var ofPrefix: [[UInt8]: Int] = [:]
        /// The total size of the connection's prefixes in bytes.
        var bytes = 0
        /// The number of the connection's prefixes that the daemon ignores.
        var ignored = 0
        /// Whether the connection is being closed because it has too many prefixes. If so, its
        /// prefixes no longer count towards the limits.
        var isExcessive = false
    }

    private var ofConnection: [Int: Own] = [:]
    private var tree = PrefixTree()
    /// The number of prefixes of all connections. A prefix of several connections is counted once
    /// for each connection.
    private var held = 0
    private let events: DeclaredEvents
    /// The number of subscriptions to each category, by category index.
    private var ofCategory: [Int]
    /// The categories to which connections without a number (over inproc) have subscribed. The
    /// daemon cannot detect the end of such a connection, so these categories are never removed.
    private var lasting: EventCategories = []
    private(set) var count = 0
    /// The number of subscriptions accepted since the daemon started.
    private(set) var accepted = 0
    private(set) var ignored = 0

    init(_ events: DeclaredEvents) {
        self.events = events
        ofCategory = Array(repeating: 0, count: events.indexCount)
    }

    /// The categories with at least one subscriber.
    var categories: EventCategories {
        events.allCategories.filter { ofCategory[$0.index] > 0 }
            .reduce(into: lasting) { $0.insert(EventCategories($1)) }
    }

    /// The number of steps that libzmq needs to visit the prefixes of all connections: one for each
    /// table entry that it reads in its prefix tree, and one for each prefix of each connection.
    /// If the number exceeds `Limits.subscriptionPlaces`, the daemon ignores new prefixes of
    /// connections whose prefixes have more than `Limits.sparedSubscriptionBytes` bytes.
    var places: Int { tree.places + held }

    /// Adds a subscription. Returns false if the subscription is ignored because of a limit or an
    /// invalid prefix. A subscription without a connection number does not count towards limits.
    /// O(bytes).
    ///
    /// - Parameter isAnswered: False if the prefix is too long or has characters that no topic has.
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

    /// Returns the connections to close, and subtracts their prefixes from the totals. The result
    /// is empty unless `places` exceeds twice `Limits.subscriptionPlaces`. The connection with the
    /// most ignored prefixes comes first; of two connections with equally many, the one with more
    /// bytes of prefixes comes first. O(size of all prefixes) if the result is not empty.
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

    /// Subtracts the prefixes of a connection from the totals over all connections.
    private mutating func release(_ own: Own) {
        for prefix in own.ofPrefix.keys { tree.remove(prefix) }
        held -= own.ofPrefix.count
    }

    /// Removes a subscription of a connection. O(bytes).
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

    /// Removes all subscriptions of a connection that has ended. O(size of its prefixes).
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
