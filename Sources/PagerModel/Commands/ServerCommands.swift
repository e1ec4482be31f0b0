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
