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
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

public struct TabBarNext: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.next"
    public static let summary =
        "Selects the next tab that is not disabled; does nothing if there is none."
    public static let errors = TabBarBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

public struct TabBarPrevious: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.previous"
    public static let summary =
        "Selects the previous tab that is not disabled; does nothing if there is none."
    public static let errors = TabBarBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
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
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

extension TabBarKind: SelectingKindDeclaration {
    public static let historySummary: String =
        "What tabBar.back and tabBar.forward select has changed."
    public static var backDoc: String { "which tabBar.back selects; null: none" }
    public static var forwardDoc: String { "which tabBar.forward selects; null: none" }
}
