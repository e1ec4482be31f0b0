/// The endpoints of the daemon's sockets.
public struct Endpoints: FieldObject, Hashable {
    public var command = ""
    public var events = ""
    public var plugins = ""

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("command", &command, "the command socket (REP)")
        v.required("events", &events, "the events socket (XPUB)")
        v.required("plugins", &plugins, "the plugins socket (ROUTER)")
    }
}

/// The source of the daemon's time.
public enum ClockMode: String, FieldEnumeration {
    case real, manual
}

public struct ServerHello: Command {
    public struct Reply: Fields {
        public var protocolVersion = Product.wireContract
        public var version = ""
        public var name = ""
        public var boot = ""
        public var bootSeq = 0
        public var history = ""
        public var epoch = 0.0
        public var time = 0.0
        public var uikit = 18
        public var clock = ClockMode.real
        public var endpoints = Endpoints()
        public var limits: Value = .object([])
        public var kinds: [String] = []
        public var changes = ""
        public var transitions: [String] = []
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("protocol", &protocolVersion, "version of the protocol")
            v.required("version", &version, "version of the daemon")
            v.required("name", &name, "the instance")
            v.required("boot", &boot, "changes at each start of the daemon")
            v.required("bootSeq", &bootSeq, "the seq at which this boot began")
            v.required(
                "history", &history, "id of the event sequence; if it changes, take a snapshot")
            v.required("epoch", &epoch, "Unix time at which the history began")
            v.required("time", &time, "seconds on the daemon's clock since the history began")
            v.required("uikit", &uikit, "the iOS release that is reproduced")
            v.required("clock", &clock, "the mode of the clock")
            v.required("endpoints", &endpoints, "the daemon's sockets")
            v.required("limits", &limits, "the daemon's limits")
            v.required("kinds", &kinds, "the controller kinds")
            v.required("changes", &changes, "digest of the record changes in server.describe")
            v.required("transitions", &transitions, "the transition styles")
        }
    }
    public static let method = "server.hello"
    public static let onlyReads = true
    public static let summary = "Returns the daemon's version, limits and sockets."
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

public struct ServerPing: Command {
    public static let method = "server.ping"
    public static let onlyReads = true
    public static let summary = "Tests the connection."
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

public struct ServerDescribe: Command {
    public struct Reply: Fields {
        public var methods: Value = .array([])
        public var kinds: Value = .array([])
        public var events: Value = .array([])
        public var errors: Value = .array([])
        public var styles: [String] = []
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("methods", &methods, "with their parameters, results and errors")
            v.required(
                "kinds", &kinds,
                "with their options (`omitted`: records omit the option if it is null), the record "
                    + "member that names the nearest such ancestor, and their form in books")
            v.required("events", &events, "with their fields, record changes and form in checks")
            v.required("errors", &errors, "with their codes")
            v.required("styles", &styles, "the built-in transition styles")
        }
    }
    public static let method = "server.describe"
    public static let onlyReads = true
    public static let summary = "Describes the protocol, or one method."
    public var describedMethod: String?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("method", &describedMethod, "the only one to describe; default: all")
    }
}

public struct ServerShutdown: Command {
    public static let method = "server.shutdown"
    public static let isRecorded = false
    public static let isRepeatable = false
    public static let summary = "Stops the daemon after the reply."
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

public struct ClockGet: Command {
    public struct Reply: Fields {
        public var mode = ClockMode.real
        public var time = 0.0
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("mode", &mode, "the mode of the clock")
            v.required("time", &time, "seconds since the history began")
        }
    }
    public static let method = "clock.get"
    public static let onlyReads = true
    public static let summary = "Returns the daemon's clock."
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

public struct ClockAdvance: Command {
    public typealias Reply = ClockGet.Reply
    public static let method = "clock.advance"
    public static let summary = "Advances a manual clock; deadlines run in order."
    public static let errors: [ErrorName] = [.clockIsReal, .invalidArgument, .limitExceeded]
    public var seconds = 0.0
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("seconds", &seconds, "at least 0")
    }
}

/// The reason why a replay lacks events after the requested `seq`.
public enum ReplayGap: String, FieldEnumeration {
    /// The daemon has discarded some of the events after the requested sequence number.
    case forgotten
    /// The journal was restored from a copy or lost its end, so it has another such event or none.
    case forked
}

public struct EventsReplay: Command {
    public struct Reply: Fields {
        public var boot = ""
        public var history = ""
        public var oldest = 0
        public var latest = 0
        public var complete = true
        public var reason: ReplayGap?
        public var next: Int?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("boot", &boot, "changes at each start of the daemon")
            v.required(
                "history", &history, "id of the event sequence; if it changes, take a snapshot")
            v.required("oldest", &oldest, "the oldest kept seq; 0: none")
            v.required("latest", &latest, "the latest seq")
            v.required("complete", &complete, "false if events are no longer kept")
            v.field(
                "reason", &reason,
                "why events are missing; forked: the event `since` is not in this journal, so "
                    + "none are returned")
            v.field("next", &next, "`since` for the next page; absent at the end")
        }
    }
    public static let method = "events.replay"
    public static let onlyReads = true
    public static let summary = "Returns published events again as `events`, byte for byte."
    public static let errors: [ErrorName] = [.invalidArgument]
    public var since = 0
    public var boot: String?
    public var limit = 10_000
    public var topic = ""
    public var plugin: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("since", &since, "the last seq received; only later events are returned")
        v.field("boot", &boot, "the boot of that seq")
        v.field("limit", &limit, "maximum number of events")
        v.field("topic", &topic, "only topics with this prefix")
        v.field("plugin", &plugin, "only events of the controllers that it hosts")
    }
}

public struct StateSnapshot: Command {
    public struct Reply: Fields {
        public var boot = ""
        public var history = ""
        public var time = 0.0
        public var windows = Series<WindowRecord>()
        public var controllers = Series<ControllerRecord>()
        public var views = Series<ViewRecord>()
        public var transitions = Series<TransitionRecord>()
        public var next: String?
        public init() {}
        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("boot", &boot, "changes at each start of the daemon")
            v.required(
                "history", &history, "id of the event sequence; if it changes, take a snapshot")
            v.required("time", &time, "seconds on the daemon's clock since the history began")
            v.required("windows", &windows, "in order of creation")
            v.required("controllers", &controllers, "in order of creation")
            v.required("views", &views, "those without a controller, in order of creation")
            v.required(
                "transitions", &transitions,
                "running ones by their start; all that fit on the first page")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "state.snapshot"
    public static let onlyReads = true
    public static let summary = "Returns the whole state, in pages that belong to one revision."
    public static let errors: [ErrorName] = [.staleRevision, .invalidArgument]
    public var after: String?
    public var limit = 10_000
    public var keep = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("after", &after, "`next` of the previous page")
        v.field("limit", &limit, "records per page")
        v.field("keep", &keep, "keep this state for commands that read it with `ifRevision`")
    }
}

/// One of the commands in a batch.
public struct BatchedCommand: FieldObject, Hashable {
    public var method = ""
    public var params: Value = .object([])
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required(
            "method", &method,
            "any but batch and those of clock, events, plugin, screen, server and state")
        v.field("params", &params, "its parameters")
    }
}

public struct Batch: Command {
    public struct Reply: Fields {
        public var results: [Value] = []
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("results", &results, "{result} or {error} of each command")
        }
    }
    public static let method = "batch"
    public static let access: Access? = .batch
    public static let summary =
        "Executes commands: all or none with `atomic`, else each with a result or error."
    public static let errors: [ErrorName] = [.limitExceeded, .tooLarge]
    public var commands: [BatchedCommand] = []
    public var atomic = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("commands", &commands, "in the order of execution")
        v.field("atomic", &atomic, "if a command fails, nothing changes and nothing is published")
    }
}

/// The list of the methods that the daemon implements outside of the engine and its containers.
public enum ServerCommands {
    public static let all: [any Command.Type] = [
        ServerHello.self, ServerPing.self, ServerStats.self, ServerDescribe.self,
        ServerShutdown.self, ClockGet.self, ClockAdvance.self, EventsReplay.self,
        StateSnapshot.self, Batch.self, ServerReportBook.self,
    ]
}

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
