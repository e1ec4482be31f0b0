internal import PagerModel
internal import ZMQ

extension UnsentBytes {
    /// Returns whether a request must be refused because too many bytes of earlier messages, to all
    /// connections together, are unread.
    ///
    /// The messages of a closed connection stay in memory until the daemon has read all requests of
    /// the connection. Executing requests of other connections delays this, but refusing them takes
    /// little time. Therefore, if there are more than `Limits.unsentReplyBytes` unread bytes, the
    /// daemon refuses requests of connections that have unread bytes or have ended. If there are
    /// more than twice as many, it refuses all requests.
    ///
    /// - Parameter own: The unread bytes of the sender's connection. Nil if the connection has
    ///   ended.
    func isOverfull(for own: UnsentBytes?) -> Bool {
        guard count > Limits.unsentReplyBytes else { return false }
        guard let own, own.count == 0 else { return true }
        return count > 2 * Limits.unsentReplyBytes
    }
}

extension CommandError {
    /// The error for a request that arrives while too many replies are unread.
    static var unreadReplies: CommandError {
        CommandError(
            .limitExceeded,
            "more than \(Limits.unsentReplyBytes >> 20) MiB of replies wait for clients that do "
                + "not read them; read your replies, then send this request again")
    }
}
