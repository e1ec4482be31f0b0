/// What the daemon takes at the most. `Limits.all` says what each bounds and what happens over it.
public enum Limits {
    /// Bytes of one message.
    public static let messageBytes = 4 << 20
    /// Levels of arrays and objects in one message.
    public static let nesting = 64
    /// Names of members in one message: each is compared with those beside it.
    public static let messageMembers = 200_000
    /// Bytes of the name of a controller, view, window, style, kind or plugin.
    public static let identifierBytes = 64
    /// Bytes of `client` in a request.
    public static let clientBytes = 64
    /// Bytes of the id of a request that has a `client`: each of its events repeats both.
    public static let requestIDBytes = 256
    /// Bytes of a title, and of any other text that is for people.
    public static let textBytes = 64 << 10
    /// Bytes of one controller's content, or of what it does in its callbacks: the texts and names
    /// in it, and 8 for each value.
    public static let contentBytes = 2 << 20
    /// Bytes of the contents of all controllers, and of what they do in their callbacks.
    public static let allContentBytes = 128 << 20
    /// Keyframes of one style of transitions.
    public static let keyframes = 1_024
    /// Controllers, views and windows at one time.
    public static let nodes = 250_000
    /// Controllers that plugins host. When a plugin connects or disconnects, an event is published for
    /// each of its controllers.
    public static let hostedControllers = 20_000
    /// Controllers above one another, views above one another.
    public static let depth = 512
    /// Views that move along with one transition.
    public static let alongside = 32
    /// Detents of one sheet.
    public static let detents = 8
    /// Levels of arrays and objects in the deepest reply and the deepest book: two for each of the
    /// controllers or views above one another, what one message has, and a few around them.
    public static let documentNesting = 2 * depth + nesting + 16
    /// Pages of one pager.
    public static let members = 100_000
    /// Children of one controller, and so tabs or stack members of one container.
    public static let children = 10_000
    /// Commands that wait for one container's running transition.
    public static let queuedCommands = 16
    /// Values in the params of the commands that wait for one container's transition: names, numbers
    /// and texts. A single command may have more.
    public static let queuedCommandValues = 10_000
    /// Reactions that cause one another.
    public static let nestedReactions = 64
    /// Levels of the trees that nested reactions and the callbacks around them have gone down.
    public static let nestedLevels = 2_048
    /// Reactions in one turn, however they are nested.
    public static let reactionsPerTurn = 4_096
    /// Events of one turn after whose first reaction no further reaction runs.
    public static let reactionEvents = 100_000
    /// Bytes of the params of all reactions in one turn: texts and names, and 8 for each value.
    public static let reactionBytes = 4 << 20
    /// Looks that the reactions of one turn take at records; see `Scene.work`.
    public static let reactionVisits = 5_000_000
    /// Times that the appearance transition of one controller is begun again before it ends.
    public static let repeatedBegins = 10_000
    /// Bytes of all commands that wait for a transition, as JSON.
    public static let queuedCommandBytes = 16 << 20
    /// Pages on either side of the selected one that a pager keeps as its children.
    public static let offscreenPages = 1_000
    /// Members that one pager or tab bar remembers for `back`, and as many for `forward`.
    public static let historyMembers = 100
    /// Commands of one batch.
    public static let batchCommands = 5_000
    /// Events of one batch, or of one `clock.advance`.
    public static let batchEvents = 50_000
    /// Bytes of the events and results of one batch, or of the events of one `clock.advance`.
    /// Contents of a plugin that has come back, as JSON, in one transaction; one of them at least.
    public static let uncoveredBytes = 8 << 20
    public static let batchBytes = 32 << 20
    /// Looks that a batch, or a `clock.advance`, takes at records; see `Scene.work`.
    public static let batchVisits = 5_000_000
    /// The largest `limit` that a client may ask for. It stays what it was when there could be more
    /// records, so that older clients are served.
    public static let askedElements = 4_000_000
    /// Records of one page of `state.snapshot`, whatever `limit` asks for.
    public static let snapshotRecords = 10_000
    /// Seconds from the present time to the earliest deadline that can be set.
    public static let shortestWait = 0.001
    /// Seconds that deadlines may be late on the real clock. Later ones pass at the present time.
    public static let longestDelay: Double = 1
    /// Deadlines that pass at once on the real clock.
    public static let deadlinesAtOnce = 256
    /// Deadlines that one `clock.advance` may run.
    public static let deadlinesPerAdvance = 10_000
    /// Events kept for replay.
    public static let retainedEvents = 100_000
    /// Bytes of events kept for replay: of their memory, and of their published form.
    public static let retainedBytes = 64 << 20
    /// Replies remembered of one client that names its requests.
    public static let rememberedReplies = 1_024
    /// Clients whose replies are remembered.
    public static let rememberedClients = 256
    /// Bytes of replies remembered of one client.
    public static let rememberedClientBytes = 16 << 20
    /// Bytes of replies remembered over all clients.
    public static let rememberedBytes = 64 << 20
    /// Starts of a daemon that its journal remembers.
    public static let boots = 1_024
    /// Longest span of one wait, animation or clock step, in seconds (about 31 years).
    public static let seconds: Double = 1e9
    /// Bytes of a subscription's prefix that is answered.
    public static let prefixBytes = 160
    /// Bytes of the topic whose events are replayed: no event has a longer one.
    public static let topicBytes = prefixBytes
    /// Subscriptions of one connection.
    public static let subscriptions = 4_096
    /// Bytes of the prefixes of one connection.
    public static let subscriptionBytes = 64 << 10
    /// Places of all prefixes in libzmq's tree of them, and one for each subscription. libzmq walks
    /// through the whole tree for each connection that ends, at some 100 ns for each place.
    public static let subscriptionPlaces = 16 << 10
    /// Bytes of the prefixes of a connection that are welcomed until there are twice as many places.
    public static let sparedSubscriptionBytes = 256
    /// Seconds until a peer may connect again that was cut off for its prefixes.
    public static let oversubscribedSeconds: Double = 10
    /// Connections of one socket, where the system lets the daemon open as many files.
    public static let connections = 4_096
    /// Replies that libzmq holds for one client that does not take them.
    public static let queuedReplies = 8_192
    /// Bytes of replies that libzmq holds for all clients.
    public static let unsentReplyBytes = 256 << 20
    /// Bytes of one page of a snapshot, a replay or a list, of a traced command's events, and of
    /// what the reading commands of a batch return. One item more may end it.
    public static let listBytes = 4 << 20
    /// Bytes of `after`, which is the `next` of a page.
    public static let cursorBytes = 64
    /// Events that libzmq holds for one subscriber that does not take them.
    public static let queuedEvents = 65_536
    /// Bytes of these events, about.
    public static let queuedEventBytes = 128 << 20
    /// Bytes of the places in which these events stand, over all subscribers: they share the
    /// events, not the places.
    public static let queuedPlacesBytes = 256 << 20
    /// Seconds that a new connection has for its handshake.
    public static let handshakeSeconds: Double = 5
    /// Seconds until a silent peer over tcp is asked for a sign of life, and those it has for one.
    public static let heartbeatSeconds: Double = 2
    public static let silenceSeconds: Double = 6
    /// Seconds that a connection may leave untouched what the kernel holds for it.
    public static let stuckSeconds: Double = 10
    /// Ended transitions that `transition.get` still knows.
    public static let endedTransitions = 1_024
    /// Styles of transitions, the built-in ones included.
    public static let styles = 1_024
    /// Seconds of clock time after which an untouched interactive transition is cancelled.
    public static let interactionIdle: Double = 30
    /// Seconds a plugin over tcp may be silent before it counts as gone.
    public static let pluginLease: Double = 10
    /// Plugins at one time, those that are gone among them.
    public static let plugins = 1_024
    /// Hosted kinds of all plugins, those that are gone among them.
    public static let hostedKinds = 1_024
    /// Decisions that one plugin declares.
    public static let decisions = 1_024
    /// Ids in the `of` of these decisions, together.
    public static let decisionSubjects = 10_000
    /// Bytes of the decisions that all plugins declare, those that are gone among them.
    public static let declarationBytes = 16 << 20
    /// Messages that wait for a plugin that does not take them.
    public static let queuedPluginMessages = 10_000
    /// Bytes of these messages.
    public static let queuedPluginBytes = 16 << 20
    /// Seconds a plugin has for an answer where it does not say, and at the most.
    public static let decisionSeconds = 0.5
    public static let longestDecisionSeconds: Double = 30
    /// Decisions that wait at one time.
    public static let pendingDecisions = 1_024
    /// A side of a window or view, in points, and a number of a transform.
    public static let points: Double = 1e6
}

extension Limits {
    /// Checks the footprint of a controller's content, or of what it does in its callbacks.
    ///
    /// - Throws: `limitExceeded`.
    public static func checkContent(_ bytes: Int, at path: String) throws(CommandError) {
        guard bytes <= contentBytes else {
            throw CommandError(
                .limitExceeded, "at most \(contentBytes) bytes, these are \(bytes)", path: path)
        }
    }
}
