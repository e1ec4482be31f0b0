/// The state of a plugin.
public enum PluginState: String, FieldEnumeration, BitwiseCopyable {
    /// Connected and registered.
    case attached
    /// Was there and is gone; its controllers wait for it.
    case lost
    /// The configuration names it and it has not registered yet.
    case expected
}

/// A plugin as clients see it.
public struct PluginRecord: FieldObject, Hashable {
    public var name = ""
    public var state = PluginState.expected
    public var kinds: [String] = []
    public var decisions: [DecisionDeclaration] = []
    public var grants: [Grant] = []
    public var pid: Int?
    public var restarts = 0
    public var queued = 0
    public var controllers = 0
    public var reason: String?

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("name", &name, "its name")
        try visitor.required("state", &state, "attached, lost, or expected by the configuration")
        try visitor.required("kinds", &kinds, "the kinds of controllers it hosts")
        try visitor.required("decisions", &decisions, "what it answers")
        try visitor.required("grants", &grants, "what it may do beyond the controllers it hosts")
        try visitor.nullable("pid", &pid, "its process, where it is on this machine")
        try visitor.required("restarts", &restarts, "how often the daemon started it again")
        try visitor.required("queued", &queued, "messages that wait for it")
        try visitor.required("controllers", &controllers, "how many controllers it hosts")
        try visitor.nullable("reason", &reason, "why it was lost")
    }
}

/// What a plugin missed while it was away.
public struct MissedEvents: FieldObject, Hashable {
    public var complete = true
    public var reason: ReplayGap?
    public var events: [Value] = []
    public var next: Int?

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required(
            "complete", &complete, "false where the ring reaches back no further, or with `next`")
        try visitor.optional(
            "reason", &reason, "why it is not complete; forked: another log has `since`")
        try visitor.required("events", &events, "payloads as they were published")
        try visitor.optional(
            "next", &next,
            "the seq of the last of these, where more follow: go on with events.replay, this as "
                + "`since` and the plugin's name as `plugin`")
    }
}

public struct PluginRegister: Command {
    public struct Reply: Fields {
        public var name = ""
        public var lease = Limits.pluginLease
        public var grants: [Grant] = []
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public var missed = MissedEvents()
        public var boot = ""
        public var bootSeq = 0
        public var history = ""
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("name", &name, "its name")
            try visitor.required("lease", &lease, "seconds it may be silent over tcp")
            try visitor.required("grants", &grants, "what its configuration lets it do")
            try visitor.required("controllers", &controllers, "those it hosts, as they are now")
            try visitor.optional(
                "next", &next,
                "there are more: go on with plugin.controllers and this as `after`")
            try visitor.required("missed", &missed, "events of its controllers since it was away")
            try visitor.required("boot", &boot, "changes at each start")
            try visitor.required("bootSeq", &bootSeq, "the seq at which this boot began")
            try visitor.required("history", &history, "changes whenever seq starts over")
        }
    }
    public static let method = "plugin.register"
    public static let summary =
        "Makes the connection a plugin's; the first message on the plugins socket."
    public static let errors: [ErrorName] = [
        .nameTaken, .kindTaken, .notPermitted, .invalidArgument, .limitExceeded, .unsupported,
    ]
    public var name = Identifier(unchecked: "")
    public var kinds: [Identifier] = []
    public var decisions: [DecisionDeclaration] = []
    public var since: Int?
    public var boot: String?
    public init() {}

    public init(
        name: Identifier, kinds: [Identifier] = [], decisions: [DecisionDeclaration] = [],
        since: Int? = nil, boot: String? = nil
    ) {
        self.name = name
        self.kinds = kinds
        self.decisions = decisions
        self.since = since
        self.boot = boot
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("name", &name, "its name")
        try visitor.defaulted("kinds", &kinds, "the kinds of controllers it hosts")
        try visitor.defaulted(
            "decisions", &decisions,
            "what it answers: a question, or {question, of?, default?, deadline?}")
        try visitor.optional("since", &since, "the last seq it saw, else when it was lost")
        try visitor.optional("boot", &boot, "the boot of which it saw that seq")
    }
}

public struct PluginHeartbeat: Command {
    public struct Reply: Fields {
        public var lease = Limits.pluginLease
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("lease", &lease, "seconds it may be silent over tcp")
        }
    }
    public static let method = "plugin.heartbeat"
    public static let summary = "Says that the plugin is there; any other message does too."
    public static let errors: [ErrorName] = [.unsupported]
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

public struct PluginList: Command {
    public struct Reply: Fields {
        public var plugins: [PluginRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("plugins", &plugins, "by name")
            try visitor.optional("next", &next, "go on with this as `after`; absent at the end")
        }
    }
    public static let method = "plugin.list"
    public static let onlyReads = true
    public static let summary = "Answers the plugins, those that are gone among them."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public init(range: ListRange = ListRange()) {
        self.range = range
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try range.visit(&visitor)
    }
}

public struct PluginControllers: Command {
    public struct Reply: Fields {
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("controllers", &controllers, "those it hosts, as they are now")
            try visitor.optional("next", &next, "go on with this as `after`; absent at the end")
        }
    }
    public static let method = "plugin.controllers"
    public static let summary =
        "Returns the controllers that a plugin hosts. The state may change between two pages."
    public static let errors: [ErrorName] = [.tooLarge, .invalidArgument]
    public var name = Identifier(unchecked: "")
    public var range = ListRange()
    public init() {}

    public init(name: Identifier, range: ListRange = ListRange()) {
        self.name = name
        self.range = range
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("name", &name, "the plugin")
        try range.visit(&visitor)
    }
}

public struct PluginForget: Command {
    public typealias Reply = NoFields
    public static let method = "plugin.forget"
    public static let summary =
        "Forgets a plugin that is gone: its declarations, its kinds and whose name it was."
    public static let errors: [ErrorName] = [.invalidArgument, .unsupported, .controllerInUse]
    public var name = Identifier(unchecked: "")
    public init() {}

    public init(name: Identifier) {
        self.name = name
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("name", &name, "the plugin")
    }
}

/// The commands about plugins.
public enum PluginCommands {
    public static let all: [any Command.Type] = [
        PluginRegister.self, PluginHeartbeat.self, PluginList.self, PluginControllers.self,
        PluginForget.self,
    ]
}
