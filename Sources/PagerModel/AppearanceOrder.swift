/// Which side of a transition is told first.
public enum Side: Sendable, BitwiseCopyable {
    case leaving, entering
}

/// One callback of a cancelled transition: who, and which of the four.
public struct CancelStep: Sendable, BitwiseCopyable {
    public let side: Side
    public let phase: Phase

    public enum Phase: Sendable, BitwiseCopyable {
        /// The opposite will: `viewWillAppear` for the leaving side, `viewWillDisappear` for the
        /// entering one.
        case will
        case did
    }

    init(_ side: Side, _ phase: Phase) {
        self.side = side
        self.phase = phase
    }
}

/// The order in which the two sides of a transition get their appearance callbacks.
///
/// This file is the whole table [15]; read it beside the rules. Nothing else in the engine knows
/// an order.
public enum AppearanceOrder: String, Sendable, BitwiseCopyable, CaseIterable {
    /// Navigation push and pop [6.1] [6.2] [6.10].
    case push
    /// Presentation and dismissal where the presenter's view is removed [10.2] [10.3] [10.6].
    case modal
    /// `transition(from:to:)` [5.2], and so the pager.
    case transitionFromTo
    /// Tab switch before iOS 18, by the older logs [7.2] [7.3] [16.10].
    case tabSwitchBefore14
    /// Tab switch since iOS 18 [7.2] [7.3].
    case tabSwitch
    /// Page controller that scrolls [9.1].
    case pageScroll
    /// Page controller that curls [9.2].
    case pageCurl

    /// One row: who hears the will first, who hears the did first, what a cancel sends.
    public struct Row: Sendable {
        public let will: Side
        public let did: Side
        public let cancel: [CancelStep]
    }

    public var row: Row {
        switch self {
        case .push: Self.pushRow
        case .modal: Self.modalRow
        case .transitionFromTo: Self.transitionFromToRow
        case .tabSwitchBefore14: Self.tabSwitchBefore14Row
        case .tabSwitch: Self.tabSwitchRow
        case .pageScroll: Self.pageScrollRow
        case .pageCurl: Self.pageCurlRow
        }
    }

    //                                               will       did        a cancel sends
    private static let pushRow = Row(will: .leaving, did: .leaving, cancel: goThenReturn)
    private static let modalRow = Row(will: .leaving, did: .entering, cancel: goThenReturn)
    private static let transitionFromToRow = Row(
        will: .leaving, did: .entering, cancel: goThenReturn)
    private static let tabSwitchBefore14Row = Row(
        will: .entering, did: .leaving, cancel: goThenReturn)
    private static let tabSwitchRow = Row(will: .entering, did: .entering, cancel: goThenReturn)
    private static let pageScrollRow = Row(will: .entering, did: .entering, cancel: returnThenGo)
    private static let pageCurlRow = Row(will: .entering, did: .leaving, cancel: interleaved)

    /// The entering side goes, both callbacks; then the leaving side gets its two back.
    private static let goThenReturn = [
        CancelStep(.entering, .will), CancelStep(.entering, .did),
        CancelStep(.leaving, .will), CancelStep(.leaving, .did),
    ]
    private static let returnThenGo = [
        CancelStep(.leaving, .will), CancelStep(.leaving, .did),
        CancelStep(.entering, .will), CancelStep(.entering, .did),
    ]
    private static let interleaved = [
        CancelStep(.entering, .will), CancelStep(.leaving, .will),
        CancelStep(.entering, .did), CancelStep(.leaving, .did),
    ]
}
