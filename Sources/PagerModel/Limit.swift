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
            "bytes of a list, or of a page, which has at least one item", .refused(.tooLarge)),
        Limit("cursorBytes", Double(cursorBytes), "bytes of `after`", .refused(.invalidArgument)),
        Limit(
            "askedElements", Double(askedElements), "`limit` of a list, replay or snapshot",
            .refused(.invalidArgument)),
        Limit(
            "nesting", Double(nesting), "levels of arrays and objects in one message",
            .refused(.parseError)),
        Limit(
            "messageMembers", Double(messageMembers), "member names in one message",
            .refused(.parseError)),
        Limit(
            "identifierBytes", Double(identifierBytes),
            "bytes of an id, or of the name of a style, kind or plugin",
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
            "bytes of a controller's `content`, and of its `on`: texts and names, and 8 per "
                + "value", .refused(.limitExceeded)),
        Limit(
            "allContentBytes", Double(allContentBytes),
            "bytes of all contents and reactions, and of contents that placeholders of plugins "
                + "replace", .refused(.limitExceeded)),
        Limit(
            "hostedContentBytes", Double(hostedContentBytes),
            "bytes of contents and reactions of controllers that plugin processes host",
            .refused(.limitExceeded)),
        Limit(
            "playlistEntries", Double(playlistEntries),
            "entries of `playlist` in the content of a container", .refused(.limitExceeded)),
        Limit(
            "scheduleTexts", Double(scheduleTexts),
            "entries of each list of a schedule in a `playlist`", .refused(.limitExceeded)),
        Limit(
            "scheduleTextBytes", Double(scheduleTextBytes),
            "bytes of each text of a schedule in a `playlist`", .refused(.limitExceeded)),
        Limit("nodes", Double(nodes), "controllers, views and windows", .refused(.limitExceeded)),
        Limit(
            "hostedControllers", Double(hostedControllers),
            "controllers that plugin processes host", .refused(.limitExceeded)),
        Limit(
            "depth", Double(depth), "levels of the controller tree and of the view tree",
            .refused(.limitExceeded)),
        Limit(
            "alongside", Double(alongside), "views animated alongside one transition",
            .refused(.limitExceeded)),
        Limit("detents", Double(detents), "detents of one sheet", .refused(.invalidArgument)),
        Limit(
            "documentNesting", Double(documentNesting),
            "levels in a reply or a book: two for each level of the controller or view tree",
            .effect("a deeper book is refused; no reply is deeper")),
        Limit("members", Double(members), "pages of one pager", .refused(.limitExceeded)),
        Limit(
            "children", Double(children),
            "children of one controller; so also tabs and stack members", .refused(.limitExceeded)),
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
            "seconds", Double(seconds), "seconds of one wait, animation or clock step",
            .refused(.invalidArgument)),
        Limit(
            "styles", Double(styles), "transition styles, with the built-in ones",
            .refused(.limitExceeded)),
        Limit("keyframes", Double(keyframes), "keyframes of one style", .refused(.limitExceeded)),
    ]

    private static let turns: [Limit] = [
        Limit(
            "queuedCommands", Double(queuedCommands),
            "commands waiting for one container's transition; when it ends they run until they "
                + "exceed `batchEvents` or `batchVisits`, and the rest are `dropped` with "
                + "`limitExceeded`", .refused(.limitExceeded)),
        Limit(
            "queuedCommandValues", Double(queuedCommandValues),
            "names, numbers and texts in the params of the commands waiting for one container; "
                + "a single command may have more", .refused(.limitExceeded)),
        Limit(
            "queuedCommandBytes", Double(queuedCommandBytes),
            "bytes of the params of all waiting commands", .refused(.limitExceeded)),
        Limit(
            "interactionIdle", Double(interactionIdle),
            "seconds on the clock without an update of an interactive transition",
            .effect("it is cancelled")),
        Limit(
            "nestedReactions", Double(nestedReactions), "reactions that cause one another",
            .effect("the next reaction does not run; `diagnostic.*.misuse`")),
        Limit(
            "nestedLevels", Double(nestedLevels),
            "tree levels that callbacks descend, over all nested reactions",
            .effect("no further reaction runs inside them; `diagnostic.*.misuse`")),
        Limit(
            "reactionsPerTurn", Double(reactionsPerTurn), "reactions in one transaction",
            .effect("the rest does not run; `diagnostic.*.misuse`")),
        Limit(
            "reactionEvents", Double(reactionEvents),
            "events of one transaction since its first reaction",
            .effect("no further reaction runs; `diagnostic.*.misuse`")),
        Limit(
            "reactionBytes", Double(reactionBytes),
            "bytes of the params of all reactions in one transaction: texts and names, and 8 "
                + "per value", .effect("the rest does not run; `diagnostic.*.misuse`")),
        Limit(
            "reactionVisits", Double(reactionVisits),
            "accesses of one transaction's reactions to controllers and views; a reaction "
                + "counts as 40, plus 1 for each 16 bytes of its params",
            .effect("no further reaction runs; `diagnostic.*.misuse`")),
        Limit(
            "repeatedBegins", Double(repeatedBegins),
            "calls of `controller.beginAppearanceTransition` for one controller without a "
                + "matching end", .refused(.limitExceeded)),
        Limit(
            "batchCommands", Double(batchCommands), "commands of one batch",
            .refused(.limitExceeded)),
        Limit(
            "batchEvents", Double(batchEvents), "events of one batch or `clock.advance`",
            .refused(.limitExceeded)),
        Limit(
            "batchBytes", Double(batchBytes),
            "approximate bytes of the events and results of one batch, or of the events of one "
                + "`clock.advance`; without `atomic`, only the remaining commands are refused",
            .refused(.limitExceeded)),
        Limit(
            "batchVisits", Double(batchVisits),
            "accesses of one batch or `clock.advance` to controllers and views; a name in a "
                + "published list counts as 8, a reaction as 40 or more, and 16 bytes of set or "
                + "changed `content` or `on` as 1", .refused(.limitExceeded)),
        Limit(
            "snapshotRecords", Double(snapshotRecords), "records of one page of `state.snapshot`",
            .effect("the page ends there and has a `next`")),
        Limit(
            "keptStates", Double(keptStates),
            "states kept for clients that read them in several requests, each with the contents "
                + "that have changed since", .effect("further ones are not kept: `staleRevision`")),
        Limit(
            "keptStatesOfPeer", Double(keptStatesOfPeer), "kept states of one uid or key",
            .effect("further ones are not kept: `staleRevision`")),
        Limit(
            "keptStateIdleSeconds", keptStateIdleSeconds,
            "seconds without a read after which a state is no longer kept",
            .effect("`staleRevision`")),
        Limit(
            "keptStateSeconds", keptStateSeconds, "seconds for which a state is kept at most",
            .effect("`staleRevision`")),
        Limit(
            "shortestWait", shortestWait,
            "shortest `autoAdvance`, `resumeAfter`, `dwellTime` and animation, in seconds",
            .effect("a shorter time above 0 becomes this one")),
        Limit(
            "longestDelay", longestDelay,
            "seconds that timers and ends of animations may be late on the real clock",
            .effect(
                "the clock first jumps to the present; a timer that is due several times runs once")
        ),
        Limit(
            "deadlinesAtOnce", Double(deadlinesAtOnce), "deadlines run at once on the real clock",
            .effect("waiting requests are answered before the rest")),
        Limit(
            "deadlinesPerAdvance", Double(deadlinesPerAdvance),
            "deadlines of one `clock.advance`; if more are due at the first time with "
                + "deadlines, the clock stops there and the next call continues",
            .refused(.limitExceeded)),
    ]

    private static let memory: [Limit] = [
        Limit(
            "retainedEvents", Double(retainedEvents), "events kept for replay",
            .effect("the oldest are dropped; `events.replay` returns `complete: false`")),
        Limit(
            "retainedBytes", Double(retainedBytes),
            "approximate bytes of these events, in memory and as replayed; the latest "
                + "transaction is always kept",
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
            .effect(
                "the replies to the longest idle client of the user or key with the most are "
                    + "dropped")),
        Limit(
            "rememberedClientBytes", Double(rememberedClientBytes),
            "bytes of the remembered replies to one `client`",
            .effect(
                "the oldest are dropped; a single larger reply is not kept, and a repeat of its "
                    + "request is refused with `tooLarge`")),
        Limit(
            "rememberedBytes", Double(rememberedBytes),
            "bytes of remembered replies, over all clients",
            .effect(
                "the replies to the longest idle client of the user or key with the most are "
                    + "dropped")),
        Limit(
            "boots", Double(boots), "starts of the daemon in a journal",
            .effect("the oldest are dropped; `events.replay` with such a `boot` returns `forked`")),
    ]

    private static let peers: [Limit] = [
        Limit(
            "prefixBytes", Double(prefixBytes), "bytes of a subscription's prefix",
            .effect("no welcome and no events")),
        Limit(
            "topicBytes", Double(topicBytes), "bytes of the `topic` of `events.replay`",
            .refused(.invalidArgument)),
        Limit(
            "subscriptions", Double(subscriptions), "subscriptions of one connection",
            .effect("no welcome and no events")),
        Limit(
            "subscriptionBytes", Double(subscriptionBytes),
            "bytes of the prefixes of one connection", .effect("no welcome and no events")),
        Limit(
            "subscriptionPlaces", Double(subscriptionPlaces),
            "subscriptions of all connections, and nodes in the tree of their prefixes: one "
                + "for each byte, more where prefixes differ; shared beginnings count once",
            .effect(
                "no welcome and no events; if prefixes without a welcome take as many again, their "
                    + "connections are closed")),
        Limit(
            "sparedSubscriptionBytes", Double(sparedSubscriptionBytes),
            "bytes of the prefixes of a connection that is welcomed beyond `subscriptionPlaces`",
            .effect("`subscriptionPlaces` also bounds its prefixes")),
        Limit(
            "oversubscribedSeconds", Double(oversubscribedSeconds),
            "seconds until a process (ipc) or address (tcp) may connect to the events socket "
                + "again after it was closed for its prefixes",
            .effect("an earlier connection is closed at once")),
        Limit(
            "connections", Double(connections),
            "connections of one socket; fewer if the daemon may open few files",
            .effect("the newest is closed")),
        Limit(
            "waitingRequests", Double(waitingRequests),
            "requests that a connection has sent before it was closed, and that the daemon has not "
                + "read; those that only read are dropped anyway", .effect("the rest is dropped")),
        Limit(
            "queuedReplies", Double(queuedReplies),
            "unanswered requests of a connection that reads no replies",
            .effect("replies are lost; with a `client`, requests can be repeated")),
        Limit(
            "unsentReplyBytes", Double(unsentReplyBytes),
            "bytes of queued replies, over all connections",
            .effect(
                "the connection with the most is closed, and requests of clients that read nothing "
                    + "are refused; above twice the limit, all are")),
        Limit(
            "queuedEvents", Double(queuedEvents), "events queued for one subscriber",
            .effect("the subscriber loses the next events, as `seq` and `prev` show")),
        Limit(
            "queuedEventBytes", Double(queuedEventBytes),
            "approximate bytes of the events queued for one subscriber",
            .effect("the subscriber loses the next events, as `seq` and `prev` show")),
        Limit(
            "queuedPlacesBytes", Double(queuedPlacesBytes),
            "bytes of queue entries, over all subscribers",
            .effect("fewer events are queued for each")),
        Limit(
            "handshakeSeconds", Double(handshakeSeconds),
            "seconds for the handshake of a new connection", .effect("the connection is closed")),
        Limit(
            "heartbeatSeconds", Double(heartbeatSeconds),
            "seconds of silence after which the daemon sends a heartbeat over tcp",
            .effect("the peer must answer")),
        Limit(
            "silenceSeconds", Double(silenceSeconds), "seconds to answer the heartbeat",
            .effect("the connection is closed")),
        Limit(
            "stuckSeconds", Double(stuckSeconds),
            "seconds in which a peer receives none of the bytes sent to it",
            .effect("the connection is closed")),
    ]
}
