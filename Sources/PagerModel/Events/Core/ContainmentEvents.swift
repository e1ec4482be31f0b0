/// The events that are published when a child is added or removed.
public enum ContainmentEvents {
    static let all: [any CoreEvent.Type] = [
        WillMoveToParent.self, DidMoveToParent.self, ParentChanged.self, RemoveFromParent.self,
    ]
}

extension ContainmentEvents {
    public struct WillMoveToParent: CallbackEvent {
        public static let callback = Callback.willMoveToParent
        @inlinable
        public static var number: EventNumber { EventNumber(0, .containment) }
        public static let name: StaticString = "willMoveToParent"
        public static let summary = "willMove(toParent:)"
        public static let check: CheckForm? = CheckForm(name: "willMove", group: "move")
        public var parent = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("parent", &parent, "the future parent; null before removal")
        }
    }

    public struct DidMoveToParent: CallbackEvent {
        public static let callback = Callback.didMoveToParent
        @inlinable
        public static var number: EventNumber { EventNumber(1, .containment) }
        public static let name: StaticString = "didMoveToParent"
        public static let summary = "didMove(toParent:)"
        public static let check: CheckForm? = CheckForm(name: "didMove", group: "move")
        public var parent = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("parent", &parent, "the parent; null after removal")
        }
    }

    public struct ParentChanged: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(2, .containment) }
        public static let name: StaticString = "parentChanged"
        public static let summary = "The child was added to a parent or removed."
        public var parent = Handle.none
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("parent", &parent, "the parent; null after removal")
            v.field("index", &index, "its index among the parent's children")
        }
    }

    public struct RemoveFromParent: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(3, .containment) }
        public static let name: StaticString = "removeFromParent"
        public static let summary = "addChild removed the child from its former parent [1.4]."
        public static let check: CheckForm? = CheckForm(
            name: "removeFromParent", group: "implicitRemove")

        @inlinable public init() {}
    }
}
