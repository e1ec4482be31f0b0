internal import PagerModel

/// The statistics of a daemon's sockets and journal for `server.stats`.
package struct DaemonStatistics: Sendable {
    /// The numbers of open, refused and closed connections of all sockets together.
    var connections = Connections.Counts()
    /// The number of reply bytes that libzmq queues for clients.
    var unsentReplyBytes = 0
    /// The number of replies that libzmq has dropped instead of sending.
    var droppedReplies = 0
    /// The number of requests dropped because the client was gone.
    var abandonedRequests = 0
    var subscribers = 0
    /// The number of subscriptions accepted since the daemon started.
    var subscriptions = 0
    var activeSubscriptions = 0
    var ignoredSubscriptions = 0
    /// The size of libzmq's tree of subscribed prefixes plus the number of prefixes of all
    /// connections; see `Limits.subscriptionPlaces`.
    var subscriptionPlaces = 0
    /// The number of connections closed because they had too many prefixes.
    var oversubscribedConnections = 0
    /// The maximum number of events that libzmq queues for one subscriber.
    var queuedEventLimit = 0
    /// The statistics of the journal. Nil without a journal.
    var journal: JournalFigures?

    /// Creates statistics in which all numbers are 0, for a service without sockets.
    package init() {}

    /// Collects the current statistics. O(1).
    ///
    /// - Parameter plugins: The connection counts of the plugins socket.
    init(
        _ command: borrowing CommandSocket, _ publisher: borrowing Publisher,
        plugins: Connections.Counts, _ journal: JournalFigures?
    ) {
        connections = command.counts + publisher.connections.counts + plugins
        command.add(to: &self)
        publisher.add(to: &self)
        self.journal = journal
    }

    func add(to reply: inout ServerStats.Reply) {
        reply.connections = connections.open
        reply.refusedConnections = connections.refused
        reply.stuckConnections = connections.stuck
        reply.unsentBytes = connections.unsent
        reply.unsentReplyBytes = unsentReplyBytes
        reply.droppedReplies = droppedReplies
        reply.abandonedRequests = abandonedRequests
        reply.overfullConnections = connections.overfull
        reply.subscribers = subscribers
        reply.subscriptions = subscriptions
        reply.activeSubscriptions = activeSubscriptions
        reply.ignoredSubscriptions = ignoredSubscriptions
        reply.subscriptionPlaces = subscriptionPlaces
        reply.oversubscribedConnections = oversubscribedConnections
        reply.queuedEventLimit = queuedEventLimit
        reply.journal = journal
    }
}
