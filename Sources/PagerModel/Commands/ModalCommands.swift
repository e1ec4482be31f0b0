public struct ModalPresent: Command {
    public struct Reply: Fields {
        public var presenting: Identifier?
        public var transition: TransitionID?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("presenting", &presenting, "the presenter [11]; null: nothing was presented")
            v.required("transition", &transition, "the one that began; null: none")
        }
    }
    public static let method = "modal.present"
    public static let access: Access? = .grant(.present)
    public static let summary = "Presents a controller: present(_:animated:completion:) [10]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .controllerInUse, .wouldCreateCycle, .kindUnknown,
        .transitionInProgress, .invalidArgument, .limitExceeded, .hierarchyInconsistency,
    ]
    public var from = Identifier(unchecked: "")
    public var controller: Identifier?
    public var style: PresentationStyle?
    public var removesPresentersView: Bool?
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("from", &from, "receives present()")
        v.required("controller", &controller, "the one to present; null raises UIKit's exception")
        v.field("style", &style, "default: the controller's modalPresentationStyle")
        v.field(
            "transition", &motion.transition,
            "the style; default: the controller's modalTransitionStyle")
        v.field(
            "removesPresentersView", &removesPresentersView,
            "for `custom`: remove the presenter's view [10.1]")
        motion.visitWithoutStyle(&v)
    }
}

public struct ModalDismiss: Command {
    public typealias Reply = TransitionReply
    public static let method = "modal.dismiss"
    public static let access: Access? = .grant(.present)
    public static let summary =
        "Dismisses presented controllers: dismiss(animated:completion:) [10.10]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .transitionInProgress, .limitExceeded, .hierarchyInconsistency,
        .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id = Identifier(unchecked: "")
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public init(id: Identifier, user: Bool = false, motion: TransitionRequest = TransitionRequest())
    {
        self.id = id
        self.user = user
        self.motion = motion
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "receives dismiss()")
        v.field("user", &user, "a gesture of the user; the delegate is called")
        motion.visit(&v)
    }
}

public struct ModalSelectDetent: Command {
    public static let method = "modal.selectDetent"
    public static let access: Access? = .grant(.present)
    public static let summary = "Selects a detent of a sheet, and so its height [10.13]."
    public static let errors: [ErrorName] = [.controllerNotFound, .invalidArgument]
    public var id = Identifier(unchecked: "")
    public var detent = Identifier(unchecked: "")
    public var user = false
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the sheet, or a controller in it")
        v.required("detent", &detent, "one of its detents")
        v.field("user", &user, "the user selects; the delegate is called")
        motion.visitTiming(&v)
    }
}

public struct ModalSwipeSheet: Command {
    public typealias Reply = TransitionReply
    public static let method = "modal.swipeSheet"
    public static let access: Access? = .grant(.present)
    public static let summary =
        "Swipes a sheet to the next detent, or dismisses it at the last [10.14]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .transitionInProgress, .limitExceeded, .hierarchyInconsistency,
        .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id = Identifier(unchecked: "")
    public var direction = SheetDirection.up
    public var motion = TransitionRequest()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the sheet, or a controller in it")
        v.required("direction", &direction, "the finger's direction")
        motion.visitTiming(&v)
    }
}

public struct ModalGet: Command {
    public struct Reply: FieldObject, Hashable {
        public var id = Identifier(unchecked: "")
        public var presenter: Identifier?
        public var style: PresentationStyle?
        public var transition: String?
        public var removesPresentersView = false
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("id", &id, "the controller")
            v.required("presenter", &presenter, "null: not presented")
            v.required("style", &style, "automatic: pageSheet [10.8]")
            v.required("transition", &transition, "the transition style")
            v.required(
                "removesPresentersView", &removesPresentersView,
                "the presenter's view is removed [10.1]")
        }
    }
    public static let method = "modal.get"
    public static let onlyReads = true
    public static let summary = "Returns how a controller is presented."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the presented controller")
    }
}

/// The commands for presentations.
public enum ModalCommands {
    public static let all: [any Command.Type] = [
        ModalPresent.self, ModalDismiss.self, ModalSelectDetent.self, ModalSwipeSheet.self,
        ModalGet.self,
    ]
}
