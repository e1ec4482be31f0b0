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
