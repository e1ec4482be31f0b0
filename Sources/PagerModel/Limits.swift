/// The limits of the daemon. `Limit.all` describes the quantity that each of them limits, and the
/// effect of exceeding the limit.
public enum Limits {
    /// The maximum size of a message in bytes.
    public static let messageBytes = 4 << 20
    /// The maximum nesting of arrays and objects in a message.
    public static let nesting = 64
    /// The maximum number of member names in a message. The parser compares each name with the
    /// other names in the same object.
    public static let messageMembers = 200_000
    /// The maximum size in bytes of the name of a controller, view, window, style, kind or plugin.
    public static let identifierBytes = 64
    /// The maximum size in bytes of the member `client` of a request.
    public static let clientBytes = 64
    /// The maximum size in bytes of the id of a request that has the member `client`. Each event
    /// that the request causes contains the id and the client.
    public static let requestIDBytes = 256
    /// The maximum size in bytes of a title or other display text.
    public static let textBytes = 64 << 10
    /// The maximum size of one controller's content or of its reactions (commands in its
    /// callbacks): the bytes of strings and names, plus 8 for each value.
    public static let contentBytes = 2 << 20
    /// The maximum total size of the content and the reactions (commands in callbacks) of all
    /// controllers: the bytes of strings and names, plus 8 for each value.
    public static let allContentBytes = 128 << 20
    /// The maximum number of keyframes in a transition style.
    public static let keyframes = 1_024
    /// The maximum number of controllers, views and windows.
    public static let nodes = 250_000
    /// The maximum number of controllers that plugins host. When a plugin connects or disconnects,
    /// an event is published for each of its controllers.
    public static let hostedControllers = 20_000
    /// The maximum number of levels of the controller tree and of the view tree.
    public static let depth = 512
    /// The maximum number of views animated alongside a transition.
    public static let alongside = 32
    /// The maximum number of detents of a sheet.
    public static let detents = 8
    /// The maximum nesting of arrays and objects in a reply or in a book (a file that describes
    /// pages). It is the sum of two levels for each level of the controller tree or view tree, the
    /// nesting of a message, and a few levels for the enclosing objects.
    public static let documentNesting = 2 * depth + nesting + 16
    /// The maximum number of pages of a pager.
    public static let members = 100_000
    /// The maximum number of children of a controller, and therefore of tabs or stack members of a
    /// container.
    public static let children = 10_000
    /// The maximum number of commands that wait for one container's running transition.
    public static let queuedCommands = 16
    /// The maximum number of values (names, numbers and strings) in the params of the commands that
    /// wait for one container's transition. A single command may exceed this limit if no other
    /// command waits for the transition.
    public static let queuedCommandValues = 10_000
    /// The maximum nesting depth of reactions (commands in a controller's callbacks). A reaction is
    /// nested in the reaction that caused its callback.
    public static let nestedReactions = 64
    /// The maximum number of tree levels in all nested walks through trees together. Walks are
    /// nested if a callback in one walk runs a reaction (a command of the controller) that starts
    /// the next walk.
    public static let nestedLevels = 2_048
    /// The maximum number of reactions (commands in controllers' callbacks) in one transaction,
    /// including nested ones.
    public static let reactionsPerTurn = 4_096
    /// The maximum number of events that a transaction publishes after its first reaction (a
    /// command in a controller's callback) has started. When the transaction has exceeded this
    /// number, its remaining reactions do not run.
    public static let reactionEvents = 100_000
    /// The maximum size of the params of all reactions (commands in controllers' callbacks) in one
    /// transaction: the bytes of strings and names, plus 8 for each value.
    public static let reactionBytes = 4 << 20
    /// The maximum `Scene.work` of all reactions (commands in controllers' callbacks) in one
    /// transaction. `Scene.work` is mainly the number of accesses to windows, controllers and
    /// views.
    public static let reactionVisits = 5_000_000
    /// The maximum number of nested `beginAppearanceTransition` calls for one controller.
    public static let repeatedBegins = 10_000
    /// The maximum total size in bytes, as JSON, of all commands that wait for transitions.
    public static let queuedCommandBytes = 16 << 20
    /// The maximum number of pages on each side of the selected page that a pager keeps as its
    /// children.
    public static let offscreenPages = 1_000
    /// The maximum length of a selection history: the number of pages or tabs that a pager or tab
    /// bar stores for each of the commands `back` and `forward`.
    public static let historyMembers = 100
    /// The maximum number of commands in a batch.
    public static let batchCommands = 5_000
    /// The maximum number of events that a batch or a `clock.advance` may cause.
    public static let batchEvents = 50_000
    /// The size limit for the content that one transaction restores after a plugin has reconnected.
    /// When the restored content of the plugin's controllers exceeds this size, the transaction
    /// stops, and later transactions restore the rest. The size of a controller's content is its
    /// number of bytes as JSON, plus 24 for each value that is not an array or object.
    public static let uncoveredBytes = 8 << 20
    /// The maximum size in bytes of the published events and the results of a batch, or of the
    /// published events of a `clock.advance`.
    public static let batchBytes = 32 << 20
    /// The maximum `Scene.work` of a batch or a `clock.advance`. `Scene.work` is mainly the number
    /// of accesses to windows, controllers and views.
    public static let batchVisits = 5_000_000
    /// The maximum value of the parameter `limit` in a request. For compatibility with older
    /// clients, this value exceeds the number of records that can exist.
    public static let askedElements = 4_000_000
    /// The maximum number of records in one page of a reply to `state.snapshot`, even if the
    /// parameter `limit` is higher.
    public static let snapshotRecords = 10_000
    /// The minimum number of seconds between the current time and a new deadline.
    public static let shortestWait = 0.001
    /// The maximum time, in seconds, that a deadline on the real clock may be overdue. If the
    /// earliest deadline is overdue by more, for example after the process was suspended, the clock
    /// jumps to the current time. Then the daemon fires all overdue deadlines.
    public static let longestDelay: Double = 1
    /// The maximum number of deadlines on the real clock that are fired before the daemon checks
    /// its sockets again.
    public static let deadlinesAtOnce = 256
    /// The maximum number of deadlines that one `clock.advance` fires.
    public static let deadlinesPerAdvance = 10_000
    /// The maximum number of events kept for replay.
    public static let retainedEvents = 100_000
    /// The maximum size in bytes of the events kept for replay. Limits the approximate memory that
    /// the events take and, separately, the size of the published events.
    public static let retainedBytes = 64 << 20
    /// The maximum number of recent replies to one client that the daemon keeps. If the client
    /// repeats a request, the daemon sends the kept reply again.
    public static let rememberedReplies = 1_024
    /// The maximum number of clients for which the daemon keeps recent replies, to answer repeated
    /// requests.
    public static let rememberedClients = 256
    /// The maximum size in bytes of the replies to one client that the daemon keeps, to answer
    /// repeated requests.
    public static let rememberedClientBytes = 16 << 20
    /// The maximum size in bytes of the replies to all clients that the daemon keeps, to answer
    /// repeated requests.
    public static let rememberedBytes = 64 << 20
    /// The maximum number of starts of the daemon that a journal records.
    public static let boots = 1_024
    /// The maximum duration of one wait, animation or clock step, in seconds (about 31 years).
    public static let seconds: Double = 1e9
    /// The maximum size in bytes of the topic prefix of a subscription.
    public static let prefixBytes = 160
    /// The maximum size in bytes of the parameter `topic` of `events.replay`. The topics of all
    /// events fit within this size.
    public static let topicBytes = prefixBytes
    /// The maximum number of subscriptions of a connection.
    public static let subscriptions = 4_096
    /// The maximum total size in bytes of the prefixes to which a connection subscribes.
    public static let subscriptionBytes = 64 << 10
    /// The maximum size of libzmq's tree of subscribed prefixes: the number of its nodes and
    /// empty child slots, plus the number of prefixes of all connections. When a connection ends,
    /// libzmq visits the whole tree, which takes about 100 ns for each node or slot.
    public static let subscriptionPlaces = 16 << 10
    /// The maximum total size in bytes of the prefixes of one connection if the prefixes of all
    /// connections together exceed `subscriptionPlaces`. Above this size, the daemon ignores new
    /// prefixes of the connection.
    public static let sparedSubscriptionBytes = 256
    /// The number of seconds during which a client may not reconnect after the daemon has closed
    /// its connection because of too many subscription prefixes.
    public static let oversubscribedSeconds: Double = 10
    /// The maximum number of connections of a socket. The actual maximum is lower if the system
    /// does not allow that many open files.
    public static let connections = 4_096
    /// The maximum number of replies that libzmq queues for one client.
    public static let queuedReplies = 8_192
    /// The maximum size in bytes of the replies that libzmq queues for all clients.
    public static let unsentReplyBytes = 256 << 20
    /// The maximum size in bytes of each of these:
    /// - one page of a snapshot, replay or list
    /// - the events of a traced command
    /// - the results of all read-only commands in a batch together
    ///
    /// A page contains at least one item, even if this item exceeds the limit.
    public static let listBytes = 4 << 20
    /// The maximum size in bytes of the cursor `after`. A client copies this cursor from the member
    /// `next` of the previous page.
    public static let cursorBytes = 64
    /// The maximum number of events that libzmq queues for one subscriber.
    public static let queuedEvents = 65_536
    /// The approximate maximum size in bytes of the events that libzmq queues for one subscriber.
    public static let queuedEventBytes = 128 << 20
    /// The maximum size in bytes of the entries in libzmq's event queues, over all subscribers.
    /// Subscribers share the events, but each subscriber has its own queue entries.
    public static let queuedPlacesBytes = 256 << 20
    /// The maximum duration of the handshake of a new connection, in seconds.
    public static let handshakeSeconds: Double = 5
    /// The number of seconds without a message after which the daemon sends a heartbeat to a peer
    /// that is connected over TCP.
    public static let heartbeatSeconds: Double = 2
    /// The number of seconds within which a peer that is connected over TCP must answer a
    /// heartbeat.
    public static let silenceSeconds: Double = 6
    /// The number of seconds after which the daemon closes a connection whose peer has stopped
    /// receiving the bytes that the daemon sends.
    public static let stuckSeconds: Double = 10
    /// The maximum number of ended transitions that the daemon keeps for `transition.get`.
    public static let endedTransitions = 1_024
    /// The maximum number of transition styles, including the built-in ones.
    public static let styles = 1_024
    /// The number of seconds on the daemon's clock after which an interactive transition is
    /// cancelled if it has not been updated.
    public static let interactionIdle: Double = 30
    /// The number of seconds without a message after which a plugin that is connected over TCP
    /// counts as disconnected.
    public static let pluginLease: Double = 10
    /// The maximum number of plugins, including disconnected ones.
    public static let plugins = 1_024
    /// The maximum number of controller kinds that all plugins together host, including
    /// disconnected plugins.
    public static let hostedKinds = 1_024
    /// The maximum number of decisions (types of questions to the plugin) that one plugin declares.
    public static let decisions = 1_024
    /// The maximum number of controllers that one plugin lists in its declared decisions (questions
    /// to the plugin). Counts the members `of` of all decisions together.
    public static let decisionSubjects = 10_000
    /// The maximum total size in bytes of the decisions (questions to the plugin) that all plugins
    /// declare, including disconnected plugins.
    public static let declarationBytes = 16 << 20
    /// The maximum number of messages that are queued for one plugin.
    public static let queuedPluginMessages = 10_000
    /// The maximum size in bytes of the messages that are queued for one plugin.
    public static let queuedPluginBytes = 16 << 20
    /// The default number of seconds within which a plugin must answer a question.
    public static let decisionSeconds = 0.5
    /// The longest time limit, in seconds, that a plugin may declare for its answer to a question.
    public static let longestDecisionSeconds: Double = 30
    /// The maximum number of questions to plugins that are waiting for answers.
    public static let pendingDecisions = 1_024
    /// The maximum width and height of a window or view in points. Coordinates, insets and the
    /// numbers of a transform have the same limit.
    public static let points: Double = 1e6
    /// The maximum number of viewers that report their screens.
    public static let screenViewers = 64
    /// The maximum size in bytes of all reported screens, as JSON.
    public static let screenBytes = 1 << 20
    /// The number of seconds after which the daemon drops a viewer's report that has not been
    /// renewed.
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
