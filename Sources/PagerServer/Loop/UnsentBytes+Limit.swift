internal import PagerModel
internal import ZMQ

extension UnsentBytes {
    /// Returns whether a request must be refused because all connections together have too many
    /// unread bytes.
    ///
    /// A closed connection keeps its messages until the daemon has read all its requests, and each
    /// executed request of another connection delays that. So over the limit, the daemon refuses
    /// requests of connections that have unread bytes, because a refusal takes little time. Over
    /// twice the limit, it refuses all requests.
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
