/// The errors of commands that turn the pages of a page controller with a data source.
public enum PageErrors {
    public static let ofTurns: [ErrorName] = [
        .controllerNotFound, .wrongKind, .unsupported, .nothingToShow, .transitionInProgress,
        .limitExceeded, .kindUnknown, .invalidArgument,
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

    public init(
        id: Identifier? = nil, user: Bool = false, motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the page controller; default: the only one")
        try visitor.defaulted("user", &user, "a gesture of the user; the delegate is called [9.4]")
        try motion.visit(&visitor)
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

    public init(
        id: Identifier? = nil, user: Bool = false, motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the page controller; default: the only one")
        try visitor.defaulted("user", &user, "a gesture of the user; the delegate is called [9.4]")
        try motion.visit(&visitor)
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

    public init(
        id: Identifier? = nil, direction: SwipeDirection,
        motion: TransitionRequest = TransitionRequest()
    ) {
        self.id = id
        self.direction = direction
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the page controller; default: the only one")
        try visitor.required("direction", &direction, "the finger's direction")
        try motion.visit(&visitor)
    }
}

public struct PageSupply: Command {
    public typealias Reply = NoFields
    public static let method = "page.supply"
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
        try visitor.optional("id", &id, "the page controller; default: the only one")
        try answer.visit(&visitor)
    }
}
