/// The declaration of the kind `navigation`, a navigation controller.
public enum NavigationKind: KindDeclaration {
    public typealias Options = NavigationOptions
    public typealias Record = NavigationRecord

    public static let name: StaticString = "navigation"
    public static let subject = "the navigation controller"
    public static let definesPresentationContext = true
    public static let grant = Grant.navigate
    public static let commands: [any Command.Type] = [
        NavigationSetStack.self, NavigationPush.self, NavigationPop.self, NavigationPopTo.self,
        NavigationPopToRoot.self, NavigationSetBarHidden.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        WillShow.self, DidShow.self, StackChanged.self, BarHiddenChanged.self,
    ]
    public static let book = BookForm(
        contents: .list(
            "controllers", alias: "stack", setBy: NavigationSetStack.self, frames: .fill))
}

/// The options of a navigation controller.
public struct NavigationOptions: Fields, Hashable {
    public var interactivePopEnabled = true
    public var barHidden = false
    public var motion = MotionOptions()

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field(
            "interactivePopEnabled", &interactivePopEnabled,
            "the user may pop with a gesture, such as an edge swipe; commands always can")
        v.field("barHidden", &barHidden, "isNavigationBarHidden [6.20]")
        motion.visit(&v)
    }
}

/// The members, other than options, of a navigation controller's record.
public struct NavigationRecord: Fields, Hashable {
    public var controllers: [Identifier] = []
    public var top: Identifier?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("controllers", &controllers, "from the root to the top")
        v.field("top", &top, "the last of the stack")
    }
}

public struct NavigationSetStack: Command {
    public typealias Reply = TransitionReply
    public static let method = "navigation.setStack"
    public static let summary = "Replaces the stack: setViewControllers(_:animated:) [6.7] [6.8]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .transitionInProgress, .limitExceeded,
        .unsupported, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var controllers: [Identifier] = []
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the stack; default: the only one")
        v.required("controllers", &controllers, "from the root to the top")
        v.field(
            "user", &user, "the user acts; plugins decide first whether the top is popped [6.19]")
        motion.visit(&v)
    }
}

public struct NavigationPush: Command {
    public typealias Reply = TransitionReply
    public static let method = "navigation.push"
    public static let summary = "Pushes a controller: pushViewController(_:animated:) [6.1]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .transitionInProgress, .limitExceeded,
        .unsupported, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var controller: Identifier?
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the stack; default: the only one")
        v.required("controller", &controller, "the new top; null logs UIKit's message")
        motion.visit(&v)
    }
}

/// The result of a command that pops controllers.
public struct PopReply: Fields {
    public var popped: Value = .null
    public var transition: TransitionID?
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("popped", &popped, "a controller, a list, or null [6.14]")
        v.required("transition", &transition, "the one that began; null: none")
    }
}

public struct NavigationPop: Command {
    public typealias Reply = PopReply
    public static let method = "navigation.pop"
    public static let summary =
        "Pops one or `count` controllers, never the root: "
        + "popViewController(animated:) [6.2] [6.14]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .limitExceeded,
        .hierarchyInconsistency, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var count: Int?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the stack; default: the only one")
        v.field(
            "count", &count, "default: 1; at most all but the root. With it, `popped` is a list")
        v.field("user", &user, "the user pops; plugins decide first [6.19]")
        motion.visit(&v)
    }
}

public struct NavigationPopTo: Command {
    public typealias Reply = PopReply
    public static let method = "navigation.popTo"
    public static let summary = "Pops to a controller: popToViewController(_:animated:) [6.9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .notAChild, .transitionInProgress, .limitExceeded,
        .hierarchyInconsistency, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var controller = Identifier(unchecked: "")
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the stack; default: the only one")
        v.required("controller", &controller, "the new top")
        v.field("user", &user, "the user pops; plugins decide first [6.19]")
        motion.visit(&v)
    }
}

public struct NavigationPopToRoot: Command {
    public typealias Reply = PopReply
    public static let method = "navigation.popToRoot"
    public static let summary = "Pops to the root: popToRootViewController(animated:) [6.9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .limitExceeded,
        .hierarchyInconsistency, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the stack; default: the only one")
        v.field("user", &user, "the user pops; plugins decide first [6.19]")
        motion.visit(&v)
    }
}

public struct NavigationSetBarHidden: Command {
    public static let method = "navigation.setBarHidden"
    public static let summary =
        "Hides or shows the bar: setNavigationBarHidden(_:animated:) [6.20]."
    public static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
    public var id: Identifier?
    public var hidden = false
    public var animated = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the stack; default: the only one")
        v.required("hidden", &hidden, "whether the bar is hidden")
        v.field("animated", &animated, "displays animate the bar")
    }
}

/// The events of a navigation controller.
extension NavigationKind {
    public struct WillShow: EventDeclaration {
        public static let name: StaticString = "willShow"
        public static let summary =
            "UIKit calls the delegate before another controller is on top [6.6]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var controller = Handle.none
        public var animated = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controller", &controller, "the controller on top")
            v.field("animated", &animated, "whether it is animated")
        }
    }

    public struct DidShow: EventDeclaration {
        public static let name: StaticString = "didShow"
        public static let summary =
            "UIKit calls the delegate when another controller is on top [6.6]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var controller = Handle.none
        public var animated = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controller", &controller, "the controller on top")
            v.field("animated", &animated, "whether it was animated")
        }
    }

    public struct StackChanged: EventDeclaration {
        public static let name: StaticString = "stackChanged"
        public static let summary = "The stack changed."
        public static let changes: [RecordChange] = [
            .set("controllers"), .last("top", of: "controllers"),
        ]
        public static let check: CheckForm? = CheckForm(group: "stack")
        public var controllers = [Handle]()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controllers", &controllers, "from the root to the top")
        }
    }
}

extension NavigationKind {
    public struct BarHiddenChanged: EventDeclaration {
        public static let name: StaticString = "barHiddenChanged"
        public static let summary = "The bar was hidden or shown [6.20]."
        public static let changes: [RecordChange] = [.set("barHidden", to: "hidden")]
        public var hidden = false
        public var animated = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("hidden", &hidden, "whether the bar is hidden")
            v.field("animated", &animated, "whether it is animated")
        }
    }
}

extension NavigationKind: AncestorDeclaration {
    package static let ancestorProperty = AncestorProperty.navigationController
}
