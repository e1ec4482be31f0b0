/// The setting that determines when the daemon syncs journal records to the disk.
public enum JournalSync: String, FieldEnumeration {
    /// The daemon syncs records before it publishes their events. Accepted commands survive a power
    /// failure.
    case always
    /// The daemon syncs records within a second. Accepted commands survive when the process is
    /// killed, and one second later they also survive a power failure.
    case second
    /// The operating system decides when records reach the disk.
    case never
}

/// Statistics of the journal.
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

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("path", &path, "the path of the journal")
        try visitor.required("sync", &sync, "when records are synced to the disk")
        try visitor.required("bytes", &bytes, "the size of the journal's records")
        try visitor.required(
            "bytesSinceSnapshot", &bytesSinceSnapshot, "the size of the records after the snapshot")
        try visitor.required(
            "recordsSinceSnapshot", &recordsSinceSnapshot,
            "the number of records after the snapshot")
        try visitor.required("snapshots", &snapshots, "snapshots written since the start")
        try visitor.nullable(
            "lastSnapshot", &lastSnapshot, "Unix time of the last of these snapshots; null: none")
        try visitor.nullable(
            "failure", &failure, "why the daemon cannot write the journal now; null if it can")
        try visitor.required(
            "syncFailures", &syncFailures,
            "failed syncs since the start; after each of them, the daemon rewrote the journal")
    }
}

/// A report about a book (a file or folder that describes pages): its path, whether the daemon
/// shows it, and the problems in it.
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

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("path", &path, "the file or folder of the book")
        try visitor.defaulted(
            "shown", &isShown,
            "whether the daemon shows the book; if false, it shows the state from before")
        try visitor.defaulted(
            "problems", &problems, "a sentence for each mistake in the book, with its place")
    }
}

/// The command with which a client reports the book (a file or folder that describes pages) that it
/// applies, and the problems in the book.
public struct ServerReportBook: Command {
    public typealias Reply = NoFields
    public static let method = "server.reportBook"
    public static let summary =
        "Reports the book that a client applies and its problems; server.stats returns them."
    public static let errors: [ErrorName] = [.limitExceeded]
    public var report = BookReport()
    public init() {}

    public init(report: BookReport) {
        self.report = report
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try report.visit(&visitor)
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
        public var journal: JournalFigures?
        public var book: BookReport?
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitHoldings(&visitor)
            try visitPeers(&visitor)
            try visitor.nullable("journal", &journal, "null without a journal")
            try visitor.optional(
                "book", &book, "the book of --book or of the latest apply; absent without one")
        }

        private mutating func visitHoldings<V: FieldVisitor>(
            _ visitor: inout V
        ) throws(V.Failure) {
            try visitor.required("uptime", &uptime, "seconds since the start")
            try visitor.required("requests", &requests, "answered requests")
            try visitor.required("refused", &refused, "requests refused with an error")
            try visitor.required("published", &published, "events published since the start")
            try visitor.required(
                "subscriptions", &subscriptions, "subscriptions welcomed since the start")
            try visitor.required("windows", &windows, "existing windows")
            try visitor.required("controllers", &controllers, "existing controllers")
            try visitor.required("views", &views, "existing views without a controller")
            try visitor.required("transitions", &transitions, "running transitions")
            try visitor.required(
                "queuedCommands", &queuedCommands, "commands that wait for a transition")
            try visitor.required("retainedEvents", &retainedEvents, "events kept for replay")
            try visitor.required(
                "retainedBytes", &retainedBytes, "approximate memory of these events")
            try visitor.required(
                "replayBytes", &replayBytes,
                "maximum size of a replay of all of them; events without a subscriber are "
                    + "encoded only when replayed")
            try visitor.required(
                "rememberedReplies", &rememberedReplies, "replies kept for repeated requests")
            try visitor.required(
                "rememberedBytes", &rememberedBytes, "approximate memory of these replies")
            try visitor.required("residentBytes", &residentBytes, "memory of the process")
            try visitor.required("openFiles", &openFiles, "file descriptors of the process")
            try visitor.required("fileLimit", &fileLimit, "maximum of file descriptors")
        }

        private mutating func visitPeers<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("connections", &connections, "connections to all sockets")
            try visitor.required("subscribers", &subscribers, "connections to the events socket")
            try visitor.required(
                "activeSubscriptions", &activeSubscriptions, "current subscriptions")
            try visitor.required(
                "unsentBytes", &unsentBytes,
                "sent bytes that clients and subscribers have not received yet")
            try visitor.required(
                "unsentReplyBytes", &unsentReplyBytes,
                "bytes of replies that libzmq queues for slow clients")
            try visitor.required(
                "droppedReplies", &droppedReplies,
                "replies dropped since the start, because the client had disconnected or because "
                    + "of the error in libzmq; see Requests")
            try visitor.required(
                "overfullConnections", &overfullConnections,
                "connections closed since the start because too many replies were queued")
            try visitor.required(
                "queuedEventLimit", &queuedEventLimit,
                "maximum number of events that libzmq queues per subscriber at present; libzmq "
                    + "does not report how many it queues or drops")
            try visitor.required(
                "refusedConnections", &refusedConnections,
                "connections closed since the start because there were too many")
            try visitor.required(
                "stuckConnections", &stuckConnections,
                "connections closed since the start because they received nothing")
            try visitor.required(
                "ignoredSubscriptions", &ignoredSubscriptions,
                "subscriptions ignored since the start because of their number or size")
            try visitor.required(
                "subscriptionPlaces", &subscriptionPlaces,
                "subscriptions, and nodes of their prefixes in libzmq's tree, including those without "
                    + "a welcome")
            try visitor.required(
                "oversubscribedConnections", &oversubscribedConnections,
                "connections closed since the start because of their prefixes")
            try visitor.required(
                "queuedPluginMessages", &queuedPluginMessages, "messages queued for plugins")
            try visitor.required("queuedPluginBytes", &queuedPluginBytes, "size of these messages")
            try visitor.required(
                "declarationBytes", &declarationBytes,
                "size of the decisions that plugins declare, including disconnected plugins")
        }
    }
    public static let method = "server.stats"
    public static let onlyReads = true
    public static let summary = "Returns statistics of the daemon."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}
