/// One limit as it is told: what it bounds, and what happens over it.
public struct Limit: Sendable {
    /// What happens over a limit.
    public enum Over: Sendable {
        /// The command is refused with this name and changes nothing.
        case refused(ErrorName)
        /// Nobody can be refused: this happens instead.
        case effect(String)
    }

    public let name: String
    public let value: Double
    public let bounds: String
    public let over: Over

    init(_ name: String, _ value: Double, _ bounds: String, _ over: Over) {
        self.name = name
        self.value = value
        self.bounds = bounds
        self.over = over
    }
}

extension Limits {
    /// All of them, in the order of the reference.
    public static let all: [Limit] = message + scene + turns + memory + peers + hosts

    private static let message: [Limit] = [
        Limit("messageBytes", Double(messageBytes), "bytes of one message", .refused(.tooLarge)),
        Limit(
            "listBytes", Double(listBytes),
            "bytes of a list, or of one page of a list, a snapshot or a replay; one item more may end it",
            .refused(.tooLarge)),
        Limit(
            "cursorBytes", Double(cursorBytes), "bytes of `after`, which is the `next` of a page",
            .refused(.invalidArgument)),
        Limit(
            "nesting", Double(nesting), "levels of arrays and objects in one message",
            .refused(.parseError)),
        Limit(
            "messageMembers", Double(messageMembers),
            "names of members in all objects of one message", .refused(.parseError)),
        Limit(
            "identifierBytes", Double(identifierBytes),
            "bytes of the name of a controller, view, window, style, kind or plugin",
            .refused(.invalidIdentifier)),
        Limit(
            "clientBytes", Double(clientBytes), "bytes of `client` in a request",
            .refused(.invalidRequest)),
        Limit(
            "requestIDBytes", Double(requestIDBytes),
            "bytes of the id of a request with a `client`", .refused(.invalidRequest)),
    ]

    private static let scene: [Limit] = [
        Limit(
            "textBytes", Double(textBytes), "bytes of a title or colour", .refused(.limitExceeded)),
        Limit(
            "contentBytes", Double(contentBytes),
            "bytes of a controller's `content`, and of its `on`: texts and names, and 8 for each value",
            .refused(.limitExceeded)),
        Limit(
            "allContentBytes", Double(allContentBytes),
            "bytes of these of all controllers together, and of the contents that placeholders of "
                + "plugins cover", .refused(.limitExceeded)),
        Limit("nodes", Double(nodes), "controllers, views and windows", .refused(.limitExceeded)),
        Limit(
            "hostedControllers", Double(hostedControllers),
            "controllers of kinds that plugins in other processes host", .refused(.limitExceeded)),
        Limit(
            "depth", Double(depth), "controllers above one another, views above one another",
            .refused(.limitExceeded)),
        Limit(
            "alongside", Double(alongside), "views that move along with one transition",
            .refused(.limitExceeded)),
        Limit("detents", Double(detents), "detents of one sheet", .refused(.invalidArgument)),
        Limit(
            "documentNesting", Double(documentNesting),
            "levels of arrays and objects in a reply, and in a book: two for each of the "
                + "controllers or views above one another",
            .effect("no reply is nested deeper; a book that is, is refused")),
        Limit(
            "members", Double(members), "pages of one pager", .refused(.limitExceeded)),
        Limit(
            "children", Double(children),
            "children of one controller, and so tabs or stack members of a container",
            .refused(.limitExceeded)),
        Limit(
            "offscreenPages", Double(offscreenPages), "a pager's `offscreenLimit`",
            .refused(.limitExceeded)),
        Limit(
            "historyMembers", Double(historyMembers),
            "members that one pager or tab bar remembers for `back`, and as many for `forward`",
            .effect("the oldest are forgotten")),
        Limit(
            "points", Double(points), "a side, an origin or a number of a transform, in points",
            .refused(.invalidArgument)),
        Limit(
            "seconds", Double(seconds), "one wait, animation or clock step, in seconds",
            .refused(.invalidArgument)),
        Limit(
            "styles", Double(styles), "styles of transitions, the built-in ones included",
            .refused(.limitExceeded)),
        Limit("keyframes", Double(keyframes), "keyframes of one style", .refused(.limitExceeded)),
    ]

    private static let turns: [Limit] = [
        Limit(
            "queuedCommands", Double(queuedCommands),
            "commands that wait for one container's transition; when it ends they are carried out "
                + "until they exceed `batchEvents` or `batchVisits`, and the rest are `dropped` with "
                + "`limitExceeded`", .refused(.limitExceeded)),
        Limit(
            "queuedCommandValues", Double(queuedCommandValues),
            "names, numbers and texts in the params of these commands; a single command may have "
                + "more", .refused(.limitExceeded)),
        Limit(
            "queuedCommandBytes", Double(queuedCommandBytes),
            "bytes of the params of these commands, over all containers",
            .refused(.limitExceeded)),
        Limit(
            "interactionIdle", Double(interactionIdle),
            "seconds of clock time that an interactive transition may lie untouched",
            .effect("it is cancelled")),
        Limit(
            "nestedReactions", Double(nestedReactions), "reactions that cause one another",
            .effect("the next does not run; `diagnostic.*.misuse`")),
        Limit(
            "nestedLevels", Double(nestedLevels),
            "levels of the trees that callbacks have gone down, over all nested reactions",
            .effect("no further reaction runs inside them; `diagnostic.*.misuse`")),
        Limit(
            "reactionsPerTurn", Double(reactionsPerTurn), "reactions in one turn",
            .effect("the rest do not run; `diagnostic.*.misuse`")),
        Limit(
            "reactionEvents", Double(reactionEvents),
            "events of one turn from its first reaction on",
            .effect("no further reaction runs; `diagnostic.*.misuse`")),
        Limit(
            "reactionBytes", Double(reactionBytes),
            "bytes of the params of all reactions in one turn: texts and names, and 8 for each value",
            .effect("the rest do not run; `diagnostic.*.misuse`")),
        Limit(
            "reactionVisits", Double(reactionVisits),
            "times that the reactions of one turn look at a controller or a view; a reaction counts "
                + "as 40, and as 1 more for each 16 bytes of its params",
            .effect("no further reaction runs; `diagnostic.*.misuse`")),
        Limit(
            "repeatedBegins", Double(repeatedBegins),
            "calls of `controller.beginAppearanceTransition` for one controller that wait for their "
                + "`endAppearanceTransition`", .refused(.limitExceeded)),
        Limit(
            "batchCommands", Double(batchCommands), "commands of one batch",
            .refused(.limitExceeded)),
        Limit(
            "batchEvents", Double(batchEvents), "events of one batch, or of one `clock.advance`",
            .refused(.limitExceeded)),
        Limit(
            "batchBytes", Double(batchBytes),
            "bytes of the published events and of the results of one batch, or of the events of one "
                + "`clock.advance`, about; of a batch that is not atomic only the remaining "
                + "commands are refused",
            .refused(.limitExceeded)),
        Limit(
            "batchVisits", Double(batchVisits),
            "times that these commands look at a controller or a view; a name that they publish in "
                + "a list counts as 8, a reaction as 40 and more, and 16 bytes of `content` or `on` "
                + "that are given or changed as 1",
            .refused(.limitExceeded)),
        Limit(
            "snapshotRecords", Double(snapshotRecords), "records of one page of `state.snapshot`",
            .effect("the page ends there and has a `next`, whatever `limit` asks for")),
        Limit(
            "shortestWait", shortestWait,
            "seconds of a pager's `autoAdvance` and `resumeAfter`, of a `dwellTime` and of an animation, "
                + "at least",
            .effect("a shorter one above 0 takes so long")),
        Limit(
            "longestDelay", longestDelay,
            "seconds that timers and the ends of animations may be late on the real clock",
            .effect(
                "the clock goes to the present time first; a timer that is due several times runs "
                    + "once, as after a restart")),
        Limit(
            "deadlinesAtOnce", Double(deadlinesAtOnce),
            "deadlines that pass at once on the real clock",
            .effect("requests that have come meanwhile are answered before the rest")),
        Limit(
            "deadlinesPerAdvance", Double(deadlinesPerAdvance),
            "deadlines that one `clock.advance` may run; where more are due at the first time at which "
                + "any is due, it stops there, and the next call goes on",
            .refused(.limitExceeded)),
    ]

    private static let memory: [Limit] = [
        Limit(
            "retainedEvents", Double(retainedEvents), "events kept for replay",
            .effect("the oldest are forgotten; `events.replay` says `complete: false`")),
        Limit(
            "retainedBytes", Double(retainedBytes),
            "bytes of these events, both in memory and as a replay returns them, about; the "
                + "latest transaction is kept whatever its size",
            .effect("the oldest are forgotten; `events.replay` says `complete: false`")),
        Limit(
            "endedTransitions", Double(endedTransitions),
            "ended transitions that `transition.get` knows",
            .effect("the oldest is forgotten; `transitionNotFound`")),
        Limit(
            "rememberedReplies", Double(rememberedReplies), "replies remembered of one `client`",
            .effect("the oldest is forgotten; its request is carried out again")),
        Limit(
            "rememberedClients", Double(rememberedClients), "clients whose replies are remembered",
            .effect("the one silent for longest is forgotten")),
        Limit(
            "rememberedClientBytes", Double(rememberedClientBytes),
            "bytes of the remembered replies of one `client`, which then are fewer than "
                + "`rememberedReplies`",
            .effect(
                "its oldest are forgotten; a single larger reply is not kept, and its request, "
                    + "sent again, is refused with `tooLarge`")),
        Limit(
            "rememberedBytes", Double(rememberedBytes),
            "bytes of remembered replies, over all clients",
            .effect("the client silent for longest is forgotten")),
        Limit(
            "boots", Double(boots), "starts of the daemon that a journal remembers",
            .effect(
                "the oldest are forgotten; `events.replay` with such a `boot` says `forked`")),
    ]

    private static let peers: [Limit] = [
        Limit(
            "prefixBytes", Double(prefixBytes), "bytes of a subscription's prefix",
            .effect("there is no welcome, and no event")),
        Limit(
            "topicBytes", Double(topicBytes), "bytes of the `topic` of `events.replay`",
            .refused(.invalidArgument)),
        Limit(
            "subscriptions", Double(subscriptions), "subscriptions of one connection",
            .effect("there is no welcome, and no event")),
        Limit(
            "subscriptionBytes", Double(subscriptionBytes),
            "bytes of the prefixes of one connection",
            .effect("there is no welcome, and no event")),
        Limit(
            "subscriptionPlaces", Double(subscriptionPlaces),
            "subscriptions of all connections, and places in the tree of their prefixes: each byte of "
                + "a prefix takes one, and more where others differ from it there; beginnings that "
                + "prefixes have in common count once",
            .effect(
                "there is no welcome, and no event; where prefixes without a welcome take as many "
                    + "again, the connections that have them are cut off")),
        Limit(
            "sparedSubscriptionBytes", Double(sparedSubscriptionBytes),
            "bytes of the prefixes of a connection that is welcomed all the same",
            .effect("`subscriptionPlaces` bounds its prefixes")),
        Limit(
            "oversubscribedSeconds", Double(oversubscribedSeconds),
            "seconds until a process (ipc) or an address (tcp) whose connection was cut off for its "
                + "prefixes may connect to the events socket again",
            .effect("it is cut off at once before")),
        Limit(
            "connections", Double(connections), "connections of one socket",
            .effect("the newest is cut off")),
        Limit(
            "queuedReplies", Double(queuedReplies),
            "requests that one connection may have under way before it takes a reply",
            .effect("replies are lost to it; with a `client` they can be asked for again")),
        Limit(
            "unsentReplyBytes", Double(unsentReplyBytes),
            "bytes of replies that wait for clients, over all connections",
            .effect("the connection for which most bytes wait is cut off")),
        Limit(
            "queuedEvents", Double(queuedEvents), "events that wait for one subscriber",
            .effect("the next are lost to it; `seq` and `prev` say so")),
        Limit(
            "queuedEventBytes", Double(queuedEventBytes), "bytes of these events, about",
            .effect("the next are lost to it; `seq` and `prev` say so")),
        Limit(
            "queuedPlacesBytes", Double(queuedPlacesBytes),
            "bytes of the places of these events, over all subscribers",
            .effect("fewer events wait for each")),
        Limit(
            "handshakeSeconds", Double(handshakeSeconds),
            "seconds until a new connection has shaken hands", .effect("it is cut off")),
        Limit(
            "heartbeatSeconds", Double(heartbeatSeconds),
            "seconds of silence after which a peer over tcp is asked for a sign of life",
            .effect("it is asked")),
        Limit(
            "silenceSeconds", Double(silenceSeconds), "seconds that it has for one",
            .effect("it is cut off")),
        Limit(
            "stuckSeconds", Double(stuckSeconds),
            "seconds that a client or subscriber may leave untouched what the kernel holds for it",
            .effect("it is cut off")),
    ]

    private static let hosts: [Limit] = [
        Limit(
            "pluginLease", Double(pluginLease), "seconds that a plugin over tcp may be silent",
            .effect("it is `lost`")),
        Limit(
            "plugins", Double(plugins), "plugins, those that are gone among them",
            .refused(.limitExceeded)),
        Limit(
            "hostedKinds", Double(hostedKinds),
            "kinds of controllers that plugins host, plugins that are gone among them",
            .refused(.limitExceeded)),
        Limit(
            "decisions", Double(decisions), "decisions that one plugin declares",
            .refused(.limitExceeded)),
        Limit(
            "decisionSubjects", Double(decisionSubjects),
            "ids in the `of` of these decisions, together", .refused(.limitExceeded)),
        Limit(
            "declarationBytes", Double(declarationBytes),
            "bytes of the decisions that all plugins declare, plugins that are gone among them: "
                + "the defaults, and 128 and the id for each entry of `of`",
            .refused(.limitExceeded)),
        Limit(
            "queuedPluginMessages", Double(queuedPluginMessages),
            "messages that wait for one plugin", .effect("it is `lost`, the reason `stalled`")),
        Limit(
            "queuedPluginBytes", Double(queuedPluginBytes),
            "bytes of these messages; a single message may have more",
            .effect("it is `lost`, the reason `stalled`")),
        Limit(
            "decisionSeconds", Double(decisionSeconds),
            "seconds that a plugin has for an answer, where it does not say",
            .effect("the decision is its `default`")),
        Limit(
            "longestDecisionSeconds", Double(longestDecisionSeconds), "seconds that it can ask for",
            .refused(.invalidParams)),
        Limit(
            "pendingDecisions", Double(pendingDecisions), "decisions that wait for an answer",
            .refused(.limitExceeded)),
    ]
}
