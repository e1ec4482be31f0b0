internal import PagerWire

/// Functions that keep a mirror up to date while it follows a daemon, even after gaps,
/// reconnections and restarts.
extension Mirror {
    /// Creates a mirror of the daemon's current state. The subscription already exists, so no
    /// events are missed.
    ///
    /// - Throws: The errors of `Subscription.snapshot`.
    public init(_ subscription: inout Subscription) throws(ClientError) {
        for _ in 0...10 {
            let daemon = try subscription.identity()
            let changes = try subscription.changes(digest: daemon.digest)
            let pages = try subscription.snapshot().map(\.result)
            // If another process has sent the snapshot, that process may have other record changes,
            // and no later message would reveal the difference.
            guard subscription.boot == daemon.boot else { continue }
            self.init(snapshot: pages, changes: changes)
            return
        }
        throw .badReply(
            "each reply from \(subscription.address.command) comes from another process: the "
                + "daemon restarts repeatedly")
    }

    /// Applies an event or another message that a subscription has delivered. The subscription must
    /// be for all events. Reads the whole state again if events were lost or belong to another
    /// history or log, or if an event changes records in a way that this client does not know.
    ///
    /// - Returns: Whether the whole state was read.
    /// - Throws: The errors of `Subscription.snapshot`. The mirror is then unchanged and can no
    ///   longer be updated; create a new one.
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
            // Events of another version of pagerd, or of other kinds, may change records
            // differently.
            if try subscription.identity().digest == changes.digest { break }
            self = try Mirror(&subscription)
            return true
        case .replayed, .heartbeat, .shutdown: break
        }
        return false
    }
}
