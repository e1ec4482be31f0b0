public struct PageSet: Command {
    public typealias Reply = TransitionReply
    public static let method = "page.set"
    public static let summary = "setViewControllers(_:direction:animated:completion:) [9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .transitionInProgress, .limitExceeded,
        .invalidArgument,
    ]
    public var id: Identifier?
    public var controllers: [Identifier] = []
    public var direction = TransitionDirection.forward
    public var user = false
    public var motion = Motion(animated: false)
    public init() {}

    public init(
        id: Identifier? = nil, controllers: [Identifier], direction: TransitionDirection,
        user: Bool = false, motion: Motion = Motion(animated: false)
    ) {
        self.id = id
        self.controllers = controllers
        self.direction = direction
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional(
            "id", &id, "the page controller; may be left out where there is only one")
        try visitor.required(
            "controllers", &controllers, "one, or two with the spine in the middle")
        try visitor.required("direction", &direction, "forward or reverse")
        try visitor.defaulted("user", &user, "a gesture: the delegate hears of it [9.4]")
        try motion.visit(&visitor)
    }
}

public struct SplitSetColumns: Command {
    public typealias Reply = NoFields
    public static let method = "split.setColumns"
    public static let summary = "Gives a split its two columns, or takes them away [8.1]."
    public static let errors: [ErrorName] = [
        .invalidArgument,
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var id: Identifier?
    public var primary: Identifier?
    public var secondary: Identifier?
    public init() {}

    public init(id: Identifier? = nil, primary: Identifier?, secondary: Identifier?) {
        self.id = id
        self.primary = primary
        self.secondary = secondary
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split; may be left out where there is only one")
        try visitor.nullable("primary", &primary, "the primary column, null for none")
        try visitor.nullable("secondary", &secondary, "the secondary column, null for none")
    }
}

public struct SplitShowDetail: Command {
    public typealias Reply = TransitionReply
    public static let method = "split.showDetail"
    public static let summary = "showDetailViewController(_:sender:)."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .nothingToShow, .limitExceeded,
    ]
    public var id: Identifier?
    public var controller = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier? = nil, controller: Identifier) {
        self.id = id
        self.controller = controller
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split; may be left out where there is only one")
        try visitor.required("controller", &controller, "the secondary column to be")
    }
}

public struct SplitSetDisplayMode: Command {
    public typealias Reply = NoFields
    public static let method = "split.setDisplayMode"
    public static let summary = "Shows or hides the primary column."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var mode = SplitDisplayMode.automatic
    public init() {}

    public init(id: Identifier? = nil, mode: SplitDisplayMode) {
        self.id = id
        self.mode = mode
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split; may be left out where there is only one")
        try visitor.required("mode", &mode, "the display mode")
    }
}
