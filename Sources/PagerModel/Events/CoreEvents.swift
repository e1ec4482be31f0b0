/// The built-in events of the engine and the daemon, in the order of the protocol reference. Every
/// daemon has them.
public enum CoreEvents {
    static let lists: [(category: EventCategory, events: [any CoreEvent.Type])] = [
        (.containment, ContainmentEvents.all), (.lifecycle, LifecycleEvents.all),
        (.view, ViewEvents.all), (.transition, TransitionEvents.all),
        (.presentation, PresentationEvents.all), (.window, WindowEvents.all),
        (.controller, ControllerEvents.all), (.diagnostic, DiagnosticEvents.all),
        (.plugin, PluginEvents.all),
    ]

    /// The number and the category that each event declares. Only tests use this property.
    package static var numbers: [EventNumber] { lists.flatMap(\.events).map { $0.number } }
}

extension FieldVisitor {
    /// Visits the fields of `viewWillAppear` and `viewDidAppear`.
    @inlinable
    @inline(__always)
    mutating func appearing(_ flags: inout AppearanceFlags) {
        appearance(
            &flags, "isMovingToParent", "as in UIKit [12.2]", "isBeingPresented",
            "as in UIKit [12.2]")
    }

    /// Visits the fields of `viewWillDisappear` and `viewDidDisappear`.
    @inlinable
    @inline(__always)
    mutating func disappearing(_ flags: inout AppearanceFlags) {
        appearance(
            &flags, "isMovingFromParent", "as in UIKit [12.2]", "isBeingDismissed",
            "as in UIKit [12.2]")
    }

    @inlinable
    @inline(__always)
    mutating func appearance(
        _ flags: inout AppearanceFlags, _ moving: String, _ movingDoc: String,
        _ presenting: String, _ presentingDoc: String
    ) {
        var isAnimated = flags.contains(.animated)
        var isMoving = flags.contains(.moving)
        var isPresenting = flags.contains(.presenting)
        field("animated", &isAnimated, "the callback's argument")
        field(moving, &isMoving, movingDoc)
        field(presenting, &isPresenting, presentingDoc)
        flags = []
        if isAnimated { flags.insert(.animated) }
        if isMoving { flags.insert(.moving) }
        if isPresenting { flags.insert(.presenting) }
    }
}
