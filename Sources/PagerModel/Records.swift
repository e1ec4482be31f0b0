/// The record of a window, as clients receive it.
public struct WindowRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var size = Size.standard
    public var root: Identifier?
    public var safeAreaInsets: Insets?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the name of the window")
        try visitor.required("size", &size, "the size in points")
        try visitor.nullable("root", &root, "the root controller; null: none")
        try visitor.optional(
            "safeAreaInsets", &safeAreaInsets,
            "the safe area insets in points; absent if all are 0 [13.9]")
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
        try visitor.required("id", &id, "the name of the view")
        try visitor.nullable("controller", &controller, "the controller of the view; null: none")
        try visitor.nullable(
            "superview", &superview, "the superview, a view or window; null: none")
        try visitor.required("subviews", &subviews, "the subviews, back to front")
        try visitor.nullable("window", &window, "the window that contains the view; null: none")
        try visitor.required(
            "frame", &frame, "the frame in the superview's coordinates, without the transform")
        try visitor.required("hidden", &hidden, "whether the view is hidden")
        try appearance.visit(&visitor)
    }
}

/// The autoresizing mask of a view, and the view's visual properties, such as its opacity. The
/// visual properties do not affect the state of controllers.
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
        try visitor.defaulted("alpha", &alpha, "the opacity, 0 to 1")
        try visitor.defaulted("clipsToBounds", &clipsToBounds, "whether subviews are clipped")
        try visitor.optional("backgroundColor", &backgroundColor, "a CSS colour")
        try visitor.defaulted(
            "autoresizing", &autoresizing, "how the frame follows the size of the superview")
        try visitor.optional(
            "transform", &transform,
            "the transform about the view's centre; absent: the identity [13.10]")
    }
}

/// The record of a controller, as clients receive it: the members that every controller has, and
/// those of its kind.
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
        try visitor.required("id", &id, "the name of the controller")
        try visitor.required("kind", &kind, Kinds.sentence)
        try visitor.nullable("title", &options.title, "a title for display")
        try visitor.nullable("content", &options.content, "the shown content")
        try visitor.nullable("parent", &parent, "the parent controller; null: none")
        if var branches {
            try visitor.required("children", &branches, "the records of the children, in order")
        } else {
            try visitor.required("children", &children, "the children, in order [1.8]")
        }
        try visitor.required("appearance", &appearance, "the appearance state [4]")
        try visitor.required("isViewLoaded", &isViewLoaded, "whether loadView has run [12.6]")
        try visitor.nullable("superview", &superview, "the superview of the view")
        try visitor.required("frame", &frame, "the frame of the view")
        try visitor.required("hidden", &hidden, "whether the view is hidden")
        try attributes.visit(&visitor)
        try visitor.nullable("window", &window, "the window of the view")
        try visitor.nullable(
            "navigationController", &navigationController,
            "the nearest navigation controller above the controller [12.1]")
        try visitor.nullable(
            "tabBarController", &tabBarController,
            "the nearest tab bar controller above the controller [12.1]")
        try visitor.nullable(
            "splitViewController", &splitViewController,
            "the nearest split view controller above the controller [12.1]")
        try visitor.nullable(
            "presentedViewController", &presentedViewController,
            "the controller that this one or its nearest presenting ancestor presents [11.1]")
        try visitor.nullable(
            "presentingViewController", &presentingViewController,
            "the controller that presents this one or its topmost ancestor [11.1]")
        try visitor.required(
            "isBeingPresented", &isBeingPresented, "UIKit's isBeingPresented [12.2]")
        try visitor.required(
            "isBeingDismissed", &isBeingDismissed, "UIKit's isBeingDismissed [12.2]")
        try visitor.required(
            "isMovingToParent", &isMovingToParent, "UIKit's isMovingToParent [12.2]")
        try visitor.required(
            "isMovingFromParent", &isMovingFromParent, "UIKit's isMovingFromParent [12.2]")
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
            "the option; absent if all insets are 0 [13.9]")
        try visitor.optional(
            "safeAreaInsets", &safeAreaInsets,
            "the safe area insets of the view in points; absent if all are 0, and outside of "
                + "windows [13.9]")
        try visitor.rest(
            &ofKind, of: NoFields.self,
            "the members of the controller's kind, including the kind's options")
    }
}

/// The description of a new controller: its kind, its frame, the options that every controller has,
/// and the members of its kind.
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
        try visitor.required("frame", &frame, "the frame of the view")
        try options.visit(&visitor)
        try visitor.rest(
            &ofKind, of: NoFields.self,
            "the members of the controller's kind, including the kind's options")
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
        try visitor.required("transition", &id, "the id of the transition")
        try visitor.required("container", &container, "the container of the transition")
        try visitor.nullable("from", &from, "the controller that leaves")
        try visitor.nullable("to", &to, "the controller that appears")
        try visitor.required("style", &style, "the name of the transition style")
        try visitor.required("direction", &direction, "forward or reverse")
        try visitor.required("duration", &duration, "the duration in seconds")
        try visitor.required("curve", &curve, "the timing curve")
        try visitor.required("options", &options, "the options of the command")
        try visitor.required("animated", &animated, "whether the transition is animated")
        try visitor.required("interactive", &interactive, "whether a client sets the progress")
        try visitor.required("tracks", &tracks, "the keyframes of both sides")
        try visitor.required(
            "progress", &progress,
            "the progress, 0 to 1: as set by a client, or by the curve at the daemon's time")
        try visitor.required("began", &began, "the start, in seconds on the daemon's clock")
        try visitor.optional(
            "ended", &ended,
            "the end, in seconds on the daemon's clock; absent while the transition runs")
        try visitor.optional(
            "outcome", &outcome, "how the transition ended; absent while it runs")
        try visitor.optional(
            "selected", &selected,
            "the controller shown after the end: `to`, or `from` if the transition was cancelled")
        try visitor.optional(
            "alongside", &alongside,
            "the views animated alongside, with their final values; absent if there are none "
                + "[5.10]")
    }
}
