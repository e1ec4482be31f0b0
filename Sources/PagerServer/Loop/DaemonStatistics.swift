internal import PagerModel

/// What `server.stats` tells of the daemon around the service: of its sockets and its journal.
package struct DaemonStatistics: Sendable {
    /// Of all sockets together.
    var connections = Connections.Counts()
    /// Bytes of replies that libzmq holds for clients.
    var unsentReplyBytes = 0
    /// Replies that libzmq has dropped instead of sending them.
    var droppedReplies = 0
    /// Connections that were cut off because of what libzmq held for them.
    var overfullConnections = 0
    var subscribers = 0
    /// Subscriptions that were accepted since the start.
    var subscriptions = 0
    var activeSubscriptions = 0
    var ignoredSubscriptions = 0
    /// Subscriptions, and places of their prefixes in libzmq's tree.
    var subscriptionPlaces = 0
    /// Connections that were cut off because of their prefixes.
    var oversubscribedConnections = 0
    /// Events that libzmq may hold for one subscriber.
    var queuedEventLimit = 0
    /// Nil without one.
    var journal: JournalFigures?

    /// The statistics of a service without sockets.
    package init() {}

    /// Gathers the present statistics. O(1).
    ///
    /// - Parameter plugins: the connections of the plugins socket.
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
        reply.overfullConnections = overfullConnections
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
