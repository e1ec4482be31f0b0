/// The calls of a presentation controller's methods and of a sheet's delegate.
public enum PresentationEvents {
    static let all: [any CoreEvent.Type] = [
        PresentationTransitionWillBegin.self, PresentationTransitionDidEnd.self,
        DismissalTransitionWillBegin.self, DismissalTransitionDidEnd.self, ShouldDismiss.self,
        WillDismiss.self, DidDismiss.self, DidAttemptToDismiss.self, DetentChanged.self,
        DidChangeSelectedDetent.self,
    ]
}

extension PresentationEvents {
    public struct PresentationTransitionWillBegin: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(31, .presentation) }
        public static let name: StaticString = "presentationTransitionWillBegin"
        public static let summary = """
            UIKit's `presentationTransitionWillBegin`. It comes before every `viewWillAppear` and \
            `viewWillDisappear` of the transition [10.5].
            """
        public static let check: CheckForm? = CheckForm(arguments: [])
        public var presenter = Handle.none
        public var style = PresentationStyle.automatic

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("presenter", &presenter, "the presenter")
            v.field("style", &style, "the presentation style")
        }
    }

    public struct PresentationTransitionDidEnd: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(32, .presentation) }
        public static let name: StaticString = "presentationTransitionDidEnd"
        public static let summary = """
            UIKit's `presentationTransitionDidEnd`. It comes before every `viewDidAppear` and \
            `viewDidDisappear` of the transition [10.5].
            """
        public static let check: CheckForm? = CheckForm()
        public var completed = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("completed", &completed, "false: cancelled")
        }
    }

    public struct DismissalTransitionWillBegin: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(33, .presentation) }
        public static let name: StaticString = "dismissalTransitionWillBegin"
        public static let summary = """
            UIKit's `dismissalTransitionWillBegin`. It comes before every `viewWillAppear` and \
            `viewWillDisappear` of the transition [10.5].
            """
        public static let check: CheckForm? = CheckForm()

        @inlinable public init() {}
    }

    public struct DismissalTransitionDidEnd: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(34, .presentation) }
        public static let name: StaticString = "dismissalTransitionDidEnd"
        public static let summary = """
            UIKit's `dismissalTransitionDidEnd`. It comes before every `viewDidAppear` and \
            `viewDidDisappear` of the transition [10.5].
            """
        public static let check: CheckForm? = CheckForm()
        public var completed = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("completed", &completed, "false: cancelled")
        }
    }

    public struct ShouldDismiss: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(35, .presentation) }
        public static let name: StaticString = "shouldDismiss"
        public static let summary =
            "The sheet's delegate is asked whether the user may dismiss it [10.7]."
        public static let check: CheckForm? = CheckForm(group: "delegate")

        @inlinable public init() {}
    }

    public struct WillDismiss: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(36, .presentation) }
        public static let name: StaticString = "willDismiss"
        public static let summary =
            "The user dismisses the sheet, and its delegate is called [10.7]."
        public static let check: CheckForm? = CheckForm(group: "delegate")

        @inlinable public init() {}
    }

    public struct DidDismiss: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(37, .presentation) }
        public static let name: StaticString = "didDismiss"
        public static let summary = "The user has dismissed the sheet [10.7]."
        public static let check: CheckForm? = CheckForm(group: "delegate")

        @inlinable public init() {}
    }

    public struct DidAttemptToDismiss: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(38, .presentation) }
        public static let name: StaticString = "didAttemptToDismiss"
        public static let summary =
            "The user tried to dismiss the sheet, which is not allowed [10.7]."
        public static let check: CheckForm? = CheckForm(group: "delegate")

        @inlinable public init() {}
    }

    public struct DetentChanged: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(39, .presentation) }
        public static let name: StaticString = "detentChanged"
        public static let summary = "The sheet's detent changed; its new frame follows [10.13]."
        public static let check: CheckForm? = CheckForm(arguments: ["detent"])
        public var detent = ""
        public var animated = false
        public var duration = 0.0
        public var curve = TransitionCurve.easeInOut

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("detent", &detent, "the new one")
            v.field("animated", &animated, "whether it is animated")
            v.field("duration", &duration, "seconds; 0: not animated")
            v.field("curve", &curve, "the timing curve")
        }
    }

    public struct DidChangeSelectedDetent: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(40, .presentation) }
        public static let name: StaticString = "didChangeSelectedDetent"
        public static let summary =
            "The user selected a detent, and the sheet's delegate is called [10.14]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var detent = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("detent", &detent, "the new one")
        }
    }
}
