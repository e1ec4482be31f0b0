/// The events that change controllers' records.
public enum ControllerEvents {
    static let all: [any CoreEvent.Type] = [
        Created.self, Updated.self, ContentChanged.self, Destroyed.self, Custom.self,
    ]
}

extension ControllerEvents {
    public struct Created: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(48, .controller) }
        public static let name: StaticString = "created"
        public static let summary = "A controller was created."
        public static let check: CheckForm? = CheckForm(arguments: ["kind", "title"])
        public static let traits: EventTraits = .setsContent
        public var record = CreationRecord()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.members(
                &record, "kind, frame, title, content, all options, and the kind's own members")
        }
    }

    public struct Updated: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(49, .controller) }
        public static let name: StaticString = "updated"
        public static let summary = "Options, or other members of the record, changed."
        public static let check: CheckForm? = CheckForm(arguments: [])
        public var changes = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("changes", &changes, "the changed members")
        }
    }

    public struct ContentChanged: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(50, .controller) }
        public static let name: StaticString = "contentChanged"
        public static let summary = "The content changed."
        public static let check: CheckForm? = CheckForm(arguments: [])
        public static let traits: EventTraits = .setsContent
        public var content = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("content", &content, "the new content")
        }
    }

    public struct Destroyed: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(51, .controller) }
        public static let name: StaticString = "destroyed"
        public static let summary = "A controller was destroyed."
        public static let check: CheckForm? = CheckForm()
        public static let traits: EventTraits = .endsSubject

        @inlinable public init() {}
    }

    public struct Custom: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(52, .controller) }
        public static let name: StaticString = "custom"
        public static let summary = "An event of a kind that a plugin hosts."
        public static let check: CheckForm? = CheckForm(group: "custom")
        public var name = ""
        public var values = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("name", &name, "the kind's name for the event")
            v.field("values", &values, "an object that the kind defines")
        }
    }
}

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
