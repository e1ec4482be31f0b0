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
