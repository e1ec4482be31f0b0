/// A side of a transition: the controller that leaves the screen, or the one that enters it.
public enum Side: Sendable, BitwiseCopyable {
    case leaving, entering
}

/// One step of a cancelled transition: the side that receives an appearance callback, and the
/// callback's phase (`will` or `did`).
public struct CancelStep: Sendable, BitwiseCopyable {
    public let side: Side
    public let phase: Phase

    public enum Phase: Sendable, BitwiseCopyable {
        /// The `will` callback of a cancellation: `viewWillAppear` for the leaving side,
        /// `viewWillDisappear` for the entering side.
        case will
        case did
    }

    init(_ side: Side, _ phase: Phase) {
        self.side = side
        self.phase = phase
    }
}

/// The order in which the two sides of a transition receive their appearance callbacks. This file
/// has the complete table of these orders [15], and no other file of the engine defines one.
///
/// Do not rename a case: journals contain the names of the cases.
public enum AppearanceOrder: String, Sendable, BitwiseCopyable, CaseIterable {
    /// Navigation push and pop [6.1] [6.2] [6.10].
    case push
    /// Presentation and dismissal, if the presenter's view is removed [10.2] [10.3] [10.6].
    case modal
    /// `transition(from:to:)` [5.2], which the pager uses too.
    case transitionFromTo
    /// Tab switch in iOS 13 to 17 [7.2] [7.3] [16.10].
    case tabSwitchBefore18
    /// Tab switch since iOS 18 [7.2] [7.3].
    case tabSwitch
    /// Page turn of a scrolling page controller [9.1].
    case pageScroll
    /// Page curl of a page controller [9.2].
    case pageCurl

    /// One row of the table: the side that receives its `will` callback first, the side that
    /// receives its `did` callback first, and the callbacks of a cancellation.
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
        case .tabSwitchBefore18: Self.tabSwitchBefore18Row
        case .tabSwitch: Self.tabSwitchRow
        case .pageScroll: Self.pageScrollRow
        case .pageCurl: Self.pageCurlRow
        }
    }

    // The rows of the table.
    private static let pushRow = Row(will: .leaving, did: .leaving, cancel: goThenReturn)
    private static let modalRow = Row(will: .leaving, did: .entering, cancel: goThenReturn)
    private static let transitionFromToRow = Row(
        will: .leaving, did: .entering, cancel: goThenReturn)
    private static let tabSwitchBefore18Row = Row(
        will: .entering, did: .leaving, cancel: goThenReturn)
    private static let tabSwitchRow = Row(will: .entering, did: .entering, cancel: goThenReturn)
    private static let pageScrollRow = Row(will: .entering, did: .entering, cancel: returnThenGo)
    private static let pageCurlRow = Row(will: .entering, did: .leaving, cancel: interleaved)

    /// The steps of a cancelled transition in which the entering side disappears first, with both
    /// callbacks, and the leaving side then appears again.
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

/// A method of a view controller that UIKit calls and a subclass may override.
public enum Callback: String, CaseIterable, Sendable, BitwiseCopyable {
    case loadView, viewDidLoad
    case viewWillAppear, viewIsAppearing, viewDidAppear
    case viewWillDisappear, viewDidDisappear
    case viewWillLayoutSubviews, viewDidLayoutSubviews
    case willTransitionToTraits, traitCollectionDidChange, viewWillTransitionToSize
    case preferredContentSizeDidChange
    case willMoveToParent, didMoveToParent
}

/// A set of view controller callbacks, with one bit for each callback.
public struct CallbackSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(_ callbacks: Callback...) {
        rawValue = callbacks.reduce(0) { $0 | Self.bit($1) }
    }

    public func contains(_ callback: Callback) -> Bool {
        rawValue & Self.bit(callback) != 0
    }

    public mutating func insert(_ callback: Callback) {
        self = CallbackSet(rawValue: rawValue | Self.bit(callback))
    }

    private static func bit(_ callback: Callback) -> UInt32 {
        switch callback {
        case .loadView: 1 << 0
        case .viewDidLoad: 1 << 1
        case .viewWillAppear: 1 << 2
        case .viewIsAppearing: 1 << 3
        case .viewDidAppear: 1 << 4
        case .viewWillDisappear: 1 << 5
        case .viewDidDisappear: 1 << 6
        case .viewWillLayoutSubviews: 1 << 7
        case .viewDidLayoutSubviews: 1 << 8
        case .willTransitionToTraits: 1 << 9
        case .traitCollectionDidChange: 1 << 10
        case .viewWillTransitionToSize: 1 << 11
        case .preferredContentSizeDidChange: 1 << 12
        case .willMoveToParent: 1 << 13
        case .didMoveToParent: 1 << 14
        }
    }
}
