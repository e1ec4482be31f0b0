/// The declaration of the kind `pager`: an ordered list of pages, one of which is selected.
public enum PagerKind: KindDeclaration {
    public typealias Options = PagerOptions

    public typealias Record = PagerRecord
    public static let name: StaticString = "pager"
    public static let subject = "the pager"
    public static let commands: [any Command.Type] = [
        PagerSetPages.self, PagerSwipe.self, PagerSelect.self, PagerNext.self,
        PagerPrevious.self, PagerInsert.self, PagerRemove.self, PagerMove.self,
        PagerPause.self, PagerResume.self, PagerInteract.self, PagerSupply.self, PagerBack.self,
        PagerForward.self,
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
                flag: "paused", "whether autoAdvance is paused", setBy: PagerPause.self,
                clearedBy: PagerResume.self)
        ])
}

/// The members, other than options, of a pager's record. `controller.get` returns the record.
public struct PagerRecord: Fields, Hashable {
    public var pages: [Identifier] = []
    public var index: Int?
    public var selected: Identifier?
    public var paused = false
    public var requests: [PageRequest] = []
    public var back: Identifier?
    public var forward: Identifier?
    public var autoAdvanceHeld = false
    public var autoAdvanceIn: Double?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("pages", &pages, "all pages, in order")
        v.field("index", &index, "that of the selected page")
        v.field("selected", &selected, "the selected page")
        v.required("paused", &paused, "whether autoAdvance is paused")
        v.field("requests", &requests, "open requests for pages")
        v.field("back", &back, "which pager.back selects")
        v.field("forward", &forward, "which pager.forward selects")
        v.field(
            "autoAdvanceHeld", &autoAdvanceHeld,
            "a page turn by the user has paused autoAdvance; see autoAdvanceOnInteraction")
        v.ifSet(
            "autoAdvanceIn", &autoAdvanceIn,
            "seconds until autoAdvance turns the page, or until the pause after a page turn by the "
                + "user ends; only in the reply to controller.get, and absent if no time is running"
        )
    }
}

/// The axis along which pages turn.
public enum PagerDirection: String, FieldEnumeration, BitwiseCopyable {
    case horizontal, vertical
}

/// The styles of turns to later and to earlier pages.
public struct PagerTransition: FieldObject, Hashable {
    public var forward = "curlUp"
    public var backward = "curlDown"

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("forward", &forward, "for turns to later pages")
        v.field("backward", &backward, "for turns to earlier pages")
    }
}

/// The position of the selected page among the visible pages.
public enum PageAlignment: String, FieldEnumeration, BitwiseCopyable {
    case start, center, end, centerTrimmed
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
    public var rewind = Rewind.none
    public var reverse = false
    public var autoAdvanceOnInteraction = AutoAdvanceOnInteraction.continue
    public var resumeAfter = 10.0
    public var dwellTimeIncludesTransition = false
    public var pagesPerView = 1.0
    public var spacing = 0.0
    public var peek = 0.0
    public var alignment = PageAlignment.start
    public var step = 1
    public var isDefault = true
    public var shortestWay: Bool?
    public var bottomToTop: Bool?
    public var transformer: [Track]?

    private static let transformerDoc =
        "how viewers draw the pages at rest, as tracks whose `at` is the place: 0 the page before the "
        + "selected one and all earlier ones, 0.5 the selected page, 1 the page after it and all "
        + "later ones"

    private static let rewindDoc =
        "autoAdvance continues with the first page after the last; always: next, previous and swipes "
        + "do so, too, and turn in the opposite direction"

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("wrap", &wrap, "the first page follows the last")
        v.field("transition", &transition, "the styles of page turns")
        v.field(
            "duration", &duration,
            "seconds of an animated page turn; if it has its default, styles of transition.define "
                + "use their own")
        v.field("direction", &direction, "along which pages turn")
        v.field("rightToLeft", &rightToLeft, "swaps left and right")
        v.field(
            "offscreenLimit", &offscreenLimit,
            "pages on each side of the visible ones that stay children")
        v.field("autoAdvance", &autoAdvance, "seconds until the next page; null: never")
        v.field("inset", &inset, "from the pager's edges, in points")
        v.field(
            "swipeEnabled", &swipeEnabled,
            "whether, or in which direction, the user may turn pages; commands always can")
        v.field(
            "dataSource", &dataSource,
            "requests pages when it needs them, for pager.supply; null: it has all its pages")
        v.field(
            "bounces", &bounces,
            "a swipe past the end bounces; false: it turns the nearest outer pager that can turn "
                + "that way")
        v.field("backBehavior", &backBehavior, BackBehavior.doc)
        v.field("rewind", &rewind, Self.rewindDoc)
        v.ifSet(
            "shortestWay", &shortestWay,
            "with wrap, a selection turns forward or backward, whichever passes fewer pages")
        v.ifSet(
            "bottomToTop", &bottomToTop,
            "with direction vertical: later pages are above, so a swipe down shows the next one")
        v.ifSet("transformer", &transformer, Self.transformerDoc)
        v.field("reverse", &reverse, "autoAdvance shows previous pages")
        v.field(
            "autoAdvanceOnInteraction", &autoAdvanceOnInteraction,
            "what a page turn by the user does to autoAdvance. pause: pauses it for resumeAfter "
                + "seconds; stop: pauses it until pager.resume")
        v.field(
            "resumeAfter", &resumeAfter,
            "seconds after a page turn by the user, if autoAdvanceOnInteraction is pause")
        v.field(
            "dwellTimeIncludesTransition", &dwellTimeIncludesTransition,
            "a page's dwellTime counts from the start of the turn to it, not from the end")
        v.field(
            "pagesPerView", &pagesPerView,
            "pages side by side along `direction`, 1 to 12; 2.5: half of the third is visible")
        v.field("spacing", &spacing, "between two pages, in points")
        v.field(
            "peek", &peek,
            "visible part of one more page at each end, in points; makes all pages smaller")
        v.field(
            "alignment", &alignment,
            "start: the selected page comes first, but no space is left after the last; center: "
                + "it is in the middle, even at the ends; end: it comes last, but no space is left "
                + "before the first; centerTrimmed: it is in the middle, but no space is left at "
                + "the ends")
        v.field("step", &step, "pages per turn of next, previous, swipe and autoAdvance, 1 to 100")
        v.field(
            "isDefault", &isDefault,
            "false: a command without an id ignores this pager if there are others")
    }
}

// The options conform to `Archived` in their own module, so that the compiler specializes `fields`.
extension PagerOptions: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

/// An end of the list of pages: the first or the last page.
public enum PagerEdge: String, FieldEnumeration, BitwiseCopyable {
    case first, last
}

/// The events of a pager.
extension PagerKind {
    public struct WillSelect: EventDeclaration {
        public static let name: StaticString = "willSelect"
        public static let summary = "The pager is about to select another page."
        public var from = Handle.none
        public var to = Handle.none
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("from", &from, "the shown page")
            v.field("to", &to, "the page to select")
            v.field("index", &index, "its index")
        }
    }

    public struct DidSelect: EventDeclaration {
        public static let name: StaticString = "didSelect"
        public static let summary = "The selected page changed; its transition may still run."
        public static let changes: [RecordChange] = [.select("pages", at: "index")]
        public var page = Handle.none
        public var index: Int?
        public var previousIndex: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("page", &page, "the selected page")
            v.field("index", &index, "its index")
            v.field("previousIndex", &previousIndex, "null: none")
        }
    }

    public struct DidSettle: EventDeclaration {
        public static let name: StaticString = "didSettle"
        public static let summary = "The pager's transition ended; it shows the selected page."
        public var page = Handle.none
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("page", &page, "the shown page")
            v.field("index", &index, "its index")
        }
    }

    public struct DidCancel: EventDeclaration {
        public static let name: StaticString = "didCancel"
        public static let summary = "A swipe was cancelled."
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("index", &index, "that of the page that stays selected")
        }
    }

    public struct PagesChanged: EventDeclaration {
        public static let name: StaticString = "pagesChanged"
        public static let summary = "The pages or the selected index changed."
        public static let changes: [RecordChange] = [.set("pages"), .select("pages", at: "index")]
        public static let check: CheckForm? = CheckForm(group: "pagesChanged")
        public var pages = [Handle]()
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("pages", &pages, "all pages")
            v.field("index", &index, "that of the selected page; null: none")
        }
    }

    public struct Bounced: EventDeclaration {
        public static let name: StaticString = "bounced"
        public static let summary = "There is no further page in that direction."
        public var edge = PagerEdge.first

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("edge", &edge, "at which end")
        }
    }
}

/// The directions in which the user may turn the pages of a pager: both, none or one.
public enum SwipeEnabled: FieldValue, Hashable, BitwiseCopyable {
    case both, none, forward, backward

    public static var schema: Schema { .booleanOr(["forward", "backward"]) }

    public init(reading value: Value) throws(CommandError) {
        switch value {
        case .bool(let flag): self = flag ? .both : .none
        case "forward": self = .forward
        case "backward": self = .backward
        case .string(let text):
            throw CommandError(.invalidParams, "\(quoted(text)) is not \(Self.schema.phrase)")
        default: throw .mismatch(Self.schema, value)
        }
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        switch self {
        case .both: writer.bool(true)
        case .none: writer.bool(false)
        case .forward: writer.string("forward")
        case .backward: writer.string("backward")
        }
    }

    /// Returns whether the user may turn pages in the given direction: to later pages or to earlier
    /// ones.
    public func allows(_ direction: TransitionDirection) -> Bool {
        switch self {
        case .both: true
        case .none: false
        case .forward: direction == .forward
        case .backward: direction == .reverse
        }
    }
}

/// Whether a turn beyond the last page of a pager shows the first one: none, only that of
/// `autoAdvance`, or also those of commands and swipes.
public enum Rewind: FieldValue, Hashable, BitwiseCopyable {
    case none, autoAdvance, always

    public static var schema: Schema { .booleanOr(["always"]) }

    public init(reading value: Value) throws(CommandError) {
        switch value {
        case .bool(let flag): self = flag ? .autoAdvance : .none
        case "always": self = .always
        case .string(let text):
            throw CommandError(.invalidParams, "\(quoted(text)) is not \(Self.schema.phrase)")
        default: throw .mismatch(Self.schema, value)
        }
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        switch self {
        case .none: writer.bool(false)
        case .autoAdvance: writer.bool(true)
        case .always: writer.string("always")
        }
    }
}

// Earlier versions archived a boolean, which is one byte.
extension Rewind {
    public func store(in archive: inout Archive) {
        var byte: UInt8 = self == .none ? 0 : self == .autoAdvance ? 1 : 2
        byte.visit(&archive)
    }

    public init?(restoringFrom archive: inout Archive) {
        var byte: UInt8 = 0
        byte.visit(&archive)
        archive.require(byte < 3, "\(byte) is not a value of rewind")
        self = byte == 0 ? .none : byte == 1 ? .autoAdvance : .always
    }
}

/// The effect that a page turn by the user has on a pager's option `autoAdvance`.
public enum AutoAdvanceOnInteraction: String, FieldEnumeration, BitwiseCopyable {
    /// The pager continues to advance. The interval starts again after the page turn.
    case `continue`
    /// The pager stops advancing, and continues when it has not moved for `resumeAfter` seconds.
    case pause
    /// The pager does not advance until a client calls `pager.resume`.
    case stop
}
