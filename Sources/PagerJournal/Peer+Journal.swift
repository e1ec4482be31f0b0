internal import PagerModel
package import PagerWire

// How the journal keeps it: a plugin, or a client whose request is repeated, must be known again.
extension [UInt8] {
    /// 0 for nobody, a user and 1, or a number that no user has and the key.
    package mutating func append(_ peer: Peer) {
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
    package mutating func peer() -> Peer? {
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
