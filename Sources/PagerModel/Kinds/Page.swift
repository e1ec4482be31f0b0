/// The declaration of the kind `page`, a page controller.
public enum PageKind: KindDeclaration {
    public typealias Options = PageOptions

    public typealias Record = PageRecord
    public static let name: StaticString = "page"
    public static let subject = "the page controller"
    public static let commands: [any Command.Type] = [
        PageSet.self, PageNext.self, PagePrevious.self, PageSwipe.self, PageSupply.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        WillTransition.self, DidFinishAnimating.self, PagesChanged.self, WillShowBack.self,
        PagerKind.Bounced.self, PageSourceEvents.PageNeeded.self,
        PageSourceEvents.RequestEnded.self,
        PageSourceEvents.PagesReleased.self,
    ]
    public static let book: BookForm = {
        var contents = BookContents.list("controllers", setBy: PageSet.self, frames: .written)
        contents.params = ["direction": "forward"]
        // A visible page controller always shows one or two pages.
        contents.changesAtOnce = true
        return BookForm(contents: contents)
    }()
}

/// The members, other than options, of a page controller's record.
public struct PageRecord: Fields, Hashable {
    public var controllers: [Identifier] = []
    public var requests: [PageRequest] = []

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("controllers", &controllers, "one page, or two with the spine in the middle")
        v.field("requests", &requests, "open requests for pages")
    }
}

/// The animation of a page controller's page turns.
public enum PageStyle: String, FieldEnumeration, BitwiseCopyable {
    case scroll, curl
}

/// The position of a page controller's spine.
public enum PageSpine: String, FieldEnumeration, BitwiseCopyable {
    case min, mid, max
}

/// The options of a page controller.
public struct PageOptions: Fields, Hashable {
    public var style = PageStyle.curl
    public var spine = PageSpine.min
    public var navigationOrientation = PagerDirection.horizontal
    public var doubleSided: Bool?
    public var dataSource: PageSource?
    public var interPageSpacing: Double?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("style", &style, "how a page turns")
        v.field("spine", &spine, "mid: two pages")
        v.field("navigationOrientation", &navigationOrientation, "along which pages turn")
        v.field(
            "doubleSided", &doubleSided,
            "each curling sheet has a page on its back, as always with the spine in the middle; "
                + "null: no")
        v.field(
            "dataSource", &dataSource,
            "requests pages when it needs them, for page.supply; without one, no gesture turns a "
                + "page")
        v.ifSet(
            "interPageSpacing", &interPageSpacing,
            "points between two pages while one scrolls, for viewers; only with style scroll")
    }

    /// Whether a page turn shows the back of the turning sheet, a page of its own.
    public var showsBack: Bool { style == .curl && spine != .mid && doubleSided == true }

    /// The number of visible pages when no transition runs.
    public var visiblePages: Int { spine == .mid ? 2 : 1 }

    /// The number of pages that the data source must supply for one page turn.
    public var pagesPerTurn: Int { showsBack ? 2 : visiblePages }
}

// The options conform to `Archived` in their own module, so that the compiler specializes `fields`.
extension PageOptions: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

public struct PageSet: Command {
    public typealias Reply = TransitionReply
    public static let method = "page.set"
    public static let summary =
        "Shows one or two pages: setViewControllers(_:direction:animated:completion:) [9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .transitionInProgress, .limitExceeded,
        .invalidArgument, .kindUnknown, .vetoed,
    ]
    public var id: Identifier?
    public var controllers: [Identifier] = []
    public var direction = TransitionDirection.forward
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the page controller; default: the only one")
        v.required(
            "controllers", &controllers,
            "one, or two with the spine in the middle; for an animated turn of a double-sided "
                + "sheet the page, then the one on its back")
        v.required("direction", &direction, "which way the page turns")
        v.field("user", &user, "a gesture of the user; the delegate is called [9.4]")
        motion.visit(&v)
    }
}

/// The events of a page controller.
extension PageKind {
    public struct WillTransition: EventDeclaration {
        public static let name: StaticString = "willTransition"
        public static let summary =
            "A gesture is about to turn the page; the delegate is called [9.4]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var to = [Handle]()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("to", &to, "the pages that it would show")
        }
    }

    public struct DidFinishAnimating: EventDeclaration {
        public static let name: StaticString = "didFinishAnimating"
        public static let summary = "A gesture has ended; the delegate is called [9.4]."
        public static let check: CheckForm? = CheckForm(
            group: "delegate", arguments: ["completed", "finished", "previous"])
        public var finished = false
        public var previous = [Handle]()
        public var completed = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("finished", &finished, "whether the animation ran to its end")
            v.field("previous", &previous, "the pages shown before")
            v.field("completed", &completed, "whether the page was turned")
        }
    }

    public struct WillShowBack: EventDeclaration {
        public static let name: StaticString = "willShowBack"
        public static let summary =
            "A sheet turns. The page on its back receives no appearance callbacks."
        public var back = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("back", &back, "the page on its back")
        }
    }

    public struct PagesChanged: EventDeclaration {
        public static let name: StaticString = "pagesChanged"
        public static let summary = "The shown pages changed."
        public static let changes: [RecordChange] = [.set("controllers")]
        public static let check: CheckForm? = nil
        public var controllers = [Handle]()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controllers", &controllers, "one page, or two with the spine in the middle")
        }
    }
}

/// The errors of commands that turn the pages of a page controller with a data source.
public enum PageErrors {
    public static let ofTurns: [ErrorName] = [
        .controllerNotFound, .wrongKind, .unsupported, .nothingToShow, .transitionInProgress,
        .limitExceeded, .kindUnknown, .invalidArgument, .vetoed,
    ]
}

public struct PageNext: Command {
    public typealias Reply = TransitionReply
    public static let method = "page.next"
    public static let summary = "Turns to the next pages of the data source."
    public static let errors = PageErrors.ofTurns
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the page controller; default: the only one")
        v.field("user", &user, "a gesture of the user; the delegate is called [9.4]")
        motion.visit(&v)
    }
}

public struct PagePrevious: Command {
    public typealias Reply = TransitionReply
    public static let method = "page.previous"
    public static let summary = "Turns to the previous pages of the data source."
    public static let errors = PageErrors.ofTurns
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the page controller; default: the only one")
        v.field("user", &user, "a gesture of the user; the delegate is called [9.4]")
        motion.visit(&v)
    }
}

public struct PageSwipe: Command {
    public typealias Reply = TransitionReply
    public static let method = "page.swipe"
    public static let summary = "Turns to pages of the data source, as a swipe of the user does."
    public static let errors = PageErrors.ofTurns
    public var id: Identifier?
    public var direction = SwipeDirection.left
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the page controller; default: the only one")
        v.required("direction", &direction, "the finger's direction")
        motion.visit(&v)
    }
}

public struct PageSupply: Command {
    public static let method = "page.supply"
    public static let summary = PageAnswer.summary
    public static let errors = PageAnswer.errors
    public var id: Identifier?
    public var answer = PageAnswer()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the page controller; default: the only one")
        answer.visit(&v)
    }
}
