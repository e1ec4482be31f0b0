/// The events that change the view tree.
public enum ViewEvents {
    static let all: [any CoreEvent.Type] = [
        Created.self, Destroyed.self, DidMoveToSuperview.self, DidChangeFrame.self,
        DidChangeHidden.self, Updated.self,
    ]
}

extension ViewEvents {
    public struct Created: CoreEvent {
        @inlinable
        public static var place: EventPlace { EventPlace(17, .view) }
        public static let name: StaticString = "created"
        public static let summary: StaticString = "A view without a controller was created."
        public var frame = Frame(.zero)

        public init() {}

        @inlinable
        public init(_ frame: Frame) {
            self.frame = frame
        }

        @inlinable
        @inline(__always)
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.frame("frame", &frame, "in the future superview's coordinates")
        }
    }

    public struct Destroyed: CoreEvent {
        @inlinable
        public static var place: EventPlace { EventPlace(18, .view) }
        public static let name: StaticString = "destroyed"
        public static let summary: StaticString = "A view without a controller was destroyed."
        public static let traits: EventTraits = .endsSubject

        public init() {}
    }

    public struct DidMoveToSuperview: CoreEvent {
        @inlinable
        public static var place: EventPlace { EventPlace(19, .view) }
        public static let name: StaticString = "didMoveToSuperview"
        public static let summary: StaticString = "The view was inserted, moved or removed."
        public static let check: CheckForm? = CheckForm(arguments: ["superview"])
        public var superview = Handle.none
        public var index: Int?

        public init() {}

        @inlinable
        public init(superview: Handle, index: Int?) {
            self.superview = superview
            self.index = index
        }

        @inlinable
        @inline(__always)
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference(
                "superview", &superview, "the new superview, a view or window; null after removal")
            v.index("index", &index, "index among the subviews, back to front")
        }
    }

    public struct DidChangeFrame: CoreEvent {
        @inlinable
        public static var place: EventPlace { EventPlace(20, .view) }
        public static let name: StaticString = "didChangeFrame"
        public static let summary: StaticString = "The frame changed."
        public static let check: CheckForm? = CheckForm()
        public var frame = Frame(.zero)

        public init() {}

        @inlinable
        public init(_ frame: Frame) {
            self.frame = frame
        }

        @inlinable
        @inline(__always)
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.frame("frame", &frame, "the new frame")
        }
    }

    public struct DidChangeHidden: CoreEvent {
        @inlinable
        public static var place: EventPlace { EventPlace(21, .view) }
        public static let name: StaticString = "didChangeHidden"
        public static let summary: StaticString =
            "The view was hidden or shown, without appearance callbacks [3.10]."
        public static let check: CheckForm? = CheckForm()
        public var hidden = false

        public init() {}

        @inlinable
        public init(hidden: Bool) {
            self.hidden = hidden
        }

        @inlinable
        @inline(__always)
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.flag("hidden", &hidden, "the new value")
        }
    }

    public struct Updated: CoreEvent {
        @inlinable
        public static var place: EventPlace { EventPlace(22, .view) }
        public static let name: StaticString = "updated"
        public static let summary: StaticString = "Other properties changed."
        public var changes = Value.null

        public init() {}

        @inlinable
        public init(changes: Value) {
            self.changes = changes
        }

        @inlinable
        @inline(__always)
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.value("changes", &changes, "the changed properties")
        }
    }
}
