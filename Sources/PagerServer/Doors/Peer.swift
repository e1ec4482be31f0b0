internal import PagerModel

/// Who sent a message, as far as the door it came by can tell.
package struct Peer: Hashable, Sendable {
    /// The user id of the process at the other end of an ipc socket; nil elsewhere.
    package let uid: UInt32?
    /// The public key that a connection over CURVE has proved to hold the secret of.
    package let key: String?

    package init(uid: UInt32?, key: String? = nil) {
        self.uid = uid
        self.key = key
    }

    /// How a refusal and the record of changes name it.
    var name: String {
        if let key { return "key \(key)" }
        return uid.map { "uid \($0)" } ?? "anybody"
    }
}

// How the journal keeps it: a plugin, or a client whose request is repeated, must be known again.
extension [UInt8] {
    /// 0 for nobody, a user and 1, or a number that no user has and the key.
    mutating func append(_ peer: Peer) {
        guard let key = peer.key else {
            return append(number: peer.uid.map { UInt64($0) + 1 } ?? 0)
        }
        append(number: UInt64(UInt32.max) + 2)
        append(number: UInt64(key.utf8.count))
        append(contentsOf: key.utf8)
    }
}

extension BodyReader {
    /// Nil where it was written by another pagerd.
    mutating func peer() -> Peer? {
        guard let number = number() else { return nil }
        switch number {
        case 0: return Peer(uid: nil)
        case 1...UInt64(UInt32.max) + 1: return Peer(uid: UInt32(number - 1))
        case UInt64(UInt32.max) + 2:
            return bytes().map { Peer(uid: nil, key: String(decoding: $0, as: UTF8.self)) }
        default: return nil
        }
    }
}
