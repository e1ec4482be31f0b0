internal import PagerModel

/// What a container with a data source knows about the pages that it does not have.
struct PageRequests: Sendable {
    /// What is known about one side.
    struct Side: Sendable {
        enum Knowledge: UInt8, Sendable, CaseIterable {
            /// Nothing: a page is requested when one may be needed.
            case nothing
            /// A page has been requested.
            case isOpen
            /// There is no page.
            case end
            /// No answer came in time; the next command that needs a page asks again.
            case silence
        }

        var knowledge = Knowledge.nothing
        /// The first or the last page of the list, beside which the page belongs.
        var beside = Handle.none
        /// The page that was beside that one until it was released.
        var released = Handle.none
        /// The number of the open request.
        var request = 0
    }

    private var before = Side()
    private var after = Side()
    /// The side on which the first waiting command needs a page; the others wait behind it.
    var awaited: PageSide?
    /// The number of the latest request.
    private var latest = 0

    subscript(side: PageSide) -> Side {
        get { side == .before ? before : after }
        set { if side == .before { before = newValue } else { after = newValue } }
    }

    /// Returns the side of an open request.
    func side(of request: Int) -> PageSide? {
        PageSide.allCases.first { self[$0].knowledge == .isOpen && self[$0].request == request }
    }

    /// Notes a new request, and returns its number.
    mutating func open(_ side: PageSide) -> Int {
        latest += 1
        self[side].knowledge = .isOpen
        self[side].request = latest
        return latest
    }

    mutating func visit(_ archive: inout Archive) {
        for side in PageSide.allCases {
            archive.visit(&self[side].knowledge)
            self[side].beside.visit(&archive)
            self[side].released.visit(&archive)
            self[side].request.visit(&archive)
        }
        var isAwaited = awaited != nil
        isAwaited.visit(&archive)
        if isAwaited {
            var side = awaited ?? .before
            archive.visit(&side)
            awaited = side
        }
        latest.visit(&archive)
    }
}
