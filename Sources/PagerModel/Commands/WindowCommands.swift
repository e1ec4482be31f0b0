public struct WindowCreate: Command {
    public typealias Reply = IDReply
    public static let method = "window.create"
    public static let access: Access? = .grant(.window)
    public static let summary = "Creates a visible window."
    public static let errors: [ErrorName] = [.idTaken, .invalidArgument, .limitExceeded]
    public var id: Identifier?
    public var size = Size.standard
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "default: the daemon assigns one")
        v.field("size", &size, "in points")
    }
}

public struct WindowDestroy: Command {
    public static let method = "window.destroy"
    public static let access: Access? = .grant(.window)
    public static let summary = "Destroys a window; its root and what that presents disappear."
    public static let errors: [ErrorName] = [.windowNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the window")
    }
}

public struct WindowGet: Command {
    public typealias Reply = WindowRecord
    public static let method = "window.get"
    public static let onlyReads = true
    public static let summary = "Returns the record of a window."
    public static let errors: [ErrorName] = [.windowNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the window")
    }
}

public struct WindowList: Command {
    public struct Reply: Fields {
        public var windows: [WindowRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("windows", &windows, "in order of creation")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "window.list"
    public static let pagedList: String? = "windows"
    public static let onlyReads = true
    public static let summary = "Returns all windows."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        range.visit(&v)
    }
}

public struct WindowSetRoot: Command {
    public static let method = "window.setRoot"
    public static let access: Access? = .grant(.window)
    public static let summary = "Sets or removes the root controller of a window."
    public static let errors: [ErrorName] = [
        .windowNotFound, .controllerNotFound, .controllerInUse, .hierarchyInconsistency,
    ]
    public var id = Identifier(unchecked: "")
    public var controller: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the window")
        v.required("controller", &controller, "the new root; null: none")
    }
}

public struct WindowResize: Command {
    public static let method = "window.resize"
    public static let access: Access? = .grant(.window)
    public static let summary = "Resizes a window as a rotation does [13]."
    public static let errors: [ErrorName] = [
        .windowNotFound, .invalidArgument, .hierarchyInconsistency,
    ]
    public var id = Identifier(unchecked: "")
    public var size = Size.standard
    public var duration = 0.3
    public var animated = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the window")
        v.required("size", &size, "in points")
        v.field("duration", &duration, "seconds, if animated")
        v.field("animated", &animated, "displays animate the change [13.11]")
    }
}

public struct WindowSetSafeAreaInsets: Command {
    public static let method = "window.setSafeAreaInsets"
    public static let access: Access? = .grant(.window)
    public static let summary = "Sets a window's safe area insets: what the device covers [13.9]."
    public static let errors: [ErrorName] = [.windowNotFound, .invalidArgument]
    public var id = Identifier(unchecked: "")
    public var insets = Insets()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the window")
        v.required("insets", &insets, "in points; an omitted side is 0")
    }
}

/// The commands for windows.
public enum WindowCommands {
    public static let all: [any Command.Type] = [
        WindowCreate.self, WindowDestroy.self, WindowGet.self, WindowList.self, WindowSetRoot.self,
        WindowResize.self, WindowSetSafeAreaInsets.self,
    ]
}
