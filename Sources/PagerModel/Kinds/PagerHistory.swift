public struct PagerBack: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.back"
    public static let summary =
        "Goes back to a page as backBehavior says; does nothing where there is no such page."
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
        try visitor.optional("id", &id, "the pager; may be left out where there is only one")
        try visitor.defaulted("user", &user, "a person's act: plugins are asked [7.5]")
        try motion.visit(&visitor)
    }
}

public struct PagerForward: Command {
    public typealias Reply = TransitionReply
    public static let method = "pager.forward"
    public static let summary =
        "Undoes the last pager.back; does nothing where another page was selected since."
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
        try visitor.optional("id", &id, "the pager; may be left out where there is only one")
        try visitor.defaulted("user", &user, "a person's act: plugins are asked [7.5]")
        try motion.visit(&visitor)
    }
}

extension PagerKind {
    public struct HistoryChanged: EventDeclaration {
        public static let name: StaticString = "historyChanged"
        public static let summary: StaticString = "Back or forward lead to another page now."
        public static let changes: [RecordChange] = [
            .set("back", to: "back"), .set("forward", to: "forward"),
        ]
        public var back = Handle.none
        public var forward = Handle.none

        public init() {}

        public init(back: Handle, forward: Handle) {
            self.back = back
            self.forward = forward
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("back", &back, "the page that pager.back selects, null where none")
            v.reference(
                "forward", &forward, "the page that pager.forward selects, null where none")
        }
    }
}
