/// The direction in which the user swipes.
public enum SwipeDirection: String, FieldEnumeration, BitwiseCopyable {
    case left, right, up, down
}

/// The page that a pager shows if a new list lacks the shown one.
public enum KeepIndex: String, FieldEnumeration, BitwiseCopyable {
    /// The first page.
    case first
    /// The page at the same index or, in a shorter list, the last page.
    case same
    /// The page of the old list that is nearest to the shown one and stays; of two, the later one.
    /// The first page if none stays.
    case nearest
}

public struct PagerSetPages: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.setPages"
    public static let summary = "Sets the pages; the shown one stays if the list contains it."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .indexOutOfRange, .notAChild, .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
        .invalidArgument,
    ]
    public var id: Identifier?
    public var pages: [Identifier] = []
    public var selected: Identifier?
    public var index: Int?
    public var keepIndex: KeepIndex?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.required("pages", &pages, "all pages, in order")
        v.field("selected", &selected, "the page to show; or give `index`")
        v.field("index", &index, "of the page to show; or give `selected`")
        v.field(
            "keepIndex", &keepIndex,
            "the page to show if the shown one is missing: the first; the one at the same index, or "
                + "the last; the nearest one that stays, else the first. Default: first")
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.required("direction", &direction, "the finger's direction")
        motion.visit(&v)
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.field("index", &index, "its index; or give `page`")
        v.field("page", &page, "its id; or give `index`")
        v.field("transition", &motion.transition, "the style; default: the pager's")
        v.field("user", &user, "the user turns the page; plugins decide first [7.5]")
        motion.visitWithoutStyle(&v)
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.field("user", &user, "the user turns the page; plugins decide first [7.5]")
        motion.visit(&v)
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.field("user", &user, "the user turns the page; plugins decide first [7.5]")
        motion.visit(&v)
    }
}

public struct PagerInsert: Command {
    public typealias Reply = ListReply
    public static let method = "pager.insert"
    public static let summary = "Inserts a page; the selection does not change."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .indexOutOfRange, .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
        .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var page = Identifier(unchecked: "")
    public var at = 0
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.required("page", &page, "the page to insert")
        v.required("at", &at, "its new index")
        motion.visitChange(&v)
    }
}

public struct PagerRemove: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.remove"
    public static let summary = "Removes a page; if it is shown, the next one takes its place."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .notAChild, .hierarchyInconsistency, .vetoed,
        .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var page = Identifier(unchecked: "")
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.required("page", &page, "the page to remove")
        v.field("user", &user, "the user removes it; plugins decide first")
        motion.visitChange(&v)
    }
}

public struct PagerMove: Command {
    public static let method = "pager.move"
    public static let summary = "Moves a page to another index; the selection does not change."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .notAChild, .indexOutOfRange,
    ]
    public var id: Identifier?
    public var page = Identifier(unchecked: "")
    public var to = 0
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.required("page", &page, "the page to move")
        v.required("to", &to, "its new index")
    }
}

public struct PagerPause: Command {
    public static let method = "pager.pause"
    public static let summary = "Pauses autoAdvance."
    public static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
    public var id: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
    }
}

public struct PagerResume: Command {
    public static let method = "pager.resume"
    public static let summary =
        "Resumes autoAdvance with a new interval, also after a page turn by the user."
    public static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
    public var id: Identifier?
    public var rest = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.field(
            "rest", &rest,
            "with the time that was left at pager.pause instead, if the same page is selected")
    }
}

public struct PagerInteract: Command {
    public static let method = "pager.interact"
    public static let summary =
        "The user uses the shown page: delays autoAdvance as a page turn by the user does."
    public static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
    public var id: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
    }
}

public struct PagerSupply: Command {
    public static let method = "pager.supply"
    public static let summary = PageAnswer.summary
    public static let errors = PageAnswer.errors
    public var id: Identifier?
    public var answer = PageAnswer()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        answer.visit(&v)
    }
}

public struct PagerBack: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.back"
    public static let summary =
        "Goes back as backBehavior says; does nothing if there is no such page."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .nothingToShow, .limitExceeded,
        .hierarchyInconsistency, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.field("user", &user, "the user turns the page; plugins decide first [7.5]")
        motion.visit(&v)
    }
}

public struct PagerForward: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.forward"
    public static let summary =
        "Undoes the last pager.back; does nothing once another page was selected."
    public static let errors = PagerBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the pager; default: the only one")
        v.field("user", &user, "the user turns the page; plugins decide first [7.5]")
        motion.visit(&v)
    }
}

extension PagerKind: SelectingKindDeclaration {
    public static let historySummary: String =
        "What pager.back and pager.forward select has changed."
    public static var backDoc: String { "which pager.back selects; null: none" }
    public static var forwardDoc: String { "which pager.forward selects; null: none" }
}
