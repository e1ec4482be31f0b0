/// What the daemon takes at the most. Told in `server.hello`; over it a command is refused.
public enum Limits {
    /// Bytes of one message.
    public static let messageBytes = 8 << 20
    /// Levels of arrays and objects in one message.
    public static let nesting = 64
    /// Controllers, views and windows at one time.
    public static let nodes = 4_000_000
    /// Controllers above one another, views above one another.
    public static let depth = 512
    /// Pages, tabs or stack members of one container; children of one controller.
    public static let members = 2_000_000
    /// Commands that wait for one container's running transition.
    public static let queuedCommands = 16
    /// Reactions that cause one another.
    public static let nestedReactions = 64
    /// Reactions in one turn, however they are nested.
    public static let reactionsPerTurn = 4_096
    /// Commands of one batch.
    public static let batchCommands = 100_000
    /// Deadlines that one `clock.advance` may run.
    public static let deadlinesPerAdvance = 100_000
    /// Events kept for replay.
    public static let retainedEvents = 100_000
    /// Bytes of events kept for replay.
    public static let retainedBytes = 64 << 20
    /// Replies remembered of one client that names its requests.
    public static let rememberedReplies = 1_024
    /// Clients whose replies are remembered.
    public static let rememberedClients = 256
    /// Bytes of replies remembered over all clients.
    public static let rememberedBytes = 64 << 20
    /// Longest span of one wait, animation or clock step, in seconds (about 31 years).
    public static let seconds: Double = 1e9
    /// Bytes of a subscription's prefix that is answered.
    public static let prefixBytes = 160
    /// Styles of transitions, the built-in ones included.
    public static let styles = 1_024
    /// Seconds of clock time after which an untouched interactive transition is cancelled.
    public static let interactionIdle: Double = 30
    /// Seconds a plugin over tcp may be silent before it counts as gone.
    public static let pluginLease: Double = 10
    /// Plugins at one time, those that are gone among them.
    public static let plugins = 1_024
    /// Messages that wait for a plugin that does not take them.
    public static let queuedPluginMessages = 10_000
    /// Bytes of these messages.
    public static let queuedPluginBytes = 16 << 20
    /// Seconds a plugin has for an answer where it does not say, and at the most.
    public static let decisionSeconds = 0.5
    public static let longestDecisionSeconds: Double = 30
    /// Decisions that wait at one time.
    public static let pendingDecisions = 1_024
    /// A side of a window or view, in points.
    public static let points: Double = 1e6

    /// All of them by name, as `server.hello` tells them.
    public static let all: [(name: String, value: Double)] = [
        ("messageBytes", Double(messageBytes)), ("nesting", Double(nesting)),
        ("nodes", Double(nodes)), ("depth", Double(depth)), ("members", Double(members)),
        ("queuedCommands", Double(queuedCommands)),
        ("nestedReactions", Double(nestedReactions)),
        ("reactionsPerTurn", Double(reactionsPerTurn)), ("batchCommands", Double(batchCommands)),
        ("deadlinesPerAdvance", Double(deadlinesPerAdvance)),
        ("retainedEvents", Double(retainedEvents)), ("retainedBytes", Double(retainedBytes)),
        ("rememberedReplies", Double(rememberedReplies)),
        ("rememberedClients", Double(rememberedClients)),
        ("rememberedBytes", Double(rememberedBytes)), ("seconds", seconds),
        ("prefixBytes", Double(prefixBytes)), ("styles", Double(styles)),
        ("interactionIdle", interactionIdle), ("points", points), ("pluginLease", pluginLease),
        ("plugins", Double(plugins)), ("queuedPluginMessages", Double(queuedPluginMessages)),
        ("queuedPluginBytes", Double(queuedPluginBytes)),
        ("decisionSeconds", decisionSeconds),
        ("longestDecisionSeconds", longestDecisionSeconds),
        ("pendingDecisions", Double(pendingDecisions)),
    ]
}
