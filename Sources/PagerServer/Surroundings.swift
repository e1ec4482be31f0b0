internal import PagerModel

/// What the daemon knows beside its service: the state of its sockets and of its journal, for
/// `server.stats`.
struct Surroundings: Sendable {
    /// Of all sockets together.
    var connections = Connections.Counts()
    var subscribers = 0
    var activeSubscriptions = 0
    var ignoredSubscriptions = 0
    /// Events that libzmq may hold for one subscriber.
    var queuedEventLimit = 0
    /// Nil without one.
    var journal: JournalFigures?
}
