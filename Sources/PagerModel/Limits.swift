/// The limits of the daemon. `Limit.all` describes the quantity that each of them limits, and the
/// effect of exceeding the limit.
public enum Limits {
    /// Bytes of one message.
    public static let messageBytes = 4 << 20
    /// Levels of arrays and objects in one message.
    public static let nesting = 64
    /// Member names in all objects of one message.
    public static let messageMembers = 200_000
    /// Bytes of an id, or of the name of a style, kind or plugin.
    public static let identifierBytes = 64
    /// Bytes of a request's `client`.
    public static let clientBytes = 64
    /// Bytes of the id of a request with a `client`; each event that it causes contains both.
    public static let requestIDBytes = 256
    /// Bytes of a title or other display text.
    public static let textBytes = 64 << 10
    /// Bytes of a controller's content, and of its reactions: strings and names, plus 8 per value.
    public static let contentBytes = 2 << 20
    /// Like `contentBytes`, for the content and reactions of all controllers together.
    public static let allContentBytes = 128 << 20
    /// The part of `allContentBytes` that controllers which plugins host may take, so that plugins
    /// leave room for others.
    public static let hostedContentBytes = allContentBytes / 2
    /// Entries of the `playlist` in a container's content.
    public static let playlistEntries = 10_000
    /// Entries of each list of a schedule, such as `dates`.
    public static let scheduleTexts = 1_000
    /// Bytes of each text of a schedule, such as a date or the name of a time zone.
    public static let scheduleTextBytes = 64
    /// Keyframes of one transition style.
    public static let keyframes = 1_024
    /// Controllers, views and windows.
    public static let nodes = 250_000
    /// Controllers that plugins host. Each has an event when its plugin connects or disconnects.
    public static let hostedControllers = 20_000
    /// Levels of the controller tree, and of the view tree.
    public static let depth = 512
    /// Views animated alongside one transition.
    public static let alongside = 32
    /// Detents of one sheet.
    public static let detents = 8
    /// Levels of a reply or a book: two per level of a tree, a message, and a few around them.
    public static let documentNesting = 2 * depth + nesting + 16
    /// Pages of one pager.
    public static let members = 100_000
    /// Children of one controller; so also tabs and stack members.
    public static let children = 10_000
    /// Commands that wait for one container's transition.
    public static let queuedCommands = 16
    /// Values in the params of the commands that wait for one container. One command may have more.
    public static let queuedCommandValues = 10_000
    /// Reactions nested in the reactions that caused them.
    public static let nestedReactions = 64
    /// Tree levels of all walks that are nested through reactions.
    public static let nestedLevels = 2_048
    /// Reactions of one transaction, with nested ones.
    public static let reactionsPerTurn = 4_096
    /// Events of one transaction after its first reaction began. Then no reaction runs any more.
    public static let reactionEvents = 100_000
    /// Bytes of the params of one transaction's reactions: strings and names, plus 8 per value.
    public static let reactionBytes = 4 << 20
    /// `Scene.work` of one transaction's reactions, mainly accesses to controllers and views.
    public static let reactionVisits = 5_000_000
    /// Nested `beginAppearanceTransition` calls of one controller.
    public static let repeatedBegins = 10_000
    /// Bytes, as JSON, of all commands that wait for transitions.
    public static let queuedCommandBytes = 16 << 20
    /// Pages on each side of the selected one that a pager keeps as children.
    public static let offscreenPages = 1_000
    /// Members that one pager or tab bar stores for each of `back` and `forward`.
    public static let historyMembers = 100
    /// Commands of one batch.
    public static let batchCommands = 5_000
    /// Events of one batch or `clock.advance`.
    public static let batchEvents = 50_000
    /// The size limit for the content that one transaction restores after a plugin has reconnected.
    /// When the restored content of the plugin's controllers exceeds this size, the transaction
    /// stops, and later transactions restore the rest. The size of a controller's content is its
    /// number of bytes as JSON, plus 24 for each value that is not an array or object.
    public static let uncoveredBytes = 8 << 20
    /// Bytes of the events and results of one batch, or of the events of one `clock.advance`.
    public static let batchBytes = 32 << 20
    /// `Scene.work` of one batch or `clock.advance`, mainly accesses to controllers and views.
    public static let batchVisits = 5_000_000
    /// The maximum value of the parameter `limit` in a request. For compatibility with older
    /// clients, this value exceeds the number of records that can exist.
    public static let askedElements = 4_000_000
    /// Records of one page of `state.snapshot`, even if its `limit` is higher.
    public static let snapshotRecords = 10_000
    /// States that the daemon keeps for clients that read them in several requests.
    public static let keptStates = 4
    /// Kept states of clients with one uid or key, so that one place remains for others.
    public static let keptStatesOfPeer = 3
    /// Seconds without a read after which a state is no longer kept.
    public static let keptStateIdleSeconds: Double = 5
    /// Seconds for which a state is kept at most.
    public static let keptStateSeconds: Double = 60
    /// Seconds from now to a new deadline, at least.
    public static let shortestWait = 0.001
    /// The maximum time, in seconds, that a deadline on the real clock may be overdue. If the
    /// earliest deadline is overdue by more, for example after the process was suspended, the clock
    /// jumps to the current time. Then the daemon fires all overdue deadlines.
    public static let longestDelay: Double = 1
    /// Deadlines fired on the real clock before the daemon checks its sockets again.
    public static let deadlinesAtOnce = 256
    /// Deadlines of one `clock.advance`.
    public static let deadlinesPerAdvance = 10_000
    /// Events kept for replay.
    public static let retainedEvents = 100_000
    /// Bytes of the events kept for replay: approximately in memory, and separately as published.
    public static let retainedBytes = 64 << 20
    /// Replies to one client kept for repeated requests.
    public static let rememberedReplies = 1_024
    /// Clients whose replies are kept for repeated requests.
    public static let rememberedClients = 256
    /// Bytes of the replies to one client kept for repeated requests.
    public static let rememberedClientBytes = 16 << 20
    /// Bytes of all replies kept for repeated requests.
    public static let rememberedBytes = 64 << 20
    /// Starts of the daemon in a journal.
    public static let boots = 1_024
    /// Seconds of one wait, animation or clock step (about 31 years).
    public static let seconds: Double = 1e9
    /// Bytes of a subscription's prefix.
    public static let prefixBytes = 160
    /// Bytes of the `topic` of `events.replay`. All topics fit.
    public static let topicBytes = prefixBytes
    /// Subscriptions of one connection.
    public static let subscriptions = 4_096
    /// Bytes of one connection's prefixes.
    public static let subscriptionBytes = 64 << 10
    /// The maximum size of libzmq's tree of subscribed prefixes: the number of its nodes and
    /// empty child slots, plus the number of prefixes of all connections. When a connection ends,
    /// libzmq visits the whole tree, which takes about 100 ns for each node or slot.
    public static let subscriptionPlaces = 16 << 10
    /// Bytes of the prefixes of a connection that is welcomed beyond `subscriptionPlaces`.
    public static let sparedSubscriptionBytes = 256
    /// Seconds until a client may reconnect after it was closed for its prefixes.
    public static let oversubscribedSeconds: Double = 10
    /// Connections of one socket; fewer if the system does not allow as many open files.
    public static let connections = 4_096
    /// Requests of one connection that libzmq queues; and the requests that the daemon looks at after
    /// it has found that their connection has ended.
    public static let waitingRequests = 256
    /// Replies that libzmq queues for one client.
    public static let queuedReplies = 8_192
    /// Bytes of the replies that libzmq queues for all clients.
    public static let unsentReplyBytes = 256 << 20
    /// The maximum size in bytes of each of these:
    /// - one page of a snapshot, replay or list
    /// - the events of a traced command
    /// - the results of all read-only commands in a batch together
    ///
    /// A page contains at least one item, even if this item exceeds the limit.
    public static let listBytes = 4 << 20
    /// Bytes of one reply or published message, at least twice as many as a daemon sends. Clients
    /// refuse a longer one.
    public static let replyBytes = 64 << 20
    /// Bytes of all replies with one snapshot, list or replay. Clients refuse a longer one.
    public static let pagedBytes = 512 << 20
    /// Bytes of the cursor `after`, the `next` of the page before.
    public static let cursorBytes = 64
    /// Events that libzmq queues for one subscriber.
    public static let queuedEvents = 65_536
    /// Approximate bytes of the events that libzmq queues for one subscriber.
    public static let queuedEventBytes = 128 << 20
    /// Bytes of the entries in all subscribers' queues. They share the events, but not the entries.
    public static let queuedPlacesBytes = 256 << 20
    /// Seconds for the handshake of a new connection.
    public static let handshakeSeconds: Double = 5
    /// Seconds of silence after which the daemon sends a heartbeat to a TCP peer.
    public static let heartbeatSeconds: Double = 2
    /// Seconds within which a TCP peer must answer a heartbeat.
    public static let silenceSeconds: Double = 6
    /// Seconds after which a connection is closed whose peer receives nothing.
    public static let stuckSeconds: Double = 10
    /// Ended transitions kept for `transition.get`.
    public static let endedTransitions = 1_024
    /// Transition styles, with the built-in ones.
    public static let styles = 1_024
    /// Seconds on the clock until an interactive transition without an update is cancelled.
    public static let interactionIdle: Double = 30
    /// Seconds of silence after which a TCP plugin counts as disconnected.
    public static let pluginLease: Double = 10
    /// Plugins, also disconnected ones.
    public static let plugins = 1_024
    /// Kinds of all plugins, also disconnected ones.
    public static let hostedKinds = 1_024
    /// Decisions that one plugin declares.
    public static let decisions = 1_024
    /// Ids in `of` in all decisions of one plugin.
    public static let decisionSubjects = 10_000
    /// Bytes of the decisions of all plugins, also disconnected ones.
    public static let declarationBytes = 16 << 20
    /// Messages queued for one plugin.
    public static let queuedPluginMessages = 10_000
    /// Bytes of the messages queued for one plugin.
    public static let queuedPluginBytes = 16 << 20
    /// Lines of one plugin's output that are logged in one second.
    public static let pluginOutputLines = 200
    /// Bytes of one plugin's output that are logged in one second.
    public static let pluginOutputBytes = 64 << 10
    /// Bytes of one plugin's output that are read in one second.
    public static let pluginReadBytes = 1 << 20
    /// Seconds for a plugin's answer by default.
    public static let decisionSeconds = 0.5
    /// Seconds that a plugin may declare for its answer.
    public static let longestDecisionSeconds: Double = 30
    /// Decisions that wait for an answer.
    public static let pendingDecisions = 1_024
    /// Points of a size, coordinate or inset, and the numbers of a transform.
    public static let points: Double = 1e6
    /// Viewers that report their screens.
    public static let screenViewers = 64
    /// Bytes, as JSON, of all reported screens.
    public static let screenBytes = 1 << 20
    /// Seconds until a viewer's report must be renewed.
    public static let screenSeconds: Double = 30
}

extension Limits {
    /// Checks that a controller's content or reactions do not exceed `contentBytes`.
    ///
    /// - Throws: `limitExceeded`.
    public static func checkContent(_ bytes: Int, at path: String) throws(CommandError) {
        guard bytes <= contentBytes else {
            throw CommandError(
                .limitExceeded, "must be at most \(contentBytes) bytes, got \(bytes)", path: path)
        }
    }
}
