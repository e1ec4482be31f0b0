internal import PagerWire

/// A mirror that follows a daemon: exact through holes, reconnections and restarts.
extension Mirror {
    /// What a daemon holds now. It has been subscribed to before, so nothing lies between.
    ///
    /// - Throws: as `Subscription.snapshot`.
    public init(_ subscription: inout Subscription) throws(ClientError) {
        for _ in 0...10 {
            let daemon = try subscription.identity()
            let changes = try subscription.changes(digest: daemon.digest)
            let pages = try subscription.snapshot().map(\.result)
            // Another process may have another table, and nothing tells of it after the snapshot.
            guard subscription.boot == daemon.boot else { continue }
            self.init(snapshot: pages, changes: changes)
            return
        }
        throw .badReply(
            "at \(subscription.address.command) each reply is of another process: the daemon starts "
                + "again and again")
    }

    /// Takes in what a subscription to everything has told: an event by itself; where events are
    /// lost, or of another history or log, or where an event changes records in a way that is not
    /// known here, the whole state.
    ///
    /// - Returns: whether the whole state was read anew.
    /// - Throws: as `Subscription.snapshot`; then the mirror is what it was, and only a new one
    ///   can follow.
    public mutating func take(
        _ news: Subscription.News, from subscription: inout Subscription
    ) throws(ClientError) -> Bool {
        switch news {
        case .event(let event):
            apply(event.value)
            if changes.isExact(event.category, event.name) { break }
            // The daemon is newer: what is not known here is read.
            self = try Mirror(&subscription)
            return true
        case .lost, .forked, .restarted(sameHistory: false, seq: _):
            self = try Mirror(&subscription)
            return true
        case .restarted:
            // The events of another version, or of other kinds, may change records otherwise.
            if try subscription.identity().digest == changes.digest { break }
            self = try Mirror(&subscription)
            return true
        case .replayed, .heartbeat, .shutdown: break
        }
        return false
    }
}
