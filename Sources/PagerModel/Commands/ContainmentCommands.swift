public struct ControllerAddChild: Command {
    public static let method = "controller.addChild"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Adds a child: addChild(_:), which calls willMove(toParent:) first [1.1]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wouldCreateCycle, .hierarchyInconsistency, .controllerInUse,
        .limitExceeded,
    ]
    public var parent = Identifier(unchecked: "")
    public var child = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("parent", &parent, "the container")
        v.required("child", &child, "the controller to add")
    }
}

public struct ControllerRemoveFromParent: Command {
    public static let method = "controller.removeFromParent"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Removes a child: removeFromParent(), which calls didMove(nil) afterwards [1.2]."
    public static let errors: [ErrorName] = [.controllerNotFound, .notAChild, .controllerInUse]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
    }
}

public struct ControllerWillMove: Command {
    public static let method = "controller.willMove"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls willMove(toParent:), as before a removal [1.2]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var parent: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
        v.required("parent", &parent, "the future parent; null before removal")
    }
}

public struct ControllerDidMove: Command {
    public static let method = "controller.didMove"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls didMove(toParent:), as after addChild [1.3]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var parent: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
        v.required("parent", &parent, "the parent; null after removal")
    }
}

public struct ControllerBeginAppearanceTransition: Command {
    public static let method = "controller.beginAppearanceTransition"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls beginAppearanceTransition(_:animated:) of a child [4]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var appearing = true
    public var animated = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
        v.required("appearing", &appearing, "true to appear, false to disappear")
        v.required("animated", &animated, "passed to the callbacks")
    }
}

public struct ControllerEndAppearanceTransition: Command {
    public static let method = "controller.endAppearanceTransition"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls endAppearanceTransition() of a child [4]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
    }
}

public struct ControllerLoadViewIfNeeded: Command {
    public static let method = "controller.loadViewIfNeeded"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Loads the view if it is not loaded: loadViewIfNeeded() [12.6]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the controller")
    }
}

public struct ControllerTransition: Command {
    public typealias Reply = TransitionReply
    public static let method = "controller.transition"
    public static let access: Access? = .grant(.contain)
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("container", &container, "the parent of both")
        v.required("from", &from, "the child that leaves")
        v.required("to", &to, "the child that appears")
        v.required("duration", &duration, "seconds; 0: not animated")
        v.field("options", &options, "UIView.AnimationOptions")
        v.field("edges", &edges, "also calls willMove, addChild, didMove and removeFromParent")
        v.field("interactive", &interactive, "a client sets the progress")
        v.field(
            "interruption", &interruption, "if a transition of the container runs; default: reject")
        v.field("curve", &curve, "default: that of `options`, else of the style")
        v.field("transition", &transition, "the style; default: that of `options`")
        v.field(
            "animations", &animations,
            "views with their final values, at most \(Limits.alongside) [5.11]")
    }
}

/// The commands for controllers of all kinds.
public enum ControllerCommands {
    public static let all: [any Command.Type] = [
        ControllerCreate.self, ControllerUpdate.self, ControllerDestroy.self, ControllerGet.self,
        ControllerTree.self, ControllerList.self, ControllerCall.self, ControllerAddChild.self,
        ControllerRemoveFromParent.self, ControllerWillMove.self, ControllerDidMove.self,
        ControllerBeginAppearanceTransition.self, ControllerEndAppearanceTransition.self,
        ControllerLoadViewIfNeeded.self, ControllerTransition.self,
    ]
}
