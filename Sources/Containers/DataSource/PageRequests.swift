internal import PagerModel

/// The state of a container's requests to its data source.
struct PageRequests: Sendable {
    /// The state of the requests for pages beyond one end of the list of pages.
    struct Side: Sendable {
        enum Knowledge: UInt8, Sendable, CaseIterable {
            /// No page has been requested beyond this end of the list.
            case nothing
            /// A page has been requested, and the source has not answered yet.
            case isOpen
            /// The source has no page on this side.
            case end
            /// The request timed out. The next command that needs a page requests it again.
            case silence
        }

        var knowledge = Knowledge.nothing
        /// The page at this end of the list. The requested page is inserted next to it.
        var beside = Handle.none
        /// The page that was next to `beside` and has been removed from the list, or `.none`.
        var released = Handle.none
        /// The number of the open request, if there is one.
        var request = 0
    }

    private var before = Side()
    private var after = Side()
    /// The side of the page that the first queued command waits for. The commands that were queued
    /// after it wait too. Nil if no command waits for a page.
    var awaited: PageSide?
    /// The number of the latest request.
    private var latest = 0

    subscript(side: PageSide) -> Side {
        get { side == .before ? before : after }
        set { if side == .before { before = newValue } else { after = newValue } }
    }

    /// Returns the side of the open request with the given number. Returns nil if no open request
    /// has this number.
    func side(of request: Int) -> PageSide? {
        PageSide.allCases.first { self[$0].knowledge == .isOpen && self[$0].request == request }
    }

    /// Records a new request and returns its number.
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
