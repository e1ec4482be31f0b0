internal import PagerModel

/// What the daemon knows beside its service: the state of its sockets and of its journal, for
/// `server.stats`.
struct Surroundings: Sendable {
    /// Of all sockets together.
    var connections = Connections.Counts()
    /// Bytes of replies that libzmq holds for clients.
    var unsentReplyBytes = 0
    /// Replies that libzmq has dropped instead of sending them.
    var droppedReplies = 0
    /// Connections that were cut off because of what libzmq held for them.
    var overfullConnections = 0
    var subscribers = 0
    var activeSubscriptions = 0
    var ignoredSubscriptions = 0
    /// Events that libzmq may hold for one subscriber.
    var queuedEventLimit = 0
    /// Nil without one.
    var journal: JournalFigures?
}
