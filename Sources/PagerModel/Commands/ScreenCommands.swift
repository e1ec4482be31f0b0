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
    public var reporter: String?
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
        try visitor.optional("viewer", &viewer, "set by the daemon")
        try visitor.optional(
            "reporter", &reporter, "the user or key of the viewer, set by the daemon")
        try visitor.defaulted("name", &name, "from `?name=` of its address; empty: none")
        try visitor.defaulted("address", &address, "the browser's network address")
        try visitor.defaulted("right", &right, "command: its user can turn pages")
        try visitor.defaulted("window", &window, "empty: none")
        try visitor.defaulted("page", &page, "empty: none")
        try visitor.defaulted("width", &width, "of the browser's view, in CSS pixels")
        try visitor.defaulted("height", &height, "of the browser's view, in CSS pixels")
        try visitor.defaulted("error", &error, "the latest script error; empty: none")
        try visitor.defaulted("errors", &errors, "number of script errors")
        try visitor.defaulted(
            "offlineCopy", &hasOfflineCopy, "it can show the page again without the viewer")
        try visitor.defaulted("lastSeen", &lastSeen, "seconds since the latest report")
    }
}

/// The command with which a viewer reports its screens (browsers that show pages).
public struct ScreenReport: Command {
    public typealias Reply = NoFields
    public static let method = "screen.report"
    public static let summary =
        "Replaces a viewer's report of its screens, kept for \(Int(Limits.screenSeconds)) seconds."
    public static let errors: [ErrorName] = [.limitExceeded]
    public var viewer = ""
    public var screens: [ScreenRecord] = []
    public init() {}

    public init(viewer: String, screens: [ScreenRecord]) {
        self.viewer = viewer
        self.screens = screens
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("viewer", &viewer, "its name, the same in all reports")
        try visitor.required("screens", &screens, "all its screens; empty: removes the report")
    }
}

/// The command that returns the screens (browsers that show pages) of all viewers.
public struct ScreenList: Command {
    public struct Reply: Fields {
        public var screens: [ScreenRecord] = []
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("screens", &screens, "grouped by viewer")
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
