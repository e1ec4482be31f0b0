/// What may be done with the browser of a screen.
public enum ScreenRight: String, FieldEnumeration {
    /// It shows pages.
    case watch
    /// It turns pages, too.
    case command
}

/// A browser that shows pages, as the viewer that serves it describes it.
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
        try visitor.optional("viewer", &viewer, "the viewer that serves it; the daemon sets it")
        try visitor.defaulted("name", &name, "given in its address as `?name=`; empty for none")
        try visitor.defaulted("address", &address, "of its browser")
        try visitor.defaulted("right", &right, "what may be done with it")
        try visitor.defaulted("window", &window, "the window that it shows; empty for none")
        try visitor.defaulted("page", &page, "the page that it shows; empty for none")
        try visitor.defaulted("width", &width, "in CSS pixels")
        try visitor.defaulted("height", &height, "in CSS pixels")
        try visitor.defaulted(
            "error", &error, "the latest error of its scripts; empty for none")
        try visitor.defaulted("errors", &errors, "how many errors its scripts had")
        try visitor.defaulted(
            "offlineCopy", &hasOfflineCopy,
            "whether its browser can show the page again without the viewer")
        try visitor.defaulted("lastSeen", &lastSeen, "seconds since its latest message")
    }
}

/// Records the screens of a viewer.
public struct ScreenReport: Command {
    public typealias Reply = NoFields
    public static let method = "screen.report"
    public static let summary =
        "Says which screens a viewer serves, in place of its earlier report. The daemon forgets it "
        + "after \(Int(Limits.screenSeconds)) seconds, and publishes nothing."
    public static let errors: [ErrorName] = [.limitExceeded]
    public var viewer = ""
    public var screens: [ScreenRecord] = []
    public init() {}

    public init(viewer: String, screens: [ScreenRecord]) {
        self.viewer = viewer
        self.screens = screens
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("viewer", &viewer, "a name of the viewer that stays the same")
        try visitor.required("screens", &screens, "all of its screens; none removes the report")
    }
}

/// Returns the screens of all viewers.
public struct ScreenList: Command {
    public struct Reply: Fields {
        public var screens: [ScreenRecord] = []
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("screens", &screens, "viewer by viewer")
        }
    }
    public static let method = "screen.list"
    public static let onlyReads = true
    public static let summary = "Returns the screens that viewers have reported."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

/// The list of the methods for the register of screens.
public enum ScreenCommands {
    public static let all: [any Command.Type] = [ScreenReport.self, ScreenList.self]
}
