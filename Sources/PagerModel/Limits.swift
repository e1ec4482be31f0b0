/// The limits of the daemon: `Limits.nodes` is the value of the limit `nodes`.
@dynamicMemberLookup
public enum Limits {
    /// Bytes of one reply or published message, at least twice as many as a daemon sends. Clients
    /// refuse a longer one.
    public static let replyBytes = 64 << 20
    /// Bytes of all replies with one snapshot, list or replay. Clients refuse a longer one.
    public static let pagedBytes = 512 << 20

    @inlinable
    @inline(__always)
    public static subscript<Value>(dynamicMember limit: KeyPath<LimitTable, Bound<Value>>) -> Value
    { LimitTable.documented[keyPath: limit].value }

    /// All limits in the order of the protocol reference.
    public static let all: [Limit] = Mirror(reflecting: LimitTable.documented).children.map {
        guard let name = $0.label, let bound = $0.value as? any LimitBound else {
            preconditionFailure("the table of limits contains only bounds")
        }
        return Limit(name: name, value: bound.number, bounds: bound.bounds, over: bound.over)
    }

    /// Checks that a controller's content or reactions do not exceed `contentBytes`.
    ///
    /// - Throws: `limitExceeded`.
    public static func checkContent(_ bytes: Int, at path: String) throws(CommandError) {
        guard bytes <= Limits.contentBytes else {
            throw CommandError(
                .limitExceeded, "must be at most \(Limits.contentBytes) bytes, got \(bytes)",
                path: path)
        }
    }
}

/// A limit as clients see it.
public struct Limit: Sendable {
    /// The effect of exceeding a limit.
    public enum Over: Sendable {
        /// The command is refused with this error and changes nothing.
        case refused(ErrorName)
        /// The effect, such as "the connection is closed". No command is refused.
        case effect(String)
    }

    public let name: String
    public let value: Double
    public let bounds: String
    public let over: Over
}

/// The value of a limit, the quantity that it bounds, and the effect of exceeding it.
public struct Bound<Value: Sendable>: Sendable {
    public let value: Value
    let bounds: String
    let over: Limit.Over

    @usableFromInline
    init(_ value: Value, _ bounds: String, _ over: Limit.Over) {
        self.value = value
        self.bounds = bounds
        self.over = over
    }
}

private protocol LimitBound {
    var number: Double { get }
    var bounds: String { get }
    var over: Limit.Over { get }
}

extension Bound: LimitBound {
    fileprivate var number: Double { (value as? Int).map(Double.init) ?? value as? Double ?? .nan }
}

/// The table of the limits, in the order of the protocol reference. The name of a property is the
/// name of the limit.
public struct LimitTable: Sendable {
    // The compiler stores the table as constant data, so that a limit is read as fast as a number.
    @usableFromInline static let documented = LimitTable()

    // MARK: messages

    public let messageBytes = Bound(4 << 20, "bytes of one message", .refused(.tooLarge))
    /// The maximum size in bytes of each of these:
    /// - one page of a snapshot, replay or list
    /// - the events of a traced command
    /// - the results of all read-only commands in a batch together
    ///
    /// A page contains at least one item, even if this item exceeds the limit.
    public let listBytes = Bound(
        4 << 20, "bytes of a list, or of a page, which has at least one item", .refused(.tooLarge))
    public let cursorBytes = Bound(64, "bytes of `after`", .refused(.invalidArgument))
    /// The maximum value of the parameter `limit` in a request. For compatibility with older
    /// clients, this value exceeds the number of records that can exist.
    public let askedElements = Bound(
        4_000_000, "`limit` of a list, replay or snapshot", .refused(.invalidArgument))
    public let nesting = Bound(
        64, "levels of arrays and objects in one message", .refused(.parseError))
    public let messageMembers = Bound(200_000, "member names in one message", .refused(.parseError))
    public let identifierBytes = Bound(
        64, "bytes of an id, or of the name of a style, kind or plugin",
        .refused(.invalidIdentifier))
    public let clientBytes = Bound(64, "bytes of `client` in a request", .refused(.invalidRequest))
    public let requestIDBytes = Bound(
        256, "bytes of the id of a request with a `client`", .refused(.invalidRequest))

    // MARK: the scene

    public let textBytes = Bound(64 << 10, "bytes of a title or colour", .refused(.limitExceeded))
    public let contentBytes = Bound(
        2 << 20,
        "bytes of a controller's `content`, and of its `on`: texts and names, and 8 per "
            + "value", .refused(.limitExceeded))
    public let allContentBytes = Bound(
        128 << 20,
        "bytes of all contents and reactions, and of contents that placeholders of "
            + "plugins replace", .refused(.limitExceeded))
    /// The part of `allContentBytes` that controllers which plugins host may take, so that plugins
    /// leave room for others.
    public let hostedContentBytes = Bound(
        64 << 20, "bytes of contents and reactions of controllers that plugin processes host",
        .refused(.limitExceeded))
    public let playlistEntries = Bound(
        10_000, "entries of `playlist` in the content of a container", .refused(.limitExceeded))
    public let scheduleTexts = Bound(
        1_000, "entries of each list of a schedule in a `playlist`", .refused(.limitExceeded))
    public let scheduleTextBytes = Bound(
        64, "bytes of each text of a schedule in a `playlist`", .refused(.limitExceeded))
    public let nodes = Bound(250_000, "controllers, views and windows", .refused(.limitExceeded))
    /// Controllers that plugins host. Each has an event when its plugin connects or disconnects.
    public let hostedControllers = Bound(
        20_000, "controllers that plugin processes host", .refused(.limitExceeded))
    public let depth = Bound(
        512, "levels of the controller tree and of the view tree", .refused(.limitExceeded))
    public let alongside = Bound(
        32, "views animated alongside one transition", .refused(.limitExceeded))
    public let breakpoints = Bound(
        16, "breakpoints of one controller", .refused(.limitExceeded))
    public let detents = Bound(8, "detents of one sheet", .refused(.invalidArgument))
    /// Levels of a reply or a book: two per level of a tree, a message, and a few around them.
    public let documentNesting = Bound(
        2 * 512 + 64 + 16,
        "levels in a reply or a book: two for each level of the controller or "
            + "view tree", .effect("a deeper book is refused; no reply is deeper"))
    public let members = Bound(100_000, "pages of one pager", .refused(.limitExceeded))
    public let children = Bound(
        10_000, "children of one controller; so also tabs and stack members",
        .refused(.limitExceeded))
    public let offscreenPages = Bound(1_000, "a pager's `offscreenLimit`", .refused(.limitExceeded))
    public let historyMembers = Bound(
        100, "members that one pager or tab bar stores for `back`, and as many for `forward`",
        .effect("the oldest are dropped"))
    public let points = Bound(
        1e6, "a size, coordinate or value of a transform, in points", .refused(.invalidArgument))
    public let seconds = Bound(
        1e9, "seconds of one wait, animation or clock step", .refused(.invalidArgument))
    public let styles = Bound(
        1_024, "transition styles, with the built-in ones", .refused(.limitExceeded))
    public let keyframes = Bound(1_024, "keyframes of one style", .refused(.limitExceeded))

    // MARK: transitions, reactions, batches and the clock

    public let queuedCommands = Bound(
        16,
        "commands waiting for one container's transition; when it ends they run until they "
            + "exceed `batchEvents` or `batchVisits`, and the rest are `dropped` with "
            + "`limitExceeded`", .refused(.limitExceeded))
    public let queuedCommandValues = Bound(
        10_000,
        "names, numbers and texts in the params of the commands waiting for one "
            + "container; a single command may have more", .refused(.limitExceeded))
    public let queuedCommandBytes = Bound(
        16 << 20, "bytes of the params of all waiting commands", .refused(.limitExceeded))
    public let interactionIdle = Bound(
        30.0, "seconds on the clock without an update of an interactive transition",
        .effect("it is cancelled"))
    public let nestedReactions = Bound(
        64, "reactions that cause one another",
        .effect("the next reaction does not run; `diagnostic.*.misuse`"))
    public let nestedLevels = Bound(
        2_048, "tree levels that callbacks descend, over all nested reactions",
        .effect("no further reaction runs inside them; `diagnostic.*.misuse`"))
    public let reactionsPerTurn = Bound(
        4_096, "reactions in one transaction",
        .effect("the rest does not run; `diagnostic.*.misuse`"))
    /// Events of one transaction after its first reaction began. Then no reaction runs any more.
    public let reactionEvents = Bound(
        100_000, "events of one transaction since its first reaction",
        .effect("no further reaction runs; `diagnostic.*.misuse`"))
    public let reactionBytes = Bound(
        4 << 20,
        "bytes of the params of all reactions in one transaction: texts and names, and 8 "
            + "per value", .effect("the rest does not run; `diagnostic.*.misuse`"))
    public let reactionVisits = Bound(
        5_000_000,
        "accesses of one transaction's reactions to controllers and views; a reaction "
            + "counts as 40, plus 1 for each 16 bytes of its params",
        .effect("no further reaction runs; `diagnostic.*.misuse`"))
    public let repeatedBegins = Bound(
        10_000,
        "calls of `controller.beginAppearanceTransition` for one controller without a "
            + "matching end", .refused(.limitExceeded))
    public let batchCommands = Bound(5_000, "commands of one batch", .refused(.limitExceeded))
    public let batchEvents = Bound(
        50_000, "events of one batch or `clock.advance`", .refused(.limitExceeded))
    public let batchBytes = Bound(
        32 << 20,
        "approximate bytes of the events and results of one batch, or of the events of "
            + "one `clock.advance`; without `atomic`, only the remaining commands are refused",
        .refused(.limitExceeded))
    public let batchVisits = Bound(
        5_000_000,
        "accesses of one batch or `clock.advance` to controllers and views; a name in "
            + "a published list counts as 8, a reaction as 40 or more, and 16 bytes of set or "
            + "changed `content` or `on` as 1", .refused(.limitExceeded))
    public let snapshotRecords = Bound(
        10_000, "records of one page of `state.snapshot`",
        .effect("the page ends there and has a `next`"))
    public let keptStates = Bound(
        4,
        "states kept for clients that read them in several requests, each with the contents "
            + "that have changed since", .effect("further ones are not kept: `staleRevision`"))
    /// Kept states of clients with one uid or key, so that one place remains for others.
    public let keptStatesOfPeer = Bound(
        3, "kept states of one uid or key", .effect("further ones are not kept: `staleRevision`"))
    public let keptStateIdleSeconds = Bound(
        5.0, "seconds without a read after which a state is no longer kept",
        .effect("`staleRevision`"))
    public let keptStateSeconds = Bound(
        60.0, "seconds for which a state is kept at most", .effect("`staleRevision`"))
    public let shortestWait = Bound(
        0.001, "shortest `autoAdvance`, `resumeAfter`, `dwellTime` and animation, in seconds",
        .effect("a shorter time above 0 becomes this one"))
    /// The maximum time, in seconds, that a deadline on the real clock may be overdue. If the
    /// earliest deadline is overdue by more, for example after the process was suspended, the clock
    /// jumps to the current time. Then the daemon fires all overdue deadlines.
    public let longestDelay = Bound(
        1.0, "seconds that timers and ends of animations may be late on the real clock",
        .effect(
            "the clock first jumps to the present; a timer that is due several times runs once"))
    public let deadlinesAtOnce = Bound(
        256, "deadlines run at once on the real clock",
        .effect("waiting requests are answered before the rest"))
    public let deadlinesPerAdvance = Bound(
        10_000,
        "deadlines of one `clock.advance`; if more are due at the first time with "
            + "deadlines, the clock stops there and the next call continues",
        .refused(.limitExceeded))

    // MARK: what is kept

    public let retainedEvents = Bound(
        100_000, "events kept for replay",
        .effect("the oldest are dropped; `events.replay` returns `complete: false`"))
    /// Bytes of the events kept for replay: approximately in memory, and separately as published.
    public let retainedBytes = Bound(
        64 << 20,
        "approximate bytes of these events, in memory and as replayed; the latest "
            + "transaction is always kept",
        .effect("the oldest are dropped; `events.replay` returns `complete: false`"))
    public let endedTransitions = Bound(
        1_024, "ended transitions that `transition.get` returns",
        .effect("the oldest is dropped; `transitionNotFound`"))
    public let rememberedReplies = Bound(
        1_024, "remembered replies to one `client`",
        .effect("the oldest is dropped; a repeat of its request is executed again"))
    public let rememberedClients = Bound(
        256, "clients whose replies are remembered",
        .effect(
            "the replies to the longest idle client of the user or key with the most are dropped"))
    public let rememberedClientBytes = Bound(
        16 << 20, "bytes of the remembered replies to one `client`",
        .effect(
            "the oldest are dropped; a single larger reply is not kept, and a repeat of its "
                + "request is refused with `tooLarge`"))
    public let rememberedBytes = Bound(
        64 << 20, "bytes of remembered replies, over all clients",
        .effect(
            "the replies to the longest idle client of the user or key with the most are dropped"))
    public let boots = Bound(
        1_024, "starts of the daemon in a journal",
        .effect("the oldest are dropped; `events.replay` with such a `boot` returns `forked`"))

    // MARK: connections

    public let prefixBytes = Bound(
        160, "bytes of a subscription's prefix", .effect("no welcome and no events"))
    /// Bytes of the `topic` of `events.replay`. All topics fit.
    public let topicBytes = Bound(
        160, "bytes of the `topic` of `events.replay`", .refused(.invalidArgument))
    public let subscriptions = Bound(
        4_096, "subscriptions of one connection", .effect("no welcome and no events"))
    public let subscriptionBytes = Bound(
        64 << 10, "bytes of the prefixes of one connection", .effect("no welcome and no events"))
    /// The maximum size of libzmq's tree of subscribed prefixes: the number of its nodes and
    /// empty child slots, plus the number of prefixes of all connections. When a connection ends,
    /// libzmq visits the whole tree, which takes about 100 ns for each node or slot.
    public let subscriptionPlaces = Bound(
        16 << 10,
        "subscriptions of all connections, and nodes in the tree of their prefixes: one "
            + "for each byte, more where prefixes differ; shared beginnings count once",
        .effect(
            "no welcome and no events; if prefixes without a welcome take as many again, their "
                + "connections are closed"))
    public let sparedSubscriptionBytes = Bound(
        256, "bytes of the prefixes of a connection that is welcomed beyond `subscriptionPlaces`",
        .effect("`subscriptionPlaces` also bounds its prefixes"))
    /// Seconds until a client may reconnect after it was closed for its prefixes.
    public let oversubscribedSeconds = Bound(
        10.0,
        "seconds until a process (ipc) or address (tcp) may connect to the events socket "
            + "again after it was closed for its prefixes",
        .effect("an earlier connection is closed at once"))
    public let connections = Bound(
        4_096, "connections of one socket; fewer if the daemon may open few files",
        .effect("the newest is closed"))
    /// Also the requests of one connection that libzmq queues.
    public let waitingRequests = Bound(
        256,
        "requests that a connection has sent before it was closed, and that the daemon has "
            + "not read; those that only read are dropped anyway", .effect("the rest is dropped"))
    public let queuedReplies = Bound(
        8_192, "unanswered requests of a connection that reads no replies",
        .effect("replies are lost; with a `client`, requests can be repeated"))
    public let unsentReplyBytes = Bound(
        256 << 20, "bytes of queued replies, over all connections",
        .effect(
            "the connection with the most is closed, and requests of clients that read nothing "
                + "are refused; above twice the limit, all are"))
    public let queuedEvents = Bound(
        65_536, "events queued for one subscriber",
        .effect("the subscriber loses the next events, as `seq` and `prev` show"))
    public let queuedEventBytes = Bound(
        128 << 20, "approximate bytes of the events queued for one subscriber",
        .effect("the subscriber loses the next events, as `seq` and `prev` show"))
    /// Bytes of the entries in all subscribers' queues. They share the events, but not the entries.
    public let queuedPlacesBytes = Bound(
        256 << 20, "bytes of queue entries, over all subscribers",
        .effect("fewer events are queued for each"))
    public let handshakeSeconds = Bound(
        5.0, "seconds for the handshake of a new connection", .effect("the connection is closed"))
    public let heartbeatSeconds = Bound(
        2.0, "seconds of silence after which the daemon sends a heartbeat over tcp",
        .effect("the peer must answer"))
    public let silenceSeconds = Bound(
        6.0, "seconds to answer the heartbeat", .effect("the connection is closed"))
    public let stuckSeconds = Bound(
        10.0, "seconds in which a peer receives none of the bytes sent to it",
        .effect("the connection is closed"))

    // MARK: plugins

    public let pluginLease = Bound(
        10.0, "seconds without a message from a plugin over tcp", .effect("the plugin is `lost`"))
    public let plugins = Bound(1_024, "plugins, also disconnected ones", .refused(.limitExceeded))
    public let hostedKinds = Bound(
        1_024, "kinds of all plugins, also disconnected ones", .refused(.limitExceeded))
    public let decisions = Bound(1_024, "decisions of one plugin", .refused(.limitExceeded))
    public let decisionSubjects = Bound(
        10_000, "ids in `of` in all decisions of one plugin", .refused(.limitExceeded))
    public let declarationBytes = Bound(
        16 << 20,
        "bytes of the decisions of all plugins, also disconnected ones: the defaults, "
            + "and 128 and the id for each entry of `of`", .refused(.limitExceeded))
    public let queuedPluginMessages = Bound(
        10_000, "messages queued for one plugin",
        .effect("the plugin is `lost` with the reason `stalled`"))
    public let queuedPluginBytes = Bound(
        16 << 20, "bytes queued for one plugin; a single message may have more",
        .effect("the plugin is `lost` with the reason `stalled`"))
    public let pluginOutputLines = Bound(
        200, "lines of the output of one plugin's program in one second",
        .effect("the log says how much is left out"))
    public let pluginOutputBytes = Bound(
        64 << 10, "bytes of the output of one plugin's program in one second",
        .effect("the log says how much is left out"))
    public let pluginReadBytes = Bound(
        1 << 20, "bytes that the daemon reads of this output in one second",
        .effect("the program waits for the next second when it writes"))
    public let decisionSeconds = Bound(
        0.5, "seconds for a plugin's answer by default",
        .effect("the `default` of the decision applies"))
    public let longestDecisionSeconds = Bound(
        30.0, "seconds that a plugin may declare for an answer", .refused(.invalidArgument))
    public let pendingDecisions = Bound(
        1_024, "decisions waiting for an answer", .refused(.limitExceeded))
    /// The size limit for the content that one transaction restores after a plugin has reconnected.
    /// When the restored content of the plugin's controllers exceeds this size, the transaction
    /// stops, and later transactions restore the rest. The size of a controller's content is its
    /// number of bytes as JSON, plus 24 for each value that is not an array or object.
    public let uncoveredBytes = Bound(
        8 << 20,
        "bytes of contents restored by one transaction after a plugin reconnects; it "
            + "restores at least one", .effect("later transactions restore the rest"))

    // MARK: screens

    public let screenViewers = Bound(
        64,
        "viewers that report their screens; at the limit, a viewer that has missed a report "
            + "gives way, else one of the user or key with the most", .refused(.limitExceeded))
    public let screenBytes = Bound(
        1 << 20, "bytes of all reported screens; as for `screenViewers`", .refused(.limitExceeded))
    public let screenSeconds = Bound(
        30.0, "seconds until a report must be renewed",
        .effect("its screens are removed, or offline if they have a name"))
    public let offlineScreens = Bound(
        64, "screens with a name that are listed after they are gone",
        .effect("of the user or key with the most, the one that is gone for longest is removed"))
}
