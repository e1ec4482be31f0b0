/// The declaration of the pager: pages side by side, of which one is selected.
public enum PagerKind: KindDeclaration {
    public typealias Options = PagerOptions

    public typealias Record = PagerRecord
    public static let name: StaticString = "pager"
    public static let subject = "the pager"
    public static let commands: [any Command.Type] = [
        PagerSetPages.self, PagerSwipe.self, PagerSelect.self, PagerNext.self,
        PagerPrevious.self, PagerInsert.self, PagerRemove.self, PagerMove.self,
        PagerPause.self, PagerResume.self, PagerSupply.self, PagerBack.self, PagerForward.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        WillSelect.self, DidSelect.self, DidSettle.self, DidCancel.self, PagesChanged.self,
        Bounced.self, PageSourceEvents.PageNeeded.self, PageSourceEvents.RequestEnded.self,
        PageSourceEvents.PagesReleased.self, SelectionHistoryChanged<PagerKind>.self,
    ]
    public static let book = BookForm(
        contents: .list("pages", setBy: PagerSetPages.self, frames: .fill)
            .selecting(index: "index", selected: "selected"),
        settings: [
            BookSetting(
                flag: "paused", "whether autoAdvance is held", setBy: PagerPause.self,
                clearedBy: PagerResume.self)
        ])
}

/// What the record of a pager has besides its options.
public struct PagerRecord: Fields, Hashable {
    public var pages: [Identifier] = []
    public var index: Int?
    public var selected: Identifier?
    public var paused = false
    public var requests: [PageRequest] = []
    public var back: Identifier?
    public var forward: Identifier?
    public var autoAdvanceHeld = false

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("pages", &pages, "in order")
        try visitor.optional("index", &index, "of the selected page")
        try visitor.optional("selected", &selected, "the selected page")
        try visitor.required("paused", &paused, "whether autoAdvance is held")
        try visitor.defaulted("requests", &requests, "the pages that it waits for")
        try visitor.optional("back", &back, "the page that pager.back selects")
        try visitor.optional("forward", &forward, "the page that pager.forward selects")
        try visitor.defaulted(
            "autoAdvanceHeld", &autoAdvanceHeld,
            "whether a page turn by a person holds autoAdvance, see autoAdvanceOnInteraction")
    }
}

/// The axis along which pages turn.
public enum PagerDirection: String, FieldEnumeration, BitwiseCopyable {
    case horizontal, vertical
}

/// The styles with which a pager turns to later and to earlier pages.
public struct PagerTransition: FieldObject, Hashable {
    public var forward = "curlUp"
    public var backward = "curlDown"

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("forward", &forward, "a style")
        try visitor.defaulted("backward", &backward, "a style")
    }
}

/// Where the selected page stands among the visible ones.
public enum PageAlignment: String, FieldEnumeration, BitwiseCopyable {
    case start, center
}

/// The options of a pager.
public struct PagerOptions: Fields, Hashable {
    public var wrap = false
    public var transition = PagerTransition()
    public var duration = 1.0
    public var direction = PagerDirection.horizontal
    public var rightToLeft = false
    public var offscreenLimit = 0
    public var autoAdvance: Double?
    public var inset = Insets()
    public var swipeEnabled = SwipeEnabled.both
    public var dataSource: PageSource?
    public var bounces = true
    public var backBehavior = BackBehavior.none
    public var rewind = false
    public var reverse = false
    public var autoAdvanceOnInteraction = AutoAdvanceOnInteraction.continue
    public var resumeAfter = 10.0
    public var pagesPerView = 1.0
    public var spacing = 0.0
    public var peek = 0.0
    public var alignment = PageAlignment.start
    public var step = 1

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("wrap", &wrap, "whether the ends are joined")
        try visitor.defaulted("transition", &transition, "the styles it turns with")
        try visitor.defaulted(
            "duration", &duration,
            "seconds of an animated page change; at the default a style that was added with "
                + "transition.define brings its own")
        try visitor.defaulted("direction", &direction, "the axis it turns along")
        try visitor.defaulted("rightToLeft", &rightToLeft, "whether left and right are swapped")
        try visitor.defaulted(
            "offscreenLimit", &offscreenLimit, "pages kept as children on each side")
        try visitor.optional(
            "autoAdvance", &autoAdvance, "seconds at rest before the next page, or null")
        try visitor.defaulted(
            "inset", &inset, "between the pager's edges and the page's, in points")
        try visitor.defaulted(
            "swipeEnabled", &swipeEnabled,
            "whether a person may turn it, or in which direction alone; programs always may")
        try visitor.optional(
            "dataSource", &dataSource,
            "requests pages when they are needed, which pager.supply gives it; null where it has "
                + "all pages")
        try visitor.defaulted(
            "bounces", &bounces,
            "whether a person's swipe past its end bounces; where false, the swipe turns the "
                + "nearest pager around it that can turn in that direction")
        try visitor.defaulted("backBehavior", &backBehavior, BackBehavior.doc)
        try visitor.defaulted(
            "rewind", &rewind,
            "whether autoAdvance continues with the first page after the last one")
        try visitor.defaulted(
            "reverse", &reverse,
            "whether autoAdvance shows the previous page in place of the next one")
        try visitor.defaulted(
            "autoAdvanceOnInteraction", &autoAdvanceOnInteraction,
            "what a page turn by a person does to autoAdvance: nothing, it holds it for "
                + "resumeAfter seconds, or it holds it until pager.resume")
        try visitor.defaulted(
            "resumeAfter", &resumeAfter,
            "seconds at rest after which autoAdvance resumes, where autoAdvanceOnInteraction is "
                + "pause")
        try visitor.defaulted(
            "pagesPerView", &pagesPerView,
            "how many pages are side by side along `direction`, 1 to 12; of 2.5, the third is "
                + "visible by half")
        try visitor.defaulted("spacing", &spacing, "between two pages, in points")
        try visitor.defaulted(
            "peek", &peek,
            "what is visible of one more page at either end, in points; the other pages are that "
                + "much smaller")
        try visitor.defaulted(
            "alignment", &alignment,
            "start: the selected page is the first visible one, and the last pages leave no room "
                + "after them; center: it is in the middle, also the first and the last page")
        try visitor.defaulted(
            "step", &step,
            "how many pages pager.next, pager.previous, pager.swipe and autoAdvance go, 1 to 100")
    }
}

// In this module and not beside the state, so that the compiler specializes `fields`.
extension PagerOptions: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

/// One of the two ends of a pager.
public enum PagerEdge: String, FieldEnumeration, BitwiseCopyable {
    case first, last
}

/// The events of a pager.
extension PagerKind {
    public struct WillSelect: EventDeclaration {
        public static let name: StaticString = "willSelect"
        public static let summary: StaticString = "Another page is about to be shown."
        public var from = Handle.none
        public var to = Handle.none
        public var index: Int?

        public init() {}

        public init(from: Handle, to: Handle, index: Int?) {
            self.from = from
            self.to = to
            self.index = index
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("from", &from, "the shown page")
            v.reference("to", &to, "the page to come")
            v.index("index", &index, "its index")
        }
    }

    public struct DidSelect: EventDeclaration {
        public static let name: StaticString = "didSelect"
        public static let summary: StaticString = "The decision for a page; it may still be moving."
        public static let changes: [RecordChange] = [.select("pages", at: "index")]
        public var page = Handle.none
        public var index: Int?
        public var previousIndex: Int?

        public init() {}

        public init(page: Handle, index: Int?, previousIndex: Int?) {
            self.page = page
            self.index = index
            self.previousIndex = previousIndex
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("page", &page, "the selected page")
            v.index("index", &index, "its index")
            v.index("previousIndex", &previousIndex, "the index before, null where there was none")
        }
    }

    public struct DidSettle: EventDeclaration {
        public static let name: StaticString = "didSettle"
        public static let summary: StaticString = "The pager is at rest."
        public var page = Handle.none
        public var index: Int?

        public init() {}

        public init(page: Handle, index: Int?) {
            self.page = page
            self.index = index
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("page", &page, "the shown page")
            v.index("index", &index, "its index")
        }
    }

    public struct DidCancel: EventDeclaration {
        public static let name: StaticString = "didCancel"
        public static let summary: StaticString = "A swipe was taken back."
        public var index: Int?

        public init() {}

        public init(index: Int?) {
            self.index = index
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.index("index", &index, "the index that stays")
        }
    }

    public struct PagesChanged: EventDeclaration {
        public static let name: StaticString = "pagesChanged"
        public static let summary: StaticString = "The list of pages or the index in it changed."
        public static let changes: [RecordChange] = [
            .set("pages", to: "pages"), .select("pages", at: "index"),
        ]
        public static let check: CheckForm? = CheckForm(group: "pagesChanged")
        public var pages = [Handle]()
        public var index: Int?

        public init() {}

        public init(pages: [Handle], index: Int?) {
            self.pages = pages
            self.index = index
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.list("pages", &pages, "all pages")
            v.index("index", &index, "of the selected page, null where there is none")
        }
    }

    public struct Bounced: EventDeclaration {
        public static let name: StaticString = "bounced"
        public static let summary: StaticString =
            "There is no page further that way; nothing moved."
        public var edge = PagerEdge.first

        public init() {}

        public init(edge: PagerEdge) {
            self.edge = edge
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.choice("edge", &edge, "which end")
        }
    }
}
