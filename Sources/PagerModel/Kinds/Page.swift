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

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required(
            "controllers", &controllers, "one page, or two with the spine in the middle")
        try visitor.defaulted("requests", &requests, "open requests for pages")
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

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("style", &style, "how a page turns")
        try visitor.defaulted("spine", &spine, "mid: two pages")
        try visitor.defaulted(
            "navigationOrientation", &navigationOrientation, "along which pages turn")
        try visitor.optional(
            "doubleSided", &doubleSided,
            "each curling sheet has a page on its back, as always with the spine in the "
                + "middle; null: no")
        try visitor.optional(
            "dataSource", &dataSource,
            "requests pages when it needs them, for page.supply; without one, no gesture turns "
                + "a page")
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
        .invalidArgument, .kindUnknown,
    ]
    public var id: Identifier?
    public var controllers: [Identifier] = []
    public var direction = TransitionDirection.forward
    public var user = false
    public var motion = TransitionRequest(animated: false)
    public init() {}

    public init(
        id: Identifier? = nil, controllers: [Identifier], direction: TransitionDirection,
        user: Bool = false, motion: TransitionRequest = TransitionRequest(animated: false)
    ) {
        self.id = id
        self.controllers = controllers
        self.direction = direction
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the page controller; default: the only one")
        try visitor.required(
            "controllers", &controllers,
            "one, or two with the spine in the middle; for an animated turn of a double-sided "
                + "sheet the page, then the one on its back")
        try visitor.required("direction", &direction, "which way the page turns")
        try visitor.defaulted("user", &user, "a gesture of the user; the delegate is called [9.4]")
        try motion.visit(&visitor)
    }
}

/// The events of a page controller.
extension PageKind {
    public struct WillTransition: EventDeclaration {
        public static let name: StaticString = "willTransition"
        public static let summary: StaticString =
            "A gesture is about to turn the page; the delegate is called [9.4]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var to = [Handle]()

        public init() {}

        public init(to: [Handle]) {
            self.to = to
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.list("to", &to, "the pages that it would show")
        }
    }

    public struct DidFinishAnimating: EventDeclaration {
        public static let name: StaticString = "didFinishAnimating"
        public static let summary: StaticString =
            "A gesture has ended; the delegate is called [9.4]."
        public static let check: CheckForm? = CheckForm(
            group: "delegate", arguments: ["completed", "finished", "previous"])
        public var finished = false
        public var previous = [Handle]()
        public var completed = false

        public init() {}

        public init(finished: Bool, previous: [Handle], completed: Bool) {
            self.finished = finished
            self.previous = previous
            self.completed = completed
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.flag("finished", &finished, "whether the animation ran to its end")
            v.list("previous", &previous, "the pages shown before")
            v.flag("completed", &completed, "whether the page was turned")
        }
    }

    public struct WillShowBack: EventDeclaration {
        public static let name: StaticString = "willShowBack"
        public static let summary: StaticString =
            "A sheet turns. The page on its back receives no appearance callbacks."
        public var back = Handle.none

        public init() {}

        public init(back: Handle) {
            self.back = back
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("back", &back, "the page on its back")
        }
    }

    public struct PagesChanged: EventDeclaration {
        public static let name: StaticString = "pagesChanged"
        public static let summary: StaticString = "The shown pages changed."
        public static let changes: [RecordChange] = [.set("controllers", to: "controllers")]
        public static let check: CheckForm? = nil
        public var controllers = [Handle]()

        public init() {}

        public init(controllers: [Handle]) {
            self.controllers = controllers
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.list("controllers", &controllers, "one page, or two with the spine in the middle")
        }
    }
}
