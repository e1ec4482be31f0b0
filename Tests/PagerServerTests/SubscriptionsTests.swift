import PagerModel
import RandomCommands
import Testing

@testable import PagerServer

/// Which categories somebody may hear of.
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
    func `A prefix is of the categories whose topics can begin with it`(
        prefix: String, categories: EventCategories
    ) {
        #expect(DeclaredEvents.builtIn.categories(ofTopicsWith: Array(prefix.utf8)) == categories)
    }

    @Test mutating func `The last to unsubscribe leaves nobody`() {
        #expect(add("pager.") && add("pager.") && add("pager.", by: 6) && add("view.", by: 6))
        remove("pager.")
        remove("pager.", by: 6)
        #expect(subscriptions.categories == EventCategories.named("pager", "view"))
        remove("pager.")
        #expect(subscriptions.categories == EventCategories(.view))
        #expect(subscriptions.count == 1)
    }

    @Test mutating func `Nobody unsubscribes somebody else`() {
        #expect(add("pager."))
        remove("pager.", by: 6)
        remove("pager.", by: nil)
        remove("view.")
        #expect(subscriptions.categories == EventCategories.named("pager"))
        #expect(subscriptions.count == 1)
    }

    @Test mutating func `With a connection all its subscriptions go`() {
        #expect(add("") && add("") && add("pager.") && add("split.", by: 6))
        subscriptions.forget(5)
        #expect(subscriptions.categories == EventCategories.named("split"))
        #expect(subscriptions.count == 1)
        subscriptions.forget(5)
        #expect(subscriptions.count == 1)
    }

    @Test mutating func `Who is not known by its connection is heard for ever`() {
        #expect(add("pager.", by: nil))
        subscriptions.forget(5)
        #expect(subscriptions.categories == EventCategories.named("pager"))
        #expect(subscriptions.count == 0)
    }

    @Test mutating func `One too many is not heard`() {
        for _ in 0..<Limits.subscriptions { #expect(add("pager.")) }
        #expect(!add("view."))
        #expect(subscriptions.categories == EventCategories.named("pager"))
        #expect(subscriptions.ignored == 1)
        remove("pager.")
        #expect(add("view."))
    }
}
