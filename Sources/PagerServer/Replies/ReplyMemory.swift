internal import DequeModule
internal import PagerModel
internal import PagerWire

/// The remembered replies to accepted commands. If a client repeats a request, it gets the same
/// reply [contract 2].
///
/// The property `limits` bounds the number and the bytes of the replies. If a client exceeds the
/// limits for one client, its oldest replies are removed. If all clients together exceed the common
/// limits, one of the peer with the most is removed: the one that has sent no new command for the
/// longest time. A repeated request is not in the journal, so answering it must not change the
/// remembered replies.
struct ReplyMemory {
    struct Key: Hashable {
        let peer: Peer
        let client: String
    }

    struct Entry {
        var digest: CommandDigest
        /// The reply. Empty if the reply was larger than the limit for the replies of one client.
        var reply: [UInt8]
    }

    struct Client {
        var replies: [Value: Entry] = [:]
        var order: Deque<Value> = []
        var bytes = 0
        var used: UInt64 = 0
    }

    /// What one peer's clients hold together.
    private struct Share {
        var clients = 0
        var bytes = 0
    }

    private(set) var clients: [Key: Client] = [:]
    private var shares: [Peer: Share] = [:]
    private(set) var uses: UInt64 = 0
    /// The approximate memory that all entries use, in bytes.
    private(set) var bytes = 0
    private(set) var count = 0
    var limits = ServiceLimits()
    /// The clients in the order of their latest commands, oldest first. Repeated commands do not
    /// count. An item is obsolete if its `used` differs from that of the client.
    private var order: Deque<(key: Key, used: UInt64)> = []

    /// The number of items in `order`, at most twice the number of clients plus 64.
    var ordered: Int { order.count }

    /// The approximate memory that an entry uses, in bytes, without its reply and the text of its
    /// id.
    private static let entryBytes = 160

    /// Returns the reply to an earlier request with this id, or nil for a new id. O(size of the
    /// request).
    ///
    /// - Throws: `idReused` if the earlier request was a different command, `tooLarge` if its reply
    ///   was not kept.
    func reply(
        _ key: Key, _ id: Value, to request: Request
    ) throws(CommandError) -> [UInt8]? {
        guard let entry = clients[key]?.replies[RequestID.compared(id)] else { return nil }
        guard entry.digest == CommandDigest(request) else {
            throw CommandError(
                .idReused,
                "the client \(key.client) has already used this id for another command; send a new "
                    + "id",
                path: "id")
        }
        guard !entry.reply.isEmpty else {
            throw CommandError(
                .tooLarge,
                "the command was executed, but its reply was not kept, because it exceeds the "
                    + "\(limits.rememberedClientBytes) bytes that are kept for one client; read "
                    + "the state instead", path: "id")
        }
        return entry.reply
    }

    /// Remembers the reply to a request. Amortised O(size of the request), or O(number of the
    /// client's replies) if an older reply is removed.
    mutating func remember(_ key: Key, _ id: Value, _ request: Request, _ reply: [UInt8]) {
        let id = RequestID.compared(id)
        var entry = Entry(digest: CommandDigest(request), reply: reply)
        if Self.bytes(id, entry) > limits.rememberedClientBytes { entry.reply = [] }
        if clients[key] == nil {
            while clients.count >= limits.rememberedClients {
                forgetOldestClient(ofMost: \.clients, for: key.peer)
            }
        }
        // The client is moved out of the table while it changes, so that nothing is copied.
        var client = clients.removeValue(forKey: key) ?? Client()
        share(client, of: key.peer, -1)
        if client.replies[id] != nil { forget(id, of: &client) }
        add(id, entry, to: &client)
        while client.order.count > limits.rememberedReplies
            || client.bytes > limits.rememberedClientBytes
        {
            forgetOldest(of: &client)
        }
        uses += 1
        client.used = uses
        clients[key] = client
        share(client, of: key.peer, 1)
        noteUse(of: key)
        while bytes > limits.rememberedBytes, count > 0 {
            forgetOldestClient(ofMost: \.bytes, for: key.peer)
        }
    }

    fileprivate static func bytes(_ id: Value, _ entry: Entry) -> Int {
        entryBytes + (id.string?.utf8.count ?? 0) + entry.reply.count
    }

    private mutating func add(_ id: Value, _ entry: Entry, to client: inout Client) {
        let size = Self.bytes(id, entry)
        client.replies[id] = entry
        client.order.append(id)
        client.bytes += size
        bytes += size
        count += 1
    }

    private mutating func forgetOldest(of client: inout Client) {
        if let id = client.order.first { forget(id, of: &client) }
    }

    private mutating func forget(_ id: Value, of client: inout Client) {
        guard let position = client.order.firstIndex(of: id),
            let entry = client.replies.removeValue(forKey: id)
        else { return }
        client.order.remove(at: position)
        let size = Self.bytes(id, entry)
        client.bytes -= size
        bytes -= size
        count -= 1
    }

    /// Moves a client to the end of `order`, because the client has sent a new command. Amortised
    /// O(1).
    private mutating func noteUse(of key: Key) {
        if let last = order.indices.last, order[last].key == key {
            order[last].used = uses
        } else {
            order.append((key, uses))
        }
        guard order.count > 2 * clients.count + 64 else { return }
        order.removeAll { [clients] in clients[$0.key]?.used != $0.used }
    }

    /// Removes, of the clients of the peer that holds the most, the one that has sent no new command
    /// for the longest time. If several peers hold the most, it is one of the peer that has sent the
    /// command. So no peer can make the daemon forget the replies to others that hold less.
    /// O(peers) if there is one peer, else O(clients).
    private mutating func forgetOldestClient(
        ofMost size: KeyPath<Share, Int>, for sender: Peer
    ) {
        let most = shares.values.map { $0[keyPath: size] }.max() ?? 0
        let isSender = shares[sender]?[keyPath: size] == most
        let position = order.firstIndex { [clients, shares] item in
            let peer = item.key.peer
            return clients[item.key]?.used == item.used
                && (isSender ? peer == sender : shares[peer]?[keyPath: size] == most)
        }
        guard let position, let client = clients.removeValue(forKey: order[position].key) else {
            return
        }
        let peer = order.remove(at: position).key.peer
        // Obsolete items before it go, too.
        while let first = order.first, clients[first.key]?.used != first.used {
            order.removeFirst()
        }
        share(client, of: peer, -1)
        bytes -= client.bytes
        count -= client.replies.count
    }

    /// Adds a client to its peer's share, or with -1 removes it.
    private mutating func share(_ client: Client, of peer: Peer, _ sign: Int) {
        guard client.order.count > 0 else { return }
        var share = shares[peer] ?? Share()
        share.clients += sign
        share.bytes += sign * client.bytes
        shares[peer] = share.clients == 0 ? nil : share
    }
}

extension ReplyMemory {
    mutating func visit(_ archive: inout Archive) {
        archive.visit(&clients, by: Key.isInOrder, new: Client()) { $0.visit(&$1) }
        archive.visit(counter: &uses)
        guard archive.isReading else { return }
        for (key, client) in clients.sorted(by: { $0.value.used < $1.value.used }) {
            order.append((key, client.used))
            share(client, of: key.peer, 1)
            bytes += client.bytes
            count += client.replies.count
        }
    }
}

extension ReplyMemory.Key: Archived {
    init() { self.init(peer: Peer(), client: "") }

    mutating func visit(_ archive: inout Archive) {
        var (peer, client) = (peer, client)
        peer.visit(&archive)
        client.visit(&archive)
        self = ReplyMemory.Key(peer: peer, client: client)
    }

    fileprivate static func isInOrder(_ left: Self, _ right: Self) -> Bool {
        if left.client != right.client { return left.client < right.client }
        if left.peer.key != right.peer.key {
            return (left.peer.key ?? "") < (right.peer.key ?? "")
        }
        return (left.peer.uid.map { Int($0) } ?? -1) < (right.peer.uid.map { Int($0) } ?? -1)
    }
}

extension ReplyMemory.Client {
    /// Writes the replies to an archive or reads them from one, oldest first.
    fileprivate mutating func visit(_ archive: inout Archive) {
        var list = order.map { (id: $0, digest: [UInt8](), reply: [UInt8]()) }
        for index in list.indices {
            guard let entry = replies[list[index].id] else { continue }
            list[index].digest = entry.digest.archived
            list[index].reply = entry.reply
        }
        archive.visit(&list, new: (.null, [], [])) { item, archive in
            archive.visit(field: &item.id)
            item.digest.visit(&archive)
            item.reply.visit(&archive)
        }
        archive.visit(counter: &used)
        guard archive.isReading else { return }
        for item in list {
            let entry = ReplyMemory.Entry(
                digest: CommandDigest(archived: item.digest), reply: item.reply)
            // Earlier versions kept two replies for two spellings of a number.
            let compared = RequestID.compared(item.id)
            let id = replies[compared] == nil ? compared : item.id
            archive.require(
                replies.updateValue(entry, forKey: id) == nil,
                "a client has two replies for one id")
            order.append(id)
            bytes += ReplyMemory.bytes(id, entry)
        }
    }
}

/// A 128-bit digest of a command's method and params: SipHash-2-4 with a fixed key. The digest
/// shows whether a request repeats an earlier command or uses the earlier id for a different
/// command.
///
/// Digests are compared only if peer, client and id are equal. A client that finds a collision only
/// gets its own earlier reply, so a fixed key is enough. Snapshots contain digests, so a change of
/// the key or of the hashed bytes needs a new `version`.
struct CommandDigest: Hashable, Sendable {
    private var low: UInt64
    private var high: UInt64

    /// Computes the digest of a request. O(size of the params).
    init(_ request: Request) {
        var json = JSONWriter()
        json.beginArray()
        json.string(request.method)
        Value.object(request.params).write(to: &json)
        json.endArray()
        self = json.buffer.withSpan { bytes in CommandDigest(hashing: bytes) }
    }

    /// Computes the digest of bytes. O(count).
    init(hashing bytes: Span<UInt8>) {
        var hash = SipHash()
        let words = bytes.count / 8
        for word in 0..<words {
            hash.add(bytes.littleEndian(UInt64.self, at: 8 * word))
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for position in 8 * words..<bytes.count {
            last |= UInt64(bytes[position]) << UInt64(8 * (position - 8 * words))
        }
        hash.add(last)
        (low, high) = hash.finish()
    }

    /// The digest as 16 bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: low)
        bytes.append(number: high)
        return bytes
    }
}

extension CommandDigest {
    /// The first byte of an archived digest. Snapshots of earlier pagerd versions contain the JSON
    /// of the command instead of a digest. That JSON begins with a bracket.
    private static let version: UInt8 = 1

    /// The archived form: the version and the 16 bytes.
    var archived: [UInt8] { [Self.version] + bytes }

    /// Decodes an archived digest. If `archived` is the JSON of a command, from a snapshot of an
    /// earlier pagerd version, computes the digest of that JSON.
    init(archived: [UInt8]) {
        guard archived.count == 17, archived[0] == Self.version else {
            self = CommandDigest(hashing: archived.span)
            return
        }
        low = archived.span.littleEndian(UInt64.self, at: 1)
        high = archived.span.littleEndian(UInt64.self, at: 9)
    }
}

/// SipHash-2-4 with 128 bits of output and the key of its reference test vectors.
private struct SipHash {
    private var v0: UInt64 = 0x736f_6d65_7073_6575 ^ 0x0706_0504_0302_0100
    private var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ 0x0f0e_0d0c_0b0a_0908 ^ 0xee
    private var v2: UInt64 = 0x6c79_6765_6e65_7261 ^ 0x0706_0504_0302_0100
    private var v3: UInt64 = 0x7465_6462_7974_6573 ^ 0x0f0e_0d0c_0b0a_0908

    mutating func add(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    mutating func finish() -> (low: UInt64, high: UInt64) {
        v2 ^= 0xee
        for _ in 0..<4 { round() }
        let low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        for _ in 0..<4 { round() }
        return (low, v0 ^ v1 ^ v2 ^ v3)
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = Self.rotated(v1, 13) ^ v0
        v0 = Self.rotated(v0, 32)
        v2 &+= v3
        v3 = Self.rotated(v3, 16) ^ v2
        v0 &+= v3
        v3 = Self.rotated(v3, 21) ^ v0
        v2 &+= v1
        v1 = Self.rotated(v1, 17) ^ v2
        v2 = Self.rotated(v2, 32)
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word &<< bits | word &>> (64 &- bits)
    }
}
