public struct TabBarBack: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.back"
    public static let summary =
        "Goes back as backBehavior says; does nothing if there is no such tab."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .nothingToShow, .limitExceeded,
        .hierarchyInconsistency, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest(animated: false)
    public init() {}

    public init(
        id: Identifier? = nil, user: Bool = false,
        motion: TransitionRequest = TransitionRequest(animated: false)
    ) {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the tab bar controller; default: the only one")
        try visitor.defaulted(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        try motion.visit(&visitor)
    }
}

public struct TabBarForward: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.forward"
    public static let summary =
        "Undoes the last tabBar.back; does nothing once another tab was selected."
    public static let errors = TabBarBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest(animated: false)
    public init() {}

    public init(
        id: Identifier? = nil, user: Bool = false,
        motion: TransitionRequest = TransitionRequest(animated: false)
    ) {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the tab bar controller; default: the only one")
        try visitor.defaulted(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        try motion.visit(&visitor)
    }
}

extension TabBarKind: SelectingKindDeclaration {
    public static let historySummary: StaticString =
        "What tabBar.back and tabBar.forward select has changed."
    public static let backDoc: StaticString = "which tabBar.back selects; null: none"
    public static let forwardDoc: StaticString = "which tabBar.forward selects; null: none"
}
