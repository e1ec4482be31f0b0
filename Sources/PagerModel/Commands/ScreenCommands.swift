/// The permission of a browser that shows pages.
public enum ScreenRight: String, FieldEnumeration {
    /// The browser shows pages.
    case watch
    /// The browser shows pages, and its user can turn them.
    case command
}

/// A browser that shows pages, as described by the viewer that serves it.
public struct ScreenRecord: FieldObject, Hashable {
    public var viewer: String?
    public var name = ""
    public var address = ""
    public var right = ScreenRight.watch
    public var window = ""
    public var page = ""
    public var width = 0
    public var height = 0
    public var error = ""
    public var errors = 0
    public var hasOfflineCopy = false
    public var lastSeen = 0

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional(
            "viewer", &viewer, "the viewer that serves the browser; the daemon sets this field")
        try visitor.defaulted(
            "name", &name, "the name of the screen, from `?name=` of its address; empty for none")
        try visitor.defaulted("address", &address, "the network address of the browser")
        try visitor.defaulted("right", &right, "the permission of the browser")
        try visitor.defaulted("window", &window, "the shown window; empty for none")
        try visitor.defaulted("page", &page, "the shown page; empty for none")
        try visitor.defaulted("width", &width, "the width of the browser's view in CSS pixels")
        try visitor.defaulted("height", &height, "the height of the browser's view in CSS pixels")
        try visitor.defaulted(
            "error", &error, "the latest error of the browser's scripts; empty for none")
        try visitor.defaulted("errors", &errors, "the number of errors of the browser's scripts")
        try visitor.defaulted(
            "offlineCopy", &hasOfflineCopy,
            "whether the browser can show the page again without the viewer")
        try visitor.defaulted(
            "lastSeen", &lastSeen, "seconds since the latest report about the browser")
    }
}

/// The command with which a viewer reports its screens (browsers that show pages).
public struct ScreenReport: Command {
    public typealias Reply = NoFields
    public static let method = "screen.report"
    public static let summary =
        "Reports a viewer's screens and replaces its earlier report; the daemon keeps a report for "
        + "\(Int(Limits.screenSeconds)) seconds."
    public static let errors: [ErrorName] = [.limitExceeded]
    public var viewer = ""
    public var screens: [ScreenRecord] = []
    public init() {}

    public init(viewer: String, screens: [ScreenRecord]) {
        self.viewer = viewer
        self.screens = screens
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("viewer", &viewer, "the name of the viewer, the same in all reports")
        try visitor.required(
            "screens", &screens, "all screens of the viewer; an empty list removes the report")
    }
}

/// The command that returns the screens (browsers that show pages) of all viewers.
public struct ScreenList: Command {
    public struct Reply: Fields {
        public var screens: [ScreenRecord] = []
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("screens", &screens, "the screens, grouped by viewer")
        }
    }
    public static let method = "screen.list"
    public static let onlyReads = true
    public static let summary = "Returns the screens that viewers have reported."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

/// The commands that report and list screens (browsers that show pages).
public enum ScreenCommands {
    public static let all: [any Command.Type] = [ScreenReport.self, ScreenList.self]
}
