/// The sockets of a daemon.
public struct Endpoints: FieldObject, Hashable {
    public var command = ""
    public var events = ""
    public var plugins = ""

    public init() {}

    public init(command: String, events: String, plugins: String) {
        self.command = command
        self.events = events
        self.plugins = plugins
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("command", &command, "REP")
        try visitor.required("events", &events, "XPUB")
        try visitor.required("plugins", &plugins, "ROUTER")
    }
}

/// The clock of a daemon.
public enum ClockMode: String, FieldEnumeration {
    case real, manual
}

public struct ServerHello: Command {
    public struct Reply: Fields {
        public var protocolVersion = 1
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
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("protocol", &protocolVersion, "version of the wire contract")
            try visitor.required("version", &version, "version of the daemon")
            try visitor.required("name", &name, "the instance")
            try visitor.required("boot", &boot, "changes at each start")
            try visitor.required("bootSeq", &bootSeq, "the seq at which this boot began")
            try visitor.required("history", &history, "changes whenever seq starts over")
            try visitor.required("epoch", &epoch, "Unix time at which the history began")
            try visitor.required("time", &time, "of the daemon: seconds since the history began")
            try visitor.required("uikit", &uikit, "the release that is reproduced")
            try visitor.required("clock", &clock, "real or manual")
            try visitor.required("endpoints", &endpoints, "the sockets")
            try visitor.required("limits", &limits, "what the daemon takes at the most")
            try visitor.required("kinds", &kinds, "kinds of controllers")
            try visitor.required(
                "changes", &changes,
                "a digest of what the kinds' events change in records; server.describe has it all")
            try visitor.required("transitions", &transitions, "styles of transitions")
        }
    }
    public static let method = "server.hello"
    public static let onlyReads = true
    public static let summary = "Answers who the daemon is and what it takes."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

public struct ServerPing: Command {
    public typealias Reply = NoFields
    public static let method = "server.ping"
    public static let onlyReads = true
    public static let summary = "Answers at once."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

public struct ServerDescribe: Command {
    public struct Reply: Fields {
        public var methods: Value = .array([])
        public var kinds: Value = .array([])
        public var events: Value = .array([])
        public var errors: Value = .array([])
        public var styles: [String] = []
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("methods", &methods, "with parameters, replies and errors")
            try visitor.required(
                "kinds", &kinds,
                "of controllers, with the options of their own, the member of records in which "
                    + "descendants name the nearest one, and how books write them")
            try visitor.required(
                "events", &events,
                "with their fields, what they change in records, and how a check writes them")
            try visitor.required("errors", &errors, "with their codes")
            try visitor.required("styles", &styles, "of transitions that need no definition")
        }
    }
    public static let method = "server.describe"
    public static let onlyReads = true
    public static let summary = "Answers the whole contract, or one method of it."
    public static let errors: [ErrorName] = []
    public var describedMethod: String?
    public init() {}

    public init(describedMethod: String? = nil) {
        self.describedMethod = describedMethod
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("method", &describedMethod, "only this one")
    }
}

public struct ServerShutdown: Command {
    public typealias Reply = NoFields
    public static let method = "server.shutdown"
    public static let summary = "Ends the daemon in order, after the reply."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

public struct ClockGet: Command {
    public struct Reply: Fields {
        public var mode = ClockMode.real
        public var time = 0.0
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("mode", &mode, "real or manual")
            try visitor.required("time", &time, "seconds since the history began")
        }
    }
    public static let method = "clock.get"
    public static let onlyReads = true
    public static let summary = "Answers the daemon's clock."
    public static let errors: [ErrorName] = []
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

public struct ClockAdvance: Command {
    public typealias Reply = ClockGet.Reply
    public static let method = "clock.advance"
    public static let summary = "Lets time pass on a manual clock; deadlines run in their order."
    public static let errors: [ErrorName] = [.clockIsReal, .invalidArgument, .limitExceeded]
    public var seconds = 0.0
    public init() {}

    public init(seconds: Double) {
        self.seconds = seconds
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("seconds", &seconds, "how far, at least 0")
    }
}

/// Why not all events after a seq can be had.
public enum ReplayGap: String, FieldEnumeration {
    /// The daemon keeps some of them no longer.
    case forgotten
    /// The journal was put back from a copy or lost its end: it has another event with that seq, or
    /// none.
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
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("boot", &boot, "changes at each start")
            try visitor.required("history", &history, "changes whenever seq starts over")
            try visitor.required("oldest", &oldest, "the oldest seq that is kept, 0 for none")
            try visitor.required("latest", &latest, "the latest seq")
            try visitor.required("complete", &complete, "false when some are kept no longer")
            try visitor.optional(
                "reason", &reason,
                "why it is not complete; forked: another log has `since`, and no events follow it")
            try visitor.optional("next", &next, "go on with this as `since`; absent at the end")
        }
    }
    public static let method = "events.replay"
    public static let onlyReads = true
    public static let summary = "Answers events again, byte for byte, as `events`."
    public static let errors: [ErrorName] = [.invalidArgument]
    public var since = 0
    public var boot: String?
    public var limit = 10_000
    public var topic = ""
    public var plugin: Identifier?
    public init() {}

    public init(
        since: Int, boot: String? = nil, limit: Int = 10_000, topic: String = "",
        plugin: Identifier? = nil
    ) {
        self.since = since
        self.boot = boot
        self.limit = limit
        self.topic = topic
        self.plugin = plugin
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("since", &since, "the last seq you have; only later ones come")
        try visitor.optional("boot", &boot, "the boot of which you have that seq")
        try visitor.defaulted("limit", &limit, "at most so many")
        try visitor.defaulted("topic", &topic, "only topics that begin so")
        try visitor.optional(
            "plugin", &plugin, "only events of the controllers that this plugin hosts")
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
        @inlinable
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("boot", &boot, "changes at each start")
            try visitor.required("history", &history, "changes whenever seq starts over")
            try visitor.required("time", &time, "of the daemon: seconds since the history began")
            try visitor.required("windows", &windows, "in the order they were made")
            try visitor.required("controllers", &controllers, "in the order they were made")
            try visitor.required("views", &views, "plain ones, in the order they were made")
            try visitor.required(
                "transitions", &transitions,
                "running, in the order they began; on the first page all that fit there")
            try visitor.optional("next", &next, "go on with this as `after`; absent at the end")
        }
    }
    public static let method = "state.snapshot"
    public static let onlyReads = true
    public static let summary = "Answers everything there is, in pages of one state."
    public static let errors: [ErrorName] = [.staleRevision, .invalidArgument]
    public var after: String?
    public var limit = 10_000
    public init() {}

    public init(after: String? = nil, limit: Int = 10_000) {
        self.after = after
        self.limit = limit
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("after", &after, "`next` of the page before")
        try visitor.defaulted("limit", &limit, "records of one page")
    }
}

/// One command of a batch.
public struct BatchedCommand: FieldObject, Hashable {
    public var method = ""
    public var params: Value = .object([])
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("method", &method, "not batch, clock, server, events or state")
        try visitor.defaulted("params", &params, "its parameters")
    }
}

public struct Batch: Command {
    public struct Reply: Fields {
        public var results: [Value] = []
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("results", &results, "of each command {result} or {error}")
        }
    }
    public static let method = "batch"
    public static let summary = "Carries out several commands, on demand all or none of them."
    public static let errors: [ErrorName] = [.limitExceeded, .tooLarge]
    public var commands: [BatchedCommand] = []
    public var atomic = false
    public init() {}

    public init(commands: [BatchedCommand], atomic: Bool = false) {
        self.commands = commands
        self.atomic = atomic
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("commands", &commands, "in order")
        try visitor.defaulted(
            "atomic", &atomic, "when one fails nothing has changed and nothing was published")
    }
}

/// The methods that the daemon answers beside those of the engine and its containers.
public enum ServerCommands {
    public static let all: [any Command.Type] = [
        ServerHello.self, ServerPing.self, ServerStats.self, ServerDescribe.self,
        ServerShutdown.self, ClockGet.self, ClockAdvance.self, EventsReplay.self,
        StateSnapshot.self, Batch.self,
    ]
}
