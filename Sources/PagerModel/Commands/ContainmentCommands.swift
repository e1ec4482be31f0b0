public struct ControllerAddChild: Command {
    public typealias Reply = NoFields
    public static let method = "controller.addChild"
    public static let summary =
        "Adds a child: addChild(_:), which calls willMove(toParent:) first [1.1]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wouldCreateCycle, .hierarchyInconsistency, .controllerInUse,
        .limitExceeded,
    ]
    public var parent = Identifier(unchecked: "")
    public var child = Identifier(unchecked: "")
    public init() {}

    public init(parent: Identifier, child: Identifier) {
        self.parent = parent
        self.child = child
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("parent", &parent, "the container")
        try visitor.required("child", &child, "the controller to add")
    }
}

public struct ControllerRemoveFromParent: Command {
    public typealias Reply = NoFields
    public static let method = "controller.removeFromParent"
    public static let summary =
        "Removes a child: removeFromParent(), which calls didMove(nil) afterwards [1.2]."
    public static let errors: [ErrorName] = [.controllerNotFound, .notAChild, .controllerInUse]
    public var id = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the child")
    }
}

public struct ControllerWillMove: Command {
    public typealias Reply = NoFields
    public static let method = "controller.willMove"
    public static let summary = "Calls willMove(toParent:), as before a removal [1.2]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var parent: Identifier?
    public init() {}

    public init(id: Identifier, parent: Identifier?) {
        self.id = id
        self.parent = parent
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the child")
        try visitor.nullable("parent", &parent, "the future parent; null before removal")
    }
}

public struct ControllerDidMove: Command {
    public typealias Reply = NoFields
    public static let method = "controller.didMove"
    public static let summary = "Calls didMove(toParent:), as after addChild [1.3]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var parent: Identifier?
    public init() {}

    public init(id: Identifier, parent: Identifier?) {
        self.id = id
        self.parent = parent
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the child")
        try visitor.nullable("parent", &parent, "the parent; null after removal")
    }
}

public struct ControllerBeginAppearanceTransition: Command {
    public typealias Reply = NoFields
    public static let method = "controller.beginAppearanceTransition"
    public static let summary = "Calls beginAppearanceTransition(_:animated:) of a child [4]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var appearing = true
    public var animated = false
    public init() {}

    public init(id: Identifier, appearing: Bool, animated: Bool) {
        self.id = id
        self.appearing = appearing
        self.animated = animated
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the child")
        try visitor.required("appearing", &appearing, "true to appear, false to disappear")
        try visitor.required("animated", &animated, "passed to the callbacks")
    }
}

public struct ControllerEndAppearanceTransition: Command {
    public typealias Reply = NoFields
    public static let method = "controller.endAppearanceTransition"
    public static let summary = "Calls endAppearanceTransition() of a child [4]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the child")
    }
}

public struct ControllerLoadViewIfNeeded: Command {
    public typealias Reply = NoFields
    public static let method = "controller.loadViewIfNeeded"
    public static let summary = "Loads the view if it is not loaded: loadViewIfNeeded() [12.6]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the controller")
    }
}

public struct ControllerTransition: Command {
    public typealias Reply = TransitionReply
    public static let method = "controller.transition"
    public static let summary =
        "Replaces one child by another: "
        + "transition(from:to:duration:options:animations:completion:) [5]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .noCommonParent, .notAChild, .controllerInUse,
        .transitionInProgress, .invalidArgument, .wouldCreateCycle, .hierarchyInconsistency,
        .limitExceeded, .kindUnknown, .viewNotFound,
    ]
    public var container = Identifier(unchecked: "")
    public var from = Identifier(unchecked: "")
    public var to = Identifier(unchecked: "")
    public var duration = 0.0
    public var options: TransitionOptions = []
    public var edges = false
    public var interactive = false
    public var interruption: Interruption?
    public var curve: TransitionCurve?
    public var transition: String?
    public var animations: [AlongsideView] = []
    public init() {}

    public init(
        container: Identifier, from: Identifier, to: Identifier, duration: Double,
        options: TransitionOptions = [], edges: Bool = false, interactive: Bool = false,
        interruption: Interruption? = nil, curve: TransitionCurve? = nil,
        transition: String? = nil, animations: [AlongsideView] = []
    ) {
        self.container = container
        self.from = from
        self.to = to
        self.duration = duration
        self.options = options
        self.edges = edges
        self.interactive = interactive
        self.interruption = interruption
        self.curve = curve
        self.transition = transition
        self.animations = animations
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("container", &container, "the parent of both")
        try visitor.required("from", &from, "the child that leaves")
        try visitor.required("to", &to, "the child that appears")
        try visitor.required("duration", &duration, "seconds; 0: not animated")
        try visitor.defaulted("options", &options, "UIView.AnimationOptions")
        try visitor.defaulted(
            "edges", &edges, "also calls willMove, addChild, didMove and removeFromParent")
        try visitor.defaulted("interactive", &interactive, "a client sets the progress")
        try visitor.optional(
            "interruption", &interruption, "if a transition of the container runs; default: reject")
        try visitor.optional("curve", &curve, "default: that of `options`, else of the style")
        try visitor.optional("transition", &transition, "the style; default: that of `options`")
        try visitor.defaulted(
            "animations", &animations,
            "views with their final values, at most \(Limits.alongside) [5.11]")
    }
}
