/// When records reach the disk.
public enum JournalSync: String, FieldEnumeration {
    /// Before their events are published. Accepted commands survive a power failure.
    case always
    /// Within a second. Commands survive a killed process, and after that a power failure.
    case second
    /// When the operating system does.
    case never
}

/// The journal in `server.stats`.
public struct JournalFigures: FieldObject, Hashable {
    public var path = ""
    public var sync = JournalSync.second
    public var bytes = 0
    public var bytesSinceSnapshot = 0
    public var recordsSinceSnapshot = 0
    public var snapshots = 0
    public var lastSnapshot: Double?
    public var failure: String?
    public var syncFailures = 0

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("path", &path, "its path")
        v.required("sync", &sync, "when records reach the disk")
        v.required("bytes", &bytes, "size of the records")
        v.required(
            "bytesSinceSnapshot", &bytesSinceSnapshot, "size of the records after the snapshot")
        v.required("recordsSinceSnapshot", &recordsSinceSnapshot, "records after the snapshot")
        v.required("snapshots", &snapshots, "written since the start")
        v.required("lastSnapshot", &lastSnapshot, "Unix time of the last of these; null: none")
        v.required("failure", &failure, "why it cannot be written now; null: it can")
        v.required(
            "syncFailures", &syncFailures,
            "failed syncs since the start, each followed by a rewrite")
    }
}

/// A book that a client applies, whether the daemon shows it, and the problems in it.
public struct BookReport: FieldObject, Hashable {
    public var path = ""
    public var isShown = true
    public var problems: [String] = []

    /// The maximum number of problems in a report. The report omits all other problems.
    public static let mostProblems = 100

    public init() {}

    public init(path: String, isShown: Bool, problems: [String]) {
        self.path = path
        self.isShown = isShown
        self.problems = Array(problems.prefix(Self.mostProblems))
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("path", &path, "its file or folder")
        v.field("shown", &isShown, "false: the daemon shows the state from before")
        v.field("problems", &problems, "one sentence for each mistake, with its place")
    }
}

/// Reports a book.
public struct ServerReportBook: Command {
    public static let method = "server.reportBook"
    public static let access: Access? = .grant(.content)
    public static let isRecorded = false
    public static let summary = "Reports the book that a client applies, for server.stats."
    public static let errors: [ErrorName] = [.limitExceeded]
    public var report = BookReport()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        report.visit(&v)
    }
}

public struct ServerStats: Command {
    public struct Reply: Fields {
        public var uptime = 0.0
        public var requests = 0
        public var refused = 0
        public var published = 0
        public var subscriptions = 0
        public var windows = 0
        public var controllers = 0
        public var views = 0
        public var transitions = 0
        public var queuedCommands = 0
        public var retainedEvents = 0
        public var retainedBytes = 0
        public var replayBytes = 0
        public var rememberedReplies = 0
        public var rememberedBytes = 0
        public var residentBytes = 0
        public var openFiles = 0
        public var fileLimit = 0
        public var connections = 0
        public var subscribers = 0
        public var activeSubscriptions = 0
        public var unsentBytes = 0
        public var unsentReplyBytes = 0
        public var droppedReplies = 0
        public var abandonedRequests = 0
        public var overfullConnections = 0
        public var queuedEventLimit = 0
        public var refusedConnections = 0
        public var stuckConnections = 0
        public var ignoredSubscriptions = 0
        public var subscriptionPlaces = 0
        public var oversubscribedConnections = 0
        public var queuedPluginMessages = 0
        public var queuedPluginBytes = 0
        public var declarationBytes = 0
        public var failedSchedules = 0
        public var journal: JournalFigures?
        public var book: BookReport?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            visitHoldings(&v)
            visitPeers(&v)
            v.required("journal", &journal, "null: there is none")
            v.field("book", &book, "that of --book or of the latest apply; absent: none")
        }

        private mutating func visitHoldings(_ v: inout some FieldVisitor) {
            v.required("uptime", &uptime, "seconds since the start")
            v.required("requests", &requests, "answered requests")
            v.required("refused", &refused, "refused requests")
            v.required(
                "published", &published, "numbered events of the history, that is, the latest seq")
            v.required("subscriptions", &subscriptions, "subscriptions welcomed since the start")
            v.required("windows", &windows, "existing windows")
            v.required("controllers", &controllers, "existing controllers")
            v.required("views", &views, "existing views without a controller")
            v.required("transitions", &transitions, "running transitions")
            v.required("queuedCommands", &queuedCommands, "commands waiting for a transition")
            v.required("retainedEvents", &retainedEvents, "events kept for replay")
            v.required("retainedBytes", &retainedBytes, "approximate memory of these events")
            v.required(
                "replayBytes", &replayBytes,
                "most bytes of a replay of all of them; events without a subscriber are encoded "
                    + "only then")
            v.required(
                "rememberedReplies", &rememberedReplies, "replies kept for repeated requests")
            v.required("rememberedBytes", &rememberedBytes, "approximate memory of these replies")
            v.required("residentBytes", &residentBytes, "memory of the process")
            v.required("openFiles", &openFiles, "file descriptors of the process")
            v.required("fileLimit", &fileLimit, "maximum of file descriptors")
        }

        private mutating func visitPeers(_ v: inout some FieldVisitor) {
            v.required("connections", &connections, "connections to all sockets")
            v.required("subscribers", &subscribers, "connections to the events socket")
            v.required("activeSubscriptions", &activeSubscriptions, "current subscriptions")
            v.required(
                "unsentBytes", &unsentBytes,
                "bytes that clients and subscribers have not received yet")
            v.required(
                "unsentReplyBytes", &unsentReplyBytes,
                "bytes of replies that libzmq queues for slow clients")
            v.required(
                "droppedReplies", &droppedReplies,
                "replies dropped since the start, because the client was gone or by libzmq")
            v.required(
                "abandonedRequests", &abandonedRequests,
                "requests dropped since the start, because the client was gone")
            v.required(
                "overfullConnections", &overfullConnections,
                "connections closed since the start for too many queued replies")
            v.required(
                "queuedEventLimit", &queuedEventLimit,
                "most events that libzmq queues per subscriber now; it does not report queued or "
                    + "dropped ones")
            v.required(
                "refusedConnections", &refusedConnections,
                "connections closed since the start for their number")
            v.required(
                "stuckConnections", &stuckConnections,
                "connections closed since the start for receiving nothing")
            v.required(
                "ignoredSubscriptions", &ignoredSubscriptions,
                "subscriptions ignored since the start for their number or size")
            v.required(
                "subscriptionPlaces", &subscriptionPlaces,
                "subscriptions, and nodes of their prefixes in libzmq's tree, also without a "
                    + "welcome")
            v.required(
                "oversubscribedConnections", &oversubscribedConnections,
                "connections closed since the start for their prefixes")
            v.required("queuedPluginMessages", &queuedPluginMessages, "messages queued for plugins")
            v.required("queuedPluginBytes", &queuedPluginBytes, "size of these messages")
            v.required(
                "declarationBytes", &declarationBytes,
                "size of the decisions of all plugins, also disconnected ones")
            v.required(
                "failedSchedules", &failedSchedules,
                "containers whose pages a schedule could not set; the log has the reasons")
        }
    }
    public static let method = "server.stats"
    public static let onlyReads = true
    public static let summary = "Returns statistics."
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}
