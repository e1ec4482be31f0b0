internal import PagerModel

/// Who sent a message, as far as the door it came by can tell.
package struct Peer: Hashable, Sendable {
    /// The user id of the process at the other end of an ipc socket; nil elsewhere.
    package let uid: UInt32?
    /// The public key by which a CURVE connection is authenticated; nil elsewhere.
    package let key: String?

    package init(uid: UInt32?, key: String? = nil) {
        self.uid = uid
        self.key = key
    }

    /// How a refusal and the record of changes name it.
    package var name: String {
        if let key { return "key \(key)" }
        return uid.map { "uid \($0)" } ?? "anybody"
    }
}
