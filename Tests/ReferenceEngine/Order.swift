/// The order of the two sides' callbacks; section 15 of the rules, one row for each type of
/// transition.
struct Order {
    enum Side { case leaving, entering }

    /// The callbacks of a cancelled transition.
    enum TakeBack {
        /// The entering controller disappears with both callbacks, then the leaving one appears
        /// again with both.
        case enteringGoesFirst
        /// The leaving controller appears again, then the entering one disappears.
        case leavingReturnsFirst
        /// Both will callbacks, then both did callbacks, the entering controller first.
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
