public struct TabBarBack: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.back"
    public static let summary =
        "Goes back to the tab that backBehavior determines; does nothing if there is none."
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
        try visitor.optional(
            "id", &id, "the tab bar controller; may be omitted if there is only one")
        try visitor.defaulted(
            "user", &user,
            "whether the user selects the tab; if so, plugins decide first and the delegate is "
                + "called [7.5]")
        try motion.visit(&visitor)
    }
}

public struct TabBarForward: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.forward"
    public static let summary =
        "Undoes the last tabBar.back; does nothing if another tab was selected since."
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
        try visitor.optional(
            "id", &id, "the tab bar controller; may be omitted if there is only one")
        try visitor.defaulted(
            "user", &user,
            "whether the user selects the tab; if so, plugins decide first and the delegate is "
                + "called [7.5]")
        try motion.visit(&visitor)
    }
}

extension TabBarKind: SelectingKindDeclaration {
    public static let historySummary: StaticString =
        "The tabs that tabBar.back and tabBar.forward select have changed."
    public static let backDoc: StaticString =
        "the tab that tabBar.back selects; null: none"
    public static let forwardDoc: StaticString =
        "the tab that tabBar.forward selects; null: none"
}
