/// Which side hears first; section 15 of the rules, one row for each sort of transition.
struct Order {
    enum Side { case leaving, entering }

    /// What a cancelled transition sends.
    enum TakeBack {
        /// Entering goes, will and did; then leaving returns, will and did.
        case enteringGoesFirst
        /// Leaving returns, then entering goes.
        case leavingReturnsFirst
        /// Both wills, then both dids, entering first.
        case interleaved
    }

    var will: Side
    var did: Side
    var back: TakeBack

    static let navigation = Order(will: .leaving, did: .leaving, back: .enteringGoesFirst)
    static let modal = Order(will: .leaving, did: .entering, back: .enteringGoesFirst)
    static let fromTo = Order(will: .leaving, did: .entering, back: .enteringGoesFirst)
    static let tabBar = Order(will: .entering, did: .entering, back: .enteringGoesFirst)
    static let pageScroll = Order(will: .entering, did: .entering, back: .leavingReturnsFirst)
    static let pageCurl = Order(will: .entering, did: .leaving, back: .interleaved)
}
