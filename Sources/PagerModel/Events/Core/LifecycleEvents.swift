/// The events that report the lifecycle callbacks of view controllers.
public enum LifecycleEvents {
    static let all: [any CoreEvent.Type] = [
        LoadView.self, ViewDidLoad.self, ViewWillAppear.self, ViewIsAppearing.self,
        ViewDidAppear.self, ViewWillDisappear.self, ViewDidDisappear.self,
        ViewWillLayoutSubviews.self, ViewDidLayoutSubviews.self, WillTransitionToTraits.self,
        TraitCollectionDidChange.self, ViewWillTransitionToSize.self,
        PreferredContentSizeDidChange.self,
    ]
}

extension LifecycleEvents {
    public struct LoadView: CallbackEvent {
        public static let callback = Callback.loadView
        @inlinable
        public static var number: EventNumber { EventNumber(4, .lifecycle) }
        public static let name: StaticString = "loadView"
        public static let summary = "loadView()"
        public static let check: CheckForm? = CheckForm(name: "loadView", group: "load")

        @inlinable public init() {}
    }

    public struct ViewDidLoad: CallbackEvent {
        public static let callback = Callback.viewDidLoad
        @inlinable
        public static var number: EventNumber { EventNumber(5, .lifecycle) }
        public static let name: StaticString = "viewDidLoad"
        public static let summary = "viewDidLoad()"
        public static let check: CheckForm? = CheckForm(name: "viewDidLoad", group: "load")
        public static let traits: EventTraits = .loadsView

        @inlinable public init() {}
    }

    public struct ViewWillAppear: CallbackEvent {
        public static let callback = Callback.viewWillAppear
        @inlinable
        public static var number: EventNumber { EventNumber(6, .lifecycle) }
        public static let name: StaticString = "viewWillAppear"
        public static let summary = "viewWillAppear(_:)"
        public static let check: CheckForm? = CheckForm(
            name: "viewWillAppear", group: "appear", arguments: ["animated"])
        public var flags: AppearanceFlags = []

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.appearing(&flags)
        }
    }

    public struct ViewIsAppearing: CallbackEvent {
        public static let callback = Callback.viewIsAppearing
        @inlinable
        public static var number: EventNumber { EventNumber(7, .lifecycle) }
        public static let name: StaticString = "viewIsAppearing"
        public static let summary = "viewIsAppearing(_:)"
        public static let check: CheckForm? = CheckForm(
            name: "viewIsAppearing", group: "isAppearing")
        public var animated = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("animated", &animated, "the callback's argument")
        }
    }

    public struct ViewDidAppear: CallbackEvent {
        public static let callback = Callback.viewDidAppear
        @inlinable
        public static var number: EventNumber { EventNumber(8, .lifecycle) }
        public static let name: StaticString = "viewDidAppear"
        public static let summary = "viewDidAppear(_:)"
        public static let check: CheckForm? = CheckForm(
            name: "viewDidAppear", group: "appear", arguments: ["animated"])
        public var flags: AppearanceFlags = []

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.appearing(&flags)
        }
    }

    public struct ViewWillDisappear: CallbackEvent {
        public static let callback = Callback.viewWillDisappear
        @inlinable
        public static var number: EventNumber { EventNumber(9, .lifecycle) }
        public static let name: StaticString = "viewWillDisappear"
        public static let summary = "viewWillDisappear(_:)"
        public static let check: CheckForm? = CheckForm(
            name: "viewWillDisappear", group: "appear", arguments: ["animated"])
        public var flags: AppearanceFlags = []

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.disappearing(&flags)
        }
    }

    public struct ViewDidDisappear: CallbackEvent {
        public static let callback = Callback.viewDidDisappear
        @inlinable
        public static var number: EventNumber { EventNumber(10, .lifecycle) }
        public static let name: StaticString = "viewDidDisappear"
        public static let summary = "viewDidDisappear(_:)"
        public static let check: CheckForm? = CheckForm(
            name: "viewDidDisappear", group: "appear", arguments: ["animated"])
        public var flags: AppearanceFlags = []

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.disappearing(&flags)
        }
    }

    public struct ViewWillLayoutSubviews: CallbackEvent {
        public static let callback = Callback.viewWillLayoutSubviews
        @inlinable
        public static var number: EventNumber { EventNumber(11, .lifecycle) }
        public static let name: StaticString = "viewWillLayoutSubviews"
        public static let summary = "viewWillLayoutSubviews()"
        public static let check: CheckForm? = CheckForm(
            name: "viewWillLayoutSubviews", group: "layout")

        @inlinable public init() {}
    }

    public struct ViewDidLayoutSubviews: CallbackEvent {
        public static let callback = Callback.viewDidLayoutSubviews
        @inlinable
        public static var number: EventNumber { EventNumber(12, .lifecycle) }
        public static let name: StaticString = "viewDidLayoutSubviews"
        public static let summary = "viewDidLayoutSubviews()"
        public static let check: CheckForm? = CheckForm(
            name: "viewDidLayoutSubviews", group: "layout")

        @inlinable public init() {}
    }

    public struct WillTransitionToTraits: CallbackEvent {
        public static let callback = Callback.willTransitionToTraits
        @inlinable
        public static var number: EventNumber { EventNumber(13, .lifecycle) }
        public static let name: StaticString = "willTransitionToTraits"
        public static let summary = "willTransition(to:with:)"
        public static let check: CheckForm? = CheckForm(
            name: "willTransitionToTraits", group: "size")
        public var traits = Traits(.standard)

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("horizontal", &traits.horizontal, "horizontal size class")
            v.field("vertical", &traits.vertical, "vertical size class")
        }
    }

    public struct TraitCollectionDidChange: CallbackEvent {
        public static let callback = Callback.traitCollectionDidChange
        @inlinable
        public static var number: EventNumber { EventNumber(14, .lifecycle) }
        public static let name: StaticString = "traitCollectionDidChange"
        public static let summary = "traitCollectionDidChange(_:)"
        public var traits = Traits(.standard)

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("horizontal", &traits.horizontal, "horizontal size class")
            v.field("vertical", &traits.vertical, "vertical size class")
        }
    }

    public struct ViewWillTransitionToSize: CallbackEvent {
        public static let callback = Callback.viewWillTransitionToSize
        @inlinable
        public static var number: EventNumber { EventNumber(15, .lifecycle) }
        public static let name: StaticString = "viewWillTransitionToSize"
        public static let summary = "viewWillTransition(to:with:)"
        public static let check: CheckForm? = CheckForm(
            name: "viewWillTransitionToSize", group: "size")
        public var size = Size.zero

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("size", &size, "the new size")
        }
    }

    public struct PreferredContentSizeDidChange: CallbackEvent {
        public static let callback = Callback.preferredContentSizeDidChange
        @inlinable
        public static var number: EventNumber { EventNumber(16, .lifecycle) }
        public static let name: StaticString = "preferredContentSizeDidChange"
        public static let summary = "preferredContentSizeDidChange(forChildContentContainer:)"
        public static let check: CheckForm? = CheckForm(
            name: "preferredContentSizeDidChange", group: "size")
        public var child = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("child", &child, "whose preferredContentSize changed")
        }
    }
}
