import PagerModel
import RandomCommands
import Testing

@testable import PagerServer

/// Tests of the categories that have subscribers.
@Suite struct SubscriptionsTests {
    private var subscriptions = Subscriptions(.builtIn)

    private mutating func add(_ prefix: String, by descriptor: Int? = 5) -> Bool {
        subscriptions.add(Array(prefix.utf8), by: descriptor)
    }

    private mutating func remove(_ prefix: String, by descriptor: Int? = 5) {
        subscriptions.remove(Array(prefix.utf8), by: descriptor)
    }

    private static let everything = DeclaredEvents.builtIn.allCategories.reduce(
        into: EventCategories()
    ) { $0.insert(EventCategories($1)) }

    private static let prefixes: [(String, EventCategories)] = [
        ("", everything), ("pager.", .named("pager")),
        ("pager.book.didSettle", .named("pager")),
        ("pag", .named("pager", "page")),
        ("page", .named("pager", "page")),
        ("page.", .named("page")), ("pager", .named("pager")), ("x", []),
        ("pages.", []),
    ]

    @Test(arguments: prefixes)
    func `A prefix counts for the categories whose topics can begin with it`(
        prefix: String, categories: EventCategories
    ) {
        #expect(DeclaredEvents.builtIn.categories(ofTopicsWith: Array(prefix.utf8)) == categories)
    }

    @Test mutating func `After the last unsubscription, there are no subscribers`() {
        #expect(add("pager.") && add("pager.", by: 6) && add("view.", by: 6))
        remove("pager.")
        #expect(subscriptions.categories == EventCategories.named("pager", "view"))
        remove("pager.", by: 6)
        #expect(subscriptions.categories == EventCategories(.view))
        #expect(subscriptions.count == 1)
    }

    @Test mutating func `A connection cannot cancel a subscription of another`() {
        #expect(add("pager."))
        remove("pager.", by: 6)
        remove("pager.", by: nil)
        remove("view.")
        #expect(subscriptions.categories == EventCategories.named("pager"))
        #expect(subscriptions.count == 1)
    }

    @Test mutating func `The subscriptions of a connection end with it`() {
        #expect(add("") && add("") && add("pager.") && add("split.", by: 6))
        subscriptions.forget(5)
        #expect(subscriptions.categories == EventCategories.named("split"))
        #expect(subscriptions.count == 1)
        subscriptions.forget(5)
        #expect(subscriptions.count == 1)
    }

    @Test mutating func `A subscription without a known connection stays for ever`() {
        #expect(add("pager.", by: nil))
        subscriptions.forget(5)
        #expect(subscriptions.categories == EventCategories.named("pager"))
        #expect(subscriptions.count == 0)
    }

    @Test mutating func `A subscription over the limit is not added`() {
        for number in 0..<Limits.subscriptions { #expect(add("pager.\(number)")) }
        #expect(!add("view."))
        #expect(subscriptions.categories == EventCategories.named("pager"))
        #expect(subscriptions.ignored == 1)
        remove("pager.7")
        #expect(add("view."))
    }

    @Test
    mutating func `A repeated subscription is accepted, and ends with the first unsubscription`() {
        for _ in 0...Limits.subscriptions { #expect(add("pager.")) }
        #expect(subscriptions.count == 1)
        remove("pager.")
        #expect(subscriptions.count == 0)
        #expect(subscriptions.categories == [])
        #expect(subscriptions.places == 0)
    }

    @Test
    mutating func `A connection has a limit in bytes, even if its prefixes share a beginning`() {
        let common = String(repeating: "x", count: 150)
        let most = Limits.subscriptionBytes / (common.utf8.count + 4)
        for number in 0..<most { #expect(add(common + "\(1_000 + number)")) }
        #expect(!add(common + "more"))
        #expect(subscriptions.ignored == 1)
        // A repeated subscription takes no more bytes.
        #expect(add(common + "1000"))
        remove(common + "1001")
        #expect(!add(common + "more."), "what is ignored is kept by libzmq and counts")
        remove(common + "more")
        remove(common + "more.")
        #expect(add(common + "more"))
    }

    /// Returns a prefix of `count` bytes that shares its beginning with no other.
    private func prefix(_ number: Int, count: Int = 100) -> String {
        let digits = String(number, radix: 36)
        return String(repeating: "0", count: 3 - digits.count) + digits
            + String(repeating: "x", count: count - 3)
    }

    @Test mutating func `At the limit of slots, only connections with few bytes can subscribe`() {
        var number = 0
        while subscriptions.places <= Limits.subscriptionPlaces - 200 {
            #expect(add(prefix(number), by: number % 3))
            number += 1
        }
        while add(prefix(number), by: number % 3) { number += 1 }
        #expect(subscriptions.ignored == 1)
        #expect(subscriptions.places <= Limits.subscriptionPlaces + 200)
        #expect(add("pager.", by: 7), "a connection with few bytes is welcomed")
        #expect(!add(prefix(number + 1, count: Limits.sparedSubscriptionBytes), by: 7))
        #expect(subscriptions.excess() == [])
        for connection in 0...7 { subscriptions.forget(connection) }
        #expect(subscriptions.places == 0)
        #expect(add(prefix(0)))
    }

    @Test mutating func `Connections with ignored prefixes are closed at twice the limit of slots`()
    {
        #expect(add("pager.", by: 7))
        var number = 0
        while subscriptions.places <= Limits.subscriptionPlaces - 200 {
            #expect(
                add(prefix(number), by: 8), "was there before the others, and keeps to the limits")
            number += 1
        }
        while subscriptions.places <= 2 * Limits.subscriptionPlaces {
            #expect(subscriptions.excess() == [])
            _ = add(prefix(number), by: number % 4)
            number += 1
        }
        #expect(Set(subscriptions.excess()) == [0, 1, 2, 3])
        // The connections take a moment to end, and no longer count.
        #expect(!add(prefix(number), by: 0))
        remove(prefix(number - 1), by: (number - 1) % 4)
        #expect(subscriptions.excess() == [])
        for connection in 0..<4 { subscriptions.forget(connection) }
        #expect(subscriptions.count > 100)
        #expect(add("page.", by: 7))
        subscriptions.forget(7)
        subscriptions.forget(8)
        #expect(subscriptions.places == 0)
        #expect(subscriptions.count == 0)
    }

    @Test
    mutating func
        `If many small subscriptions exceed the limit, the largest connections are closed`()
    {
        var number = 0
        while subscriptions.places <= 2 * Limits.subscriptionPlaces {
            #expect(add(prefix(number, count: number % 2 == 0 ? 50 : 100), by: number))
            #expect(number % 50 != 0 || subscriptions.excess() == [])
            number += 1
        }
        let excess = subscriptions.excess()
        #expect(excess.allSatisfy { $0 % 2 == 1 })
        #expect(excess.count > 100)
        #expect(subscriptions.places <= Limits.subscriptionPlaces)
        #expect(subscriptions.excess() == [])
    }

    @Test mutating func `A prefix without a welcome counts, because libzmq keeps it`() {
        let prefix = [UInt8](repeating: 0, count: 1_000)
        let isAdded = subscriptions.add(prefix, by: 5, isAnswered: false)
        #expect(!isAdded)
        #expect(subscriptions.places == 1_001)
        #expect(subscriptions.ignored == 0)
        #expect(subscriptions.count == 0)
        subscriptions.remove(prefix, by: 5)
        #expect(subscriptions.places == 0)
    }

    @Test mutating func `The tree of prefixes does not depend on the order of changes`() {
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        var tree = PrefixTree()
        var prefixes: [[UInt8]] = []
        for _ in 0..<2_000 {
            if let index = prefixes.indices.randomElement(using: &random), random.chance(0.4) {
                tree.remove(prefixes.remove(at: index))
            } else {
                let count = Int.random(in: 0...6, using: &random)
                prefixes.append((0..<count).map { _ in UInt8.random(in: 97...101, using: &random) })
                tree.add(prefixes[prefixes.count - 1])
            }
            #expect(tree.places == places(of: prefixes), "seed \(seed)")
        }
        for prefix in prefixes { tree.remove(prefix) }
        #expect(tree.places == 0)
    }

    /// Returns the number of slots in a tree of these prefixes, counted from its definition.
    private func places(of prefixes: [[UInt8]]) -> Int {
        var following: [ArraySlice<UInt8>: Set<UInt8>] = [:]
        for prefix in Set(prefixes) {
            for index in prefix.indices {
                following[prefix[..<index], default: []].insert(prefix[index])
            }
        }
        return following.values.reduce(0) { $0 + Int($1.max()! - $1.min()!) + 1 }
    }
}
