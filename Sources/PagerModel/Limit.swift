/// A limit as clients see it: its name, its value, the quantity that it limits, and the effect of
/// exceeding it.
public struct Limit: Sendable {
    /// The effect of exceeding a limit.
    public enum Over: Sendable {
        /// The command is refused with this error and changes nothing.
        case refused(ErrorName)
        /// No command is refused. The text describes the effect, such as "the connection is
        /// closed".
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
    /// All limits in the order of the protocol reference.
    public static let all: [Limit] = message + scene + turns + memory + peers + hosts + screens

    private static let message: [Limit] = [
        Limit("messageBytes", Double(messageBytes), "bytes of one message", .refused(.tooLarge)),
        Limit(
            "listBytes", Double(listBytes),
            "bytes of a list, or of a page of a list, snapshot or replay; a page has at least one item",
            .refused(.tooLarge)),
        Limit(
            "cursorBytes", Double(cursorBytes), "bytes of `after`, which is the `next` of a page",
            .refused(.invalidArgument)),
        Limit(
            "askedElements", Double(askedElements), "`limit` of a list, replay or snapshot",
            .refused(.invalidArgument)),
        Limit(
            "nesting", Double(nesting), "levels of arrays and objects in one message",
            .refused(.parseError)),
        Limit(
            "messageMembers", Double(messageMembers),
            "member names in all objects of one message", .refused(.parseError)),
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
            "bytes of the contents and reactions of all controllers together, and of the contents "
                + "that placeholders of plugins replace", .refused(.limitExceeded)),
        Limit("nodes", Double(nodes), "controllers, views and windows", .refused(.limitExceeded)),
        Limit(
            "hostedControllers", Double(hostedControllers),
            "controllers of kinds that plugins in other processes host", .refused(.limitExceeded)),
        Limit(
            "depth", Double(depth), "levels of the controller tree and of the view tree",
            .refused(.limitExceeded)),
        Limit(
            "alongside", Double(alongside), "views animated alongside one transition",
            .refused(.limitExceeded)),
        Limit("detents", Double(detents), "detents of one sheet", .refused(.invalidArgument)),
        Limit(
            "documentNesting", Double(documentNesting),
            "levels of arrays and objects in a reply and in a book: two for each level of "
                + "the controller tree or the view tree",
            .effect("no reply is nested deeper; a book that is nested deeper is refused")),
        Limit(
            "members", Double(members), "pages of one pager", .refused(.limitExceeded)),
        Limit(
            "children", Double(children),
            "children of one controller, and therefore tabs or stack members of a container",
            .refused(.limitExceeded)),
        Limit(
            "offscreenPages", Double(offscreenPages), "a pager's `offscreenLimit`",
            .refused(.limitExceeded)),
        Limit(
            "historyMembers", Double(historyMembers),
            "members that one pager or tab bar stores for `back`, and as many for `forward`",
            .effect("the oldest are dropped")),
        Limit(
            "points", Double(points), "a size, coordinate or value of a transform, in points",
            .refused(.invalidArgument)),
        Limit(
            "seconds", Double(seconds),
            "the duration of one wait, animation or clock step, in seconds",
            .refused(.invalidArgument)),
        Limit(
            "styles", Double(styles), "transition styles, including the built-in ones",
            .refused(.limitExceeded)),
        Limit("keyframes", Double(keyframes), "keyframes of one style", .refused(.limitExceeded)),
    ]

    private static let turns: [Limit] = [
        Limit(
            "queuedCommands", Double(queuedCommands),
            "commands that wait for one container's transition; when it ends they are executed "
                + "until they exceed `batchEvents` or `batchVisits`, and the rest are `dropped` with "
                + "`limitExceeded`", .refused(.limitExceeded)),
        Limit(
            "queuedCommandValues", Double(queuedCommandValues),
            "names, numbers and texts in the params of the commands that wait for one container's "
                + "transition; a single command may have more", .refused(.limitExceeded)),
        Limit(
            "queuedCommandBytes", Double(queuedCommandBytes),
            "bytes of the params of all commands that wait for transitions",
            .refused(.limitExceeded)),
        Limit(
            "interactionIdle", Double(interactionIdle),
            "seconds of clock time without an update of an interactive transition",
            .effect("the transition is cancelled")),
        Limit(
            "nestedReactions", Double(nestedReactions), "reactions that cause one another",
            .effect("the next reaction does not run; `diagnostic.*.misuse`")),
        Limit(
            "nestedLevels", Double(nestedLevels),
            "tree levels through which callbacks descend, over all nested reactions",
            .effect("no further reaction runs inside them; `diagnostic.*.misuse`")),
        Limit(
            "reactionsPerTurn", Double(reactionsPerTurn), "reactions in one transaction",
            .effect("the other reactions do not run; `diagnostic.*.misuse`")),
        Limit(
            "reactionEvents", Double(reactionEvents),
            "events of one transaction since its first reaction",
            .effect("no further reaction runs; `diagnostic.*.misuse`")),
        Limit(
            "reactionBytes", Double(reactionBytes),
            "bytes of the params of all reactions in one transaction: texts, names, and 8 per value",
            .effect("the other reactions do not run; `diagnostic.*.misuse`")),
        Limit(
            "reactionVisits", Double(reactionVisits),
            "number of times that the reactions of one transaction access a controller or view; a "
                + "reaction counts as 40, plus 1 for each 16 bytes of its params",
            .effect("no further reaction runs; `diagnostic.*.misuse`")),
        Limit(
            "repeatedBegins", Double(repeatedBegins),
            "calls of `controller.beginAppearanceTransition` for one controller without a matching "
                + "`endAppearanceTransition`", .refused(.limitExceeded)),
        Limit(
            "batchCommands", Double(batchCommands), "commands of one batch",
            .refused(.limitExceeded)),
        Limit(
            "batchEvents", Double(batchEvents), "events of one batch, or of one `clock.advance`",
            .refused(.limitExceeded)),
        Limit(
            "batchBytes", Double(batchBytes),
            "approximate bytes of the published events and results of one batch, or of the events of one "
                + "`clock.advance`; of a batch that is not atomic only the remaining "
                + "commands are refused",
            .refused(.limitExceeded)),
        Limit(
            "batchVisits", Double(batchVisits),
            "number of times that the commands of one batch, or one `clock.advance`, access a "
                + "controller or view; a name in a published list counts as 8, a reaction as 40 or "
                + "more, and 16 bytes of set or changed `content` or `on` as 1",
            .refused(.limitExceeded)),
        Limit(
            "snapshotRecords", Double(snapshotRecords), "records of one page of `state.snapshot`",
            .effect("the page ends there and has a `next`, even if `limit` is higher")),
        Limit(
            "shortestWait", shortestWait,
            "minimum seconds of a pager's `autoAdvance` and `resumeAfter`, of a `dwellTime` and of an "
                + "animation",
            .effect("a shorter time above 0 is extended to this one")),
        Limit(
            "longestDelay", longestDelay,
            "seconds that timers and the ends of animations may be late on the real clock",
            .effect(
                "the clock first jumps to the present time; a timer that is due several times runs "
                    + "once, as after a restart")),
        Limit(
            "deadlinesAtOnce", Double(deadlinesAtOnce),
            "deadlines that run at once on the real clock",
            .effect("the daemon answers waiting requests before it runs the rest")),
        Limit(
            "deadlinesPerAdvance", Double(deadlinesPerAdvance),
            "deadlines that one `clock.advance` may run; if more are due at the first time with "
                + "deadlines, the clock stops there and the next call continues",
            .refused(.limitExceeded)),
    ]

    private static let memory: [Limit] = [
        Limit(
            "retainedEvents", Double(retainedEvents), "events kept for replay",
            .effect("the oldest are dropped; `events.replay` returns `complete: false`")),
        Limit(
            "retainedBytes", Double(retainedBytes),
            "approximate bytes of the events kept for replay, both in memory and as a replay returns "
                + "them; the latest transaction is kept whatever its size",
            .effect("the oldest are dropped; `events.replay` returns `complete: false`")),
        Limit(
            "endedTransitions", Double(endedTransitions),
            "ended transitions that `transition.get` returns",
            .effect("the oldest is dropped; `transitionNotFound`")),
        Limit(
            "rememberedReplies", Double(rememberedReplies), "remembered replies to one `client`",
            .effect("the oldest is dropped; a repeat of its request is executed again")),
        Limit(
            "rememberedClients", Double(rememberedClients), "clients whose replies are remembered",
            .effect("the replies to the client that was idle for longest are dropped")),
        Limit(
            "rememberedClientBytes", Double(rememberedClientBytes),
            "bytes of the remembered replies to one `client`, which may then be fewer than "
                + "`rememberedReplies`",
            .effect(
                "its oldest are dropped; a single larger reply is not kept, and a repeat of its "
                    + "request is refused with `tooLarge`")),
        Limit(
            "rememberedBytes", Double(rememberedBytes),
            "bytes of remembered replies, over all clients",
            .effect("the replies to the client that was idle for longest are dropped")),
        Limit(
            "boots", Double(boots), "starts of the daemon that a journal stores",
            .effect(
                "the oldest are dropped; `events.replay` with such a `boot` returns `forked`")),
    ]

    private static let peers: [Limit] = [
        Limit(
            "prefixBytes", Double(prefixBytes), "bytes of a subscription's prefix",
            .effect("the subscriber gets no welcome and no events")),
        Limit(
            "topicBytes", Double(topicBytes), "bytes of the `topic` of `events.replay`",
            .refused(.invalidArgument)),
        Limit(
            "subscriptions", Double(subscriptions), "subscriptions of one connection",
            .effect("the subscriber gets no welcome and no events")),
        Limit(
            "subscriptionBytes", Double(subscriptionBytes),
            "bytes of the prefixes of one connection",
            .effect("the subscriber gets no welcome and no events")),
        Limit(
            "subscriptionPlaces", Double(subscriptionPlaces),
            "subscriptions of all connections, and nodes in the tree of their prefixes: each byte of "
                + "a prefix takes one, and more if other prefixes differ there; shared "
                + "beginnings count once",
            .effect(
                "the subscriber gets no welcome and no events; if prefixes without a welcome take as many "
                    + "again, their connections are closed")),
        Limit(
            "sparedSubscriptionBytes", Double(sparedSubscriptionBytes),
            "bytes of the prefixes of one connection that is still welcomed when the limit "
                + "`subscriptionPlaces` is reached",
            .effect("`subscriptionPlaces` also bounds the prefixes of this connection")),
        Limit(
            "oversubscribedSeconds", Double(oversubscribedSeconds),
            "seconds until a process (ipc) or address (tcp) whose connection was closed because of its "
                + "prefixes may connect to the events socket again",
            .effect("a connection before that time is closed at once")),
        Limit(
            "connections", Double(connections), "connections of one socket",
            .effect("the newest is closed")),
        Limit(
            "queuedReplies", Double(queuedReplies),
            "unanswered requests of one connection that receives no replies",
            .effect("the client loses replies; with a `client` it can repeat the requests")),
        Limit(
            "unsentReplyBytes", Double(unsentReplyBytes),
            "bytes of queued replies, over all connections",
            .effect(
                "the connection with the most queued bytes is closed, and requests of clients that "
                    + "read nothing are refused; above twice the limit, all requests are")),
        Limit(
            "queuedEvents", Double(queuedEvents), "events queued for one subscriber",
            .effect("the subscriber loses the next events, as `seq` and `prev` show")),
        Limit(
            "queuedEventBytes", Double(queuedEventBytes),
            "approximate bytes of the events queued for one subscriber",
            .effect("the subscriber loses the next events, as `seq` and `prev` show")),
        Limit(
            "queuedPlacesBytes", Double(queuedPlacesBytes),
            "bytes of the queue entries of events, over all subscribers",
            .effect("fewer events are queued for each subscriber")),
        Limit(
            "handshakeSeconds", Double(handshakeSeconds),
            "seconds until a new connection has completed its handshake",
            .effect("the connection is closed")),
        Limit(
            "heartbeatSeconds", Double(heartbeatSeconds),
            "seconds without a message after which the daemon sends a heartbeat over tcp",
            .effect("the peer must answer")),
        Limit(
            "silenceSeconds", Double(silenceSeconds),
            "seconds until the peer must have answered the heartbeat",
            .effect("the connection is closed")),
        Limit(
            "stuckSeconds", Double(stuckSeconds),
            "seconds during which a client or subscriber receives none of the bytes sent to it",
            .effect("the connection is closed")),
    ]
}
