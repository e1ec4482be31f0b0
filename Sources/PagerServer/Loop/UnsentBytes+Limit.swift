internal import PagerModel
internal import ZMQ

extension UnsentBytes {
    /// Returns whether the daemon must refuse a message because the messages that it has sent to
    /// clients, or to plugins, use too much memory. This object counts the bytes of the sent
    /// messages, for all connections of the socket together. A message counts until libzmq has
    /// released its memory, which can take long if the receiver does not read.
    ///
    /// The messages to a closed connection stay in memory until the daemon has read all requests of
    /// the connection. Executing requests of other connections delays this, but refusing them takes
    /// little time. Therefore, if the count exceeds `Limits.unsentReplyBytes`, the result is true
    /// for connections that have unsent bytes or have ended. If the count exceeds twice this limit,
    /// the result is true for all connections.
    ///
    /// - Parameter own: The unsent bytes of the connection from which the message came. Nil if the
    ///   connection has ended.
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
