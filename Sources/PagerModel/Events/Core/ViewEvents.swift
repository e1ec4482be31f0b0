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
        public static var number: EventNumber { EventNumber(17, .view) }
        public static let name: StaticString = "created"
        public static let summary = "A view without a controller was created."
        public var frame = Frame(.zero)

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("frame", &frame, "in the future superview's coordinates")
        }
    }

    public struct Destroyed: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(18, .view) }
        public static let name: StaticString = "destroyed"
        public static let summary = "A view without a controller was destroyed."
        public static let traits: EventTraits = .endsSubject

        @inlinable public init() {}
    }

    public struct DidMoveToSuperview: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(19, .view) }
        public static let name: StaticString = "didMoveToSuperview"
        public static let summary = "The view was inserted, moved or removed."
        public static let check: CheckForm? = CheckForm(arguments: ["superview"])
        public var superview = Handle.none
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field(
                "superview", &superview, "the new superview, a view or window; null after removal")
            v.field("index", &index, "index among the subviews, back to front")
        }
    }

    public struct DidChangeFrame: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(20, .view) }
        public static let name: StaticString = "didChangeFrame"
        public static let summary = "The frame changed."
        public static let check: CheckForm? = CheckForm()
        public var frame = Frame(.zero)

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("frame", &frame, "the new frame")
        }
    }

    public struct DidChangeHidden: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(21, .view) }
        public static let name: StaticString = "didChangeHidden"
        public static let summary =
            "The view was hidden or shown, without appearance callbacks [3.10]."
        public static let check: CheckForm? = CheckForm()
        public var hidden = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("hidden", &hidden, "the new value")
        }
    }

    public struct Updated: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(22, .view) }
        public static let name: StaticString = "updated"
        public static let summary = "Other properties changed."
        public var changes = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("changes", &changes, "the changed properties")
        }
    }
}

/// The events of windows.
public enum WindowEvents {
    static let all: [any CoreEvent.Type] = [
        Created.self, Destroyed.self, RootChanged.self, Resized.self,
        SafeAreaInsetsChanged.self, WillResize.self, DidResize.self,
    ]
}

extension WindowEvents {
    public struct Created: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(41, .window) }
        public static let name: StaticString = "created"
        public static let summary = "A visible window was created."
        public var size = Size.zero

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("size", &size, "in points")
        }
    }

    public struct Destroyed: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(42, .window) }
        public static let name: StaticString = "destroyed"
        public static let summary = "A window was destroyed."
        public static let traits: EventTraits = .endsSubject

        @inlinable public init() {}
    }

    public struct RootChanged: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(43, .window) }
        public static let name: StaticString = "rootChanged"
        public static let summary = "The root controller changed."
        public static let check: CheckForm? = CheckForm()
        public var controller = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controller", &controller, "null: none")
        }
    }

    public struct Resized: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(44, .window) }
        public static let name: StaticString = "resized"
        public static let summary = "The size changed."
        public static let check: CheckForm? = CheckForm()
        public var size = Size.zero

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("size", &size, "the new size")
        }
    }
}

extension WindowEvents {
    public struct SafeAreaInsetsChanged: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(45, .window) }
        public static let name: StaticString = "safeAreaInsetsChanged"
        public static let summary = "The safe area insets changed [13.9]."
        public static let check: CheckForm? = CheckForm()
        public var insets = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("insets", &insets, "null: none")
        }
    }
}

extension WindowEvents {
    public struct WillResize: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(46, .window) }
        public static let name: StaticString = "willResize"
        public static let summary =
            "An animated resize begins: `resized` follows at once, `didResize` at the end [13.11]."
        public static let check: CheckForm? = CheckForm()
        public var size = Size.zero
        public var duration = 0.0

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("size", &size, "the new size")
            v.field("duration", &duration, "seconds until `didResize`")
        }
    }

    public struct DidResize: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(47, .window) }
        public static let name: StaticString = "didResize"
        public static let summary = "An animated resize ended [13.11]."
        public static let check: CheckForm? = CheckForm()
        public var finished = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field(
                "finished", &finished,
                "false: another resize or the window's destruction ended it early")
        }
    }
}
