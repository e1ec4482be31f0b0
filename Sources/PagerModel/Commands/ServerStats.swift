/// When what was written to the journal is also on the disk.
public enum JournalSync: String, FieldEnumeration {
    /// Before it is visible: survives the loss of power.
    case always
    /// Within a second: survives the end of the process at once, the loss of power a second later.
    case second
    /// When the system likes.
    case never
}

/// How the file stands in which accepted commands outlive the daemon.
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
        try visitor.required("path", &path, "the file")
        try visitor.required("sync", &sync, "when a record is also on the disk")
        try visitor.required("bytes", &bytes, "of its records")
        try visitor.required("bytesSinceSnapshot", &bytesSinceSnapshot, "behind the snapshot")
        try visitor.required("recordsSinceSnapshot", &recordsSinceSnapshot, "behind it")
        try visitor.required("snapshots", &snapshots, "written since the start")
        try visitor.nullable(
            "lastSnapshot", &lastSnapshot, "Unix time of the last of these, null for none")
        try visitor.nullable(
            "failure", &failure, "why it cannot be written at present, null where it can")
        try visitor.required(
            "syncFailures", &syncFailures,
            "times since the start that the disk failed to take it; each time it was written anew")
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
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitHoldings(&visitor)
            try visitPeers(&visitor)
            try visitor.nullable("journal", &journal, "null without one")
        }

        private mutating func visitHoldings<V: FieldVisitor>(
            _ visitor: inout V
        ) throws(V.Failure) {
            try visitor.required("uptime", &uptime, "seconds since the start")
            try visitor.required("requests", &requests, "messages answered")
            try visitor.required("refused", &refused, "of them with an error")
            try visitor.required("published", &published, "events published since the start")
            try visitor.required("subscriptions", &subscriptions, "subscriptions welcomed so far")
            try visitor.required("windows", &windows, "there are")
            try visitor.required("controllers", &controllers, "there are")
            try visitor.required("views", &views, "plain ones there are")
            try visitor.required("transitions", &transitions, "running")
            try visitor.required("queuedCommands", &queuedCommands, "that wait for a transition")
            try visitor.required("retainedEvents", &retainedEvents, "kept for replay")
            try visitor.required(
                "retainedBytes", &retainedBytes, "memory that these events take, about")
            try visitor.required(
                "replayBytes", &replayBytes,
                "of a replay of all of them, at the most: events that nobody has subscribed to are "
                    + "encoded when they are replayed")
            try visitor.required("rememberedReplies", &rememberedReplies, "kept for repeats")
            try visitor.required(
                "rememberedBytes", &rememberedBytes, "memory that these replies take, about")
            try visitor.required("residentBytes", &residentBytes, "memory of the process")
            try visitor.required("openFiles", &openFiles, "file descriptors of the process")
            try visitor.required("fileLimit", &fileLimit, "how many it may have")
        }

        private mutating func visitPeers<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("connections", &connections, "to all sockets")
            try visitor.required("subscribers", &subscribers, "connections to the events socket")
            try visitor.required(
                "activeSubscriptions", &activeSubscriptions, "of these connections")
            try visitor.required(
                "unsentBytes", &unsentBytes,
                "that the kernel holds for clients and subscribers who do not take them")
            try visitor.required(
                "unsentReplyBytes", &unsentReplyBytes,
                "of replies that libzmq holds for clients that do not take them")
            try visitor.required(
                "droppedReplies", &droppedReplies,
                "that libzmq has dropped since the start: the client had gone, or libzmq had lost track "
                    + "of it")
            try visitor.required(
                "overfullConnections", &overfullConnections,
                "cut off since the start because of the replies that waited for them")
            try visitor.required(
                "queuedEventLimit", &queuedEventLimit,
                "events that libzmq may hold for one subscriber at present; what it holds and drops it "
                    + "does not tell")
            try visitor.required(
                "refusedConnections", &refusedConnections,
                "cut off since the start because there were too many")
            try visitor.required(
                "stuckConnections", &stuckConnections,
                "cut off since the start because they took nothing")
            try visitor.required(
                "ignoredSubscriptions", &ignoredSubscriptions,
                "not welcomed since the start because there were too many, or too many bytes")
            try visitor.required(
                "subscriptionPlaces", &subscriptionPlaces,
                "subscriptions, and places that their prefixes take in libzmq's tree, those without "
                    + "a welcome among them")
            try visitor.required(
                "oversubscribedConnections", &oversubscribedConnections,
                "cut off since the start because of their prefixes")
            try visitor.required(
                "queuedPluginMessages", &queuedPluginMessages, "that wait for plugins")
            try visitor.required("queuedPluginBytes", &queuedPluginBytes, "of these messages")
            try visitor.required(
                "declarationBytes", &declarationBytes,
                "of the decisions that plugins declare, plugins that are gone among them")
        }
    }
    public static let method = "server.stats"
    public static let onlyReads = true
    public static let summary = "Answers what the daemon holds and has done."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}
