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

extension PagerKind: SelectingKindDeclaration {
    public static let historySummary: StaticString =
        "What pager.back and pager.forward select has changed."
    public static let backDoc: StaticString = "which pager.back selects; null: none"
    public static let forwardDoc: StaticString = "which pager.forward selects; null: none"
}
