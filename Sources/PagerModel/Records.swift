/// The record of a window, as clients receive it.
public struct WindowRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var size = Size.standard
    public var root: Identifier?
    public var safeAreaInsets: Insets?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its id")
        try visitor.required("size", &size, "in points")
        try visitor.nullable("root", &root, "the root controller; null: none")
        try visitor.optional("safeAreaInsets", &safeAreaInsets, "in points; absent: all 0 [13.9]")
    }
}

/// The record of a view, as clients receive it.
public struct ViewRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var controller: Identifier?
    public var superview: Identifier?
    public var subviews: [Identifier] = []
    public var window: Identifier?
    public var frame = Frame(.zero)
    public var hidden = false
    public var appearance = ViewAttributes()

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its id")
        try visitor.nullable("controller", &controller, "whose view it is; null: none")
        try visitor.nullable("superview", &superview, "a view or window; null: none")
        try visitor.required("subviews", &subviews, "back to front")
        try visitor.nullable("window", &window, "null: none")
        try visitor.required(
            "frame", &frame, "in the superview's coordinates, without the transform")
        try visitor.required("hidden", &hidden, "whether the view is hidden")
        try appearance.visit(&visitor)
    }
}

/// The members of a view that do not affect controllers.
public struct ViewAttributes: FieldObject, Hashable {
    public var alpha = 1.0
    public var clipsToBounds = false
    public var backgroundColor: String?
    public var autoresizing = Autoresizing.flexibleSize
    /// The transform of the view. Nil for the identity.
    public var transform: AffineTransform?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("alpha", &alpha, "0 to 1")
        try visitor.defaulted("clipsToBounds", &clipsToBounds, "clips subviews")
        try visitor.optional("backgroundColor", &backgroundColor, "a CSS colour")
        try visitor.defaulted(
            "autoresizing", &autoresizing, "how the frame follows the superview's size")
        try visitor.optional(
            "transform", &transform, "about the view's centre; absent: the identity [13.10]")
    }
}

/// The record of a controller, with the members of its kind.
public struct ControllerRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var kind = ""
    public var options = ControllerOptions()
    public var parent: Identifier?
    public var children: [Identifier] = []
    /// The records of the children. In a tree of controllers, they replace the ids in `children`.
    public var branches: [ControllerRecord]?
    public var appearance = Appearance.disappeared
    public var isViewLoaded = false
    public var superview: Identifier?
    public var frame = Frame(.zero)
    public var hidden = false
    /// The properties of the controller's view besides `superview`, `frame` and `hidden`.
    public var attributes = ViewAttributes()
    public var window: Identifier?
    public var navigationController: Identifier?
    public var tabBarController: Identifier?
    public var splitViewController: Identifier?
    public var presentedViewController: Identifier?
    public var presentingViewController: Identifier?
    public var isBeingPresented = false
    public var isBeingDismissed = false
    public var isMovingToParent = false
    public var isMovingFromParent = false
    public var safeAreaInsets: Insets?
    /// The members that the controller's kind adds to the record.
    public var ofKind: [Value.Member] = []

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its id")
        try visitor.required("kind", &kind, Kinds.sentence)
        try visitor.nullable("title", &options.title, "for display")
        try visitor.nullable("content", &options.content, "the shown content")
        try visitor.nullable("parent", &parent, "null: none")
        if var branches {
            try visitor.required("children", &branches, "their records, in order")
        } else {
            try visitor.required("children", &children, "in order [1.8]")
        }
        try visitor.required("appearance", &appearance, "as in UIKit [4]")
        try visitor.required("isViewLoaded", &isViewLoaded, "loadView has run [12.6]")
        try visitor.nullable("superview", &superview, "of its view")
        try visitor.required("frame", &frame, "of its view")
        try visitor.required("hidden", &hidden, "whether the view is hidden")
        try attributes.visit(&visitor)
        try visitor.nullable("window", &window, "of its view")
        try visitor.nullable(
            "navigationController", &navigationController, "the nearest one above [12.1]")
        try visitor.nullable("tabBarController", &tabBarController, "the nearest one above [12.1]")
        try visitor.nullable(
            "splitViewController", &splitViewController, "the nearest one above [12.1]")
        try visitor.nullable(
            "presentedViewController", &presentedViewController,
            "what it, or its nearest presenting ancestor, presents [11.1]")
        try visitor.nullable(
            "presentingViewController", &presentingViewController,
            "what presents it, or its topmost ancestor [11.1]")
        try visitor.required("isBeingPresented", &isBeingPresented, "as in UIKit [12.2]")
        try visitor.required("isBeingDismissed", &isBeingDismissed, "as in UIKit [12.2]")
        try visitor.required("isMovingToParent", &isMovingToParent, "as in UIKit [12.2]")
        try visitor.required("isMovingFromParent", &isMovingFromParent, "as in UIKit [12.2]")
        try visitor.defaulted("forwardsAppearance", &options.forwardsAppearance, "the option")
        try visitor.defaulted(
            "definesPresentationContext", &options.definesPresentationContext, "the option")
        try visitor.defaulted(
            "providesPresentationContextTransitionStyle",
            &options.providesPresentationContextTransitionStyle, "the option")
        try visitor.defaulted(
            "modalPresentationStyle", &options.modalPresentationStyle, "the option")
        try visitor.defaulted("modalTransitionStyle", &options.modalTransitionStyle, "the option")
        try visitor.defaulted("isModalInPresentation", &options.isModalInPresentation, "the option")
        try visitor.defaulted("preferredContentSize", &options.preferredContentSize, "the option")
        try visitor.defaulted("dwellTime", &options.dwellTime, "the option")
        try visitor.nullable("on", &options.reactions, "the option")
        try visitor.defaulted(
            "sheet", &options.sheet, "the option, with the selected detent [10.13]")
        try visitor.defaulted(
            "hidesBottomBarWhenPushed", &options.hidesBottomBarWhenPushed, "the option [7.9]")
        try visitor.optional(
            "additionalSafeAreaInsets", &options.additionalSafeAreaInsets,
            "the option; absent: all 0 [13.9]")
        try visitor.optional(
            "safeAreaInsets", &safeAreaInsets,
            "of its view, in points; absent: all 0, or no window [13.9]")
        try visitor.rest(&ofKind, of: NoFields.self, "members and options of its kind")
    }
}

/// A new controller, with the members of its kind.
public struct CreationRecord: Fields {
    public var kind = ""
    public var frame = Frame(.standard)
    public var options = ControllerOptions()
    /// The members that the controller's kind adds to the record, including the kind's options.
    public var ofKind: [Value.Member] = []

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("kind", &kind, Kinds.sentence)
        try visitor.required("frame", &frame, "of its view")
        try options.visit(&visitor)
        try visitor.rest(&ofKind, of: NoFields.self, "members and options of its kind")
    }
}

/// The record of a transition, as clients receive it.
public struct TransitionRecord: FieldObject, Hashable {
    public var id = TransitionID(0)
    public var container = Identifier(unchecked: "")
    public var from: Identifier?
    public var to: Identifier?
    public var style = ""
    public var direction = TransitionDirection.forward
    public var duration = 0.0
    public var curve = TransitionCurve.easeInOut
    public var options: TransitionOptions = []
    public var animated = true
    public var interactive = false
    public var progress = 0.0
    public var tracks = Tracks()
    public var began = 0.0
    public var ended: Double?
    public var outcome: TransitionOutcome?
    public var selected: Identifier?
    public var alongside: [AlongsideView]?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("transition", &id, "its id")
        try visitor.required("container", &container, "of a presentation the presenter")
        try visitor.nullable("from", &from, "the controller that leaves")
        try visitor.nullable("to", &to, "the controller that appears")
        try visitor.required("style", &style, "its name")
        try visitor.required("direction", &direction, "along or against the order of the pages")
        try visitor.required("duration", &duration, "in seconds")
        try visitor.required("curve", &curve, "the timing curve")
        try visitor.required("options", &options, "the options of the command")
        try visitor.required("animated", &animated, "whether it is animated")
        try visitor.required("interactive", &interactive, "a client sets the progress")
        try visitor.required("tracks", &tracks, "keyframes of both sides")
        try visitor.required(
            "progress", &progress,
            "0 to 1: as a client sets it, or by the curve at the daemon's time")
        try visitor.required("began", &began, "in seconds on the daemon's clock")
        try visitor.optional(
            "ended", &ended, "in seconds on the daemon's clock; absent while it runs")
        try visitor.optional("outcome", &outcome, "absent while it runs")
        try visitor.optional(
            "selected", &selected, "shown at the end: `to`, or `from` if it was cancelled")
        try visitor.optional(
            "alongside", &alongside, "views with their final values; absent: none [5.10]")
    }
}
