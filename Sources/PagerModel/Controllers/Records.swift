/// The record of a window, as clients receive it.
public struct WindowRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var size = Size.standard
    public var root: Identifier?
    public var subviews: [Identifier] = []
    public var safeAreaInsets: Insets?

    public init() {}

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "its id")
        v.required("size", &size, "in points")
        v.required("root", &root, "the root controller; null: none")
        v.field("subviews", &subviews, "back to front")
        v.field("safeAreaInsets", &safeAreaInsets, "in points; absent: all 0 [13.9]")
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

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "its id")
        v.required("controller", &controller, "whose view it is; null: none")
        v.required("superview", &superview, "a view or window; null: none")
        v.required("subviews", &subviews, "back to front")
        v.required("window", &window, "null: none")
        v.required("frame", &frame, "in the superview's coordinates, without the transform")
        v.required("hidden", &hidden, "whether the view is hidden")
        appearance.visit(&v)
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

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("alpha", &alpha, "0 to 1")
        v.field("clipsToBounds", &clipsToBounds, "clips subviews")
        v.field("backgroundColor", &backgroundColor, "a CSS colour")
        v.field("autoresizing", &autoresizing, "how the frame follows the superview's size")
        v.field("transform", &transform, "about the view's centre; absent: the identity [13.10]")
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
    public var subviews: [Identifier] = []
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

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "its id")
        v.required("kind", &kind, Kinds.sentence)
        v.required("title", &options.title, "for display")
        v.required("content", &options.content, "the shown content")
        v.required("parent", &parent, "null: none")
        if var branches {
            v.required("children", &branches, "their records, in order")
        } else {
            v.required("children", &children, "in order [1.8]")
        }
        v.required("appearance", &appearance, "as in UIKit [4]")
        v.required("isViewLoaded", &isViewLoaded, "loadView has run [12.6]")
        v.required("superview", &superview, "of its view")
        v.field("subviews", &subviews, "of its view, back to front")
        v.required("frame", &frame, "of its view")
        v.required("hidden", &hidden, "whether the view is hidden")
        attributes.visit(&v)
        v.required("window", &window, "of its view")
        v.required("navigationController", &navigationController, "the nearest one above [12.1]")
        v.required("tabBarController", &tabBarController, "the nearest one above [12.1]")
        v.required("splitViewController", &splitViewController, "the nearest one above [12.1]")
        v.required(
            "presentedViewController", &presentedViewController,
            "what it, or its nearest presenting ancestor, presents [11.1]")
        v.required(
            "presentingViewController", &presentingViewController,
            "what presents it, or its topmost ancestor [11.1]")
        v.required("isBeingPresented", &isBeingPresented, "as in UIKit [12.2]")
        v.required("isBeingDismissed", &isBeingDismissed, "as in UIKit [12.2]")
        v.required("isMovingToParent", &isMovingToParent, "as in UIKit [12.2]")
        v.required("isMovingFromParent", &isMovingFromParent, "as in UIKit [12.2]")
        v.field("forwardsAppearance", &options.forwardsAppearance, "the option")
        v.field("definesPresentationContext", &options.definesPresentationContext, "the option")
        v.field(
            "providesPresentationContextTransitionStyle",
            &options.providesPresentationContextTransitionStyle,
            "the option")
        v.field("modalPresentationStyle", &options.modalPresentationStyle, "the option")
        v.field("modalTransitionStyle", &options.modalTransitionStyle, "the option")
        v.field("isModalInPresentation", &options.isModalInPresentation, "the option")
        v.field("preferredContentSize", &options.preferredContentSize, "the option")
        v.field("dwellTime", &options.dwellTime, "the option")
        v.required("on", &options.reactions, "the option")
        v.field("sheet", &options.sheet, "the option, with the selected detent [10.13]")
        v.field("hidesBottomBarWhenPushed", &options.hidesBottomBarWhenPushed, "the option [7.9]")
        v.ifSet(
            "additionalSafeAreaInsets", &options.additionalSafeAreaInsets,
            "the option; absent: all 0 [13.9]")
        v.ifSet("canLeave", &options.canLeave, "the option; absent: true")
        v.ifSet("leaveReason", &options.leaveReason, "the option")
        v.ifSet("disabled", &options.disabled, "the option; absent: false")
        v.ifSet("pinned", &options.pinned, "the option; absent: false")
        v.ifSet(
            "usesPreferredContentSize", &options.usesPreferredContentSize,
            "the option; absent: false")
        v.ifSet(
            "adaptivePresentationStyle", &options.adaptivePresentationStyle,
            "the option; absent: none")
        v.ifSet("breakpoints", &options.breakpoints, "the option; absent: none")
        v.ifSet(
            "baseOptions", &options.baseOptions,
            "the values that breakpoints have replaced; absent: none")
        v.ifSet("badge", &options.badge, "the option; absent: none")
        v.field(
            "safeAreaInsets", &safeAreaInsets,
            "of its view, in points; absent: all 0, or no window [13.9]")
        v.rest(&ofKind, of: NoFields.self, "members and options of its kind")
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

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("kind", &kind, Kinds.sentence)
        v.required("frame", &frame, "of its view")
        options.visit(&v)
        v.rest(&ofKind, of: NoFields.self, "members and options of its kind")
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

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("transition", &id, "its id")
        v.required("container", &container, "of a presentation the presenter")
        v.required("from", &from, "the controller that leaves")
        v.required("to", &to, "the controller that appears")
        v.required("style", &style, "its name")
        v.required("direction", &direction, "along or against the order of the pages")
        v.required("duration", &duration, "in seconds")
        v.required("curve", &curve, "the timing curve")
        v.required("options", &options, "the options of the command")
        v.required("animated", &animated, "whether it is animated")
        v.required("interactive", &interactive, "a client sets the progress")
        v.required("tracks", &tracks, "keyframes of both sides")
        v.required(
            "progress", &progress,
            "0 to 1: as a client sets it, or by the curve at the daemon's time")
        v.required("began", &began, "in seconds on the daemon's clock")
        v.field("ended", &ended, "in seconds on the daemon's clock; absent while it runs")
        v.field("outcome", &outcome, "absent while it runs")
        v.field("selected", &selected, "shown at the end: `to`, or `from` if it was cancelled")
        v.field("alongside", &alongside, "views with their final values; absent: none [5.10]")
    }
}
