internal import PagerModel
internal import PagerWire
internal import ZMQ

extension Subscription {
    /// Receives one message. Returns nil if there is none.
    mutating func receive() throws -> (topic: String, value: Value)? {
        guard try socket.receive(into: &topic, wait: false) else { return nil }
        guard topic.more, try socket.receive(into: &payload, wait: true) else {
            return (topic: "", value: .null)
        }
        try topic.checkSize(from: address.events)
        try payload.checkSize(from: address.events)
        let name = topic.withBytes { bytes in String(decoding: bytes) }
        do {
            let value = try payload.withBytes { (bytes) throws(JSONError) in
                try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
            }
            return (name, value)
        } catch {
            throw ClientError.badReply("an event of \(address.events) is not JSON: \(error)")
        }
    }
}
