internal import Containment
internal import DequeModule
internal import PagerModel

/// The subscriptions of each connection, by the connection's number. Subscriptions that exceed a
/// limit are ignored.
struct Subscriptions {
    private struct Own {
        /// Whether each prefix of the connection is accepted. libzmq also stores the others.
        ///
        /// A repeated subscription is answered again and otherwise changes nothing: libzmq ends it
        /// with the first unsubscription.
        var isAccepted: [[UInt8]: Bool] = [:]
        /// The number of accepted prefixes.
        var count = 0
        /// The total size of the connection's prefixes in bytes.
        var bytes = 0
        /// Whether the connection is being closed because it has too many prefixes. If so, its
        /// prefixes no longer count towards the limits.
        var isExcessive = false

        var ignored: Int { isAccepted.count - count }
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

    /// The `places` beyond which only connections with few bytes may subscribe.
    private let mostPlaces: Int

    init(_ events: DeclaredEvents, mostPlaces: Int = Limits.subscriptionPlaces) {
        self.events = events
        self.mostPlaces = mostPlaces
        ofCategory = Array(repeating: 0, count: events.indexCount)
    }

    /// The categories with at least one subscriber.
    var categories: EventCategories {
        events.allCategories.filter { ofCategory[$0.index] > 0 }
            .reduce(into: lasting) { $0.insert(EventCategories($1)) }
    }

    /// The number of steps that libzmq needs to visit the prefixes of all connections: one for each
    /// table entry that it reads in its prefix tree, and one for each prefix of each connection.
    /// If the number exceeds `mostPlaces`, new prefixes of connections whose prefixes have more than
    /// `Limits.sparedSubscriptionBytes` bytes are ignored.
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
        if ofConnection[connection]?.isAccepted.updateValue(true, forKey: prefix) == false {
            ofConnection[connection]?.count += 1
            change(1, prefix)
        }
        accepted += 1
        return true
    }

    private mutating func hold(_ prefix: [UInt8], by connection: Int) {
        guard ofConnection[connection]?.isAccepted[prefix] == nil else { return }
        ofConnection[connection, default: Own()].isAccepted[prefix] = false
        ofConnection[connection]?.bytes += prefix.count
        tree.add(prefix)
        held += 1
    }

    private func mayWelcome(_ prefix: [UInt8], by connection: Int) -> Bool {
        guard let own = ofConnection[connection] else { return false }
        if own.isAccepted[prefix] == true { return true }
        return own.count < Limits.subscriptions && own.bytes <= Limits.subscriptionBytes
            && (places <= mostPlaces || own.bytes <= Limits.sparedSubscriptionBytes)
    }

    /// Returns the connections to close, and subtracts their prefixes from the totals. The result
    /// is empty unless `places` exceeds twice `mostPlaces`. The connection with the
    /// most ignored prefixes comes first; of two connections with equally many, the one with more
    /// bytes of prefixes comes first. O(size of all prefixes) if the result is not empty.
    mutating func excess() -> [Int] {
        guard places > 2 * mostPlaces else { return [] }
        var excess: [Int] = []
        let order = ofConnection.filter { !$0.value.isExcessive }.sorted {
            ($0.value.ignored, $0.value.bytes) > ($1.value.ignored, $1.value.bytes)
        }
        for (connection, own) in order {
            guard own.ignored > 0 || places > mostPlaces else { break }
            release(own)
            ofConnection[connection]?.isExcessive = true
            excess.append(connection)
        }
        return excess
    }

    /// Subtracts the prefixes of a connection from the totals over all connections.
    private mutating func release(_ own: Own) {
        for prefix in own.isAccepted.keys { tree.remove(prefix) }
        held -= own.isAccepted.count
    }

    /// Removes a subscription of a connection. O(bytes).
    mutating func remove(_ prefix: [UInt8], by connection: Int?) {
        guard let connection, ofConnection[connection]?.isExcessive == false,
            let isAccepted = ofConnection[connection]?.isAccepted.removeValue(forKey: prefix)
        else { return }
        if isAccepted {
            ofConnection[connection]?.count -= 1
            change(-1, prefix)
        }
        ofConnection[connection]?.bytes -= prefix.count
        tree.remove(prefix)
        held -= 1
    }

    /// Removes all subscriptions of a connection that has ended. O(size of its prefixes).
    mutating func forget(_ connection: Int) {
        guard let own = ofConnection.removeValue(forKey: connection) else { return }
        for (prefix, isAccepted) in own.isAccepted where isAccepted { change(-1, prefix) }
        if !own.isExcessive { release(own) }
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

/// The names of event subjects that are not in the scene (the state of the engine): plugins, and
/// destroyed controllers, views and windows.
///
/// The name of a destroyed subject is needed as long as one of its events can be replayed.
struct SubjectNames: Sendable {
    struct Ended: Sendable {
        var seq: Int
        var subject: Handle
    }

    var names: [Handle: String] = [:]
    /// The destroyed subjects, each with the sequence number (`seq`) of its last event, oldest
    /// first.
    var ended: Deque<Ended> = []
    /// The handle that represents each plugin in events, by plugin name. The handle has the slot
    /// number 0, which no controller, view or window has.
    var plugins: [String: Handle] = [:]
    var nextPlugin: UInt32 = 1

    /// Returns the handle that represents a plugin in its events.
    mutating func handle(ofPlugin name: String) -> Handle {
        if let handle = plugins[name] { return handle }
        let handle = Handle(slot: 0, generation: nextPlugin)
        nextPlugin += 1
        plugins[name] = handle
        names[handle] = name
        return handle
    }

    mutating func end(_ subject: Handle, named name: String, at seq: Int) {
        names[subject] = name
        if plugins[name] == subject { plugins[name] = nil }
        ended.append(Ended(seq: seq, subject: subject))
    }

    /// Removes the names of subjects that were destroyed before the oldest stored event.
    mutating func forget(before oldest: Int) {
        while let first = ended.first, first.seq < oldest {
            names[first.subject] = nil
            ended.removeFirst()
        }
    }
}

/// A lookup of names for the encoding of stored events. It contains the names of all subjects of
/// these events, such as controllers.
struct SubjectNameLookup: EventContext {
    let scene: Scene
    let others: SubjectNames

    func name(of handle: Handle) -> String { others.names[handle] ?? scene.name(of: handle) }

    func style(at index: Int) -> TransitionStyle { scene.style(at: index) }
}
