/// The events of a transition and of commands that wait for it.
public enum TransitionEvents {
    static let all: [any CoreEvent.Type] = [
        Began.self, Progressed.self, InteractionEnded.self, Completion.self, Ended.self,
        Queued.self, Dropped.self, AnimatesAlongside.self,
    ]
}

extension TransitionEvents {
    public struct Began: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(23, .transition) }
        public static let name: StaticString = "began"
        public static let summary = "A transition has begun; exactly one `ended` follows."
        public static let check: CheckForm? = CheckForm(
            group: "began", arguments: ["from", "to", "style", "direction"])
        public static let traits: EventTraits = .beginsTransition
        public var detail = TransitionDetail()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.members(&detail)
        }
    }

    public struct Progressed: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(24, .transition) }
        public static let name: StaticString = "progressed"
        public static let summary = "An interactive transition progressed."
        public static let check: CheckForm? = CheckForm(
            group: "progressed", arguments: ["progress"])
        public var transition = TransitionID(0)
        public var progress = 0.0

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("transition", &transition, "the transition")
            v.field("progress", &progress, "0 to 1")
        }
    }

    public struct InteractionEnded: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(25, .transition) }
        public static let name: StaticString = "interactionEnded"
        public static let summary = "The user lifted the finger."
        public var transition = TransitionID(0)
        public var cancelled = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("transition", &transition, "the transition")
            v.field("cancelled", &cancelled, "whether the transition is cancelled")
        }
    }

    public struct Completion: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(26, .transition) }
        public static let name: StaticString = "completion"
        public static let summary = "UIKit runs the caller's completion block here."
        public static let check: CheckForm? = CheckForm(
            group: "completion", arguments: ["finished"])
        public var transition = TransitionID(0)
        public var finished = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("transition", &transition, "the transition")
            v.field("finished", &finished, "false: interrupted or cancelled")
        }
    }

    public struct Ended: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(27, .transition) }
        public static let name: StaticString = "ended"
        public static let summary = "The transition ended; UIKit calls animationEnded here."
        public static let check: CheckForm? = CheckForm(group: "ended", arguments: ["outcome"])
        public static let traits: EventTraits = .endsTransition
        public var transition = TransitionID(0)
        public var outcome = TransitionOutcome.completed

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("transition", &transition, "the transition")
            v.field("outcome", &outcome, "how it ended")
        }
    }

    public struct Queued: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(28, .transition) }
        public static let name: StaticString = "queued"
        public static let summary = "A command waits for the running transition."
        public static let traits: EventTraits = .queuesCommand
        public var command = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("command", &command, "its method")
        }
    }

    public struct Dropped: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(29, .transition) }
        public static let name: StaticString = "dropped"
        public static let summary = "A waiting command was not executed."
        public var command = ""
        public var error = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("command", &command, "its method")
            v.field("error", &error, "its name, or `replaced`")
        }
    }
}

extension TransitionEvents {
    public struct AnimatesAlongside: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(30, .transition) }
        public static let name: StaticString = "animatesAlongside"
        public static let summary = "Views are animated alongside a running transition [5.10]."
        public static let check: CheckForm? = CheckForm(group: "alongside", arguments: [])
        public var transition = TransitionID(0)
        public var views = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("transition", &transition, "the transition")
            v.field("views", &views, "all of them, with their final values")
        }
    }
}
