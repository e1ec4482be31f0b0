internal import PagerModel
package import PagerWire

// The encoding of peers in the journal. A plugin, and a client that repeats a request, must be
// recognised after a restart.
extension [UInt8] {
    /// Encodes a peer, and appends it to the body of a journal record. An unknown peer is encoded
    /// as 0, and a user as the user id plus 1. A peer with a key is encoded as a number above those
    /// of all users, the key's length and the key.
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
    /// Decodes the peer at the current position in the body of a journal record. Returns nil if
    /// there is no valid peer, because a different version of pagerd wrote the record.
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
