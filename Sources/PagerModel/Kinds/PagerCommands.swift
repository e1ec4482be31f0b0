/// The direction in which the user swipes.
public enum SwipeDirection: String, FieldEnumeration, BitwiseCopyable {
    case left, right, up, down
}

public struct PagerSetPages: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.setPages"
    public static let summary = "Sets the pages; the shown one stays if the list contains it."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .indexOutOfRange, .notAChild, .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var id: Identifier?
    public var pages: [Identifier] = []
    public var selected: Identifier?
    public var index: Int?
    public init() {}

    public init(
        id: Identifier? = nil, pages: [Identifier], selected: Identifier? = nil, index: Int? = nil
    ) {
        self.id = id
        self.pages = pages
        self.selected = selected
        self.index = index
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.required("pages", &pages, "all pages, in order")
        try visitor.optional("selected", &selected, "the page to show; or give `index`")
        try visitor.optional("index", &index, "of the page to show; or give `selected`")
    }
}

public struct PagerSwipe: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.swipe"
    public static let summary = "Turns pages as a swipe does; stops at the ends."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .unsupported, .transitionInProgress, .nothingToShow,
        .limitExceeded, .vetoed, .hierarchyInconsistency, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var direction = SwipeDirection.left
    public var motion = TransitionRequest()
    public init() {}

    public init(
        id: Identifier? = nil, direction: SwipeDirection,
        motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.direction = direction
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.required("direction", &direction, "the finger's direction")
        try motion.visit(&visitor)
    }
}

public struct PagerSelect: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.select"
    public static let summary = "Selects a page by index or name."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .indexOutOfRange, .notAChild, .kindUnknown,
        .transitionInProgress, .limitExceeded, .hierarchyInconsistency,
        .vetoed, .invalidArgument,
    ]
    public var id: Identifier?
    public var index: Int?
    public var page: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public init(
        id: Identifier? = nil, index: Int? = nil, page: Identifier? = nil, user: Bool = false,
        motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.index = index
        self.page = page
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.optional("index", &index, "its index; or give `page`")
        try visitor.optional("page", &page, "its id; or give `index`")
        try visitor.optional("transition", &motion.transition, "the style; default: the pager's")
        try visitor.defaulted("user", &user, "the user turns the page; plugins decide first [7.5]")
        try motion.visitWithoutStyle(&visitor)
    }
}

public struct PagerNext: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.next"
    public static let summary = "Selects the next page; stops at the end."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .nothingToShow, .limitExceeded,
        .hierarchyInconsistency,
        .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public init(
        id: Identifier? = nil, user: Bool = false, motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.defaulted("user", &user, "the user turns the page; plugins decide first [7.5]")
        try motion.visit(&visitor)
    }
}

public struct PagerPrevious: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.previous"
    public static let summary = "Selects the previous page; stops at the start."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .nothingToShow, .limitExceeded,
        .hierarchyInconsistency,
        .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public init(
        id: Identifier? = nil, user: Bool = false, motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.defaulted("user", &user, "the user turns the page; plugins decide first [7.5]")
        try motion.visit(&visitor)
    }
}

public struct PagerInsert: Command {
    public typealias Reply = NoFields
    public static let method = "pager.insert"
    public static let summary = "Inserts a page; the selection does not change."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .indexOutOfRange, .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var id: Identifier?
    public var page = Identifier(unchecked: "")
    public var at = 0
    public init() {}

    public init(id: Identifier? = nil, page: Identifier, at: Int) {
        self.id = id
        self.page = page
        self.at = at
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.required("page", &page, "the page to insert")
        try visitor.required("at", &at, "its new index")
    }
}

public struct PagerRemove: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.remove"
    public static let summary = "Removes a page; if it is shown, the next one takes its place."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .notAChild, .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var page = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier? = nil, page: Identifier) {
        self.id = id
        self.page = page
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.required("page", &page, "the page to remove")
    }
}

public struct PagerMove: Command {
    public typealias Reply = NoFields
    public static let method = "pager.move"
    public static let summary = "Moves a page to another index; the selection does not change."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .notAChild, .indexOutOfRange,
    ]
    public var id: Identifier?
    public var page = Identifier(unchecked: "")
    public var to = 0
    public init() {}

    public init(id: Identifier? = nil, page: Identifier, to: Int) {
        self.id = id
        self.page = page
        self.to = to
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try visitor.required("page", &page, "the page to move")
        try visitor.required("to", &to, "its new index")
    }
}

public struct PagerPause: Command {
    public typealias Reply = NoFields
    public static let method = "pager.pause"
    public static let summary = "Pauses autoAdvance."
    public static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
    public var id: Identifier?
    public init() {}

    public init(id: Identifier? = nil) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
    }
}

public struct PagerResume: Command {
    public typealias Reply = NoFields
    public static let method = "pager.resume"
    public static let summary =
        "Resumes autoAdvance with a new interval, also after a page turn by the user."
    public static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
    public var id: Identifier?
    public init() {}

    public init(id: Identifier? = nil) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
    }
}

public struct PagerSupply: Command {
    public typealias Reply = NoFields
    public static let method = "pager.supply"
    public static let summary = PageAnswer.summary
    public static let errors = PageAnswer.errors
    public var id: Identifier?
    public var answer = PageAnswer()
    public init() {}

    public init(id: Identifier? = nil, answer: PageAnswer) {
        self.id = id
        self.answer = answer
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the pager; default: the only one")
        try answer.visit(&visitor)
    }
}
