internal import DequeModule
internal import PagerModel
internal import PagerWire

/// The replies of accepted commands whose client may ask again [contract 2].
struct ReplyMemory {
    struct Key: Hashable {
        let peer: Peer
        let client: String
    }

    struct Entry {
        var digest: [UInt8]
        var reply: [UInt8]
    }

    struct Client {
        var replies: [Value: Entry] = [:]
        var order: Deque<Value> = []
        var used: UInt64 = 0
    }

    var clients: [Key: Client] = [:]
    var uses: UInt64 = 0
    var bytes = 0
    var count = 0

    /// What distinguishes one command from another: method and params.
    static func digest(_ request: Request) -> [UInt8] {
        var json = JSONWriter()
        json.beginArray()
        json.string(request.method)
        Value.object(request.params).write(to: &json)
        json.endArray()
        return json.bytes
    }

    /// The reply that was given before, nil where the id is new.
    ///
    /// - Throws: `idReused` where it was another command.
    mutating func reply(_ key: Key, _ id: Value, _ digest: [UInt8]) throws(Refusal) -> [UInt8]? {
        guard let entry = clients[key]?.replies[id] else { return nil }
        guard entry.digest == digest else {
            throw Refusal(
                .idReused, "the client \(key.client) has used this id for another command",
                path: "id")
        }
        uses += 1
        clients[key]?.used = uses
        return entry.reply
    }

    mutating func remember(_ key: Key, _ id: Value, _ digest: [UInt8], _ reply: [UInt8]) {
        if clients[key] == nil, clients.count >= Limits.rememberedClients { forgetOldestClient() }
        uses += 1
        var client = clients.removeValue(forKey: key) ?? Client()
        client.used = uses
        client.replies[id] = Entry(digest: digest, reply: reply)
        client.order.append(id)
        bytes += digest.count + reply.count
        count += 1
        while client.order.count > Limits.rememberedReplies { forgetOldest(&client) }
        clients[key] = client
        while bytes > Limits.rememberedBytes, clients.count > 1 { forgetOldestClient() }
    }

    private mutating func forgetOldest(_ client: inout Client) {
        guard let id = client.order.popFirst(), let entry = client.replies.removeValue(forKey: id)
        else { return }
        bytes -= entry.digest.count + entry.reply.count
        count -= 1
    }

    private mutating func forgetOldestClient() {
        guard let oldest = clients.min(by: { $0.value.used < $1.value.used })?.key,
            var client = clients.removeValue(forKey: oldest)
        else { return }
        while !client.order.isEmpty { forgetOldest(&client) }
    }
}
