internal import PagerModel
internal import ZMQ

extension UnsentBytes {
    /// Returns whether a request must be refused because all connections together have too many
    /// unread bytes.
    ///
    /// A connection that was closed keeps its messages until the daemon has read all its requests,
    /// and each executed request of another connection delays that. So over the limit, requests of
    /// connections that read nothing are refused, which takes little time. Over twice the limit,
    /// all requests are refused.
    ///
    /// - Parameter own: The bytes that wait for the sender. Nil if its connection has ended.
    func isOverfull(for own: UnsentBytes?) -> Bool {
        guard count > Limits.unsentReplyBytes else { return false }
        guard let own, own.count == 0 else { return true }
        return count > 2 * Limits.unsentReplyBytes
    }
}

extension CommandError {
    /// The refusal of a request while too many replies wait to be read.
    static var unreadReplies: CommandError {
        CommandError(
            .limitExceeded,
            "more than \(Limits.unsentReplyBytes >> 20) MiB of replies wait for clients that do "
                + "not read them; read your replies, then send this request again")
    }
}
