internal import PagerModel

/// The authenticated sender of a message.
package struct Peer: Hashable, Sendable {
    /// The user id of the process at the other end of an ipc socket. Nil for any other transport.
    package let uid: UInt32?
    /// The public key that authenticates a CURVE connection. Nil for a connection without CURVE.
    package let key: String?

    package init(uid: UInt32?, key: String? = nil) {
        self.uid = uid
        self.key = key
    }

    /// The peer's name in error messages and in the audit log.
    package var name: String {
        if let key { return "key \(key)" }
        return uid.map { "uid \($0)" } ?? "unknown"
    }
}

/// The sequence number of the last event and the revision of the state. Replies contain both.
public struct StatePoint: Hashable, Sendable, BitwiseCopyable {
    /// The sequence number of the last published event.
    public var seq: Int
    /// The number of transactions that have changed the state.
    public var revision: Int

    public init(seq: Int, revision: Int) {
        self.seq = seq
        self.revision = revision
    }
}
