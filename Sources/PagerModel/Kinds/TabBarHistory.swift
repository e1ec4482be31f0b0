public struct TabBarBack: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.back"
    public static let summary =
        "Goes back to a tab as backBehavior says; does nothing where there is no such tab."
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
        try visitor.optional("id", &id, "the tab bar; may be left out where there is only one")
        try visitor.defaulted(
            "user", &user, "a person's act: plugins are asked, the delegate is called [7.5]")
        try motion.visit(&visitor)
    }
}

public struct TabBarForward: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.forward"
    public static let summary =
        "Undoes the last tabBar.back; does nothing where another tab was selected since."
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
        try visitor.optional("id", &id, "the tab bar; may be left out where there is only one")
        try visitor.defaulted(
            "user", &user, "a person's act: plugins are asked, the delegate is called [7.5]")
        try motion.visit(&visitor)
    }
}

extension TabBarKind: SelectingKindDeclaration {
    public static let historySummary: StaticString = "Back or forward lead to another tab now."
    public static let backDoc: StaticString =
        "the tab that tabBar.back selects, null where none"
    public static let forwardDoc: StaticString =
        "the tab that tabBar.forward selects, null where none"
}
