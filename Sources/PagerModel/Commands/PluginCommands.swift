/// The connection state of a plugin.
public enum PluginState: String, FieldEnumeration, BitwiseCopyable {
    /// The plugin is connected and registered.
    case attached
    /// The plugin is disconnected. Its controllers keep their state until it reconnects.
    case lost
    /// The plugin is in the configuration, but it has not registered yet.
    case expected
}

/// The record of a plugin, as clients receive it.
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("name", &name, "its name")
        v.required("state", &state, "expected: configured, but not registered yet")
        v.required("kinds", &kinds, "kinds that it hosts")
        v.required("decisions", &decisions, "what it decides")
        v.required("grants", &grants, "permissions beyond its own controllers")
        v.required("pid", &pid, "its process id, if it runs on this machine")
        v.required("restarts", &restarts, "restarts by the daemon")
        v.required("queued", &queued, "messages queued for it")
        v.required("controllers", &controllers, "number of controllers it hosts")
        v.required("reason", &reason, "why it was lost")
    }
}

/// The events of a plugin's controllers that were published while the plugin was disconnected.
public struct MissedEvents: FieldObject, Hashable {
    public var complete = true
    public var reason: ReplayGap?
    public var events: [Value] = []
    public var next: Int?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("complete", &complete, "false if events are missing or more follow (`next`)")
        v.field(
            "reason", &reason,
            "why events are missing; forked: the event `since` is not in this journal")
        v.required("events", &events, "as published")
        v.field("next", &next, "if more follow: `since` for events.replay with `plugin`")
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
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("name", &name, "its name")
            v.required("lease", &lease, "seconds of silence after which a TCP connection is lost")
            v.required("grants", &grants, "permissions in its configuration")
            v.required("controllers", &controllers, "its controllers")
            v.field("next", &next, "`after` for plugin.controllers; absent at the end")
            v.required("missed", &missed, "events of its controllers while it was disconnected")
            v.required("boot", &boot, "changes at each start of the daemon")
            v.required("bootSeq", &bootSeq, "the seq at which this boot began")
            v.required(
                "history", &history, "id of the event sequence; if it changes, take a snapshot")
        }
    }
    public static let method = "plugin.register"
    public static let access: Access? = .free
    public static let leastRole = Role.drive
    public static let isOnlyForPlugins = true
    public static let summary =
        "Registers the connection as a plugin; the first message on the plugins socket."
    public static let errors: [ErrorName] = [
        .nameTaken, .kindTaken, .notPermitted, .invalidArgument, .limitExceeded, .unsupported,
    ]
    public var name = Identifier(unchecked: "")
    public var kinds: [Identifier] = []
    public var decisions: [DecisionDeclaration] = []
    public var since: Int?
    public var boot: String?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("name", &name, "its name")
        v.field("kinds", &kinds, "kinds that it hosts")
        v.field(
            "decisions", &decisions,
            "what it decides: a question, or {question, of?, default?, deadline?}, with a "
                + "deadline of at most `longestDecisionSeconds`")
        v.field("since", &since, "the last seq received; default: the last one before it was lost")
        v.field("boot", &boot, "the boot of that seq")
    }
}

public struct PluginHeartbeat: Command {
    public struct Reply: Fields {
        public var lease = Limits.pluginLease
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("lease", &lease, "seconds of silence after which a TCP connection is lost")
        }
    }
    public static let method = "plugin.heartbeat"
    public static let access: Access? = .free
    public static let isRecorded = false
    public static let isOnlyForPlugins = true
    public static let summary = "Keeps the connection alive, as any message does."
    public static let errors: [ErrorName] = [.unsupported]
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

public struct PluginList: Command {
    public struct Reply: Fields {
        public var plugins: [PluginRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("plugins", &plugins, "sorted by name")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "plugin.list"
    public static let pagedList: String? = "plugins"
    public static let onlyReads = true
    public static let summary = "Returns the plugins, also disconnected ones."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        range.visit(&v)
    }
}

public struct PluginControllers: Command {
    public struct Reply: Fields {
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("controllers", &controllers, "its controllers")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "plugin.controllers"
    public static let access: Access? = .free
    public static let isRecorded = false
    public static let pagedList: String? = "controllers"
    public static let summary =
        "Returns the controllers that a plugin hosts; the state may change between pages."
    public static let errors: [ErrorName] = [.tooLarge, .invalidArgument]
    public var name = Identifier(unchecked: "")
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("name", &name, "the plugin")
        range.visit(&v)
    }
}

public struct PluginForget: Command {
    public static let method = "plugin.forget"
    public static let summary = "Removes a disconnected plugin, its declarations and kinds."
    public static let errors: [ErrorName] = [.invalidArgument, .unsupported, .controllerInUse]
    public var name = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("name", &name, "the plugin")
    }
}

/// The commands that register, list and remove plugins.
public enum PluginCommands {
    public static let all: [any Command.Type] = [
        PluginRegister.self, PluginHeartbeat.self, PluginList.self, PluginControllers.self,
        PluginForget.self,
    ]
}
