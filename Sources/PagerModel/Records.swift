/// A window as clients see it.
public struct WindowRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var size = Size.standard
    public var root: Identifier?
    public var safeAreaInsets: Insets?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its name")
        try visitor.required("size", &size, "in points")
        try visitor.nullable("root", &root, "its root controller")
        try visitor.optional(
            "safeAreaInsets", &safeAreaInsets,
            "how much is covered at each side; absent where nothing is [13.9]")
    }
}

/// A view as clients see it.
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
        try visitor.required("id", &id, "its name")
        try visitor.nullable("controller", &controller, "whose view it is, null for a plain one")
        try visitor.nullable("superview", &superview, "view or window")
        try visitor.required("subviews", &subviews, "back to front")
        try visitor.nullable("window", &window, "the window it is in")
        try visitor.required("frame", &frame, "in the superview, without its transform")
        try visitor.required("hidden", &hidden, "whether it is hidden")
        try appearance.visit(&visitor)
    }
}

/// The properties of a view that the engine carries without acting on them, and its mask.
public struct ViewAttributes: FieldObject, Hashable {
    public var alpha = 1.0
    public var clipsToBounds = false
    public var backgroundColor: String?
    public var autoresizing = Autoresizing.flexibleSize
    /// Nil for the identity.
    public var transform: AffineTransform?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("alpha", &alpha, "0 to 1")
        try visitor.defaulted("clipsToBounds", &clipsToBounds, "whether subviews are cut off")
        try visitor.optional("backgroundColor", &backgroundColor, "as CSS writes it")
        try visitor.defaulted("autoresizing", &autoresizing, "how it follows its superview's size")
        try visitor.optional(
            "transform", &transform, "about its centre; absent for the identity [13.10]")
    }
}

/// A controller as clients see it: what holds for every kind, and what its kind adds.
public struct ControllerRecord: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    public var kind = ""
    public var options = ControllerOptions()
    public var parent: Identifier?
    public var children: [Identifier] = []
    /// Stands in the place of `children` in a tree.
    public var branches: [ControllerRecord]?
    public var appearance = Appearance.disappeared
    public var isViewLoaded = false
    public var superview: Identifier?
    public var frame = Frame(.zero)
    public var hidden = false
    /// The others of its view.
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
    /// The fields of the kind.
    public var ofKind: [Value.Member] = []

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its name")
        try visitor.required("kind", &kind, Kinds.sentence)
        try visitor.nullable("title", &options.title, "for people")
        try visitor.nullable("content", &options.content, "what it shows")
        try visitor.nullable("parent", &parent, "its container")
        if var branches {
            try visitor.required("children", &branches, "contained controllers' records, in order")
        } else {
            try visitor.required("children", &children, "contained controllers, in order [1.8]")
        }
        try visitor.required("appearance", &appearance, "where it is in its appearance [4]")
        try visitor.required("isViewLoaded", &isViewLoaded, "whether loadView has run [12.6]")
        try visitor.nullable("superview", &superview, "of its view")
        try visitor.required("frame", &frame, "of its view")
        try visitor.required("hidden", &hidden, "of its view")
        try attributes.visit(&visitor)
        try visitor.nullable("window", &window, "its view is in")
        try visitor.nullable("navigationController", &navigationController, "nearest [12.1]")
        try visitor.nullable("tabBarController", &tabBarController, "nearest [12.1]")
        try visitor.nullable("splitViewController", &splitViewController, "nearest [12.1]")
        try visitor.nullable(
            "presentedViewController", &presentedViewController, "by it or its family [11.1]")
        try visitor.nullable(
            "presentingViewController", &presentingViewController, "of its family [11.1]")
        try visitor.required("isBeingPresented", &isBeingPresented, "[12.2]")
        try visitor.required("isBeingDismissed", &isBeingDismissed, "[12.2]")
        try visitor.required("isMovingToParent", &isMovingToParent, "[12.2]")
        try visitor.required("isMovingFromParent", &isMovingFromParent, "[12.2]")
        try visitor.defaulted("forwardsAppearance", &options.forwardsAppearance, "option")
        try visitor.defaulted(
            "definesPresentationContext", &options.definesPresentationContext, "option")
        try visitor.defaulted(
            "providesPresentationContextTransitionStyle",
            &options.providesPresentationContextTransitionStyle, "option")
        try visitor.defaulted("modalPresentationStyle", &options.modalPresentationStyle, "option")
        try visitor.defaulted("modalTransitionStyle", &options.modalTransitionStyle, "option")
        try visitor.defaulted("isModalInPresentation", &options.isModalInPresentation, "option")
        try visitor.defaulted("preferredContentSize", &options.preferredContentSize, "option")
        try visitor.defaulted("dwellTime", &options.dwellTime, "option")
        try visitor.nullable("on", &options.reactions, "option")
        try visitor.defaulted("sheet", &options.sheet, "option, with the selected detent [10.13]")
        try visitor.defaulted(
            "hidesBottomBarWhenPushed", &options.hidesBottomBarWhenPushed, "option [7.9]")
        try visitor.optional(
            "additionalSafeAreaInsets", &options.additionalSafeAreaInsets,
            "option; absent where it adds nothing [13.9]")
        try visitor.optional(
            "safeAreaInsets", &safeAreaInsets,
            "how much of its view is covered at each side; absent where nothing is, and outside of "
                + "windows [13.9]")
        try visitor.rest(
            &ofKind, of: NoFields.self, "what its kind adds, among it the kind's options")
    }
}

/// What is told of a new controller: its kind, every option it was given or has by default, and
/// what else its kind adds to the record.
public struct CreationRecord: Fields {
    public var kind = ""
    public var frame = Frame(.standard)
    public var options = ControllerOptions()
    /// The fields of the kind.
    public var ofKind: [Value.Member] = []

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("kind", &kind, Kinds.sentence)
        try visitor.required("frame", &frame, "of its view")
        try options.visit(&visitor)
        try visitor.rest(
            &ofKind, of: NoFields.self, "what its kind adds, among it the kind's options")
    }
}

/// A transition as clients see it.
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
        try visitor.required("container", &container, "who is in transition")
        try visitor.nullable("from", &from, "who leaves")
        try visitor.nullable("to", &to, "who comes")
        try visitor.required("style", &style, "the style's name")
        try visitor.required("direction", &direction, "forward or reverse")
        try visitor.required("duration", &duration, "seconds")
        try visitor.required("curve", &curve, "how progress follows time")
        try visitor.required("options", &options, "as the caller gave them")
        try visitor.required("animated", &animated, "whether it takes time")
        try visitor.required("interactive", &interactive, "whether it waits for a hand")
        try visitor.required("tracks", &tracks, "keyframes of both sides")
        try visitor.required(
            "progress", &progress,
            "0 to 1: as an interactive one was moved, or where the curve is at the daemon's time")
        try visitor.required("began", &began, "seconds on the daemon's clock")
        try visitor.optional(
            "ended", &ended, "when it ended, on the daemon's clock; absent while it runs")
        try visitor.optional("outcome", &outcome, "how it ended; absent while it runs")
        try visitor.optional(
            "selected", &selected,
            "the controller shown when it had ended: `to`, or `from` where it went back")
        try visitor.optional(
            "alongside", &alongside,
            "the views that move along with it, with their values at its end; absent where none does "
                + "[5.10]")
    }
}
