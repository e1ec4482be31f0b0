internal import PagerModel

/// The state of a container's requests for pages from its data source.
struct PageRequests: Sendable {
    /// The state of the requests for pages beyond one end of the list of pages.
    struct Side: Sendable {
        enum Knowledge: UInt8, Sendable, CaseIterable {
            /// No page has been requested beyond this end of the list.
            case nothing
            /// A page has been requested, and the data source has not answered yet.
            case isOpen
            /// The data source has no page beyond this end of the list.
            case end
            /// The request timed out. The next command that needs a page requests it again.
            case silence
        }

        var knowledge = Knowledge.nothing
        /// The page at this end of the list. The requested page is inserted next to it.
        var beside = Handle.none
        /// The page that was next to `beside`, the page at this end of the list, until the engine
        /// removed it from the list because it was far from the selected pages. `.none` if there
        /// was no such page. If the data source later supplies a different page, the engine
        /// publishes a diagnostic.
        var released = Handle.none
        /// The number of the latest request for a page beyond this end. 0 if there was none.
        var request = 0
    }

    private var before = Side()
    private var after = Side()
    /// The end of the list beyond which the first queued command needs a page. Commands that were
    /// queued later wait too. Nil if no command waits for a page.
    var awaited: PageSide?
    /// The serial number of the container's latest request for a page. Requests at both ends of the
    /// list share one numbering, which starts at 1. 0 if there was no request.
    private var latest = 0

    subscript(side: PageSide) -> Side {
        get { side == .before ? before : after }
        set { if side == .before { before = newValue } else { after = newValue } }
    }

    /// Finds the open request with the given number. Returns the end of the list beyond which the
    /// page was requested, or nil if no open request has this number.
    func side(of request: Int) -> PageSide? {
        PageSide.allCases.first { self[$0].knowledge == .isOpen && self[$0].request == request }
    }

    /// Records a new request for a page, and returns the number of the request.
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
