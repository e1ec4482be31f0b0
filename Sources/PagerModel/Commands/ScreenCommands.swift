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
    public var isFailed = false
    public var lastSeen = 0
    public var isOffline = false

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("viewer", &viewer, "set by the daemon")
        v.field("reporter", &reporter, "the user or key of the viewer, set by the daemon")
        v.field("name", &name, "from `?name=` of its address; empty: none")
        v.field("address", &address, "the browser's network address")
        v.field("right", &right, "command: its user can turn pages")
        v.field("window", &window, "empty: none")
        v.field("page", &page, "empty: none")
        v.field("width", &width, "of the browser's view, in CSS pixels")
        v.field("height", &height, "of the browser's view, in CSS pixels")
        v.field("error", &error, "the latest error of a page or script; empty: none")
        v.field("errors", &errors, "number of these errors")
        v.field("failed", &isFailed, "it cannot show its page; `error` says why")
        v.field("offlineCopy", &hasOfflineCopy, "it can show the page again without the viewer")
        v.field("lastSeen", &lastSeen, "seconds since the latest report")
        v.field("offline", &isOffline, "it has a name and is gone; set by the daemon")
    }
}

/// The command with which a viewer reports its screens (browsers that show pages).
public struct ScreenReport: Command {
    public static let method = "screen.report"
    public static let access: Access? = .free
    public static let isRecorded = false
    public static let summary =
        "Replaces a viewer's report of its screens, kept for \(Int(Limits.screenSeconds)) seconds."
    public static let errors: [ErrorName] = [.limitExceeded]
    public var viewer = ""
    public var screens: [ScreenRecord] = []
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("viewer", &viewer, "its name, the same in all reports")
        v.required("screens", &screens, "all its screens; empty: removes the report")
    }
}

/// The command that returns the screens (browsers that show pages) of all viewers.
public struct ScreenList: Command {
    public struct Reply: Fields {
        public var screens: [ScreenRecord] = []
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required(
                "screens", &screens,
                "grouped by viewer; then those with a name that are gone, until screen.forget")
        }
    }
    public static let method = "screen.list"
    public static let onlyReads = true
    public static let summary = "Returns the screens that viewers have reported."
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

/// The command that removes screens that are gone from the list.
public struct ScreenForget: Command {
    public struct Reply: Fields {
        public var removed = 0
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("removed", &removed, "the number of removed screens")
        }
    }
    public static let method = "screen.forget"
    public static let access: Access? = .grant(.content)
    public static let isRecorded = false
    public static let summary = "Removes screens that are gone from the list."
    public var name: String?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("name", &name, "the screen's name; default: all that are gone")
    }
}

/// The commands that report and list screens (browsers that show pages).
public enum ScreenCommands {
    public static let all: [any Command.Type] = [
        ScreenReport.self, ScreenList.self, ScreenForget.self,
    ]
}
