internal import PagerWire

/// Functions that keep a mirror up to date while it follows a daemon, even after lost events,
/// reconnections and restarts of the daemon.
extension Mirror {
    /// Creates a mirror of the daemon's current state. The subscription already exists, so no
    /// events are missed.
    ///
    /// - Throws: The same errors as `Subscription.snapshot`.
    public init(_ subscription: inout Subscription) throws(ClientError) {
        for _ in 0...10 {
            let daemon = try subscription.identity()
            let changes = try subscription.changes(digest: daemon.digest)
            let pages = try subscription.snapshot().map(\.result)
            // If a different process has sent the snapshot, its events may change records
            // differently, and no later message would reveal this.
            guard subscription.boot == daemon.boot else { continue }
            self.init(snapshot: pages, changes: changes)
            return
        }
        throw .badReply(
            "each reply from \(subscription.address.command) comes from another process: the "
                + "daemon restarts repeatedly")
    }

    /// Applies a message that a subscription has delivered, such as an event. The subscription must
    /// be for all events. Reads the whole state again in these cases:
    /// - Events were lost.
    /// - The daemon has a different history, or its event log differs from the received events.
    /// - A new daemon process has a different table of how events change records.
    /// - The event changes records in a way that this client does not know.
    ///
    /// - Returns: Whether the whole state was read again.
    /// - Throws: The same errors as `Subscription.snapshot`. The mirror can then no longer be
    ///   updated; create a new one.
    public mutating func take(
        _ news: Subscription.News, from subscription: inout Subscription
    ) throws(ClientError) -> Bool {
        switch news {
        case .event(let event):
            apply(event.value)
            if changes.isExact(event.category, event.name) { break }
            // The daemon is newer, so the state is read instead of applying unknown changes.
            self = try Mirror(&subscription)
            return true
        case .lost, .forked, .restarted(sameHistory: false, seq: _):
            self = try Mirror(&subscription)
            return true
        case .restarted:
            // The events of a different version of pagerd, or of different container kinds, may
            // change records differently.
            if try subscription.identity().digest == changes.digest { break }
            self = try Mirror(&subscription)
            return true
        case .replayed, .heartbeat, .shutdown: break
        }
        return false
    }
}
